import type { ComplexAttributeConverter } from 'lit';

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

/** Text that is not JSON is passed on unchanged. The property reports it. */
export const jsonObject: ComplexAttributeConverter<unknown> = {
  fromAttribute(value) {
    try {
      return JSON.parse(value ?? 'null');
    } catch {
      return value;
    }
  },
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
