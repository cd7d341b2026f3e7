import { initialState, Task } from '@lit/task';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  asSent,
  fingerprint,
  InvalidRequestError,
  isShippingFailure,
  requireWritable,
  type ShippingClient,
  type UnansweredWrite,
} from '../../client/index.ts';
import { type CancellationReason, operations, type Rate, withoutTokens } from '../../contract/index.ts';
import { keepOrClear, type Switches, serviceKey } from '../../quote/index.ts';
import type { OrderAction } from '../store/actions.ts';
import { copyOf } from '../store/copy-of.ts';
import { type Attempt, canStart, type OrderPhase } from '../store/order.ts';
import type { OrderMode } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { type OrderBody, placedBefore, placedBy, type Submission } from '../store/submission.ts';
import * as views from '../store/views.ts';
import { ShipOrderSubmitEvent } from './events.ts';
import { asError, quoteRates } from './rates-task.ts';
import { References } from './references.ts';

interface Host extends ReactiveControllerHost {
  readonly isConnected: boolean;
  readonly store: Store;
  readonly activeClient: ShippingClient | undefined;
  /** Dispatches the events of the order. */
  readonly orderTarget: EventTarget;
  /** Names the spot of the page that orders, so that a later page finds its order again. */
  claimPlace(): string;
}

type Work = Extract<OrderPhase, { status: 'asking' | 'quoting' | 'ordering' | 'cancelling' }>;

/** Runs the step of the order's phase. It asks the page, asks for the price again, sends the order, or cancels it. */
export class OrderTask implements ReactiveController {
  readonly #host: Host;
  readonly #consentTimeout: number;
  /** The host's own store. If a button shows the store of a checkout, the checkout runs the order. */
  readonly #store: Store;
  readonly #references = new References();
  /** The client that has placed the order, and the gateway's token that cancels it. The page never gets the token. */
  #placedAt: ShippingClient | undefined;
  #cancelToken: string | undefined;
  /** Client, place, mode and reference of the last search for an order of an earlier page. */
  #lookedFor: readonly unknown[] = [];

  /** @param consentTimeout milliseconds that the page has to agree to an order */
  constructor(host: Host, consentTimeout = 30_000) {
    this.#host = host;
    this.#consentTimeout = consentTimeout;
    this.#store = host.store;
    host.addController(this);
    new Task(host, {
      args: () => this.#step,
      task: () => this.#work(),
      onComplete: (action) => this.#dispatch(action),
      onError: (error) => this.#dispatch({ type: 'refused', error: asError(error) }),
    });
    this.#store.subscribe((_action, { order: { phase: before } }) => this.#follow(before));
  }

  hostUpdated(): void {
    if (this.#host.isConnected && this.#host.store === this.#store) this.#findUnanswered();
  }

  /**
   * Places the order. Resolves when it is placed, refused or without an answer. An order without an answer is sent again unchanged,
   * which finds out whether it was placed.
   */
  async place(): Promise<void> {
    try {
      this.#begin();
    } catch (error) {
      this.#dispatch({ type: 'refused', error: asError(error) });
    }
    await this.#until(() => !['asking', 'quoting', 'ordering'].includes(this.#phase.status));
  }

  /** Cancels the placed order. Does nothing if there is none. */
  async cancel(reason: CancellationReason = 'others'): Promise<void> {
    if (this.#placedAt) this.#dispatch({ type: 'cancel', reason });
    await this.#until(() => this.#phase.status !== 'cancelling');
  }

  get #phase(): OrderPhase {
    return this.#store.state.order.phase;
  }

  #dispatch(action: OrderAction): void {
    this.#store.dispatch(action);
  }

