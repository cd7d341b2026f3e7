import type { Rate } from '../../contract/index.ts';
import {
  type Breakdown,
  breakdown,
  type ExtraName,
  extraRows,
  findRate,
  keepOrClear,
  keepRowOrder,
  type LockReason,
  obstacle,
  orderRows,
  type RowOrder,
  type Switches,
  serviceKey,
  switches,
  switchesInForce,
} from '../../quote/index.ts';
import { isOffline } from '../shared/error-sentence.ts';
import type { RateChangeReason } from '../shared/events.ts';
import { type News, newsOf } from '../shared/news.ts';
import { Inquiry } from './inquiry.ts';
import { asText, isSameQuestion, isSameShipment, type Quote, type Terms } from './terms.ts';

export const comparisonStates = ['incomplete', 'loading', 'stale', 'empty', 'error', 'offline'] as const;
export type ComparisonStatus = (typeof comparisonStates)[number] | 'ready';

export interface RateChange {
  rate: Rate | undefined;
  previous: Rate | undefined;
  reason: RateChangeReason;
}

/** What a page, or a screen reader, has to be told of. */
export type SelectionNotice =
  /** The shopper has changed something; what exactly follows. */
  | { type: 'input' }
  /** `now`: the shopper has just clicked. */
  | ({ type: 'rate'; now?: true } & RateChange)
  | { type: 'switches'; by: 'shopper' | 'form' }
  /** What has become too much for a courier was switched off. */
  | { type: 'switches'; by: 'limit'; names: readonly ExtraName[] }
  | { type: 'couriers'; couriers: readonly string[] }
  /** New rates: of the page's own, or by a quote; `again` where it answers what had been answered before. */
  | { type: 'rates'; quote?: Quote; again: boolean }
  | { type: 'failed'; error: Error };

/** A field's state as a form's reset or a reloaded page brings it back. */
export interface FieldState extends Partial<Switches> {
  /** Undefined for the default. */
  value: string | null | undefined;
}

/**
 * What is asked, quoted and chosen, and what became of the choice: the only writer of all that. The outermost element owns
 * one, its parts show it and hand it what the shopper intends.
 */
export class Selection extends Inquiry<SelectionNotice> {
  /** The page's own rates, and the switches, that were taken last. */
  #taken: { given?: unknown; extras?: string } = {};

  #asking = false;
  #quote: Quote | undefined;
  #error: Error | undefined;
  #rates: readonly Rate[] = [];
  #rowOrder: RowOrder = 'price';

  /** Undefined for the default, null for none. */
  #value: string | null | undefined;
  #default: string | null = null;
  /** The page has set a value that has not been looked up among the rates. */
  #valueSet = false;
  #rate: Rate | undefined;
  #news: News | undefined;
  /** A form has brought the choice back, and the next rates say what it is, and at what price. */
  #reason: 'reset' | 'restored' | undefined;
  /** What the rates were an answer to when the choice was reconciled with them last, as texts. */
  #reconciledWith: { shipment: unknown; extras: unknown } = { shipment: '', extras: '' };
  readonly #isOffline: () => boolean;

  constructor(offline: () => boolean = isOffline) {
    super();
    this.#isOffline = offline;
  }

  // What the page sets

