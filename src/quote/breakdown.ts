import { type Rate, type Rupiah, sameAmount } from '../contract/index.ts';
import type { Payments } from './payments.ts';

export type PartKind = 'shipping' | 'discount' | 'surcharge' | 'insurance' | 'cash-on-delivery';

export interface Part {
  kind: PartKind;
  /** Rupiah; below 0 for a discount. */
  amount: Rupiah;
}

export interface Breakdown {
  parts: Part[];
  /** Rupiah: the price. */
  total: Rupiah;
}

/** With how it is paid. */
export interface PaidBreakdown extends Breakdown, Payments {}

/** `shipping − discount + surcharge + insurance + cash on delivery` (contract/README.md §3.7). */
export function priceOf(rate: Omit<Rate, 'price' | 'courier_code' | 'courier_service_code'>): Rupiah {
  const { shipping_fee, shipping_fee_discount, shipping_fee_surcharge, insurance_fee, cash_on_delivery_fee } = rate;
  const carriage = (shipping_fee ?? 0) - (shipping_fee_discount ?? 0) + (shipping_fee_surcharge ?? 0);
  return carriage + (insurance_fee ?? 0) + (cash_on_delivery_fee ?? 0);
}

/**
 * The parts of a price: the shipping, and the other parts that are not 0. Undefined if the service's own numbers do not add up:
 * then the price alone is shown (contract/README.md §3.7).
 */
export function breakdown(rate: Rate): Breakdown | undefined {
  if (!addsUp(rate)) return undefined;
  const parts = signedParts(rate).filter(({ kind, amount }) => kind === 'shipping' || amount !== 0);
  return { parts, total: rate.price };
}

/** Whether the service tells the parts of a price, and their sum is the price. */
export function addsUp(rate: Rate): boolean {
  return typeof rate.shipping_fee === 'number' && sameAmount(priceOf(rate), rate.price);
}

/** The price without insurance and COD fee, in rupiah. */
export function carriage(rate: Rate): Rupiah {
  return rate.price - (rate.insurance_fee ?? 0) - (rate.cash_on_delivery_fee ?? 0);
}

function signedParts(rate: Rate): Part[] {
  return [
    { kind: 'shipping', amount: rate.shipping_fee ?? 0 },
    { kind: 'discount', amount: -(rate.shipping_fee_discount ?? 0) },
    { kind: 'surcharge', amount: rate.shipping_fee_surcharge ?? 0 },
    { kind: 'insurance', amount: rate.insurance_fee ?? 0 },
    { kind: 'cash-on-delivery', amount: rate.cash_on_delivery_fee ?? 0 },
  ];
}
