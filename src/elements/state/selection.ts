import { type Rate, sameAmount } from '../../contract/index.ts';
import {
  type Addition,
  additionOf,
  type Breakdown,
  breakdown,
  type ExtraName,
  extraRows,
  findRate,
  isSameSwitches,
  type LockReason,
  type Obstacle,
  obstacle,
  orderedWith,
  type Repairs,
  type RowOrder,
  repairsOf,
  type Switches,
  serviceKey,
  switches,
  switchesInForce,
} from '../../quote/index.ts';
import { isOffline } from '../shared/error-sentence.ts';
import type { RateChangeReason } from '../shared/events.ts';
import { type ChoiceNews, restingNews } from '../shared/news.ts';
import { remembered } from '../shared/remembered.ts';
import { Choice, type Held, type QuotedFor } from './choice.ts';
import { Inquiry } from './inquiry.ts';
import { Listing } from './listing.ts';
import { asText, isSameSubject, type Question, type Quote } from './terms.ts';

export const comparisonStates = ['incomplete', 'loading', 'stale', 'empty', 'error', 'offline'] as const;
export type ComparisonStatus = (typeof comparisonStates)[number] | 'ready';

export interface RateChange {
  rate: Rate | undefined;
  previous: Rate | undefined;
  reason: RateChangeReason;
}

/** `now`: the shopper has just clicked. */
interface Now {
  now?: true;
}

/** What a page, or a screen reader, has to be told of. */
export type SelectionNotice =
  /** The shopper has changed something; what exactly follows. */
  | { type: 'input' }
  | ({ type: 'rate' } & RateChange & Now)
  | { type: 'switches'; by: 'shopper' | 'form' }
  /** What has become too much for a courier was switched off; what nobody has said the price of was put back. */
  | { type: 'switches'; by: 'limit' | 'service'; names: readonly ExtraName[] }
  | { type: 'couriers'; couriers: readonly string[] }
  /**
   * Other rates than before: by a quote, or of the page's own, for which there is none. `again` where it answers what had been
   * answered before; `computed` where it is the one before, as switches and picks stand now.
   */
  | ({ type: 'rates'; quote?: Quote; again: boolean; computed?: true } & Now)
  | { type: 'failed'; error: Error };

/** A field's state as a form's reset or a reloaded page brings it back. */
export interface FieldState extends Partial<Switches> {
  /** Undefined for the default. */
  value: string | null | undefined;
}

/** A choice that is kept in mind, and not submitted: it comes back when nothing hides it or stands in its way any more. */
export interface Resting {
  rate: Rate;
  /** The shopper has picked other couriers, or a switch is on that it cannot do. */
  because: 'couriers' | Obstacle;
}

/** A combination of the switches whose price could not be had: they were put back. */
export interface Unpriced {
  names: readonly ExtraName[];
  error: Error;
}

/** Which question the rates answer, and how they are arranged. */
interface Arranged {
  readonly question: Question | undefined;
  /** The switches as they were wished for when the prices were had. */
  readonly wishes: Switches;
  /** Switches and picks as they stood then, as a text. */
  readonly by: string;
}

/** What was changed, and is to be told. */
interface Change {
  readonly rates: boolean;
  readonly held: Held | undefined;
}

/**
 * What is asked, quoted and chosen, and what became of the choice: the only writer of all that. The outermost element owns
 * one, its parts show it and hand it what the shopper intends.
 */
export class Selection extends Inquiry<SelectionNotice> {
  readonly #listing = new Listing();
  readonly #choice = new Choice();
  readonly #isOffline: () => boolean;
  /** The same news is the same object: what was said of it stands. */
  readonly #restingNews = remembered(restingNews);
  /** The page's own rates, and the switches, that were taken last. */
  #taken: { given?: unknown; switched?: string } = {};
  #asking = false;
  #quote: Quote | undefined;
  /** Its question, to compare by. */
  #answered: unknown;
  #error: Error | undefined;
  #unpriced: Unpriced | undefined;
  /** What the rates stand for. */
  #arranged: Arranged | undefined;
  /** What the page knows to be chosen. */
  #told: Rate | undefined;

