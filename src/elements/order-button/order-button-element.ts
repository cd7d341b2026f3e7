import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { InvalidRequestError } from '../../client/index.ts';
import type { CancellationReason, Rate } from '../../contract/index.ts';
import { breakdown, serviceKey, switchesOf } from '../../quote/index.ts';
import { arrivalText } from '../shared/arrival-text.ts';
import { type CheckoutScope, scopeOf } from '../shared/checkout-scope.ts';
import { orderMode } from '../shared/converters.ts';
import { errorSentence } from '../shared/error-sentence.ts';
import { ShipRateChangeEvent } from '../shared/events.ts';
import { noRatesSentence } from '../shared/no-rates.ts';
import { confirmOrder, orderEvent } from '../shared/notices.ts';
import { quoteAgain } from '../shared/quote-task.ts';
import { ShipElement } from '../shared/ship-element.ts';
import { Slotted } from '../shared/slotted.ts';
import { base } from '../shared/styles.ts';
import {
  type OrderBody,
  OrderFlow,
  type OrderMode,
  type OrderNotice,
  type OrderState,
  type OrderStatus,
  type PlacedOrder,
} from '../state/order-flow.ts';
import { Place } from '../state/places.ts';
import { orderStates, renderButton } from './button.ts';
import { copyText } from './copy.ts';
import { orderSentence, renderOutcome } from './outcome.ts';
import type { OrderNumber } from './receipt.ts';
import { styles } from './styles.ts';

