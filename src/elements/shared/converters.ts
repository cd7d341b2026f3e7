import type { ComplexAttributeConverter } from 'lit';

/** `"false"` means false: React 18 and Vue write it. */
export const flag: ComplexAttributeConverter<boolean> = {
  fromAttribute: (value) => value !== null && value !== 'false',
  toAttribute: (value) => (value ? '' : null),
};

/** Comma-separated codes, compared exactly. */
export const codes = (list: string | null | undefined): string[] =>
  (list ?? '').split(',').flatMap((code) => code.trim() || []);
