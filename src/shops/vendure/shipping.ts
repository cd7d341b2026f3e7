import {
  type Injector,
  Order,
  type OrderProcess,
  type OrderState,
  type RequestContext,
  ShippingCalculator,
  ShippingEligibilityChecker,
  ShippingMethod,
} from '@vendure/core';
import { type AcceptedOffer, isTokenError, signGrant } from '../../tokens/index.ts';
import { choiceOf, contactsOf, isOnOrder } from './cart.ts';
import { livingDelivery } from './deliveries.ts';
import { calculatorCode, type KeptChoice, type OrderFields, say, translated } from './fields.ts';
import { Shop } from './shop.ts';

export const checkerCode = 'ship-elements-choice';

/**
 * The method is eligible while the order has a choice that is valid for its goods and its address. A delivery that is on the order
 * already stays there, because Vendure would put the cheapest other method into its place. There is no `shouldRunCheck`: an offer
 * expires although nothing of the order changes.
 */
export function choiceChecker(): ShippingEligibilityChecker {
  let shop: Shop;
  return new ShippingEligibilityChecker({
    code: checkerCode,
    description: translated(
      'The shopper has chosen a delivery, and its offer is valid',
      'Pembeli telah memilih pengiriman, dan penawarannya berlaku',
    ),
    args: {},
    init: (injector) => {
      shop = injector.get(Shop);
    },
    check: async (ctx, order, _args, method) =>
      isOnOrder(order, method) || !('problem' in (await choiceOf(shop, ctx, order))),
  });
}

/**
 * The price that the gateway has signed. Without a valid choice there is no price: Vendure does not offer the method, and a delivery that
 * is on the order keeps its price. The way to the payment is closed then: see `keepChoice`.
 */
export function offerCalculator(): ShippingCalculator {
  let shop: Shop;
  return new ShippingCalculator({
    code: calculatorCode,
    description: translated(
      'The price of the delivery that the shopper has chosen',
      'Harga pengiriman yang dipilih pembeli',
    ),
    args: {
      taxRate: {
        type: 'float',
        defaultValue: 0,
        label: translated('Tax rate', 'Tarif pajak'),
        description: translated('Percent of tax in the price', 'Persen pajak yang termasuk dalam harga'),
        ui: { component: 'number-form-input', suffix: '%' },
      },
    },
    init: (injector) => {
      shop = injector.get(Shop);
    },
    calculate: async (ctx, order, { taxRate }) => {
      const choice = await choiceOf(shop, ctx, order);
      if ('problem' in choice) return undefined;
      const { price, courier, service, estimate } = choice;
      return {
        price: shop.stored(price),
        priceIncludesTax: true,
        taxRate,
        metadata: { service: `${courier}/${service}`, estimate },
      };
    },
  });
}

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
