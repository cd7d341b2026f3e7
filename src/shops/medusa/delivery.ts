import type {
  CreateFulfillmentResult,
  IEventBusModuleService,
  IFulfillmentModuleService,
  Logger,
  MedusaContainer,
} from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import {
  type Delivery,
  DeliveryError,
  deliver,
  eraseDeliveries,
  isDeliveryError,
  keyFor,
  withdraw,
  withLink,
  withParcel,
} from '../base/index.ts';
import {
  choiceIn,
  linesIn,
  namesOf,
  noChoice,
  type Order,
  type OrderLine,
  orderNow,
  type Part,
  parcelOf,
  partsLeft,
  type StoredFulfillment,
  totalOf,
} from './order.ts';
import { locationNow, locationOf, ourOptions, warehouseOf } from './parts.ts';
import { type MedusaShop, type Query, queryIn, shopIn } from './shop.ts';

/** The `data` of a fulfillment. It has no personal data: a shopper may read it by the id of the order. */
export type StoredDelivery = Delivery & {
  /** Medusa's ids. */
  order: string;
  fulfillment: string;
  /** Rupiah that the courier collects. Absent in what earlier versions stored. */
  collects?: number;
  /** Staff have accepted a higher price, and the delivery waits. */
  accept_higher_price?: boolean;
  /** Its customer was deleted: `settle` erases it when it has ended. */
  erase?: boolean | null;
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
  /** Medusa's ids. */
  option: string | undefined;
  location: string | undefined;
  acceptHigherPrice: boolean;
}

/**
 * Orders the delivery of what is left of an order, at one stock location.
 * @throws {DeliveryError} if nothing was ordered, and the same attempt would not succeed later
 */
export async function send(shop: MedusaShop, query: Query, sending: Sending): Promise<StoredDelivery> {
  const { order: id, fulfillment, items, option, acceptHigherPrice } = sending;
  const order = await orderNow(query, id);
  if (!choiceIn(order)) throw new DeliveryError('choice', noChoice);
  const parts = await partsLeft(query, order);
  const asked = ({ lines }: Part) => lines.some((line) => items.some(({ line_item_id }) => line_item_id === line.id));
  const part = parts.find((each) => each.option?.id === option) ?? parts.find(asked);
  if (!part) throw new DeliveryError('taken', 'All goods of this order are sent already.');
  const { lines } = part;
  const isWhole = lines.every((line) => {
    const given = items.filter(({ line_item_id }) => line_item_id === line.id);
    return given.length > 0 && given.every(({ quantity }) => Number(quantity) >= Number(line.quantity));
  });
  if (!isWhole)
    throw new DeliveryError(
      'goods',
      `One parcel has all that is left of an order: fulfill all its items together. Left are ${namesOf(lines)}.`,
    );
  const living = (order.fulfillments ?? []).filter(({ canceled_at }) => !canceled_at);
  const ownedBy = (owner: string) =>
    living.find((made) => made.id === owner || readDelivery(made.data)?.owner === owner);
  const isLiving = async (owner: string) => ownedBy(owner) !== undefined;
  const isOther = (owner: string) => {
    const made = ownedBy(owner);
    return made !== undefined && made.id !== fulfillment && isCounted(order, made, lines);
  };
  const key = await keyFor(shop, { order: id, owner: fulfillment, isLiving, isOther });
  let collects: number | undefined;
  const parcel = async () => {
    const made = await parcelAt(shop, query, { order, part, fulfillment, location: sending.location });
    collects = made.accepted.cashOnDelivery ? made.due : 0;
    return made;
  };
  const delivery = await deliver(shop, key, parcel, acceptHigherPrice);
  await shop.problems.keep(id, delivery.state === 'refused' ? delivery.message : '');
  if (delivery.state === 'refused') throw new DeliveryError(delivery.reason, delivery.message);
  const isErased = order.customer_id ? !(await hasCustomer(query, order.customer_id)) : false;
  return { ...stored(await withLink(shop, delivery), { ...sending, collects }), ...(isErased && { erase: true }) };
}

/** Medusa does not list deleted customers. Their orders can still be sent. */
async function hasCustomer(query: Query, id: string): Promise<boolean> {
  const asked = { entity: 'customer', fields: ['id'], filters: { id } } as Parameters<Query['graph']>[0];
  return (await query.graph(asked)).data.length > 0;
}

/** Whether the goods of a fulfillment are not among the lines that are left: Medusa counts them a moment after it was made. */
const isCounted = (order: Order, { items }: StoredFulfillment, lines: readonly OrderLine[]): boolean =>
  (items ?? []).every(({ line_item_id }) => {
    const line = lines.find(({ id }) => id === line_item_id);
    const inFulfillments = (order.fulfillments ?? [])
      .filter(({ canceled_at }) => !canceled_at)
      .flatMap((made) => made.items ?? [])
      .filter((item) => item.line_item_id === line_item_id)
      .reduce((all, { quantity }) => all + Number(quantity), 0);
    return !line || inFulfillments <= Number(line.detail?.fulfilled_quantity ?? 0);
  });

interface Packed {
  order: Order;
  part: Part;
  fulfillment: string;
  location: string | undefined;
}

