import { css, html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { isShippingFailure, type Reason } from '../../client/index.ts';
import type { CancellationReason, Rate } from '../../contract/index.ts';
import { type OrderContacts, orderRequest, type Shipment } from '../../quote/index.ts';
import type { CourierPickerElement } from '../courier-picker/courier-picker-element.ts';
import { orderStates } from '../order-button/button.ts';
import { type OrderFront, provideScope } from '../shared/checkout-scope.ts';
import { orderMode } from '../shared/converters.ts';
import { confirmOrder, orderEvent } from '../shared/notices.ts';
import { RateFieldElement } from '../shared/rate-field-element.ts';
import { Slotted } from '../shared/slotted.ts';
import { base } from '../shared/styles.ts';
import { oneOf } from '../shared/widget.ts';
import { opened } from '../state/copy-of.ts';
import { type OrderBody, OrderFlow, type OrderMode, type OrderNotice, type OrderStatus } from '../state/order-flow.ts';
import { Place } from '../state/places.ts';
import { type ComparisonStatus, comparisonStates } from '../state/selection.ts';

export type CheckoutStatus = ComparisonStatus | Exclude<OrderStatus, 'ready'>;

/** Refusals that say that the rates on screen are not what the service offers. */
const outdating: ReadonlySet<Reason> = new Set<Reason>([
  'service-removed',
  'cod-unavailable',
  'insurance-unavailable',
  'price-changed',
]);

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
 * @slot placed - shown in the receipt
 * @csspart courier-picker - the courier picker; its parts are exported
 * @csspart rate-comparison - the rate comparison; its parts are exported
 * @csspart order-button - the order button; its parts are exported
 * @cssstate incomplete - the shipment lacks something
 * @cssstate loading - the first answer is on its way
 * @cssstate stale - new prices are on their way
 * @cssstate empty - the service lists none
 * @cssstate error - it could not be asked, or the order was refused
 * @cssstate offline - there is no connection
 * @cssstate user-invalid - a choice is missing, and the shopper has switched something or tried to submit
 * @cssstate ordering - the order is on its way
 * @cssstate unconfirmed - it was sent and no answer came
 * @cssstate placed - the order is placed
 * @cssstate cancelled - the order is cancelled
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
 * @fires ship-quote - there are other rates: an answer arrived, an extra was switched, couriers were picked
 * @fires ship-rate-change - the chosen rate changed, and why
 * @fires ship-extras-change - insurance or cash on delivery went on or off: by the shopper, a reset, or where it cannot be had
 * @fires ship-order-submit - the shopper asks for the order; cancelable
 * @fires ship-order-placed - it is placed
 * @fires ship-order-unconfirmed - it was sent and no answer came
 * @fires ship-order-cancelled - it is cancelled
 * @fires ship-error - something failed
 */
export class CheckoutElement extends RateFieldElement {
  static override styles = [
    base,
    css`
      ship-courier-picker,
      ship-rate-comparison {
        margin-block-end: calc(var(--space) * 3);
      }
    `,
  ];

  static override properties: PropertyDeclarations = {
    order: { attribute: false },
    orderMode: { converter: orderMode, attribute: 'order-mode' },
    picker: {},
    reference: {},
  };

  /** Who sends and who receives. Personal data: a property only. */
  order: OrderContacts | undefined;

  /**
   * `order` places a real one, `none` shows no order button; anything else saves a draft.
   * @type {'draft' | 'order' | 'none'}
   */
  orderMode: OrderMode = 'draft';

  /** `open` shows the couriers at once; else they are one line that opens. */
  picker = '';

  /** The shop's own `reference_id` for the order; a random one where not given. */
  reference = '';

  /** What had focus inside as the update began. */
  #focused: HTMLElement | undefined;
  /** Order buttons elsewhere in the page: the first orders in place of the checkout's own, the others wait for its place. */
  readonly #fronts: OrderFront[] = [];
  readonly #place = new Place(this);
  readonly #slotted = new Slotted(this, ['legend', ...comparisonStates]);
  readonly #slottedInButton = new Slotted(this, ['unconfirmed', 'placed']);

  readonly #flow = new OrderFlow({
    terms: () => ({
      client: this.widget.client,
      rate: this.rate,
      switches: this.selection.switches,
      body: this.#orderBody,
      cart: this.cart,
      mode: this.#front.orderMode,
      reference: this.#front.reference,
      ready: this.isConnected && this.selection.status === 'ready' && this.rate !== undefined,
      place: this.#claimPlace(),
      readyAt: this.readyAt,
    }),
    present: () => this.isConnected,
    confirm: (submit) => confirmOrder(this.#front, submit),
    requote: (_client, _body, rate) => this.quotes.requote(rate),
    reprice: (rate) => this.selection.reprice(rate),
  });

  constructor() {
    super();
    this.#flow.subscribe((notice) => this.#handleOrderNotice(notice));
    const checkout = this;
    provideScope(this, {
      selection: this.selection,
      order: this.#flow,
      get client() {
        return checkout.widget.client;
      },
      get words() {
        return checkout.words;
      },
      get disabled() {
        return checkout.isDisabled;
      },
      get orderMode() {
        return checkout.#front.orderMode;
      },
      get readyAt() {
        return checkout.readyAt;
      },
      get labelText() {
        return checkout.labelText;
      },
      get userInvalid() {
        return checkout.userInvalid;
      },
      announce: (sentence, subject) => this.widget.announce(sentence, subject),
      hush: () => this.widget.hush(),
      fail: (error) => this.widget.fail(error),
      refresh: () => this.quotes.refresh(),
      focusReceipt: () => this.#focusOrder(),
      lookAgain: () => {
        this.selection.settle();
        this.requestUpdate();
      },
      join: (part) => this.widget.join(part),
      leave: (part) => this.widget.leave(part),
      adopt: (button) => {
        if (!this.#fronts.includes(button)) {
          this.#fronts.push(button);
          this.requestUpdate();
        }
        return this.#fronts[0] === button;
      },
      release: (button) => {
        this.#fronts.splice(this.#fronts.indexOf(button), 1);
        this.#fronts[0]?.requestUpdate();
        this.requestUpdate();
      },
    });
  }

  /** The rates as the service quoted them last. */
  get rates(): readonly Rate[] {
    return this.selection.rates;
  }

  /** What it shows: the rates, or what became of the order. */
  get status(): CheckoutStatus {
    const { status } = this.#flow;
    return status === 'ready' ? this.selection.status : status;
  }

  /** Why the rates could not be asked, or the order not be placed. */
  get error(): Error | undefined {
    return this.selection.error ?? this.#flow.error;
  }

  /** Asks for couriers and rates again. */
  async refresh(): Promise<void> {
    const picker = this.renderRoot?.querySelector<CourierPickerElement>('ship-courier-picker');
    await Promise.all([picker?.refresh(), this.quotes.refresh()]);
  }

  /** Does what a click on the order button does; nothing while prices are being asked anew. */
  async placeOrder(): Promise<void> {
    await this.updateComplete;
    await this.#flow.place();
  }

  /** Cancels the placed order; does nothing where there is none. */
  cancelOrder(reason?: CancellationReason): Promise<void> {
    return this.#flow.cancel(reason);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A button that was there first has looked for this checkout in vain.
    const root = this.getRootNode() as ParentNode;
    for (const button of root.querySelectorAll<OrderFront>('ship-order-button')) button.requestUpdate?.();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#place.leave();
    for (const front of this.#fronts) front.requestUpdate();
  }

  /** @internal */
  protected override get ratesRoot(): ParentNode | null | undefined {
    return this.renderRoot?.querySelector('ship-rate-comparison')?.shadowRoot;
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const states = orderStates(this.#flow.status, this.#flow.error);
    const comparison = oneOf(comparisonStates, this.selection.status);
    return { ...comparison, ...states, error: states.error || comparison.error === true };
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete();
    await this.widget.partsUpdated();
    return complete;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#flow.reconsider();
    // While an order is under way, what had focus is disabled, and a browser may take it away.
    const focused = this.shadowRoot?.activeElement as HTMLElement | null | undefined;
    if (focused || !this.#flow.locked) this.#focused = focused ?? undefined;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.isConnected) return;
    if (this.#focused?.hidden || this.#focused?.isConnected === false) void this.#focusOrder();
    this.#flow.resume();
  }

  protected override render(): TemplateResult {
    const { rows, logos, view, recommended, required } = this;
    const done = this.#flow.receipt !== undefined;
    const withoutButton = (this.orderMode === 'none' && !this.#flow.locked) || (this.#fronts.length && !done);
    return html`
      <ship-courier-picker part="courier-picker" exportparts="option, label, choose" ?hidden=${done} .folded=${this.picker !== 'open'}></ship-courier-picker>
      <ship-rate-comparison
        ?hidden=${done}
        part="rate-comparison"
        exportparts="list, row, radio, price, badge, reason, breakdown, extras, switch, more, tools"
        .rows=${rows} .logos=${logos} .view=${view} .recommended=${recommended} .required=${required}
      >
        ${this.#slotted.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
      </ship-rate-comparison>
      ${withoutButton ? nothing : this.#renderButton()}
      ${this.widget.renderLiveRegion()}
    `;
  }

  #renderButton(): TemplateResult {
    return html`
      <ship-order-button part="order-button" exportparts="button, cancel, status, receipt, copy">
        ${this.#slottedInButton.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
      </ship-order-button>
    `;
  }

  /** What gave way had focus: it goes on with what became of the order, in the receipt or at the button. */
  async #focusOrder(): Promise<void> {
    this.#focused = undefined;
    await this.updateComplete;
    const place = this.renderRoot.querySelector<OrderFront>('ship-order-button') ?? this.#fronts[0];
    await place?.updateComplete;
    // The page may have it elsewhere by now.
    const { activeElement } = this.getRootNode() as Document;
    const free = !activeElement || [this, document.body, this.#fronts[0]].includes(activeElement as HTMLElement);
    if (!free) return;
    place?.focus();
    // Focus says it by coming there.
    this.widget.announce('');
  }

  /** By the id that it has now: setting one is no update. */
  #claimPlace(): string {
    if (this.isConnected) this.#place.claim(this.id || this.name);
    return this.#place.name;
  }

  /** Whose order it is: it says how to order, and its events tell of it. */
  get #front(): OrderFront | this {
    return this.#fronts[0] ?? this;
  }

  get #orderBody(): OrderBody | undefined {
    const { selection, order } = this;
    const { rate, missing, question } = selection;
    if (!order || !rate || missing.length) return undefined;
    return orderRequest(opened(question?.shipment as Shipment), opened(order), rate, selection.extras);
  }

  #handleOrderNotice(notice: OrderNotice | undefined): void {
    // From the shopper's word until the order is done with, what is ordered is what is shown.
    if (this.#flow.locked) this.selection.freeze();
    else this.selection.unfreeze();
    this.requestUpdate();
    // The selection has told what became of the rate.
    if (!notice || notice.type === 'price') return;
    this.widget.send(orderEvent(notice), this.#front);
    if (notice.type !== 'failed') return;
    const { error } = notice;
    // What was just refused is no longer to be had: the next choice is from fresh rates.
    if (isShippingFailure(error) && error.code === 'refused' && outdating.has(error.reason)) {
      void this.quotes.refresh({ quiet: true });
    }
  }
}
