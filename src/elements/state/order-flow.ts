import {
  isShippingFailure,
  type Placed,
  randomReference,
  type ShippingClient,
  type UnansweredWrite,
} from '../../client/index.ts';
import type {
  CancellationReason,
  DraftOrderResponse,
  OrderRequest,
  OrderResponse,
  Rate,
} from '../../contract/index.ts';
import type { News } from '../shared/news.ts';
import { Observable } from './observable.ts';

export type OrderMode = 'order' | 'draft' | 'none';

/** An order without its courier: the rate names that. */
export type OrderBody = Omit<OrderRequest, 'courier_company' | 'courier_type' | 'reference_id'>;

export interface PlacedOrder {
  /** Undefined for a draft that was found again: the service does not say which one it is. */
  id: string | undefined;
  reference: string;
  /** Undefined until the courier has booked the parcel. */
  waybill: string | undefined;
  /** What was ordered; undefined for a draft without a courier, and for an order of a page before this one. */
  rate: Rate | undefined;
  draft: boolean;
  /** An earlier try had no answer; it had placed the order. */
  recovered: boolean;
  /** What was placed is not what stands in this page now. */
  other: boolean;
}

/** An order as it was sent: sent again it is the very same, so that the service can tell that it knows it. */
interface Submission {
  client: ShippingClient;
  request: OrderRequest;
  reference: string;
  rate: Rate | undefined;
  draft: boolean;
  place: string;
}

/** What became of the order, with what there is to say of it. */
export type OrderState =
  /** `news`: what became of the rate when its price was asked once more. */
  | { status: 'ready'; news?: News }
  /** The page is asked, then the price. */
  | { status: 'asking' | 'quoting' }
  | { status: 'price-changed'; news: News }
  | { status: 'ordering' }
  | { status: 'refused'; error: Error }
  /** Without a submission it was a page before this one that has sent it. */
  | { status: 'unconfirmed'; reference: string; submission?: Submission; error?: Error }
  /** `error`: why it could not be cancelled. */
  | { status: 'placed'; order: PlacedOrder; error?: Error }
  | { status: 'cancelling' | 'cancelled'; order: PlacedOrder };

export type OrderStatus = OrderState['status'];

/** What a page has to be told of. */
export type OrderNotice =
  | { type: 'placed'; order: PlacedOrder }
  | { type: 'unconfirmed'; reference: string }
  | { type: 'cancelled'; id: string }
  | { type: 'price'; news: News }
  | { type: 'failed'; error: Error };

/** What would be ordered now. It is read again after each wait: meanwhile the page may have changed it. */
export interface OrderTerms {
  client: ShippingClient | undefined;
  rate: Rate | undefined;
  body: OrderBody | undefined;
  mode: OrderMode;
  /** The shop's own `reference_id`; a random one where empty. */
  reference: string | undefined;
  /** Whether it can be placed: prices are up to date, a rate is chosen where there has to be one. */
  ready: boolean;
  /** Names the spot of the page that orders. */
  place: string;
}

/** Whom an order depends on. */
export interface OrderParties {
  terms(): OrderTerms;
  /** Asks the page; false where it says no, and what its promise was rejected with is thrown. */
  confirm(submit: { rate: Rate | undefined; reference: string }): Promise<boolean>;
  /** Asks for the price once more; what became of the rate, where it is not what it was. */
  requote(client: ShippingClient, body: OrderBody, rate: Rate): Promise<News | undefined>;
}

/** From these an order can be placed. */
const startable: readonly OrderStatus[] = ['ready', 'refused', 'cancelled', 'price-changed', 'unconfirmed'];

/** What is said of an order as long as it is the same one. */
const aboutThisOrder: readonly OrderStatus[] = ['ready', 'refused', 'price-changed'];

/**
 * The life of one order, from the first click to its cancellation: the only writer of what became of it. It asks the page,
 * then the price, and sends; a second call while one is under way does nothing. The client remembers what was sent
 * without an answer.
 */
export class OrderFlow extends Observable<OrderNotice> {
  readonly #parties: OrderParties;
  #state: OrderState = { status: 'ready' };
  #placed: PlacedOrder | undefined;
  /** The order that the state is about, as a text. */
  #subject: string | undefined;
  #mode: OrderMode | undefined;
  /** The `reference_id` of the order at hand, for all tries of it, once one was sent. */
  #sentReference = '';
  #offeredReference = '';
  #orders = 1;
  /** Where an order of a page before was looked for last, and at whom. */
  #lookedFor: string | undefined;
  #askedClient: ShippingClient | undefined;

