import type { Operation, OperationName } from '../contract/index.ts';
import { InvalidRequestError } from './errors/index.ts';

/**
 * A request as it goes out: without what is absent, digits as numbers (contract/README.md §1.12 and §1.13). One that cannot be
 * read stays as it is, for `checkRequest` to say why.
 */
export function asSent<Request>(
  { request: schema }: Pick<Operation<Request, unknown>, 'request'>,
  request: Request,
): Request {
  return schema.safeParse(request).data ?? request;
}

/**
 * Checks a request before it is sent: its fields by the contract, then what depends on several of them, or on the day.
 * @throws {InvalidRequestError} naming each field and its remedy
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
