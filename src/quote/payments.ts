import { type Rupiah, wholeRupiah } from '../contract/index.ts';

/** What the courier collects with COD: goods and delivery (`total`), or the goods alone. */
export const cashOnDeliveryCollects = ['total', 'goods'] as const;
export type CashOnDeliveryCollects = (typeof cashOnDeliveryCollects)[number];

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
