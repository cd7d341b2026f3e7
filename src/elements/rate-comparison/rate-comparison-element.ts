import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Rate, Rupiah } from '../../contract/index.ts';
import {
  breakdown,
  declaredValue,
  eligibleFirst,
  findRate,
  keepRowOrder,
  orderRows,
  type Shipment,
  serviceKey,
} from '../../quote/index.ts';
import { codes } from '../shared/converters.ts';
import { errorSentence, offline } from '../shared/error-sentence.ts';
import { ShipExtrasChangeEvent, ShipQuoteEvent, ShipRateChangeEvent } from '../shared/events.ts';
import { ShipmentFieldElement } from '../shared/shipment-field-element.ts';
import { base } from '../shared/styles.ts';
import { type Change, Choice } from './choice.ts';
import { renderExtras } from './extras.ts';
import { type ComparisonStatus, renderList } from './list.ts';
import { newsSentence, renderPricePanel } from './price-panel.ts';
import { type Question, type Quote, QuoteTask } from './quote-task.ts';
import { nameOf } from './row.ts';
import { rowStyles } from './row-styles.ts';
import { styles } from './styles.ts';

/** The native `input` of an inner radio or switch would escape: the host dispatches its own, state first. */
const stop = (event: Event) => event.stopPropagation();

/**
 * Lets the shopper compare the couriers' rates for a shipment, with insurance and cash on delivery, and choose one.
 *
 * @tag ship-rate-comparison
 * @slot legend - the heading
 * @slot loading - shown while the first rates are on their way
 * @slot incomplete - shown while the shipment lacks something
 * @slot empty - shown when no courier serves the lane
 * @slot error - shown when the rates could not be asked
 * @slot offline - shown when there is no connection
 * @csspart list - the rates
 * @csspart row - one rate
 * @csspart radio - its radio button
 * @csspart price - its price
 * @csspart badge - cheapest, fastest
 * @csspart reason - why it cannot be chosen, or what it cannot do
 * @csspart more - the button that shows all rates
 * @csspart extras - the two switches
 * @csspart switch - one of them
 * @csspart breakdown - the parts of the chosen price
 * @cssprop --ship-row-size - the least height of a row
 * @cssstate incomplete
 * @cssstate loading
 * @cssstate stale
 * @cssstate empty
 * @cssstate error
 * @cssstate offline
 * @cssstate insurance-locked
 * @fires input - the shopper chose or switched
 * @fires change - the shopper chose or switched
 * @fires ship-quote - new rates arrived
 * @fires ship-rate-change - the chosen rate changed, and why
 * @fires ship-extras-change - the shopper switched insurance or cash on delivery
 * @fires ship-error - the rates could not be asked
 */
export class RateComparisonElement extends ShipmentFieldElement {
  static override styles = [base, styles, rowStyles];

  /** Rates of the page's own: none are asked then. */
  @property({ attribute: false }) get rates(): readonly Rate[] {
    return this.#rows;
  }

  set rates(rates: readonly Rate[]) {
    this.#given = rates;
    this.#rows = orderRows(rates, 'price');
    this.requestUpdate('rates');
  }

  @state() private expanded = false;

  #given: readonly Rate[] | undefined;
  #rows: readonly Rate[] = [];
  #accepted: Quote | undefined;
  #told: Error | undefined;
  readonly #choice = new Choice();
  readonly #events: Event[] = [];
  readonly #task = new QuoteTask(this, () => this.#question());

