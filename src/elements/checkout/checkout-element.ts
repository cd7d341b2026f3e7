import {
  html,
  nothing,
  type PropertyDeclaration,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { Rate } from '../../contract/index.ts';
import { type OrderContacts, orderRequest, type Shipment } from '../../quote/index.ts';
import type { OrderBody, OrderMode, OrderStatus } from '../order-button/attempt.ts';
import { orderStates } from '../order-button/states.ts';
import { type ComparisonStatus, comparisonStates } from '../rate-comparison/list.ts';
import type { RateComparisonElement } from '../rate-comparison/rate-comparison-element.ts';
import { orderMode } from '../shared/converters.ts';
import {
  type ShipCourierChangeEvent,
  type ShipErrorEvent,
  type ShipExtrasChangeEvent,
  ShipOrderSubmitEvent,
  type ShipRateChangeEvent,
} from '../shared/events.ts';
import type { BroughtBack, Kept } from '../shared/shipment-field-element.ts';
import { Slotted } from '../shared/slotted.ts';
import { base } from '../shared/styles.ts';
import { styles } from './styles.ts';
import { outdatesRates, whyWait } from './waiting.ts';
import { WholeElement } from './whole-element.ts';

export type CheckoutStatus = ComparisonStatus | Exclude<OrderStatus, 'ready'>;

/**
 * The whole shipping choice in one element: couriers, rates, insurance and cash on delivery, the order.
 *
 * @tag ship-checkout
 * @slot legend - the heading of the rates
 * @slot loading - shown while the first rates are on their way
 * @slot incomplete - shown while the shipment lacks something
 * @slot stale - shown while new prices are on their way; the old ones stay where they are
 * @slot empty - shown when no courier serves the lane
 * @slot error - shown when the rates could not be asked
 * @slot offline - shown when there is no connection
 * @slot unconfirmed - said when an order got no answer
 * @slot placed - shown under the order number
 * @csspart courier-picker - the courier picker; its parts are exported
 * @csspart rate-comparison - the rate comparison; its parts are exported
 * @csspart order-button - the order button; its parts are exported
 * @cssstate incomplete
 * @cssstate loading
 * @cssstate stale
 * @cssstate empty
 * @cssstate error
 * @cssstate offline
 * @cssstate user-invalid
 * @cssstate ordering
 * @cssstate unconfirmed
 * @cssstate placed
 * @cssstate cancelled
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
export class CheckoutElement extends WholeElement {
  static override styles = [base, styles];

  static override properties: PropertyDeclarations = {
    order: { attribute: false },
    orderMode: { converter: orderMode, attribute: 'order-mode' },
    reference: {},
    comparisonStatus: { state: true },
    orderStatus: { state: true },
    free: { state: true },
  };

  /** Who sends and who receives. Personal data: a property only. */
  order: OrderContacts | undefined;

  orderMode: OrderMode = 'draft';

  /** The shop's own `reference_id` for the order; a random one where not given. */
  reference = '';

  private comparisonStatus: ComparisonStatus = 'loading';
  private orderStatus: OrderStatus = 'ready';
  /** Whether another rate may be chosen: not while an order is on its way, or there. */
  private free = true;

  #rate: Rate | undefined;
  #shipped: Partial<Shipment> | undefined;
  readonly #slotted = new Slotted(this, ['legend', ...comparisonStates]);
  readonly #slottedInButton = new Slotted(this, ['unconfirmed', 'placed']);

  /** The chosen rate, as the service quoted it last. */
  get rate(): Rate | undefined {
    return this.#rate;
  }

  get status(): CheckoutStatus {
    return this.orderStatus === 'ready' ? this.comparisonStatus : this.orderStatus;
  }

  get error(): Error | undefined {
    return this.quoteError ?? this.orderButton?.error;
  }

  protected override get quoteError(): Error | undefined {
    return this.partOf('ship-rate-comparison')?.error;
  }

  /** @internal */
  partUpdated(): void {
    const comparison = this.partOf('ship-rate-comparison');
    const button = this.orderButton;
    this.comparisonStatus = comparison?.status ?? 'loading';
    this.orderStatus = button?.status ?? 'ready';
    this.free = button?.free ?? true;
    this.#showStates();
    // Also where no event tells of it: a value that the page has set, a refresh at the same price.
    if (comparison && comparison.rate !== this.#rate) {
      this.#rate = comparison.rate;
      this.requestUpdate();
    }
  }

  /** @internal */
  override bringBack(kept: Kept, reason: BroughtBack): void {
    const { value = this.defaultValue } = kept;
    // A browser restores before the first rendering: the comparison has to be there to tell of it.
    if (this.isConnected) this.performUpdate();
    const comparison = this.partOf('ship-rate-comparison');
    comparison?.bringBack({ ...kept, value }, reason);
    super.bringBack(kept, reason);
    if (comparison) this.#takeOver(comparison);
  }

  /** Handed on at once: what the comparison tells next must not take the place of what the page has set. */
  override requestUpdate(name?: PropertyKey, ...rest: [old?: unknown, options?: PropertyDeclaration]): void {
    super.requestUpdate(name, ...rest);
    if (name !== 'value' && name !== 'insured' && name !== 'cashOnDelivery') return;
    const comparison = this.partOf('ship-rate-comparison');
    if (comparison) Object.assign(comparison, { [name]: this[name] });
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { service: client, words, off: disabled } = this;
    const waits = whyWait(this.comparisonStatus, this.missing, this.quoteError, this.say);
    const told = { client, words, disabled, waits, order: this.#orderBody, rate: this.#rate };
    if (this.orderButton) Object.assign(this.orderButton, told);
    // It shows what is wrong with the rates.
    Object.assign(this.partOf('ship-rate-comparison') as object, { userValidity: this.userValidity });
    // The page may have put back what the shopper had just ticked: to the template nothing has changed then.
    Object.assign(this.partOf('ship-courier-picker') as object, { value: this.couriers });
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    // From the shopper's word until the order is done with, what is ordered is what is shown.
    if (this.free) this.#shipped = this.shipment;
    this.#showStates();
  }

  protected override render(): TemplateResult {
    return html`
      <ship-courier-picker
        part="courier-picker" exportparts="option, label"
        .whole=${this} .client=${this.service} .words=${this.words}
        .value=${this.couriers}
        .disabled=${this.off || !this.free} .covered=${['error', 'offline'].includes(this.comparisonStatus)}
        @ship-courier-change=${this.#handleCouriers}
        @ship-error=${this.#handleError}
      ></ship-courier-picker>
      <ship-rate-comparison
        part="rate-comparison"
        exportparts="list, row, radio, price, badge, reason, breakdown, extras, switch, more, tools"
        .whole=${this} .client=${this.service} .words=${this.words}
        .shipment=${this.#shipped} .couriers=${this.couriers}
        .insured=${this.insured} .insuranceAmount=${this.insuranceAmount}
        .cashOnDelivery=${this.cashOnDelivery} .cashOnDeliveryAmount=${this.cashOnDeliveryAmount}
        .cashOnDeliveryType=${this.cashOnDeliveryType}
        .rows=${this.rows} .logos=${this.logos} .required=${this.required}
        .value=${this.value} .defaultValue=${this.defaultValue}
        .disabled=${this.off || !this.free}
        @change=${this.#handleChange} @ship-quote=${this.#relay}
        @ship-rate-change=${this.#handleChoice}
        @ship-extras-change=${this.#handleChoice}
        @ship-error=${this.#handleError}
      >
        ${this.#slotted.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
      </ship-rate-comparison>
      ${(this.orderMode === 'none' && this.free) || this.buttonElsewhere ? nothing : this.#renderButton()}
      <p class="hidden" role="status">${this.announcement}</p>
    `;
  }

  #renderButton(): TemplateResult {
    return html`
      <ship-order-button
        part="order-button" exportparts="button, cancel, status"
        .whole=${this} .orderMode=${this.orderMode} .reference=${this.reference}
        @ship-order-submit=${this.#handleSubmit}
        @ship-order-placed=${this.#relay} @ship-order-unconfirmed=${this.#relay}
        @ship-order-cancelled=${this.#relay}
        @ship-error=${this.#handleError}
      >
        ${this.#slottedInButton.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
      </ship-order-button>
    `;
  }

  #showStates(): void {
    const states = orderStates(this.orderStatus, this.orderButton?.error);
    this.showStatus(comparisonStates, this.comparisonStatus);
    this.showStates({ ...states, error: states.error || this.comparisonStatus === 'error' });
  }

  get #orderBody(): OrderBody | undefined {
    if (!this.order || !this.#rate || this.missing.length) return undefined;
    return orderRequest(this.#shipped as Shipment, this.order, this.#rate, this.extras);
  }

  /** Takes over what the comparison holds now, form value included, before anybody is told. */
  #takeOver(comparison: RateComparisonElement): void {
    this.insured = comparison.insured;
    this.cashOnDelivery = comparison.cashOnDelivery;
    this.#rate = comparison.rate;
    if (this.value !== comparison.value) this.value = comparison.value;
    this.requestUpdate();
    this.syncForm();
  }

  /** What a part has told ended at this shadow root; the checkout tells it again as its own. */
  #relay(event: Event): void {
    const Again = event.constructor as new (event: Event) => Event;
    this.dispatchEvent(new Again(event));
  }

  #handleCouriers(event: ShipCourierChangeEvent): void {
    this.couriers = event.couriers.join(',');
    this.#relay(event);
  }

  #handleChange(event: Event): void {
    const { target, currentTarget } = event;
    // What the page has put into a slot changes as well.
    if (target !== currentTarget) return;
    this.#takeOver(currentTarget as RateComparisonElement);
    this.tellInput();
  }

  #handleChoice(event: ShipRateChangeEvent | ShipExtrasChangeEvent): void {
    this.#takeOver(event.currentTarget as RateComparisonElement);
    this.#relay(event);
  }

  /** What the page does with the event, the button does: stop, or wait; then for the order that the page has set. */
  #handleSubmit(event: ShipOrderSubmitEvent): void {
    const submit = new ShipOrderSubmitEvent(event);
    if (!this.dispatchEvent(submit)) event.preventDefault();
    event.waitUntil(submit.ready);
  }

  #handleError(event: ShipErrorEvent): void {
    const { error } = event;
    // What was just refused is no longer to be had: the next choice is from fresh rates (contract.md §2).
    const comparison = this.partOf('ship-rate-comparison');
    if (comparison && outdatesRates(error)) {
      comparison.quiet = true;
      void comparison.refresh();
    }
    this.#relay(event);
  }
}
