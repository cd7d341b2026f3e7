import {
  extraNames,
  extraTable,
  type OperationName,
  type PromisedArrival,
  type Rate,
  type Rupiah,
} from '../contract/index.ts';
import { isAvailable, isCollected, type Payments, paymentsOf, type Switches } from '../extras/index.ts';
import { type Arrival, arrival, serviceKey } from '../quote/index.ts';
import { type Cart, type Destination, isTokenError, readCart, signCancel, verifyCancel } from '../tokens/index.ts';
import { type Connection, clientAddress } from './http/addresses.ts';
import type { OrderedAnswer } from './http/answers.ts';
import { type Call, type Context, verifiedClaims } from './http/call.ts';
import { handlers, shownCouriers } from './http/operations.ts';
import { confirmOrder } from './http/order-operations.ts';
import { type GatewayAnswer, Refusal } from './http/refusal.ts';
import { type EntryState, ownerOf } from './ledger/transitions.ts';
import { answered, observed } from './observe.ts';
import type { GatewayOptions } from './options.ts';
import { callOff } from './orders/order.ts';
import { cancelBody } from './orders/upstream-bodies.ts';
import { type ChargedParts, parcelOf } from './parcels/parcel.ts';
import { isUnheard, tracked } from './parcels/tracking.ts';

interface RefusalBody {
  error?: string;
  reason?: string;
  details?: { field?: string; reason?: string; price?: Rupiah; offer?: string };
}

/** A call in process was refused or failed. The message is for a developer and has no personal data. */
export class GatewayError extends Error {
  /** `reason` of the same refusal over HTTP: `price-changed`, `unconfirmed`, `service-unreachable` … */
  readonly reason: string;
  /** The HTTP status that a page would have got. */
  readonly status: number;
  /** Seconds to wait before the same call is worth another try. */
  readonly retryAfter: number | undefined;
  /** The field that is wrong. */
  readonly field: string | undefined;
  /** With `price-changed`: the new price in rupiah. */
  readonly price: Rupiah | undefined;
  /** With `price-changed`: the offer for the new price. */
  readonly offer: string | undefined;

  constructor({ status, body, headers, mismatch = '' }: GatewayAnswer) {
    const { error = '', reason = 'refused', details = {} } = body as RefusalBody;
    super(details.reason ? [details.field, details.reason].filter(Boolean).join(' ') : mismatch || error);
    this.name = 'GatewayError';
    this.reason = reason;
    this.status = status;
    this.retryAfter = headers?.['retry-after'] === undefined ? undefined : Number(headers['retry-after']);
    this.field = details.field;
    this.price = details.price;
    this.offer = details.offer;
  }
}

/** A question for prices. Its switches ask with the extras of the cart. */
export interface QuoteQuestion extends Partial<Switches> {
  /** As `signCart` takes it. */
  cart: Cart;
  destination: Destination;
  /** Courier codes. All couriers of the service by default. */
  couriers?: string[];
  /** Asks the service even if an answer is kept, as often as `limits.writes` allows. */
  fresh?: boolean;
  /**
   * Whose page the prices are for: the shopper's request, or `headers` and `address` as your platform reports them. Then it counts by its network as
   * a question of a page does, by `trustedHops`. Without it, whoever opens your page again and again can use up the day.
   */
  shopper?: Connection & { headers?: Headers | Record<string, string | string[] | undefined> };
}

/**
 * One service with its price, as a page gets it, and the two payments for goods and delivery. `payAtDoor` is 0 if the service does
 * not collect, or if the sum is beyond the courier's COD limits.
 */
export interface QuotedRow extends Payments {
  /** `jne/reg` */
  service: string;
  courier: string;
  courierName: string;
  serviceName: string;
  /** How long the parcel takes. Undefined if the service does not say. */
  duration: Arrival | undefined;
  /** When the parcel is promised to arrive. Undefined without the option `calendar`. */
  arrival: PromisedArrival | undefined;
  /** Rupiah that the delivery costs the shopper. */
  price: Rupiah;
  /** For `verifyOffer`. */
  offer: string;
  /** The price is the shop's own fallback. Do not charge it. */
  estimate: boolean;
  /** The whole row. */
  rate: Rate;
}

/** A placed order, as the shop’s own server gets it. */
export interface GatewayOrder {
  /** The service's id of the order. */
  id: string;
  /** `reference_id`: the shop's own number of the order. */
  reference: string;
  waybill: string | undefined;
  /** The courier's page about the parcel. Undefined if the service has given none. */
  link: string | undefined;
  /** Undefined if the answer was lost and the order was found again. */
  status: string | undefined;
  /** Rupiah that the delivery costs the shopper. */
  price: Rupiah | undefined;
  /** A token that shows where the parcel is, for 90 days. Undefined without `tracking` and without `webhooks`. */
  track: string | undefined;
  /** A token that cancels the order, for 15 minutes. Undefined if it is cancelled. */
  cancel: string | undefined;
}

