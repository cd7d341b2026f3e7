import { Task, TaskStatus } from '@lit/task';
import type { PropertyDeclarations, PropertyValues } from 'lit';
import { isShippingFailure, type ShippingClient } from '../../client/index.ts';
import type { CancellationReason, CancelRequest, Rate } from '../../contract/index.ts';
import { orderMode } from '../shared/converters.ts';
import {
  ShipOrderCancelledEvent,
  ShipOrderPlacedEvent,
  ShipOrderSubmitEvent,
  ShipOrderUnconfirmedEvent,
} from '../shared/events.ts';
import type { News } from '../shared/news.ts';
import { ShipElement, type Whole } from '../shared/ship-element.ts';
import { type Attempt, attemptTo, type OrderBody, type OrderMode, type OrderStatus, Reference } from './attempt.ts';
import { Pending, type Trace } from './pending.ts';
import { foundBy, type OrderAnswer, type PlacedOrder, placedBy } from './placed.ts';

/** From these a click starts an order; from `unconfirmed` it sends the same one again. */
const startable: readonly OrderStatus[] = ['ready', 'refused', 'cancelled', 'price-changed', 'unconfirmed'];

/** The life of one order, from the first click to its cancellation: all of the order button but its looks. */
export abstract class OrderLifeElement extends ShipElement {
  static override properties: PropertyDeclarations = {
    order: { attribute: false },
    rate: { attribute: false },
    orderMode: { converter: orderMode, attribute: 'order-mode' },
    reference: {},
    step: { state: true },
    failure: { state: true },
  };

  /** The order but for its courier. Personal data: a property only. */
  order: OrderBody | undefined;

  /** The chosen rate. */
  rate: Rate | undefined;

  /** `order` places a real one; anything but that and `none` saves a draft. */
  orderMode: OrderMode = 'draft';

  /** The shop's own `reference_id` for this order; a random one where not given. */
  reference = '';

  protected step: OrderStatus = 'ready';
  protected failure: Error | undefined;
  /** What became of the rate when its price was asked once more. */
  protected moved: News | undefined;

  #placed: PlacedOrder | undefined;
  #attempt: Attempt | undefined;
  /** Of an order that an element or a page before this one has left without an answer. */
  #trace: Trace | undefined;
  /** The order and the rate that the last refusal, or the last news, is about. */
  #about = '';
  #recalled = false;
  readonly #reference = new Reference();
  readonly #pending = new Pending(this);