/** The parcel of a part, from its stock location. */
async function parcelAt(shop: MedusaShop, query: Query, { order, part, fulfillment, location }: Packed) {
  const place = location ? await locationNow(query, location) : part.option && locationOf(part.option);
  const others = (order.fulfillments ?? []).filter((made) => made.id !== fulfillment && !made.canceled_at);
  const later = (await partsLeft(query, order)).filter(({ option }) => option?.id !== part.option?.id);
  const collected = {
    byOthers: others.reduce((all, made) => all + collectedFor(order, made), 0),
    byLater: later.reduce(
      (all, each) => all + (choiceIn(order, each.option?.id)?.cashOnDelivery ? totalOf(order, each) : 0),
      0,
    ),
  };
  return parcelOf(shop, order, part, await warehouseOf(shop, query, place), collected);
}

function collectedFor(order: Order, { data, shipping_option_id }: StoredFulfillment): number {
  const delivery = readDelivery(data);
  if (!delivery || delivery.state === 'refused' || delivery.state.startsWith('cancel')) return 0;
  const accepted = choiceIn(order, shipping_option_id ?? undefined);
  return delivery.collects ?? (accepted?.cashOnDelivery ? accepted.payAtDoor : 0);
}

const stored = (
  delivery: Delivery,
  {
    order,
    fulfillment,
    acceptHigherPrice,
    collects,
  }: Pick<Sending, 'order' | 'fulfillment' | 'acceptHigherPrice'> & { collects: number | undefined },
): StoredDelivery => ({
  ...delivery,
  order,
  fulfillment,
  ...(collects !== undefined && { collects }),
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
  awaits_waybill: delivery.state === 'placed' && !delivery.waybill ? true : null,
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
  let { collects } = delivery;
  const parcel = async () => {
    const made = await parcelAgain(container, order, fulfillment.id);
    collects = made.accepted.cashOnDelivery ? made.due : 0;
    return made;
  };
  const next =
    fulfillment.canceled_at || delivery.state === 'cancelling'
      ? await withdraw(shop, key).catch((problem): Delivery => {
          if (!isDeliveryError(problem)) throw problem;
          return { ...key, state: 'cancelling', reason: problem.reason, message: problem.message };
        })
      : await withLink(shop, await deliver(shop, key, parcel, accepts));
  const answer = stored(next, { order, fulfillment: fulfillment.id, acceptHigherPrice: accepts, collects });
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  await fulfillments.updateFulfillment(fulfillment.id, resultOf(answer));
  await announce(container, answer);
  return answer;
}

/** For a subscriber, for example one that sends an e-mail: the waybill is known after the fulfillment was made. */
const waybillEvent = 'delivery.waybill';

async function announce(container: MedusaContainer, delivery: StoredDelivery): Promise<void> {
  if (delivery.state !== 'placed' || !delivery.waybill) return;
  const { order: order_id, fulfillment: fulfillment_id, waybill, link } = delivery;
  const events = container.resolve<IEventBusModuleService>(Modules.EVENT_BUS);
  await events.emit({ name: waybillEvent, data: { order_id, fulfillment_id, waybill, link } });
}

/** Some couriers name the waybill after the order. The gateway hears it by webhook or by the tracking page. */
async function storeWaybills(container: MedusaContainer): Promise<void> {
  const shop = shopIn(container);
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  const filters = { data: { awaits_waybill: true } } as object;
  for (const { id, data } of await fulfillments.listFulfillments(filters, { order: { updated_at: 'ASC' } })) {
    const kept = readDelivery(data);
    const delivery = kept && (await withParcel(shop, kept));
    if (delivery?.state !== 'placed' || !delivery.waybill) continue;
    const answer = { ...kept, waybill: delivery.waybill } as StoredDelivery;
    await fulfillments.updateFulfillment(id, resultOf(answer));
    await announce(container, answer);
  }
}

/** The goods of a fulfillment, as the order says now. */
async function parcelAgain(container: MedusaContainer, id: string, fulfillment: string) {
  const [shop, query] = [shopIn(container), queryIn(container)];
  const order = await orderNow(query, id);
  const made = order.fulfillments?.find((each) => each.id === fulfillment);
  const option = made?.shipping_option_id ?? undefined;
  const left = (await partsLeft(query, order)).find((part) => !option || !part.option || part.option.id === option);
  if (left)
    throw new DeliveryError(
      'goods',
      `The order has more goods by now, ${namesOf(left.lines)}: cancel this fulfillment, and send all together.`,
    );
  const [known] = option ? await ourOptions(query, [option]) : [];
  const part = { option: known, lines: linesIn(order, made ?? {}) };
  return parcelAt(shop, query, { order, part, fulfillment, location: made?.location_id ?? undefined });
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
  await storeWaybills(container);
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
    if (readDelivery(made.data)) await fulfillments.updateFulfillment(made.id, { data: { ...made.data, erase: true } });
  await eraseMarked(container);
}

async function eraseMarked(container: MedusaContainer): Promise<void> {
  const shop = shopIn(container);
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  const filters = { data: { erase: true } } as object;
  const listed = async (skip: number) =>
    fulfillments.listFulfillments(filters, { skip, take: most, order: { created_at: 'ASC' } });
  const marked = await listed(0);
  // Open ones stay for weeks, and the others must not wait behind them.
  while (marked.length && marked.length % most === 0) {
    const more = await listed(marked.length);
    if (!more.length) break;
    marked.push(...more);
  }
  for (const { id, data } of marked) {
    const delivery = readDelivery(data);
    if (!delivery || delivery.state === 'waiting' || delivery.state === 'cancelling') continue;
    if ((await eraseDeliveries(shop, delivery.order)).length) continue;
    await shop.problems.keep(delivery.order, '');
    const nothing = { id: null, waybill: null, link: null, message: null, awaits_waybill: null, erase: null };
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
