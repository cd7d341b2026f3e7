import {
  Fulfillment,
  FulfillmentHandler,
  type FulfillmentState,
  type ID,
  idsAreEqual,
  isGraphQlErrorResult,
  Logger,
  Order,
  type OrderState,
  type RequestContext,
  ShippingMethod,
  UserInputError,
  VendureEvent,
} from '@vendure/core';
import { signGrant } from '../../tokens/index.ts';
import {
  type Delivery,
  type DeliveryDeps,
  DeliveryError,
  type DeliveryKey,
  deliver,
  eraseDeliveries,
  isDeliveryError,
  keyFor,
  withdraw,
  withLink,
} from '../base/index.ts';
import { cartOf, contactsOf, deliveredOf, destinationOf, type Goods, keptChoice, logContext } from './cart.ts';
import {
  calculatorCode,
  type DeliveryState,
  type FulfillmentFields,
  fulfillmentFields,
  type KeptChoice,
  label,
  say,
  translated,
} from './fields.ts';
import { collectedByCourier, isCovered } from './payment.ts';
import { Shop } from './shop.ts';

export const handlerCode = 'ship-elements';

/** The waybill of a delivery is known: the moment for an e-mail with its link, which is `shippingLink` of the fulfillment. */
export class WaybillEvent extends VendureEvent {
  readonly ctx: RequestContext;
  readonly fulfillmentId: ID;
  readonly waybill: string;

  constructor(ctx: RequestContext, fulfillmentId: ID, waybill: string) {
    super();
    this.ctx = ctx;
    this.fulfillmentId = fulfillmentId;
    this.waybill = waybill;
  }
}

/** States of an order that may be sent. Vendure itself asks for no payment before a fulfillment. */
const paidStates: readonly OrderState[] = [
  'PaymentAuthorized',
  'PaymentSettled',
  'PartiallyShipped',
  'PartiallyDelivered',
  'Shipped',
];

/** Staff are at work on the order: its delivery waits until they are done. */
const editedStates: readonly OrderState[] = ['Modifying', 'ArrangingAdditionalPayment'];

/** Most deliveries that one `settle` asks for. */
const most = 20;

/** Reasons for which the service answers no shop now: the other deliveries would wait for it, too. */
const down: readonly string[] = ['service-unreachable', 'service-busy', 'quotes-exhausted'];

/** Databases that can lock a row. In the others two clicks can make two fulfillments, and the ledger of the gateway refuses the second. */
const locking: readonly string[] = ['postgres', 'mysql', 'mariadb', 'aurora-mysql', 'aurora-postgres'];

const stateOf = (fulfillment: Fulfillment): DeliveryState => fulfillmentFields(fulfillment).shippingState ?? 'waiting';

const keyOf = (fulfillment: Fulfillment): DeliveryKey => {
  const { shippingReference, shippingOwner } = fulfillmentFields(fulfillment);
  return { reference: shippingReference ?? '', owner: shippingOwner ?? '' };
};

const depsOf = async (shop: Shop): Promise<DeliveryDeps> => ({ gateway: await shop.gateway(), keys: shop.keys });

const isOurs = ({ handlerCode: code }: Fulfillment): boolean => code === handlerCode;
const isCancelled = ({ state }: Fulfillment): boolean => state === 'Cancelled';

async function orderWithAll(shop: Shop, ctx: RequestContext, id: ID): Promise<Order> {
  const relations = [
    'lines',
    'shippingLines',
    'payments',
    'payments.refunds',
    'customer',
    'fulfillments',
    'fulfillments.lines',
  ];
  return shop.connection.getRepository(ctx, Order).findOneOrFail({ where: { id }, relations });
}

/** The choice that was paid. Undefined if the order has none, or if staff have moved it to another shipping method. */
async function choiceNow(shop: Shop, ctx: RequestContext, order: Order): Promise<KeptChoice | undefined> {
  const methods = shop.connection.getRepository(ctx, ShippingMethod);
  for (const { shippingMethodId: id } of order.shippingLines) {
    const method = id && (await methods.findOneBy({ id }));
    if (method && method.calculator.code === calculatorCode) return keptChoice(order);
  }
  return undefined;
}

