import { type ComplexAttributeConverter, isServer, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

/** `"false"` means false: React 18 and Vue write it. */
export const isOn = (value: string | null): boolean => value !== null && value !== 'false';

export const flag: ComplexAttributeConverter<boolean> = {
  fromAttribute: isOn,
  toAttribute: (value) => (value ? '' : null),
};

/** An empty text is no attribute. A page that a server has rendered has none, and a framework would report a mismatch. */
export const filled: ComplexAttributeConverter<string> = {
  fromAttribute: (value) => value ?? '',
  toAttribute: (value) => value || null,
};

/** Rupiah. A text that is no amount counts as not given. A fraction is refused when the rates are asked. */
export const amount: ComplexAttributeConverter<number | undefined> = {
  fromAttribute: (value) => (value && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined),
};

/** Only the word `order` places real orders. */
export const orderMode: ComplexAttributeConverter<'order' | 'draft' | 'none'> = {
  fromAttribute: (value) => (value === 'order' || value === 'none' ? value : 'draft'),
};

/** A time without its zone would be a different moment in each time zone. */
const momentWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Browsers disagree about days such as 30 February. */
const isDayOfMonth = (date: string): boolean => new Date(date).getUTCDate() === Number(date.slice(-2));

/** The Date of a frame is no instance of the page's own Date. */
const isDate = (given: unknown): boolean => Object.prototype.toString.call(given) === '[object Date]';

/** Undefined for a value that is no moment. */
export function momentOf(given: Date | string): Date | undefined {
  const isMoment =
    typeof given === 'string' ? momentWithZone.test(given) && isDayOfMonth(given.slice(0, 10)) : isDate(given);
  const moment = isMoment ? new Date(given) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

/**
 * The value for `.checked`. It is live, because a listener of the page may have undone the shopper's click. A server writes nothing,
 * because a browser reads `checked="false"` as checked.
 */
export const checked = (on: boolean) => (isServer ? nothing : live(on));