/** What the gateway has stored of an order. `status`, `waybill` and `link` are the newest that a webhook or a tracking page has heard. */
export interface KnownOrder
  extends Partial<Omit<GatewayOrder, 'cancel' | 'reference'>>,
    Pick<GatewayOrder, 'reference'> {
  state: EntryState;
  /** Rupiah that the service charged the shop when it took the order. Undefined if that answer was lost. */
  charged: Rupiah | undefined;
  /** Rupiah that it charges by now, as the last `order.price` webhook says, for example after it has weighed the parcel. */
  chargedNow: Rupiah | undefined;
  /** What it charges for, as that webhook says. */
  chargedParts: ChargedParts | undefined;
  /** With COD: whether the service has the collected money, in its own word such as `pending`, as it was read last. */
  paymentStatus: string | undefined;
  /** What the order belongs to. Undefined if a grant alone allowed it. */
  owner: string | undefined;
  /** Why it was refused. */
  reason: string | undefined;
  /** When it changed last, in milliseconds since the epoch. */
  changed: number;
}

/** Calls for the shop's own server, without HTTP. They share checks, cache, own rates, fallback, offers and ledger with pages. */
export interface InProcess {
  /**
   * Prices for a cart.
   * @throws {GatewayError}
   */
  quote(question: QuoteQuestion): Promise<QuotedRow[]>;
  /**
   * Asks for the price of the order that a grant allows, as `order` does before it sends, and sends nothing. `order` within ten seconds does
   * not ask again, so a shop can confirm several parcels before it sends the first, at no cost.
   * @returns rupiah that the delivery costs the shopper
   * @throws {GatewayError} what `order` throws before it sends: `price-changed`, `service-gone`, `service-unreachable` …
   */
  confirm(grant: string): Promise<Rupiah>;
  /**
   * Places the order that a grant allows, once. The same order again gets the same answer, also by a new grant. A new grant repeats a
   * refused order.
   * @param options.owner the shop's own id of what the order is for, such as its fulfillment: at most 100 characters. The order belongs to
   * it, also if several processes order at once
   * @throws {GatewayError} `unconfirmed` if no answer came. `settle()` finds out whether it was placed. `reference-used` if the order
   * belongs to another owner. `not-placed` if it was called off
   */
  order(grant: string, options?: { owner?: string | undefined }): Promise<GatewayOrder>;
  /**
   * What the gateway has stored of an order. Undefined if there is none with this reference.
   * @param options.unheardFor with the gateway's option `tracking`, asks the service first where a parcel is of which nothing was heard for so many
   * milliseconds, until its end was read. A service that does not answer changes nothing. By default nobody is asked
   */
  find(reference: string, options?: { unheardFor?: number | undefined }): Promise<KnownOrder | undefined>;
  /**
   * Cancels an order.
   * @param order the token that `order` returned, or at any later time the order's id and reference. Or its reference, with its owner if it
   * has one: that cancels also what was not sent yet, and nothing can be ordered with the reference any more. With `unsent`, only that
   * @throws {GatewayError} `unconfirmed` if the service did not answer, or if it is not known whether the order was placed.
   * `not-cancellable` also if the service has a draft with this reference: delete it there
   */
  cancel(
    order: string | Pick<GatewayOrder, 'id' | 'reference'> | { reference: string; owner?: string; unsent?: boolean },
    reason?: string,
  ): Promise<Pick<GatewayOrder, 'id'> & { status: string }>;
}