  /** The chosen rate's, for the form: what the shop's server may trust. */
  get offer(): string | undefined {
    return (this.submittable && this.#rate?.offer) || undefined;
  }

  /**
   * The chosen service, `jne/reg`; one that the page sets is looked up among the rates once all is set. While an order is under
   * way it stays what is ordered, and what is set waits.
   */
  get value(): string | null {
    return (this.#value === undefined ? this.#default : this.#value) || null;
  }

  set value(key: string | null | undefined) {
    if (this.isDeferred(() => (this.value = key))) return;
    // Set to what it is, it says nothing new: frameworks set everything again.
    this.#valueSet ||= (key || null) !== this.value;
    this.#value = key || null;
    this.notify();
  }

  get defaultValue(): string | null {
    return this.#default;
  }

  set defaultValue(key: string | null) {
    if (this.isDeferred(() => (this.defaultValue = key))) return;
    this.#valueSet ||= key !== this.#default;
    this.#default = key;
    this.notify();
  }

  // What follows from it

  /** The switches as they are shown and submitted: by what the chosen courier does as well. */
  get switches(): Switches {
    return switchesInForce(this.wishedExtras, this.#rate);
  }

  get status(): ComparisonStatus {
    if (this.given) return this.given.rates.length ? 'ready' : 'empty';
    if (this.missing.length) return 'incomplete';
    if (this.#error) return this.#isOffline() ? 'offline' : 'error';
    const answered = this.#quote && !this.#asking && isSameQuestion(this.#quote.question, this.question);
    if (!answered) return this.#rates.length ? 'stale' : 'loading';
    return this.#rates.length ? 'ready' : 'empty';
  }

  get error(): Error | undefined {
    return this.given ? undefined : this.#error;
  }

  /** The latest answer. */
  get quote(): Quote | undefined {
    return this.#quote;
  }

  /** In the order in which they are shown. */
  get rates(): readonly Rate[] {
    return this.#rates;
  }

  get rowOrder(): RowOrder {
    return this.#rowOrder;
  }

  /** The chosen rate, as it was quoted last. */
  get rate(): Rate | undefined {
    return this.#rate;
  }

  /** The parts of its price; undefined where the service's numbers do not add up. */
  get breakdown(): Breakdown | undefined {
    return this.#rate && breakdown(this.#rate);
  }

  /** What the shopper has to be told of the choice; gone with the next one. */
  get news(): News | undefined {
    return this.#news;
  }

  /** The switches that the chosen courier keeps on, whatever is asked, and why. */
  get keptOn(): { name: ExtraName; reason: LockReason }[] {
    return extraRows.flatMap(({ property: name, lock }) => {
      const locked = lock(this.wishedExtras, this.#rate);
      return locked?.on ? { name, reason: locked.reason } : [];
    });
  }

  /** A choice that may be sent: quoted for this very shipment, and possible as the switches stand. */
  get submittable(): boolean {
    if (!this.#rate || this.missing.length || !this.#isQuoted) return false;
    return serviceKey(this.#rate) === this.value && !obstacle(this.#rate, this.extras);
  }

  /** Whether the rates are for this shipment; where others could not be had, for the switches as they stand as well. */
  get #isQuoted(): boolean {
    const { shipment, extras } = this.#reconciledWith;
    const { shipment: shown, extras: asked } = this.#currentTerms;
    if (this.given) return true;
    return shipment === asText(shown, shown) && (!this.error || extras === JSON.stringify(asked));
  }

  /** The service whose row is marked: none where rates in sight are another shipment's and no others are on their way. */
  get marked(): string | null {
    return this.error && !this.submittable ? null : this.value;
  }

  // What the shopper intends

  /** Chooses a rate that can be had; any other intention comes to nothing. */
  choose(key: string): void {
    const rate = this.#available(key);
    if (!rate || this.isFrozen) return;
    const previous = this.#setRate(rate);
    this.#value = key;
    this.notify({ type: 'input' });
    // At the first word of it the page may have set another one.
    if (this.value === key) this.notify({ type: 'rate', now: true, rate, previous, reason: 'user' });
  }

  switch(name: ExtraName, on: boolean): void {
    if (this.isFrozen) return;
    this.setExtras({ [name]: on });
    this.notify({ type: 'input' });
    if (this.getExtra(name) === on) this.notify({ type: 'switches', by: 'shopper' });
  }

  /** @param couriers courier codes; none means all */
  compare(couriers: readonly string[]): void {
    if (this.isFrozen) return;
    this.setTerms({ couriers: couriers.join(',') });
    this.notify({ type: 'couriers', couriers });
  }

  sortBy(rowOrder: RowOrder): void {
    this.#rowOrder = rowOrder;
    this.#rates = orderRows(this.#rates, rowOrder);
    this.notify();
  }

  // What a form brings back

  /** @param reason a form's reset, or a page that is loaded again */
  restore(state: FieldState, reason: 'reset' | 'restored'): void {
    if (this.isDeferred(() => this.restore(state, reason))) return;
    const { value, ...kept } = state;
    const before = this.wishes;
    const wished = switches(({ property }) => kept[property] === true);
    const switched = extraRows.some(({ property }) => wished[property] !== before[property]);
    this.#value = value;
    this.#valueSet = false;
    this.setExtras(wished);
    if (switched) this.notify({ type: 'switches', by: 'form' });
    const key = this.value;
    const rate = this.#available(key);
    const previous = this.#setRate(rate);
    // Other switches have other prices.
    if (switched || !rate) this.#reason = reason;
    // One that no rates have been asked for yet is held until there are some.
    const unavailable = key !== null && !rate && this.status === 'ready';
    if (unavailable && reason === 'restored') {
      this.#reconcile(this.#currentTerms);
      return;
    }
    if (unavailable) this.#value = null;
    if (reason === 'reset' || rate !== previous) this.notify({ type: 'rate', rate, previous, reason });
    else this.notify();
  }

  // What the service says

  /** A question is on its way. */
  ask(): void {
    this.#asking = true;
    this.#error = undefined;
    this.notify();
  }

  answer(quote: Quote): void {
    const again = this.#quote !== undefined && isSameShipment(this.#quote.question, quote.question);
    this.#asking = false;
    this.#quote = quote;
    this.#accept(quote.rates, quote.question, { type: 'rates', quote, again });
  }

  /** One row, as it is offered now for the switches as they stand: the shopper hears that its price has moved. */
  reprice(rate: Rate): void {
    const key = serviceKey(rate);
    const rates = this.#rates.map((row) => (serviceKey(row) === key ? rate : row));
    if (this.#quote) this.answer({ ...this.#quote, rates, quiet: true });
  }

  fail(error: Error): void {
    this.#asking = false;
    this.#error = error;
    this.notify({ type: 'failed', error });
  }

  // When things come together

  /** Brings together what the page has set: once all of it is set, and before rates are asked. */
  settle(): void {
    if (!this.isFrozen) this.#switchOffAboveLimit();
    const given = this.#newlyGiven();
    // A value that comes with rates of the page's own is looked up among them, not among the ones before.
    if (this.#valueSet && !this.isFrozen) this.#resolveValue(given !== undefined);
    if (given) this.#accept(given, this.#currentTerms, { type: 'rates', again: false });
  }

  get #currentTerms(): Pick<Terms, 'shipment' | 'extras'> {
    return { shipment: this.shownShipment, extras: this.extras };
  }

  /** The rate of a service, where it can be chosen as the switches stand. */
  #available(key: string | null): Rate | undefined {
    const rate = findRate(this.#rates, key);
    return rate && !obstacle(rate, this.extras) ? rate : undefined;
  }

  /** @returns the rate that was chosen before */
  #setRate(rate: Rate | undefined): Rate | undefined {
    const previous = this.#rate;
    this.#rate = rate;
    this.#reason = undefined;
    this.#news = undefined;
    return previous;
  }

  /**
   * A value of the page's: chosen where it is quoted, explained where it is not, held until there are rates.
   * @param waits whether other rates are just about to be taken
   */
  #resolveValue(waits: boolean): void {
    this.#valueSet = false;
    const key = this.value;
    if (this.#rate && serviceKey(this.#rate) === key) return;
    const rate = waits ? undefined : this.#available(key);
    if (key !== null && !rate && !waits && this.status === 'ready') this.#reconcile(this.#currentTerms);
    else {
      this.#setRate(rate);
      this.notify();
    }
  }

  #accept(
    rates: readonly Rate[],
    terms: Pick<Terms, 'shipment' | 'extras'>,
    notice: SelectionNotice & { type: 'rates' },
  ): void {
    this.#error = undefined;
    this.#rates = notice.again ? keepRowOrder(rates, this.#rates) : orderRows(rates, this.#rowOrder);
    this.#reconcile(terms, notice);
  }

  /**
   * Reconciles the choice with the rates: it is kept, or cleared with a reason, and never replaced.
   * @param notice told when the choice is settled, and before what became of it
   */
  #reconcile({ shipment, extras }: Pick<Terms, 'shipment' | 'extras'>, notice?: SelectionNotice): void {
    const before = this.#reconciledWith;
    this.#reconciledWith = { shipment: asText(shipment, shipment), extras: JSON.stringify(extras) };
    const sameShipment = this.#reconciledWith.shipment === before.shipment;
    const sameExtras = this.#reconciledWith.extras === before.extras;
    const reason = this.#reason;
    this.#reason = undefined;
    const key = this.value;
    if (key === null) {
      // What could not be chosen is explained only as long as the same is asked.
      if (!sameShipment || !sameExtras) this.#news = undefined;
      this.notify(notice);
      return;
    }
    const previous = this.#rate;
    const verdict = keepOrClear(key, previous, this.#rates, extras, sameExtras);
    this.#news = newsOf(verdict, key);
    if (verdict.kind === 'cleared') {
      this.#rate = undefined;
      this.#value = null;
    } else this.#rate = verdict.rate;
    this.notify(notice);
    const why = changeReason(verdict, previous, sameShipment, reason);
    if (why) this.notify({ type: 'rate', rate: this.#rate, previous, reason: why });
  }

  /** Rates of the page's own that are new, or that other switches are to be held against. */
  #newlyGiven(): readonly Rate[] | undefined {
    const { given } = this;
    const extras = JSON.stringify(switches(({ property }) => this.extras[property]));
    const isKnown = given === this.#taken.given && extras === this.#taken.extras;
    this.#taken = { given, extras };
    return isKnown ? undefined : given?.rates;
  }

  /** A cart that has grown above what couriers collect: said, not quietly left out of the order. */
  #switchOffAboveLimit(): void {
    const { wishedExtras } = this;
    const above = extraRows.filter(
      ({ property, lock }) => this.getExtra(property) && lock(wishedExtras)?.reason === 'above-limit',
    );
    if (!above.length) return;
    const names = above.map(({ property }) => property);
    const off = Object.fromEntries(names.map((name) => [name, false]));
    this.setExtras(off);
    this.notify({ type: 'switches', by: 'limit', names });
  }
}

/** Why the page is told of the choice once it was reconciled with new rates; undefined where there is nothing to tell. */
function changeReason(
  verdict: ReturnType<typeof keepOrClear>,
  previous: Rate | undefined,
  sameShipment: boolean,
  reason: RateChangeReason | undefined,
): RateChangeReason | undefined {
  if (verdict.kind === 'cleared') return verdict.reason;
  if (!previous) return reason ?? 'preset';
  if (!sameShipment) return 'shipment-changed';
  if (verdict.kind === 'price-changed') return 'price-changed';
  // The shopper's own switch: another price, but no news.
  return previous.price === verdict.rate.price ? undefined : (reason ?? 'user');
}
