import {
  asSent,
  fingerprint,
  InvalidRequestError,
  isShippingFailure,
  type PlacedWrite,
  requireWritable,
  type ShippingClient,
  type UnansweredWrite,
} from '../../client/index.ts';
import { type CancellationReason, operations, type Rate, withoutTokens } from '../../contract/index.ts';
import { keepOrClear, type Switches, serviceKey, type Verdict } from '../../quote/index.ts';
import { type News, newsOf } from '../shared/news.ts';
import { copyOf, jsonOf } from './copy-of.ts';
import { Observable } from './observable.ts';
import { References } from './references.ts';
import { type OrderBody, type PlacedOrder, placedBefore, placedBy, type Submission } from './submission.ts';

export type { OrderBody, PlacedOrder } from './submission.ts';

export type OrderMode = 'order' | 'draft' | 'none';

/** What a page is told as it is asked for its consent. */
export interface OrderSubmit extends Switches {
  rate: Rate | undefined;
  reference: string;
  /** It was sent before and has no answer. */
  again: boolean;
}

/** What a page has said to that. */
export interface Consent {
  /** The order as the shop's server has signed it; undefined where the page has set none. */
  grant?: string;
  /** The page has set a grant, and this is why there is none. */
  error?: Error;
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

/** What would be ordered now. */
export interface OrderTerms {
  client: ShippingClient | undefined;
  rate: Rate | undefined;
  /** The switches as they stand. */
  switches: Switches;
  body: OrderBody | undefined;
  /** The cart as the shop's server has signed it: it goes with a draft. Empty where there is none. */
  cart: string;
  mode: OrderMode;
  /** The shop's own `reference_id`; a random one where empty. A page may have a number for it. */
  reference: string | number | null | undefined;
  /** Whether it can be placed: prices are up to date, a rate is chosen where there has to be one. */
  ready: boolean;
  /** Names the spot of the page that orders. */
  place: string;
  /** When the shop hands the parcel over. */
  readyAt?: Date | undefined;
}

/** Whom an order depends on. */
export interface OrderParties {
  /** @throws what a getter of the page's, or a Proxy, throws */
  terms(): OrderTerms;
  /** Whether it still stands in a page, where somebody reads what becomes of it. */
  present(): boolean;
  /**
   * Asks the page, its listeners within the call; undefined where it says no, and what its promise was rejected with is
   * thrown.
   */
  confirm(submit: OrderSubmit): Promise<Consent | undefined>;
  /** Asks for the price once more: what became of the rate; undefined where nobody could be asked, which has been told. */
  requote(client: ShippingClient, body: OrderBody, rate: Rate): Promise<Verdict | undefined>;
  /** The gateway says what the chosen rate costs now. */
  reprice(rate: Rate): void;
}

/** From these an order can be placed. */
const startable: readonly OrderStatus[] = ['ready', 'refused', 'cancelled', 'price-changed', 'unconfirmed'];

/** What is said of an order as long as it is the same one. */
const aboutThisOrder: readonly OrderStatus[] = ['ready', 'refused', 'price-changed'];

/** A page that says no, or whose promise fails, has stopped its order: that is no failure of ours. */
class Stopped extends Error {}

/**
 * The life of one order, from the first click to its cancellation: the only writer of what became of it. It asks the page,
 * then the price, and sends what stood there at the click; a second call while one is under way does nothing. The client
 * remembers what was sent without an answer.
 */
export class OrderFlow extends Observable<OrderNotice> {
  readonly #parties: OrderParties;
  #state: OrderState = { status: 'ready' };
  #placed: PlacedOrder | undefined;
  /** Who has placed it, and can cancel it. */
  #placedAt: ShippingClient | undefined;
  /** What cancels it at the gateway. It is told to nobody else. */
  #cancel: string | undefined;
  /** The order that the state is about, as a text. */
  #subject: string | undefined;
  #mode: OrderMode | undefined;
  readonly #references = new References();
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

  /** The order that is all there is to show: placed, and what was meant. */
  get receipt(): PlacedOrder | undefined {
    const { status } = this.#state;
    const order = status === 'placed' || status === 'cancelling' ? this.#state.order : undefined;
    return order?.other ? undefined : order;
  }

  /** Whether nothing else may be chosen: from the click until the order is done with. */
  get locked(): boolean {
    return this.#lost !== undefined || !(this.#isBefore || startable.includes(this.status));
  }

