import { Task, TaskStatus } from '@lit/task';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { isShippingFailure, type Placed, type ShippingClient } from '../../client/index.ts';
import type {
  CancellationReason,
  CancelRequest,
  DraftOrderResponse,
  OrderResponse,
  Rate,
  Rupiah,
} from '../../contract/index.ts';
import { orderMode } from '../shared/converters.ts';
import {
  ShipOrderCancelledEvent,
  ShipOrderPlacedEvent,
  ShipOrderSubmitEvent,
  ShipOrderUnconfirmedEvent,
} from '../shared/events.ts';
import { ShipElement } from '../shared/ship-element.ts';
import { Slotted } from '../shared/slotted.ts';
import { base } from '../shared/styles.ts';
import { type Attempt, type OrderBody, type OrderMode, type OrderStatus, Reference, requestFor } from './attempt.ts';
import { renderButton } from './button.ts';
import { outcomeSentence, type PlacedOrder, placedBy, renderOutcome } from './outcome.ts';
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

  static override properties: PropertyDeclarations = {
    order: { attribute: false },
    rate: { attribute: false },
    orderMode: { converter: orderMode, attribute: 'order-mode' },
    reference: {},
    waits: { attribute: false },
    step: { state: true },
    failure: { state: true },
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

  /** @internal Why an order has to wait: prices are being asked anew, say. */
  waits = '';

  private step: OrderStatus = 'ready';
  private failure: Error | undefined;
  private askingWhy = false;

  #placed: PlacedOrder | undefined;
  #attempt: Attempt | undefined;
  #refused = '';
  readonly #reference = new Reference();
  readonly #slotted = new Slotted(this, ['']);
  readonly #rupiah = (amount: Rupiah) => this.locale.rupiah(amount);

  readonly #placing = new Task(this, {
    autoRun: false,
    task: ([{ client, request, draft }]: readonly [Attempt]): Promise<Placed<OrderResponse | DraftOrderResponse>> =>
      draft ? client.createDraftOrder(request) : client.createOrder(request),
  });

  readonly #cancelling = new Task(this, {
    autoRun: false,
    task: ([client, request]: readonly [ShippingClient, CancelRequest]) => client.cancelOrder(request),
  });

  constructor() {
    super();
    // Enter held down on a button is a click a repeat: what it says next would be answered before it is read.
    this.addEventListener('keydown', (event) => event.repeat && event.key === 'Enter' && event.preventDefault());
  }

  get status(): OrderStatus {
    return this.step;
  }

  /** The order that was placed; undefined until then. */
  get placed(): PlacedOrder | undefined {
    return this.#placed;
  }

  /** Why the last try failed. */
  get error(): Error | undefined {
    return this.failure;
  }

  /**
   * Places the order; a second call while one is under way does nothing. With an order unconfirmed it sends that very
   * order again, which is how to find out.
   */
  async placeOrder(): Promise<void> {
    const client = this.service;
    if (!client || !['ready', 'refused', 'cancelled', 'unconfirmed'].includes(this.step)) return;
    if (this.step !== 'unconfirmed') {
      if (this.#hint || this.orderMode === 'none') return;
      const before = this.step;
      this.step = 'asking';
      const reference = this.#reference.current(this.reference);
      if (!(await this.#ask(reference))) {
        this.step = before;
        return;
      }
      const { rate } = this;
      this.#attempt = {
        client,
        request: requestFor(this.order, rate, reference),
        rate,
        draft: this.orderMode !== 'order',
      };
      this.#reference.send(reference);
    }
    await this.#send();
  }

  /** Cancels the placed order; does nothing where there is none. */
  async cancelOrder(reason: CancellationReason = 'others'): Promise<void> {
    const client = this.service;
    const { id, draft } = this.#placed ?? {};
    if (!client || !id || draft || this.step !== 'placed') return;
    this.step = 'cancelling';
    await this.#cancelling.run([client, { id, cancellation_reason_code: reason }]);
    if (this.#cancelling.status === TaskStatus.ERROR) {
      this.#fail('placed', this.#cancelling.error as Error);
      return;
    }
    this.askingWhy = false;
    this.#reference.spend();
    await this.#arrive('cancelled');
    this.dispatchEvent(new ShipOrderCancelledEvent({ id }));
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('button, [tabindex]')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#beginAnew(changed);
    const { step } = this;
    this.showStates({
      ordering: step === 'asking' || step === 'ordering',
      unconfirmed: step === 'unconfirmed',
      placed: step === 'placed' || step === 'cancelling',
      cancelled: step === 'cancelled',
      error: step !== 'unconfirmed' && this.failure !== undefined,
    });
  }

  protected override render(): TemplateResult {
    const { step, say, rate, disabled, askingWhy, orderMode: mode } = this;
    const shared = { step, say, rupiah: this.#rupiah };
    const handleCancel = (reason: CancellationReason) => void this.cancelOrder(reason);
    const outcome = {
      placed: this.#placed,
      error: this.failure,
      askingWhy,
      handleToggle: this.#handleToggle,
      handleCancel,
    };
    const labelled = this.#slotted.filled.length > 0;
    const button = { rate, mode, hint: this.#hint, labelled, disabled, handleClick: this.#handleClick };
    return html`
      <div part="status" class="outcome" role="group" tabindex="-1" aria-label=${this.#sentence || nothing}>
        ${renderOutcome({ ...shared, ...outcome })}
      </div>
      ${step === 'placed' || step === 'cancelling' || mode === 'none' ? nothing : renderButton({ ...shared, ...button })}
      ${this.whole ? nothing : html`<p class="hidden" role="status">${this.announcement}</p>`}
    `;
  }

  get #sentence(): string {
    return outcomeSentence({ step: this.step, placed: this.#placed, error: this.failure, say: this.say });
  }

  /** Why the order cannot be placed now. */
  get #hint(): string | undefined {
    // A draft may leave the courier open (contract.md §2); in a checkout the shopper is there to choose one.
    if (!this.rate && (this.orderMode === 'order' || this.whole)) return this.waits || this.say.chooseRate;
    return this.waits || undefined;
  }

  /** Another order than the one that was refused or is done with: what was said of that one is no longer said. */
  #beginAnew(changed: PropertyValues): void {
    const mended = this.step === 'refused' && this.#refused !== JSON.stringify([this.order, this.rate]);
    const otherMode = changed.get('orderMode') !== undefined && ['refused', 'placed', 'cancelled'].includes(this.step);
    if (!mended && !otherMode) return;
    if (this.step === 'placed') this.#reference.spend();
    this.step = 'ready';
    this.failure = undefined;
    this.askingWhy = false;
  }

  /** Asks the page; no when it cancels, when its promise fails, or when there is another rate or no page meanwhile. */
  async #ask(reference: string): Promise<boolean> {
    const { rate } = this;
    const submit = new ShipOrderSubmitEvent({ rate, reference });
    if (!this.dispatchEvent(submit)) return false;
    try {
      await submit.ready;
    } catch (error) {
      this.fail(error as Error);
      return false;
    }
    return this.rate === rate && !this.#hint && this.isConnected;
  }

  async #send(): Promise<void> {
    const attempt = this.#attempt;
    if (!attempt) return;
    this.step = 'ordering';
    this.failure = undefined;
    await this.#placing.run([attempt]);
    if (this.#placing.status === TaskStatus.ERROR) {
      const error = this.#placing.error as Error;
      const unknown = isShippingFailure(error) && error.outcome === 'unknown';
      this.#refused = JSON.stringify([this.order, this.rate]);
      this.#fail(unknown ? 'unconfirmed' : 'refused', error);
      await this.updateComplete;
      const reference = String(attempt.request.reference_id);
      if (unknown) this.dispatchEvent(new ShipOrderUnconfirmedEvent({ reference }));
      return;
    }
    const answer = this.#placing.value as Placed<OrderResponse | DraftOrderResponse>;
    this.#placed = placedBy(attempt, answer);
    await this.#arrive('placed');
    this.dispatchEvent(new ShipOrderPlacedEvent(this.#placed));
  }

  #fail(step: OrderStatus, error: Error): void {
    this.failure = error;
    this.step = step;
    this.announce(this.#sentence);
    this.fail(error);
  }

  /** The button that had focus is gone then, and focus goes on to the outcome, which says its sentence by itself. */
  async #arrive(step: OrderStatus): Promise<void> {
    const focused = this.shadowRoot?.activeElement;
    this.failure = undefined;
    this.step = step;
    if (!focused || focused.classList.contains('outcome')) this.announce(this.#sentence);
    await this.updateComplete;
    if (focused?.isConnected) this.announce(this.#sentence);
  }

  readonly #handleClick = (): void => {
    const hint = this.step === 'unconfirmed' ? undefined : this.#hint;
    if (hint) this.announce(hint);
    else void this.placeOrder();
  };

  readonly #handleToggle = async (): Promise<void> => {
    this.askingWhy = !this.askingWhy;
    this.failure = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(this.askingWhy ? 'select' : '[part=cancel]')?.focus();
  };
}
