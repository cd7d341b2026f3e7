import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { InvalidRequestError } from '../../client/index.ts';
import type { CancellationReason, Rate } from '../../contract/index.ts';
import { orderMode } from '../element/converters.ts';
import { OrderTask } from '../element/order-task.ts';
import { Place } from '../element/place.ts';
import { ShipElement } from '../element/ship-element.ts';
import { Slotted } from '../element/slotted.ts';
import { base } from '../element/styles.ts';
import { canStart, inProgress, type OrderStatus } from '../store/order.ts';
import type { Input, OrderMode, State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import type { OrderBody, PlacedOrder } from '../store/submission.ts';
import * as views from '../store/views.ts';
import { orderSentence } from '../words/order-sentence.ts';
import { missingSentence } from '../words/sentences.ts';
import { renderOutcome } from './outcome.ts';
import type { OrderNumber } from './receipt.ts';
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
  static override styles = [base, styles];

  static override properties: PropertyDeclarations = {
    order: { attribute: false },
    rate: { attribute: false },
    orderMode: { converter: orderMode, attribute: 'order-mode' },
    reference: {},
    cart: {},
    htmlFor: { attribute: 'for' },
    checkout: { attribute: false },
  };

  /** The id of a checkout elsewhere in the page that this button orders for. */
  htmlFor = '';

  /** That checkout itself, if it has no id. */
  checkout: HTMLElement | undefined;

  /** Its own store, while it shows the store of a checkout. */
  #ownStore: Store | undefined;
  #orderTask: OrderTask | undefined;
  #linked: OrderHost | undefined;
  #isPanelOpen = false;
  /** The last copied number of the receipt. */
  #copied: OrderNumber | undefined;
  readonly #place = new Place(this);
  readonly #slotted = new Slotted(this, ['']);

  constructor() {
    super();
    // Enter that is held down repeats its click, before the shopper could read the next screen.
    this.addEventListener('keydown', (event) => event.repeat && event.key === 'Enter' && event.preventDefault());
  }

  /** The order without its courier. A copy. Personal data: a property only. */
  get order(): OrderBody | undefined {
    return this.#own.state.input.body;
  }

  set order(order: OrderBody | null | undefined) {
    this.#set({ body: this.copyOfOrder(order) });
  }

  /** The chosen rate. */
  get rate(): Rate | undefined {
    return this.#own.state.input.rate;
  }

  set rate(rate: Rate | null | undefined) {
    this.#set({ rate: rate ?? undefined });
  }

  /**
   * `order` places a real one. Anything but that and `none` saves a draft.
   * @type {'draft' | 'order' | 'none'}
   */
  get orderMode(): OrderMode {
    return this.#own.state.input.orderMode;
  }

  set orderMode(orderMode: OrderMode) {
    this.#set({ orderMode: orderMode === 'order' || orderMode === 'none' ? orderMode : 'draft' });
  }

  /** The shop's own `reference_id` for this order. A random one by default. */
  get reference(): string {
    return this.#own.state.input.reference;
  }

  set reference(reference: string | number | null | undefined) {
    this.#set({ reference: String(reference ?? '') });
  }

  /** The cart that the shop's server has signed, for the gateway. A checkout has its own. */
  get cart(): string {
    return this.#own.state.input.cart;
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
    const { phase } = this.state.order;
    return 'error' in phase ? phase.error : undefined;
  }

  /** Places the order. A second call while one is in progress does nothing. An order without an answer is sent again. */
  async placeOrder(): Promise<void> {
    this.#link();
    if (this.#linked) await this.#linked.placeOrder();
    else if (this.#isForCheckout)
      this.store.dispatch({
        type: 'refused',
        error: new InvalidRequestError('createOrder', [{ path: 'for', remedy: 'must be the id of a ship-checkout' }]),
      });
    else await this.#orderTask?.place();
  }

  /** Cancels the placed order. Does nothing if there is none. */
  async cancelOrder(reason?: CancellationReason): Promise<void> {
    await (this.#linked ?? this.#orderHost)?.cancelOrder(reason);
    if (!this.#linked) await this.#orderTask?.cancel(reason);
  }

  override focus(options?: FocusOptions): void {
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    (find('.outcome:not(:empty)') ?? find('button'))?.focus(options);
  }

  /** @internal */
  claimPlace(): string {
    if (this.isConnected) this.#place.claim(this.id);
    return this.#place.name;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#link();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlink();
    this.#place.leave();
  }

  /** @internal */
  protected override own(store: Store): void {
    this.#ownStore = store;
    this.#orderTask = new OrderTask(this);
  }

  /** @internal */
  protected override select(state: State): readonly unknown[] {
    const { input, order } = state;
    return [order, input.orderMode, views.rate(state), this.#waitsFor(state)];
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    return orderStates(this.state);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#link();
    const { order } = this.state;
    if (!order.placed?.cancellable || order.phase.status === 'cancelled') this.#isPanelOpen = false;
    if (order.phase.status !== 'placed') this.#copied = undefined;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // This button decides the order mode, and the checkout orders.
    if (changed.has('orderMode') || changed.has('reference')) this.#linked?.requestUpdate();
    // Focus has moved to the outcome, which a screen reader announces by itself.
    if (this.focusKeeper.hasMoved) this.announce('');
  }

  protected override render(): TemplateResult {
    const { state, voice } = this;
    const { phase } = state.order;
    const outcome = {
      ...{ phase: this.#visiblePhase, voice, language: this.locale.language },
      ...{ copied: this.#copied, isPanelOpen: this.#isPanelOpen },
      handleCopy: this.#handleCopy,
      handleToggle: this.#handleToggle,
      handleConfirm: (reason: CancellationReason) => void this.cancelOrder(reason),
    };
    const isDone = (phase.status === 'placed' && !phase.order.other) || phase.status === 'cancelling';
    const isAbsent = isDone || (state.input.orderMode === 'none' && !inProgress(state.order));
    return html`
      <div
        part="status"
        class="outcome"
        role="group"
        tabindex="-1"
        aria-label=${orderSentence(this.#visiblePhase, voice) || nothing}
      >${renderOutcome(outcome)}</div>
      ${isAbsent ? nothing : this.#renderButton()}
      ${this.renderLiveRegion()}
    `;
  }

  /** The same button from the first click to the last check, so that focus stays on it. Below it is the reason why it waits. */
  #renderButton(): TemplateResult {
    const { state } = this;
    const isBusy = ['asking', 'quoting', 'ordering'].includes(state.order.phase.status);
    const hint = isBusy ? undefined : this.#waitsFor(state);
    // In a checkout, the comparison shows all other reasons, next to the controls that solve them.
    const isSaidAbove = this.#orderHost !== undefined && hint !== this.voice.words.chooseRate;
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
      <p class="hint" id="hint" aria-hidden="true"><span class=${isSaidAbove ? 'hidden' : ''}>${hint}</span></p>
    `;
  }

  #renderLabel(isBusy: boolean): TemplateResult | string {
    const { state, voice } = this;
    const { words, formatRupiah } = voice;
    const { status } = state.order.phase;
    if (isBusy) return words.ordering;
    if (status === 'unconfirmed') return words.checkAgain;
    const isAgain = status === 'cancelled' || status === 'placed';
    const own = state.input.orderMode === 'order' ? words.order : words.orderDraft;
    const label = isAgain ? words.orderAgain : this.#slotted.filled.length ? html`<slot></slot>` : own;
    const rate = views.rate(state);
    return html`${label}${rate ? html`<b>${` ${formatRupiah(rate.price)}`}</b>` : nothing}`;
  }

  /** In a checkout, the comparison shows what happened to the rate. */
  get #visiblePhase() {
    const { phase } = this.state.order;
    const isSaidAbove = this.store !== this.#ownStore && this.state.choice.news !== undefined;
    return isSaidAbove && 'news' in phase ? ({ status: 'ready' } as const) : phase;
  }

  /** Why the order cannot be placed now. */
  #waitsFor(state: State): string | undefined {
    const { input, order } = state;
    if (order.phase.status === 'unconfirmed' && order.phase.submission) return undefined;
    if (!canStart(order) || views.canOrder(state, input.orderMode)) return undefined;
    const isAlone = store(this) === this.#ownStore;
    return isAlone ? this.voice.words.chooseRate : missingSentence(state, this.voice);
  }

  /** The store for its own properties. */
  get #own(): Store {
    return this.#ownStore ?? this.store;
  }

  #set(input: Partial<Input>): void {
    const { input: now } = this.#own.state;
    const names = Object.keys(input) as (keyof Input)[];
    if (names.some((name) => JSON.stringify(now[name]) !== JSON.stringify(input[name])))
      this.#own.dispatch({ type: 'set', input });
  }

  get #isForCheckout(): boolean {
    return Boolean(this.htmlFor || this.checkout);
  }

  /** The checkout that it is a part of. */
  get #orderHost(): OrderHost | undefined {
    if (this.#ownStore) return undefined;
    return (this.getRootNode() as Partial<ShadowRoot>).host as OrderHost | undefined;
  }

  /** Finds the checkout of `for` or `checkout`, and shows its store. */
  #link(): void {
    if (!this.#ownStore) return;
    const root = this.getRootNode() as Partial<Document>;
    const named = this.checkout ?? (this.htmlFor ? root.getElementById?.(this.htmlFor) : undefined);
    const isCheckout = named instanceof Object && 'attachButton' in named && named.isConnected;
    const found = this.isConnected && isCheckout ? (named as OrderHost) : undefined;
    if (found === this.#linked) return;
    this.#unlink();
    this.#linked = found;
    found?.attachButton(this);
    this.store = found?.store ?? this.#ownStore;
  }

  #unlink(): void {
    this.#linked?.detachButton(this);
    this.#linked = undefined;
    if (this.#ownStore) this.store = this.#ownStore;
  }

  /** Ignores the second click of a double click, because the shopper cannot have read a new price. */
  readonly #handleClick = ({ detail }: MouseEvent): void => {
    if (detail > 1) return;
    const hint = this.#waitsFor(this.state);
    if (hint && !(this.#isForCheckout && !this.#linked)) this.announce(hint);
    else void (this.#orderHost ?? this).placeOrder();
  };

  readonly #handleCopy = async (number: OrderNumber): Promise<void> => {
    const { words } = this.voice;
    try {
      await navigator.clipboard.writeText(`${this.placed?.[number]}`);
      this.#copied = number;
      this.announce(words.copied);
    } catch {
      // A page without HTTPS has no clipboard: the number can be selected.
      this.#copied = undefined;
      this.announce(words.notCopied);
    }
    this.requestUpdate();
  };

  readonly #handleToggle = async (): Promise<void> => {
    this.#isPanelOpen = !this.#isPanelOpen;
    this.store.dispatch({ type: 'dismiss' });
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(this.#isPanelOpen ? 'select' : '[part=cancel]')?.focus();
  };
}

const store = (button: OrderButtonElement): Store => button.store;

/** The custom states of an order, of its button and of the checkout around it alike. */
export function orderStates({ order: { phase } }: State): Record<string, boolean> {
  const { status } = phase;
  return {
    ordering: status === 'asking' || status === 'quoting' || status === 'ordering',
    unconfirmed: status === 'unconfirmed',
    placed: status === 'placed' || status === 'cancelling',
    cancelled: status === 'cancelled',
    error: status !== 'unconfirmed' && 'error' in phase && phase.error !== undefined,
  };
}