  /**
   * Places the order. One that this page has sent without an answer is sent again as it was, which is how to find out what
   * became of it.
   */
  async place(): Promise<void> {
    if (!startable.includes(this.status)) return;
    if (this.#lost) return this.#send(this.#lost);
    return this.#begin(false);
  }

  /** An order that was found is not the one in this page, or has been placed before: this one is to be placed as well. */
  placeOther(): Promise<void> {
    return this.#begin(true);
  }

  /** Cancels the placed order; does nothing where there is none. */
  async cancel(reason: CancellationReason = 'others'): Promise<void> {
    const client = this.#placedAt;
    if (!client || this.#state.status !== 'placed') return;
    const { order } = this.#state;
    const { id, draft } = order;
    if (!id || draft) return;
    this.#become({ status: 'cancelling', order });
    try {
      const token = this.#cancel && { cancel: this.#cancel };
      await client.cancelOrder({ id, cancellation_reason_code: reason, ...token });
    } catch (thrown) {
      const error = thrown as Error;
      const tooLate = isShippingFailure(error) && error.code === 'refused' && error.reason === 'not-cancellable';
      this.#placed = { ...order, cancellable: !tooLate };
      this.#become({ status: 'placed', order: this.#placed, error }, { type: 'failed', error });
      return;
    }
    this.#references.end();
    this.#become({ status: 'cancelled', order }, { type: 'cancelled', id });
  }

  /** Takes up the order that this place has left without an answer in a page before. */
  resume(): void {
    const terms = this.#readable;
    if (!terms) return;
    const { client, place, mode } = terms;
    const given = shopReferenceOf(terms);
    const looked = JSON.stringify([place, mode, given]);
    if (!client || this.status !== 'ready' || (client === this.#askedClient && looked === this.#lookedFor)) return;
    this.#askedClient = client;
    this.#lookedFor = looked;
    const left = this.#unanswered(terms).find(
      ({ shopReference }) => !given || !shopReference || shopReference === given,
    );
    if (!left) return;
    const { reference: lost, shopReference = '' } = left;
    this.#references.take(lost, shopReference);
    this.#become({ status: 'unconfirmed', reference: lost }, { type: 'unconfirmed', reference: lost });
  }

  /** With another order than the one that was refused or is done with, what was said of that one is no longer said. */
  reconsider(): void {
    const terms = this.#readable;
    if (!terms) return;
    const otherMode = this.#mode !== undefined && this.#mode !== terms.mode;
    this.#mode = terms.mode;
    const { status } = this.#state;
    const said = status !== 'ready' || this.news !== undefined;
    const about = this.#isBefore || (said && aboutThisOrder.includes(status));
    const mended = about && this.#subject !== this.#currentSubject;
    const left = otherMode && ['refused', 'placed', 'cancelled'].includes(status);
    // One of a page before, or one whose number is used, turns out to be another order by what the shop calls this one.
    const isOther = this.#references.isOther(terms.reference);
    const another = status === 'unconfirmed' && (this.#lost ? isOther && isUsed(this.error) : isOther || otherMode);
    if (!mended && !left && !another) return;
    // Where it is wanted again, it is looked for again.
    if (another) this.#lookedFor = undefined;
    if (another || this.#isBefore) this.#references.drop();
    else if (status === 'placed') this.#references.end();
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

  /** Nothing was ordered now: the shopper has read that it was before, and may change the cart. */
  get #isBefore(): boolean {
    return this.#state.status === 'placed' && this.#state.order.before;
  }

  /** What this page has sent without getting an answer. */
  get #lost(): Submission | undefined {
    return this.#state.status === 'unconfirmed' ? this.#state.submission : undefined;
  }

  /** What this place has left without an answer, orders or drafts as they are placed now: one is no matter of the other's. */
  #unanswered({ client, place, mode }: OrderTerms): readonly UnansweredWrite[] {
    // A client of the page's own may have the five operations alone.
    return (client?.unanswered?.(place) ?? []).filter(({ operation }) => operation === operationOf(mode));
  }

  /** What this place has placed, orders or drafts as they are placed now. */
  #placedHere(client: ShippingClient, { place, mode }: OrderTerms): readonly PlacedWrite[] {
    return (client.placed?.(place) ?? []).filter(({ operation }) => operation === operationOf(mode));
  }

  /** Undefined where they cannot be read: an order of them is refused, and nothing else stands still. */
  get #readable(): OrderTerms | undefined {
    try {
      return this.#parties.terms();
    } catch {
      return undefined;
    }
  }

  get #currentSubject(): string {
    try {
      const { body, rate } = this.#parties.terms();
      // Signed anew, an offer is the same one.
      return String(jsonOf([body, rate && { ...rate, offer: undefined }]));
    } catch (error) {
      // What cannot be sent is refused as it is placed.
      return String(error);
    }
  }

