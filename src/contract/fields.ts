import * as z from 'zod/mini';

/** Whole rupiah (IDR): an integer, no decimals (contract.md §1). */
export type Rupiah = number;
/** Whole grams. */
export type Grams = number;
/** Centimetres. */
export type Centimetres = number;

export type Schema<T> = z.ZodMiniType<T>;

/** A value the service may leave out or send as null: every response field can (contract.md §1). */
export type Maybe<T> = T | null | undefined;

/** The message of a request check: what is missing or wrong, and what to send instead. */
const says = (remedy: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? `is missing: send ${remedy}` : `must be ${remedy}`,
});

/**
 * A value that passes a test as it is. Written out rather than taken from zod: its own texts, numbers, patterns and
 * lengths cost the shopper's browser another 2.4 KB.
 */
export function fits<T>(holds: (value: unknown) => boolean, remedy: string): Schema<T> {
  return z.transform((value, { issues }) => {
    if (holds(value)) return value as T;
    issues.push({ code: 'custom', input: value, message: says(remedy).error({ input: value }) });
    return z.NEVER;
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * A loose object whose keys are exactly those of T. Zod's own inferred type of a loose object has an index signature,
 * which lets a misspelt optional key pass unnoticed.
 */
export function record<T>(shape: { [Key in keyof T]-?: Schema<T[Key]> }): Schema<T> {
  return z.looseObject(shape, says('an object')) as unknown as Schema<T>;
}

/** A text that may be empty. */
export const anyText = () => fits<string>(isText, 'a text');

export const anyObject = () => record<Record<string, unknown>>({});

export function text(remedy = 'a text that is not empty'): Schema<string> {
  return pattern(/\S/, remedy);
}

export function whole(remedy: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER): Schema<number> {
  return fits((value) => Number.isInteger(value) && between(value, minimum, maximum), remedy);
}

export function decimal(remedy: string, minimum: number, maximum: number): Schema<number> {
  return fits((value) => between(value, minimum, maximum), remedy);
}

const between = (value: unknown, minimum: number, maximum: number) =>
  typeof value === 'number' && value >= minimum && value <= maximum;

export function oneOf<const T extends string>(values: readonly T[]): Schema<T> {
  return fits((value) => (values as readonly unknown[]).includes(value), `one of ${values.join(', ')}`);
}

export function pattern(expression: RegExp, remedy: string): Schema<string> {
  return fits((value) => isText(value) && expression.test(value), remedy);
}

export function list<T>(row: Schema<T>, remedy: string): Schema<T[]> {
  return checked(z.array(row, says(remedy)) as Schema<T[]>, (rows) => {
    if (!rows.value.length) report(rows, [], `must be ${remedy}`);
  });
}

export const texts = (): Schema<string[]> => z.array(anyText(), says('a list of texts'));

export const optional = <T>(schema: Schema<T>): Schema<T | undefined> => z.optional(schema);

export const rupiah = () => whole('whole rupiah, 0 or more, without decimals');
export const postalCode = () => whole('a postal code as a number of five digits, for example 12440', 10_000, 99_999);
export const latitude = () => decimal('a latitude in degrees, -90 to 90', -90, 90);
export const longitude = () => decimal('a longitude in degrees, -180 to 180', -180, 180);
export const phone = () =>
  pattern(/^(\+?62|0)[\d\s().-]{7,18}$/, 'a phone number such as 081234567890 or +6281234567890');

export type Checked<T> = z.core.ParsePayload<T>;

/** Reports a rule over several fields; the path names the one to mend. */
export function report<T>(request: Checked<T>, path: (string | number)[], message: string): void {
  request.issues.push({ code: 'custom', input: request.value, path, message });
}

/** A schema with rules over several of its fields. */
export function checked<T>(schema: Schema<T>, ...rules: ((request: Checked<T>) => void)[]): Schema<T> {
  return schema.check(...rules) as Schema<T>;
}
