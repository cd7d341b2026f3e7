import { Inject } from '@nestjs/common';
import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Allow,
  Ctx,
  Fulfillment,
  type ID,
  LanguageCode,
  type Order,
  Permission,
  type RequestContext,
  UserInputError,
} from '@vendure/core';
import { type DocumentNode, parse } from 'graphql';
import type { RatesRequest } from '../../contract/index.ts';
import type { OrderExport } from '../../gateway/index.ts';
import { isTokenError, signCart } from '../../tokens/index.ts';
import {
  attentionOf,
  attentionOfMoney,
  type Delivery,
  exportDeliveries,
  isDeliveryError,
  noteOf,
  noteOfErasure,
  stateInWords,
  withParcel,
} from '../base/index.ts';
import { cartOf, destinationOf, keptChoice } from './cart.ts';
import { attempt, cancel, cancelLater, erased, handlerCode, settle } from './deliveries.ts';
import { type DeliveryState, fulfillmentFields, type KeptChoice, say } from './fields.ts';
import { collects, paidFor } from './payment.ts';
import { Shop } from './shop.ts';

/** How the delivery of a fulfillment stands, for the staff. */
interface DeliveryView {
  state: DeliveryState;
  words: string;
  waybill: string | null;
  trackingLink: string | null;
  attention: string | null;
  note: string | null;
  canRetry: boolean;
}

async function viewOf(shop: Shop, ctx: RequestContext, fulfillment: Fulfillment): Promise<DeliveryView> {
  const gateway = await shop.gateway();
  const delivery = await withParcel({ gateway }, deliveryOf(fulfillment));
  const { state, reference } = delivery;
  const order = await orderOf(shop, ctx, fulfillment);
  const isDeleted = order?.customer?.deletedAt && fulfillmentFields(fulfillment).shippingProblem !== erased;
  const notes = [noteOf(delivery), isDeleted && (await noteOfErasure({ gateway }, reference))].filter(Boolean);
  const waybill = (state === 'placed' && delivery.waybill) || fulfillment.trackingCode || null;
  return {
    state,
    words: stateInWords(delivery, ctx.languageCode === LanguageCode.id ? 'id' : 'en'),
    waybill,
    trackingLink: fulfillmentFields(fulfillment).shippingLink || null,
    attention: attentionOf(delivery) ?? (order && attentionOfMoney(delivery, paidFor(shop, order))) ?? null,
    note: notes.join(' ') || null,
    canRetry: ['waiting', 'refused', 'cancelling'].includes(state),
  };
}

/** The order of a fulfillment, with its payments and its customer, also if the customer was deleted. */
async function orderOf(shop: Shop, ctx: RequestContext, { id }: Fulfillment): Promise<Order | undefined> {
  const relations = ['orders', 'orders.payments', 'orders.payments.refunds', 'orders.customer'];
  const made = await shop.connection.getRepository(ctx, Fulfillment).findOne({ where: { id }, relations });
  return made?.orders[0];
}

/** What the shopper has accepted, for the page of an order and for e-mails. */
interface AcceptedDelivery {
  courier: string;
  service: string;
  price: number;
  insured: boolean;
  arrivalFirst: string | null;
  arrivalLast: string | null;
  arrivalMayBeLater: boolean;
}

function acceptedOf({ courier, service, price, insurance, arrival }: KeptChoice): AcceptedDelivery {
  return {
    ...{ courier, service, price, insured: insurance !== undefined },
    ...{ arrivalFirst: arrival?.first ?? null, arrivalLast: arrival?.last ?? null },
    arrivalMayBeLater: arrival?.later === true,
  };
}