/** Whether the money is there, or the courier collects it. */
const isPaid = (shop: Shop, order: Order): boolean => paidStates.includes(order.state) && isCovered(shop, order);

/** What our delivery has: all that is neither cancelled nor in a fulfillment of another handler. An order has one delivery of ours. */
function goodsLeft({ lines, fulfillments }: Order): Goods[] {
  const others = fulfillments.filter((made) => !isOurs(made) && !isCancelled(made)).flatMap((made) => made.lines);
  return lines
    .map((line) => {
      const sent = others.filter(({ orderLineId }) => idsAreEqual(orderLineId, line.id));
      return { line, quantity: line.quantity - sent.reduce((sum, { quantity }) => sum + quantity, 0) };
    })
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Whether the lines of a fulfillment are all that has to be delivered. Staff may leave out what needs no delivery, or fulfill it with the rest.
 * @param goods what is left of the order
 * @param delivered those of them that need a delivery
 */
const isAll = (goods: Goods[], delivered: Goods[], lines: { orderLineId: ID; quantity: number }[]): boolean => {
  const has = (parts: Goods[], { orderLineId, quantity }: (typeof lines)[number]) =>
    parts.some((part) => idsAreEqual(orderLineId, part.line.id) && quantity === part.quantity);
  const asked = lines.filter(({ quantity }) => quantity > 0);
  return (
    asked.every((line) => has(goods, line)) && delivered.length === asked.filter((line) => has(delivered, line)).length
  );
};

/**
 * Makes the delivery of a new fulfillment, which `attempt` orders after the transaction. It asks no service: the transaction is short.
 * @throws {Error} with a sentence for the staff
 */
async function prepare(
  shop: Shop,
  ctx: RequestContext,
  orderId: ID,
  lines: { orderLineId: ID; quantity: number }[],
  acceptHigherPrice: boolean,
): Promise<{ method: string; trackingCode: string; customFields: FulfillmentFields }> {
  await lock(shop, ctx, orderId);
  const order = await orderWithAll(shop, ctx, orderId);
  const choice = await choiceNow(shop, ctx, order);
  if (!choice) throw new UserInputError(say(ctx, 'no-choice'));
  if (!isPaid(shop, order)) throw new UserInputError(say(ctx, 'not-paid'));
  if (order.fulfillments.some((made) => isOurs(made) && !isCancelled(made)))
    throw new UserInputError(say(ctx, 'taken'));
  const goods = goodsLeft(order);
  const delivered = await deliveredOf(shop, ctx, goods);
  if (!delivered.length) throw new UserInputError(say(ctx, 'nothing-to-deliver'));
  if (!isAll(goods, delivered, lines)) throw new UserInputError(say(ctx, 'not-whole'));
  const deps = await depsOf(shop);
  const owner = crypto.randomUUID();
  const isLiving = async (other: string) =>
    order.fulfillments.some((made) => !isCancelled(made) && keyOf(made).owner === other);
  const key = await keyFor(deps, { order: order.code, owner, isLiving });
  // Signing refuses what the service would refuse, and names the field.
  await signGrant({ offer: choice, contacts: contactsOf(shop, order, choice.channel), ...key }, shop.keys);
  return {
    method: `${choice.courier}/${choice.service}`,
    trackingCode: '',
    customFields: {
      shippingState: 'waiting',
      shippingReference: key.reference,
      shippingOwner: key.owner,
      shippingHigherPrice: acceptHigherPrice,
    },
  };
}

/** Two clicks on one order wait for each other, also in two processes. */
async function lock(shop: Shop, ctx: RequestContext, id: ID): Promise<void> {
  if (!locking.includes(shop.connection.rawConnection.options.type)) return;
  const orders = shop.connection.getRepository(ctx, Order).createQueryBuilder('order');
  await orders.select('order.id').where('order.id = :id', { id }).setLock('pessimistic_write').getRawOne();
}

/** A delivery of the order that is asked for or ordered, and not marked as shipped. */
export async function livingDelivery(shop: Shop, ctx: RequestContext, orderId: ID): Promise<Fulfillment | undefined> {
  const fulfillments = await shop.connection
    .getRepository(ctx, Fulfillment)
    .createQueryBuilder('fulfillment')
    .innerJoin('fulfillment.orders', 'order', 'order.id = :orderId', { orderId })
    .where('fulfillment.handlerCode = :handlerCode', { handlerCode })
    .andWhere('fulfillment.state = :state', { state: 'Pending' satisfies FulfillmentState })
    .getMany();
  return fulfillments.find((made) => ['waiting', 'placed'].includes(stateOf(made)));
}

/** The fulfillment with its order. Undefined if it is not ours, or not in the channel of the request. */
async function find(shop: Shop, ctx: RequestContext, id: ID): Promise<[Fulfillment, Order] | undefined> {
  const made = await shop.connection
    .getRepository(ctx, Fulfillment)
    .findOne({ where: { id, handlerCode }, relations: ['lines', 'orders', 'orders.channels'] });
  const [order] = made?.orders ?? [];
  const isVisible = order?.channels.some((channel) => idsAreEqual(channel.id, ctx.channelId));
  return made && order && isVisible ? [made, await orderWithAll(shop, ctx, order.id)] : undefined;
}

/**
 * Writes how a delivery stands, unless it was cancelled meanwhile. Returns whether it was written.
 * @param acceptsHigherPrice kept while the delivery waits
 */
async function write(
  shop: Shop,
  ctx: RequestContext,
  { id }: Fulfillment,
  delivery: Delivery,
  acceptsHigherPrice = false,
): Promise<boolean> {
  const { state, reference, owner } = delivery;
  const [shippingProblem, shippingMessage] =
    state === 'waiting'
      ? [delivery.reason, null]
      : state === 'refused'
        ? [delivery.reason, delivery.message]
        : [null, state === 'cancelling' ? (delivery.message ?? null) : null];
  const customFields: FulfillmentFields = {
    shippingState: state,
    shippingReference: reference,
    shippingOwner: owner,
    shippingProblem,
    shippingMessage,
    ...(state === 'placed' && { shippingId: delivery.id, shippingLink: delivery.link ?? null }),
    ...(state === 'waiting' && acceptsHigherPrice && { shippingHigherPrice: true }),
  };
  const from: DeliveryState[] = state.startsWith('cancel')
    ? ['waiting', 'placed', 'refused', 'cancelling']
    : ['waiting', 'refused'];
  const { affected } = await shop.connection
    .getRepository(ctx, Fulfillment)
    .createQueryBuilder()
    .update()
    .set({ customFields, ...(state === 'placed' && { trackingCode: delivery.waybill ?? '' }) } as never)
    .where('id = :id', { id })
    .andWhere('customFields.shippingState IN (:...from)', { from })
    .execute();
  return affected !== 0;
}

/**
 * Orders the delivery of a fulfillment, or asks how it stands. Call it outside of a transaction, because it asks the service.
 * @param acceptHigherPrice the staff have accepted that the shop pays the difference
 */
export async function attempt(
  shop: Shop,
  ctx: RequestContext,
  id: ID,
  acceptHigherPrice = false,
): Promise<Delivery | undefined> {
  const found = await find(shop, ctx, id);
  if (!found) return undefined;
  const [made, order] = found;
  if (made.state !== 'Pending' || !['waiting', 'refused'].includes(stateOf(made))) return undefined;
  const deps = await depsOf(shop);
  const key = keyOf(made);
  const isAccepted = acceptHigherPrice || fulfillmentFields(made).shippingHigherPrice === true;
  const delivery = editedStates.includes(order.state)
    ? ({ ...key, state: 'waiting', reason: 'being-edited' } as const)
    : await withLink(shop, await deliver(deps, key, () => parcelOf(shop, ctx, order, made), isAccepted));
  if (await write(shop, ctx, made, delivery, isAccepted)) {
    if (delivery.state === 'placed' && delivery.waybill)
      await shop.events.publish(new WaybillEvent(ctx, made.id, delivery.waybill));
    return delivery;
  }
  // Another process was quicker, or staff have cancelled it meanwhile.
  if (delivery.state === 'placed') await cancelLater(shop, ctx, id);
  return undefined;
}

async function parcelOf(shop: Shop, ctx: RequestContext, order: Order, { lines }: Fulfillment) {
  const accepted = await choiceNow(shop, ctx, order);
  if (!accepted) throw new DeliveryError('choice', say(ctx, 'no-choice'));
  if (!isPaid(shop, order)) throw new DeliveryError('not-paid', say(ctx, 'not-paid'));
  const goods = goodsLeft(order);
  // Vendure does not change the lines of a fulfillment with its order.
  if (!isAll(goods, await deliveredOf(shop, ctx, goods), lines))
    throw new DeliveryError('goods', say(ctx, 'goods-changed'));
  const { channel } = accepted;
  try {
    return {
      accepted,
      cart: await cartOf(shop, ctx, order, { channel, goods }),
      destination: destinationOf(order),
      contacts: contactsOf(shop, order, channel),
      due: collectedByCourier(shop, order),
    };
  } catch (problem) {
    if (problem instanceof UserInputError) throw new DeliveryError('goods', problem.message);
    throw problem;
  }
}

/**
 * Cancels the delivery at the service, and then the fulfillment. What the service does not answer now is cancelled by `settle`.
 * @throws {Error} with a sentence for the staff if the parcel is on its way
 */
export async function cancel(shop: Shop, ctx: RequestContext, id: ID): Promise<void> {
  const [made] = (await find(shop, ctx, id)) ?? [];
  if (!made) throw new UserInputError(say(ctx, 'no-delivery'));
  const deps = await depsOf(shop);
  await write(shop, ctx, made, await withdraw(deps, keyOf(made)));
  if (isCancelled(made)) return;
  const result = await shop.fulfillments.transitionToState(ctx, id, 'Cancelled');
  if (isGraphQlErrorResult(result)) throw new UserInputError(result.transitionError);
}

/** Cancels at the service what staff have cancelled in Vendure, and nothing else. */
export async function cancelLater(shop: Shop, ctx: RequestContext, id: ID): Promise<void> {
  const [made] = (await find(shop, ctx, id)) ?? [];
  if (!made || !(isCancelled(made) || stateOf(made).startsWith('cancel'))) return;
  const deps = await depsOf(shop);
  const key = keyOf(made);
  const delivery = await withdraw(deps, key).catch((problem): Delivery => {
    if (!isDeliveryError(problem)) throw problem;
    return { ...key, state: 'cancelling', message: problem.message };
  });
  await write(shop, ctx, made, delivery);
}

/**
 * Continues what waits for the service: orders and cancellations. Erases deliveries of deleted customers.
 * @returns how many deliveries were confirmed
 */
export async function settle(shop: Shop, ctx: RequestContext): Promise<number> {
  await (await shop.gateway()).settle();
  const open = await shop.connection
    .getRepository(ctx, Fulfillment)
    .createQueryBuilder('fulfillment')
    .where('fulfillment.handlerCode = :handlerCode', { handlerCode })
    .andWhere('fulfillment.customFields.shippingState IN (:...open)', { open: ['waiting', 'cancelling'] })
    .andWhere('fulfillment.customFields.shippingMessage IS NULL')
    .orderBy('fulfillment.updatedAt')
    .take(most)
    .getMany();
  let confirmed = 0;
  for (const made of open) {
    try {
      if (stateOf(made) === 'cancelling') await cancelLater(shop, ctx, made.id);
      else {
        const delivery = await attempt(shop, ctx, made.id);
        if (delivery?.state === 'placed') confirmed += 1;
        if (delivery?.state === 'waiting' && down.includes(delivery.reason)) break;
      }
    } catch (problem) {
      // The others are settled all the same.
      Logger.error(`Fulfillment ${made.id} waits: ${(problem as Error).message}`, logContext);
    }
  }
  await storeWaybills(shop, ctx);
  await eraseOfDeleted(shop, ctx);
  return confirmed;
}

/** Some couriers name the waybill after the order. The gateway hears it by webhook or by the tracking page. */
async function storeWaybills(shop: Shop, ctx: RequestContext): Promise<void> {
  const fulfillments = shop.connection.getRepository(ctx, Fulfillment);
  const gateway = await shop.gateway();
  const without = await fulfillments
    .createQueryBuilder('fulfillment')
    .where('fulfillment.handlerCode = :handlerCode', { handlerCode })
    .andWhere("fulfillment.customFields.shippingState = 'placed' AND fulfillment.trackingCode = ''")
    .andWhere('fulfillment.customFields.shippingProblem IS NULL')
    .getMany();
  for (const made of without) {
    const { waybill } = (await gateway.find(keyOf(made).reference)) ?? {};
    if (!waybill) continue;
    const update = fulfillments.createQueryBuilder().update().set({ trackingCode: waybill });
    // Another process may store it at the same moment: the event is published once.
    const { affected } = await update.where("id = :id AND trackingCode = ''", { id: made.id }).execute();
    if (affected !== 0) await shop.events.publish(new WaybillEvent(ctx, made.id, waybill));
  }
}

/** In `shippingProblem`: nothing of the delivery is left but its key. */
export const erased = 'order-erased';

/**
 * Erases the deliveries of customers whom staff have deleted. One that is open keeps its waybill and its number, because its label and its
 * cancellation need them: a later call erases it.
 */
export async function eraseOfDeleted(shop: Shop, ctx: RequestContext): Promise<void> {
  const fulfillments = shop.connection.getRepository(ctx, Fulfillment);
  const found = await fulfillments
    .createQueryBuilder('fulfillment')
    .innerJoinAndSelect('fulfillment.orders', 'order')
    .innerJoin('order.customer', 'customer', 'customer.deletedAt IS NOT NULL')
    .where('fulfillment.handlerCode = :handlerCode', { handlerCode })
    .andWhere('fulfillment.customFields.shippingState IN (:...ended)', { ended: ['placed', 'refused', 'cancelled'] })
    .andWhere(
      '(fulfillment.customFields.shippingProblem IS NULL OR fulfillment.customFields.shippingProblem <> :erased)',
      { erased },
    )
    .getMany();
  const gateway = await shop.gateway();
  for (const { id, orders } of found) {
    if ((await eraseDeliveries({ gateway }, orders[0]?.code ?? '')).length) continue;
    const nothing = { shippingId: null, shippingLink: null, shippingMessage: null };
    const customFields: FulfillmentFields = { ...nothing, shippingProblem: erased };
    await fulfillments
      .createQueryBuilder()
      .update()
      .set({ customFields, trackingCode: '' } as never)
      .where('id = :id', { id })
      .execute();
  }
}

/** A fulfillment with a delivery. Vendure calls it in a transaction, so it asks no service: `attempt` and `cancelLater` do, afterwards. */
export function fulfillmentHandler(): FulfillmentHandler {
  let shop: Shop;
  return new FulfillmentHandler({
    code: handlerCode,
    description: translated('Order the delivery that the shopper has chosen', 'Pesan pengiriman yang dipilih pembeli'),
    args: {
      acceptHigherPrice: {
        type: 'boolean',
        required: false,
        defaultValue: false,
        label: label('higher-price'),
        description: label('shop-pays'),
      },
    },
    init: (injector) => {
      shop = injector.get(Shop);
    },
    createFulfillment: async (ctx, [order, ...others], lines, { acceptHigherPrice }) => {
      if (!order || others.length) throw new Error(say(ctx, 'one-order'));
      return prepare(shop, ctx, order.id, lines, acceptHigherPrice);
    },
    onFulfillmentTransition: async (_from, to, { ctx, fulfillment }) => {
      const state = stateOf(fulfillment);
      if ((to === 'Shipped' || to === 'Delivered') && state !== 'placed') return say(ctx, 'not-confirmed');
      // Vendure saves the fulfillment after this.
      if (to === 'Cancelled' && (state === 'waiting' || state === 'placed'))
        Object.assign(fulfillmentFields(fulfillment), { shippingState: 'cancelling' });
      return undefined;
    },
  });
}
