import { LanguageCode, type Order, PaymentMethodEligibilityChecker, PaymentMethodHandler } from '@vendure/core';
import { acceptedOf } from './choice.ts';
import type { Shop } from './shop.ts';

const words = (value: string) => [{ languageCode: LanguageCode.en, value }];

/** Rupiah that the courier collects; 0 without cash on delivery. */
const collectedFor = (order: Order) => acceptedOf(order)?.payAtDoor ?? 0;

/** Whether the order has a payment that the courier collects. */
export const isCollected = ({ payments }: Order): boolean =>
  payments.some(({ state, metadata }) => metadata.collectedByCourier && ['Authorized', 'Settled'].includes(state));

/**
 * For each payment method of a shop: cash on delivery is offered with the switch on. Other methods are offered for what the courier
 * does not collect.
 */
export const paymentChecker = (shop: Shop): PaymentMethodEligibilityChecker =>
  new PaymentMethodEligibilityChecker({
    code: 'ship-elements-payment',
    description: words('Agrees with the switch for cash on delivery'),
    args: {
      collected: {
        type: 'boolean',
        defaultValue: false,
        label: words('The courier collects this payment'),
      },
    },
    init: (injector) => shop.init(injector),
    check: (_ctx, order, { collected }) => {
      const atDoor = collectedFor(order);
      if (collected) return atDoor > 0 || 'Switch cash on delivery on, or pay now.';
      const isLeft = shop.rupiah(order.totalWithTax) > atDoor;
      return isLeft || 'Pay at the door, or switch cash on delivery off.';
    },
  });

/** The payment method "cash on delivery". It is authorized for what the courier collects, and staff settle it later. */
export const cashOnDeliveryHandler = (shop: Shop): PaymentMethodHandler =>
  new PaymentMethodHandler({
    code: 'ship-elements-cash-on-delivery',
    description: words('Cash on delivery: the courier collects it'),
    args: {},
    init: (injector) => shop.init(injector),
    createPayment: (_ctx, order, due) => {
      const amount = shop.stored(collectedFor(order));
      if (!amount || amount > due)
        return {
          amount: due,
          state: 'Declined',
          errorMessage: 'The courier collects another amount than is due: choose the delivery again.',
        };
      return { amount, state: 'Authorized', metadata: { collectedByCourier: true } };
    },
    settlePayment: () => ({ success: true }),
    cancelPayment: () => ({ success: true }),
  });