  readonly #placing = new Task(this, {
    autoRun: false,
    task: ([{ client, request, draft }]: readonly [Attempt]): Promise<OrderAnswer> =>
      draft ? client.createDraftOrder(request) : client.createOrder(request),
  });

  readonly #cancelling = new Task(this, {
    autoRun: false,
    task: ([client, request]: readonly [ShippingClient, CancelRequest]) => client.cancelOrder(request),
  });

  /** Why the order cannot be placed now. */
  protected abstract get hint(): string | undefined;
  /** Asks for the price once more; what became of the rate, where it is not what it was. */
  protected abstract requote(client: ShippingClient): Promise<News | undefined>;
  /** Tells the page of that. */
  protected abstract tellMoved(moved: News): void;
  /** Says what became of the order, when the screen does. */
  protected abstract tell(): Promise<void>;

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

  /** @internal Whether another rate may be chosen: from the click until the order is done with, it may not. */
  get free(): boolean {
    return startable.includes(this.step) && !this.#repeats;
  }

  /** Whether the next click sends the very same order again. */
  get #repeats(): boolean {
    return this.step === 'unconfirmed' && this.#attempt !== undefined;
  }

  /**
   * Places the order; a second call while one is under way does nothing. With an order unconfirmed it sends that very
   * order again, which is how to find out.
   */
  async placeOrder(): Promise<void> {
    const before = this.step;
    if (!startable.includes(before) || !this.service) return;
    if (this.#repeats) return this.#send(this.#attempt as Attempt);
    if (this.hint || this.orderMode === 'none') return;
    const reference = this.#reference.current(this.reference);
    this.#be('asking');
    const going = (await this.#ask(reference)) && (this.#trace || (await this.#requote()));
    // Only now: while we waited, the page may have taken the client away.
    const client = this.service;
    if (going && client) {
      this.#attempt = attemptTo(client, this, reference);
      this.#reference.send(reference);
      await this.#send(this.#attempt);
    } else if (this.step === 'asking' || this.step === 'quoting') this.#be(before);
  }

  /** Cancels the placed order; does nothing where there is none. */
  async cancelOrder(reason: CancellationReason = 'others'): Promise<void> {
    const client = this.service;
    const { id, draft } = this.#placed ?? {};
    if (!client || !id || draft || this.step !== 'placed') return;
    this.#be('cancelling');
    await this.#cancelling.run([client, { id, cancellation_reason_code: reason }]);
    if (this.#cancelling.status === TaskStatus.ERROR) return this.#fail('placed', this.#cancelling.error as Error);
    this.#reference.spend();
    this.#be('cancelled');
    await this.tell();
    this.dispatchEvent(new ShipOrderCancelledEvent({ id }));
  }

  /** An order that was found is not the one in this page: this one can be placed as well. */
  protected orderOther(): Promise<void> {
    this.#reference.spend();
    this.#be('ready');
    return this.placeOrder();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#pending.release();
    this.#recalled = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#beginAnew(changed.get('orderMode') !== undefined);
  }

  /** What reaches out of the element waits for the page: rendered on a server, there is none. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.#recalled || !this.isConnected) return;
    this.#recalled = true;
    this.#recall();
  }

  /** Another order than the one that was refused or is done with: what was said of that one is no longer said. */
  #beginAnew(otherMode: boolean): void {
    const mended = (this.moved || this.step === 'refused') && this.free && this.#about !== this.#subject;
    const left = otherMode && ['refused', 'placed', 'cancelled'].includes(this.step);
    if (!mended && !left) return;
    if (this.step === 'placed') this.#reference.spend();
    this.moved = undefined;
    this.#be('ready');
  }

  /** Takes up what was left without an answer in this place. */
  #recall(): void {
    const { baseUrl, id, name = '' } = (this.whole ?? this) as Partial<Whole>;
    this.#pending.claim([baseUrl, id || name, this.orderMode].join());
    const found = this.#pending.recall();
    const { reference } = this;
    if (this.step !== 'ready' || !found || !`${found.reference}-`.startsWith(reference ? `${reference}-` : '')) return;
    this.#trace = found;
    this.#reference.send(found.reference);
    void this.#unconfirmed(found.reference);
  }

  get #subject(): string {
    return JSON.stringify([this.order, this.rate]);
  }

  #be(step: OrderStatus, failure?: Error): void {
    this.step = step;
    this.failure = failure;
  }

  /** Asks the page; no when it cancels, when its promise fails, or when there is another rate or no page meanwhile. */
  async #ask(reference: string): Promise<boolean> {
    const { rate } = this;
    const submit = new ShipOrderSubmitEvent({ rate, reference });
    if (!this.dispatchEvent(submit)) return false;
    try {
      await submit.ready;
      await (this.whole?.settled() ?? this.updateComplete);
    } catch (error) {
      this.fail(error as Error);
      return false;
    }
    return this.rate === rate && !this.hint && this.isConnected;
  }

  /** What was quoted may have moved since: nothing is ordered at a price that the shopper has not seen. */
  async #requote(): Promise<boolean> {
    const client = this.service;
    if (!this.rate || !this.order || !client) return true;
    this.#be('quoting');
    try {
      this.moved = await this.requote(client);
    } catch (error) {
      await this.#fail('refused', error as Error);
      return false;
    }
    if (!this.moved) return !this.hint && this.isConnected;
    this.#about = this.#subject;
    this.#be(this.moved.kind === 'price-changed' ? 'price-changed' : 'ready');
    await this.tell();
    this.tellMoved(this.moved);
    return false;
  }

  async #send(attempt: Attempt): Promise<void> {
    this.moved = undefined;
    this.#be('ordering');
    this.#pending.remember(attempt);
    await this.#placing.run([attempt]);
    const { status, value, error } = this.#placing;
    const placed =
      status === TaskStatus.ERROR
        ? this.#trace && foundBy(attempt, this.#trace, error)
        : placedBy(attempt, value as OrderAnswer);
    if (placed) return this.#arrive(placed);
    if (isShippingFailure(error) && error.outcome === 'unknown') return this.#unconfirmed(attempt.reference, error);
    // What a page before this one has sent may still be there, whatever became of this try.
    if (!this.#trace) this.#pending.forget();
    return this.#fail('refused', error as Error);
  }

  async #arrive(placed: PlacedOrder): Promise<void> {
    this.#pending.forget();
    this.#trace = undefined;
    this.#placed = placed;
    this.#be('placed');
    await this.tell();
    this.dispatchEvent(new ShipOrderPlacedEvent(placed));
  }

  async #unconfirmed(reference: string, error?: Error): Promise<void> {
    await this.#fail('unconfirmed', error);
    this.dispatchEvent(new ShipOrderUnconfirmedEvent({ reference }));
  }

  async #fail(status: OrderStatus, error: Error | undefined): Promise<void> {
    this.#about = this.#subject;
    this.#be(status, error);
    if (error) this.fail(error);
    await this.tell();
  }
}
