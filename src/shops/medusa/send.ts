import type { IFulfillmentModuleService, MedusaContainer } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import { cancelOrderFulfillmentWorkflow } from '@medusajs/medusa/core-flows';
import { type Delivery, DeliveryError, deliver, keptOf, keyFor, withdraw, withLink } from '../base/index.ts';
import { readDelivery, type StoredDelivery, storeDelivery } from './delivery.ts';
import {
  choiceIn,
  collectedByOthers,
  type FulfillmentItem,
  linesIn,
  namesOf,
  noChoice,
  type Order,
  type OrderLine,
  orderFor,
  orderNow,
  type Part,
  parcelOf,
  partsLeft,
  piecesOf,
  type StoredFulfillment,
  totalOf,
} from './order.ts';
import { locationNow, locationOf, ourOptions, warehouseOf } from './parts.ts';
import { type MedusaShop, type Query, queryIn, shopIn } from './shop.ts';

/** What staff send. */
interface Sending {
  order: string;
  fulfillment: string;
  items: readonly FulfillmentItem[];
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
  const isWhole = lines.every((line) => piecesOf(line, { items }) >= Number(line.quantity));
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
  const parcel = () => parcelAt(shop, query, { order, part, fulfillment, location: sending.location });
  const delivery = await deliver(shop, key, parcel, acceptHigherPrice);
  await shop.problems.keep(id, delivery.state === 'refused' ? delivery.message : '');
  if (delivery.state === 'refused') throw new DeliveryError(delivery.reason, delivery.message);
  const isErased = order.customer_id ? !(await hasCustomer(query, order.customer_id)) : false;
  return { ...stored(await withLink(shop, delivery), sending), ...(isErased && { erase: true }) };
}

/** Medusa does not list deleted customers. Their orders can still be sent. */
async function hasCustomer(query: Query, id: string): Promise<boolean> {
  const asked = { entity: 'customer', fields: ['id'], filters: { id } } as Parameters<Query['graph']>[0];
  return (await query.graph(asked)).data.length > 0;
}

/** Whether the goods of a fulfillment are not among the lines that are left: Medusa counts them a moment after it was made. */
function isCounted({ fulfillments }: Order, made: StoredFulfillment, lines: readonly OrderLine[]): boolean {
  const living = (fulfillments ?? []).filter(({ canceled_at }) => !canceled_at);
  return lines
    .filter((line) => piecesOf(line, made))
    .every((line) => {
      const pieces = living.reduce((all, each) => all + piecesOf(line, each), 0);
      return pieces <= Number(line.detail?.fulfilled_quantity ?? 0);
    });
}

interface Packed {
  order: Order;
  part: Part;
  fulfillment: string;
  location: string | undefined;
}

/** The parcel of a part, from its stock location. */
async function parcelAt(shop: MedusaShop, query: Query, { order, part, fulfillment, location }: Packed) {
  const place = location ? await locationNow(query, location) : part.option && locationOf(part.option);
  const later = (await partsLeft(query, order)).filter(({ option }) => option?.id !== part.option?.id);
  const sumOf = (parts: readonly Part[]) => parts.reduce((all, each) => all + totalOf(order, each), 0);
  const collected = {
    byOthers: collectedByOthers(order, fulfillment),
    byLater: sumOf(later.filter(({ option }) => choiceIn(order, option?.id)?.cashOnDelivery)),
    later: sumOf(later),
  };
  return parcelOf(shop, order, part, await warehouseOf(shop, query, place), collected);
}

const stored = (
  delivery: Delivery,
  { order, fulfillment, acceptHigherPrice }: Pick<Sending, 'order' | 'fulfillment' | 'acceptHigherPrice'>,
): StoredDelivery => ({
  ...delivery,
  order,
  fulfillment,
  ...(acceptHigherPrice && delivery.state === 'waiting' && { accept_higher_price: true }),
});

/**
 * Cancels a delivery at the service. Until it is cancelled, its waybill and its link stay.
 * @throws {DeliveryError} if its data was erased
 */
export async function cancelled(shop: MedusaShop, delivery: StoredDelivery): Promise<StoredDelivery> {
  const { order, fulfillment, reference, owner, erase } = delivery;
  const after = await withLink(shop, await withdraw(shop, { reference, owner }));
  const [waybill, link] = 'waybill' in delivery ? [delivery.waybill, delivery.link] : [];
  return {
    ...after,
    ...(after.state === 'placed' && { waybill }),
    ...(after.state === 'cancelling' && { waybill, link }),
    ...{ order, fulfillment },
    ...(erase && { erase }),
  };
}

/** Asks the service again to cancel a delivery, and cancels the fulfillment then. */
async function cancelAgain(
  container: MedusaContainer,
  { canceled_at }: StoredFulfillment,
  delivery: StoredDelivery,
): Promise<StoredDelivery> {
  const after = await cancelled(shopIn(container), delivery);
  const { order: order_id, fulfillment: fulfillment_id } = delivery;
  if (canceled_at || after.state !== 'cancelled') await storeDelivery(container, after, delivery);
  // Medusa's workflow takes no cancelled order.
  else if ((await orderNow(queryIn(container), order_id)).status === 'canceled')
    await container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT).cancelFulfillment(fulfillment_id);
  else await cancelOrderFulfillmentWorkflow(container).run({ input: { order_id, fulfillment_id } });
  return after;
}

/** Staff let a parcel go on that the service has not cancelled, or that is not what its order says now. */
export async function keep(container: MedusaContainer, order: Order, fulfillment: string): Promise<void> {
  const made = order.fulfillments?.find(({ id }) => id === fulfillment);
  if (!made || readDelivery(made.data)?.state !== 'placed') return;
  const kept = keptOf(await orderFor(shopIn(container), order, made, await partsLeft(queryIn(container), order)));
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  await fulfillments.updateFulfillment(fulfillment, { data: { ...made.data, message: null, kept } });
}

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
  if (delivery.state === 'cancelling') return cancelAgain(container, fulfillment, delivery);
  const shop = shopIn(container);
  const { order, reference, owner } = delivery;
  const key = { reference, owner };
  const accepts = acceptHigherPrice || delivery.accept_higher_price === true;
  const parcel = () => parcelAgain(container, order, fulfillment.id);
  const next = await withLink(shop, await deliver(shop, key, parcel, accepts));
  const answer = stored(next, { order, fulfillment: fulfillment.id, acceptHigherPrice: accepts });
  await storeDelivery(container, answer, delivery);
  return answer;
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
