import type { Operation } from '../../contract/index.ts';
import { Refusal } from '../upstream/index.ts';

/** How the service itself would refuse: pages tell refusals apart by code. */
export interface Codes {
  /** A field is missing or wrong. */
  field: number;
  /** Each field is right, and together they are not. */
  rule: number;
}

/**
 * What was put together from named sources, as the contract reads it.
 * @throws {Refusal} naming the first field that is wrong and its remedy
 */
export function checked<Request>(row: Operation<Request, unknown>, request: object, now: Date, codes?: Codes): Request {
  const read = row.request.safeParse(request);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.map(String).join('.') || 'body';
    throw invalid(field, issue?.message ?? 'cannot be read', codes?.field);
  }
  for (const check of row.checks) {
    const [problem] = [check(read.data, now) ?? []].flat();
    if (problem) throw invalid(problem.path, problem.remedy, codes?.rule);
  }
  return read.data;
}

export const invalid = (field: string, reason: string, code?: number) =>
  new Refusal('invalid-request', { details: { field, reason }, code });

/** The fields of a body that are there: null and an empty text are as good as nothing. */
export function taken<Field extends string>(
  from: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
): Partial<Record<Field, unknown>> {
  const present = fields.filter((field) => Object.hasOwn(from, field) && from[field] !== null && from[field] !== '');
  return Object.fromEntries(present.map((field) => [field, from[field]])) as Partial<Record<Field, unknown>>;
}

/** Characters: a name, an address, a note. */
const longest = 300;

/** @throws {Refusal} for a text that no form has */
export function bounded<T extends object>(fields: T): T {
  for (const [field, value] of Object.entries(fields))
    if (typeof value === 'string' && value.length > longest)
      throw invalid(field, `must be at most ${longest} characters`);
  return fields;
}