  constructor(offline: () => boolean = isOffline) {
    super();
    this.#isOffline = offline;
  }

  // What the page sets

  /**
   * The chosen service, `jne/reg`, null while it rests; one that the page sets is looked up among the rates once all is set.
   * While an order is under way it stays what is ordered, and what is set waits.
   */
  get value(): string | null {
    return this.resting ? null : this.#choice.key;
  }

  set value(key: string | null | undefined) {
    if (this.isDeferred(() => (this.value = key))) return;
    // A page that repeats that nothing is chosen has not said that what rests is not to come back.
    if (!this.resting || key) this.#choice.set(key || null, this.value);
    this.notify();
  }

  /** What a page that is loaded again brings back: what rests with it. */
  get keptValue(): string | null {
    return this.#choice.key;
  }

  get defaultValue(): string | null {
    return this.#choice.default;
  }

  set defaultValue(key: string | null) {
    if (this.isDeferred(() => (this.defaultValue = key))) return;
    this.#choice.setDefault(key);
    this.notify();
  }

  // What follows from it

  /** The switches as they are shown and submitted: by what the chosen courier does as well. */
  get switches(): Switches {
    return switchesInForce(this.wishedExtras, this.rate);
  }

  get status(): ComparisonStatus {
    if (this.given) return this.given.rates.length ? 'ready' : 'empty';
    if (this.missing.length) return 'incomplete';
    if (this.#error) return this.#isOffline() ? 'offline' : 'error';
    const answered = !this.#asking && this.#isAnswered && !this.lacking.length;
    if (!answered) return this.#listing.all.length ? 'stale' : 'loading';
    return this.#listing.rates.length ? 'ready' : 'empty';
  }

  get error(): Error | undefined {
    return this.given ? undefined : this.#error;
  }

  /** The latest answer. */
  get quote(): Quote | undefined {
    return this.#quote;
  }

  /** Couriers that have to be asked with the switches as they stand: nothing that was answered tells their prices. */
  get lacking(): readonly string[] {
    return this.#isAnswered ? this.#listing.lacking(this.#switched) : [];
  }

  /** The switches whose price is being asked. */
  get waiting(): readonly ExtraName[] {
    return this.lacking.length ? this.#switchedSince : [];
  }

  /** The switches whose price could not be had, and why; gone with the next switch or answer. */
  get unpriced(): Unpriced | undefined {
    return this.#unpriced;
  }

  /** As they are shown, in their order: of the couriers that the shopper has picked. */
  get rates(): readonly Rate[] {
    return this.#listing.rates;
  }

  /** All that were quoted, those that the shopper's pick of couriers hides among them. */
  get allRates(): readonly Rate[] {
    return this.#listing.all;
  }

  get rowOrder(): RowOrder {
    return this.#listing.order;
  }

  /** What a switch adds to the price: of the chosen rate, or the least of those that are shown where none is, or it rests. */
  additionOf(name: ExtraName): Addition {
    const switched = { ...this.#switched, [name]: true };
    return additionOf(name, this.given ? [] : this.#listing.quoted(switched), this.resting ? null : this.#choice.key);
  }

  /** The chosen rate, as the switches stand; undefined while it rests. */
  get rate(): Rate | undefined {
    return this.resting ? undefined : this.#choice.rate;
  }

  /** The choice that cannot be had for now. */
  get resting(): Resting | undefined {
    const { rate, key } = this.#choice;
    if (!rate || serviceKey(rate) !== key) return undefined;
    const { picks } = this;
    if (picks.length && !picks.includes(rate.courier_code)) return { rate, because: 'couriers' };
    const because = obstacle(rate, this.extras);
    return because && { rate, because };
  }

  /** What helps where a switch stands in the way of the choice. */
  get repairs(): Repairs | undefined {
    const { resting } = this;
    return resting && resting.because !== 'couriers' ? repairsOf(resting.rate, this.rates, this.extras) : undefined;
  }

  /** The chosen rate's, for the form: what the shop's server may trust. */
  get offer(): string | undefined {
    return (this.submittable && this.rate?.offer) || undefined;
  }

  /** The parts of its price; undefined where the service's numbers do not add up. */
  get breakdown(): Breakdown | undefined {
    return this.rate && breakdown(this.rate);
  }

  /** What the shopper has to be told of the choice; gone with the next one. */
  get news(): ChoiceNews | undefined {
    const { resting } = this;
    return resting ? this.#restingNews(resting.rate, resting.because) : this.#choice.news;
  }

  /** The switches that the chosen courier keeps on, whatever is asked, and why. */
  get keptOn(): { name: ExtraName; reason: LockReason }[] {
    return extraRows.flatMap(({ property: name, lock }) => {
      const locked = lock(this.wishedExtras, this.rate);
      return locked?.on ? { name, reason: locked.reason } : [];
    });
  }

  /** A choice that may be sent: quoted for this very shipment, and possible as the switches stand. */
  get submittable(): boolean {
    const { rate } = this;
    return rate !== undefined && !this.missing.length && this.#isQuoted && serviceKey(rate) === this.value;
  }

  /** The service whose row is marked: none where rates in sight are another shipment's and no others are on their way. */
  get marked(): string | null {
    return this.error && !this.submittable ? null : this.value;
  }

  // What the shopper intends

  /** Chooses a rate that can be had; any other intention comes to nothing. */
  choose(key: string): void {
    this.readAgain();
    const rate = findRate(this.rates, key);
    if (!rate || obstacle(rate, this.extras) || this.isFrozen) return;
    const previous = this.#told;
    this.#choice.choose(rate);
    this.#told = rate;
    this.notify({ type: 'input' });
    // At the first word of it the page may have set another one.
    if (this.value === key) this.notify({ type: 'rate', now: true, rate, previous, reason: 'user' });
  }

  switch(name: ExtraName, on: boolean): void {
    if (this.isFrozen) return;
    this.readAgain();
    this.#unpriced = undefined;
    this.setExtras({ [name]: on });
    const change = this.#rearrange();
    this.notify({ type: 'input' });
    // Put back by the page at the first word of it, nothing has happened.
    if (this.getExtra(name) !== on) this.#rearrange();
    else {
      this.notify({ type: 'switches', by: 'shopper' });
      this.#tell(change, true);
    }
  }

  /** @param couriers courier codes out of those that the page wants compared; none means all */
  compare(couriers: readonly string[]): void {
    if (this.isFrozen) return;
    const { offeredCouriers } = this;
    const picks = couriers.filter((code) => !offeredCouriers.length || offeredCouriers.includes(code));
    this.setTerms({ picks });
    const change = this.#rearrange();
    this.notify({ type: 'couriers', couriers: picks });
    this.#tell(change, true);
  }

  sortBy(rowOrder: RowOrder): void {
    this.#listing.order = rowOrder;
    this.notify();
  }

  // What a form brings back

  /** @param reason a form's reset, or a page that is loaded again */
  restore(state: FieldState, reason: 'reset' | 'restored'): void {
    if (this.isDeferred(() => this.restore(state, reason))) return;
    const { value, ...kept } = state;
    const wished = switches(({ property }) => kept[property] === true);
    const switched = !isSameSwitches(wished, this.wishes);
    this.setExtras(wished);
    const change = this.#rearrange();
    this.#choice.restore(value, reason);
    const rate = findRate(this.#listing.all, this.#choice.key);
    const lost = this.#choice.key !== null && this.#isCurrent && !rate;
    if (rate) this.#choice.take(rate, this.#isCurrent ? undefined : reason);
    if (switched) this.notify({ type: 'switches', by: 'form' });
    if (change?.rates) this.#tell({ ...change, held: undefined });
    if (lost && reason === 'restored') this.#tell({ rates: false, held: this.#hold() });
    else {
      if (lost) this.#choice.clear();
      const rests = rate && reason === 'restored' ? this.#restsFor(rate) : undefined;
      this.#tell({
        rates: false,
        held: { reason: rests ?? reason, always: reason === 'reset' || rests !== undefined },
      });
    }
    this.notify();
  }

  // What the service says

  /** A question is on its way. */
  ask(): void {
    this.#asking = true;
    this.#error = undefined;
    this.notify();
  }

  /** What was asked is wanted no more, and nothing else. */
  stopAsking(): void {
    this.#asking = false;
    this.notify();
  }

  answer(quote: Quote): void {
    const { question } = quote;
    const answered = asText(question, question.shipment);
    const same = this.#quote !== undefined && this.#answered === answered;
    this.#asking = false;
    this.#error = undefined;
    this.#unpriced = undefined;
    this.#quote = quote;
    this.#answered = answered;
    this.#listing.take(quote, same);
    // Switched meanwhile to what this says nothing of: it is asked for, and what is shown stays.
    if (this.#listing.lacking(this.#switched).length) this.notify();
    else {
      const again = isSameSubject(this.#arranged?.question, question);
      this.#arrange();
      const held = this.#hold();
      this.notify({ type: 'rates', quote, again });
      this.#tell({ rates: false, held });
    }
  }

  /** One row, as it is offered now for the switches as they stand: the shopper hears that its price has moved. */
  reprice(rate: Rate): void {
    const answers = [{ asked: orderedWith(this.#switched, rate), couriers: [], rates: [rate] }];
    if (this.#quote) this.answer({ ...this.#quote, answers, part: true, quiet: true });
  }

  /** Nobody has answered. Switches whose price was asked are put back: what they say and the total never differ. */
  fail(error: Error): void {
    this.#asking = false;
    const names = this.waiting;
    if (names.length) {
      this.setExtras(Object.fromEntries(names.map((name) => [name, this.#arranged?.wishes[name]])));
      this.#unpriced = { names, error };
      const change = this.#rearrange();
      this.notify({ type: 'switches', by: 'service', names });
      this.#tell(change);
    } else this.#error = error;
    this.notify({ type: 'failed', error });
  }

  // When things come together

  settle(): void {
    this.readAgain();
    if (!this.isFrozen) this.#switchOffAboveLimit();
    const given = this.#newlyGiven();
    // A value that comes with rates of the page's own is looked up among them, not among the ones before.
    if (this.#choice.isUnresolved && !this.isFrozen) this.#resolve(given !== undefined);
    if (!given) this.#tell(this.#rearrange());
    else {
      this.#listing.give(given, this.picks);
      this.#arranged = undefined;
      this.#tell({ rates: true, held: this.#hold() });
    }
  }

  /** The switches as they are asked for: with no rate in view. */
  get #switched(): Switches {
    const { extras } = this;
    return switches(({ property }) => extras[property]);
  }

  /** What the shopper or the page has switched since prices were had. */
  get #switchedSince(): ExtraName[] {
    const { wishes } = this;
    return extraRows.flatMap(({ property }) =>
      this.#arranged && wishes[property] !== this.#arranged.wishes[property] ? property : [],
    );
  }

  get #isAnswered(): boolean {
    const { question } = this.reading.texts;
    return !this.given && this.#quote !== undefined && this.#answered === question;
  }

  /** Whether what is shown answers what is asked now. */
  get #isCurrent(): boolean {
    const { status } = this;
    return status === 'ready' || (status === 'empty' && this.#listing.all.length > 0);
  }

  /** Whether the rates are for this shipment; where others could not be had, for the switches as they stand as well. */
  get #isQuoted(): boolean {
    const { shownShipment, reading } = this;
    // Whatever the page has changed in place: this is what is ordered.
    const shipment = asText(shownShipment, shownShipment);
    const quoted = this.#choice.isHeldAgainst({ shipment, extras: reading.texts.extras });
    return this.given !== undefined || (quoted.shipment && (!this.error || quoted.extras));
  }

  /** What the rates are for. */
  get #quotedFor(): QuotedFor {
    const { given, extras } = this;
    const question = given ? undefined : this.#quote?.question;
    if (!question) return { shipment: this.shownShipment, couriers: [], extras };
    const { shipment, couriers } = question;
    return { shipment, couriers, extras: { ...question.extras, ...this.#switched } };
  }

  #restsFor(rate: Rate): RateChangeReason | undefined {
    if (this.#isHidden(rate)) return 'couriers-changed';
    return obstacle(rate, this.extras) && 'not-eligible';
  }

  #isHidden({ courier_code }: Rate): boolean {
    return this.picks.length > 0 && !this.picks.includes(courier_code);
  }

  #hold(): Held | undefined {
    const rests = (rate: Rate) => this.#restsFor(rate);
    const isLatest = this.status === 'ready' || this.status === 'empty';
    return this.#choice.hold(this.#listing.all, this.#quotedFor, rests, this.#told, isLatest);
  }

  /** @returns whether there are other rates than before */
  #arrange(): boolean {
    this.#arranged = { question: this.#quote?.question, wishes: this.wishes, by: this.#by };
    return this.#listing.arrange(this.#switched, this.picks);
  }

  /** How rates are to be arranged, as a text. */
  get #by(): string {
    return JSON.stringify([this.#switched, this.picks]);
  }

  /**
   * Brings rates and choice to the switches and the picks as they stand: by arithmetic, and where the service has to be asked for
   * the prices, as far as can be said without it.
   */
  #rearrange(): Change | undefined {
    if (this.given || !this.#arranged || (this.#arranged.by === this.#by && this.#isAnswered)) return undefined;
    if (this.#isAnswered && !this.lacking.length) return { rates: this.#arrange(), held: this.#hold() };
    this.#arranged = { ...this.#arranged, by: '' };
    const rates = this.#listing.arrange(undefined, this.picks);
    const { rate } = this.#choice;
    return { rates, held: { reason: (rate && this.#restsFor(rate)) ?? 'restored', always: false } };
  }

  /** Tells of rates, then of the choice where it is another one than the page was told last. */
  #tell(change: Change | undefined, now?: true): void {
    const at = now ? { now } : {};
    const quote = this.given ? undefined : this.#quote;
    if (change?.rates) this.notify({ type: 'rates', ...(quote && { quote, computed: true }), again: false, ...at });
    const [rate, previous] = [this.rate, this.#told];
    // The page may have set another value at a word of it.
    if (!change?.held || (rate && serviceKey(rate) !== this.value)) return;
    const { reason, always } = change.held;
    this.#told = rate;
    if (always || !isSameChoice(rate, previous)) this.notify({ type: 'rate', rate, previous, reason, ...at });
  }

  /**
   * A value of the page's: chosen where it is quoted, explained where it is not, held until there are rates.
   * @param waits whether other rates are just about to be taken
   */
  #resolve(waits: boolean): void {
    const { key, rate: chosen } = this.#choice;
    const found = waits ? undefined : findRate(this.#listing.all, key);
    const rate = found && !this.#restsFor(found) ? found : undefined;
    if (chosen && serviceKey(chosen) === key) this.#choice.isUnresolved = false;
    else if (key !== null && !waits && this.#isCurrent && !rate) this.#tell({ rates: false, held: this.#hold() });
    else {
      this.#choice.take(rate);
      this.#told = this.rate;
      this.notify();
    }
  }

  /** Rates of the page's own that are new, or that other switches are to be held against. */
  #newlyGiven(): readonly Rate[] | undefined {
    const { given } = this;
    const switched = this.#by;
    const isKnown = given === this.#taken.given && switched === this.#taken.switched;
    this.#taken = { given, switched };
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
    this.setExtras(Object.fromEntries(names.map((name) => [name, false])));
    this.notify({ type: 'switches', by: 'limit', names });
  }
}

/** Whether a page that knows one choice has nothing to learn of the other. */
const isSameChoice = (a: Rate | undefined, b: Rate | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && serviceKey(a) === serviceKey(b) && sameAmount(a.price, b.price));
