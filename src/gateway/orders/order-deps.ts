import type { Entry, Ledger, Terms } from '../ledger/index.ts';
import type { Answer, Upstream } from '../upstream/index.ts';

/** What placing, cancelling and settling share. */
export interface OrderDeps {
  account: string;
  ledger: Ledger;
  upstream: Upstream;
  /**
   * The price asked once more, before an order goes out.
   * @throws {Refusal | ServiceRefusal} where it must not go out as it is
   */
  check(entry: Entry): Promise<Terms | null>;
  /** Milliseconds. */
  timeouts: {
    /** For the answer to one send. */
    send: number;
    /** That a request waits for another one that does the same. */
    wait: number;
  };
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that have passed since any moment: it is not set, and never goes back. */
  elapsed(): number;
  pause(milliseconds: number): Promise<void>;
}

/** Milliseconds between two looks at an entry that another request works on. */
const pollInterval = 150;

/** Looks until it finds something, or the time is up. */
export async function lookUntil<T>(deps: OrderDeps, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = deps.elapsed() + deps.timeouts.wait;
  for (;;) {
    const found = await find();
    if (found !== undefined || deps.elapsed() >= end) return found;
    await deps.pause(pollInterval);
  }
}

/** The answer that the page was given before. */
export const toldBefore = ({ answer }: Entry): Answer => JSON.parse(answer ?? '{}');

/** Seconds until the lease ends and the order may be sent again. */
export const secondsLeft = (deps: OrderDeps, { lease }: Entry): number => Math.max(1, (lease - deps.now()) / 1000);
