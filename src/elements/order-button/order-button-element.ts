import { Task, TaskStatus } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { isShippingFailure, type Placed, randomReference, type ShippingClient } from '../../client/index.ts';
import type {
  CancellationReason,
  CancelRequest,
  DraftOrderResponse,
  OrderResponse,
  Rate,
} from '../../contract/index.ts';
import { errorSentence } from '../shared/error-sentence.ts';
import {
  ShipOrderCancelledEvent,
  ShipOrderPlacedEvent,
  ShipOrderSubmitEvent,
  ShipOrderUnconfirmedEvent,
} from '../shared/events.ts';
import { ShipElement } from '../shared/ship-element.ts';
import { Slotted } from '../shared/slotted.ts';
import { base } from '../shared/styles.ts';
import { type Attempt, type OrderBody, type OrderMode, type OrderStatus, requestFor } from './attempt.ts';
import { renderCancelPanel } from './cancel-panel.ts';
import { type PlacedOrder, renderPlaced } from './placed.ts';
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
 * @cssstate ordering
 * @cssstate unconfirmed
 * @cssstate placed
 * @cssstate cancelled
 * @cssstate error
 * @fires ship-order-submit - the shopper asks for the order; cancelable
 * @fires ship-order-placed - it is placed
 * @fires ship-order-unconfirmed - it was sent and no answer came
 * @fires ship-order-cancelled - it is cancelled
 * @fires ship-error - it was refused, or could not be sent
 */
export class OrderButtonElement extends ShipElement {
  static override styles = [base, styles];

  /** The order but for its courier. Personal data: a property only. */
  @property({ attribute: false }) order: OrderBody | undefined;

  /** The chosen rate. */
  @property({ attribute: false }) rate: Rate | undefined;

  @property({ attribute: 'order-mode' }) orderMode: OrderMode = 'draft';

  /** The shop's own `reference_id` for this order; a random one where not given. */
  @property() reference = '';

  /** @internal Prices are being asked anew: an order waits until they are settled. */
  @property({ attribute: false }) unsettled = false;

  @state() private step: OrderStatus = 'ready';
  @state() private error: Error | undefined;
  @state() private askingWhy = false;

  #placed: PlacedOrder | undefined;
  #attempt: Attempt | undefined;
  #reference = '';
  #cancelled = 0;

  readonly #slotted = new Slotted(this, ['']);

