import { Task, TaskStatus } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import { isShippingFailure, type ShippingClient } from '../../client/index.ts';
import type { CancellationReason, CancelRequest, Rate } from '../../contract/index.ts';
import {
  ShipOrderCancelledEvent,
  ShipOrderPlacedEvent,
  ShipOrderSubmitEvent,
  ShipOrderUnconfirmedEvent,
} from '../shared/events.ts';
import type { News } from '../shared/news.ts';
import { type Attempt, attemptTo, type OrderBody, type OrderMode, type OrderStatus, Reference } from './attempt.ts';
import { Pending, type Trace } from './pending.ts';
import { foundBy, type OrderAnswer, type PlacedOrder, placedBy } from './placed.ts';

/** The element that an order is placed with. */
interface Host extends ReactiveControllerHost, HTMLElement {
  readonly order: OrderBody | undefined;
  readonly rate: Rate | undefined;
  readonly orderMode: OrderMode;
  readonly reference: string;
}

/** What only the element's inside knows. */
interface Inside {
  client(): ShippingClient | undefined;
  /** Why the order cannot be placed now. */
  hint(): string | undefined;
  /** Until what the page has set has arrived here. */
  settled(): Promise<unknown>;
  /** Asks for the price once more; what became of the rate, where it is not what it was. */
  requote(client: ShippingClient): Promise<News | undefined>;
  /** Tells the page of it. */
  changed(news: News): void;
  /** Says what became of the order, when the screen does. */
  tell(): Promise<void>;
  fail(error: Error): void;
}

/** From these a click starts an order; from `unconfirmed` it sends the same one again. */
const startable: readonly OrderStatus[] = ['ready', 'refused', 'cancelled', 'price-changed', 'unconfirmed'];

/** The life of one order, from the first click to its cancellation. */
export class OrderLife {
  status: OrderStatus = 'ready';
  error: Error | undefined;
  placed: PlacedOrder | undefined;
  /** What became of the rate when its price was asked once more. */
  news: News | undefined;

  #attempt: Attempt | undefined;
  /** Of an order that an element or a page before this one has left without an answer. */
  #trace: Trace | undefined;
  /** The order and the rate that the last refusal, or the last news, is about. */
  #about = '';
  readonly #host: Host;
  readonly #inside: Inside;
  readonly #reference = new Reference();
  readonly #pending: Pending;
  readonly #placing: Task<readonly [Attempt], OrderAnswer>;
  readonly #cancelling: Task<readonly [ShippingClient, CancelRequest], unknown>;

