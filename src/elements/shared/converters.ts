import type { ComplexAttributeConverter } from 'lit';

/** `"false"` means false: React 18 and Vue write it. */
export const isOn = (value: string | null): boolean => value !== null && value !== 'false';

export const flag: ComplexAttributeConverter<boolean> = {
  fromAttribute: isOn,
  toAttribute: (value) => (value ? '' : null),
};

/** Rupiah; what is no amount counts as not given, and a fraction is refused when it is asked with. */
export const amount: ComplexAttributeConverter<number | undefined> = {
  fromAttribute: (value) => (value && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined),
};

/** Only the very word `order` places real orders. */
export const orderMode: ComplexAttributeConverter<'order' | 'draft' | 'none'> = {
  fromAttribute: (value) => (value === 'order' || value === 'none' ? value : 'draft'),
};

/** Comma-separated codes, compared exactly. */
export const codes = (list: string | null | undefined): string[] =>
  (list ?? '').split(',').flatMap((code) => code.trim() || []);
