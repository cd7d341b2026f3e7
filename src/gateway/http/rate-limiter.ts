import { keyedDigest } from '../../tokens/index.ts';
import type { Counts } from '../store/interfaces.ts';
import { isShared, networksOf } from './addresses.ts';
import { Refusal } from './refusal.ts';

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
  /** Paid questions to the service a day for signed carts (contract/README.md §1.10), at most half of them from one network. 5,000. */
  quotes: number;
  /** Paid questions a day for carts that are not signed. 500. */
  unsignedQuotes: number;
  /** Paid questions a day of one visit, its drafts with COD among them. For carts that are not signed, of one address. 100. */
  sessionQuotes: number;
  /** Paid questions a day for promises. They take nothing from those of the checkout. 1,000. */
  promises: number;
  /** Paid questions a day for promises from one address, or of one visit with a signed cart. 100. */
  addressPromises: number;
  /** Webhooks of the service a minute. 600. */
  webhooks: number;
  /** Paid searches for areas a day. 2,000. */
  areas: number;
  /** Paid searches for areas a day from one address. 200. */
  addressAreas: number;
}

/** Where the shop sets no others. */
export const usualLimits: Limits = {
  address: 240,
  session: 90,
  writes: 30,
  quotes: 5_000,
  unsignedQuotes: 500,
  sessionQuotes: 100,
  promises: 1_000,
  addressPromises: 100,
  webhooks: 600,
  areas: 2_000,
  addressAreas: 200,
};

const minute = 60_000;
const day = 24 * 60 * minute;

/** Counts of a day, of all visitors together. */
type Budget = 'quotes' | 'unsignedQuotes' | 'promises' | 'areas';
type OfVisitor = 'sessionQuotes' | 'addressPromises' | 'addressAreas';

/** Who asks: a visit by the session of its signed cart, or else an address, as `clientAddress` returns it. In process, a visit may have none. */
export type Visitor = { session: string; address?: string | undefined } | { session?: undefined; address: string };

/** A count of paid questions. */
interface Paid {
  kind: Budget | OfVisitor;
  whose: string;
  most: number;
  /** Says in the log that it is used up. Others share it, so a shopper who is refused gets the shop's fallback rates. */
  shared?: (limit: string) => string;
}

/** The share of a day's budget that one network can take. Many shoppers of a mobile carrier share one. */
const mostOfDay = 0.5;

/** Takes back what was counted for a paid question, because the service did not answer it. */
export type GiveBack = () => Promise<void>;

/** Counts requests and paid questions. All processes of one account share the counts. */
export class RateLimiter {
  readonly #account: string;
  readonly #secret: { secret: string };
  readonly #counts: Counts;
  readonly #limits: Limits;
  readonly #now: () => number;

