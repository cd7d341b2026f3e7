import type { Rate } from '../../contract/index.ts';
import { type Extras, keepOrClear, type Shipment } from '../../quote/index.ts';
import type { RateChangeReason } from '../shared/events.ts';
import { type News, newsOf } from '../shared/news.ts';

/** What an event will tell: no choice changes without one. */
export interface Change {
  rate: Rate | undefined;
  previous: Rate | undefined;
  reason: RateChangeReason;
}

/** What rates are an answer to. */
export interface Terms {
  shipment: Partial<Shipment> | undefined;
  extras: Extras;
}

export const sameTerms = (a: Terms, b: Terms) =>
  JSON.stringify([a.shipment, a.extras]) === JSON.stringify([b.shipment, b.extras]);

/** The chosen rate, and what became of it since the shopper chose it. */
export class Choice {
  #rate: Rate | undefined;
  #news: News | undefined;
  #terms: string[] = [];
  /** Why the next rates are asked for, where the shopper has nothing to do with it. */
  #cause: RateChangeReason | undefined;

  get rate(): Rate | undefined {
    return this.#rate;
  }

  /** What the shopper has to be told; gone with the next choice. */
  get news(): News | undefined {
    return this.#news;
  }

  /** @param waits whether it takes the next rates to know what is chosen, and at what price */
  choose(rate: Rate | undefined, reason: RateChangeReason, waits = !rate): Change {
    const previous = this.#rate;
    this.#cause = waits ? reason : undefined;
    this.#rate = rate;
    this.#news = undefined;
    return { rate, previous, reason };
  }

  /** What becomes of the choice with these rates; undefined where there is nothing to tell. */
  settle(key: string | null, rates: readonly Rate[], { shipment, extras }: Terms): Change | undefined {
    const before = this.#terms;
    const cause = this.#cause;
    this.#cause = undefined;
    this.#terms = [JSON.stringify(shipment), JSON.stringify(extras)];
    const [sameShipment, sameExtras] = this.#terms.map((term, index) => term === before[index]);
    const previous = this.#rate;
    if (key === null) {
      // A sentence about what could not be chosen is true only as long as the same is asked.
      if (!(sameShipment && sameExtras)) this.#news = undefined;
      return undefined;
    }
    const verdict = keepOrClear(key, previous, rates, extras, sameExtras === true);
    this.#news = newsOf(verdict, key);
    if (verdict.kind === 'cleared') {
      this.#rate = undefined;
      return { rate: undefined, previous, reason: verdict.reason };
    }
    const { rate } = verdict;
    this.#rate = rate;
    if (!previous) return { rate, previous, reason: cause ?? 'preset' };
    if (!sameShipment) return { rate, previous, reason: 'shipment-changed' };
    if (verdict.kind === 'price-changed') return { rate, previous, reason: 'price-changed' };
    // The shopper's own switch: another price, but no news.
    return previous.price === rate.price ? undefined : { rate, previous, reason: cause ?? 'user' };
  }
}
