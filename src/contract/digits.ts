/** Databases write decimals without a fraction: `12500.00`. */
export const digits = /^\d+(\.00?)?$/;

/** `1.500` may be one and a half thousand. */
export const clearDigits = /^(?![1-9]\d{0,2}\.\d{3}$)\d+(\.\d+)?$/;

/** A text as people paste it: digits of other widths are digits, and what has no width is left out (contract/README.md §1.13). */
export const pastedText = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Cf}\p{M}]/gu, '');

/** Reads a number of a page without a schema, where zod would be loaded for it alone. NaN for any other text, such as `250.000`. */
export function plainNumber(given: unknown, isWhole = false): number {
  if (typeof given === 'number' || typeof given === 'bigint') return Number(given);
  const text = typeof given === 'string' ? pastedText(given) : '';
  return (isWhole ? digits : clearDigits).test(text) ? Number(text) : Number.NaN;
}

/**
 * The first line whose weight has a fraction: 28.35 g are an ounce, and 12.5 may be kilograms. It is rounded up, so nothing is blocked.
 * @returns its position, and what is said of its weight. Undefined if there is none
 */
export function fractionIn(items: unknown): { index: number; sentence: string } | undefined {
  const weights = Array.isArray(items) ? items.map((item) => Number(plainNumber(Object(item).weight).toFixed(6))) : [];
  const index = weights.findIndex((weight) => weight > 1 && weight % 1);
  const weight = weights[index];
  return weight
    ? { index, sentence: `${weight} counts as ${Math.ceil(weight)} grams. Send grams, not kilograms.` }
    : undefined;
}

/** What to write for a weight below a gram, which is kilograms by mistake. Undefined for any other weight. */
export const gramsRemedy = (weight: number): string | undefined =>
  weight > 0 && weight < 1
    ? `must be whole grams: ${weight} looks like kilograms, send ${Math.ceil(Number((weight * 1_000).toFixed(6)))}`
    : undefined;
