import {
  Fulfillment,
  FulfillmentHandler,
  LanguageCode,
  Logger,
  Order,
  type OrderState,
  type RequestContext,
} from '@vendure/core';
import { GatewayError } from '../../gateway/index.ts';
import { type AcceptedOffer, signGrant } from '../../tokens/index.ts';
import { contactsOf } from './cart.ts';
import { acceptedOf, logContext } from './choice.ts';
import { type FulfillmentFields, fulfillmentFields } from './fields.ts';
import { isCollected } from './payment.ts';
import type { Shop } from './shop.ts';

export const handlerCode = 'ship-elements';

const words = (value: string) => [{ languageCode: LanguageCode.en, value }];

/** Reasons for which the delivery waits: it may be placed already, or may be placed later. */
const uncertain: readonly string[] = ['unconfirmed', 'needs-attention', 'gateway-failed', 'reference-used'];
const later: readonly string[] = [
  ...['service-unreachable', 'service-busy', 'service-unreadable', 'too-many-requests', 'quotes-exhausted'],
];

/** States of an order that may be sent. Vendure itself asks for no payment before a fulfillment. */
const paidStates: readonly OrderState[] = ['PaymentAuthorized', 'PaymentSettled', 'Shipped'];

/** Most deliveries that one `settle` asks for. */
const most = 20;

/** What the handler keeps with the fulfillment. */
interface Delivery {
  trackingCode: string;
  customFields: FulfillmentFields;
}

/** Places the order at the service, cancels it, and waits for it while the service is down. */
export const fulfillmentHandler = (shop: Shop): FulfillmentHandler =>
  new FulfillmentHandler({
    code: handlerCode,
    description: words('Order the delivery that the shopper has chosen'),
    args: {
      acceptHigherPrice: {
        type: 'boolean',
        required: false,
        defaultValue: false,
        label: words('Order even if the delivery costs more by now'),
        description: words('The shop pays the difference'),
      },
    },
    init: (injector) => shop.init(injector),
    createFulfillment: async (ctx, orders, lines, { acceptHigherPrice }) => {
      const [order, ...others] = await Promise.all(orders.map(({ id }) => wholeOrder(shop, ctx, id)));
      if (!order || others.length) throw new Error('A delivery belongs to one order.');
      if (!paidStates.includes(order.state)) throw new Error(`Order ${order.code} is not paid: it is ${order.state}.`);
      const isWhole = order.lines.every(({ id, quantity }) =>
        lines.some((line) => line.orderLineId === id && line.quantity === quantity),
      );
      if (!isWhole) throw new Error('The delivery was priced for the whole order: fulfill all its items together.');
      const offer = acceptedOf(order);
      if (!offer) throw new Error('The shopper has chosen no delivery of ship-elements.');
      if (offer.cart.subtotal !== shop.rupiah(order.subTotalWithTax))
        throw new Error('The goods were changed after the delivery was chosen: send this order by another handler.');
      const delivery = await place(shop, order, referenceOf(order), acceptHigherPrice);
      return { method: `${offer.courier}/${offer.service}`, ...delivery };
    },
    onFulfillmentTransition: async (_from, to, { fulfillment }) => {
      const { shippingId, shippingProblem } = fulfillmentFields(fulfillment);
      if (to === 'Shipped' && !shippingId) return 'The service has not confirmed this delivery yet.';
      if (to === 'Cancelled' && shippingId) return cancel(shop, fulfillmentFields(fulfillment));
      if (to === 'Cancelled' && uncertain.includes(shippingProblem ?? ''))
        return 'The service has not answered yet, and the delivery may be placed: cancel it when that is known.';
      return undefined;
    },
  });

function wholeOrder(shop: Shop, ctx: RequestContext, id: Order['id']): Promise<Order> {
  const relations = ['lines', 'payments', 'customer', 'fulfillments'];
  return shop.connection.getRepository(ctx, Order).findOneOrFail({ where: { id }, relations });
}

/**
 * The same for each attempt, so that a retry never makes a second label. A used reference stays used after a cancellation, so the
 * next delivery of the order has another one.
 */
