import { css, html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { InvalidRequestError, type ShippingClient } from '../../client/index.ts';
import { absent, type CancellationReason, type Rate } from '../../contract/index.ts';
import type { OrderContacts, Shipment } from '../../quote/index.ts';
import { Slotted } from '../core/browser.ts';
import { hasOutcome, inProgress, orderError, orderStates } from '../core/order.ts';
import type { OrderTask } from '../core/order-task.ts';
import { copyOfOrder, flag, orderModeOf, setInput } from '../core/page-input.ts';
import * as prices from '../core/prices.ts';
import { WidgetKey } from '../core/references.ts';
import { recallArea } from '../core/remembered-area.ts';
import { version } from '../core/ship-element.ts';
import type { OrderMode, OrderStatus } from '../core/state.ts';
import { base } from '../core/styles.ts';
import { upcoming } from '../core/update.ts';
import * as views from '../core/views.ts';
import type { CourierPickerElement } from '../courier-picker/courier-picker-element.ts';
import type { OrderButtonElement } from '../order-button/order-button-element.ts';
import type { Refund } from '../order-button/receipt.ts';
import { RateField } from '../rates/rate-field.ts';
import type { Languages } from '../words/locale.ts';
import { errorSentence } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';

/** The states of a comparison, and those of an order once one has begun. */
export type CheckoutStatus = prices.ComparisonStatus | Exclude<OrderStatus, 'ready'>;

/**
 * The whole shipping choice in one element: rates, insurance and cash on delivery, couriers, the order.
 *
 * @tag ship-checkout
 * @slot legend - the heading of the rates
 * @slot loading - shown while the first rates are on their way
 * @slot incomplete - shown while the shipment lacks something
 * @slot stale - shown while new prices are on their way. The old ones stay in place
 * @slot empty - shown when no courier serves the lane
 * @slot error - shown when the rates could not be asked
 * @slot offline - shown when there is no connection
 * @slot unconfirmed - shown when an order got no answer
 * @slot placed - shown in the receipt
 * @csspart courier-picker - the courier picker. Its parts are exported
 * @csspart rate-comparison - the rate comparison. Its parts are exported
 * @csspart order-button - the order button. Its parts are exported
 * @csspart contact - the links to the shop
 * @csspart address - the link to the address, below a sentence that refuses it
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
 * @cssprop --ship-accent - colour of the choice and of the order button
 * @cssprop --ship-on-accent - text on it
 * @cssprop --ship-border - colour of quiet borders
 * @cssprop --ship-background - ground of the widget
 * @cssprop --ship-text - its text
 * @cssprop --ship-danger - colour of problems
 * @cssprop --ship-radius - radius of corners
 * @cssprop --ship-space - unit of distance
 * @cssprop --ship-font - font. The page's own by default
 * @cssprop --ship-padding - distance from the frame to what is in it
 * @cssprop --ship-frame - width of the frame. No reset of the page takes it or the padding away
 * @cssprop --ship-row-size - the least height of a rate
 * @fires input - the shopper chose or switched
 * @fires change - the shopper chose or switched
 * @fires ship-courier-change - the shopper chose couriers
 * @fires ship-rates - the rates have changed: an answer arrived, or a switch was moved
 * @fires ship-rate-change - the chosen rate changed, and why
 * @fires ship-extras-change - insurance or cash on delivery was switched
 * @fires ship-order-submit - the shopper asks for the order. Cancelable
 * @fires ship-order-placed - it is placed
 * @fires ship-order-unconfirmed - it was sent and no answer came
 * @fires ship-order-cancelled - it is cancelled
 * @fires ship-error - something failed
 */
export class CheckoutElement extends RateField {
  static override styles = [
    base,
    css`
      :host {
        --edge: var(--ship-padding, 15px);
      }
      [part] {
        --ship-padding: 0px;
        --ship-frame: 0px;
        max-inline-size: none;
        border-radius: 0;
      }
      .due {
        --ship-padding: 0 var(--edge);
        --ship-frame: 1px 0 0;
        margin: calc(var(--space) * 1.5) calc(-1 * var(--edge)) calc(-1 * var(--edge));
        border-end-start-radius: calc(var(--radius) + 4px);
        border-end-end-radius: calc(var(--radius) + 4px);
      }
      @media (width < 48em) {
        .due {
          position: sticky;
          inset-block-end: min(0px, (100vh - 28em) * 99);
          z-index: 2;
        }
      }
    `,
  ];

  static override properties: PropertyDeclarations = {
    contacts: { attribute: false },
    orderMode: { attribute: 'order-mode' },
    pickerOpen: { attribute: 'picker-open', converter: flag },
    reference: {},
    trackingPage: { attribute: 'tracking-page' },
    refund: { attribute: false },
    remember: { converter: flag },
  };

  /** @internal The order button brings the words of an order. */
  static override get languages(): Languages<Words> {
    return orderButton()?.languages ?? RateField.languages;
  }

  /** A client of the page's own, instead of `base-url`. */
  declare client: ShippingClient | undefined;

  /** Shows the couriers above the whole list. Otherwise they are one line that opens. */
  pickerOpen = false;

  /** The shop's own `reference_id` for the order. A random one by default. */
  reference = '';

  /** The shop's page with a `ship-tracking`. The receipt links to it, with the order's token as the fragment: `/lacak#t=TOKEN`. */
  trackingPage = '';

  /** What the shopper gets back if the order is cancelled, as the page knows it. Said before the question and after. A property only. */
  refund: Refund | undefined;

  /**
   * Begins with the district that the shopper has chosen on an earlier page of this shop, while the shipment has no destination. A search with
   * `for` keeps the next choice. Off by default.
   */
  remember = false;

  #orderMode: OrderMode = 'none';
  #orderTask: OrderTask | undefined;
  /** The page has an order mode, and nothing that orders is registered. */
  #cannotOrder: InvalidRequestError | undefined;
  /** Order buttons elsewhere in the page. With one of them, the checkout shows no button of its own. */
  readonly #buttons = new Set<OrderButtonElement>();
  readonly #widgetKey = new WidgetKey(this);
  readonly #slottedInButton = new Slotted(this, ['unconfirmed', 'placed']);
  /** The focused control when the update began. */
  #focused: Element | null | undefined;

  /**
   * `order` places a real order, `draft` saves a draft. `none`, the default, shows no order button.
   * @type {'none' | 'draft' | 'order'}
   */
  get orderMode(): OrderMode {
    return this.#orderMode;
  }

  set orderMode(given: OrderMode | '' | null | undefined) {
    this.#orderMode = orderModeOf(given);
  }

  /** Sender and receiver. A copy. Personal data: a property only. */
  get contacts(): OrderContacts | undefined {
    return upcoming(this.state).input.contacts;
  }

  set contacts(given: OrderContacts | null | undefined) {
    setInput(this.store, { contacts: copyOfOrder(this.store, given) });
  }

  /** The rates as the service quoted them last, cheapest first. */
  get rates(): readonly Rate[] {
    return prices.rates(this.state);
  }

  /** The gateway's token that shows where the placed order is. Undefined until then, and after `reset()`. Not for analytics. */
  get track(): string | undefined {
    return this.state.order.placed?.track;
  }

  /** The status of the rates, or of the order. */
  get status(): CheckoutStatus {
    const { status } = this.state.order.phase;
    return status === 'ready' ? prices.status(this.state) : status;
  }

  /** Why asking for rates or placing the order failed. */
  get error(): Error | undefined {
    return prices.error(this.state) ?? orderError(this.state) ?? this.#cannotOrder;
  }

  /** Asks for couriers and rates again. */
  override async refresh(): Promise<void> {
    const picker = this.renderRoot?.querySelector<CourierPickerElement>('ship-courier-picker');
    await Promise.all([picker?.refresh(), super.refresh()]);
  }

  /** Places the order, like a click on the order button. Does nothing while it is disabled, or while prices are being asked. */
  async placeOrder(): Promise<void> {
    await this.updateComplete;
    if (!this.isDisabled) await this.#ordering?.place();
  }

  /** Cancels the placed order. Does nothing if there is none. */
  async cancelOrder(reason?: CancellationReason): Promise<void> {
    await this.#ordering?.cancel(reason);
  }

  /**
   * Starts the next order, after one was placed or cancelled: the rates are back, and nothing is chosen. Another `reference` does the
   * same. Does nothing while an order is in progress or has no answer.
   */
  reset(): void {
    this.store.dispatch({ type: 'next-order' });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The file that orders may be loaded after the file of the choice.
    if (!orderButton()) void customElements.whenDefined('ship-order-button').then(() => this.requestUpdate());
    if (document.readyState !== 'complete') addEventListener('load', () => this.requestUpdate(), { once: true });
    // Buttons that were connected earlier could not find this checkout.
    const root = this.getRootNode() as ParentNode;
    for (const button of root.querySelectorAll<OrderButtonElement>('ship-order-button')) button.requestUpdate?.();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#widgetKey.leave();
    for (const button of this.#buttons) button.requestUpdate();
  }

  /** @internal An order button elsewhere in the page orders for this checkout. */
  attachButton(button: OrderButtonElement): void {
    this.#buttons.add(button);
    this.requestUpdate();
  }

  /** @internal */
  detachButton(button: OrderButtonElement): void {
    this.#buttons.delete(button);
    this.requestUpdate();
  }

  /** @internal */
  override get orderTarget(): EventTarget {
    return this.#button ?? this;
  }

  /** @internal */
  claimWidgetKey(): string {
    if (this.isConnected) this.#widgetKey.claim(this.id || this.name);
    return this.#widgetKey.value;
  }

  /** @internal */
  override get ratesRoot(): ParentNode | null | undefined {
    return this.renderRoot?.querySelector('ship-rate-comparison')?.shadowRoot;
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const status = prices.status(this.state);
    const states = orderStates(this.state);
    return {
      ...super.states,
      ...prices.statusStates(this.state),
      ...states,
      error: states.error || status === 'error',
    };
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    // A part that was never in the page does not render: the checkout may have left it before.
    for (const part of [...(this.renderRoot?.querySelectorAll<OrderButtonElement>('[part]') ?? []), ...this.#buttons])
      if (part.isConnected) await part.updateComplete;
    return isComplete;
  }

  /** @internal */
  protected override completed(shipment: Partial<Shipment> | undefined): Partial<Shipment> | undefined {
    const { destination_area_id: id, destination_postal_code: code, destination_latitude: latitude } = shipment ?? {};
    const area = this.remember && absent(id) && absent(code) && absent(latitude) && recallArea();
    return area
      ? { ...shipment, destination_area_id: area.id, destination_postal_code: area.postal_code as number }
      : shipment;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { shipment } = this;
    if (changed.has('remember') && this.remember) this.shipment = shipment;
    this.#setOrder();
    // While an order is in progress the focused control is disabled, and a browser may take focus away.
    const focused = this.shadowRoot?.activeElement && focusedIn(this);
    if (focused || !inProgress(this.state.order)) this.#focused = focused;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#focused) void this.#keepFocus(this.#focused);
  }

  protected override render(): TemplateResult {
    const { state, rows, logos, allRates, required, words, activeClient } = this;
    const isDone = hasOutcome(state.order);
    const isLocked = this.isDisabled || inProgress(state.order);
    const withoutButton = (state.input.orderMode === 'none' && !inProgress(state.order)) || this.#buttons.size > 0;
    return html`
      <ship-rate-comparison
        .store=${this.store}
        .client=${activeClient}
        .words=${words}
        .headingLevel=${this.headingLevel}
        .contactUrl=${this.contactUrl}
        .addressUrl=${this.addressUrl}
        .disabled=${isLocked}
        .label=${this.labelText}
        .isInvalid=${this.userInvalid}
        .hasBar=${withoutButton && !this.#buttons.size}
        .rows=${rows}
        .logos=${logos}
        .allRates=${allRates}
        .required=${required}
        ?hidden=${isDone}
        part="rate-comparison"
        exportparts="list, row, radio, price, badge, reason, breakdown, extras, switch, more, tools, address, contact"
      >
        ${this.slotted.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
        <ship-courier-picker
          slot="filter"
          .store=${this.store}
          .client=${activeClient}
          .words=${words}
          .contactUrl=${this.contactUrl}
          .disabled=${isLocked}
          .folded=${!this.pickerOpen}
          part="courier-picker"
          exportparts="option, label, choose"
        ></ship-courier-picker>
      </ship-rate-comparison>
      ${withoutButton ? this.#renderProblem() : this.#renderButton(isDone)} ${this.renderLiveRegion()}
    `;
  }

  #renderProblem(): TemplateResult | typeof nothing {
    if (!this.#cannotOrder) return nothing;
    return html`<div class="message problem"><p>${errorSentence(this.#cannotOrder, this.voice.words)}</p></div>`;
  }

  #renderButton(isDone: boolean): TemplateResult {
    return html`
      <ship-order-button
        class=${isDone || views.hasMessage(this.state) ? '' : 'due'}
        .store=${this.store}
        .client=${this.activeClient}
        .words=${this.words}
        .headingLevel=${this.headingLevel}
        .disabled=${this.isDisabled}
        .trackingPage=${this.trackingPage}
        .contactUrl=${this.contactUrl}
        .addressUrl=${this.addressUrl}
        .refund=${this.refund}
        part="order-button"
        exportparts="button, cancel, status, receipt, copy, save, track, contact, address"
        >${this.#slottedInButton.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}</ship-order-button
      >
    `;
  }

  /** What orders. Undefined until `ship-order-button` is registered, which brings it. */
  get #ordering(): OrderTask | undefined {
    this.#orderTask ??= orderButton()?.taskFor(this);
    return this.#orderTask;
  }

  /** The button elsewhere in the page that decides the order mode and dispatches the order's events. */
  get #button(): OrderButtonElement | undefined {
    return [...this.#buttons].at(-1);
  }

  /** Dispatches mode and reference to the store: those of the button elsewhere in the page, if there is one. */
  #setOrder(): void {
    const { orderMode, reference } = this.#button ?? this;
    const canOrder = this.#ordering !== undefined;
    if (canOrder || orderMode === 'none') this.#cannotOrder = undefined;
    else if (!this.#cannotOrder && document.readyState === 'complete') {
      const remedy = `cannot be ${orderMode} without ship-order-button: load ship-elements-${version}.js instead of this file, or import ship-elements/define`;
      this.#cannotOrder = new InvalidRequestError('createOrder', [{ path: 'order-mode', remedy }]);
      this.store.dispatch({ type: 'report', error: this.#cannotOrder });
    }
    setInput(this.store, { orderMode: canOrder ? orderMode : 'none', reference: String(reference ?? '') });
  }

  /** If the focused control was removed, or disabled by an order, focus goes to the order button or the outcome, or else to the rates. */
  async #keepFocus(focused: Element): Promise<void> {
    await this.updateComplete;
    const isGone = !focused.isConnected || (inProgress(this.state.order) && focused.matches(':disabled'));
    const now = focusedIn(this);
    // The page may have moved focus elsewhere by now.
    const isNowhere = !now || now === document.body || now.matches(':disabled');
    if (!this.isConnected || !isGone || !isNowhere) return;
    (this.renderRoot.querySelector<OrderButtonElement>('ship-order-button') ?? this.#button ?? this).focus();
    if (focusedIn(this) === now) this.focus();
    // A screen reader announces the newly focused element by itself. If the page has disabled all of them, nothing was focused.
    if (focusedIn(this) !== now) this.announce('');
  }
}

/** The registered order button. Undefined in a page on which nobody orders. */
const orderButton = () => customElements.get('ship-order-button') as typeof OrderButtonElement | undefined;

/** The control that has focus in the tree of an element or else in the page, through shadow roots. */
function focusedIn(element: Element): Element | null {
  let focused = (element.getRootNode() as Document).activeElement ?? document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}
