import { cashOnDeliveryLimit, type Rupiah, wholeRupiah } from '../contract/index.ts';
import type { CashOnDeliveryCollects, CompleteExtras, ExtraRule } from './rule.ts';

export const cashOnDelivery: ExtraRule = {
  fields: ({ cashOnDeliveryAmount, cashOnDeliveryPayout }) => ({
    destination_cash_on_delivery: cashOnDeliveryAmount,
    destination_cash_on_delivery_type: cashOnDeliveryPayout,
  }),
  asked: ({ destination_cash_on_delivery: amount = 0, destination_cash_on_delivery_type: type = '7_days' }) => ({
    amount,
    type,
  }),
  // The service refuses a whole request above its limit (contract/README.md §3.2).
  impossible({ cashOnDeliveryAmount: amount }) {
    if (amount > cashOnDeliveryLimit) return 'above-limit';
    return amount ? undefined : 'nothing-declared';
  },
  isMandatory: () => false,
  isAbove: ({ price }, extras) => paymentsFor(extras, price).payAtDoor > cashOnDeliveryLimit,
  refusals: ['cod-unavailable', 'cod-limit'],
};

/** Whole rupiah. The sum of both is the goods once and the delivery once. */
export interface Payments {
  /** What the shopper pays before the parcel is sent. */
  payNow: Rupiah;
  /** What the courier collects at the door. */
  payAtDoor: Rupiah;
}

export interface Purchase {
  /** Rupiah that the goods cost. */
  goods: Rupiah;
  /** Rupiah that the delivery costs, all fees in it. */
  price: Rupiah;
  cashOnDelivery: boolean;
  /** `total` where not given. */
  collects?: CashOnDeliveryCollects | undefined;
}

/** How a purchase is paid. A price with decimals is rounded up, because a courier collects whole rupiah. */
export function paymentsOf({ goods, price, cashOnDelivery, collects }: Purchase): Payments {
  const delivery = wholeRupiah(Number(price));
  if (!cashOnDelivery) return { payNow: goods + delivery, payAtDoor: 0 };
  return collects === 'goods' ? { payNow: delivery, payAtDoor: goods } : { payNow: 0, payAtDoor: goods + delivery };
}

/** How a delivery at this price is paid, with these extras. */
export const paymentsFor = (extras: CompleteExtras, price: Rupiah): Payments =>
  paymentsOf({ ...extras, goods: extras.cashOnDeliveryAmount, price, collects: extras.cashOnDeliveryCollects });
