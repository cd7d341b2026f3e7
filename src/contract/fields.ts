import * as z from 'zod/mini';

/** Centimetres. */
export type Centimetres = number;
/** Whole grams. */
export type Grams = number;

/** A value the service may leave out or send as null: every response field can (contract/README.md §1.7). */
export type Maybe<T> = T | null | undefined;

type ParsedBy<Shape extends z.core.$ZodShape> = z.core.$InferObjectOutput<Shape, z.core.$strip['out']>;

interface Internals<Shape extends z.core.$ZodShape, Output extends ParsedBy<Shape>>
  extends z.core.$ZodObjectInternals<Shape, z.core.$strip> {
  output: Output;
}

/**
 * A schema whose values go by their name. Without it every type that a rate turns up in would spell out its fields, and
 * lose what the comments on them say.
 */
export interface Named<Schema extends z.ZodMiniObject, Output extends ParsedBy<Schema['shape']>>
  extends z.ZodMiniObject<Schema['shape'], z.core.$strip> {
  _zod: Internals<Schema['shape'], Output>;
}

/**
 * What the schemas read, as one type. Where a shape is made of others, the interface names them all: the comments on
 * their fields do not outlive the spread.
 */
export type Outputs<A, B, C = unknown> = z.output<A> & z.output<B> & z.output<C>;

/**
 * `z.looseObject`: keys it does not know are kept as they are. Its type knows the keys of the shape and no others, so
 * that a misspelt field does not compile.
 */
export function looseObject<Shape extends z.core.$ZodLooseShape>(shape: Shape, what = 'an object') {
  return z.looseObject(shape, remedy(what)) as z.ZodMiniObject<Shape, z.core.$strip>;
}

/**
 * The parameters of a schema that says how to mend what it finds wrong: `is missing: send …` or `must be …`, and once,
 * whichever of its checks failed.
 */
export function remedy(what: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      input === undefined || input === null ? `is missing: send ${what}` : `must be ${what}`,
    abort: true,
  };
}

/** What a check over several fields is given. */
export type Checked<T> = z.core.ParsePayload<T>;

/** Reports a problem that several fields have together; the path names the field to mend. */
export function report<T>({ issues, value }: Checked<T>, path: PropertyKey[], message: string): void {
  issues.push({ code: 'custom', input: value, path, message });
}

/** An object that may hold anything. */
export const anyObject = z.looseObject({}, remedy('an object'));

/** A text that may be empty. */
export const anyText = z.string(remedy('a text'));

/** A text that says something. */
export const text = (what = 'a text that is not empty') => z.string(remedy(what)).check(z.regex(/\S/));

/** One of a few words. */
export const oneOf = <const T extends string>(words: readonly T[]) =>
  z.enum(words, remedy(`one of ${words.join(', ')}`));

// Requests: built strictly.

/**
 * Whether a request says nothing by a value: null, an empty text as a form has it, or an empty list, as which PHP writes an
 * empty object too (contract/README.md §1.12).
 */
export const absent = (value: unknown): value is Maybe<''> | [] =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

const unlessAbsent = z.transform((value: unknown): unknown => (absent(value) ? undefined : value));

/** A field that a request may leave out. */
export const optional = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(unlessAbsent, z.optional(schema) as z.ZodMiniType) as unknown as z.ZodMiniOptional<T>;

export const optionalText = optional(anyText);

/** A hundred problems of one list are enough: zod hands them on as arguments of a call, and engines limit those. */
const fewProblems = z.check(({ issues }) => void issues.splice(100), { when: () => true });

export const list = <T extends z.ZodMiniType>(row: T, what: string) => z.array(row, remedy(what)).check(fewProblems);

/** A list of at least one row. */
export const filledList = <T extends z.ZodMiniType>(row: T, what: string) =>
  list(row, what).check(z.refine((rows) => rows.length > 0));

/**
 * Digits are read as the number that they say, wherever they come from: the field of a form has text. What may be meant
 * otherwise is left to be refused: in a price list of the country 75.000 are seventy-five thousand.
 */
const digitsAs = (schema: z.ZodMiniType<number>, digits: RegExp) => {
  const read = z.transform((value: unknown): unknown =>
    typeof value === 'string' && digits.test(value.trim()) ? Number(value) : value,
  );
  return z.pipe(read, schema as z.ZodMiniType) as unknown as z.ZodMiniNumber;
};

const digits = /^\d+$/;
const decimalDigits = /^-?\d+(\.\d+)?$/;

/** A whole number, also as a text of nothing but digits (contract/README.md §1.13). */
export const wholeNumber = (what: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  digitsAs(z.int(remedy(what)).check(z.gte(least), z.lte(most)), digits);

/** A number that may have decimals, also as a text that has them behind a point (contract/README.md §1.13). */
export const decimalNumber = (what: string, least: number, most: number) =>
  digitsAs(z.number(remedy(what)).check(z.gte(least), z.lte(most)), decimalDigits);

/** Five digits. A form has them as text, and a request may too: they are read as the number (contract/README.md §1.13). */
export type PostalCode = number | string;

export const postalCode: z.ZodMiniType<PostalCode> = wholeNumber(
  'a postal code as a number of five digits, for example 12440',
  10_000,
  99_999,
);

export const latitude = decimalNumber('a latitude in degrees, -90 to 90', -90, 90);

export const longitude = decimalNumber('a longitude in degrees, -180 to 180', -180, 180);

export const phone = z
  .string(remedy('a phone number such as 081234567890 or +6281234567890'))
  .check(z.regex(/^(\+?62|0)[\d\s().-]{7,18}$/));

// Answers: read leniently.

/** `success:true`, whatever the status says (contract/README.md §1.8). */
export const success = z.literal(true, remedy('true'));

/** A code or an id: an empty one names nothing. */
export const code = text('a text');

const numberAs = (digits: RegExp) => digitsAs(z.number({ error: 'must be a number' }), digits);

/** A number, also where it comes as text. */
export const number = numberAs(decimalDigits);

/** The same of money: `31.175` may be thirty-one thousand (contract/README.md §1.13). */
export const money = numberAs(/^-?(?![1-9]\d{0,2}\.\d{3}$)\d+(\.\d+)?$/);

/** A field that nothing hangs on: it may be missing or null, and is taken as absent where it is of another kind. */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.nullish(schema), undefined);

/** The kinds of such fields, each made once: answers have eighty of them, and a page pays for making every schema. */
export const maybe = {
  text: lenient(z.string()),
  number: lenient(number),
  flag: lenient(z.boolean()),
  texts: lenient(z.array(z.string())),
  object: lenient(anyObject),
};
