import * as z from 'zod/mini';
import { clearDigits, digits, pastedText } from './digits.ts';

/** JSON with sorted keys and without undefined values. Equal requests give equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Whether a value nests deeper than so many levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // Most values are no objects. Without a call for each, a thousand rates take half the time.
  for (const part of Object.values(value)) if (typeof part === 'object' && isDeeper(part, levels - 1)) return true;
  return false;
}

/** Centimetres. */
export type Centimetres = number;
/** Whole grams. */
export type Grams = number;

/** A field of an answer. The service may omit any of them or send null (contract/README.md §1.7). */
export type Maybe<T> = T | null | undefined;

type ParsedBy<Shape extends z.core.$ZodShape> = z.core.$InferObjectOutput<Shape, z.core.$strip['out']>;

interface Internals<Shape extends z.core.$ZodShape, Output extends ParsedBy<Shape>>
  extends z.core.$ZodObjectInternals<Shape, z.core.$strip> {
  output: Output;
}

/**
 * A schema whose output has a name. Without a name, every type that holds a rate spells out its fields and loses their
 * comments.
 */
export interface Named<Schema extends z.ZodMiniObject, Output extends ParsedBy<Schema['shape']>>
  extends z.ZodMiniObject<Schema['shape'], z.core.$strip> {
  _zod: Internals<Schema['shape'], Output>;
}

/** The outputs of several schemas as one type. A shape that spreads another one loses the comments on its fields. */
export type Outputs<A, B, C = unknown> = z.output<A> & z.output<B> & z.output<C>;

/** `z.looseObject`: it keeps unknown keys. Its type leaves them out, so that a misspelt field does not compile. */
export function looseObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  what = 'an object',
): z.ZodMiniObject<Shape, z.core.$strip> {
  return z.looseObject(shape, remedy(what));
}

/** Zod parameters for one message that says what to send: `is missing: send …` or `must be …`. */
export function remedy(what: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      input === undefined || input === null ? `is missing: send ${what}` : `must be ${what}`,
    abort: true,
  };
}

/** The argument of a check over several fields. */
export type Checked<T> = z.core.ParsePayload<T>;

/** Reports a problem of several fields. The path names the field to change. */
export function report<T>({ issues, value }: Checked<T>, path: PropertyKey[], message: string): void {
  issues.push({ code: 'custom', input: value, path, message });
}

/** An object with any fields. */
export const anyObject = z.looseObject({}, remedy('an object'));

/** A text. It may be empty. */
export const anyText = z.string(remedy('a text'));

/** A text of this pattern. Its rule is a function: what zod has for patterns and ranges would add 0.5 KB to the page. */
export const textLike = (pattern: RegExp, what: string) =>
  z.string(remedy(what)).check(z.refine((given) => pattern.test(given)));

/** A text that is not blank. Characters without a width, such as U+200B, are blank too. */
export const text = (what = 'a text that is not empty') => textLike(/[^\s\p{Cf}]/u, what);

/** One of these words, named in the remedy. */
export const oneOf = <const T extends string>(words: readonly T[]) =>
  z.enum(words, remedy(`one of ${words.join(', ')}`));

// Requests: built strictly.

/** Whether a value counts as missing: null, `""` and `[]`. Forms send `""`, and PHP sends `[]` (contract/README.md §1.12). */
export const absent = (value: unknown): value is Maybe<''> | [] =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

const unlessAbsent = z.transform((value: unknown): unknown => (absent(value) ? undefined : value));

/** An optional field of a request. */
export const optional = <T extends z.ZodMiniType>(schema: T) => z.pipe(unlessAbsent, z.optional(schema));

/** Any text, or none. */
export const optionalText = optional(anyText);

/** Zod passes all issues of a list to one call of `push`, and an engine takes some hundred thousand arguments at most. */
const fewProblems = z.check(({ issues }) => void issues.splice(100), { when: () => true });

/** A list that may be empty. */
export const list = <T extends z.ZodMiniType>(row: T, what: string) => z.array(row, remedy(what)).check(fewProblems);

/** A list with at least one row. */
export const filledList = <T extends z.ZodMiniType>(row: T, what: string) =>
  list(row, what).check(z.refine((rows) => rows.length > 0));

