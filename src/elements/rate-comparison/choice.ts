import type { Rate } from '../../contract/index.ts';
import { keepOrClear } from '../../quote/index.ts';
import type { RateChangeReason } from '../shared/events.ts';
import type { News } from './price-panel.ts';
import type { Quote } from './quote-task.ts';
import { nameOf } from './row.ts';

/** What an event will tell: no choice changes without one. */
export interface Change {
  rate: Rate | undefined;
  previous: Rate | undefined;
  reason: RateChangeReason;
}

/** The chosen rate, and what became of it since the shopper chose it. */
export class Choice {
  #rate: Rate | undefined;
  #news: News | undefined;
  #quote: Quote | undefined;

  get rate(): Rate | undefined {
    return this.#rate;
  }

  /** What the shopper has to be told; gone with the next choice. */
  get news(): News | undefined {
    return this.#news;
  }

  choose(rate: Rate | undefined, reason: RateChangeReason): Change {
    const previous = this.#rate;
    this.#rate = rate;
    this.#news = undefined;
    return { rate, previous, reason };
  }

  /** What becomes of the choice with new rates; undefined where nothing changed. */
  settle(key: string | null, quote: Quote): Change | undefined {
    const last = this.#quote;
    this.#quote = quote;
    if (key === null) return undefined;
    const previous = this.#rate;
    const same = (part: 'shipment' | 'extras') =>
      JSON.stringify(last?.question[part]) === JSON.stringify(quote.question[part]);
    const verdict = keepOrClear(key, previous, quote.rates, quote.question.extras, same('extras'));
    if (verdict.kind === 'cleared') {
      this.#rate = undefined;
      this.#news = { ...verdict, name: verdict.previous ? nameOf(verdict.previous) : key };
      return { rate: undefined, previous, reason: verdict.reason };
    }
    this.#rate = verdict.rate;
    this.#news = verdict.kind === 'price-changed' ? { ...verdict, name: nameOf(verdict.rate) } : undefined;
    if (!previous) return { rate: verdict.rate, previous, reason: 'preset' };
    if (!same('shipment')) return { rate: verdict.rate, previous, reason: 'shipment-changed' };
    if (verdict.kind === 'price-changed') return { rate: verdict.rate, previous, reason: 'price-changed' };
    // The shopper's own switch: another price, but no news.
    return previous.price === verdict.rate.price ? undefined : { rate: verdict.rate, previous, reason: 'user' };
  }
}