/**
 * Places the shipping order, says what became of it, and cancels it.
 *
 * @tag ship-order-button
 * @slot - the label
 * @slot unconfirmed - said when no answer came
 * @slot placed - shown under the order number
 * @slot error - said when the order was refused
 * @csspart button - the button
 * @csspart cancel - the button that asks for a cancellation
 * @csspart status - what became of the order
 * @csspart receipt - what was placed, with its price and numbers
 * @csspart copy - the buttons that copy a number
 * @cssstate ordering
 * @cssstate unconfirmed
 * @cssstate placed
 * @cssstate cancelled
 * @cssstate error
 * @fires ship-order-submit - the shopper asks for the order; cancelable
 * @fires ship-order-placed - it is placed
 * @fires ship-order-unconfirmed - it was sent and no answer came
 * @fires ship-order-cancelled - it is cancelled
 * @fires ship-rate-change - its price moved, or it is gone; inside a checkout the checkout tells it
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

  /** The order but for its courier. Personal data: a property only. */
  order: OrderBody | undefined;

  /** The chosen rate. */
  rate: Rate | undefined;

  /**
   * `order` places a real one; anything but that and `none` saves a draft.
   * @type {'draft' | 'order' | 'none'}
   */
  orderMode: OrderMode = 'draft';

  /** The shop's own `reference_id` for this order; a random one where not given. */
  reference = '';

  /** The cart as the shop's server has signed it, for the gateway; a checkout has its own. */
  cart = '';

  /** The id of a checkout elsewhere in the page that this button orders for. */
  htmlFor = '';

  /** That checkout itself, where it has no id. */
  checkout: HTMLElement | undefined;

  /** The checkout elsewhere in the page that this button is to order for. */
  #found: CheckoutScope | undefined;
  /** The same, once it has taken the button for its own: it takes one. */
  #adopter: CheckoutScope | undefined;
  #cancelPanelOpen = false;
  /** The number of the receipt that was copied last. */
  #copied: OrderNumber | undefined;
  #announced: OrderState | undefined;
  readonly #slotted = new Slotted(this, ['']);
  readonly #place = new Place(this);

  /** Its own, with the rate and the order that the page has set; in a checkout, the checkout has one. */
  readonly #ownFlow = new OrderFlow({
    terms: () => ({
      client: this.widget.client,
      rate: this.rate,
      switches: switchesOf(this.order ?? {}),
      body: this.order,
      cart: this.cart || '',
      mode: this.orderMode,
      reference: this.reference,
      // A draft may leave the courier open.
      ready: this.isConnected && !this.#isForCheckout && (this.rate !== undefined || this.orderMode !== 'order'),
      place: this.#claimPlace(),
    }),
    present: () => this.isConnected,
    confirm: (submit) => confirmOrder(this, submit),
    requote: async (client, order, rate) => {
      const verdict = await quoteAgain(client, order, this.cart, rate);
      this.#show(rate, verdict.kind === 'cleared' ? undefined : verdict.rate);
      return verdict;
    },
    reprice: (rate) => this.#show(rate, rate),
  });

  constructor() {
    super();
    this.#ownFlow.subscribe((notice) => this.#handleNotice(notice));
    // Enter held down on a button is a click a repeat: what it says next would be answered before it is read.
    this.addEventListener('keydown', (event) => event.repeat && event.key === 'Enter' && event.preventDefault());
  }

  /** What became of the order. */
  get status(): OrderStatus {
    return this.#flow.status;
  }

  /** The order that was placed; undefined until then. */
  get placed(): PlacedOrder | undefined {
    return this.#flow.placed;
  }

  /** Why the last try failed. */
  get error(): Error | undefined {
    return this.#flow.error;
  }

  /**
   * Places the order; a second call while one is under way does nothing. With an order unconfirmed it sends that very
   * order again, which is how to find out.
   */
  async placeOrder(): Promise<void> {
    if (this.#isForCheckout && !this.#adopter) this.#missCheckout();
    else await this.#flow.place();
  }

  /** Cancels the placed order; does nothing where there is none. */
  cancelOrder(reason?: CancellationReason): Promise<void> {
    return this.#flow.cancel(reason);
  }

  override focus(options?: FocusOptions): void {
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    (find('.outcome:not(:empty)') ?? find('button'))?.focus(options);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#found?.release(this);
    this.#found = undefined;
    this.#adopter = undefined;
    this.#place.leave();
  }

  /** @internal */
  protected override get subject(): readonly unknown[] {
    return [this.#flow.state];
  }

  /** @internal */
  protected override get shown(): readonly unknown[] {
    const { checkout } = this.widget;
    if (!checkout) return [];
    const { client, words, disabled, orderMode, selection } = checkout;
    const why = [this.#hint, this.#isSaidAbove];
    return [client, words, disabled, orderMode, selection.rate, ...why, this.#flow.state, this.#flow.locked];
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const { status, error } = this.#flow;
    return orderStates(status, error);
  }

  get #flow(): OrderFlow {
    return this.widget.checkout?.order ?? this.#ownFlow;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!this.#flow.placed?.cancellable || this.#flow.status === 'cancelled') this.#cancelPanelOpen = false;
    if (!this.#flow.receipt) this.#copied = undefined;
    if (!this.widget.checkout) this.#ownFlow.reconsider();
  }

  protected override firstUpdated(): void {
    // Made for a receipt, it says nothing that the button elsewhere has not said.
    if (this.#flow.receipt) this.#announced = this.#flow.state;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.isConnected) return;
    this.#joinCheckout();
    // How to order is said here, and what became of the order there.
    if (changed.has('orderMode') || changed.has('reference')) this.#adopter?.lookAgain();
    this.#announceOutcome();
    if (this.#isReceiptElsewhere && this.widget.focus.moved) void this.#adopter?.focusReceipt();
    if (this.widget.checkout || this.#isForCheckout) return;
    this.#ownFlow.resume();
  }

  protected override render(): TemplateResult {
    const { status } = this.#flow;
    const { checkout } = this.widget;
    const { words, language, formatRupiah } = this.widget.locale;
    const rate = checkout ? checkout.selection.rate : this.rate;
    const mode = checkout ? checkout.orderMode : this.orderMode;
    const outcome = {
      state: this.#visibleState,
      cancelPanelOpen: this.#cancelPanelOpen,
      copied: this.#copied,
      words,
      formatRupiah,
      arrivalOf: (ordered: Rate, { readyAt }: PlacedOrder) => arrivalText(ordered, { words, language, readyAt }),
      handleCopy: this.#handleCopy,
      handleToggle: this.#handleToggle,
      handleCancel: (reason: CancellationReason) => void this.cancelOrder(reason),
    };
    const button = {
      status,
      rate,
      mode,
      hint: this.#hint,
      saidAbove: this.#isSaidAbove,
      labelled: this.#slotted.filled.length > 0,
      disabled: checkout ? checkout.disabled : this.disabled,
      words,
      formatRupiah,
      handleClick: this.#handleClick,
    };
    const done = this.#flow.receipt || status === 'cancelling';
    const elsewhere = this.#isReceiptElsewhere;
    return html`
      <div
        part="status"
        class="outcome"
        role="group"
        tabindex="-1"
        aria-label=${(!elsewhere && orderSentence(outcome)) || nothing}
      >${elsewhere ? html`<slot name="placed"></slot>` : renderOutcome(outcome)}</div>
      ${done || (mode === 'none' && !this.#flow.locked) ? nothing : renderButton(button)}
      ${this.widget.renderLiveRegion()}
    `;
  }

  /** A checkout shows the receipt in place of what led to it; its button elsewhere has nothing more to say. */
  get #isReceiptElsewhere(): boolean {
    return this.#adopter !== undefined && this.#flow.receipt !== undefined;
  }

  /** Inside a checkout, what became of the rate stands right above the button already. */
  get #visibleState(): OrderState {
    const { state } = this.#flow;
    const above = this.widget.checkout && !this.#adopter && 'news' in state;
    return above ? { status: 'ready' } : state;
  }

  /** Why the order cannot be placed now. */
  get #hint(): string | undefined {
    const { words } = this.widget.locale;
    const { checkout } = this.widget;
    if (this.#isTaken) return words.otherButton;
    if (!checkout) return !this.rate && this.orderMode === 'order' ? words.chooseRate : undefined;
    const { status, missing, error, rate } = checkout.selection;
    if (status === 'incomplete') return words.incomplete(missing);
    if (status === 'empty') return noRatesSentence(checkout.selection, words);
    if (error) return errorSentence(error, words);
    if (status !== 'ready') return words.orderWaits;
    return rate ? undefined : words.chooseRate;
  }

  /** Inside a checkout, why there are no rates stands right above the button, and so does that one has to be chosen. */
  get #isSaidAbove(): boolean {
    const { checkout } = this.widget;
    if (!checkout || this.#adopter) return false;
    const { rates, news } = checkout.selection;
    return !rates.length || (checkout.userInvalid && !news);
  }

  /** By the id that it has now: setting one is no update. */
  #claimPlace(): string {
    if (this.isConnected && !this.widget.checkout) this.#place.claim(this.id);
    return this.#place.name;
  }

  get #isForCheckout(): boolean {
    return Boolean(this.htmlFor || this.checkout);
  }

  /** Whether another button orders for its checkout. */
  get #isTaken(): boolean {
    return this.#found !== undefined && this.#adopter === undefined;
  }

  /** Becomes a part of the checkout that it orders for, wherever that is in the page. */
  #joinCheckout(): void {
    const root = this.getRootNode() as Partial<Document>;
    const found = scopeOf(this.checkout ?? (this.htmlFor ? root.getElementById?.(this.htmlFor) : undefined));
    const isNew = found !== this.#found;
    if (isNew) this.#found?.release(this);
    this.#found = found;
    const adopter = found?.adopt(this) ? found : undefined;
    if (adopter !== this.#adopter) {
      this.#adopter = adopter;
      this.widget.orderFor(adopter);
    }
    if (isNew && this.#isTaken) {
      this.widget.fail(invalidCheckout(taken));
      this.requestUpdate();
    }
  }

  /** Says what became of the order once the screen does, where focus does not say it by coming there. */
  #announceOutcome(): void {
    const { state } = this.#flow;
    if (state === this.#announced) return;
    const { words, formatRupiah } = this.widget.locale;
    const sentence = orderSentence({ state, words, formatRupiah });
    if (!sentence) return;
    this.#announced = state;
    // The checkout has said what became of the rate: one announcement a change.
    const said = this.widget.checkout && 'news' in state;
    if (!said && !this.widget.focus.moved) this.widget.announce(sentence);
  }

  /** Shows what became of a rate. The page may have set another one meanwhile: that is for its next order. */
  #show(ordered: Rate, now: Rate | undefined): void {
    if (this.rate && serviceKey(this.rate) === serviceKey(ordered)) this.rate = now;
  }

  #handleNotice(notice: OrderNotice | undefined): void {
    this.requestUpdate();
    if (notice?.type === 'price') {
      const { news } = notice;
      const reason = news.kind === 'cleared' ? news.reason : news.kind;
      const rate = news.kind === 'cleared' ? undefined : news.rate;
      const parts = rate && breakdown(rate);
      this.widget.send(new ShipRateChangeEvent({ rate, previous: news.previous, reason, breakdown: parts }));
    } else if (notice) this.widget.send(orderEvent(notice));
  }

  /** The second click of a double click would answer what it cannot have read: another price. */
  readonly #handleClick = ({ detail }: MouseEvent): void => {
    if (detail > 1) return;
    const flow = this.#flow;
    this.widget.checkout?.lookAgain();
    const hint = flow.locked ? undefined : this.#hint;
    const isLost = this.#isForCheckout && !this.#found;
    if (hint && !isLost) this.widget.announce(hint, () => [this.#hint]);
    else if (flow.status === 'placed') void flow.placeOther();
    else void this.placeOrder();
  };

  readonly #handleCopy = async (number: OrderNumber): Promise<void> => {
    const { words } = this.widget.locale;
    const copied = await copyText(`${this.#flow.placed?.[number]}`, this.renderRoot as ShadowRoot);
    this.#copied = copied ? number : undefined;
    this.requestUpdate();
    this.widget.announce(copied ? words.copied : words.notCopied);
  };

  #missCheckout(): void {
    if (this.#isTaken) this.widget.fail(invalidCheckout(taken));
    else this.#ownFlow.fail(invalidCheckout('must be the id of a ship-checkout'));
  }

  readonly #handleToggle = async (): Promise<void> => {
    this.#cancelPanelOpen = !this.#cancelPanelOpen;
    this.#flow.dismissError();
    this.requestUpdate();
    await this.updateComplete;
    const first = this.#cancelPanelOpen ? 'select' : '[part=cancel]';
    this.renderRoot.querySelector<HTMLElement>(first)?.focus();
  };
}

const taken = 'names a checkout that another ship-order-button orders for: keep one of the two';

const invalidCheckout = (remedy: string) => new InvalidRequestError('createOrder', [{ path: 'for', remedy }]);
