import { absent, type Maybe, plain, wholeNumber } from './fields.ts';

/** Rupiah (IDR). Requests have integers; answers may have two decimals (contract/README.md §1.3). */
export type Rupiah = number;

/** Whether a rate is in rupiah. A rate without a currency is (contract/README.md §1.3). */
export const inRupiah = ({ currency }: { currency?: Maybe<string> }): boolean =>
  !currency || /^\s*idr$/i.test(currency);

/** An amount that may be asked of the service. */
export const rupiah = wholeNumber('whole rupiah, 0 or more, without decimals', 0);

/**
 * Reads an amount of a page, a form or a shop's server: a number, or a text of its digits (contract/README.md §1.13).
 * @param field the name for the message
 * @returns undefined if it is absent: null, undefined or `""`
 * @throws {TypeError} naming the field and the remedy
 */
export function rupiahOf(value: unknown, field: string): Rupiah | undefined {
  if (absent(value)) return undefined;
  const read = rupiah.safeParse(value);
  if (read.success) return read.data;
  throw new TypeError(`${field} ${read.error.issues[0]?.message}.`);
}

/** Rounds an amount to two decimals, as the screen shows it (contract/README.md §1.3). */
export const toHundredths = (amount: Rupiah): Rupiah => (Number.isInteger(amount) ? amount : Number(amount.toFixed(2)));

const amountText = /^-?(?![1-9]\d{0,2}\.\d{3}$)\d+(\.\d+)?$/;

/** Reads an amount of an answer. The text `31.175` is refused: it may be thirty-one thousand (contract/README.md §1.13). */
export function readAmount(given: unknown): Rupiah | undefined {
  const amount = typeof given === 'string' && amountText.test(given.trim()) ? Number(given) : given;
  return typeof amount === 'number' && Number.isFinite(amount) ? toHundredths(amount) : undefined;
}

/** Rupiah of an answer. Undefined if it is no amount, because the rest of the answer still counts. */
export const maybeAmount = plain(readAmount);

/** Whether two amounts read the same on screen. A page's own rates may have them as text. */
export const sameAmount = (a: Rupiah, b: Rupiah): boolean => a === b || Number(a).toFixed(2) === Number(b).toFixed(2);

/** Rounds a fee up to a whole rupiah (contract/README.md §7). Floating-point noise, 995.0000000001, does not count. */
export function wholeRupiah(amount: number): Rupiah {
  return Math.ceil(Number(amount.toFixed(6)));
}

/** @param percent in percent: 0.5 is half a percent. */
export function percentOf(amount: Rupiah, percent: number): Rupiah {
  return wholeRupiah((amount * percent) / 100);
}
