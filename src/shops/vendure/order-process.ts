import {
  type Injector,
  Order,
  type OrderProcess,
  type OrderState,
  type RequestContext,
  ShippingMethod,
} from '@vendure/core';
import { type AcceptedOffer, isTokenError, signGrant } from '../../tokens/index.ts';
import { contactsOf } from './cart.ts';
import { choiceOf } from './choice.ts';
import { livingDelivery } from './deliveries.ts';
import type { KeptChoice, OrderFields } from './fields.ts';
import { say } from './sentences.ts';
import { calculatorCode } from './shipping-method.ts';
import { Shop } from './shop.ts';

/** With cash on delivery the parcel is on its way before the payment is settled. Vendure's own process waits for the money. */
const sentBeforePaid: OrderState[] = ['PartiallyShipped', 'Shipped', 'PartiallyDelivered', 'Delivered'];

/**
 * Keeps the choice when the shopper goes to the payment. The price of the shipping line must be the price of the choice, because
 * the storefront can change custom fields without a new calculation. An order with a delivery under way is not cancelled.
 */
export function keepChoice(begin: (injector: Injector) => void): OrderProcess<OrderState> {
  let shop: Shop;
  return {
    transitions: { PaymentAuthorized: { to: sentBeforePaid, mergeStrategy: 'merge' } } as never,
    init(injector) {
      shop = injector.get(Shop);
      begin(injector);
    },
    async onTransitionStart(_from, to, { ctx, order }) {
      if (to === 'Cancelled') return (await livingDelivery(shop, ctx, order.id)) ? say(ctx, 'cancel-first') : undefined;
      return to === 'ArrangingPayment' ? problemOfPayment(shop, ctx, order) : undefined;
    },
  };
}

async function problemOfPayment(shop: Shop, ctx: RequestContext, order: Order): Promise<string | undefined> {
  const [line] = order.shippingLines;
  if (!line?.shippingMethodId) return keep(shop, ctx, order, undefined);
  const method = await shop.connection.getEntityOrThrow(ctx, ShippingMethod, line.shippingMethodId);
  if (method.calculator.code !== calculatorCode) return keep(shop, ctx, order, undefined);
  const choice = await choiceOf(shop, ctx, order);
  if ('problem' in choice) return choice.problem;
  if (shop.stored(choice.price) !== line.listPrice) return say(ctx, 'price-differs');
  const kept: KeptChoice = { ...choice, channel: ctx.channel.code };
  return (await problemOfGrant(shop, order, kept)) ?? keep(shop, ctx, order, kept);
}

async function keep(shop: Shop, ctx: RequestContext, order: Order, choice: KeptChoice | undefined): Promise<undefined> {
  const kept: OrderFields = { shippingAccepted: choice ? JSON.stringify(choice) : null };
  await shop.connection.getRepository(ctx, Order).update(order.id, { customFields: kept });
  Object.assign(order.customFields, kept);
}

/** What the service would refuse, such as a missing phone number, is refused before the shopper pays. */
async function problemOfGrant(
  shop: Shop,
  order: Order,
  { channel, ...offer }: AcceptedOffer & { channel: string },
): Promise<string | undefined> {
  try {
    const contacts = contactsOf(shop, order, channel);
    await signGrant({ offer, contacts, reference: order.code }, shop.keys);
    return undefined;
  } catch (problem) {
    if (isTokenError(problem)) return problem.message;
    throw problem;
  }
}
