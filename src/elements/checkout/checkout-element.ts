import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { CancellationReason, Rate } from '../../contract/index.ts';
import { type OrderContacts, orderRequest, type Shipment } from '../../quote/index.ts';
import type { CourierPickerElement } from '../courier-picker/courier-picker-element.ts';
import type { OrderBody, OrderMode, OrderStatus } from '../order-button/attempt.ts';
import type { OrderButtonElement } from '../order-button/order-button-element.ts';
import type { ComparisonStatus } from '../rate-comparison/list.ts';
import type { RateComparisonElement } from '../rate-comparison/rate-comparison-element.ts';
import {
  ShipCourierChangeEvent,
  ShipErrorEvent,
  ShipExtrasChangeEvent,
  ShipOrderCancelledEvent,
  ShipOrderPlacedEvent,
  ShipOrderSubmitEvent,
  ShipOrderUnconfirmedEvent,
  ShipQuoteEvent,
  ShipRateChangeEvent,
} from '../shared/events.ts';
import { ShipmentFieldElement } from '../shared/shipment-field-element.ts';
import { Slotted } from '../shared/slotted.ts';
import { base } from '../shared/styles.ts';
import { styles } from './styles.ts';

export type CheckoutStatus = ComparisonStatus | Exclude<OrderStatus, 'ready'>;

/** The comparison's own; the checkout dispatches one when its own state says the same. */
const stop = (event: Event) => event.stopPropagation();

const comparisonStates = ['incomplete', 'loading', 'stale', 'empty', 'error', 'offline'] as const;
const orderStates = ['ordering', 'unconfirmed', 'placed'] as const;

/**
 * The whole shipping choice in one element: couriers, rates, insurance and cash on delivery, the order.
 *
 * @tag ship-checkout
 * @slot legend - the heading of the rates
 * @slot loading - shown while the first rates are on their way
 * @slot incomplete - shown while the shipment lacks something
 * @slot empty - shown when no courier serves the lane
 * @slot error - shown when the rates could not be asked
 * @slot offline - shown when there is no connection
 * @slot unconfirmed - said when an order got no answer
 * @csspart status - what is said to screen readers
 * @csspart courier-picker - the courier picker; its parts are exported
 * @csspart rate-comparison - the rate comparison; its parts are exported
 * @csspart order-button - the order button; its parts are exported
 * @cssprop --ship-accent - colour of what is chosen and of the order button
 * @cssprop --ship-on-accent - text on it
 * @cssprop --ship-border - colour of quiet borders
 * @cssprop --ship-danger - colour of problems
 * @cssprop --ship-radius - radius of corners
 * @cssprop --ship-space - unit of distance
 * @cssprop --ship-font - font; the page's own by default
 * @cssprop --ship-row-size - the least height of a rate
 * @fires input - the shopper chose or switched
 * @fires change - the shopper chose or switched
 * @fires ship-courier-change - the shopper chose couriers
 * @fires ship-quote - new rates arrived
 * @fires ship-rate-change - the chosen rate changed, and why
 * @fires ship-extras-change - the shopper switched insurance or cash on delivery
 * @fires ship-order-submit - the shopper asks for the order; cancelable
 * @fires ship-order-placed - it is placed
 * @fires ship-order-unconfirmed - it was sent and no answer came
 * @fires ship-order-cancelled - it is cancelled
 * @fires ship-error - something failed
 */
export class CheckoutElement extends ShipmentFieldElement {
  static override styles = [base, styles];

  /** Who sends and who receives. Personal data: a property only. */
  @property({ attribute: false }) order: OrderContacts | undefined;

  @property({ attribute: 'order-mode' }) orderMode: OrderMode = 'draft';

  /** The shop's own `reference_id` for the order; a random one where not given. */
  @property() reference = '';

  @query('ship-courier-picker') private picker!: CourierPickerElement | null;
  @query('ship-rate-comparison') private comparison!: RateComparisonElement | null;
  @query('ship-order-button') private button!: OrderButtonElement | null;
  @state() private comparisonStatus: ComparisonStatus = 'loading';
  @state() private orderStatus: OrderStatus = 'ready';

  #rate: Rate | undefined;
  readonly #slotted = new Slotted(this, ['legend', ...comparisonStates]);
  readonly #slottedInButton = new Slotted(this, ['unconfirmed']);

  get rates(): readonly Rate[] {
    return this.comparison?.rates ?? [];
  }

  /** The chosen rate, as the service quoted it last. */
  get rate(): Rate | undefined {
    return this.#rate;
  }

  get status(): CheckoutStatus {
    return this.orderStatus === 'ready' ? this.comparisonStatus : this.orderStatus;
  }

  get error(): Error | undefined {
    return this.comparison?.error;
  }

  /** Asks for couriers and rates again. */
  async refresh(): Promise<void> {
    await Promise.all([this.picker?.refresh(), this.comparison?.refresh()]);
  }

  /** Does what the order button does; nothing while prices are being asked anew. */
  async placeOrder(): Promise<void> {
    await this.#settle();
    await this.button?.placeOrder();
  }

  async cancelOrder(reason?: CancellationReason): Promise<void> {
    await this.button?.cancelOrder(reason);
  }

  override focus(options?: FocusOptions): void {
    this.comparison?.focus(options);
  }

