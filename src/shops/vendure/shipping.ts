import {
  Order,
  type OrderProcess,
  type OrderState,
  type RequestContext,
  ShippingCalculator,
  ShippingEligibilityChecker,
  ShippingMethod,
  TransactionalConnection,
} from '@vendure/core';
import { isTokenError, signGrant } from '../../tokens/index.ts';
import { CartService, isOnOrder, isShopper, type NoChoice } from './cart-service.ts';
import { calculatorCode, type KeptChoice, keptChoice, type OrderFields } from './custom-fields.ts';
import { DeliveryService } from './delivery-service.ts';
import { GatewayService } from './gateway-service.ts';
import { MoneyService } from './money-service.ts';
import { say, translated } from './sentences.ts';

export const checkerCode = 'ship-elements-choice';

let carts: CartService;
let money: MoneyService;
let gateway: GatewayService;
let deliveries: DeliveryService;
let connection: TransactionalConnection;

/**
 * The method is eligible while the order has a choice that is valid for its goods and its address. A delivery that is on the order
 * already stays there, because Vendure would put the cheapest other method into its place. There is no `shouldRunCheck`: an offer
 * expires although nothing of the order changes.
 */
export const choiceChecker: ShippingEligibilityChecker = new ShippingEligibilityChecker({
  code: checkerCode,
  description: translated(
    'The shopper has chosen a delivery, and its offer is valid',
    'Pembeli telah memilih pengiriman, dan penawarannya berlaku',
  ),
  args: {},
  init: (injector) => {
    carts = injector.get(CartService);
  },
  check: async (ctx, order, _args, method) =>
    isOnOrder(order, method) || !('problem' in (await carts.choiceOf(ctx, order))),
});

/**
 * The price that the gateway has signed. Without a valid choice there is no price: Vendure does not offer the method, and a delivery that
 * is on the order keeps its price. The way to the payment is closed then: see `choiceProcess`.
 */
export const offerCalculator: ShippingCalculator = new ShippingCalculator({
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
    carts = injector.get(CartService);
    money = injector.get(MoneyService);
  },
  calculate: async (ctx, order, { taxRate }) => {
    const choice = await carts.choiceOf(ctx, order);
    if ('problem' in choice) return undefined;
    const { price, courier, service, estimate } = choice;
    return {
      price: money.stored(price),
      priceIncludesTax: true,
      taxRate,
      metadata: { service: `${courier}/${service}`, estimate },
    };
  },
});

/** With cash on delivery the parcel is on its way before the payment is settled. Vendure's own process waits for the money. */
const sentBeforePaid: OrderState[] = ['PartiallyShipped', 'Shipped', 'PartiallyDelivered', 'Delivered'];

/**
 * Keeps the choice when the shopper goes to the payment. The price of the shipping line must be the price of the choice, because
 * the storefront can change custom fields without a new calculation. If the shopper has gone back and the payment arrives all the same, the
 * choice that they went to it with counts. An order with a delivery under way is not cancelled.
 */
export const choiceProcess: OrderProcess<OrderState> = {
  transitions: { PaymentAuthorized: { to: sentBeforePaid, mergeStrategy: 'merge' } } as never,
  init(injector) {
    carts = injector.get(CartService);
    money = injector.get(MoneyService);
    gateway = injector.get(GatewayService);
    deliveries = injector.get(DeliveryService);
    connection = injector.get(TransactionalConnection);
  },
  async onTransitionStart(_from, to, { ctx, order }) {
    if (to === 'Cancelled') return (await deliveries.living(ctx, order.id)) ? say(ctx, 'cancel-first') : undefined;
    return to === 'ArrangingPayment' ? problemOfPayment(ctx, order) : undefined;
  },
};

async function problemOfPayment(ctx: RequestContext, order: Order): Promise<string | undefined> {
  const [line] = order.shippingLines;
  if (!line?.shippingMethodId) return keep(ctx, order, undefined);
  const method = await connection.getEntityOrThrow(ctx, ShippingMethod, line.shippingMethodId);
  if (method.calculator.code !== calculatorCode) return keep(ctx, order, undefined);
  const choice = await choiceToKeep(ctx, order, line.listPrice);
  if (!('problem' in choice)) return keep(ctx, order, choice);
  return !isShopper(ctx) && keptChoice(order) ? undefined : choice.problem;
}

/** The choice that the shopper pays for. What the service would refuse, such as a missing phone number, is refused before. */
async function choiceToKeep(ctx: RequestContext, order: Order, listPrice: number): Promise<KeptChoice | NoChoice> {
  const choice = await carts.choiceOf(ctx, order);
  if ('problem' in choice) return choice;
  if (money.stored(choice.price) !== listPrice) return { problem: say(ctx, 'price-differs') };
  const channel = ctx.channel.code;
  try {
    const contacts = carts.contactsOf(order, channel);
    await signGrant({ offer: choice, contacts, reference: order.code }, gateway.keys);
    return { ...choice, channel };
  } catch (problem) {
    if (isTokenError(problem)) return { problem: problem.message };
    throw problem;
  }
}

async function keep(ctx: RequestContext, order: Order, choice: KeptChoice | undefined): Promise<undefined> {
  const kept: OrderFields = { shippingAccepted: choice ? JSON.stringify(choice) : null };
  await connection.getRepository(ctx, Order).update(order.id, { customFields: kept });
  Object.assign(order.customFields, kept);
}
