import type { Answer } from './answers.ts';
import type { Ask } from './asks.ts';

/** How a call must end: with a value, with a failure of the client, or with the reason of its own abort. */
export type End =
  | { value: object }
  | { failure: { code: string; reason?: string; outcome: 'unknown' | undefined }; earlier?: object | undefined }
  | { reason: object };

/** One who called the client. */
export interface Caller {
  ask: Ask;
  /** Equal for callers of one question, or of one write. */
  key: string;
  /** Equal for writes of one reference; the key of a read. */
  reference: string;
  /** What a write names as its place. */
  place: string | undefined;
  fresh: boolean;
  /** What the abort of this caller gives as its reason; nobody else's does. */
  reason: object;
  page: AbortController | undefined;
  /** How the call must end; none while it has to wait. */
  end?: End;
  /** What the abort of this caller comes to. */
  leave?: () => void;
}

/** A request that must reach the service, once, unless everybody leaves before it is on its way. */
export interface Send {
  ask: Ask;
  key: string;
  reference: string;
  /** Nobody waits for it any more: it does not go out, or is aborted on the wire. */
  readonly abandoned: boolean;
  goesOut?: () => void;
  /** @returns the next attempt, where it must be asked again */
  meets: (answer: Answer) => Send | undefined;
}
