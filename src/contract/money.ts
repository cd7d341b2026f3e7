import type { Rupiah } from './fields.ts';

/** Rounds a fee up to a whole rupiah (contract.md §5). Binary noise such as 995.0000000001 does not count as more. */
export function wholeRupiah(amount: number): Rupiah {
  return Math.ceil(Number(amount.toFixed(6)));
}

/** @param percent in percent: 0.5 is half a percent. */
export function percentOf(amount: Rupiah, percent: number): Rupiah {
  return wholeRupiah((amount * percent) / 100);
}
