import { type Maybe, wholeNumber } from './fields.ts';

/** Whole rupiah (IDR): an integer, no decimals (contract/README.md §1.3). */
export type Rupiah = number;

/** Whether a rate's amounts are rupiah: where it says nothing of it they are (contract/README.md §1.3). */
export const inRupiah = ({ currency }: { currency?: Maybe<string> }): boolean =>
  !currency || /^\s*idr$/i.test(currency);

export const rupiah = wholeNumber('whole rupiah, 0 or more, without decimals', 0);

/**
 * Rounds a fee up to a whole rupiah (contract/README.md §7). Binary noise such as 995.0000000001 does not count as
 * more.
 */
export function wholeRupiah(amount: number): Rupiah {
  return Math.ceil(Number(amount.toFixed(6)));
}

/** @param percent in percent: 0.5 is half a percent. */
export function percentOf(amount: Rupiah, percent: number): Rupiah {
  return wholeRupiah((amount * percent) / 100);
}