  constructor(host: Host, inside: Inside) {
    this.#host = host;
    this.#inside = inside;
    this.#pending = new Pending(host);
    this.#placing = new Task(host, {
      autoRun: false,
      task: ([{ client, request, draft }]) => (draft ? client.createDraftOrder(request) : client.createOrder(request)),
    });
    this.#cancelling = new Task(host, { autoRun: false, task: ([client, request]) => client.cancelOrder(request) });
    host.addController({ hostDisconnected: () => this.#pending.release() });
  }

  /** Whether the shopper may choose: from the click until the order is done with, what is ordered is what is shown. */
  get free(): boolean {
    return startable.includes(this.status) && !this.#repeats;
  }

  /** Whether the next click sends the very same order again. */
  get #repeats(): boolean {
    return this.status === 'unconfirmed' && this.#attempt !== undefined;
  }

  /** Takes up what was left without an answer in this place. */
  recall(place: string): void {
    this.#pending.claim(place);
    const found = this.#pending.recall();
    const { reference } = this.#host;
    if (this.status !== 'ready' || !found || !`${found.reference}-`.startsWith(reference && `${reference}-`)) return;
    this.#trace = found;
    this.#reference.send(found.reference);
    void this.#unconfirmed(found.reference);
  }

  async place(): Promise<void> {
    const [host, inside] = [this.#host, this.#inside];
    const before = this.status;
    if (!startable.includes(before) || !inside.client()) return;
    if (this.#repeats) return this.#send(this.#attempt as Attempt);
    if (inside.hint() || host.orderMode === 'none') return;
    const reference = this.#reference.current(host.reference);
    this.#be('asking');
    const going = (await this.#ask(reference)) && (this.#trace || (await this.#requote()));
    // Only now: while we waited, the page may have taken the client away.
    const client = inside.client();
    if (going && client) {
      this.#attempt = attemptTo(client, host, reference);
      this.#reference.send(reference);
      await this.#send(this.#attempt);
    } else if (this.status === 'asking' || this.status === 'quoting') this.#be(before);
  }

  /** Cancels the placed order; whether it is cancelled. */
  async cancel(reason: CancellationReason): Promise<boolean> {
    const client = this.#inside.client();
    const { id, draft } = this.placed ?? {};
    if (!client || !id || draft || this.status !== 'placed') return false;
    this.#be('cancelling');
    await this.#cancelling.run([client, { id, cancellation_reason_code: reason }]);
    if (this.#cancelling.status === TaskStatus.ERROR) {
      await this.#fail('placed', this.#cancelling.error as Error);
      return false;
    }
    this.#reference.spend();
    this.#be('cancelled');
    await this.#inside.tell();
    this.#host.dispatchEvent(new ShipOrderCancelledEvent({ id }));
    return true;
  }

  /** Another order than the one that was refused or is done with: what was said of that one is no longer said. */
  beginAnew(otherMode: boolean): void {
    const mended = (this.news || this.status === 'refused') && this.free && this.#about !== this.#subject;
    const left = otherMode && ['refused', 'placed', 'cancelled'].includes(this.status);
    if (!mended && !left) return;
    if (this.status === 'placed') this.#reference.spend();
    this.news = undefined;
    this.#be('ready');
  }

  /** An order that was found is not the one in this page: this one can be placed as well. */
  orderOther(): Promise<void> {
    this.#reference.spend();
    this.#be('ready');
    return this.place();
  }

  get #subject(): string {
    return JSON.stringify([this.#host.order, this.#host.rate]);
  }

  #be(status: OrderStatus, error?: Error): void {
    this.status = status;
    this.error = error;
    this.#host.requestUpdate();
  }

  /** Asks the page; no when it cancels, when its promise fails, or when there is another rate or no page meanwhile. */
  async #ask(reference: string): Promise<boolean> {
    const [host, inside] = [this.#host, this.#inside];
    const { rate } = host;
    const submit = new ShipOrderSubmitEvent({ rate, reference });
    if (!host.dispatchEvent(submit)) return false;
    try {
      await submit.ready;
      await inside.settled();
    } catch (error) {
      inside.fail(error as Error);
      return false;
    }
    return host.rate === rate && !inside.hint() && host.isConnected;
  }

  /** What was quoted may have moved since: nothing is ordered at a price that the shopper has not seen. */
  async #requote(): Promise<boolean> {
    const [host, inside] = [this.#host, this.#inside];
    const client = inside.client();
    if (!host.rate || !host.order || !client) return true;
    this.#be('quoting');
    try {
      this.news = await inside.requote(client);
    } catch (error) {
      await this.#fail('refused', error as Error);
      return false;
    }
    if (!this.news) return !inside.hint() && host.isConnected;
    this.#about = this.#subject;
    this.#be(this.news.kind === 'price-changed' ? 'price-changed' : 'ready');
    await inside.tell();
    inside.changed(this.news);
    return false;
  }

  async #send(attempt: Attempt): Promise<void> {
    this.news = undefined;
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
    this.placed = placed;
    this.#be('placed');
    await this.#inside.tell();
    this.#host.dispatchEvent(new ShipOrderPlacedEvent(placed));
  }

  async #unconfirmed(reference: string, error?: Error): Promise<void> {
    await this.#fail('unconfirmed', error);
    this.#host.dispatchEvent(new ShipOrderUnconfirmedEvent({ reference }));
  }

  async #fail(status: OrderStatus, error: Error | undefined): Promise<void> {
    this.#about = this.#subject;
    this.#be(status, error);
    if (error) this.#inside.fail(error);
    await this.#inside.tell();
  }
}
