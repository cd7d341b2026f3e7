import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { ShippingClient } from '../../client/index.ts';
import type { CancellationReason, Rate, Rupiah } from '../../contract/index.ts';
import { breakdown, serviceKey } from '../../quote/index.ts';
import { orderMode } from '../shared/converters.ts';
import { ShipRateChangeEvent } from '../shared/events.ts';
import { type News, newsOf } from '../shared/news.ts';
import { ShipElement, type Whole } from '../shared/ship-element.ts';
import { Slotted } from '../shared/slotted.ts';
import { base } from '../shared/styles.ts';
import type { OrderBody, OrderMode, OrderStatus } from './attempt.ts';
import { renderButton } from './button.ts';
import { OrderLife } from './order-life.ts';
import { outcomeSentence, renderOutcome } from './outcome.ts';
import type { PlacedOrder } from './placed.ts';
import { askAgain } from './requote.ts';
import { styles } from './styles.ts';

/** A checkout, as far as a button outside it is concerned. */
export interface Adopter extends HTMLElement {
  adopt(button: OrderButtonElement): void;
  release(button: OrderButtonElement): void;
}

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
    htmlFor: { attribute: 'for' },
    checkout: { attribute: false },
    waits: { attribute: false },
    askingWhy: { state: true },
  };

  /** The order but for its courier. Personal data: a property only. */
  order: OrderBody | undefined;

  /** The chosen rate. */
  rate: Rate | undefined;

  /** `order` places a real one; anything but that and `none` saves a draft. */
  orderMode: OrderMode = 'draft';

  /** The shop's own `reference_id` for this order; a random one where not given. */
  reference = '';

  /** The id of a checkout elsewhere in the page that this button orders for. */
  htmlFor = '';

  /** That checkout itself, where it has no id. */
  checkout: HTMLElement | undefined;

  /** @internal Why an order has to wait: prices are being asked anew, say. */
  waits = '';

  private askingWhy = false;

  #adopter: Adopter | undefined;
  #recalled = false;
  readonly #slotted = new Slotted(this, ['']);
  readonly #rupiah = (amount: Rupiah) => this.locale.rupiah(amount);
  readonly #life = new OrderLife(this, {
    client: () => this.service,
    hint: () => this.#hint,
    settled: () => this.whole?.settled() ?? this.updateComplete,
    requote: (client) => this.whole?.requote() ?? this.#requote(client),
    changed: (news) => this.#changed(news),
    tell: () => this.#tell(),
    fail: (error) => this.fail(error),
  });

  constructor() {
    super();
    // Enter held down on a button is a click a repeat: what it says next would be answered before it is read.
    this.addEventListener('keydown', (event) => event.repeat && event.key === 'Enter' && event.preventDefault());
  }

  get status(): OrderStatus {
    return this.#life.status;
  }

  /** The order that was placed; undefined until then. */
  get placed(): PlacedOrder | undefined {
    return this.#life.placed;
  }

  /** Why the last try failed. */
  get error(): Error | undefined {
    return this.#life.error;
  }

  /** @internal Whether another rate may be chosen. */
  get free(): boolean {
    return this.#life.free;
  }

  /**
   * Places the order; a second call while one is under way does nothing. With an order unconfirmed it sends that very
   * order again, which is how to find out.
   */
  placeOrder(): Promise<void> {
    return this.#life.place();
  }

  /** Cancels the placed order; does nothing where there is none. */
  async cancelOrder(reason: CancellationReason = 'others'): Promise<void> {
    if (await this.#life.cancel(reason)) this.askingWhy = false;
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('button, [tabindex]')?.focus(options);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#adopter?.release(this);
    this.#adopter = undefined;
    this.#recalled = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#life.beginAnew(changed.get('orderMode') !== undefined);
    const { status, error } = this.#life;
    this.showStates({
      ordering: ['asking', 'quoting', 'ordering'].includes(status),
      unconfirmed: status === 'unconfirmed',
      placed: status === 'placed' || status === 'cancelling',
      cancelled: status === 'cancelled',
      error: status !== 'unconfirmed' && error !== undefined,
    });
  }

  /** What reaches out of the element waits for the page: rendered on a server, there is none. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.isConnected) return;
    this.#join();
    if (this.#recalled) return;
    this.#recalled = true;
    const { baseUrl, id, name = '' } = (this.whole ?? this) as Partial<Whole>;
    this.#life.recall([baseUrl, id || name, this.orderMode].join());
  }

  protected override render(): TemplateResult {
    const { say, rate, disabled, askingWhy, orderMode: mode } = this;
    const { status: step, placed, error, news } = this.#life;
    const shared = { step, say, rupiah: this.#rupiah };
    const handleCancel = (reason: CancellationReason) => void this.cancelOrder(reason);
    const outcome = { placed, error, news, askingWhy, handleToggle: this.#handleToggle, handleCancel };
    const labelled = this.#slotted.filled.length > 0;
    const button = { rate, mode, hint: this.#hint, labelled, disabled, handleClick: this.#handleClick };
    const done = (step === 'placed' && !placed?.other) || step === 'cancelling';
    return html`
      <div part="status" class="outcome" role="group" tabindex="-1" aria-label=${this.#sentence || nothing}>
        ${renderOutcome({ ...shared, ...outcome })}
      </div>
      ${done || mode === 'none' ? nothing : renderButton({ ...shared, ...button })}
      ${this.whole ? nothing : html`<p class="hidden" role="status">${this.announcement}</p>`}
    `;
  }

  get #sentence(): string {
    return outcomeSentence({ ...this.#life, step: this.status, say: this.say, rupiah: this.#rupiah });
  }

  /** Why the order cannot be placed now. */
  get #hint(): string | undefined {
    // A draft may leave the courier open (contract.md §2); in a checkout the shopper is there to choose one.
    if (!this.rate && (this.orderMode === 'order' || this.whole)) return this.waits || this.say.chooseRate;
    return this.waits || undefined;
  }

  /** Becomes a part of the checkout that it orders for, wherever that is in the page. */
  #join(): void {
    const root = this.getRootNode() as Partial<Document>;
    const found = this.checkout ?? (this.htmlFor ? root.getElementById?.(this.htmlFor) : undefined);
    const adopter = found && 'adopt' in found ? (found as Adopter) : undefined;
    if (adopter === this.#adopter) return;
    this.#adopter?.release(this);
    this.#adopter = adopter;
    adopter?.adopt(this);
  }

  async #requote(client: ShippingClient): Promise<News | undefined> {
    const { order, rate } = this;
    if (!order || !rate) return undefined;
    const verdict = await askAgain(client, order, rate);
    this.rate = verdict.kind === 'cleared' ? undefined : verdict.rate;
    return newsOf(verdict, serviceKey(rate));
  }

  /** In a checkout the checkout has told it: the rate is one of its own. */
  #changed(news: News): void {
    if (this.whole) return;
    const reason = news.kind === 'cleared' ? news.reason : news.kind;
    const { rate } = this;
    this.dispatchEvent(
      new ShipRateChangeEvent({ rate, previous: news.previous, reason, breakdown: rate && breakdown(rate) }),
    );
  }

  /** The button that had focus may be gone then, and focus goes on to the outcome, which says its sentence by itself. */
  async #tell(): Promise<void> {
    const focused = this.shadowRoot?.activeElement;
    if (!focused || focused.classList.contains('outcome')) this.announce(this.#sentence);
    await this.updateComplete;
    if (focused?.isConnected) this.announce(this.#sentence);
  }

  readonly #handleClick = (): void => {
    const { placed } = this.#life;
    const hint = this.free && this.#hint;
    if (hint) this.announce(hint);
    else if (this.status === 'placed' && placed?.other) void this.#life.orderOther();
    else void this.placeOrder();
  };

  readonly #handleToggle = async (): Promise<void> => {
    this.askingWhy = !this.askingWhy;
    this.#life.error = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(this.askingWhy ? 'select' : '[part=cancel]')?.focus();
  };
}
