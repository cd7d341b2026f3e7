import { type ExtraWord, extraNames, extraTable, type Rate, type Rupiah, sameAmount } from '../contract/index.ts';
import type { Payments } from './payments.ts';

/** What one part of a price is for. */
export type PartKind = 'shipping' | 'discount' | 'surcharge' | ExtraWord;

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

/** `shipping − discount + surcharge + the extras` (contract/README.md §3.7). */
export function priceOf(rate: Omit<Rate, 'price' | 'courier_code' | 'courier_service_code'>): Rupiah {
  const { shipping_fee, shipping_fee_discount, shipping_fee_surcharge } = rate;
  return (shipping_fee ?? 0) - (shipping_fee_discount ?? 0) + (shipping_fee_surcharge ?? 0) + extraFees(rate);
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

/** What the extras of a row cost, in rupiah. */
export const extraFees = (rate: Omit<Rate, 'price' | 'courier_code' | 'courier_service_code'>): Rupiah =>
  extraNames.reduce((sum, name) => sum + (rate[extraTable[name].fee] ?? 0), 0);

/** The price without the fees of the extras, in rupiah. */
export const carriage = (rate: Rate): Rupiah => rate.price - extraFees(rate);

function signedParts(rate: Rate): Part[] {
  return [
    { kind: 'shipping', amount: rate.shipping_fee ?? 0 },
    { kind: 'discount', amount: -(rate.shipping_fee_discount ?? 0) },
    { kind: 'surcharge', amount: rate.shipping_fee_surcharge ?? 0 },
    ...extraNames.map((name) => ({ kind: extraTable[name].word, amount: rate[extraTable[name].fee] ?? 0 })),
  ];
}
