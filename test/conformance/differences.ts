/**
 * Where a service was seen to break a promise: said at every run, never hidden. None is recorded, because the suite was
 * never run against a live service.
 */
export interface Difference {
  /** The promise's name. */
  promise: string;
  /** The target's name. */
  service: string;
  /** What was seen instead, and when: 2026-11-21. */
  seen: string;
}

export const differences: readonly Difference[] = [];