function deliveryOf(fulfillment: Fulfillment): Delivery {
  const {
    shippingState,
    shippingReference,
    shippingOwner,
    shippingId,
    shippingProblem,
    shippingMessage,
    shippingLink,
  } = fulfillmentFields(fulfillment);
  const key = { reference: shippingReference ?? '', owner: shippingOwner ?? '' };
  const reason = shippingProblem ?? '';
  const message = shippingMessage ?? '';
  switch (shippingState ?? 'waiting') {
    case 'placed': {
      const waybill = fulfillment.trackingCode || undefined;
      return { ...key, state: 'placed', id: shippingId ?? '', waybill, link: shippingLink ?? undefined };
    }
    case 'refused':
      return { ...key, state: 'refused', reason, message };
    case 'cancelling':
      return { ...key, state: 'cancelling', ...(message && { message }) };
    case 'cancelled':
      return { ...key, state: 'cancelled' };
    case 'waiting':
      return { ...key, state: 'waiting', reason };
  }
}

/** What `<ship-checkout>` needs: its attributes `cart`, `shipment` and `switches`. */
interface ShippingCart {
  cart: string;
  shipment: Pick<RatesRequest, 'items'>;
  switches: string;
}

/** The field of an order in both APIs. */
const acceptedSchema = `
  "The delivery that the shopper has accepted"
  type AcceptedDelivery {
    "Code of the courier, such as jne"
    courier: String!
    "Code of its service, such as reg"
    service: String!
    "Rupiah"
    price: Int!
    insured: Boolean!
    "The first promised date, such as 2026-11-26. Null without the option calendar"
    arrivalFirst: String
    "The last promised date"
    arrivalLast: String
    "It is sent in the weeks around Idul Fitri, and may come later than promised"
    arrivalMayBeLater: Boolean!
  }
  extend type Order {
    "Null before the payment, and for another shipping method"
    acceptedDelivery: AcceptedDelivery
  }
`;

export const shopSchema: DocumentNode = parse(`
  ${acceptedSchema}
  type ShippingCart {
    "The signed cart of the active order, for 60 minutes"
    cart: String!
    "The goods and both places"
    shipment: JSON!
    "The attribute switches of the element: with cash-on-delivery if the channel has a payment method for it"
    switches: String!
  }
  extend type Query {
    "The active order for <ship-checkout>. It needs items and a shipping address with a postal code."
    shippingCart: ShippingCart!
  }
`);

export const adminSchema: DocumentNode = parse(`
  ${acceptedSchema}
  "How the delivery of a fulfillment stands, for the staff"
  type ShippingDelivery {
    "waiting, placed, refused, cancelling or cancelled"
    state: String!
    "The state in words"
    words: String!
    waybill: String
    trackingLink: String
    "Why a person must look. Null if nobody must"
    attention: String
    "What is worth knowing and needs no decision, such as another price of the service"
    note: String
    "Whether retryDelivery may help"
    canRetry: Boolean!
  }
  extend type Fulfillment {
    "Null for another handler than ship-elements"
    shippingDelivery: ShippingDelivery
  }
  extend type Query {
    "All that the gateway keeps of the deliveries of an order, for the person whom it is about"
    exportDeliveries(orderId: ID!): JSON!
  }
  extend type Mutation {
    "Asks the service again for the deliveries that wait for it. Returns how many it has confirmed."
    settleDeliveries: Int!
    "Asks the service again for one delivery, or for its cancellation. With acceptHigherPrice the shop pays the difference."
    retryDelivery(fulfillmentId: ID!, acceptHigherPrice: Boolean): Fulfillment!
    "Cancels the delivery at the service, and then the fulfillment."
    cancelDelivery(fulfillmentId: ID!): Fulfillment!
  }
`);