/** Reads a text as people paste it: digits of other widths are digits, and what has no width is left out (contract/README.md §1.13). */
export const pasted = <T>(schema: z.ZodMiniType<T>, read: (text: string) => unknown): z.ZodMiniType<T> => {
  return z.pipe(
    z.transform((given: unknown): unknown => (typeof given === 'string' ? read(pastedText(given)) : given)),
    schema,
  );
};

/** Reads digits in a text as a number, because forms have text. The schema refuses any other text. */
const digitsAs = (schema: z.ZodMiniType<number>, digits: RegExp) =>
  pasted(schema, (text) => (digits.test(text) ? Number(text) : text));

const decimalDigits = /^-?\d+(\.\d+)?$/;

/** A whole number, or a text of digits (contract/README.md §1.13). */
export const wholeNumber = (what: string, least: number, most = Number.MAX_SAFE_INTEGER, form = digits) =>
  digitsAs(
    z.number(remedy(what)).check(z.refine((given) => Number.isSafeInteger(given) && given >= least && given <= most)),
    form,
  );

/** A number, or a text with a decimal point (contract/README.md §1.13). */
export const decimalNumber = (what: string, least: number, most: number, form = clearDigits) =>
  digitsAs(z.number(remedy(what)).check(z.refine((given) => given >= least && given <= most)), form);

/** Five digits. A form has them as text, and a request may too: they are read as the number (contract/README.md §1.13). */
export type PostalCode = number | string;

export const postalCode: z.ZodMiniType<PostalCode> = wholeNumber(
  'a postal code as a number of five digits, for example 12440',
  10_000,
  99_999,
  // A longer code that begins with a 0 is one of another country.
  /^[1-9]\d{4}(\.00?)?$/,
);

/** Degrees, south below 0. */
export const latitude = decimalNumber('a latitude in degrees, -90 to 90', -90, 90, decimalDigits);

/** Degrees, west below 0. */
export const longitude = decimalNumber('a longitude in degrees, -180 to 180', -180, 180, decimalDigits);

/** One number, with the code of the country or a 0. A mobile number may lack both. Words around it are labels: `HP 0812…`. */
const phoneForm = /^[^\d+]*(?:(?:\+|00)?(62)0?|0|(?=8\d{8}))([1-9]\d{6,11})\D*$/;

/** A phone number in Indonesia, read as `0812…` or `+62812…` (contract/README.md §1.15). */
export const phone = pasted(
  textLike(/./, 'an Indonesian phone number such as 081234567890 or +6281234567890'),
  (text) => {
    // Spreadsheets write `.0` behind a number. Up to three digits in brackets at the end are an extension.
    const plain = text.replace(/(\d{9})[.,]00?$/, '$1').replace(/\((?!\d{1,3}\)\D*$)|[).\p{Pd}−]/gu, '');
    const [, code, number = ''] = phoneForm.exec(plain) ?? [];
    return number && (code ? '+62' : '0') + number;
  },
);

// Answers: read leniently.

/** A refusal may answer 200, so the status alone is not enough (contract/README.md §1.8). */
export const success = z.custom<true>((given) => given === true, { ...remedy('true'), abort: false });

/** A code or an id. */
export const code = text('a text');

/** A number, or a text that has one. */
const number = digitsAs(z.number({ error: 'must be a number' }), decimalDigits);

/** Reads the value of a field. Undefined if it cannot be read. */
export type Read<T> = (given: unknown) => T | undefined;

/** Reads a value that has a schema. */
export const by =
  <T extends z.ZodMiniType>(schema: T): Read<z.output<T>> =>
  (given) =>
    schema.safeParse(given).data;

/** What the fields of answers are. */
export const read = {
  text: (given: unknown) => (typeof given === 'string' ? given : undefined),
  number: by(number),
  flag: (given: unknown) => (typeof given === 'boolean' ? given : undefined),
  texts: by(z.array(z.string())),
  list: by(z.array(z.unknown())),
  object: by(anyObject),
};

/** A field of an answer that may be missing or null. A value that cannot be read counts as missing. */
export const plain = <T>(read: Read<T>) =>
  z.optional(z.transform((given: unknown): Maybe<T> => (given === undefined || given === null ? given : read(given))));

