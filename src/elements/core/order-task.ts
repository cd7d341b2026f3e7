import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  asSent,
  type Clock,
  createShippingClient,
  fingerprint,
  InvalidRequestError,
  isShippingFailure,
  machineClock,
  NetworkError,
  type Placed,
  type PlacedWrite,
  type RatesClient,
  refusalReason,
  requireWritable,
  type ShippingClient,
} from '../../client/index.ts';
import {
  type CancellationReason,
  type DraftOrderResponse,
  type OrderResponse,
  operations,
  type Rate,
  withoutTokens,
} from '../../contract/index.ts';
import { keepOrClear, serviceKey } from '../../quote/index.ts';
import { asError, resultOf } from './asking.ts';
import { ShipOrderSubmitEvent } from './events.ts';
import { canStart } from './order.ts';
import { clientsBy } from './page-input.ts';
import * as prices from './prices.ts';
import { quoteRates } from './rates-task.ts';
import { isNumberOf, References } from './references.ts';
import type { Action, Attempt, OrderAction, OrderMode, OrderPhase } from './state.ts';
import type { Store } from './store.ts';
import {
  copyOf,
  earlierOrder,
  type OrderBody,
  placedBefore,
  placedBy,
  type Submission,
  unverifiedClaims,
} from './submission.ts';
import { upcoming } from './update.ts';
import * as views from './views.ts';

const clientFor = clientsBy('createOrder', createShippingClient);

/** The element that orders. */
export interface OrderingHost extends ReactiveControllerHost {
  readonly isConnected: boolean;
  readonly store: Store;
  /** The page's own client. */
  readonly client: ShippingClient | undefined;
  /** The client that asks for rates. Undefined while there is none. */
  readonly activeClient: RatesClient | undefined;
  readonly baseUrl: string;
  /** Dispatches the events of the order. */
  readonly orderTarget: EventTarget;
  /** Names the spot of the page that orders, so that a later page finds its order again. */
  claimWidgetKey(): string;
}

/**
 * Places and cancels the order. `#order` reads from the click to the outcome. Each step dispatches what has happened, and the state
 * machine in `order.ts` decides the phase.
 */
export class OrderTask implements ReactiveController {
  readonly #host: OrderingHost;
  readonly #consentTimeout: number;
  readonly #clock: Clock;
  /** The host's own store. If a button shows the store of a checkout, the checkout runs the order. */
  readonly #store: Store;
  readonly #references: References;
  /** The order and the cancellation that are running. */
  #ordering: Promise<void> | undefined;
  #cancelling: Promise<void> | undefined;
  /** The client that has placed the order, and the gateway's token that cancels it. The page never gets the token. */
  #placedAt: ShippingClient | undefined;
  #cancelToken: string | undefined;
  /** Client, key, mode, reference and goods of the last search for a write of an earlier page. */
  #lookedFor: readonly unknown[] = [];
  /** The reference of an order of an earlier page that is shown because the page has its goods, or its reference. */
  #repeatedReference: string | undefined;

  /** @param consentTimeout milliseconds that the page has to agree to an order */
  constructor(host: OrderingHost, consentTimeout = 30_000, clock: Clock = machineClock) {
    this.#host = host;
    this.#consentTimeout = consentTimeout;
    this.#clock = clock;
    this.#references = new References(clock);
    this.#store = host.store;
    host.addController(this);
    this.#store.subscribe(({ type }, { order: { phase: before } }) => this.#follow(before, type));
  }

