import type {
  CreateFulfillmentResult,
  IFulfillmentModuleService,
  Logger,
  MedusaContainer,
} from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import {
  attentionOf,
  type Delivery,
  DeliveryError,
  deliver,
  eraseDeliveries,
  isDeliveryError,
  keyFor,
  noteOf,
  stateInWords,
  withdraw,
  withLink,
  withParcel,
} from '../base/index.ts';
import { choiceIn, linesIn, linesLeft, type Order, orderNow, parcelOf, type StoredFulfillment } from './order.ts';
import { type MedusaShop, type Query, queryIn, shopIn } from './shop.ts';

/** The `data` of a fulfillment. It has no personal data: a shopper may read it by the id of the order. */
export type StoredDelivery = Delivery & {
  /** Medusa's ids. */
  order: string;
  fulfillment: string;
  /** Staff have accepted a higher price, and the delivery waits. */
  accept_higher_price?: boolean;
};

/** The stored delivery of a fulfillment. Undefined if it is not one of ours, or if nothing is stored yet. */
export function readDelivery(data: Record<string, unknown> | null | undefined): StoredDelivery | undefined {
  const { reference, owner, state } = (data ?? {}) as Partial<StoredDelivery>;
  return reference && owner && state ? (data as unknown as StoredDelivery) : undefined;
}

/** What staff send. */
interface Sending {
  order: string;
  fulfillment: string;
  items: readonly { line_item_id?: string | null; quantity?: unknown }[];
  acceptHigherPrice: boolean;
}

/**
 * Orders the delivery of what is left of an order.
 * @throws {DeliveryError} if nothing was ordered, and the same attempt would not succeed later
 */
export async function send(shop: MedusaShop, query: Query, sending: Sending): Promise<StoredDelivery> {
  const { order: id, fulfillment, items, acceptHigherPrice } = sending;
  const order = await orderNow(query, id);
  const left = linesLeft(order);
  if (!left.length) throw new DeliveryError('taken', 'All goods of this order are sent already.');
  const isWhole = left.every((line) => {
    const asked = items.filter(({ line_item_id }) => line_item_id === line.id);
    return asked.length > 0 && asked.every(({ quantity }) => Number(quantity) >= Number(line.quantity));
  });
  if (!isWhole)
    throw new DeliveryError('goods', 'One parcel has all that is left of an order: fulfill all its items together.');
  const living = (order.fulfillments ?? []).filter(({ canceled_at }) => !canceled_at);
  const isLiving = async (owner: string) =>
    living.some((made) => made.id === owner || readDelivery(made.data)?.owner === owner);
  const key = await keyFor(shop, { order: id, owner: fulfillment, isLiving });
  const delivery = await deliver(shop, key, async () => parcelOf(shop, order, left), acceptHigherPrice);
  await shop.problems.keep(id, delivery.state === 'refused' ? delivery.message : '');
  if (delivery.state !== 'refused') return stored(await withLink(shop, delivery), sending);
  throw new DeliveryError(delivery.reason, delivery.message);
}

const stored = (
  delivery: Delivery,
  { order, fulfillment, acceptHigherPrice }: Omit<Sending, 'items'>,
): StoredDelivery => ({
  ...delivery,
  order,
  fulfillment,
  ...(acceptHigherPrice && delivery.state === 'waiting' && { accept_higher_price: true }),
});

/** Medusa merges new data into the old, so what does not hold any more is null. */
export const dataOf = (delivery: StoredDelivery): Record<string, unknown> => ({
  id: null,
  waybill: null,
  link: null,
  reason: null,
  message: null,
  accept_higher_price: null,
  ...delivery,
});

/** What Medusa stores: the data of the fulfillment, and the waybill as its label. */
export const resultOf = (delivery: StoredDelivery): CreateFulfillmentResult => ({
  data: dataOf(delivery),
  labels:
    delivery.state === 'placed' && delivery.waybill
      ? [{ tracking_number: delivery.waybill, tracking_url: delivery.link ?? '', label_url: '' }]
      : [],
});

/**
 * Asks again for a delivery that waits, that was refused, or that is being cancelled.
 * @param acceptHigherPrice a person has confirmed that the shop pays the difference
 */
export async function tryAgain(
  container: MedusaContainer,
  fulfillment: StoredFulfillment,
  acceptHigherPrice = false,
): Promise<StoredDelivery | undefined> {
  const delivery = readDelivery(fulfillment.data);
  if (!delivery || delivery.state === 'placed' || delivery.state === 'cancelled') return delivery;
  const shop = shopIn(container);
  const { order, reference, owner } = delivery;
  const key = { reference, owner };
  const accepts = acceptHigherPrice || delivery.accept_higher_price === true;
  const next =
    fulfillment.canceled_at || delivery.state === 'cancelling'
      ? await withdraw(shop, key).catch((problem): Delivery => {
          if (!isDeliveryError(problem)) throw problem;
          return { ...key, state: 'cancelling', reason: problem.reason, message: problem.message };
        })
      : await withLink(shop, await deliver(shop, key, () => parcelAgain(container, order, fulfillment.id), accepts));
  const answer = stored(next, { order, fulfillment: fulfillment.id, acceptHigherPrice: accepts });
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  await fulfillments.updateFulfillment(fulfillment.id, resultOf(answer));
  return answer;
}

/** The goods of a fulfillment, as the order says now. */
async function parcelAgain(container: MedusaContainer, id: string, fulfillment: string) {
  const order = await orderNow(queryIn(container), id);
  const made = order.fulfillments?.find((each) => each.id === fulfillment);
  if (linesLeft(order).length)
    throw new DeliveryError(
      'goods',
      'The order has more goods by now: cancel this fulfillment, and send all together.',
    );
  return parcelOf(shopIn(container), order, linesIn(order, made ?? {}));
}

