import type { Entry, Ledger, Terms } from '../ledger/index.ts';
import type { GatewayAnswer, Upstream } from '../upstream/index.ts';

/** Shared by placing, cancelling and settling. */
export interface OrderDeps {
  account: string;
  ledger: Ledger;
  upstream: Upstream;
  /**
   * Asks for the price again before an order is sent.
   * @returns the confirmed terms. Null for an entry without terms
   * @throws {Refusal | ServiceRefusal} if the order must not be sent
   */
  check(entry: Entry): Promise<Terms | null>;
  /** Milliseconds. */
  timeouts: {
    /** For the answer to one send. */
    send: number;
    /** For the wait for another request that does the same. */
    wait: number;
  };
  /** Milliseconds since the epoch. */
  now(): number;
  /** A clock in milliseconds that only goes forward. */
  elapsed(): number;
  pause(milliseconds: number): Promise<void>;
}

/** Milliseconds between two reads of an entry that another request works on. */
const pollInterval = 150;

/** Repeats `find` until it returns a value or `timeouts.wait` is over. Then it is undefined. */
export async function poll<T>(deps: OrderDeps, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = deps.elapsed() + deps.timeouts.wait;
  for (;;) {
    const found = await find();
    if (found !== undefined || deps.elapsed() >= end) return found;
    await deps.pause(pollInterval);
  }
}

/** Returns the stored answer. */
export const storedAnswer = ({ answer }: Entry): GatewayAnswer => JSON.parse(answer ?? '{}');

/** Returns the seconds until the lease ends and the order may be sent again. */
export const secondsLeft = (deps: OrderDeps, { lease }: Entry): number => Math.max(1, (lease - deps.now()) / 1000);
