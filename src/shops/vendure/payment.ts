import {
  type Order,
  type Payment,
  PaymentMethodEligibilityChecker,
  PaymentMethodHandler,
  type RequestContext,
} from '@vendure/core';
import { destinationFingerprint } from '../../tokens/index.ts';
import { isDeliveryError, isGivenBack, type Paid } from '../base/index.ts';
import { destinationOf, keptChoice } from './cart.ts';
import { type KeptChoice, say, translated } from './fields.ts';
import { Shop } from './shop.ts';

/**
 * The amount that the courier will collect, in Vendure's unit. If less than one rupiah would be left to pay, it is included, because no
 * other payment can be that small.
 * @param due what is left to pay
 */
function collectable(shop: Shop, order: Order, due: number): number {
  const choice = keptChoice(order);
  if (!choice?.cashOnDelivery) return 0;
  if (choice.cart.cash_on_delivery_collects !== 'goods') return due;
  const goods = Math.min(due, shop.stored(shop.rupiah(order.subTotalWithTax)));
  return due - goods < shop.stored(1) ? due : goods;
}

/** What payments are worth without what was paid back. A refund counts before the money is back. */
export const netOf = (payments: readonly Payment[]): number =>
  payments.reduce((sum, { amount, refunds }) => {
    const back = refunds.filter(({ state }) => state !== 'Failed');
    return sum + amount - back.reduce((total, refund) => total + refund.total, 0);
  }, 0);

/** Rupiah that were received for an order, and that went back. A refund counts before the money is back. */
export function paidFor(shop: Shop, { payments }: Pick<Order, 'payments'>): Paid {
  const received = payments.filter(isReceived);
  const amount = received.reduce((sum, payment) => sum + payment.amount, 0);
  return { taken: shop.rupiah(amount), givenBack: shop.rupiah(amount - netOf(received)) };
}

/**
 * Whether the money is there, or the courier collects it. What the shop gives back of its own accord makes no debt, unless it is everything.
 */
export function isCovered(shop: Shop, order: Pick<Order, 'payments' | 'totalWithTax'>): boolean {
  const paid = paidFor(shop, order);
  return paid.taken >= shop.rupiah(order.totalWithTax) && !isGivenBack(paid);
}

export const isReceived = ({ state }: Payment): boolean => state === 'Authorized' || state === 'Settled';

/**
 * Rupiah that the courier will collect: what the order still costs, also if staff have taken goods out since. A payment that was settled
 * has arrived at the shop, so the courier does not collect it.
 */
export function collectedByCourier(shop: Shop, { payments, totalWithTax }: Order): number {
  const isAtDoor = ({ state, metadata }: Payment) => metadata.collectedByCourier && state === 'Authorized';
  const others = payments.filter((payment) => isReceived(payment) && !isAtDoor(payment));
  return shop.rupiah(Math.max(0, Math.min(netOf(payments.filter(isAtDoor)), totalWithTax - netOf(others))));
}

/** Whether the order has the delivery at its price, and the address that it was priced for. */
async function isOrdered(shop: Shop, order: Order, choice: KeptChoice): Promise<boolean> {
  if (!order.shippingLines.some(({ listPrice }) => listPrice === shop.stored(choice.price))) return false;
  try {
    const [now, then] = await Promise.all([destinationOf(order), choice.destination].map(destinationFingerprint));
    return now === then;
  } catch (problem) {
    if (isDeliveryError(problem)) return false;
    throw problem;
  }
}

/**
 * For each payment method of a shop: cash on delivery is offered with the switch on. Other methods are offered for what the courier
 * does not collect. Nothing is paid while the delivery is for another address.
 */
export function paymentChecker(): PaymentMethodEligibilityChecker {
  let shop: Shop;
  return new PaymentMethodEligibilityChecker({
    code: 'ship-elements-payment',
    description: translated(
      'Agrees with the delivery and the switch for COD',
      'Sesuai dengan pengiriman dan pilihan COD',
    ),
    args: {
      collected: {
        type: 'boolean',
        defaultValue: false,
        label: translated('The courier collects this payment', 'Kurir menagih pembayaran ini'),
      },
    },
    init: (injector) => {
      shop = injector.get(Shop);
    },
    check: async (ctx, order, { collected }) => {
      const choice = keptChoice(order);
      if (choice && order.state === 'ArrangingPayment' && !(await isOrdered(shop, order, choice)))
        return say(ctx, 'go-back');
      return problemOfMethod(shop, ctx, order, collected) ?? true;
    },
  });
}

function problemOfMethod(shop: Shop, ctx: RequestContext, order: Order, collected: boolean): string | undefined {
  const atDoor = collectable(shop, order, order.totalWithTax);
  if (collected) return atDoor > 0 ? undefined : say(ctx, 'switch-on');
  const isLeft = atDoor === 0 || order.totalWithTax > atDoor;
  return isLeft ? undefined : say(ctx, 'switch-off');
}

const collectedCode = 'ship-elements-cash-on-delivery';

/** Whether the channel has a payment method that the courier collects. */
export async function collects(shop: Shop, ctx: RequestContext): Promise<boolean> {
  const { items } = await shop.paymentMethods.findAll(ctx, { filter: { enabled: { eq: true } } });
  return items.some(({ handler }) => handler.code === collectedCode);
}

/** The payment method "cash on delivery". It is authorized for what the courier collects, and staff settle it when the courier has paid. */
export function cashOnDeliveryHandler(): PaymentMethodHandler {
  let shop: Shop;
  return new PaymentMethodHandler({
    code: collectedCode,
    description: translated('Cash on delivery: the courier collects it', 'Bayar di tempat: kurir yang menagih'),
    args: {},
    init: (injector) => {
      shop = injector.get(Shop);
    },
    createPayment: (ctx, order, due) => {
      const amount = collectable(shop, order, due);
      if (!amount) return { amount: due, state: 'Declined', errorMessage: say(ctx, 'nothing-due') };
      return { amount, state: 'Authorized', metadata: { collectedByCourier: true } };
    },
    settlePayment: () => ({ success: true }),
    cancelPayment: () => ({ success: true }),
  });
}
