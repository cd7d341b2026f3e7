import type { PropertyDeclarations } from 'lit';
import { InvalidRequestError } from '../../client/index.ts';
import { perExtra, type Rate, type Rupiah } from '../../contract/index.ts';
import type { PaidBreakdown } from '../../quote/index.ts';
import { asError } from '../core/asking.ts';
import type { ChosenParcel } from '../core/events.ts';
import { always, flag, objectOf } from '../core/page-input.ts';
import { type ComparisonStatus, comparisonStates } from '../core/prices.ts';
import type { FieldContent } from '../core/ship-field.ts';
import { upcoming } from '../core/update.ts';
import * as views from '../core/views.ts';
import type { RateComparisonElement } from '../rates/rate-comparison-element.ts';
import { RateField } from '../rates/rate-field.ts';
import { parcelsLanguages } from '../words/languages.ts';
import type { Languages } from '../words/locale.ts';
import { errorSentence } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';
import {
  boughtOf,
  chosenOf,
  keptIn,
  type Parcel,
  type Part,
  readParcels,
  statusOf,
  submittedOf,
  sumsOf,
  waitingOf,
} from './basket.ts';
import { waitingSentence } from './bill.ts';
import { Comparisons } from './comparisons.ts';

/** A basket of one parcel, of which the page says nothing but what it sets on the element. */
const unnamed: readonly Parcel[] = [{ name: '' }];

/** What a page sets and reads of the rates for several parcels. */
export abstract class ParcelsField extends RateField {
  static override properties: PropertyDeclarations = {
    parcels: { hasChanged: always },
    partial: { converter: flag },
    payButton: { attribute: 'pay-button', converter: flag },
  };

  /** @internal */
  static override readonly languages: Languages<Words> = parcelsLanguages;

  /** At most so many rates of a parcel are in its short list: 4 by default, and 3 where there are several parcels. */
  override rows = 0;

  /** The others can be bought without a parcel that no courier delivers. Otherwise they wait for it. */
  partial = false;

  /** Shows a button beside the sum, which submits the form and says what is paid now. Otherwise the page has its own. */
  payButton = false;

  #parcels: readonly Parcel[] = [];
  #problem: Error | undefined;
  protected readonly comparisons = new Comparisons(this, () => {
    this.sync();
    this.requestUpdate();
  });

  /**
   * The parcels. As an attribute: JSON. A copy: set it again after changing it. Without any it is one parcel, of the element's own `shipment`,
   * `cart` and amounts. Several have their own.
   */
  get parcels(): readonly Parcel[] {
    return this.#parcels;
  }

  set parcels(given: readonly Parcel[] | string | null | undefined) {
    let problem: Error | undefined;
    try {
      const { parcels, problems } = readParcels(objectOf(given));
      if (problems.length) problem = new InvalidRequestError('quoteRates', problems);
      // What is on screen stays until the page has corrected it.
      if (!problem) this.#parcels = parcels;
    } catch (thrown) {
      problem = new InvalidRequestError('quoteRates', [{ path: 'parcels', remedy: asError(thrown).message }], thrown);
    }
    this.#problem = problem;
    if (problem) this.store.dispatch({ type: 'report', error: problem });
    this.requestUpdate();
  }

  /** What the form submits: a JSON list of parcels, each with its service. Null until each has one. Setting it chooses, and fires no event. */
  override get value(): string | null {
    return this.wrong ? null : submittedOf(this.bought);
  }

  override set value(given: string | null | undefined) {
    if (given) this.comparisons.choose('set-value', keptIn(given));
    else for (const one of this.comparisons.all) one.value = null;
  }

  /** The services that are chosen at first, in the same form. */
  override get defaultValue(): string | null {
    return this.getAttribute('value');
  }

  override set defaultValue(given: string | null | undefined) {
    this.comparisons.choose('set-default', keptIn(given));
  }

  /** The chosen rate of a single parcel. `chosen` has those of several. */
  override get rate(): Rate | undefined {
    return this.single?.rate;
  }

