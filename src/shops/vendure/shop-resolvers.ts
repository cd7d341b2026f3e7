import { Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  ActiveOrderService,
  Allow,
  Ctx,
  Order,
  OrderService,
  Permission,
  RequestContext,
  UserInputError,
} from '@vendure/core';
import type { RatesRequest } from '../../contract/index.ts';
import { isTokenError, signCart } from '../../tokens/index.ts';
import { isDeliveryError } from '../base/index.ts';
import { CartService, destinationOf } from './cart-service.ts';
import { GatewayService } from './gateway-service.ts';
import { type AcceptedDelivery, acceptedDelivery } from './mail.ts';
import { MoneyService } from './money-service.ts';
import { inLanguageOf, say } from './sentences.ts';

/** What `<ship-checkout>` needs: its attributes `cart`, `shipment` and `switches`. */
interface ShippingCart {
  cart: string;
  shipment: Pick<RatesRequest, 'items'>;
  switches: string;
}

/** The query `shippingCart` of the Shop API. */
@Resolver()
export class ShippingCartResolver {
  readonly #activeOrders: ActiveOrderService;
  readonly #orders: OrderService;
  readonly #gateway: GatewayService;
  readonly #carts: CartService;
  readonly #money: MoneyService;

  constructor(
    activeOrders: ActiveOrderService,
    orders: OrderService,
    gateway: GatewayService,
    carts: CartService,
    money: MoneyService,
  ) {
    this.#activeOrders = activeOrders;
    this.#orders = orders;
    this.#gateway = gateway;
    this.#carts = carts;
    this.#money = money;
  }

  @Query()
  @Allow(Permission.Owner)
  async shippingCart(@Ctx() ctx: RequestContext): Promise<ShippingCart> {
    const active = await this.#activeOrders.getActiveOrder(ctx, undefined);
    const order = active && (await this.#orders.findOne(ctx, active.id));
    if (!order?.lines.length) throw new UserInputError(say(ctx, 'empty-cart'));
    try {
      const destination = destinationOf(order);
      const cart = await this.#carts.cartOf(ctx, order);
      const shipment = { ...cart.origin, ...destination, items: cart.items };
      const switches = (await this.#money.offersCashOnDelivery(ctx)) ? 'insurance cash-on-delivery' : 'insurance';
      return { cart: await signCart(cart, this.#gateway.keys), shipment, switches };
    } catch (problem) {
      if (!isDeliveryError(problem) && !isTokenError(problem)) throw problem;
      throw new UserInputError(inLanguageOf(ctx, problem.message));
    }
  }
}

/** The field `Order.acceptedDelivery` of both APIs. */
@Resolver('Order')
export class OrderResolver {
  @ResolveField()
  acceptedDelivery(@Parent() order: Order): AcceptedDelivery | null {
    return acceptedDelivery(order) ?? null;
  }
}
