import type { ServerResponse } from 'node:http';
import type { Reason, ShippingFailure } from '../../src/client/index.ts';

/** What a server does with a request instead of answering it well; `work` does what was asked. */
export type Meeting = (outgoing: ServerResponse, work: () => Promise<Response>) => void | Promise<void>;

/** What goes wrong, and what a call must come to by it. */
export interface Fault {
  name: string;
  /** What a sandbox is asked for; else what a server of ours does; else where the client asks and nobody is. */
  met: { header: string } | { by: Meeting } | { at: () => string | Promise<string> };
  /** Whether a write takes place all the same. */
  done: boolean;
  /** Nobody would ever answer: the deadline ends it. */
  hangs?: true;
  /** What reads and writes end as. */
  end: End;
  /** How often a read is sent; a write is sent once, whatever happens. */
  reads: 1 | 3;
  /** Milliseconds that a read waits between its attempts, as the service asks. */
  waits?: number;
  /** What a write's error says of it. */
  writes: 'unknown' | 'did not happen';
}

/** What the error says of itself. */
export interface End {
  code: ShippingFailure['code'];
  /** `as ever`: the one that the operation's success has. */
  status?: number | 'as ever';
  reason?: Reason;
  serviceCode?: number;
  retryAfter?: number;
  /** The name of the cause; whatever it is where not given. */
  cause?: string;
}

type Ending = Pick<Fault, 'reads' | 'writes' | 'end'>;

/** Nobody answered, or only half: another try may do better, and a write may have happened. */
export const unanswered = (end: End): Ending => ({ end, reads: 3, writes: 'unknown' });

/** An answer that another try does not make better; a write may have happened. */
export const doubtful = (end: End): Ending => ({ end, reads: 1, writes: 'unknown' });

/** Such an answer, in no words that we know. */
export const unreadable = (status: End['status'], cause?: string): Ending =>
  doubtful({ code: 'unexpected-response', ...(status && { status }), ...(cause && { cause }) });

/** The service said no: asking again changes nothing, and nothing happened. */
export const turnedAway = (end: End): Ending => ({ end, reads: 1, writes: 'did not happen' });

/** Nobody has seen the request: another try may do better. */
export const untouched = (end: End): Ending => ({ end, reads: 3, writes: 'did not happen' });