  /** The parts of its price, and how it is paid. Undefined of several parcels, and if the service's numbers do not add up. */
  override get breakdown(): PaidBreakdown | undefined {
    return this.single?.breakdown;
  }

  /** Each parcel with its rate, and what is paid for it. */
  get chosen(): readonly ChosenParcel[] {
    return this.parts.map(chosenOf);
  }

  /** Rupiah that are paid before anything is sent: with the goods, if each parcel says what they cost. Undefined until each has a choice. */
  get payNow(): Rupiah | undefined {
    return this.value ? sumsOf(this.bought).now : undefined;
  }

  /** The status of the whole. */
  get status(): ComparisonStatus {
    return statusOf(this.parts);
  }

  /** Why rates could not be asked, or what is wrong with the parcels. */
  get error(): Error | undefined {
    return this.wrong ?? this.comparisons.all.map(({ error }) => error).find(Boolean);
  }

  /** Asks for the rates of all parcels again. */
  override async refresh(): Promise<void> {
    await Promise.all(this.comparisons.all.map((one) => one.refresh()));
  }

  override focus(options?: FocusOptions): void {
    this.#anchor?.focus(options);
  }

  override formResetCallback(): void {
    super.formResetCallback();
    const { insurance, cashOnDelivery } = this;
    this.comparisons.reset({ insurance, cashOnDelivery });
  }

  /** The browser brings back what it has kept. Anything else is ignored. */
  override formStateRestoreCallback(state: string | File | FormData | null): void {
    const kept = keptIn(state);
    const all = [...kept.values()];
    if (!all.length) return;
    const switches = perExtra((name) => all.some((one) => one.switches[name]));
    super.formStateRestoreCallback(JSON.stringify({ value: null, ...switches }));
    // After the next update, which sets the switches of all: one parcel may have had others.
    this.comparisons.choose('restore', kept);
    this.requestUpdate();
  }

  /** @internal Each comparison asks for its own rates. */
  override own(): void {}

  /** @internal */
  override get ratesRoot(): undefined {
    return undefined;
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const { status } = this;
    return { ...super.states, ...Object.fromEntries(comparisonStates.map((name) => [name, name === status])) };
  }

  /** @internal */
  protected override get content(): FieldContent | undefined {
    return {
      value: this.value,
      beside: {},
      restorable: JSON.stringify(
        this.parts.map(({ name, state }) => ({
          ...{ parcel: name, service: views.chosenKey(state) },
          ...views.requestedSwitches(state),
        })),
      ),
      missingSentence: () => {
        const { words } = this.voice;
        return this.wrong ? errorSentence(this.wrong, words) : waitingSentence(waitingOf(this.bought), this.voice);
      },
      anchor: () => this.#anchor,
    };
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    for (const part of this.comparisons.all) if (part.isConnected) await part.updateComplete;
    return isComplete;
  }

  /** What the page has set wrong, of the parcels or of all that they share. */
  protected get wrong(): Error | undefined {
    return this.#problem ?? upcoming(this.state).input.problem;
  }

  /** The parcels on screen. */
  protected get list(): readonly Parcel[] {
    return this.#parcels.length ? this.#parcels : unnamed;
  }

  protected get single(): RateComparisonElement | undefined {
    return this.list.length > 1 ? undefined : this.comparisons.all[0];
  }

  protected get parts(): readonly Part[] {
    return this.comparisons.all.flatMap(({ state }, index) => {
      const parcel = this.list[index];
      return parcel && state ? { name: parcel.name, state } : [];
    });
  }

  protected get bought(): readonly Part[] {
    return boughtOf(this.parts, this.partial);
  }

  /** The rates of the first parcel that waits for the shopper, or of the first one. */
  get #anchor(): HTMLElement | undefined {
    const [waiting] = waitingOf(this.bought);
    const index = this.parts.findIndex(({ name }) => name === waiting?.name);
    return this.comparisons.all[Math.max(0, index)];
  }
}
