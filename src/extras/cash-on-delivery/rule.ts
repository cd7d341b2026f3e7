import {
  type CashOnDeliveryLimits,
  cashOnDeliveryLimit,
  type Rate,
  type Rupiah,
  rupiahOf,
  wholeRupiah,
} from '../../contract/index.ts';
import type { CashOnDeliveryCollects, CompleteExtras, ExtraRule, ExtraSettings } from '../rule.ts';

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
  beyond(rate, extras) {
    const { payAtDoor } = paymentsFor(extras, rate.price);
    const { least, most } = collectionLimits(rate);
    return payAtDoor > most ? { most } : payAtDoor < least ? { least } : undefined;
  },
  refusals: ['cod-unavailable', 'cod-limit'],
};

/**
 * The settings that a cart claims, for a page, which cannot verify them. They come before those of the page, because the gateway collects
 * by them.
 */
export function claimedByCart({
  subtotal,
  cash_on_delivery_collects: collects,
}: Record<string, unknown>): ExtraSettings {
  try {
    const goods = rupiahOf(subtotal, 'subtotal');
    if (goods === undefined) return {};
    return { cashOnDeliveryAmount: goods, cashOnDeliveryCollects: collects as CashOnDeliveryCollects };
  } catch {
    // The gateway refuses such a cart, and names the field.
    return {};
  }
}

/** Rupiah that these couriers collect of one parcel, `seen` (contract/README.md §3.2). The others go by the general limit. */
const limitsByCourier: Readonly<Record<string, CashOnDeliveryLimits>> = {
  sicepat: { least: 1_000, most: 2_500_000 },
  anteraja: { least: 5_000, most: 2_500_000 },
  jne: { least: 25_000, most: 5_000_000 },
  sap: { most: 10_000_000 },
};

/** The least and the most that a courier collects. The shop's gateway may say otherwise in the row, because limits change. */
export function collectionLimits({
  courier_code,
  cash_on_delivery_limits: own,
}: Pick<Rate, 'courier_code' | 'cash_on_delivery_limits'>): { least: Rupiah; most: Rupiah } {
  const known = Object.hasOwn(limitsByCourier, courier_code) ? limitsByCourier[courier_code] : undefined;
  return { least: own?.least ?? known?.least ?? 1, most: own?.most ?? known?.most ?? cashOnDeliveryLimit };
}

/** Whether the courier of a rate collects so much. */
export function isCollected(rate: Parameters<typeof collectionLimits>[0], amount: Rupiah): boolean {
  const { least, most } = collectionLimits(rate);
  return amount >= least && amount <= most;
}

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
