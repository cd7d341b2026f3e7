import { keyedDigest, type TokenKeys } from '../../tokens/index.ts';
import type { Counts } from '../store/index.ts';
import { Refusal } from '../upstream/index.ts';

/** Limits of requests and of paid questions. */
export interface Limits {
  /** Requests a minute from one address that have no valid token. 240: many shoppers may share one. */
  address: number;
  /** Requests a minute of one visit, the `session` of the signed cart, or for one parcel. 90. */
  session: number;
  /**
   * Orders, drafts and cancellations a minute. A write with a valid grant or cancel token counts by its reference, a draft and fresh
   * prices by visit, others by address. 30.
   */
  writes: number;
  /** Paid questions to the service a day for signed carts (contract/README.md §1.10). 5,000. */
  quotes: number;
  /** Paid questions a day for carts that are not signed. 500. */
  unsignedQuotes: number;
  /** Paid questions a day of one visit, its drafts with COD among them. For carts that are not signed, of one address. 100. */
  sessionQuotes: number;
  /** Webhooks of the service a minute. 600. */
  webhooks: number;
  /** Paid searches for areas a day. 2,000. */
  areas: number;
  /** Paid searches for areas a day from one address. 200. */
  addressAreas: number;
}

export const usualLimits: Limits = {
  address: 240,
  session: 90,
  writes: 30,
  quotes: 5_000,
  unsignedQuotes: 500,
  sessionQuotes: 100,
  webhooks: 600,
  areas: 2_000,
  addressAreas: 200,
};

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

  /** Counts one more request of this minute, or one more paid question of this day. @throws {Refusal} */
  admit(kind: 'address' | 'session' | 'writes' | 'webhooks' | 'sessionQuotes', whose: string): Promise<void> {
    return this.#count(kind, whose, kind === 'sessionQuotes' ? day : minute);
  }

  /**
   * Counts one more paid question, so that one visit cannot use up the day of all shoppers.
   * @param whose the visit or the address that asks. Undefined for an order
   * @returns whether the day's budget allows it
   * @throws {Refusal} if the visit, or the address, has asked too often today
   */
  async quote(budget: 'quotes' | 'unsignedQuotes', whose?: string): Promise<boolean> {
    if (whose !== undefined) await this.admit('sessionQuotes', whose);
    return this.#pay(budget);
  }

  /** Counts one more paid search. As `quote` otherwise. */
  async search(address: string): Promise<boolean> {
    await this.#count('addressAreas', address, day);
    return this.#pay('areas');
  }

  async #pay(budget: 'quotes' | 'unsignedQuotes' | 'areas'): Promise<boolean> {
    return (await this.#add(budget, 'all', day)) <= this.#limits[budget];
  }

  async #count(kind: keyof Limits, whose: string, span: number): Promise<void> {
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
