import {
  type CourierService,
  cashOnDeliveryLimit,
  type OperationName,
  type Rate,
  type Rupiah,
} from '../contract/index.ts';
import { type Arrival, arrival, canCollect, type Payments, paymentsOf, serviceKey } from '../quote/index.ts';
import { type Cart, type Destination, isTokenError, readCart, signCancel, verifyCancel } from '../tokens/index.ts';
import { answered, observed } from './answered.ts';
import { GatewayError } from './gateway-error.ts';
import { type Call, type Context, claimsOf, handlers } from './operations/index.ts';
import type { GatewayOptions } from './options.ts';
import { type Answer, type OrderedAnswer, Refusal } from './upstream/index.ts';

/** A question for prices. */
export interface QuoteQuestion {
  /** As `signCart` takes it. */
  cart: Cart;
  destination: Destination;
  /** Courier codes. All couriers of the service by default. */
  couriers?: string[];
  /** Asks with the insurance of the cart. */
  insured?: boolean;
  /** Asks with the cash on delivery of the cart. */
  cashOnDelivery?: boolean;
  /** Asks the service even if an answer is kept, as often as `limits.writes` allows. */
  fresh?: boolean;
}

/**
 * One service with its price, as a page gets it, and the two payments for goods and delivery. `payAtDoor` is 0 if the service does
 * not collect, or if the sum is above the COD limit.
 */
export interface QuotedRow extends Payments {
  /** `jne/reg` */
  service: string;
  courier: string;
  courierName: string;
  serviceName: string;
  /** How long the parcel takes. Undefined if the service does not say. */
  duration: Arrival | undefined;
  /** Rupiah that the delivery costs the shopper. */
  price: Rupiah;
  /** For `verifyOffer`. */
  offer: string;
  /** The price is the shop's own fallback. Do not charge it. */
  estimate: boolean;
  /** The whole row. */
  rate: Rate;
}

export interface PlacedOrder {
  /** The service's id of the order. */
  id: string;
  /** `reference_id`: the shop's own number of the order. */
  reference: string;
  waybill: string | undefined;
  /** Undefined if the answer was lost and the order was found again. */
  status: string | undefined;
  /** Rupiah that the delivery costs the shopper. */
  price: Rupiah | undefined;
  /** A token that cancels the order, for 15 minutes. Undefined if it is cancelled. */
  cancel: string | undefined;
}

/** Calls for the shop's own server, without HTTP. They share checks, cache, own rates, fallback, offers and ledger with pages. */
export interface InProcess {
  /**
   * Prices for a cart.
   * @throws {GatewayError}
   */
  quote(question: QuoteQuestion): Promise<QuotedRow[]>;
  /**
   * Places the order that a grant allows, once. The same order again gets the same answer, also by a new grant. A new grant repeats a
   * refused order.
   * @throws {GatewayError} `unconfirmed` if no answer came. `settle()` finds out whether it was placed
   */
  order(grant: string): Promise<PlacedOrder>;
  /**
   * Cancels an order.
   * @param order the token that `order` returned, or at any later time the order's id and reference
   * @throws {GatewayError}
   */
  cancel(
    order: string | Pick<PlacedOrder, 'id' | 'reference'>,
    reason?: string,
  ): Promise<Pick<PlacedOrder, 'id'> & { status: string }>;
}

export function createInProcess(context: Context, observe: GatewayOptions['observe']): InProcess {
  // `orders` and `cancels` limit pages. The shop's own server may order and cancel.
  const own: Context = { ...context, options: { ...context.options, orders: 'order', cancels: true } };
  const { keys, now } = context;

  async function perform(operation: OperationName, work: (call: Call) => Promise<Answer>): Promise<object> {
    const answer = await observed(observe, { operation, method: 'in process' }, (event) => {
      const quoted = () => {
        event.quoted = true;
      };
      return answered(event, () => work({ body: {}, id: '', address: undefined, quoted }));
    });
    if (answer.status >= 400) throw new GatewayError(answer);
    return answer.body;
  }

  async function allCouriers(call: Call): Promise<string[]> {
    const { body } = await handlers.listCouriers(own, call);
    return [...new Set((body as { couriers: CourierService[] }).couriers.map((row) => row.courier_code))];
  }

  return {
    async quote({ cart, destination, couriers, insured = false, cashOnDelivery = false, fresh = false }) {
      const answer = await perform('quoteRates', async (call) => {
        const body = {
          ...destination,
          couriers: (couriers ?? (await allCouriers(call))).join(),
          courier_insurance: Number(insured),
          destination_cash_on_delivery: Number(cashOnDelivery),
          fresh,
        };
        return handlers.quoteRates(own, { ...call, body, cart: checked(cart) });
      });
      return (answer as { pricing: Rate[] }).pricing.map((rate) => quotedRow(rate, cart, cashOnDelivery));
    },
    async order(grant) {
      const answer = await perform('createOrder', (call) => handlers.createOrder(own, { ...call, body: { grant } }));
      const { id, reference_id, status, price, courier, cancel } = answer as OrderedAnswer & { cancel?: string };
      const { waybill_id } = { ...courier } as { waybill_id?: string | null };
      return {
        id: id ?? '',
        reference: reference_id,
        waybill: waybill_id ?? undefined,
        status: status ?? undefined,
        price: price ?? undefined,
        cancel,
      };
    },
    async cancel(order, reason) {
      const answer = await perform('cancelOrder', async (call) => {
        const claims =
          typeof order === 'string'
            ? await claimsOf('cancel', verifyCancel(order, keys, now()))
            : { order: order.id, reference: order.reference };
        const cancel = await claimsOf('cancel', signCancel(claims, keys, now()));
        return handlers.cancelOrder(own, { ...call, id: claims.order, body: { cancel, cancellation_reason: reason } });
      });
      return answer as { id: string; status: string };
    },
  };
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

function quotedRow(rate: Rate, cart: Cart, cashOnDelivery: boolean): QuotedRow {
  const purchase = { goods: cart.subtotal, price: rate.price, collects: cart.cash_on_delivery_collects };
  const collected = paymentsOf({ ...purchase, cashOnDelivery: cashOnDelivery && canCollect(rate) });
  const isAbove = collected.payAtDoor > cashOnDeliveryLimit;
  return {
    ...(isAbove ? paymentsOf({ ...purchase, cashOnDelivery: false }) : collected),
    service: serviceKey(rate),
    courier: rate.courier_code,
    courierName: rate.courier_name || rate.courier_code,
    serviceName: rate.courier_service_name || rate.courier_service_code,
    duration: arrival(rate),
    price: rate.price,
    offer: rate.offer ?? '',
    estimate: rate.estimate === true,
    rate,
  };
}
