import * as z from 'zod/mini';
import { anyObject, anyText, array, fits, type Maybe, readBy, report, type Schema } from './fields.ts';

// Responses: read leniently. What a row cannot do without is `needed`; everything else that comes in a wrong shape
// is taken as absent, so that one odd field never costs the shopper a row.

/** Reads as `schema` does, then makes something of what was read. */
export function then<From, To>(schema: Schema<From>, make: (value: From) => To): Schema<To> {
  return z.transform((value, { issues }) => {
    const read = readBy(schema, value, issues);
    return issues.length ? z.NEVER : make(read);
  });
}

/** A number, also where it comes as text; never one beyond all numbers, which JSON can write as 1e400. */
const number: Schema<number> = z.transform((value, { issues }) => {
  const read = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (!Number.isFinite(read)) report({ value, issues }, [], 'must be a number');
  return read as number;
});

const lenient = <T>(schema: Schema<T>): Schema<Maybe<T>> =>
  z.transform((value) => {
    const read = schema.safeParse(value);
    return read.success ? read.data : value === null ? null : undefined;
  });

const anything = fits<unknown>(() => true, '');
const object = anyObject();
const flag = fits<boolean>((value) => typeof value === 'boolean', 'true or false');
const text = anyText();

export const needed = {
  /** A code or an id: an empty one names nothing. */
  text: fits<string>((value) => typeof value === 'string' && value !== '', 'a text'),
  number,
  rows: array(anything),
  /** `success:true`, whatever the status says (contract.md §1). */
  success: fits<true>((value) => value === true, 'true'),
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

/**
 * Reads a list row by row: one broken row is dropped and reported rather than the whole list lost.
 * @param nameOf what may be in the list once: of two prices for one service the shopper would see one and order the other
 */
export function readRows<T>(
  row: Schema<T>,
  values: readonly unknown[],
  nameOf?: (row: T) => string,
): { rows: T[]; dropped: Dropped[] } {
  const rows: T[] = [];
  const dropped: Dropped[] = [];
  const names = new Set<string | undefined>();
  values.forEach((value, index) => {
    const read = row.safeParse(value);
    const name = read.success ? nameOf?.(read.data) : undefined;
    if (!read.success) {
      const paths = read.error.issues.map((issue) => issue.path.join('.') || 'the row');
      dropped.push({ index, problem: paths.join(', ') });
    } else if (name && names.has(name)) dropped.push({ index, problem: `${name} is there twice` });
    else rows.push(read.data);
    names.add(name);
  });
  return { rows, dropped };
}
