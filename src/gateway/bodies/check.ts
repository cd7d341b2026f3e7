import { type Operation, type Rupiah, rupiahOf } from '../../contract/index.ts';
import { Refusal } from '../upstream/index.ts';

/** The service's own codes for these refusals, because pages tell refusals apart by code. */
export interface Codes {
  /** A field is missing or wrong. */
  field: number;
  /** Each field is valid, but not their combination. */
  rule: number;
}

/**
 * Returns the request as the schema reads it. All its rules hold.
 * @throws {Refusal}
 */
export function checked<Request>(row: Operation<Request, unknown>, request: object, now: Date, codes?: Codes): Request {
  const read = readRequest(row, request, codes);
  check(row, read, now, codes);
  return read;
}

/**
 * Returns the request as the schema reads it.
 * @throws {Refusal} naming the first field that is wrong and its remedy
 */
export function readRequest<Request>(row: Operation<Request, unknown>, request: object, codes?: Codes): Request {
  const read = row.request.safeParse(request);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.map(String).join('.') || 'body';
    throw invalid(field, issue?.message ?? 'cannot be read', codes?.field);
  }
  return read.data;
}

/**
 * Checks the rules that span several fields or depend on the date.
 * @throws {Refusal} naming the first rule that is broken and its remedy
 */
export function check<Request>(row: Operation<Request, unknown>, request: Request, now: Date, codes?: Codes): void {
  for (const rule of row.checks) {
    const [problem] = [rule(request, now) ?? []].flat();
    if (problem) throw invalid(problem.path, problem.remedy, codes?.rule);
  }
}

export const invalid = (field: string, reason: string, code?: number) =>
  new Refusal('invalid-request', { details: { field, reason }, code });

/** The fields that have a value. Null and an empty text count as absent. */
export function taken<Field extends string>(
  from: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
): Partial<Record<Field, unknown>> {
  const present = fields.filter((field) => Object.hasOwn(from, field) && from[field] !== null && from[field] !== '');
  return Object.fromEntries(present.map((field) => [field, from[field]])) as Partial<Record<Field, unknown>>;
}

/**
 * Returns the amount of a page's field, in rupiah. 0 if it is absent.
 * @throws {Refusal} naming the field, if it is no amount
 */
export function amountIn(body: Readonly<Record<string, unknown>>, field: string): Rupiah {
  try {
    return rupiahOf(body[field], field) ?? 0;
  } catch (problem) {
    throw invalid(field, (problem as Error).message.replace(`${field} `, ''));
  }
}

/** Characters. Names, addresses and notes of a form are shorter. */
const longest = 300;

/** @throws {Refusal} if a text has more characters than that */
export function bounded<T extends object>(fields: T, most = longest): T {
  for (const [field, value] of Object.entries(fields))
    if (typeof value === 'string' && value.length > most) throw invalid(field, `must be at most ${most} characters`);
  return fields;
}