  hostUpdated(): void {
    if (this.#host.isConnected && this.#host.store === this.#store) this.#findEarlier();
  }

  /**
   * Places the order. Resolves when it is placed, refused or without an answer. An order without an answer is sent again unchanged,
   * which finds out whether it was placed.
   */
  place(): Promise<void> {
    this.#ordering ??= this.#order().finally(() => {
      this.#ordering = undefined;
    });
    return this.#ordering;
  }

  /** Cancels the placed order. Does nothing if there is none. */
  cancel(reason: CancellationReason = 'others'): Promise<void> {
    this.#cancelling ??= this.#cancel(reason).finally(() => {
      this.#cancelling = undefined;
    });
    return this.#cancelling;
  }

  /** The client that orders. That of a base URL is one of its own, because the elements load none that can order. */
  get #client(): ShippingClient | undefined {
    const { client, activeClient, baseUrl } = this.#host;
    return client ?? (activeClient && clientFor(baseUrl));
  }

  get #phase(): OrderPhase {
    return this.#store.state.order.phase;
  }

  #dispatch(action: OrderAction): void {
    this.#store.dispatch(action);
  }

  /** One order. Only what the page and the client throw is caught: it becomes the outcome. */
  async #order(): Promise<void> {
    const { order } = this.#store.state;
    if (!canStart(order)) return;
    let heard: string | undefined;
    // An order without an answer is sent again as it was.
    if (order.phase.status === 'unconfirmed' && order.phase.submission) this.#dispatch({ type: 'resend' });
    else {
      const attempt = this.#attempt();
      if (!attempt) return;
      this.#dispatch({ type: 'place', attempt });
      heard = attempt.reference;

      // The page is asked. Properties that its listeners set at once belong to the click.
      const consent = this.#consent(attempt, attempt.shopReference);
      this.#dispatch({ type: 'seal', body: this.#bodyNow() });
      const agreed = await resultOf(() => consent);
      if ('error' in agreed) return this.#dispatch({ type: 'decline', error: agreed.error });
      if (!agreed.value || !this.#host.isConnected) return this.#dispatch({ type: 'decline' });

      // The order as it will be sent.
      const submission = this.#submissionOf(attempt, agreed.value);
      if (submission instanceof Error) return this.#dispatch({ type: 'refused', error: submission });
      const requote = this.#isToQuote(submission, attempt.mode);
      this.#dispatch({ type: 'confirm', submission, requote });

      // The price may have changed since the quote. Nothing is ordered at a price that the shopper has not seen.
      if (requote) this.#dispatch(await this.#requoted(submission));
    }
    const { phase } = this.#store.state.order;
    if (phase.status !== 'ordering') return;
    const { reference, shopReference } = phase.submission;
    if (heard) this.#references.use(reference, shopReference, heard);

    // A token may expire before an order is answered. It is replaced once.
    const first = await this.#sent(phase.submission);
    const again = isExpired(first) && (await resultOf(() => this.#signedAgain(phase.submission)));
    if (!again) return this.#dispatch(first);
    if ('error' in again) return this.#dispatch({ type: 'unanswered', error: again.error });
    this.#dispatch(again.value ? await this.#sent(again.value) : first);
  }

  /** The click: what is ordered, and under which reference. Undefined if nothing can be ordered, or if it was placed before. */
  #attempt(): Attempt | undefined {
    const client = this.#client;
    const { isConnected } = this.#host;
    const { state } = this.#store;
    const phase = this.#phase;
    const { orderMode: mode, readyAt, reference: shopReference } = state.input;
    if (!client || !isConnected || !views.canOrder(state, mode)) return undefined;
    const body = views.orderBody(state);
    try {
      requireWritable('createOrder', body);
    } catch (error) {
      this.#dispatch({ type: 'refused', error: asError(error) });
      return undefined;
    }
    // The shopper has read that the same goods were ordered before, and orders them again.
    const again = phase.status === 'placed';
    if (again) this.#references.end();
    const widgetKey = this.#host.claimWidgetKey();
    const { sent } = this.#references;
    const { unanswered, placed } = writesOf(client, widgetKey, mode);
    const isLost = sent !== undefined && unanswered.some(({ reference }) => reference === sent);
    const spent = new Set(placed.flatMap(({ reference, cancelled }) => (again || cancelled ? reference : [])));
    const reference = isLost ? sent : this.#references.current(shopReference, spent);
    const repeated = again || isLost ? undefined : this.#repeated(placed, { body, shopReference });
    if (repeated) {
      this.#showBefore(client, repeated);
      return undefined;
    }
    return {
      mode,
      reference,
      shopReference,
      readyAt,
      arrival: prices.promised(state, views.rate(state)),
      again: phase.status === 'unconfirmed',
      body: undefined,
      rate: copyOf(views.rate(state)),
      switches: views.switches(state),
      from: again ? { status: 'ready' } : phase,
    };
  }

  /** Asks the page for its consent, and for a grant if it sets one. Undefined if the page refuses. */
  async #consent({ rate, reference, again, switches }: Submit, shopReference?: string) {
    const event = new ShipOrderSubmitEvent({ rate: copyOf(rate), reference, again, ...switches });
    if (!this.#host.orderTarget.dispatchEvent(event)) return undefined;
    let cancel = () => {};
    const remedy = `did not settle within ${this.#consentTimeout / 1000} seconds: nothing was ordered`;
    const late = new Promise<never>((_resolve, reject) => {
      const error = new InvalidRequestError('createOrder', [{ path: 'grant', remedy: `or waitUntil() ${remedy}` }]);
      cancel = this.#clock.after(this.#consentTimeout, () => reject(error));
    });
    try {
      return await Promise.race([ShipOrderSubmitEvent.settled(event, shopReference), late]);
    } finally {
      cancel();
    }
  }

  /** @param granted by the shop. After a refusal it may be for the next number of the shop's own reference */
  #submissionOf(attempt: Attempt, granted: { grant?: string; reference?: string }): Submission | Error {
    const { rate, switches, mode, shopReference, readyAt, arrival } = attempt;
    const { grant, reference = attempt.reference } = granted;
    const { state } = this.#store;
    const phase = this.#phase;
    const body = (phase.status === 'asking' && phase.attempt.body) || this.#bodyNow();
    if (!body) return new InvalidRequestError(operationOf(mode), [this.#bodyMissing]);
    const draft = mode !== 'order';
    const courier = rate && { courier_company: rate.courier_code, courier_type: rate.courier_service_code };
    const { cart } = state.input;
    const tokens = { ...(draft && cart && { cart }), ...(grant && { grant }) };
    const request = { ...body, ...courier, reference_id: reference, ...tokens } as Submission['request'];
    const payments = views.payments(state);
    const goods = payments && prices.extrasOf(state.input).goods;
    return { request, reference, shopReference, rate, switches, payments, goods, readyAt, arrival, draft };
  }

  /** Whether the page asks for the price. The gateway asks for that of an order with a grant. */
  #isToQuote(submission: Submission, mode: OrderMode): boolean {
    const { rate, draft, request } = submission;
    return rate !== undefined && (!request.grant || draft) && !this.#isLost(submission, mode);
  }

  async #requoted({ request, rate, switches }: Submission): Promise<OrderAction> {
    const client = this.#client;
    if (!client || !rate) return { type: 'decline' };
    const question = views.requoteFor(this.#store.state, request, rate);
    const quote = await resultOf(() => quoteRates(client, question, { fresh: true }));
    if ('error' in quote) return { type: 'refused', error: quote.error };
    if (!this.#host.isConnected) return { type: 'decline' };
    return { type: 'requoted', verdict: keepOrClear(serviceKey(rate), rate, quote.value, switches, true) };
  }

  /** Sends the order once. */
  async #sent(submission: Submission): Promise<OrderAction> {
    const client = this.#client;
    const { request, shopReference, draft } = submission;
    if (!client) return { type: 'unanswered', error: new Error('There is no client any more.') };
    const options = { widgetKey: this.#host.claimWidgetKey(), random: !shopReference, shopReference };
    const result = await resultOf<Placed<OrderResponse | DraftOrderResponse>>(() =>
      draft ? client.createDraftOrder(request, options) : client.createOrder(request, options),
    );
    if ('error' in result) return this.#refused(submission, result.error, client);
    this.#placedAt = client;
    this.#cancelToken = ('cancel' in result.value && result.value.cancel) || undefined;
    return { type: 'placed', order: placedBy(submission, result.value, this.#clock.now()) };
  }

  /** What an error says about the order that was sent. */
  #refused(submission: Submission, error: Error, client: ShippingClient): OrderAction {
    const { rate } = submission;
    const failure = isShippingFailure(error) ? error : undefined;
    const refusal = failure?.code === 'refused' ? failure : undefined;
    if (refusal?.earlier) {
      this.#placedAt = client;
      this.#cancelToken = undefined;
      const earlier = placedBy(submission, refusal.earlier, this.#clock.now());
      const order = { ...earlier, rate: undefined, payNow: undefined, payAtDoor: undefined, other: true };
      return { type: 'placed', order };
    }
    const { price, offer } = refusal?.details ?? {};
    if (refusal?.reason === 'price-changed' && rate && typeof price === 'number' && price >= 0) {
      const now: Rate = { ...rate, price, offer: typeof offer === 'string' ? offer : undefined };
      const verdict = keepOrClear(serviceKey(rate), rate, [now], {}, true);
      if (verdict.kind === 'price-changed') return { type: 'requoted', verdict };
    }
    return { type: failure?.outcome === 'unknown' ? 'unanswered' : 'refused', error };
  }

  /**
   * The order with a newer token: asks the page for another grant, or uses its newer cart. Undefined if there is none, or if the newer cart
   * is of another order.
   */
  async #signedAgain(submission: Submission): Promise<Submission | undefined> {
    const { request } = submission;
    if (request.grant) {
      const consent = await this.#consent({ ...submission, again: true });
      const { grant } = consent ?? {};
      return grant && this.#host.isConnected ? { ...submission, request: { ...request, grant } } : undefined;
    }
    const { cart } = upcoming(this.#store.state).input;
    const isNewer =
      cart !== request.cart && unverifiedClaims(cart).reference === unverifiedClaims(request.cart).reference;
    return cart && isNewer ? { ...submission, request: { ...request, cart } } : undefined;
  }

  async #cancel(reason: CancellationReason): Promise<void> {
    const client = this.#placedAt;
    if (client) this.#dispatch({ type: 'cancel', reason });
    const phase = this.#phase;
    if (!client || phase.status !== 'cancelling') return;
    const token = this.#cancelToken && { cancel: this.#cancelToken };
    const request = { id: phase.order.id ?? '', cancellation_reason_code: reason, ...token };
    const result = await resultOf(() => client.cancelOrder(request, { widgetKey: this.#host.claimWidgetKey() }));
    if (!('error' in result)) return this.#dispatch({ type: 'cancelled' });
    const { error } = result;
    this.#dispatch({ type: 'cancel-failed', error, tooLate: refusalReason(error) === 'not-cancellable' });
  }

  #bodyNow(): OrderBody | undefined {
    return copyOf(views.orderBody(this.#store.state));
  }

  /** The page sets one property, not the fields of the wire. A button that stands alone has a rate of its own. */
  get #bodyMissing() {
    const path = this.#store.state.input.rate ? 'order' : 'contacts';
    return { path, remedy: `is missing: set the property \`${path}\`, with sender and receiver` };
  }

  /** After an order has ended, the next one gets another reference. That of an earlier page ends once the shopper has read of it. */
  #follow(before: OrderPhase, action: Action['type']): void {
    const { status } = this.#phase;
    if (status === before.status) return;
    if (status === 'cancelled') this.#references.end();
    if (status !== 'ready') return;
    if (before.status === 'placed' && (!before.order.before || action === 'next-order')) this.#references.end();
    if (before.status === 'unconfirmed' || before.status === 'placed') this.#references.drop();
    // If it is wanted again, it is looked for again.
    if (before.status === 'unconfirmed') this.#lookedFor = [];
  }

  /**
   * Shows what an earlier page has left here: an order or a cancellation without an answer, or the order of these goods. Nothing is sent. If the
   * page has other goods by now, theirs is not shown any more.
   */
  #findEarlier(): void {
    const client = this.#client;
    const { orderMode: mode, reference: given, shipment, body } = upcoming(this.#store.state).input;
    const phase = this.#phase;
    const shown = phase.status === 'placed' && phase.order.reference === this.#repeatedReference;
    if (!client || (phase.status !== 'ready' && !shown)) return;
    const widgetKey = this.#host.claimWidgetKey();
    const { items } = body ?? shipment ?? {};
    const looked = [client, widgetKey, mode, given, shown ? items : !items];
    if (looked.every((part, index) => part === this.#lookedFor[index])) return;
    this.#lookedFor = looked;
    const { unanswered, placed, cancelling } = writesOf(client, widgetKey, mode);
    const repeated = this.#repeated(placed, { body: items && { items }, shopReference: given });
    if (shown) {
      if (this.#repeatedReference === repeated?.reference) return;
      this.#references.drop();
      this.#dispatch({ type: 'next-order' });
      return;
    }
    const left = unanswered.find(({ shopReference }) => !given || !shopReference || shopReference === given);
    if (left) {
      const { reference, shopReference = '' } = left;
      this.#references.use(reference, shopReference);
      this.#dispatch({ type: 'found-unanswered', reference, shopReference });
      return;
    }
    const order = placed.findLast(
      ({ id, reference, cancelled }) =>
        !cancelled &&
        !this.#references.hasEnded(reference) &&
        isNumberOf(reference, given) &&
        cancelling.some(({ reference: cancelledId }) => cancelledId.toLowerCase() === id?.toLowerCase()),
    );
    const error = new NetworkError({ operation: 'cancelOrder', outcome: 'unknown' });
    if (order) this.#showBefore(client, order, error);
    // A draft may be saved once more, with another courier: it is shown at the click.
    else if (repeated && mode === 'order') this.#showBefore(client, repeated);
  }

  /** The newest order of these goods. None once this page has ended it: the next one is wanted then, and not the one before it. */
  #repeated(known: readonly PlacedWrite[], wanted: Parameters<typeof placedBefore>[1]): PlacedWrite | undefined {
    const newest = placedBefore(known, wanted);
    return newest && this.#references.hasEnded(newest.reference) ? undefined : newest;
  }

  /** Shows an order of an earlier page. @param error why it is not known whether it was cancelled */
  #showBefore(client: ShippingClient, write: PlacedWrite, error?: Error): void {
    const given = this.#store.state.input.reference;
    const of = isNumberOf(write.reference, given) ? given : '';
    this.#references.use(write.reference, of);
    this.#placedAt = client;
    this.#cancelToken = write.cancel;
    this.#repeatedReference = error ? undefined : write.reference;
    this.#dispatch({ type: 'placed-before', order: earlierOrder(write, of), error });
  }

  /** Whether exactly this was sent before without an answer. */
  #isLost({ request, reference }: Submission, mode: OrderMode): boolean {
    const sent = fingerprint(withoutTokens(asSent(operations[operationOf(mode)], request)));
    const { unanswered } = writesOf(this.#client, this.#host.claimWidgetKey(), mode);
    return unanswered.some((write) => write.reference === reference && write.fingerprint === sent);
  }
}

/** Whether the order's token has expired, and the order may have been placed. */
const isExpired = (action: OrderAction): boolean =>
  action.type === 'unanswered' && refusalReason(action.error) === 'token-expired';

type Submit = Pick<Attempt, 'rate' | 'reference' | 'again' | 'switches'>;

const operationOf = (mode: OrderMode) => (mode === 'order' ? 'createOrder' : 'createDraftOrder');

/** The orders or drafts of a widget that its client remembers, and the cancellations without an answer. A page's own may remember none. */
function writesOf(client: ShippingClient | undefined, widgetKey: string, mode: OrderMode) {
  const left = client?.unanswered?.(widgetKey) ?? [];
  const isOfMode = ({ operation }: { operation: string }) => operation === operationOf(mode);
  return {
    unanswered: left.filter(isOfMode),
    placed: (client?.placed?.(widgetKey) ?? []).filter(isOfMode),
    cancelling: left.filter(({ operation }) => operation === 'cancelOrder'),
  };
}