  get status(): ComparisonStatus {
    if (this.#given) return this.#given.length ? 'ready' : 'empty';
    if (this.missing.length) return 'incomplete';
    if (this.#task.error) return offline() ? 'offline' : 'error';
    if (this.#task.pending || !this.#accepted) return this.#rows.length ? 'stale' : 'loading';
    return this.#rows.length ? 'ready' : 'empty';
  }

  /** The chosen rate, as the service quoted it last. */
  get rate(): Rate | undefined {
    return this.#choice.rate;
  }

  get error(): Error | undefined {
    return this.#task.error;
  }

  /** Asks for the rates again. */
  refresh(): Promise<void> {
    return this.#task.refresh();
  }

  override focus(options?: FocusOptions): void {
    const all = [...this.renderRoot.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    (all.find(({ checked }) => checked) ?? all[0] ?? this.renderRoot.querySelector('button'))?.focus(options);
  }

  readonly #rupiah = (amount: Rupiah) => this.locale.rupiah(amount);

  protected get anchor(): HTMLElement | undefined {
    return this.renderRoot?.querySelector<HTMLElement>('input[type=radio]') ?? undefined;
  }

  protected reset(): void {
    this.#tell(this.#choice.choose(findRate(this.#rows, this.value), 'reset'));
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('value') && !this.submittable) this.#choice.choose(findRate(this.#rows, this.value), 'preset');
    const { quote, error } = this.#task;
    if (quote && quote !== this.#accepted) this.#accept(quote);
    if (error && error !== this.#told) {
      this.announce(errorSentence(error, this.say));
      this.fail(error);
    }
    this.#told = error;
    const { status } = this;
    for (const name of ['incomplete', 'loading', 'stale', 'empty', 'error', 'offline'] as const) {
      this.showStates({ [name]: status === name });
    }
    this.showStates({ 'insurance-locked': this.alwaysInsured !== undefined });
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    for (const event of this.#events.splice(0)) this.dispatchEvent(event);
  }

  protected override render(): TemplateResult {
    const { status } = this;
    return html`
      <fieldset
        part="list"
        role="radiogroup"
        ?disabled=${this.off}
        aria-required=${this.required ? 'true' : nothing}
        aria-busy=${status === 'stale' || status === 'loading' ? 'true' : 'false'}
        @change=${this.#handleChoose}
        @input=${stop}
        @click=${this.#handleClick}
      >
        <legend><slot name="legend">${this.say.rates}</slot></legend>
        <div class="rows ${status}">
          ${renderList({
            status,
            missing: this.missing,
            error: this.error,
            rates: eligibleFirst(this.#rows, this.extras),
            chosen: this.value,
            rows: this.rows,
            expanded: this.expanded,
            extras: this.extras,
            say: this.say,
            rupiah: this.#rupiah,
            handleExpand: this.#handleExpand,
            handleRetry: this.#handleRetry,
          })}
        </div>
      </fieldset>
      ${renderExtras({
        extras: this.extras,
        declared: declaredValue(this.shipment?.items ?? []),
        alwaysInsured: this.alwaysInsured,
        disabled: this.off,
        say: this.say,
        rupiah: this.#rupiah,
        handleInsurance: this.#handleInsurance,
        handleCashOnDelivery: this.#handleCashOnDelivery,
      })}
      ${renderPricePanel({ rate: this.rate, news: this.#choice.news, say: this.say, rupiah: this.#rupiah })}
      ${this.whole ? nothing : html`<p class="hidden" role="status">${this.announcement}</p>`}
    `;
  }

  #question(): Question | undefined {
    const { service: client, extras, couriers } = this;
    if (!client || this.#given || this.missing.length) return undefined;
    return { client, shipment: this.shipment as Shipment, couriers: codes(couriers), extras };
  }

  #accept(quote: Quote): void {
    // Asked again the same, rows stay where they are; asked anew by the shopper's own doing, the cheapest comes first.
    const asked = ({ shipment, extras }: Question) => JSON.stringify([shipment, extras]);
    const again = this.#accepted && asked(this.#accepted.question) === asked(quote.question);
    this.#accepted = quote;
    const sorted = orderRows(quote.rates, 'price');
    this.#rows = again ? keepRowOrder(sorted, this.#rows) : sorted;
    this.#events.push(new ShipQuoteEvent(this.#rows, quote.duration));
    const change = this.#choice.settle(this.value, quote);
    if (change) this.#tell(change);
    const { news } = this.#choice;
    if (news) this.announce(newsSentence(news, this.say, this.#rupiah));
    else if (this.rate) this.announce(`${nameOf(this.rate)}: ${this.#rupiah(this.rate.price)}`);
    else this.announce(this.#rows.length ? this.say.ratesFound(this.#rows.length) : this.say.noRates);
  }

  /** The event waits until value, form and screen say the same. */
  #tell({ rate, previous, reason }: Change): void {
    if (!rate) this.value = null;
    this.#events.push(new ShipRateChangeEvent({ rate, previous, reason, breakdown: rate && breakdown(rate) }));
    this.requestUpdate();
  }

  #handleClick(event: Event): void {
    const radio = event.composedPath()[0];
    if (radio instanceof HTMLInputElement && radio.ariaDisabled === 'true') event.preventDefault();
  }

  #handleChoose(event: Event): void {
    event.stopPropagation();
    const rate = findRate(this.#rows, (event.target as HTMLInputElement).value);
    if (!rate) return;
    const change = this.#choice.choose(rate, 'user');
    this.value = serviceKey(rate);
    this.#dispatchUserEvents();
    this.dispatchEvent(new ShipRateChangeEvent({ ...change, breakdown: this.breakdown }));
  }

  readonly #handleInsurance = (event: Event): void => {
    this.insured = (event.target as HTMLInputElement).checked;
    this.#handleExtras(event);
  };

  readonly #handleCashOnDelivery = (event: Event): void => {
    this.cashOnDelivery = (event.target as HTMLInputElement).checked;
    this.#handleExtras(event);
  };

  #handleExtras(event: Event): void {
    event.stopPropagation();
    this.syncForm();
    this.#dispatchUserEvents();
    this.dispatchEvent(new ShipExtrasChangeEvent(this.insured, this.cashOnDelivery));
  }

  #dispatchUserEvents(): void {
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  readonly #handleRetry = (): void => void this.refresh();

  readonly #handleExpand = async (): Promise<void> => {
    this.expanded = true;
    await this.updateComplete;
    // The button is gone: focus goes on with the first rate that it brought.
    this.renderRoot.querySelectorAll<HTMLElement>('input[type=radio]')[this.rows]?.focus();
  };
}
