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

/** What a problem is reported to: zod's own list of issues. */
type Issues = z.core.ParsePayload['issues'];

// Everything here is one zod transform. Zod's own objects, arrays, texts, numbers and patterns read the same and cost
// the shopper's browser another 4 KB, a third of the client.

/** A value that passes a test, made into what `make` makes of it; as it is where there is nothing to make. */
export function fits<T>(
  holds: (value: unknown) => boolean,
  remedy: string,
  make: (value: unknown, issues: Issues) => unknown = (value) => value,
): Schema<T> {
  return z.transform((value, { issues }) => {
    if (holds(value)) return make(value, issues) as T;
    const missing = value === undefined || value === null;
    const message = missing ? `is missing: send ${remedy}` : `must be ${remedy}`;
    report({ value, issues }, [], message);
    return z.NEVER;
  });
}

/** Reads by another schema; what it finds wrong is reported under `path`. */
export function readBy<T>(schema: Schema<T>, value: unknown, issues: Issues, ...path: PropertyKey[]): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  for (const { message, path: inner } of error.issues) report({ value, issues }, [...path, ...inner], message);
  return z.NEVER;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with the keys of T; keys it does not know are kept as they are. */
export function record<T>(shape: { [Key in keyof T]-?: Schema<T[Key]> }): Schema<T> {
  return fits(isObject, 'an object', (value, issues) => {
    const parts = { ...(value as Partial<T>) };
    for (const key in shape) {
      const part = readBy(shape[key], parts[key], issues, key);
      if (key in parts) parts[key] = part;
    }
    return parts;
  });
}

export function array<T>(row: Schema<T>, remedy = 'a list'): Schema<T[]> {
  return fits(Array.isArray, remedy, (value, issues) =>
    (value as unknown[]).map((part, index) => readBy(row, part, issues, index)),
  );
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
  return checked(array(row, remedy), (rows) => {
    if (!rows.value.length) report(rows, [], `must be ${remedy}`);
  });
}

export const texts = () => array(anyText(), 'a list of texts');

export function optional<T>(schema: Schema<T>): Schema<T | undefined> {
  return z.transform((value, { issues }) => (value === undefined ? value : readBy(schema, value, issues)));
}

export const rupiah = () => whole('whole rupiah, 0 or more, without decimals');
export const postalCode = () => whole('a postal code as a number of five digits, for example 12440', 10_000, 99_999);
export const latitude = () => decimal('a latitude in degrees, -90 to 90', -90, 90);
export const longitude = () => decimal('a longitude in degrees, -180 to 180', -180, 180);
export const phone = () =>
  pattern(/^(\+?62|0)[\d\s().-]{7,18}$/, 'a phone number such as 081234567890 or +6281234567890');

export type Checked<T> = z.core.ParsePayload<T>;

/** Reports a problem; the path, always there, names the field to mend. */
export function report<T>(request: Checked<T>, path: PropertyKey[], message: string): void {
  request.issues.push({ code: 'custom', input: request.value, path, message });
}

/** A schema with rules over several of its fields; each is asked only where all before it found nothing wrong. */
export function checked<T>(schema: Schema<T>, ...rules: ((request: Checked<T>) => void)[]): Schema<T> {
  return z.transform((value, { issues }) => {
    const request = { value: readBy(schema, value, issues), issues };
    for (const rule of rules) if (!issues.length) rule(request);
    return request.value;
  });
}
