import type { PropertyValues } from 'lit';
import type { Rate } from '../../contract/index.ts';
import { breakdown, findRate, obstacle, serviceKey } from '../../quote/index.ts';
import { ShipExtrasChangeEvent, ShipRateChangeEvent } from '../shared/events.ts';
import type { News } from '../shared/news.ts';
import { type BroughtBack, type Kept, ShipmentFieldElement } from '../shared/shipment-field-element.ts';
import { type Change, Choice, type Terms } from './choice.ts';
import type { ComparisonStatus } from './list.ts';

/** The part of a comparison that knows which rate is chosen, and tells the page what became of it. */
export abstract class ChosenRateElement extends ShipmentFieldElement {
  protected readonly choice = new Choice();
  /** To be told as soon as value, form and screen say the same. */
  protected readonly untold: Event[] = [];
  /** Settled since the last update; undefined where nothing was brought back. */
  #broughtBack: string | null | undefined;

  get rate(): Rate | undefined {
    return this.choice.rate;
  }

  /** @internal What became of the choice when rates were asked anew. */
  get news(): News | undefined {
    return this.choice.news;
  }

  abstract get rates(): readonly Rate[];
  abstract get status(): ComparisonStatus;

  /** @internal */
  override bringBack(kept: Kept, reason: BroughtBack): void {
    const moved = kept.insured !== this.insured || kept.cashOnDelivery !== this.cashOnDelivery;
    super.bringBack(kept, reason);
    this.#broughtBack = this.value;
    if (moved) this.untold.push(new ShipExtrasChangeEvent(this));
    const rate = this.offered(this.value);
    const change = this.choice.choose(rate, reason, moved || !rate);
    // One that nobody has been asked about yet is held until there are rates.
    const gone = !rate && this.value && this.status === 'ready';
    if (gone && reason === 'restored') this.settleChoice();
    else {
      if (gone) this.keep(null);
      if (reason === 'reset' || rate !== change.previous) this.#tell(change);
    }
    this.syncForm();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    // A default that the page has changed as well; the first one comes before there is anything to choose from.
    const set = changed.has('value') || changed.get('defaultValue') !== undefined;
    if (set && this.value !== this.#broughtBack) this.#hold();
    this.#broughtBack = undefined;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    for (const event of this.untold.splice(0)) this.dispatchEvent(event);
  }

  /** The row of a service, where it can be chosen as the switches stand. */
  protected offered(key: string | null): Rate | undefined {
    const rate = findRate(this.rates, key);
    return rate && !obstacle(rate, this.extras) ? rate : undefined;
  }

  protected settleChoice(terms: Terms = { shipment: this.shipment, extras: this.extras }): void {
    const change = this.choice.settle(this.value, this.rates, terms);
    if (!change) return;
    if (!change.rate) this.value = null;
    this.#tell(change);
  }

  /** A value that the page has set: chosen where it is quoted, explained where it is not, held until there are rates. */
  #hold(): void {
    const { value, rate } = this;
    if (rate && serviceKey(rate) === value) return;
    const offered = this.offered(value);
    if (value && !offered && this.status === 'ready') this.settleChoice();
    else this.choice.choose(offered, 'preset');
  }

  #tell({ rate, previous, reason }: Change): void {
    this.untold.push(new ShipRateChangeEvent({ rate, previous, reason, breakdown: rate && breakdown(rate) }));
    this.requestUpdate();
  }
}
