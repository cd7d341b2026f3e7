import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { InvalidRequestError, type ShippingClient } from '../../client/index.ts';
import type { CancellationReason, Rate } from '../../contract/index.ts';
import { type ExtraName, paymentsFor } from '../../extras/index.ts';
import { barContent, barStyles, type Remedy, renderBar } from '../core/bar.ts';
import { PressGuard, Slotted } from '../core/browser.ts';
import { Copying } from '../core/copying.ts';
import { Countdown } from '../core/errors.ts';
import { canStart, hasOutcome, inProgress, orderError, orderStates } from '../core/order.ts';
import { type OrderingHost, OrderTask } from '../core/order-task.ts';
import { copyOfOrder, orderModeOf, refuseOrder, setInput } from '../core/page-input.ts';
import * as prices from '../core/prices.ts';
import { WidgetKey } from '../core/references.ts';
import { ShipElement } from '../core/ship-element.ts';
import type { Input, OrderMode, OrderStatus, State } from '../core/state.ts';
import { stepStyles } from '../core/step-styles.ts';
import type { Store } from '../core/store.ts';
import { StoreOwner } from '../core/store-owner.ts';
import { base } from '../core/styles.ts';
import type { OrderBody, PlacedOrder } from '../core/submission.ts';
import { upcoming } from '../core/update.ts';
import * as views from '../core/views.ts';
import { languages } from '../words/languages.ts';
import type { Languages } from '../words/locale.ts';
import { isUnsent, missingSentence, orderSentence } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';
import type { Refund } from './receipt.ts';
import { renderOutcome } from './receipt.ts';
import { styles } from './styles.ts';

/** The parts of a checkout that an order button elsewhere in the page uses. */
export interface OrderHost extends ShipElement {
  /** @internal */
  readonly store: Store;
  placeOrder(): Promise<void>;
  cancelOrder(reason?: CancellationReason): Promise<void>;
  /** @internal */
  attachButton(button: OrderButtonElement): void;
  /** @internal */
  detachButton(button: OrderButtonElement): void;
}

/**
 * Places the shipping order, shows its outcome, and cancels it.
 *
 * @tag ship-order-button
 * @slot - the label
 * @slot unconfirmed - shown when no answer came
 * @slot placed - shown under the order number
 * @slot error - shown when the order was refused
 * @csspart button - the button
 * @csspart cancel - the button that asks for a cancellation
 * @csspart status - the outcome of the order
 * @csspart receipt - the placed order, with its price and numbers
 * @csspart copy - the buttons that copy a number
 * @csspart save - the button that prints the receipt. Some apps show pages in which nothing can be printed
 * @csspart track - the link to the page that shows where the parcel is
 * @csspart contact - the links to the shop
 * @csspart address - the link to the address, if the order was refused because of it
 * @cssstate ordering
 * @cssstate unconfirmed
 * @cssstate placed
 * @cssstate cancelled
 * @cssstate error
 * @fires ship-order-submit - the shopper asks for the order. Cancelable
 * @fires ship-order-placed - it is placed
 * @fires ship-order-unconfirmed - it was sent and no answer came
 * @fires ship-order-cancelled - it is cancelled
 * @fires ship-rate-change - its price has changed, or its service is gone. Inside a checkout, the checkout says so
 * @fires ship-error - it was refused, or could not be sent
 */
export class OrderButtonElement extends ShipElement {
  /** @internal */
  static override readonly languages: Languages<Words> = languages;

  static override styles = [base, stepStyles, barStyles, styles];

  static override properties: PropertyDeclarations = {
    order: { attribute: false },
    rate: { attribute: false },
    orderMode: { attribute: 'order-mode' },
    reference: {},
    cart: {},
    htmlFor: { attribute: 'for' },
    checkout: { attribute: false },
    trackingPage: { attribute: 'tracking-page' },
    addressUrl: { attribute: 'address-url' },
    refund: { attribute: false },
  };

  /** @internal Orders for a checkout, which loads no code of its own that does: whoever registers this element brings it. */
  static taskFor(checkout: OrderingHost): OrderTask {
    return new OrderTask(checkout);
  }

  /** A client of the page's own, instead of `base-url`. */
  declare client: ShippingClient | undefined;

  /** The id of a checkout elsewhere in the page that this button orders for. */
  htmlFor = '';