/** What the staff read about the delivery of an order. */
export interface StaffView {
  /** The fulfillment of Medusa's. Null if there is none. */
  fulfillment: string | null;
  words: string;
  waybill: string | null;
  tracking_url: string | null;
  /** Why a person must look. Null if that is not needed. */
  attention: string | null;
  /** What is worth knowing and needs no decision, such as another price of the service. Null if nothing. */
  note: string | null;
  /** Whether it helps to send, or to try again. */
  can_try: boolean;
}

const living = ({ canceled_at, data }: StoredFulfillment): boolean =>
  !canceled_at || readDelivery(data)?.state === 'cancelling';

/** The fulfillment of ours that counts: the newest that is not cancelled. */
export const currentOf = (order: Pick<Order, 'fulfillments'>): StoredFulfillment | undefined =>
  (order.fulfillments ?? [])
    .filter((made) => readDelivery(made.data) && living(made))
    .sort((a, b) => Date.parse(String(a.created_at)) - Date.parse(String(b.created_at)))
    .at(-1);

export async function viewOf(shop: MedusaShop, order: Order): Promise<StaffView> {
  const made = currentOf(order);
  const kept = readDelivery(made?.data);
  if (!made || !kept) {
    const isOpen = order.status !== 'canceled' && linesLeft(order).length > 0 && choiceIn(order) !== undefined;
    const attention = isOpen ? ((await shop.problems.of(order.id)) ?? null) : null;
    const words = isOpen ? 'To be sent' : 'Nothing to send';
    return { fulfillment: null, words, waybill: null, tracking_url: null, attention, note: null, can_try: isOpen };
  }
  const delivery = await withParcel(shop, kept);
  const isPlaced = delivery.state === 'placed';
  return {
    fulfillment: made.id,
    words: stateInWords(delivery),
    waybill: (isPlaced && delivery.waybill) || null,
    tracking_url: (isPlaced && delivery.link) || null,
    attention: attentionOf(delivery) ?? null,
    note: noteOf(delivery) ?? null,
    can_try: !isPlaced,
  };
}

/** Most deliveries that one `settle` asks for. */
const most = 100;

/**
 * The scheduled job: goes on with orders that got no answer, asks again for deliveries that wait for the service, cancels what the
 * shop has cancelled, and erases the deliveries of deleted customers.
 */
export async function settle(container: MedusaContainer): Promise<void> {
  const shop = shopIn(container);
  await shop.gateway.settle();
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  for (const state of ['cancelling', 'waiting']) {
    const filters = { data: { state } } as object;
    const due = await fulfillments.listFulfillments(filters, { take: most, order: { created_at: 'ASC' } });
    for (const fulfillment of due) {
      // The courier keeps the parcel: only staff ask again.
      if (readDelivery(fulfillment.data)?.state === 'cancelling' && isKept(fulfillment.data)) continue;
      const answer = await tryAgain(container, fulfillment as unknown as StoredFulfillment).catch((problem: Error) => {
        // The others are asked for all the same.
        const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER);
        logger.error(`ship-elements: fulfillment ${fulfillment.id} waits. ${problem.message}`);
        return undefined;
      });
      // The others would wait for the same service.
      if (answer?.state === 'waiting' && answer.reason.startsWith('service-')) break;
    }
  }
  await eraseMarked(container);
}

/**
 * For `customer.deleted`: erases the deliveries of all orders of a customer. One that is open is erased by `settle` once it has ended.
 * @param customer Medusa's id
 */
export async function eraseCustomer(container: MedusaContainer, customer: string): Promise<void> {
  const asked = { entity: 'order', fields: ['id', 'fulfillments.*'], filters: { customer_id: customer } };
  const { data } = await queryIn(container).graph(asked as Parameters<Query['graph']>[0]);
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  for (const made of (data as unknown as Order[]).flatMap((order) => order.fulfillments ?? []))
    if (readDelivery(made.data))
      await fulfillments.updateFulfillment(made.id, { data: { ...made.data, [toErase]: true } });
  await eraseMarked(container);
}

/** In the data of a fulfillment: its customer was deleted. */
const toErase = 'erase';

async function eraseMarked(container: MedusaContainer): Promise<void> {
  const shop = shopIn(container);
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  const filters = { data: { [toErase]: true } } as object;
  for (const { id, data } of await fulfillments.listFulfillments(filters, { take: most })) {
    const delivery = readDelivery(data);
    if (!delivery || delivery.state === 'waiting' || delivery.state === 'cancelling') continue;
    if ((await eraseDeliveries(shop, delivery.order)).length) continue;
    await shop.problems.keep(delivery.order, '');
    const nothing = { id: null, waybill: null, link: null, message: null, [toErase]: null };
    await fulfillments.updateFulfillment(id, { data: { ...data, ...nothing }, labels: [] });
  }
}

const isKept = (data: Record<string, unknown> | null): boolean => !!data?.reason && data.reason !== 'needs-attention';

/** For `order.canceled`: cancels all deliveries of the order, also one that was sent at the same moment. */
export async function cancelDeliveries(container: MedusaContainer, id: string): Promise<void> {
  const order = await orderNow(queryIn(container), id);
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  for (const made of order.fulfillments ?? [])
    if (readDelivery(made.data) && !made.canceled_at) await fulfillments.cancelFulfillment(made.id);
}