  /** @param key the merchant's. The secrets of tokens change, and a day's counts must not begin again with each */
  constructor(account: string, key: string, counts: Counts, limits: Limits, now: () => number) {
    this.#account = account;
    this.#secret = { secret: key };
    this.#counts = counts;
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts one more request of this minute. @throws {Refusal} */
  async admit(kind: 'address' | 'session' | 'writes' | 'webhooks', whose: string): Promise<void> {
    const { used, now } = await this.#add(kind, whose, minute);
    if (used > this.#limits[kind])
      throw tooMany(minute, now, kind === 'address' || (kind === 'writes' && isAddress(whose)));
  }

  /**
   * Counts one more paid question, so that one visit cannot use up the day of all shoppers.
   * @throws {Refusal} `too-many-requests` for a visit or an address, `quotes-exhausted` for the shop or a network
   */
  quote(budget: 'quotes' | 'unsignedQuotes', visitor: Visitor): Promise<GiveBack> {
    return this.#payOf(budget, 'sessionQuotes', visitor);
  }

  /** Counts one more paid question for an order. It is never refused. */
  async orderQuote(): Promise<GiveBack> {
    return (await this.#add('quotes', 'all', day)).giveBack;
  }

  /** Counts a draft's paid question for its visit and network. As `quote` otherwise, but the day of all refuses it no more than an order. */
  draftQuote(visitor: Visitor): Promise<GiveBack> {
    return this.#pay(this.#ownOf('quotes', 'sessionQuotes', visitor));
  }

  /** Counts one more paid question for a promise. As `quote` otherwise. */
  promise(visitor: Visitor): Promise<GiveBack> {
    return this.#payOf('promises', 'addressPromises', visitor);
  }

  /** Counts one more paid search. As `quote` otherwise. */
  search(address: string): Promise<GiveBack> {
    return this.#payOf('areas', 'addressAreas', { address });
  }

  #payOf(budget: Budget, kind: OfVisitor, visitor: Visitor): Promise<GiveBack> {
    const all: Paid = { kind: budget, whose: 'all', most: this.#limits[budget], shared: dayIsUsedUp };
    return this.#pay([...this.#ownOf(budget, kind, visitor), all]);
  }

  /**
   * A shop gives a visit to anybody who asks for one, so the network of a signed cart counts, too: the widest one alone, because phones share
   * addresses. The address of a shop's own server or proxy stands for all shoppers, and does not count.
   */
  #ownOf(budget: Budget, kind: OfVisitor, { session, address = '' }: Visitor): Paid[] {
    const limit = this.#limits[kind];
    const share = Math.max(limit, Math.floor(this.#limits[budget] * mostOfDay));
    const networks = networksOf(address).map(
      ({ network, times }): Paid => ({
        kind: budget,
        whose: `network ${network}`,
        most: Math.min(limit * times, share),
        shared: networkIsUsedUp,
      }),
    );
    return session === undefined
      ? [{ kind, whose: `address ${address}`, most: limit }, ...networks]
      : [{ kind, whose: `session ${session}`, most: limit }, ...(isShared(address) ? [] : networks.slice(-1))];
  }

  /** What is refused is not counted, so that a raised limit counts at once. */
  async #pay(counts: Paid[]): Promise<GiveBack> {
    const counted: GiveBack[] = [];
    const giveBack = async () => void (await Promise.all(counted.map((one) => one())));
    for (const { kind, whose, most, shared } of counts) {
      const { used, now, giveBack: one } = await this.#add(kind, whose, day);
      counted.push(one);
      if (used <= most) continue;
      await giveBack();
      if (!shared) throw tooMany(day, now, isAddress(whose));
      // A shop that has set 0 knows it.
      throw new Refusal('quotes-exhausted', { mismatch: most ? shared(`limits.${kind}`) : undefined });
    }
    return giveBack;
  }

  async #add(kind: keyof Limits, whose: string, span: number) {
    // The database must not identify clients, so it gets a digest that changes each day.
    const now = this.#now();
    const name = await keyedDigest(`limit ${this.#account} ${kind} ${whose} ${Math.floor(now / day)}`, this.#secret);
    // A failure costs one question of the day. It is given back to the day of its question.
    const giveBack: GiveBack = async () => void (await this.#counts.add(name, span, now, -1).catch(() => {}));
    return { used: await this.#counts.add(name, span, now), now, giveBack };
  }
}

const isAddress = (whose: string): boolean => whose.startsWith('address ');

/** @param span milliseconds that requests are counted for */
const tooMany = (span: number, now: number, isOfAddress: boolean): Refusal =>
  new Refusal('too-many-requests', { retryAfter: (span - (now % span)) / 1000, isOfAddress });

const dayIsUsedUp = (limit: string): string =>
  `${limit} of this day is used up: until 00:00 UTC, the service is not asked any more.`;

const networkIsUsedUp = (limit: string): string =>
  `One network has used up its share of ${limit} of this day: until 00:00 UTC, the service is not asked for it any more. If it is your own proxy or CDN, set trustedHops to the number of your proxies.`;
