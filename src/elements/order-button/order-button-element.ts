import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { InvalidRequestError, type ShippingClient } from '../../client/index.ts';
import type { CancellationReason, Rupiah } from '../../contract/index.ts';
import { breakdown, serviceKey } from '../../quote/index.ts';
import { ShipRateChangeEvent } from '../shared/events.ts';
import { type News, newsOf } from '../shared/news.ts';
import { Slotted } from '../shared/slotted.ts';
import { base } from '../shared/styles.ts';
import { askAgain } from './ask-again.ts';
import { renderButton } from './button.ts';
import { OrderLifeElement } from './order-life-element.ts';
import { outcomeSentence, renderOutcome } from './outcome.ts';
import { orderStates } from './states.ts';
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
export class OrderButtonElement extends OrderLifeElement {
  static override styles = [base, styles];

  static override properties: PropertyDeclarations = {
    htmlFor: { attribute: 'for' },
    checkout: { attribute: false },
    waits: { attribute: false },
    askingWhy: { state: true },
  };

  /** The id of a checkout elsewhere in the page that this button orders for. */
  htmlFor = '';

  /** That checkout itself, where it has no id. */
  checkout: HTMLElement | undefined;

  /** @internal Why an order has to wait: prices are being asked anew, say. */
  waits = '';

  private askingWhy = false;

  #adopter: Adopter | undefined;
  readonly #slotted = new Slotted(this, ['']);
  readonly #rupiah = (amount: Rupiah) => this.locale.rupiah(amount);

  constructor() {
    super();
    // Enter held down on a button is a click a repeat: what it says next would be answered before it is read.
    this.addEventListener('keydown', (event) => event.repeat && event.key === 'Enter' && event.preventDefault());
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('button, [tabindex]')?.focus(options);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#adopter?.release(this);
    this.#adopter = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { step } = this;
    if (step === 'cancelled') this.askingWhy = false;
    this.showStates(orderStates(step, this.failure));
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.isConnected) this.#join();
  }

  protected override render(): TemplateResult {
    const { step, say, rate, disabled, askingWhy, placed, orderMode: mode } = this;
    const shared = { step, say, rupiah: this.#rupiah };
    const handleCancel = (reason: CancellationReason) => void this.cancelOrder(reason);
    const outcome = {
      placed,
      error: this.failure,
      news: this.#news,
      askingWhy,
      handleToggle: this.#handleToggle,
      handleCancel,
    };
    const labelled = this.#slotted.filled.length > 0;
    const button = { rate, mode, hint: this.hint, labelled, disabled, handleClick: this.#handleClick };
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
    const { step, placed, failure: error, say } = this;
    return outcomeSentence({ step, placed, error, news: this.#news, say, rupiah: this.#rupiah });
  }

  /** Inside a checkout it stands right above the button already. */
  get #news(): News | undefined {
    return this.whole && !this.#adopter ? undefined : this.moved;
  }

  protected get hint(): string | undefined {
    // A draft may leave the courier open (contract.md §2); in a checkout the shopper is there to choose one.
    if (!this.rate && (this.orderMode === 'order' || this.whole)) return this.waits || this.say.chooseRate;
    return this.waits || undefined;
  }

  /** Becomes a part of the checkout that it orders for, wherever that is in the page. */
  #join(): void {
    const root = this.getRootNode() as Partial<Document>;
    const found = this.checkout ?? (this.htmlFor ? root.getElementById?.(this.htmlFor) : undefined);
    const adopter = (found as Partial<Adopter> | undefined)?.adopt && (found as Adopter);
    if (adopter === this.#adopter) return;
    this.#adopter?.release(this);
    this.#adopter = adopter;
    adopter?.adopt(this);
  }

  /** On its own the button has the rate of the page, and tells it what has become of that. */
  protected async requote(client: ShippingClient): Promise<News | undefined> {
    const { whole, order, rate } = this;
    if (whole) return whole.requote();
    if (!order || !rate) return undefined;
    const verdict = await askAgain(client, order, rate);
    this.rate = verdict.kind === 'cleared' ? undefined : verdict.rate;
    return newsOf(verdict, serviceKey(rate));
  }

  /** In a checkout the checkout has told it: the rate is one of its own. */
  protected tellMoved(moved: News): void {
    if (this.whole) return;
    const reason = moved.kind === 'cleared' ? moved.reason : moved.kind;
    const { rate } = this;
    this.dispatchEvent(
      new ShipRateChangeEvent({ rate, previous: moved.previous, reason, breakdown: rate && breakdown(rate) }),
    );
  }

  /** The button that had focus may be gone then, and focus goes on to the outcome, which says its sentence by itself. */
  protected async tell(): Promise<void> {
    // The checkout has said it: one announcement a change.
    if (this.moved && this.whole) return;
    const focused = this.shadowRoot?.activeElement;
    if (!focused || focused.classList.contains('outcome')) this.announce(this.#sentence);
    await this.updateComplete;
    if (focused?.isConnected) this.announce(this.#sentence);
  }

  /** The second click of a double click would answer what it cannot have read: another price. */
  readonly #handleClick = ({ detail }: MouseEvent): void => {
    if (detail > 1) return;
    const hint = this.free && this.hint;
    if (this.htmlFor && !this.#adopter) this.#missCheckout();
    else if (hint) this.announce(hint);
    else if (this.step === 'placed') void this.orderOther();
    else void this.placeOrder();
  };

  #missCheckout(): void {
    this.failure = new InvalidRequestError('createOrder', [
      { path: 'for', remedy: 'must be the id of a ship-checkout' },
    ]);
    this.fail(this.failure);
    void this.tell();
  }

  readonly #handleToggle = async (): Promise<void> => {
    this.askingWhy = !this.askingWhy;
    this.failure = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(this.askingWhy ? 'select' : '[part=cancel]')?.focus();
  };
}
