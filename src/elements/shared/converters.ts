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

/** Undefined for what is no moment. */
export function momentOf(given: Date | string): Date | undefined {
  if (!(given instanceof Date || momentWithZone.test(given))) return undefined;
  const moment = new Date(given);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Only the very word `order` places real orders. */
export const orderMode: ComplexAttributeConverter<'order' | 'draft' | 'none'> = {
  fromAttribute: (value) => (value === 'order' || value === 'none' ? value : 'draft'),
};

/** Comma-separated codes, compared exactly. */
export const codes = (list: string | null | undefined): string[] =>
  (list ?? '').split(',').flatMap((code) => code.trim() || []);