  /** That checkout itself, if it has no id. */
  checkout: HTMLElement | undefined;

  /** The shop's page with a `ship-tracking`. The receipt links to it, with the order's token as the fragment: `/lacak#t=TOKEN`. */
  trackingPage = '';

  /** Where the shopper corrects the address: `#street` of the page, or another page. A refused address links to it. */
  addressUrl = '';

  /** What the shopper gets back if the order is cancelled, as the page knows it. Said before the question and after. A property only. */
  refund: Refund | undefined;

  /** @internal */
  override readonly owner: StoreOwner = new StoreOwner(this);
  /** Its own store, while it shows the store of a checkout. */
  #ownStore: Store | undefined;
  #orderTask: OrderTask | undefined;
  #linked: OrderHost | undefined;
  #isPanelOpen = false;
  readonly #pressGuard = new PressGuard(1_000);
  readonly #countdown = new Countdown(this, () => this.error);
  #isModeSet = false;
  readonly #copying = new Copying((sentence) => {
    this.announce(sentence);
    this.requestUpdate();
  });
  readonly #widgetKey = new WidgetKey(this);
  readonly #slotted = new Slotted(this, ['']);

  constructor() {
    super();
    // Enter that is held down repeats its click, before the shopper could read the next screen.
    this.addEventListener('keydown', (event) => event.repeat && event.key === 'Enter' && event.preventDefault());
  }

  /** The order without its courier. A copy. Personal data: a property only. */
  get order(): OrderBody | undefined {
    return this.#input.body;
  }

  set order(order: OrderBody | null | undefined) {
    this.#set({ body: copyOfOrder(this.#own, order) });
  }

  /** The chosen rate. */
  get rate(): Rate | undefined {
    return this.#input.rate;
  }

  set rate(rate: Rate | null | undefined) {
    this.#set({ rate: rate ?? undefined });
  }

  /**
   * `order` places a real order, `draft` saves a draft. `none`, the default, shows no button.
   * @type {'none' | 'draft' | 'order'}
   */
  get orderMode(): OrderMode {
    return this.#input.orderMode;
  }

  set orderMode(given: OrderMode | '' | null | undefined) {
    this.#isModeSet = true;
    this.#set({ orderMode: orderModeOf(given) });
  }

  /** The shop's own `reference_id` for this order. A random one by default. */
  get reference(): string {
    return this.#input.reference;
  }

  set reference(reference: string | number | null | undefined) {
    this.#set({ reference: String(reference ?? '') });
  }

  /** The cart that the shop's server has signed, for the gateway. A checkout has its own. */
  get cart(): string {
    return this.#input.cart;
  }

  set cart(cart: string | null | undefined) {
    this.#set({ cart: cart || '' });
  }

  /** The status of the order. */
  get status(): OrderStatus {
    return this.state.order.phase.status;
  }

  /** The order that was placed. Undefined until then. */
  get placed(): PlacedOrder | undefined {
    return this.state.order.placed;
  }

  /** Why the last attempt failed. */
  get error(): Error | undefined {
    return orderError(this.state);
  }

  /** Places the order. Does nothing while it is disabled. A second call while one is in progress does nothing. An order without an answer is sent again. */
  async placeOrder(): Promise<void> {
    this.#link();
    if (this.disabled) return;
    if (this.#checkout) await this.#checkout.placeOrder();
    else if (this.#lacksCheckout)
      this.store.dispatch({
        type: 'refused',
        error: new InvalidRequestError('createOrder', [{ path: 'for', remedy: 'must be the id of a ship-checkout' }]),
      });
    else await this.#orderTask?.place();
  }

  /** Cancels the placed order. Does nothing if there is none. */
  async cancelOrder(reason?: CancellationReason): Promise<void> {
    if (this.#checkout) await this.#checkout.cancelOrder(reason);
    else await this.#orderTask?.cancel(reason);
  }

  /** Starts the next order, after one was placed or cancelled. Another `reference` does the same. */
  reset(): void {
    this.store.dispatch({ type: 'next-order' });
  }

  override focus(options?: FocusOptions): void {
    const first = this.renderRoot.querySelector<HTMLElement>('.outcome:not(:empty), .lack, button');
    (first ?? this.#checkout)?.focus(options);
  }

  /** @internal */
  claimWidgetKey(): string {
    if (this.isConnected) this.#widgetKey.claim(this.id);
    return this.#widgetKey.value;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#link();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#link();
    this.#widgetKey.leave();
  }

  /** @internal */
  own(store: Store): void {
    this.#ownStore = store;
    this.#orderTask = new OrderTask(this);
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    return orderStates(this.state);
  }

  protected override get changesWithTime(): boolean {
    return this.placed?.cancelUntil !== undefined;
  }

  /** @internal The sentence that there is no connection is over. Another one is not said again. The order is sent by the shopper alone. */
  protected override handleOnline(): void {
    const sentence = orderSentence(this.#visiblePhase, this.voice);
    const shown = this.renderRoot.querySelector('.outcome')?.getAttribute('aria-label');
    if (sentence !== (shown ?? '')) this.announce(sentence);
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#link();
    const { order } = this.state;
    if (!order.placed?.cancellable || order.phase.status === 'cancelled') this.#isPanelOpen = false;
  }

  protected override firstUpdated(): void {
    this.renderRoot.addEventListener('click', this.#refuseHastyClick, true);
    // A button in a checkout takes the checkout's mode. A button that stands alone shows nothing without a mode, so that is reported.
    // The button of a checkout that a server rendered has gone by now: the checkout renders its own.
    if (this.isConnected && this.#ownStore && !this.#isModeSet)
      refuseOrder(this.#ownStore, 'order-mode', 'is missing: set order or draft');
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // This button decides the order mode, and the checkout orders.
    if (changed.has('orderMode') || changed.has('reference')) this.#linked?.requestUpdate();
    const { state, voice } = this;
    this.#pressGuard.watch(`${barContent(state)}${orderSentence(state.order.phase, voice)}${this.#isPanelOpen}`);
    if (!this.focusKeeper.hasMoved) return;
    this.focus();
    // A screen reader announces what has focus by itself. The rates do not say why there is nothing to order.
    if (this.shadowRoot?.activeElement) this.announce('');
  }

  protected override render(): TemplateResult {
    const { state, voice } = this;
    const outcome = {
      phase: this.#visiblePhase,
      voice,
      now: this.clock.now(),
      level: this.levelOf(),
      copying: this.#copying,
      isPanelOpen: this.#isPanelOpen,
      trackingPage: this.trackingPage,
      contactUrl: this.contactUrl,
      addressUrl: this.addressUrl,
      refund: this.refund,
      elapsed: this.#countdown.elapsed,
      handleToggle: this.#handleToggle,
      handleConfirm: (reason: CancellationReason) => void this.cancelOrder(reason),
      handleAgain: () => this.#handleRemedy({ type: 'next-order' }),
      handleTurnOff: (name: ExtraName) => this.#handleRemedy({ type: 'switch', name, on: false }),
    };
    const isAbsent =
      hasOutcome(state.order) ||
      (state.input.orderMode === 'none' && !inProgress(state.order)) ||
      // In a checkout, what there is to do is said just above.
      (!this.#ownStore && views.hasMessage(state));
    return html`
      <div
        part="status"
        class="outcome"
        role="group"
        tabindex="-1"
        aria-label=${orderSentence(this.#visiblePhase, voice) || nothing}
      >${renderOutcome(outcome)}</div>
      ${isAbsent ? nothing : this.#renderBar()}
      ${this.renderLiveRegion()}
    `;
  }

  #renderBar(): TemplateResult {
    const { state, voice, disabled } = this;
    return renderBar({
      state,
      voice,
      disabled,
      button: this.#renderButton(),
      // In a checkout, the comparison shows the reason, next to the controls that solve it.
      hint: this.#ownStore && this.#waitsFor(state),
      handleRemedy: this.#handleRemedy,
    });
  }

  /** The same button from the first click to the last check, so that focus stays on it. */
  #renderButton(): TemplateResult {
    const { state } = this;
    const isBusy = orderStates(state).ordering;
    const hint = isBusy ? undefined : this.#waitsFor(state);
    return html`
      <button
        part="button"
        class="primary ${isBusy ? 'busy' : ''}"
        type="button"
        ?disabled=${this.disabled}
        aria-disabled=${isBusy || hint ? 'true' : nothing}
        aria-describedby="hint"
        @click=${this.#handleClick}
      >
        ${this.#renderLabel(isBusy)}
      </button>
      <span class="hidden" id="hint" aria-hidden="true">${hint}</span>
    `;
  }

  #renderLabel(isBusy: boolean): TemplateResult | string {
    const { state, voice } = this;
    const { words } = voice;
    const { phase } = state.order;
    const { status } = phase;
    if (isBusy) return words.ordering;
    if (status === 'unconfirmed') return words.checkAgain;
    if (status === 'placed') return words.orderAgain;
    if (isUnsent(phase)) return words.retry;
    if (this.#slotted.filled.length) return html`<slot></slot>`;
    if (state.input.orderMode !== 'order') return words.orderDraft;
    const { goods, effective } = prices.extrasOf(state.input);
    if (goods === undefined || state.input.rate) return words.order;
    const { payNow } = views.payments(state) ?? paymentsFor(effective, 0);
    // What was refused may be paid already.
    return status === 'ready' && payNow !== 0 ? words.pay : words.placeOrder;
  }

  /** In a checkout, the comparison shows what happened to the rate. */
  get #visiblePhase() {
    const { phase } = this.state.order;
    const isSaidAbove = this.store !== this.#ownStore && this.state.choice.notice !== undefined;
    return isSaidAbove && 'notice' in phase ? ({ status: 'ready' } as const) : phase;
  }

  /** Why the order cannot be placed now. */
  #waitsFor(state: State): string | undefined {
    const { input, order } = state;
    if (order.phase.status === 'unconfirmed' && order.phase.submission) return undefined;
    if (!canStart(order) || views.canOrder(state, input.orderMode)) return undefined;
    const isAlone = this.store === this.#ownStore;
    return isAlone ? this.voice.words.chooseRate : missingSentence(state, this.voice);
  }

  /** The store for its own properties. */
  get #own(): Store {
    return this.#ownStore ?? this.store;
  }

  /** What the page reads back: while an order is in progress, what applies after it. */
  get #input(): Input {
    return upcoming(this.#own.state).input;
  }

  #set(input: Partial<Input>): void {
    setInput(this.#own, input);
  }

  /** The checkout that it orders for: the one that it is a part of, or the one of `for` or `checkout`. */
  get #checkout(): OrderHost | undefined {
    const { host } = this.getRootNode() as Partial<ShadowRoot>;
    const around = host && 'attachButton' in host ? (host as Element & OrderHost) : undefined;
    return this.#ownStore ? this.#linked : around;
  }

  /** Whether the page has named a checkout that is not there. */
  get #lacksCheckout(): boolean {
    return Boolean(this.htmlFor || this.checkout) && !this.#checkout;
  }

  /** Finds the checkout of `for` or `checkout`, and shows its store. */
  #link(): void {
    if (!this.#ownStore) return;
    const root = this.getRootNode() as Partial<Document>;
    const named = this.checkout ?? (this.htmlFor ? root.getElementById?.(this.htmlFor) : undefined);
    const isCheckout = named instanceof Object && 'attachButton' in named && named.isConnected;
    const found = this.isConnected && isCheckout ? (named as OrderHost) : undefined;
    if (found === this.#linked) return;
    this.#linked?.detachButton(this);
    this.#linked = found;
    found?.attachButton(this);
    this.store = found?.store ?? this.#ownStore;
  }

  /** Before any control hears of it: no link is followed, and the details stay closed. */
  readonly #refuseHastyClick = (event: Event): void => {
    if (!this.#pressGuard.isTooSoon(event as MouseEvent)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Ignores the second click of a double click, because the shopper cannot have read a new price. */
  readonly #handleClick = (event: MouseEvent): void => {
    if (event.detail > 1) return;
    const hint = this.#waitsFor(this.state);
    if (hint && !this.#lacksCheckout) this.announce(hint);
    else void this.placeOrder();
  };

  /** The clicked button is removed, so focus goes to the order button, or to the rates if one has to be chosen. */
  readonly #handleRemedy = async (remedy: Remedy | { type: 'next-order' }): Promise<void> => {
    this.store.dispatch(remedy);
    await this.updateComplete;
    this.focus();
  };

  readonly #handleToggle = async (): Promise<void> => {
    this.#isPanelOpen = !this.#isPanelOpen;
    this.store.dispatch({ type: 'dismiss' });
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(this.#isPanelOpen ? 'select' : '[part=cancel]')?.focus();
  };
}
