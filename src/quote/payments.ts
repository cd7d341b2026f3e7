import type { Rupiah } from '../contract/index.ts';

/** The amounts paid before the parcel is sent and at the door. Their sum is goods plus delivery. */
export interface Payments {
  now: Rupiah;
  atDoor: Rupiah;
}

/**
 * The two payments of a COD order. The part of the delivery price that the courier does not collect is paid now.
 * The shop decides what is collected (contract/README.md §3.2).
 * @param price rupiah: what the delivery costs
 * @param collected rupiah, with the goods
 * @param declared rupiah: the value of the goods
 */
export function paymentsOf(price: Rupiah, collected: Rupiah, declared: Rupiah): Payments {
  const open = declared + price - collected;
  return { now: Math.max(0, Math.min(open, price)), atDoor: collected };
}
