import { keyedDigest, type TokenKeys } from '../../tokens/index.ts';
import type { Counts } from '../store/index.ts';
import { Refusal } from '../upstream/index.ts';

/** How much is let in, and paid for. */
export interface Limits {
  /** Requests a minute from one address. 240: many shoppers may share one. */
  address: number;
  /** Requests a minute in one visit, as the signed cart names it. 90. */
  session: number;
  /** Orders, drafts and cancellations a minute from one address. 30. */
  writes: number;
  /** Prices that are asked of the service a day for signed carts: each is paid for (contract/README.md §1.10). 5,000. */
  quotes: number;
  /** Prices that are asked a day for carts that the shop has not signed. 500. */
  unsignedQuotes: number;
}

export const usualLimits: Limits = { address: 240, session: 90, writes: 30, quotes: 5_000, unsignedQuotes: 500 };

const minute = 60_000;
const day = 24 * 60 * minute;

/** Counts what comes in and what is paid for, for all processes of one account together. */
export class RateLimiter {
  readonly #keys: TokenKeys;
  readonly #counts: Counts;
  readonly #limits: Limits;
  readonly #now: () => number;

  constructor(keys: TokenKeys, counts: Counts, limits: Limits, now: () => number) {
    this.#keys = keys;
    this.#counts = counts;
    this.#limits = limits;
    this.#now = now;
  }

  /** @throws {Refusal} */
  admit(kind: 'address' | 'session' | 'writes', whose: string): Promise<void> {
    return this.#count(kind, whose, minute);
  }

  /** Whether one more price may be asked of the service today; it counts as asked. */
  async quote(budget: 'quotes' | 'unsignedQuotes'): Promise<boolean> {
    return (await this.#add(budget, 'all', day)) <= this.#limits[budget];
  }

  async #count(kind: 'address' | 'session' | 'writes', whose: string, span: number): Promise<void> {
    if ((await this.#add(kind, whose, span)) <= this.#limits[kind]) return;
    const now = this.#now();
    throw new Refusal('too-many-requests', { retryAfter: (span - (now % span)) / 1000 });
  }

  async #add(kind: keyof Limits, whose: string, span: number): Promise<number> {
    // The database must not know who was here. The digest changes each day.
    const now = this.#now();
    const name = await keyedDigest(`limit ${this.#keys.account} ${kind} ${whose} ${Math.floor(now / day)}`, this.#keys);
    return this.#counts.add(name, span, now);
  }
}