  #become(state: OrderState, notice?: OrderNotice): void {
    this.#state = state;
    this.notify(notice);
  }

  /** @param again the shopper has read that this has been ordered before */
  async #begin(again: boolean): Promise<void> {
    const before: OrderState = again ? { status: 'ready' } : this.#state;
    try {
      const terms = this.#parties.terms();
      const { client, ready, mode, body } = terms;
      if (again) this.#references.end();
      if (!client || !ready || mode === 'none') {
        if (again) this.#become(before);
        return;
      }
      requireWritable('createOrder', body);
      const { sent } = this.#references;
      const isLost = sent !== undefined && this.#unanswered(terms).some((left) => left.reference === sent);
      const known = this.#placedHere(client, terms);
      const spent = new Set(known.flatMap(({ reference, cancelled }) => (again || cancelled ? reference : [])));
      const reference = isLost ? sent : this.#references.current(terms.reference, spent);
      const shopReference = shopReferenceOf(terms);
      const repeated =
        again || isLost ? undefined : placedBefore(known, { body, draft: mode !== 'order', reference, shopReference });
      if (repeated) {
        this.#references.take(reference, shopReference);
        this.#placed = repeated.order;
        this.#placedAt = client;
        this.#cancel = repeated.cancel;
        this.#subject = this.#currentSubject;
        this.#become({ status: 'placed', order: repeated.order });
        return;
      }
      this.#become({ status: 'asking' });
      const submission = await this.#prepare(client, terms, reference, before.status === 'unconfirmed');
      if (submission) await this.#send(submission);
      // Without a word of its own to say, it is where it was.
      else if (this.status === 'asking' || this.status === 'quoting') this.#become(before);
    } catch (error) {
      if (error instanceof Stopped) this.#become(before, { type: 'failed', error: error.cause as Error });
      else this.#refuse(error as Error);
    }
  }

  /**
   * Asks the page and the price.
   * @param again whether the shopper wants to know what became of it
   * @returns what to send; undefined where the page says no, where there is no page any more, or where the price has moved
   */
  async #prepare(
    client: ShippingClient,
    terms: OrderTerms,
    reference: string,
    again: boolean,
  ): Promise<Submission | undefined> {
    const { mode, place, switches } = terms;
    const draft = mode !== 'order';
    const rate = copyOf(terms.rate);
    const answer = this.#parties.confirm({ rate: copyOf(rate), reference, again, ...switches }).catch((cause) => {
      throw new Stopped('The page has stopped the order.', { cause });
    });
    // What a listener sets within the click belongs to it. Contacts that it had not by then it may give until it agrees.
    let body = this.#bodyNow();
    const { cart } = this.#parties.terms();
    const consent = await answer;
    if (!consent || !this.#parties.present()) return undefined;
    const { grant, error } = consent;
    // What may have been ordered before is not said to be refused.
    if (error) throw again ? new Stopped('The page grants it no more.', { cause: error }) : error;
    body ??= this.#bodyNow();
    if (!body) throw new InvalidRequestError(operationOf(mode), [orderMissing]);
    const courier = rate && { courier_company: rate.courier_code, courier_type: rate.courier_service_code };
    const tokens = { ...(draft && cart && { cart }), ...(grant && { grant }) };
    const request = { ...body, ...courier, reference_id: reference, ...tokens } as Submission['request'];
    const shopReference = shopReferenceOf(terms);
    const { readyAt } = terms;
    const submission = { client, request, reference, shopReference, rate, switches, readyAt, draft, place };
    const sent = fingerprint(withoutTokens(asSent(operations[operationOf(mode)], request)));
    const isLost = this.#unanswered(terms).some((left) => left.reference === reference && left.fingerprint === sent);
    // The gateway asks for the price of an order that it is to make, and the shop has been paid by then.
    const isAsked = grant && !draft;
    if (isLost || isAsked || !rate) return submission;
    return (await this.#requote(client, body, rate)) && this.#parties.present() ? submission : undefined;
  }

  /** @throws {InvalidRequestError} naming what JSON cannot hold */
  #bodyNow(): OrderBody | undefined {
    const { body } = this.#parties.terms();
    requireWritable('createOrder', body);
    return copyOf(body);
  }

  /** What was quoted may have moved since: nothing is ordered at a price that the shopper has not seen. */
  async #requote(client: ShippingClient, body: OrderBody, rate: Rate): Promise<boolean> {
    this.#become({ status: 'quoting' });
    const verdict = await this.#parties.requote(client, body, rate);
    return verdict !== undefined && !this.#tellNews(verdict, rate);
  }

  /** @returns whether the shopper has to decide anew */
  #tellNews(verdict: Verdict, rate: Rate): boolean {
    const news = newsOf(verdict, serviceKey(rate));
    if (!news) return false;
    this.#subject = this.#currentSubject;
    this.#become(news.kind === 'price-changed' ? { status: 'price-changed', news } : { status: 'ready', news }, {
      type: 'price',
      news,
    });
    return true;
  }

  /** The gateway asks for the price before it sends anything: where it has risen nothing was ordered, and the shopper decides. */
  #isRepriced({ rate }: Submission, { price, offer }: Readonly<Record<string, unknown>>): boolean {
    if (!rate || typeof price !== 'number' || !(price >= 0)) return false;
    const now: Rate = { ...rate, price, offer: typeof offer === 'string' ? offer : undefined };
    const verdict = keepOrClear(serviceKey(rate), rate, [now], {}, true);
    if (verdict.kind === 'price-changed') this.#parties.reprice(now);
    return this.#tellNews(verdict, rate);
  }

  /**
   * A token lives for minutes, an order without an answer longer: the page is asked for what it has granted once more, or has
   * signed its cart anew by now.
   * @param error what the gateway has said of the token that it had
   * @returns why the order is unconfirmed still
   */
  async #sendSignedAnew(submission: Submission, error: Error): Promise<Error | undefined> {
    const { rate, switches, reference, request } = submission;
    try {
      const { cart } = this.#parties.terms();
      const ask = () => this.#parties.confirm({ rate: copyOf(rate), reference, again: true, ...switches });
      const consent = request.grant ? await ask() : undefined;
      const signed = request.grant ? consent?.grant && { grant: consent.grant } : cart !== request.cart && { cart };
      if (!signed || !this.#parties.present()) return consent?.error ?? error;
      await this.#send({ ...submission, request: { ...request, ...signed } }, true);
      return undefined;
    } catch (cause) {
      return cause as Error;
    }
  }

  /** @param anew whether it was signed anew just now */
  async #send(submission: Submission, anew = false): Promise<void> {
    const { client, request, reference, shopReference, draft, place } = submission;
    this.#references.take(reference, shopReference);
    this.#become({ status: 'ordering' });
    const options = { place, random: !shopReference, shopReference };
    try {
      const answer = await (draft ? client.createDraftOrder(request, options) : client.createOrder(request, options));
      this.#arrive(client, placedBy(submission, answer), ('cancel' in answer && answer.cancel) || undefined);
    } catch (thrown) {
      const error = thrown as Error;
      const failure = isShippingFailure(error) ? error : undefined;
      const refusal = failure?.code === 'refused' ? failure : undefined;
      if (refusal?.earlier) {
        const { earlier } = refusal;
        this.#arrive(client, { ...placedBy(submission, earlier), rate: undefined, paid: undefined, other: true });
      } else if (refusal?.reason === 'price-changed' && this.#isRepriced(submission, refusal.details ?? {})) return;
      else if (failure?.outcome === 'unknown') {
        const isExpired = refusal?.reason === 'token-expired' && !anew;
        const still = isExpired ? await this.#sendSignedAnew(submission, error) : error;
        if (!still) return;
        this.#become({ status: 'unconfirmed', reference, submission, error: still }, { type: 'failed', error: still });
        this.notify({ type: 'unconfirmed', reference });
      } else this.#refuse(error);
    }
  }

  #arrive(client: ShippingClient, order: PlacedOrder, cancel?: string): void {
    this.#placed = order;
    this.#placedAt = client;
    this.#cancel = cancel;
    this.#become({ status: 'placed', order }, { type: 'placed', order });
  }

  #refuse(error: Error): void {
    this.#subject = this.#currentSubject;
    this.#become({ status: 'refused', error }, { type: 'failed', error });
  }
}

/** Whether the shop's own number is used, by this order or by another one. */
export const isUsed = (error: Error | undefined): boolean =>
  isShippingFailure(error) && error.code === 'refused' && error.reason === 'reference-used';

const shopReferenceOf = ({ reference }: OrderTerms): string => String(reference ?? '');

/** Whoever wrote the page has one property to set, and not the fields of the wire. */
const orderMissing = { path: 'order', remedy: 'is missing: set the property `order`, with who sends and who receives' };

const operationOf = (mode: OrderMode) => (mode === 'order' ? 'createOrder' : 'createDraftOrder');