/** A class for Vendure's Shop API. */
export class ShippingCartResolver {
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  async shippingCart(ctx: RequestContext): Promise<ShippingCart> {
    const { activeOrders, orders, keys } = this.#shop;
    const active = await activeOrders.getActiveOrder(ctx, undefined);
    const order = active && (await orders.findOne(ctx, active.id));
    if (!order?.lines.length) throw new UserInputError(say(ctx, 'empty-cart'));
    try {
      const destination = destinationOf(order);
      const cart = await cartOf(this.#shop, ctx, order);
      const shipment = { ...cart.origin, ...destination, items: cart.items };
      const switches = (await collects(this.#shop, ctx)) ? 'insurance cash-on-delivery' : 'insurance';
      return { cart: await signCart(cart, keys), shipment, switches };
    } catch (problem) {
      throw isDeliveryError(problem) || isTokenError(problem) ? new UserInputError(problem.message) : problem;
    }
  }
}

/** A class for Vendure's Admin API. Its mutations have no `@Transaction()`, because they ask the service. */
export class DeliveriesResolver {
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  settleDeliveries(ctx: RequestContext): Promise<number> {
    return settle(this.#shop, ctx);
  }

  async retryDelivery(
    ctx: RequestContext,
    { fulfillmentId, acceptHigherPrice }: { fulfillmentId: ID; acceptHigherPrice?: boolean },
  ): Promise<Fulfillment> {
    // One of the two does nothing: a delivery is asked for, or it is being cancelled.
    await attempt(this.#shop, ctx, fulfillmentId, acceptHigherPrice === true);
    await cancelLater(this.#shop, ctx, fulfillmentId);
    return this.#fulfillment(ctx, fulfillmentId);
  }

  async cancelDelivery(ctx: RequestContext, { fulfillmentId }: { fulfillmentId: ID }): Promise<Fulfillment> {
    await cancel(this.#shop, ctx, fulfillmentId);
    return this.#fulfillment(ctx, fulfillmentId);
  }

  async exportDeliveries(ctx: RequestContext, { orderId }: { orderId: ID }): Promise<OrderExport[]> {
    const order = await this.#shop.orders.findOne(ctx, orderId);
    if (!order) throw new UserInputError(say(ctx, 'no-delivery'));
    return exportDeliveries({ gateway: await this.#shop.gateway() }, order.code);
  }

  async #fulfillment(ctx: RequestContext, id: ID): Promise<Fulfillment> {
    const { connection } = this.#shop;
    const made = await connection.getRepository(ctx, Fulfillment).findOne({ where: { id } });
    if (!made) throw new UserInputError(say(ctx, 'no-delivery'));
    return made;
  }
}

/** The field `Fulfillment.shippingDelivery`. */
export class FulfillmentResolver {
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  async shippingDelivery(ctx: RequestContext, fulfillment: Fulfillment): Promise<DeliveryView | null> {
    return fulfillment.handlerCode === handlerCode ? viewOf(this.#shop, ctx, fulfillment) : null;
  }
}

/** The field `Order.acceptedDelivery`. */
export class OrderResolver {
  acceptedDelivery(_ctx: RequestContext, order: Order): AcceptedDelivery | null {
    const kept = keptChoice(order);
    return kept ? acceptedOf(kept) : null;
  }
}

// Decorators as calls: parameters have none in standard JavaScript.
decorate(ShippingCartResolver, 'shippingCart', [Query(), Allow(Permission.Owner)]);
decorate(DeliveriesResolver, 'settleDeliveries', [Mutation(), Allow(Permission.UpdateOrder)]);
decorate(DeliveriesResolver, 'retryDelivery', [Mutation(), Allow(Permission.UpdateOrder)], Args());
decorate(DeliveriesResolver, 'cancelDelivery', [Mutation(), Allow(Permission.UpdateOrder)], Args());
decorate(FulfillmentResolver, 'shippingDelivery', [ResolveField()], Parent());
decorate(DeliveriesResolver, 'exportDeliveries', [Query(), Allow(Permission.ReadOrder)], Args());
decorate(OrderResolver, 'acceptedDelivery', [ResolveField()], Parent());
for (const resolver of [ShippingCartResolver, DeliveriesResolver, FulfillmentResolver])
  Inject(Shop)(resolver, undefined, 0);
Resolver()(ShippingCartResolver);
Resolver()(DeliveriesResolver);
Resolver('Fulfillment')(FulfillmentResolver);
Resolver('Order')(OrderResolver);

type ResolverClass = new (shop: Shop) => object;

function decorate(
  resolver: ResolverClass,
  method: string,
  decorators: MethodDecorator[],
  second?: ParameterDecorator,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(resolver.prototype, method);
  if (descriptor) for (const decorator of decorators) decorator(resolver.prototype, method, descriptor);
  Ctx()(resolver.prototype, method, 0);
  second?.(resolver.prototype, method, 1);
}
