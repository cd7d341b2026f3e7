import { css, html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { CancellationReason, Rate } from '../../contract/index.ts';
import type { OrderContacts } from '../../quote/index.ts';
import type { CourierPickerElement } from '../courier-picker/courier-picker-element.ts';
import { orderMode } from '../element/converters.ts';
import { OrderTask } from '../element/order-task.ts';
import { Place } from '../element/place.ts';
import { RateFieldElement } from '../element/rate-field-element.ts';
import { Slotted } from '../element/slotted.ts';
import { base } from '../element/styles.ts';
import { type OrderButtonElement, orderStates } from '../order-button/order-button-element.ts';
import { inProgress, type OrderStatus } from '../store/order.ts';
import { type Input, initialState, type OrderMode, type State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import * as views from '../store/views.ts';
import { type ComparisonStatus, comparisonStates } from '../store/views.ts';

export type CheckoutStatus = ComparisonStatus | Exclude<OrderStatus, 'ready'>;

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
 * @cssprop --ship-danger - colour of problems
 * @cssprop --ship-radius - radius of corners
 * @cssprop --ship-space - unit of distance
 * @cssprop --ship-font - font. The page's own by default
 * @cssprop --ship-row-size - the least height of a rate
 * @fires input - the shopper chose or switched
 * @fires change - the shopper chose or switched
 * @fires ship-courier-change - the shopper chose couriers
 * @fires ship-quote - the rates have changed: an answer arrived, or a switch was moved
 * @fires ship-rate-change - the chosen rate changed, and why
 * @fires ship-extras-change - insurance or cash on delivery was switched
 * @fires ship-order-submit - the shopper asks for the order. Cancelable
 * @fires ship-order-placed - it is placed
 * @fires ship-order-unconfirmed - it was sent and no answer came
 * @fires ship-order-cancelled - it is cancelled
 * @fires ship-error - something failed
 */
export class CheckoutElement extends RateFieldElement {
  static override styles = [
    base,
    css`
      ship-rate-comparison {
        margin-block-end: calc(var(--space) * 2);
      }
      [part] {
        max-inline-size: none;
      }
    `,
  ];

  static override properties: PropertyDeclarations = {
    order: { attribute: false },
    orderMode: { converter: orderMode, attribute: 'order-mode' },
    picker: {},
    reference: {},
  };

  /**
   * `order` places a real one, `none` shows no order button. Anything else saves a draft.
   * @type {'draft' | 'order' | 'none'}
   */
  orderMode: OrderMode = 'draft';

  /** `open` shows the couriers above the whole list. Otherwise they are one line that opens. */
  picker = '';

  /** The shop's own `reference_id` for the order. A random one by default. */
  reference = '';

  #orderTask: OrderTask | undefined;
  /** The mode and the reference that were last dispatched to the store. */
  #terms: Pick<Input, 'orderMode' | 'reference'> = initialState.input;
  /** Order buttons elsewhere in the page. With one of them, the checkout shows no button of its own. */
  readonly #buttons = new Set<OrderButtonElement>();
  readonly #place = new Place(this);
  readonly #slotted = new Slotted(this, ['legend', ...comparisonStates]);
  readonly #slottedInButton = new Slotted(this, ['unconfirmed', 'placed']);
  /** The focused control when the update began. */
  #focused: HTMLElement | undefined;

  /** Sender and receiver. A copy. Personal data: a property only. */
  get order(): OrderContacts | undefined {
    return this.state.input.contacts;
  }

  set order(order: OrderContacts | null | undefined) {
    const contacts = this.copyOfOrder(order);
    if (JSON.stringify(contacts) !== JSON.stringify(this.order))
      this.store.dispatch({ type: 'set', input: { contacts } });
  }

  /** The rates as the service quoted them last, cheapest first. */
  get rates(): readonly Rate[] {
    return views.rates(this.state);
  }

  /** The status of the rates, or of the order. */
  get status(): CheckoutStatus {
    const { status } = this.state.order.phase;
    return status === 'ready' ? views.status(this.state) : status;
  }

  /** Why asking for rates or placing the order failed. */
  get error(): Error | undefined {
    const { phase } = this.state.order;
    return views.error(this.state) ?? ('error' in phase ? phase.error : undefined);
  }

  /** Asks for couriers and rates again. */
  override async refresh(): Promise<void> {
    const picker = this.renderRoot?.querySelector<CourierPickerElement>('ship-courier-picker');
    await Promise.all([picker?.refresh(), super.refresh()]);
  }

  /** Places the order, like a click on the order button. Does nothing while prices are being asked. */
  async placeOrder(): Promise<void> {
    await this.updateComplete;
    await this.#orderTask?.place();
  }

  /** Cancels the placed order. Does nothing if there is none. */
  async cancelOrder(reason?: CancellationReason): Promise<void> {
    await this.#orderTask?.cancel(reason);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Buttons that were connected earlier could not find this checkout.
    const root = this.getRootNode() as ParentNode;
    for (const button of root.querySelectorAll<OrderButtonElement>('ship-order-button')) button.requestUpdate?.();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#place.leave();
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
  claimPlace(): string {
    if (this.isConnected) this.#place.claim(this.id || this.name);
    return this.#place.name;
  }

  /** @internal */
  protected override own(store: Store): void {
    super.own(store);
    this.#orderTask = new OrderTask(this);
  }

  /** @internal */
  protected override select({ input, quote, choice, order }: State): readonly unknown[] {
    return [input, quote, choice, order];
  }

  /** @internal */
  protected override get ratesRoot(): ParentNode | null | undefined {
    return this.renderRoot?.querySelector('ship-rate-comparison')?.shadowRoot;
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const status = views.status(this.state);
    const comparison = Object.fromEntries(comparisonStates.map((name) => [name, name === status]));
    const states = orderStates(this.state);
    return { ...comparison, ...states, error: states.error || status === 'error', 'user-invalid': this.userInvalid };
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    for (const part of [...(this.renderRoot?.querySelectorAll<OrderButtonElement>('[part]') ?? []), ...this.#buttons])
      await part.updateComplete;
    return isComplete;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#setOrder();
    // While an order is in progress the focused control is disabled, and a browser may take focus away.
    const focused = this.shadowRoot?.activeElement as HTMLElement | null | undefined;
    if (focused || !inProgress(this.state.order)) this.#focused = focused ?? undefined;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.isConnected && this.#focused && (this.#focused.hidden || !this.#focused.isConnected))
      void this.#focusOrder();
  }

  protected override render(): TemplateResult {
    const { state, rows, logos, view, required, words, activeClient } = this;
    const { phase } = state.order;
    const isDone = (phase.status === 'placed' && !phase.order.other) || phase.status === 'cancelling';
    const isLocked = this.isDisabled || inProgress(state.order);
    const withoutButton = (state.input.orderMode === 'none' && !inProgress(state.order)) || this.#buttons.size > 0;
    return html`
      <ship-rate-comparison
        .store=${this.store}
        .client=${activeClient}
        .words=${words}
        .disabled=${isLocked}
        .label=${this.labelText}
        .isInvalid=${this.userInvalid}
        .rows=${rows}
        .logos=${logos}
        .view=${view}
        .required=${required}
        ?hidden=${isDone}
        part="rate-comparison"
        exportparts="list, row, radio, price, badge, reason, breakdown, extras, switch, more, tools"
      >
        ${this.#slotted.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
        <ship-courier-picker
          slot="filter"
          .store=${this.store}
          .client=${activeClient}
          .words=${words}
          .disabled=${isLocked}
          .folded=${this.picker !== 'open'}
          part="courier-picker"
          exportparts="option, label, choose"
        ></ship-courier-picker>
      </ship-rate-comparison>
      ${withoutButton ? nothing : this.#renderButton()} ${this.renderLiveRegion()}
    `;
  }

  #renderButton(): TemplateResult {
    return html`
      <ship-order-button
        .store=${this.store}
        .client=${this.activeClient}
        .words=${this.words}
        .disabled=${this.isDisabled}
        part="order-button"
        exportparts="button, cancel, status, receipt, copy"
      >
        ${this.#slottedInButton.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
      </ship-order-button>
    `;
  }

  /** The button elsewhere in the page that decides the order mode and dispatches the order's events. */
  get #button(): OrderButtonElement | undefined {
    return [...this.#buttons].at(-1);
  }

  /** Dispatches mode and reference to the store: those of the button elsewhere in the page, if there is one. */
  #setOrder(): void {
    const { orderMode, reference: given } = this.#button ?? this;
    const reference = String(given ?? '');
    const before = this.#terms;
    if (orderMode === before.orderMode && reference === before.reference) return;
    this.#terms = { orderMode, reference };
    this.store.dispatch({ type: 'set', input: this.#terms });
  }

  /** If a removed control had focus, focus goes to the outcome of the order. */
  async #focusOrder(): Promise<void> {
    this.#focused = undefined;
    await this.updateComplete;
    const { activeElement } = this.getRootNode() as Document;
    // The page may have moved focus elsewhere by now.
    if (activeElement && activeElement !== this && activeElement !== document.body) return;
    const button = this.renderRoot.querySelector<OrderButtonElement>('ship-order-button') ?? this.#button;
    button?.focus();
    // A screen reader announces the newly focused element by itself.
    this.announce('');
  }
}