  /** @internal */
  partUpdated(): void {
    this.comparisonStatus = this.comparison?.status ?? 'loading';
    this.orderStatus = this.button?.status ?? 'ready';
  }

  protected get anchor(): HTMLElement | undefined {
    return this.comparison?.shadowRoot?.querySelector<HTMLElement>('input[type=radio]') ?? undefined;
  }

  protected reset(): void {
    this.comparison?.formResetCallback();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    for (const name of comparisonStates) this.showStates({ [name]: this.comparisonStatus === name });
    for (const name of orderStates) this.showStates({ [name]: this.orderStatus === name });
  }

  protected override render(): TemplateResult {
    return html`
      <ship-courier-picker
        part="courier-picker"
        exportparts="option, label"
        .whole=${this}
        .client=${this.service}
        .words=${this.words}
        .value=${this.couriers}
        .disabled=${this.off}
        @ship-courier-change=${this.#handleCouriers}
        @ship-error=${this.#handleError}
      ></ship-courier-picker>
      <ship-rate-comparison
        part="rate-comparison"
        exportparts="list, row, radio, price, badge, reason, breakdown, extras, switch, more"
        .whole=${this}
        .client=${this.service}
        .words=${this.words}
        .shipment=${this.shipment}
        .couriers=${this.couriers}
        .insured=${this.insured}
        .insuranceAmount=${this.insuranceAmount}
        .cashOnDelivery=${this.cashOnDelivery}
        .cashOnDeliveryAmount=${this.cashOnDeliveryAmount}
        .cashOnDeliveryType=${this.cashOnDeliveryType}
        .rows=${this.rows}
        .required=${this.required}
        .value=${this.value}
        .disabled=${this.off}
        @input=${stop}
        @change=${this.#handleChange}
        @ship-quote=${this.#handleQuote}
        @ship-rate-change=${this.#handleRate}
        @ship-extras-change=${this.#handleExtras}
        @ship-error=${this.#handleError}
      >
        ${this.#slotted.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
      </ship-rate-comparison>
      ${this.orderMode === 'none' ? nothing : this.#renderButton()}
      <p part="status" class="hidden" role="status">${this.announcement}</p>
    `;
  }

  #renderButton(): TemplateResult {
    return html`
      <ship-order-button
        part="order-button"
        exportparts="button, cancel"
        .whole=${this}
        .client=${this.service}
        .words=${this.words}
        .order=${this.#orderBody}
        .rate=${this.#rate}
        .orderMode=${this.orderMode}
        .reference=${this.reference}
        .unsettled=${this.comparisonStatus !== 'ready'}
        .disabled=${this.off}
        @ship-order-submit=${this.#handleSubmit}
        @ship-order-placed=${(event: ShipOrderPlacedEvent) => this.dispatchEvent(new ShipOrderPlacedEvent(event))}
        @ship-order-unconfirmed=${(event: ShipOrderUnconfirmedEvent) =>
          this.dispatchEvent(new ShipOrderUnconfirmedEvent(event.reference))}
        @ship-order-cancelled=${(event: ShipOrderCancelledEvent) =>
          this.dispatchEvent(new ShipOrderCancelledEvent(event.id))}
        @ship-error=${this.#handleError}
      >
        ${this.#slottedInButton.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
      </ship-order-button>
    `;
  }

  get #orderBody(): OrderBody | undefined {
    if (!this.order || !this.#rate || this.missing.length) return undefined;
    return orderRequest(this.shipment as Shipment, this.order, this.#rate, this.extras);
  }

  /** Takes over what the comparison holds now, form value included, before anybody is told. */
  #takeOver(comparison: RateComparisonElement): void {
    this.insured = comparison.insured;
    this.cashOnDelivery = comparison.cashOnDelivery;
    this.#rate = comparison.rate;
    this.value = comparison.value;
    this.requestUpdate();
  }

  #handleCouriers(event: ShipCourierChangeEvent): void {
    this.couriers = event.couriers.join(',');
    this.dispatchEvent(new ShipCourierChangeEvent(event.couriers));
  }

  #handleChange(event: Event): void {
    event.stopPropagation();
    this.#takeOver(event.currentTarget as RateComparisonElement);
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #handleQuote(event: ShipQuoteEvent): void {
    this.dispatchEvent(new ShipQuoteEvent(event.rates, event.duration));
  }

  #handleRate(event: ShipRateChangeEvent): void {
    this.#takeOver(event.currentTarget as RateComparisonElement);
    this.dispatchEvent(new ShipRateChangeEvent(event));
  }

  #handleExtras(event: ShipExtrasChangeEvent): void {
    this.dispatchEvent(new ShipExtrasChangeEvent(event.insured, event.cashOnDelivery));
  }

  /** What the page does with the event, the button does: stop, or wait; then for the order that the page has set. */
  #handleSubmit(event: ShipOrderSubmitEvent): void {
    const submit = new ShipOrderSubmitEvent(event.rate, event.reference);
    if (!this.dispatchEvent(submit)) event.preventDefault();
    event.waitUntil(submit.ready.then(() => this.updateComplete));
  }

  #handleError(event: ShipErrorEvent): void {
    this.dispatchEvent(new ShipErrorEvent(event.error));
  }

  /** Until properties set just now have reached the parts, and their status has come back. */
  async #settle(): Promise<void> {
    await this.updateComplete;
    await this.comparison?.updateComplete;
    await this.updateComplete;
  }
}
