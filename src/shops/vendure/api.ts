import { Inject } from '@nestjs/common';
import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Allow,
  Ctx,
  Fulfillment,
  type ID,
  LanguageCode,
  Permission,
  type RequestContext,
  UserInputError,
} from '@vendure/core';
import { type DocumentNode, parse } from 'graphql';
import type { RatesRequest } from '../../contract/index.ts';
import { isTokenError, signCart } from '../../tokens/index.ts';
import { attentionOf, type Delivery, isDeliveryError, noteOf, stateInWords, withParcel } from '../base/index.ts';
import { cartOf, destinationOf } from './cart.ts';
import { attempt, cancel, cancelLater, handlerCode, settle } from './deliveries.ts';
import { type DeliveryState, fulfillmentFields, say, stateLabels } from './fields.ts';
import { collects } from './payment.ts';
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
  const delivery = await withParcel({ gateway: await shop.gateway() }, deliveryOf(fulfillment));
  const { state } = delivery;
  const waybill = (state === 'placed' && delivery.waybill) || fulfillment.trackingCode || null;
  return {
    state,
    words: wordsOf(ctx, delivery),
    waybill,
    trackingLink: fulfillmentFields(fulfillment).shippingLink || null,
    attention: attentionOf(delivery) ?? null,
    note: noteOf(delivery) ?? null,
    canRetry: ['waiting', 'refused', 'cancelling'].includes(state),
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

function wordsOf(ctx: RequestContext, delivery: Delivery): string {
  if (delivery.state === 'waiting' && delivery.reason === 'being-edited') return say(ctx, 'being-edited');
  const [, indonesian] = stateLabels[delivery.state];
  return ctx.languageCode === LanguageCode.id && indonesian ? indonesian.value : stateInWords(delivery);
}

/** What `<ship-checkout>` needs: its attributes `cart`, `shipment` and `switches`. */
interface ShippingCart {
  cart: string;
  shipment: Pick<RatesRequest, 'items'>;
  switches: string;
}

export const shopSchema: DocumentNode = parse(`
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

// Decorators as calls: parameters have none in standard JavaScript.
decorate(ShippingCartResolver, 'shippingCart', [Query(), Allow(Permission.Owner)]);
decorate(DeliveriesResolver, 'settleDeliveries', [Mutation(), Allow(Permission.UpdateOrder)]);
decorate(DeliveriesResolver, 'retryDelivery', [Mutation(), Allow(Permission.UpdateOrder)], Args());
decorate(DeliveriesResolver, 'cancelDelivery', [Mutation(), Allow(Permission.UpdateOrder)], Args());
decorate(FulfillmentResolver, 'shippingDelivery', [ResolveField()], Parent());
for (const resolver of [ShippingCartResolver, DeliveriesResolver, FulfillmentResolver])
  Inject(Shop)(resolver, undefined, 0);
Resolver()(ShippingCartResolver);
Resolver()(DeliveriesResolver);
Resolver('Fulfillment')(FulfillmentResolver);

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
