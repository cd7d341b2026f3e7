import type { InvalidField, Operation, OperationName } from '../contract/index.ts';
import { InvalidRequestError } from './errors/index.ts';

/**
 * The request as it is sent: without absent fields, digits as numbers (contract/README.md §1.12 and §1.13). An invalid request
 * comes back unchanged; `checkRequest` names its fields.
 */
export function asSent<Request>(
  { request: schema }: Pick<Operation<Request, unknown>, 'request'>,
  request: Request,
): Request {
  return schema.safeParse(request).data ?? request;
}

/**
 * Checks each field by the contract, then the rules about several fields or the day.
 * @throws {InvalidRequestError} naming each field and what to send
 */
export function checkRequest<Request>(
  operation: OperationName,
  { request: schema, checks }: Operation<Request, unknown>,
  request: Request,
): void {
  const { success, error } = schema.safeParse(request);
  const fields = success
    ? checks.flatMap((check) => check(request, new Date()) ?? [])
    : error.issues.map(({ path, message }) => ({ path: path.join('.'), remedy: message }));
  if (fields.length) throw new InvalidRequestError(operation, fields);
}

/** A cart of a page is never deeper. */
const maxDepth = 50;

/**
 * Checks that JSON can write the request, before anything else reads it.
 * @throws {InvalidRequestError} naming the field
 */
export function requireWritable(operation: OperationName, request: unknown): void {
  const field = unwritable(request, [], []);
  if (field) throw new InvalidRequestError(operation, [field]);
}

function unwritable(value: unknown, path: readonly string[], parents: readonly unknown[]): InvalidField | undefined {
  try {
    JSON.stringify(value);
    return undefined;
  } catch {
    const parts = parents.includes(value) || parents.length > maxDepth ? [] : Object.entries(Object(value));
    for (const [key, part] of parts) {
      const inside = unwritable(part, [...path, key], [...parents, value]);
      if (inside) return inside;
    }
    return {
      path: path.join('.'),
      remedy: 'must be what JSON can write: no BigInt, and no object that is inside itself',
    };
  }
}
