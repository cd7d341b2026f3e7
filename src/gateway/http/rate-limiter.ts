import { keyedDigest, type TokenKeys } from '../../tokens/index.ts';
import type { Counts } from '../store/index.ts';
import { Refusal } from '../upstream/index.ts';

/** Limits of requests and of paid questions. */
export interface Limits {
  /** Requests a minute from one address. 240: many shoppers may share one. */
  address: number;
  /** Requests a minute of one visit, the `session` of the signed cart. 90. */
  session: number;
  /**
   * Orders, drafts and cancellations a minute. A write with a valid grant or cancel token counts by its reference, others by address.
   * Fresh prices count by visit. 30.
   */
  writes: number;
  /** Paid questions to the service a day for signed carts (contract/README.md §1.10). 5,000. */
  quotes: number;
  /** Paid questions a day for carts that are not signed. 500. */
  unsignedQuotes: number;
}

export const usualLimits: Limits = { address: 240, session: 90, writes: 30, quotes: 5_000, unsignedQuotes: 500 };

const minute = 60_000;
const day = 24 * 60 * minute;

/** Counts requests and paid questions. All processes of one account share the counts. */
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

  /** Counts one more paid question. Returns whether the day's budget allows it. */
  async quote(budget: 'quotes' | 'unsignedQuotes'): Promise<boolean> {
    return (await this.#add(budget, 'all', day)) <= this.#limits[budget];
  }

  async #count(kind: 'address' | 'session' | 'writes', whose: string, span: number): Promise<void> {
    if ((await this.#add(kind, whose, span)) <= this.#limits[kind]) return;
    const now = this.#now();
    throw new Refusal('too-many-requests', { retryAfter: (span - (now % span)) / 1000 });
  }

  async #add(kind: keyof Limits, whose: string, span: number): Promise<number> {
    // The database must not identify clients, so it gets a digest that changes each day.
    const now = this.#now();
    const name = await keyedDigest(`limit ${this.#keys.account} ${kind} ${whose} ${Math.floor(now / day)}`, this.#keys);
    return this.#counts.add(name, span, now);
  }
}