  constructor(parties: OrderParties) {
    super();
    this.#parties = parties;
  }

  get state(): OrderState {
    return this.#state;
  }

  get status(): OrderStatus {
    return this.#state.status;
  }

  /** Why the last try failed. */
  get error(): Error | undefined {
    return 'error' in this.#state ? this.#state.error : undefined;
  }

  get news(): News | undefined {
    return 'news' in this.#state ? this.#state.news : undefined;
  }

  /** The order that was placed last. */
  get placed(): PlacedOrder | undefined {
    return this.#placed;
  }

  /** Whether nothing else may be chosen: from the click until the order is done with. */
  get locked(): boolean {
    return !startable.includes(this.status) || this.#lost !== undefined;
  }

  /**
   * Places the order. One that this page has sent without an answer is sent again as it was, which is how to find out what
   * became of it.
   */
  async place(): Promise<void> {
    const before = this.#state;
    const { client, ready, mode, reference } = this.#parties.terms();
    if (!startable.includes(before.status) || !client) return;
    if (this.#lost) return this.#send(this.#lost);
    if (!ready || mode === 'none') return;
    const current = this.#currentReference(reference);
    this.#become({ status: 'asking' });
    const left = this.#unanswered().some((write) => write.reference === current);
    try {
      const going = (await this.#confirm(current)) && (left || (await this.#requote()));
      const submission = going && this.#submission(current);
      if (submission) {
        this.#sentReference = current;
        await this.#send(submission);
      } else if (this.status === 'asking' || this.status === 'quoting') this.#become(before);
    } catch (error) {
      this.#refuse(error as Error);
    }
  }

  /** An order that was found is not the one in this page: this one can be placed as well. */
  placeOther(): Promise<void> {
    this.#endOrder();
    this.#become({ status: 'ready' });
    return this.place();
  }

  /** Cancels the placed order; does nothing where there is none. */
  async cancel(reason: CancellationReason = 'others'): Promise<void> {
    const { client } = this.#parties.terms();
    if (!client || this.#state.status !== 'placed') return;
    const { order } = this.#state;
    const { id, draft } = order;
    if (!id || draft) return;
    this.#become({ status: 'cancelling', order });
    try {
      await client.cancelOrder({ id, cancellation_reason_code: reason });
    } catch (error) {
      this.#become({ status: 'placed', order, error: error as Error }, { type: 'failed', error: error as Error });
      return;
    }
    this.#endOrder();
    this.#become({ status: 'cancelled', order }, { type: 'cancelled', id });
  }

  /** Takes up the order that this place has left without an answer in a page before. */
  resume(): void {
    const { client, place, mode, reference } = this.#parties.terms();
    const looked = [place, mode, reference].join(' ');
    if (!client || this.status !== 'ready' || (client === this.#askedClient && looked === this.#lookedFor)) return;
    this.#askedClient = client;
    this.#lookedFor = looked;
    const left = this.#unanswered().find((write) => `${write.reference}-`.startsWith(reference ? `${reference}-` : ''));
    if (!left) return;
    this.#sentReference = left.reference;
    const { reference: lost } = left;
    this.#become({ status: 'unconfirmed', reference: lost }, { type: 'unconfirmed', reference: lost });
  }

  /** With another order than the one that was refused or is done with, what was said of that one is no longer said. */
  reconsider(): void {
    const { mode } = this.#parties.terms();
    const otherMode = this.#mode !== undefined && this.#mode !== mode;
    this.#mode = mode;
    const { status } = this.#state;
    const said = status !== 'ready' || this.news !== undefined;
    const mended = said && aboutThisOrder.includes(status) && this.#subject !== this.#currentSubject;
    const left = otherMode && ['refused', 'placed', 'cancelled'].includes(status);
    if (!mended && !left) return;
    if (status === 'placed') this.#endOrder();
    this.#become({ status: 'ready' });
  }

  /** The order cannot even be tried. */
  fail(error: Error): void {
    this.#refuse(error);
  }

  /** Why an order could not be cancelled has been read. */
  dismissError(): void {
    if (this.#state.status === 'placed') this.#become({ status: 'placed', order: this.#state.order });
  }

  /** What this page has sent without getting an answer. */
  get #lost(): Submission | undefined {
    return this.#state.status === 'unconfirmed' ? this.#state.submission : undefined;
  }

  /** What this place has left without an answer, orders or drafts as they are placed now: one is no matter of the other's. */
  #unanswered(): readonly UnansweredWrite[] {
    const { client, place, mode } = this.#parties.terms();
    const operation = mode === 'order' ? 'createOrder' : 'createDraftOrder';
    // A client of the page's own may have the five operations alone.
    return (client?.unanswered?.(place) ?? []).filter((write) => write.operation === operation);
  }

  get #currentSubject(): string {
    const { body, rate } = this.#parties.terms();
    return JSON.stringify([body, rate]);
  }

  #become(state: OrderState, notice?: OrderNotice): void {
    this.#state = state;
    this.notify(notice);
  }

  #currentReference(wanted: string | undefined): string {
    if (this.#sentReference) return this.#sentReference;
    // It stays used when its order is cancelled, so that ordering again needs another one.
    if (wanted) return this.#orders > 1 ? `${wanted}-${this.#orders}` : wanted;
    this.#offeredReference ||= randomReference();
    return this.#offeredReference;
  }

  #endOrder(): void {
    this.#orders += 1;
    this.#sentReference = '';
    this.#offeredReference = '';
  }

  /** No when the page cancels, when its promise fails, or when there is another rate or no page meanwhile. */
  async #confirm(reference: string): Promise<boolean> {
    const { rate } = this.#parties.terms();
    try {
      if (!(await this.#parties.confirm({ rate, reference }))) return false;
    } catch (error) {
      this.notify({ type: 'failed', error: error as Error });
      return false;
    }
    const now = this.#parties.terms();
    return now.rate === rate && now.ready;
  }

  /** What was quoted may have moved since: nothing is ordered at a price that the shopper has not seen. */
  async #requote(): Promise<boolean> {
    const { client, rate, body } = this.#parties.terms();
    if (!rate || !body || !client) return true;
    this.#become({ status: 'quoting' });
    const news = await this.#parties.requote(client, body, rate);
    if (!news) return this.#parties.terms().ready;
    this.#subject = this.#currentSubject;
    this.#become(news.kind === 'price-changed' ? { status: 'price-changed', news } : { status: 'ready', news }, {
      type: 'price',
      news,
    });
    return false;
  }

  /** A copy, as JSON has it: what is sent again must be what was sent, whatever the page does to its cart meanwhile. */
  #submission(reference: string): Submission | undefined {
    const { client, rate, body, mode, place } = this.#parties.terms();
    if (!client) return undefined;
    const courier = rate && { courier_company: rate.courier_code, courier_type: rate.courier_service_code };
    // The page may have no contacts to give; then the client says which are missing, and nothing is sent.
    const request = JSON.parse(JSON.stringify({ ...body, ...courier, reference_id: reference })) as OrderRequest;
    return { client, request, reference, rate, draft: mode !== 'order', place };
  }

  async #send(submission: Submission): Promise<void> {
    const { client, request, reference, draft, place } = submission;
    this.#become({ status: 'ordering' });
    try {
      const answer = await (draft
        ? client.createDraftOrder(request, { place })
        : client.createOrder(request, { place }));
      this.#arrive(placedBy(submission, answer));
    } catch (thrown) {
      const error = thrown as Error;
      const failure = isShippingFailure(error) ? error : undefined;
      if (failure?.code === 'refused' && failure.earlier) {
        this.#arrive({ ...placedBy(submission, failure.earlier), rate: undefined, other: true });
      } else if (failure?.outcome === 'unknown') {
        this.#become({ status: 'unconfirmed', reference, submission, error }, { type: 'failed', error });
        this.notify({ type: 'unconfirmed', reference });
      } else this.#refuse(error);
    }
  }

  #arrive(order: PlacedOrder): void {
    this.#placed = order;
    this.#become({ status: 'placed', order }, { type: 'placed', order });
  }

  #refuse(error: Error): void {
    this.#subject = this.#currentSubject;
    this.#become({ status: 'refused', error }, { type: 'failed', error });
  }
}

function placedBy(
  { reference, rate, draft }: Submission,
  answer: Placed<OrderResponse | DraftOrderResponse>,
): PlacedOrder {
  const waybill = answer.recovered ? answer.waybill_id : answer.courier?.waybill_id;
  const recovered = answer.recovered === true;
  return { id: answer.id, reference, waybill: waybill ?? undefined, rate, draft, recovered, other: false };
}