/** The same for a value that has a schema. */
export const lenient = <T extends z.ZodMiniType>(schema: T) => plain(by(schema));

/** Lenient schemas, each made once. Answers have eighty such fields, and making a schema costs time when the page loads. */
export const maybe = {
  text: plain(read.text),
  number: plain(read.number),
  flag: plain(read.flag),
  texts: plain(read.texts),
  object: plain(read.object),
};

const droppedRow = z.object({ index: z.number(), problem: z.string() });

/** A row that could not be read: its index in the list, and what is wrong with it. */
export interface Dropped extends z.output<typeof droppedRow> {}
export const Dropped: Named<typeof droppedRow, Dropped> = droppedRow;

/** The field that `dropBroken` fills. An answer's own value does not count. */
export const dropped = z.transform((given): Dropped[] => z.array(Dropped).safeParse(given).data ?? []);

/** The most rows of a list. No service has a tenth of them, and a page that draws more stands still. */
const most = 1_000;

/**
 * The rows of an answer, at most 1,000. The list reports one issue for all of its broken rows. The check `dropBroken` of the answer removes
 * that issue, so that a broken row does not cost the shopper the others.
 * @param nameOf a name that is unique in the list. A second row with it is dropped: the shopper would see one price and order
 * the other
 * @param isLog of a longer list the last rows are read, which are the newest
 */
export function rows<Row extends z.ZodMiniType>(row: Row, nameOf?: (row: z.output<Row>) => string, isLog = false) {
  // One more than are kept, which says that there were more.
  const part = z.transform((given) =>
    Array.isArray(given) && given.length > most ? (isLog ? given.slice(-most - 1) : given.slice(0, most + 1)) : given,
  );
  const keepReadable = z.check<z.output<Row>[]>(
    (list) => {
      const problems = problemsByRow(list.issues.splice(0));
      const names = new Set<string>();
      if (list.value.length > most)
        problems.set(isLog ? 0 : most, [`the list has more than ${most} rows, and the others are not read`]);
      list.value = list.value.filter((read, index) => {
        if (problems.has(index)) return false;
        const name = nameOf?.(read);
        if (name === undefined) return true;
        if (names.has(name)) problems.set(index, [`${name} is there twice`]);
        names.add(name);
        return !problems.has(index);
      });
      if (!problems.size) return;
      const broken = [...problems].sort(([a], [b]) => a - b);
      const params = { dropped: broken.map(([index, all]) => ({ index, problem: all.join(', ') })) };
      list.issues.push({ code: 'custom', input: list.value, params, message: 'has broken rows' });
    },
    { when: ({ value }) => Array.isArray(value) },
  );
  return z.pipe(part, z.array(row, remedy('a list')).check(keepReadable));
}

function problemsByRow(issues: readonly { path?: PropertyKey[] | undefined }[]): Map<number, string[]> {
  const problems = new Map<number, string[]>();
  for (const { path: [index, ...field] = [] } of issues) {
    const before = problems.get(Number(index)) ?? [];
    problems.set(Number(index), [...before, field.join('.') || 'the row']);
  }
  return problems;
}

/** Moves the broken rows from the issues into `dropped`. */
export const dropBroken = z.check<{ dropped: Dropped[] }>(
  ({ value, issues }) => {
    const at = issues.findIndex((issue) => issue.code === 'custom' && issue.params?.dropped);
    const [issue] = at < 0 ? [] : issues.splice(at, 1);
    value.dropped = issue?.code === 'custom' ? issue.params?.dropped : [];
  },
  { when: ({ value }) => z.util.isObject(value) },
);

/** A token for the gateway. The page and the client pass it on unread (contract/README.md §1.14). */
export const token = optionalText;

interface Tokens {
  cart?: unknown;
  grant?: unknown;
  cancel?: unknown;
}

/** A request without its tokens. Two requests that differ only in their tokens ask for the same. */
export function withoutTokens<Request extends object>(request: Request & Tokens) {
  const { cart: _cart, grant: _grant, cancel: _cancel, ...rest } = request;
  return rest;
}
