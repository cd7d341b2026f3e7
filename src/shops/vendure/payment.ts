import { type Order, PaymentMethodEligibilityChecker, PaymentMethodHandler, type RequestContext } from '@vendure/core';
import { destinationFingerprint } from '../../tokens/index.ts';
import { isDeliveryError } from '../base/index.ts';
import { destinationOf, isShopper } from './cart-service.ts';
import { type KeptChoice, keptChoice } from './custom-fields.ts';
import { cashOnDeliveryCode, MoneyService } from './money-service.ts';
import { say, translated } from './sentences.ts';

let money: MoneyService;

/**
 * For each payment method of a shop: cash on delivery is offered with the switch on. Other methods are offered for what the courier
 * does not collect. A shopper pays nothing while the delivery is for another address. Money that has arrived is never refused.
 */
export const paymentChecker: PaymentMethodEligibilityChecker = new PaymentMethodEligibilityChecker({
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
    money = injector.get(MoneyService);
  },
  check: async (ctx, order, { collected }) => {
    if (!isShopper(ctx) && !collected) return true;
    const choice = keptChoice(order);
    if (choice && order.state === 'ArrangingPayment' && !(await isOrdered(order, choice))) return say(ctx, 'go-back');
    return problemOfMethod(ctx, order, collected) ?? true;
  },
});

/** Whether the order has the delivery at its price, and the address that it was priced for. */
async function isOrdered(order: Order, choice: KeptChoice): Promise<boolean> {
  if (!order.shippingLines.some(({ listPrice }) => listPrice === money.stored(choice.price))) return false;
  try {
    const [now, then] = await Promise.all([destinationOf(order), choice.destination].map(destinationFingerprint));
    return now === then;
  } catch (problem) {
    if (isDeliveryError(problem)) return false;
    throw problem;
  }
}

function problemOfMethod(ctx: RequestContext, order: Order, collected: boolean): string | undefined {
  const atDoor = money.collectable(order, order.totalWithTax);
  if (collected) return atDoor > 0 ? undefined : say(ctx, 'switch-on');
  const isLeft = atDoor === 0 || order.totalWithTax > atDoor;
  return isLeft ? undefined : say(ctx, 'switch-off');
}

/** The payment method "cash on delivery". It is authorized for what the courier collects, and staff settle it when the courier has paid. */
export const cashOnDeliveryHandler: PaymentMethodHandler = new PaymentMethodHandler({
  code: cashOnDeliveryCode,
  description: translated('Cash on delivery: the courier collects it', 'Bayar di tempat: kurir yang menagih'),
  args: {},
  init: (injector) => {
    money = injector.get(MoneyService);
  },
  createPayment: (ctx, order, due) => {
    const amount = money.collectable(order, due);
    if (!amount) return { amount: due, state: 'Declined', errorMessage: say(ctx, 'nothing-due') };
    return { amount, state: 'Authorized', metadata: { collectedByCourier: true } };
  },
  settlePayment: () => ({ success: true }),
  cancelPayment: () => ({ success: true }),
});
