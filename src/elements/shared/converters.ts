import type { ComplexAttributeConverter } from 'lit';

/** `"false"` means false: React 18 and Vue write it. */
export const isOn = (value: string | null): boolean => value !== null && value !== 'false';

export const flag: ComplexAttributeConverter<boolean> = {
  fromAttribute: isOn,
  toAttribute: (value) => (value ? '' : null),
};

/** An empty text is no attribute: a page that a server has rendered has none, and a framework would call it a mismatch. */
export const filled: ComplexAttributeConverter<string> = {
  fromAttribute: (value) => value ?? '',
  toAttribute: (value) => value || null,
};

/** Rupiah; what is no amount counts as not given, and a fraction is refused when it is asked with. */
export const amount: ComplexAttributeConverter<number | undefined> = {
  fromAttribute: (value) => (value && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined),
};

/** A time without its zone would be another moment in each browser. */
const momentWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Browsers disagree about a day that its month does not have: one is a few days late with it, another calls it invalid. */
const isDayOfMonth = (date: string): boolean => new Date(date).getUTCDate() === Number(date.slice(-2));

/** A frame's Date is no instance of the page's own. */
const isDate = (given: unknown): boolean => Object.prototype.toString.call(given) === '[object Date]';

/** Undefined for what is no moment. */
export function momentOf(given: Date | string): Date | undefined {
  const isMoment =
    typeof given === 'string' ? momentWithZone.test(given) && isDayOfMonth(given.slice(0, 10)) : isDate(given);
  const moment = isMoment ? new Date(given) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

/** Only the very word `order` places real orders. */
export const orderMode: ComplexAttributeConverter<'order' | 'draft' | 'none'> = {
  fromAttribute: (value) => (value === 'order' || value === 'none' ? value : 'draft'),
};

/** Comma-separated codes, compared exactly. */
export const codes = (list: string | null | undefined): string[] =>
  (list ?? '').split(',').flatMap((code) => code.trim() || []);
