import * as z from 'zod/mini';
import { lenient, type Maybe, money, wholeNumber } from './fields.ts';

/** Rupiah (IDR): an integer in requests; an answer's may have hundredths all the same (contract/README.md §1.3). */
export type Rupiah = number;

/** Whether a rate's amounts are rupiah: where it says nothing of it they are (contract/README.md §1.3). */
export const inRupiah = ({ currency }: { currency?: Maybe<string> }): boolean =>
  !currency || /^\s*idr$/i.test(currency);

export const rupiah = wholeNumber('whole rupiah, 0 or more, without decimals', 0);

/** An amount to the hundredth, which is as much of it as is shown (contract/README.md §1.3). */
export const toHundredths = (amount: Rupiah): Rupiah => Number(amount.toFixed(2));

/** An amount of an answer. */
export const amount = money.check(z.overwrite(toHundredths));

export const maybeAmount = lenient(amount);

/** Whether two amounts are shown alike; what a sum of fractions is off by does not count. Rates of a page's own may have texts. */
export const sameAmount = (a: Rupiah, b: Rupiah): boolean => a === b || Number(a).toFixed(2) === Number(b).toFixed(2);

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