/** The gateway's methods for the shop's own server, without HTTP. */
export function createInProcess(
  context: Context,
  { observe, trustedHops = 0 }: Pick<GatewayOptions, 'observe' | 'trustedHops'>,
): InProcess {
  // `orders` and `cancels` limit pages. The shop's own server may order and cancel.
  const own: Context = { ...context, options: { ...context.options, orders: 'order', cancels: true } };
  const { keys, now } = context;

  async function perform(operation: OperationName, work: (call: Call) => Promise<GatewayAnswer>): Promise<object> {
    const answer = await observed(observe, { operation, method: 'in process' }, (event) => {
      const quoted = () => {
        event.quoted = true;
      };
      const call = { body: {}, id: '', address: undefined, quoted };
      return answered(event, () => context.orderDeps.turns.run(() => work(call)));
    });
    if (answer.status >= 400) throw new GatewayError(answer);
    return answer.body;
  }

  return {
    async quote({ cart: given, destination, couriers, fresh = false, shopper, ...switched }) {
      let cart = given;
      const answer = await perform('quoteRates', async (call) => {
        const body = {
          ...destination,
          couriers: couriers?.join() ?? (await shownCouriers(own, call)),
          ...Object.fromEntries(extraNames.map((name) => [extraTable[name].field, Number(switched[name] ?? false)])),
          fresh,
        };
        cart = checked(given);
        const address = shopper && clientAddress(new Headers(shopper.headers as HeadersInit), shopper, trustedHops);
        return handlers.quoteRates(own, { ...call, body, cart, address });
      });
      return (answer as { pricing: Rate[] }).pricing.map((rate) => quotedRow(rate, cart, switched.cashOnDelivery));
    },
    async confirm(grant) {
      const answer = await perform('quoteRates', () => confirmOrder(own, grant));
      return (answer as { price: Rupiah }).price;
    },
    async order(grant, { owner } = {}) {
      const order = (call: Call) => handlers.createOrder(own, { ...call, body: { grant }, owner });
      const answer = (await perform('createOrder', order)) as OrderedAnswer & { cancel?: string; track?: string };
      return { ...placed(answer), reference: answer.reference_id, track: answer.track, cancel: answer.cancel };
    },
    async find(reference, { unheardFor = Number.POSITIVE_INFINITY } = {}) {
      const { tracking } = context;
      const entry = await context.orderDeps.ledger.find({ account: context.options.account, kind: 'order', reference });
      if (!entry) return undefined;
      if (isUnheard(tracking, entry, parcelOf(await tracking.parcels.find(entry)), unheardFor))
        await perform('readTracking', () => tracked(tracking, entry));
      const { state, changed, answer, order } = entry;
      const { body = {}, reason, charged }: Partial<GatewayAnswer> = answer === null ? {} : JSON.parse(answer);
      const first = placed(body as OrderedAnswer);
      const {
        status = first.status,
        waybill_id: waybill = first.waybill,
        link = first.link,
        price: chargedNow = charged,
        parts: chargedParts,
        payment_status: paymentStatus = (body as { cash_on_delivery?: { payment_status?: string } }).cash_on_delivery
          ?.payment_status,
      } = parcelOf(await tracking.parcels.find(entry));
      const costs = { charged, chargedNow, chargedParts, paymentStatus };
      const newest = { id: order ?? undefined, status, waybill, link, ...costs };
      return { ...first, ...newest, reference, state, owner: ownerOf(entry), reason, changed };
    },
    async cancel(order, reason) {
      const answer = await perform('cancelOrder', async (call) => {
        if (typeof order === 'object' && !('id' in order)) {
          const key = { account: context.options.account, kind: 'order', reference: order.reference } as const;
          const body = (id: string) => JSON.stringify(cancelBody({ cancellation_reason: reason }, id, now()));
          return callOff(context.orderDeps, { key, owner: order.owner, body: order.unsent ? undefined : body });
        }
        const claims =
          typeof order === 'string'
            ? await verifiedClaims('cancel', verifyCancel(order, keys, now()))
            : { order: order.id, reference: order.reference };
        const cancel = await verifiedClaims('cancel', signCancel(claims, keys, now()));
        return handlers.cancelOrder(own, { ...call, id: claims.order, body: { cancel, cancellation_reason: reason } });
      });
      return answer as { id: string; status: string };
    },
  };
}

function placed({ id = '', status, price, courier }: Partial<OrderedAnswer>) {
  const { waybill_id, link } = { ...courier } as { waybill_id?: string | null; link?: string };
  const optional = { waybill: waybill_id ?? undefined, status: status ?? undefined, price: price ?? undefined };
  return { id, ...optional, link };
}

/** @throws {Refusal} naming the claim that is wrong and its remedy */
function checked(cart: Cart): Cart {
  try {
    return readCart(cart);
  } catch (problem) {
    if (!isTokenError(problem)) throw problem;
    throw new Refusal('invalid-request', { details: { reason: problem.message } });
  }
}

function quotedRow(rate: Rate, cart: Cart, cashOnDelivery = false): QuotedRow {
  const purchase = { goods: cart.subtotal, price: rate.price, collects: cart.cash_on_delivery_collects };
  const collected = paymentsOf({ ...purchase, cashOnDelivery: cashOnDelivery && isAvailable('cashOnDelivery', rate) });
  const isBeyond = collected.payAtDoor > 0 && !isCollected(rate, collected.payAtDoor);
  return {
    ...(isBeyond ? paymentsOf({ ...purchase, cashOnDelivery: false }) : collected),
    service: serviceKey(rate),
    courier: rate.courier_code,
    courierName: rate.courier_name || rate.courier_code,
    serviceName: rate.courier_service_name || rate.courier_service_code,
    duration: arrival(rate),
    arrival: rate.arrivals?.[0],
    price: rate.price,
    offer: rate.offer ?? '',
    estimate: rate.estimate === true,
    rate,
  };
}
