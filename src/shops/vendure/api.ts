import { Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  ActiveOrderService,
  Allow,
  Ctx,
  OrderService,
  Permission,
  type RequestContext,
  UserInputError,
} from '@vendure/core';
import { type DocumentNode, parse } from 'graphql';
import type { RatesRequest } from '../../contract/index.ts';
import { signCart } from '../../tokens/index.ts';
import { cartOf, destinationOf } from './cart.ts';
import { settle } from './fulfillment.ts';
import type { Shop } from './shop.ts';

/** What `<ship-checkout>` needs: its attributes `cart` and `shipment`. */
interface ShippingCart {
  cart: string;
  shipment: Pick<RatesRequest, 'items'>;
}

export const shopSchema: DocumentNode = parse(`
  type ShippingCart {
    "The signed cart of the active order, for 60 minutes"
    cart: String!
    "The goods and both places"
    shipment: JSON!
  }
  extend type Query {
    "The active order for <ship-checkout>. It needs items and a shipping address with a postal code."
    shippingCart: ShippingCart!
  }
`);

export const adminSchema: DocumentNode = parse(`
  extend type Mutation {
    "Asks the service again for the deliveries that wait for it. Returns how many it has confirmed."
    settleDeliveries: Int!
  }
`);

/** A class for Vendure's Shop API. @param shopOf is called with each request */
export function shopResolver(shopOf: () => Shop): new () => object {
  class ShippingCartResolver {
    async shippingCart(ctx: RequestContext): Promise<ShippingCart> {
      const shop = shopOf();
      const active = await shop.injector.get(ActiveOrderService).getActiveOrder(ctx, undefined);
      const order = active && (await shop.injector.get(OrderService).findOne(ctx, active.id));
      if (!order?.lines.length) throw new UserInputError('The cart is empty.');
      const destination = destinationOf(order);
      const cart = await cartOf(shop, ctx, order);
      const shipment = { ...cart.origin, ...destination, items: cart.items };
      return { cart: await signCart(cart, shop.keys), shipment };
    }
  }
  // Decorators as calls: parameters of methods have none in standard JavaScript.
  decorate(ShippingCartResolver, 'shippingCart', Query());
  return ShippingCartResolver;
}

/** A class for Vendure's Admin API. */
export function adminResolver(shopOf: () => Shop): new () => object {
  class DeliveriesResolver {
    settleDeliveries(): Promise<number> {
      return settle(shopOf());
    }
  }
  decorate(DeliveriesResolver, 'settleDeliveries', Mutation(), Allow(Permission.UpdateOrder));
  return DeliveriesResolver;
}

function decorate(resolver: new () => object, method: string, ...decorators: MethodDecorator[]): void {
  const descriptor = Object.getOwnPropertyDescriptor(resolver.prototype, method);
  if (descriptor) for (const decorator of decorators) decorator(resolver.prototype, method, descriptor);
  Ctx()(resolver.prototype, method, 0);
  Resolver()(resolver);
}