function referenceOf({ code, fulfillments }: Order): string {
  const earlier = fulfillments.filter((made) => made.handlerCode === handlerCode).length;
  return earlier ? `${code}-${earlier + 1}` : code;
}

/** @throws {GatewayError} if nothing was ordered, and the same attempt would not succeed later */
async function place(shop: Shop, order: Order, reference: string, acceptHigherPrice: boolean): Promise<Delivery> {
  const offer = acceptedOf(order);
  if (!offer) throw new Error('The shopper has chosen no delivery of ship-elements.');
  // The courier collects only what was not paid.
  const paid = isCollected(order) ? offer : { ...offer, cashOnDelivery: undefined };
  const gateway = await shop.gateway();
  const contacts = contactsOf(shop, order);
  const ask = async (accepted: AcceptedOffer) =>
    gateway.order(await signGrant({ offer: accepted, contacts, reference }, shop.keys));
  try {
    const { id, waybill } = await ask(paid).catch((problem) => {
      if (!acceptHigherPrice || !isGatewayError(problem) || problem.price === undefined) throw problem;
      return ask({ ...paid, price: problem.price });
    });
    return {
      trackingCode: waybill ?? '',
      customFields: { shippingReference: reference, shippingId: id, shippingProblem: null },
    };
  } catch (problem) {
    if (!isGatewayError(problem) || ![...uncertain, ...later].includes(problem.reason)) throw problem;
    return waitingFor(reference, problem.reason);
  }
}

/** @returns why it cannot be cancelled, as a sentence */
async function cancel(shop: Shop, { shippingId, shippingReference }: FulfillmentFields): Promise<string | undefined> {
  try {
    await (await shop.gateway()).cancel({ id: shippingId ?? '', reference: shippingReference ?? '' });
    return undefined;
  } catch (problem) {
    if (isGatewayError(problem)) return `The delivery was not cancelled (${problem.reason}). ${problem.message}`;
    throw problem;
  }
}

/**
 * Continues what waits for the service: the gateway's orders without an answer, and fulfillments that were not ordered.
 * @returns how many deliveries were confirmed
 */
export async function settle(shop: Shop): Promise<number> {
  const gateway = await shop.gateway();
  await gateway.settle();
  const fulfillments = shop.connection.rawConnection.getRepository(Fulfillment);
  const waiting = await fulfillments
    .createQueryBuilder('fulfillment')
    .innerJoinAndSelect('fulfillment.orders', 'order')
    .leftJoinAndSelect('order.payments', 'payment')
    .leftJoinAndSelect('order.customer', 'customer')
    .where('fulfillment.handlerCode = :handlerCode', { handlerCode })
    .andWhere('fulfillment.state = :state', { state: 'Pending' })
    .andWhere('fulfillment.customFields.shippingId IS NULL')
    .andWhere('fulfillment.customFields.shippingProblem IN (:...problems)', { problems: [...uncertain, ...later] })
    .orderBy('fulfillment.updatedAt')
    .take(most)
    .getMany();
  let confirmed = 0;
  for (const { id, orders, customFields } of waiting) {
    const [order] = orders;
    const { shippingReference } = customFields as FulfillmentFields;
    if (!order || !shippingReference) continue;
    const delivery = await place(shop, order, shippingReference, false).catch((problem) => {
      // A refusal ends the waiting: staff read the reason, cancel the fulfillment and create another one.
      if (isGatewayError(problem)) return waitingFor(shippingReference, problem.reason);
      Logger.error(`Order ${order.code} was not sent: ${problem.message}`, logContext);
      return undefined;
    });
    if (!delivery) continue;
    await fulfillments.update(id, delivery);
    const { shippingId, shippingProblem } = delivery.customFields;
    if (shippingId) confirmed += 1;
    // The others would wait for the same service.
    if (later.includes(shippingProblem ?? '')) break;
  }
  return confirmed;
}

const waitingFor = (shippingReference: string, shippingProblem: string): Delivery => ({
  trackingCode: '',
  customFields: { shippingReference, shippingId: null, shippingProblem },
});

const isGatewayError = (problem: unknown): problem is GatewayError => problem instanceof GatewayError;
