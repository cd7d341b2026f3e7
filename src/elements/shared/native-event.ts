/**
 * The platform's own class, as it was when this file was loaded or before: a page may put another in its place, whose events no
 * element can dispatch. A server has no document that could tell.
 */
export const NativeEvent: typeof Event =
  (globalThis.document?.createEvent?.('Event').constructor as typeof Event | undefined) ?? Event;
