import type {
  CreateFulfillmentResult,
  IFulfillmentModuleService,
  Logger,
  MedusaContainer,
} from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { GatewayError } from '../../gateway/index.ts';
import { isTokenError, type OfferGrant, signGrant } from '../../tokens/index.ts';
import { type Basket, contactsOf, invalid, isSame, shippedLines } from './cart.ts';
import { readAccepted } from './choice.ts';
import { type Shop, shopOf } from './shop.ts';

/** The `data` of a fulfillment. */
export type Delivery = {
  /** Medusa's id of the order. */
  order: string;
  /** The `reference_id` at the service. */
  reference: string;
} & (
  | { delivery: 'placed'; id: string; waybill: string | undefined }
  /** The service did not answer. `settle` sends the grant again. */
  | { delivery: 'waiting'; reason: string; grant: OfferGrant }
  /** Nothing was ordered. The staff cancel the fulfillment and decide. */
  | { delivery: 'refused'; reason: string; message: string }
);

/** Reasons for which the service does not answer any shop now. */
const down: readonly string[] = ['service-unreachable', 'service-busy', 'service-unreadable', 'quotes-exhausted'];

/** Reasons to ask again later: the delivery may be placed already, or may be placed then. */
const later: readonly string[] = [...down, 'unconfirmed', 'needs-attention', 'gateway-failed', 'too-many-requests'];

/** Most deliveries that one `settle` asks for. */
const most = 100;

/** Orders whose delivery is being asked for. If staff click twice, Medusa would cancel the second fulfillment, and the delivery of both. */
const underWay = new Set<string>();

/** Milliseconds in which a second fulfillment of the same delivery is a second click. Later it is a retry after a failure of Medusa's. */
const twiceWithin = 60_000;

const asked = () => invalid('The delivery of this order was asked for a moment ago.');

/** What Medusa's fulfillment module has stored. */
export interface Fulfillments {
  list(filters: object, config: object): Promise<unknown[]>;
}

interface Asked {
  /** The `data` of the shipping method. */
  data: Record<string, unknown>;
  /** What the staff send. */
  items: readonly { line_item_id?: string | null; quantity?: unknown }[];
  order: Basket;
  /** The shop pays the difference if the delivery costs more by now. */
  acceptHigherPrice: boolean;
}

/**
 * Orders the delivery of a whole order, once.
 * @throws {MedusaError} if nothing was ordered, and the same attempt would not succeed later
 */
export async function deliver(
  shop: Shop,
  { data, items, order, acceptHigherPrice }: Asked,
  fulfillments: Fulfillments,
): Promise<Delivery> {
  const offer = readAccepted(data);
  if (!offer) throw invalid('The shopper has chosen no delivery of ship-elements.');
  const isWhole = shippedLines(order).every(({ id, quantity }) =>
    items.some((item) => item.line_item_id === id && Number(item.quantity) >= Number(quantity)),
  );
  if (!isWhole) throw invalid('The delivery was priced for the whole order: fulfill all its items together.');
  if (!isSame(order, offer.cart, offer.destination))
    throw invalid('The order has other goods or another address than the delivery was priced for.');
  const id = order.id ?? '';
  if (underWay.has(id)) throw asked();
  underWay.add(id);
  try {
    return await deliverOnce(shop, id, { offer, contacts: contactsOf(shop, order) }, acceptHigherPrice, fulfillments);
  } finally {
    underWay.delete(id);
  }
}

async function deliverOnce(
  shop: Shop,
  id: string,
  accepted: Pick<OfferGrant, 'offer' | 'contacts'>,
  acceptHigherPrice: boolean,
  fulfillments: Fulfillments,
): Promise<Delivery> {
  // A used reference stays used after a cancellation, so the next delivery of the order has another one. Each attempt at the same
  // delivery has the same reference, so that it is ordered once.
  const cancelled = await fulfillments.list({ data: { order: id }, canceled_at: { $ne: null } }, { select: ['id'] });
  const reference = cancelled.length ? `${id}-${cancelled.length + 1}` : id;
  const since = { $gte: new Date(Date.now() - twiceWithin) };
  const others = await fulfillments.list(
    { data: { reference }, canceled_at: null, created_at: since },
    { select: ['id'] },
  );
  if (others.length) throw asked();
  const delivery = await place(shop, id, { ...accepted, reference }, acceptHigherPrice);
  if (delivery.delivery === 'refused') throw invalid(delivery.message);
  return delivery;
}

async function place(shop: Shop, order: string, grant: OfferGrant, acceptHigherPrice = false): Promise<Delivery> {
  const { reference, offer } = grant;
  try {
    const { id, waybill } = await shop.gateway.order(await signGrant(grant, shop.keys));
    return { order, reference, delivery: 'placed', id, waybill };
  } catch (problem) {
    if (isTokenError(problem))
      return { order, reference, delivery: 'refused', reason: problem.code, message: problem.message };
    if (!(problem instanceof GatewayError)) throw problem;
    const { reason, price } = problem;
    if (acceptHigherPrice && reason === 'price-changed' && price !== undefined)
      return place(shop, order, { ...grant, offer: { ...offer, price } });
    if (later.includes(reason)) return { order, reference, delivery: 'waiting', reason, grant };
    return { order, reference, delivery: 'refused', reason, message: sentenceOf(problem, offer.price) };
  }
}

const sentenceOf = ({ reason, message, price }: GatewayError, paid: number): string =>
  reason === 'price-changed' && price !== undefined
    ? `Delivery costs Rp ${price} by now, and the shopper paid Rp ${paid}: fulfill it with accept_higher_price to bear the difference.`
    : message;

/** What Medusa stores: the data of the fulfillment, and the waybill as its label. */
export const resultOf = (delivery: Delivery): CreateFulfillmentResult => ({
  data: { ...delivery },
  labels:
    delivery.delivery === 'placed' && delivery.waybill
      ? [{ tracking_number: delivery.waybill, tracking_url: '', label_url: '' }]
      : [],
});

/** @throws {MedusaError} if the delivery is not cancelled */
export async function cancel(shop: Shop, data: Record<string, unknown>): Promise<Record<string, unknown>> {
  const delivery = data as unknown as Delivery;
  if (delivery.delivery === 'waiting')
    throw invalid('The service has not answered yet, and the delivery may be placed: cancel it when that is known.');
  if (delivery.delivery !== 'placed') return data;
  const { id, reference } = delivery;
  const { status } = await shop.gateway.cancel({ id, reference }).catch(({ message }: Error) => {
    throw invalid(`The delivery was not cancelled. ${message}`);
  });
  return { ...data, status };
}

/** The scheduled job: goes on with orders that got no answer, and asks again for deliveries that wait for the service. */
export async function settle(container: MedusaContainer): Promise<void> {
  const shop = shopOf();
  await shop.gateway.settle();
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  const filters = { data: { delivery: 'waiting' } } as object;
  const waiting = await fulfillments.listFulfillments(filters, { take: most, order: { created_at: 'ASC' } });
  for (const { id, data } of waiting) {
    const { order, grant, delivery } = data as unknown as Delivery & { grant?: OfferGrant };
    if (!grant || delivery !== 'waiting') continue;
    try {
      const answer = await place(shop, order, grant);
      await fulfillments.updateFulfillment(id, resultOf(answer));
      if (answer.delivery === 'waiting' && down.includes(answer.reason)) break;
    } catch (problem) {
      // The others are settled all the same.
      container
        .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
        .error(`ship-elements: order ${order} waits.`, problem as Error);
    }
  }
}
