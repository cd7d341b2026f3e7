import type { Rate } from '../../contract/index.ts';
import { findRate, keepOrClear, type SettledExtras, type Shipment, serviceKey } from '../../quote/index.ts';
import type { RateChangeReason } from '../shared/events.ts';
import { type News, newsOf } from '../shared/news.ts';
import { asText } from './terms.ts';

/** What rates are an answer to. */
export interface QuotedFor {
  shipment: Partial<Shipment> | undefined;
  /** Codes that the page wants compared; none means all. */
  couriers: readonly string[];
  extras: SettledExtras;
}

/** The same, to compare by. */
interface Texts {
  shipment: unknown;
  extras: string;
}

/** What holding the choice against rates has come to. */
export interface Held {
  /** Why it is another one, or at another price. */
  reason: RateChangeReason;
  /** It is told even where nothing else is chosen than before. */
  always: boolean;
}

/** The service that is chosen, and its rate: kept in mind while it rests, cleared where it is gone, never replaced. */
export class Choice {
  /** Undefined for the default, null for none. */
  #value: string | null | undefined;
  #default: string | null = null;
  /** The page has set a value that has not been looked up among the rates. */
  isUnresolved = false;
  #rate: Rate | undefined;
  #news: News | undefined;
  /** A form has brought it back, and the next rates say what it is, and at what price. */
  #reason: 'reset' | 'restored' | undefined;
  /** What the rates were an answer to when it was held against them last. */
  #heldAgainst: Texts = { shipment: '', extras: '' };

  /** `jne/reg` */
  get key(): string | null {
    return (this.#value === undefined ? this.#default : this.#value) || null;
  }

  get default(): string | null {
    return this.#default;
  }

  /** Its rate as it was quoted last; the one before while another service is set and not looked up. */
  get rate(): Rate | undefined {
    return this.#rate;
  }

  get news(): News | undefined {
    return this.#news;
  }

  /** The page sets it. Set to what it is, it says nothing new: frameworks set everything again. */
  set(key: string | null, current: string | null): void {
    this.isUnresolved ||= key !== current;
    this.#value = key;
  }

  setDefault(key: string | null): void {
    this.isUnresolved ||= key !== this.#default;
    this.#default = key;
  }

  /** The shopper chooses it. */
  choose(rate: Rate): void {
    this.#value = serviceKey(rate);
    this.take(rate);
  }

  /**
   * Takes a rate for the key that is set; ends what was said before.
   * @param reason why it was set, to be told with the next rates
   */
  take(rate: Rate | undefined, reason?: 'reset' | 'restored'): void {
    this.isUnresolved = false;
    this.#rate = rate;
    this.#reason = reason;
    this.#news = undefined;
  }

  /** @param key undefined for the default */
  restore(key: string | null | undefined, reason: 'reset' | 'restored'): void {
    this.#value = key;
    this.take(undefined, reason);
  }

  clear(): void {
    this.#value = null;
    this.#rate = undefined;
  }

  /** Whether the rates that it was held against last are for this shipment, and asked with these extras. */
  isHeldAgainst(texts: Texts): { shipment: boolean; extras: boolean } {
    const held = this.#heldAgainst;
    return { shipment: held.shipment === texts.shipment, extras: held.extras === texts.extras };
  }

  /**
   * Holds it against rates: it is kept, or cleared with a reason, and never replaced.
   * @param rests why it cannot be had as switches and picks stand
   * @param told what the page knows to be chosen
   * @param isLatest whether nothing else is asked: only then is a service gone that is not among them
   * @returns undefined where there is nothing to tell
   */
  hold(
    rates: readonly Rate[],
    quotedFor: QuotedFor,
    rests: (rate: Rate) => RateChangeReason | undefined,
    told: Rate | undefined,
    isLatest: boolean,
  ): Held | undefined {
    const { shipment, couriers, extras } = quotedFor;
    const texts = { shipment: asText(shipment, shipment), extras: JSON.stringify(extras) };
    const same = this.isHeldAgainst(texts);
    this.#heldAgainst = texts;
    const { key } = this;
    const rate = findRate(rates, key);
    if (key !== null && !rate && !isLatest) return undefined;
    const reason = this.#reason;
    this.#reason = undefined;
    this.isUnresolved = false;
    if (key === null) {
      // What could not be chosen is explained only as long as the same is asked.
      if (!same.shipment || !same.extras) this.#news = undefined;
      return undefined;
    }
    const kept = this.#rate && serviceKey(this.#rate) === key ? this.#rate : undefined;
    const verdict = keepOrClear(key, kept, rates, extras, same.extras);
    this.#rate = rate;
    if (!rate) {
      this.#value = null;
      this.#news = newsOf(verdict, key, couriers);
      return { reason: 'service-unavailable', always: true };
    }
    this.#news = verdict.kind === 'price-changed' ? newsOf(verdict, key) : undefined;
    const resting = rests(rate);
    if (resting) return { reason: resting, always: !kept };
    if (!told) return { reason: reason ?? (kept ? 'restored' : 'preset'), always: false };
    if (!kept) return { reason: reason ?? 'preset', always: false };
    if (!same.shipment) return { reason: 'shipment-changed', always: true };
    if (verdict.kind === 'price-changed') return { reason: 'price-changed', always: false };
    // The shopper's own switch: another price, but no news.
    return { reason: reason ?? 'user', always: false };
  }
}
