import type { Rupiah } from '../contract/index.ts';

/** What is paid before the parcel is sent, and what to the courier; the two are goods and delivery together. */
export interface Payments {
  now: Rupiah;
  atDoor: Rupiah;
}

/**
 * When what is paid where cash is collected: of the delivery, what the courier does not collect with the goods is paid now.
 * What the shop has collected is its own word (contract/README.md §3.2).
 * @param price rupiah: what the delivery costs
 * @param collected rupiah, with the goods
 * @param declared rupiah: the value of the goods
 */
export function paymentsOf(price: Rupiah, collected: Rupiah, declared: Rupiah): Payments {
  const open = declared + price - collected;
  return { now: Math.max(0, Math.min(open, price)), atDoor: collected };
}
