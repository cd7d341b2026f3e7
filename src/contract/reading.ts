import * as z from 'zod/mini';
import type { Maybe, Schema } from './fields.ts';

// Responses: read leniently. What a row cannot do without is `needed`; everything else that comes in a wrong shape
// is taken as absent, so that one odd field never costs the shopper a row.

/** Reads as `schema` does, then makes something of what was read. */
export function then<From, To>(schema: Schema<From>, make: (value: From) => To): Schema<To> {
  return z.transform((value, { issues }) => {
    const read = schema.safeParse(value);
    if (read.success) return make(read.data);
    for (const { path, message } of read.error.issues) issues.push({ code: 'custom', input: value, path, message });
    return z.NEVER;
  }) as Schema<To>;
}

/** A number, also where it comes as text. */
const number: Schema<number> = z.transform((value, { issues }) => {
  const digits = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  if (!digits && typeof value !== 'number') issues.push({ code: 'custom', input: value, message: 'must be a number' });
  return Number(value);
});

const lenient = <T>(schema: Schema<T>): Schema<Maybe<T>> =>
  z.optional(
    z.transform((value) => {
      const read = schema.safeParse(value);
      return read.success ? read.data : value === null ? null : undefined;
    }),
  );

const anything = z.unknown() as Schema<unknown>;
const object = z.looseObject({}) as unknown as Schema<Record<string, unknown>>;
const flag: Schema<boolean> = z.boolean();
const text: Schema<string> = z.string();
const array = <T>(row: Schema<T>) => z.array(row) as unknown as Schema<T[]>;

export const needed = {
  text,
  number,
  rows: array(anything),
  /** `success:true`, whatever the status says (contract.md §1). */
  success: z.transform((value, { issues }) => {
    if (value !== true) issues.push({ code: 'custom', input: value, message: 'must be true' });
    return true;
  }) as Schema<true>,
};

export const maybe = {
  text: lenient(text),
  number: lenient(number),
  flag: lenient(flag),
  texts: lenient(array(text)),
  list: lenient(array(anything)),
  objects: lenient(array(object)),
  loose: lenient(object),
  object: lenient,
};

/** A row that could not be read: where it stood in the list and why it was left out. */
export interface Dropped {
  index: number;
  problem: string;
}

/** Reads a list row by row: one broken row is dropped and reported rather than the whole list lost. */
export function readRows<T>(row: Schema<T>, values: readonly unknown[]): { rows: T[]; dropped: Dropped[] } {
  const rows: T[] = [];
  const dropped: Dropped[] = [];
  values.forEach((value, index) => {
    const read = row.safeParse(value);
    if (read.success) rows.push(read.data);
    else
      dropped.push({ index, problem: read.error.issues.map((issue) => issue.path.join('.') || 'the row').join(', ') });
  });
  return { rows, dropped };
}