  readonly #placing = new Task(this, {
    autoRun: false,
    task: ([{ client, request, draft }]: readonly [Attempt]): Promise<Placed<OrderResponse | DraftOrderResponse>> =>
      draft ? client.createDraftOrder(request) : client.createOrder(request),
  });

  readonly #cancelling = new Task(this, {
    autoRun: false,
    task: ([client, request]: readonly [ShippingClient, CancelRequest]) => client.cancelOrder(request),
  });

  get status(): OrderStatus {
    return this.step;
  }

  /** The order that was placed; undefined until then. */
  get placed(): PlacedOrder | undefined {
    return this.#placed;
  }

  /**
   * Places the order; a second call while one is under way does nothing. With an order unconfirmed it sends that very
   * order again, which is how to find out.
   */
  async placeOrder(): Promise<void> {
    const client = this.service;
    if (!client || !['ready', 'refused', 'cancelled', 'unconfirmed'].includes(this.step)) return;
    if (this.step !== 'unconfirmed') {
      if (this.#hint) return;
      const before = this.step;
      this.step = 'asking';
      const agreed = await this.#ask();
      if (!agreed) {
        this.step = before;
        return;
      }
      this.#attempt = {
        client,
        request: requestFor(this.order, this.rate, this.#reference),
        draft: this.orderMode === 'draft',
      };
    }
    await this.#send();
  }

  /** Cancels the placed order; does nothing where there is none. */
  async cancelOrder(reason: CancellationReason = 'others'): Promise<void> {
    const client = this.service;
    const id = this.#placed?.id;
    if (!client || !id || this.step !== 'placed') return;
    this.step = 'cancelling';
    await this.#cancelling.run([client, { id, cancellation_reason_code: reason }]);
    if (this.#cancelling.status === TaskStatus.ERROR) {
      this.#fail('placed', this.#cancelling.error as Error);
      return;
    }
    this.error = undefined;
    this.askingWhy = false;
    this.#reference = '';
    this.#cancelled += 1;
    await this.#arrive('cancelled', this.say.cancelled);
    this.dispatchEvent(new ShipOrderCancelledEvent(id));
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('button, [tabindex]')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { step } = this;
    this.showStates({
      ordering: step === 'asking' || step === 'ordering',
      unconfirmed: step === 'unconfirmed',
      placed: step === 'placed' || step === 'cancelling',
      cancelled: step === 'cancelled',
      error: step === 'refused' || (step === 'placed' && this.error !== undefined),
    });
  }

  protected override render(): TemplateResult {
    return html`
      <div part="status" class="outcome" tabindex="-1">${this.#renderOutcome()}</div>
      ${this.step === 'placed' || this.step === 'cancelling' ? nothing : this.#renderButton()}
      ${this.whole ? nothing : html`<p class="hidden" role="status">${this.announcement}</p>`}
    `;
  }

  #renderOutcome(): TemplateResult | typeof nothing {
    const { say, step, error } = this;
    const problem = error ? html`<p class="message problem">${errorSentence(error, say)}</p>` : nothing;
    if (step === 'unconfirmed') {
      return html`<slot name="unconfirmed"><p class="message problem">${say.unconfirmed}</p></slot>`;
    }
    if (step === 'cancelled') return html`<p class="message">${say.cancelled}</p>`;
    if (this.#placed && (step === 'placed' || step === 'cancelling')) {
      return html`${renderPlaced(this.#placed, say)}${problem}${this.#renderCancel()}`;
    }
    return error ? html`<slot name="error">${problem}</slot>` : nothing;
  }

  #renderCancel(): TemplateResult | typeof nothing {
    if (this.#placed?.draft) return nothing;
    return renderCancelPanel({
      open: this.askingWhy,
      cancelling: this.step === 'cancelling',
      say: this.say,
      handleToggle: this.#handleToggle,
      handleConfirm: (reason) => void this.cancelOrder(reason),
    });
  }

  #renderButton(): TemplateResult {
    const busy = this.step === 'asking' || this.step === 'ordering';
    const hint = busy || this.step === 'unconfirmed' ? undefined : this.#hint;
    return html`
      <button
        part="button"
        class="primary"
        type="button"
        ?disabled=${this.disabled}
        aria-disabled=${busy || hint ? 'true' : nothing}
        aria-describedby="hint"
        @click=${this.#handleClick}
      >
        ${this.#renderLabel(busy)}
      </button>
      <p class="hint" id="hint">${hint}</p>
    `;
  }

  #renderLabel(busy: boolean): TemplateResult | string {
    const { say, rate } = this;
    if (busy) return say.ordering;
    if (this.step === 'unconfirmed') return say.checkAgain;
    if (this.step === 'cancelled') return say.orderAgain;
    const label = this.orderMode === 'draft' ? say.orderDraft : say.order;
    return html`${this.#slotted.filled.length ? html`<slot></slot>` : label}${rate ? html` <b>${this.locale.rupiah(rate.price)}</b>` : nothing}`;
  }

  /** Why the order cannot be placed now. */
  get #hint(): string | undefined {
    // A draft may leave the courier open (contract.md §2); in a checkout the shopper is there to choose one.
    if (!this.rate && (this.orderMode !== 'draft' || this.whole)) return this.say.chooseRate;
    return this.unsettled ? this.say.orderWaits : undefined;
  }

  /** Asks the page; no when it cancels, when its promise fails, or when the shopper chose another rate meanwhile. */
  async #ask(): Promise<boolean> {
    const { rate } = this;
    // One reference an order, whatever becomes of its tries, until it is cancelled: a reference stays used after that
    // (contract.md §5), so that ordering again needs another one.
    this.#reference ||= this.#nextReference();
    const submit = new ShipOrderSubmitEvent(rate, this.#reference);
    if (!this.dispatchEvent(submit)) return false;
    try {
      await submit.ready;
    } catch (error) {
      this.fail(error as Error);
      return false;
    }
    return this.rate === rate && !this.#hint;
  }

  async #send(): Promise<void> {
    const attempt = this.#attempt;
    if (!attempt) return;
    this.step = 'ordering';
    this.error = undefined;
    await this.#placing.run([attempt]);
    if (this.#placing.status === TaskStatus.ERROR) {
      const error = this.#placing.error as Error;
      const unknown = isShippingFailure(error) && error.outcome === 'unknown';
      this.#fail(unknown ? 'unconfirmed' : 'refused', error);
      if (!unknown) return;
      await this.updateComplete;
      this.dispatchEvent(new ShipOrderUnconfirmedEvent(this.#reference));
      return;
    }
    await this.#arrivePlaced(attempt, this.#placing.value as Placed<OrderResponse | DraftOrderResponse>);
  }

  async #arrivePlaced(attempt: Attempt, answer: Placed<OrderResponse | DraftOrderResponse>): Promise<void> {
    const waybill = answer.recovered ? answer.waybill_id : answer.courier?.waybill_id;
    const recovered = answer.recovered === true;
    this.#placed = { id: answer.id, waybill: waybill ?? undefined, draft: attempt.draft, recovered };
    const { say } = this;
    await this.#arrive('placed', `${attempt.draft ? say.placedDraft : say.placed} ${say.orderNumber}: ${answer.id}`);
    this.dispatchEvent(new ShipOrderPlacedEvent(this.#placed));
  }

  #fail(step: OrderStatus, error: Error): void {
    this.error = error;
    this.step = step;
    this.announce(step === 'unconfirmed' ? this.say.unconfirmed : errorSentence(error, this.say));
    this.fail(error);
  }

  /** Shows where the order has come to; the button that had focus is gone, so focus goes on to what replaced it. */
  async #arrive(step: OrderStatus, sentence: string): Promise<void> {
    const focused = this.shadowRoot?.activeElement;
    this.step = step;
    this.announce(sentence);
    await this.updateComplete;
    if (focused && !focused.isConnected) this.renderRoot.querySelector<HTMLElement>('.outcome')?.focus();
  }

  #nextReference(): string {
    if (!this.reference) return randomReference();
    return this.#cancelled ? `${this.reference}-${this.#cancelled + 1}` : this.reference;
  }

  #handleClick(): void {
    const hint = this.step === 'unconfirmed' ? undefined : this.#hint;
    if (hint) this.announce(hint);
    else void this.placeOrder();
  }

  readonly #handleToggle = async (): Promise<void> => {
    this.askingWhy = !this.askingWhy;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(this.askingWhy ? 'select' : '[part=cancel]')?.focus();
  };
}