  #until(isReached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!isReached()) return;
        stop();
        resolve();
      };
      const stop = this.#store.subscribe(check);
      check();
    });
  }

  /** The step that has to be done. Arguments that stay the same do not start it again. */
  get #step(): readonly unknown[] {
    const phase = this.#phase;
    switch (phase.status) {
      case 'asking':
      case 'quoting':
        return [phase.status, phase.attempt.id];
      case 'ordering':
        return [phase.status, phase.submission];
      case 'cancelling':
        return [phase.status, phase.order];
      default:
        return [];
    }
  }

  async #work(): Promise<OrderAction | typeof initialState> {
    const phase = this.#phase as Work;
    switch (phase.status) {
      case 'asking':
        return this.#ask(phase.attempt);
      case 'quoting':
        return this.#requote(phase);
      case 'ordering':
        return this.#send(phase.submission);
      case 'cancelling':
        return this.#cancel(phase);
      default:
        return initialState;
    }
  }

  #begin(): void {
    const { activeClient: client, isConnected } = this.#host;
    const { state } = this.#store;
    const phase = this.#phase;
    if (!canStart(state.order)) return;
    if (phase.status === 'unconfirmed' && phase.submission) {
      this.#dispatch({ type: 'resend' });
      return;
    }
    const { orderMode: mode, readyAt } = state.input;
    if (!client || !isConnected || !views.canOrder(state, mode)) return;
    const body = views.orderBody(state);
    requireWritable('createOrder', body);
    // The shopper has read that the same goods were ordered before, and orders them again.
    const again = phase.status === 'placed';
    if (again) this.#references.end();
    const place = this.#host.claimPlace();
    const shopReference = state.input.reference;
    const { sent } = this.#references;
    const isLost =
      sent !== undefined && this.#unanswered(client, place, mode).some(({ reference }) => reference === sent);
    const known = this.#placed(client, place, mode);
    const spent = new Set(known.flatMap(({ reference, cancelled }) => (again || cancelled ? reference : [])));
    const reference = isLost ? sent : this.#references.current(shopReference, spent);
    const draft = mode !== 'order';
    const repeated = again || isLost ? undefined : placedBefore(known, { body, draft, reference, shopReference });
    if (repeated) {
      this.#references.use(reference, shopReference);
      this.#placedAt = client;
      this.#cancelToken = repeated.cancel;
      this.#dispatch({ type: 'placed-before', order: repeated.order });
      return;
    }
    const attempt: Attempt = {
      ...{ id: {}, mode, reference, shopReference, readyAt, again: phase.status === 'unconfirmed', body: undefined },
      rate: copyOf(views.rate(state)),
      switches: views.switches(state),
      from: again ? { status: 'ready' } : phase,
    };
    this.#dispatch({ type: 'place', attempt });
  }

  /** Asks the page. Properties that its listeners set at once belong to the click. */
  async #ask(attempt: Attempt): Promise<OrderAction> {
    const consent = this.#consent(attempt);
    this.#dispatch({ type: 'seal', body: this.#bodyNow() });
    let grant: string | undefined;
    try {
      const agreed = await consent;
      if (!agreed || !this.#host.isConnected) return { type: 'decline' };
      grant = agreed.grant;
    } catch (error) {
      return { type: 'decline', error: asError(error) };
    }
    const { rate, switches, mode, reference, shopReference, readyAt } = attempt;
    const phase = this.#phase;
    const body = (phase.status === 'asking' && phase.attempt.body) || this.#bodyNow();
    if (!body) return { type: 'refused', error: new InvalidRequestError(operationOf(mode), [orderMissing]) };
    const draft = mode !== 'order';
    const payments = views.payments(this.#store.state);
    const courier = rate && { courier_company: rate.courier_code, courier_type: rate.courier_service_code };
    const { cart } = this.#store.state.input;
    const tokens = { ...(draft && cart && { cart }), ...(grant && { grant }) };
    const request = { ...body, ...courier, reference_id: reference, ...tokens } as Submission['request'];
    const submission = { request, reference, shopReference, rate, switches, payments, readyAt, draft };
    // The gateway asks for the price of an order with a grant.
    const requote = rate !== undefined && (!grant || draft) && !this.#isLost(submission, mode);
    return { type: 'confirm', submission, requote };
  }

  /** Asks the page for its consent, and for a grant if it sets one. Undefined if the page refuses. */
  async #consent({ rate, reference, again, switches }: Submit): Promise<{ grant?: string } | undefined> {
    const event = new ShipOrderSubmitEvent({ rate: copyOf(rate), reference, again, ...switches });
    if (!this.#host.orderTarget.dispatchEvent(event)) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remedy = `did not settle within ${this.#consentTimeout / 1000} seconds: nothing was ordered`;
    const late = new Promise<never>((_resolve, reject) => {
      const error = new InvalidRequestError('createOrder', [{ path: 'grant', remedy: `or waitUntil() ${remedy}` }]);
      timer = setTimeout(() => reject(error), this.#consentTimeout);
    });
    try {
      return await Promise.race([event.ready, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #bodyNow(): OrderBody | undefined {
    return copyOf(views.orderBody(this.#store.state));
  }

  /** The price may have changed since the quote. Nothing is ordered at a price that the shopper has not seen. */
  async #requote({ attempt: { rate }, submission }: Extract<OrderPhase, { status: 'quoting' }>): Promise<OrderAction> {
    const { activeClient: client } = this.#host;
    if (!client || !rate) return { type: 'decline' };
    const request = views.requoteFor(this.#store.state, submission.request, rate);
    const rates = await quoteRates(client, request, { fresh: true });
    if (!this.#host.isConnected) return { type: 'decline' };
    return { type: 'requoted', verdict: keepOrClear(serviceKey(rate), rate, rates, submission.switches, true) };
  }

  async #send(submission: Submission, isSignedAgain = false): Promise<OrderAction> {
    const { activeClient: client } = this.#host;
    const { request, reference, shopReference, rate, draft } = submission;
    if (!client) return { type: 'unanswered', error: new Error('There is no client any more.') };
    this.#references.use(reference, shopReference);
    const options = { place: this.#host.claimPlace(), random: !shopReference, shopReference };
    try {
      const answer = await (draft ? client.createDraftOrder(request, options) : client.createOrder(request, options));
      this.#placedAt = client;
      this.#cancelToken = ('cancel' in answer && answer.cancel) || undefined;
      return { type: 'placed', order: placedBy(submission, answer) };
    } catch (thrown) {
      const error = asError(thrown);
      const failure = isShippingFailure(thrown) ? thrown : undefined;
      const refusal = failure?.code === 'refused' ? failure : undefined;
      if (refusal?.earlier) {
        this.#placedAt = client;
        this.#cancelToken = undefined;
        const earlier = placedBy(submission, refusal.earlier);
        return {
          type: 'placed',
          order: { ...earlier, rate: undefined, payNow: undefined, payAtDoor: undefined, other: true },
        };
      }
      const { price, offer } = refusal?.details ?? {};
      if (refusal?.reason === 'price-changed' && rate && typeof price === 'number' && price >= 0) {
        const now: Rate = { ...rate, price, offer: typeof offer === 'string' ? offer : undefined };
        const verdict = keepOrClear(serviceKey(rate), rate, [now], {}, true);
        if (verdict.kind === 'price-changed') return { type: 'requoted', verdict };
      }
      if (failure?.outcome !== 'unknown') return { type: 'refused', error };
      const isExpired = refusal?.reason === 'token-expired' && !isSignedAgain;
      const signed = isExpired ? await this.#signedAgain(submission) : undefined;
      if (signed instanceof Error) return { type: 'unanswered', error: signed };
      return signed
        ? this.#send({ ...submission, request: { ...request, ...signed } }, true)
        : { type: 'unanswered', error };
    }
  }

  /** A token may expire before an order is answered. Asks the page for a new grant, or uses its newer cart. */
  async #signedAgain(submission: Submission): Promise<{ grant: string } | { cart: string } | Error | undefined> {
    const { request } = submission;
    if (!request.grant) {
      const { input, queued } = this.#store.state;
      const later = queued.flatMap((action) => (action.type === 'set' && action.input.cart) || []);
      const cart = later.at(-1) ?? input.cart;
      return cart !== request.cart && cart ? { cart } : undefined;
    }
    try {
      const consent = await this.#consent({ ...submission, again: true });
      return consent?.grant && this.#host.isConnected ? { grant: consent.grant } : undefined;
    } catch (error) {
      return asError(error);
    }
  }

  async #cancel({ order: { id }, reason }: Extract<OrderPhase, { status: 'cancelling' }>): Promise<OrderAction> {
    const token = this.#cancelToken && { cancel: this.#cancelToken };
    try {
      await this.#placedAt?.cancelOrder({ id: id ?? '', cancellation_reason_code: reason, ...token });
      return { type: 'cancelled' };
    } catch (error) {
      const tooLate = isShippingFailure(error) && error.code === 'refused' && error.reason === 'not-cancellable';
      return { type: 'cancel-failed', error: asError(error), tooLate };
    }
  }

  /** After an order has ended, the next one gets another reference. */
  #follow(before: OrderPhase): void {
    const { status } = this.#phase;
    if (status === before.status) return;
    if (status === 'cancelled') this.#references.end();
    if (status !== 'ready') return;
    if (before.status === 'placed' && !before.order.before) this.#references.end();
    if (before.status === 'unconfirmed' || before.status === 'placed') this.#references.drop();
    // If it is wanted again, it is looked for again.
    if (before.status === 'unconfirmed') this.#lookedFor = [];
  }

  /** Shows the order that an earlier page has left here without an answer. Nothing is sent. */
  #findUnanswered(): void {
    const { activeClient: client } = this.#host;
    const { orderMode: mode, reference: given } = this.#store.state.input;
    if (!client || this.#phase.status !== 'ready') return;
    const place = this.#host.claimPlace();
    const looked = [client, place, mode, given];
    if (looked.every((part, index) => part === this.#lookedFor[index])) return;
    this.#lookedFor = looked;
    const left = this.#unanswered(client, place, mode).find(
      ({ shopReference }) => !given || !shopReference || shopReference === given,
    );
    if (!left) return;
    const { reference, shopReference = '' } = left;
    this.#references.use(reference, shopReference);
    this.#dispatch({ type: 'found-unanswered', reference, shopReference });
  }

  /** The writes of this place without an answer: orders or drafts, by the mode. A page's own client may not remember any. */
  #unanswered(client: ShippingClient, place: string, mode: OrderMode): readonly UnansweredWrite[] {
    return (client.unanswered?.(place) ?? []).filter(({ operation }) => operation === operationOf(mode));
  }

  #placed(client: ShippingClient, place: string, mode: OrderMode) {
    return (client.placed?.(place) ?? []).filter(({ operation }) => operation === operationOf(mode));
  }

  /** Whether exactly this was sent before without an answer. */
  #isLost({ request, reference }: Submission, mode: OrderMode): boolean {
    const { activeClient: client } = this.#host;
    const sent = fingerprint(withoutTokens(asSent(operations[operationOf(mode)], request)));
    const left = client ? this.#unanswered(client, this.#host.claimPlace(), mode) : [];
    return left.some((write) => write.reference === reference && write.fingerprint === sent);
  }
}

interface Submit {
  rate: Rate | undefined;
  reference: string;
  again: boolean;
  switches: Switches;
}

/** The page sets one property, not the fields of the wire. */
const orderMissing = { path: 'order', remedy: 'is missing: set the property `order`, with sender and receiver' };

const operationOf = (mode: OrderMode) => (mode === 'order' ? 'createOrder' : 'createDraftOrder');
