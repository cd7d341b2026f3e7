import { ErrorBody, type Operation, type OperationName } from '../contract/index.ts';
import { RefusedError, UnavailableError, UnexpectedResponseError, unavailability } from './errors/index.ts';
import { retryAfterOf, type ServiceAnswer } from './exchange.ts';

/** Characters. A thousand rates are a quarter of it; parsing much more would freeze the page. */
const maxLength = 4_000_000;

/**
 * Reads an answer: status first, then `success`, then `code` (contract/README.md §1.8). Only a refusal by the service itself
 * proves that a write did not happen: a proxy may answer 429 or 404 after the work.
 * @throws {UnavailableError} 408, 429, 5xx
 * @throws {RefusedError} the service refused
 * @throws {UnexpectedResponseError} not JSON, not the contract, about another order, or a redirect
 */
export function readAnswer<Request, Response>(
  operation: OperationName,
  { response, repeatable, answers }: Pick<Operation<Request, Response>, 'response' | 'repeatable' | 'answers'>,
  request: Request,
  { status, headers, body }: ServiceAnswer,
): Response {
  const requestId = headers.get('x-request-id') ?? undefined;
  const unknown = repeatable ? undefined : ('unknown' as const);
  const json = parse(body);
  const refusal = ErrorBody.safeParse(json);
  if (status === 408 || status === 429 || status >= 500) {
    const gateway = unavailability(refusal.data?.reason);
    const outcome = gateway?.mayBeDone === false ? undefined : unknown;
    throw new UnavailableError(status, retryAfterOf(headers), { operation, requestId, outcome }, gateway?.reason);
  }
  const accepted = status >= 200 && status < 300;
  const unexpected = (cause: unknown) =>
    new UnexpectedResponseError(status, { operation, requestId, cause, outcome: unknown });
  // A server may redirect after the work, as forms do with 303. In a browser the status is 0.
  if (!accepted && status < 400) throw unexpected(new TypeError('A redirect is not followed.'));
  if (json instanceof Error) throw unexpected(json);
  if (!accepted || (refusal.success && refusal.data.success === false)) {
    if (!refusal.success) throw unexpected(refusal.error);
    const { success, code, error, details, reason } = refusal.data;
    const isOfTheService = typeof success === 'boolean' || typeof code === 'number';
    throw new RefusedError(
      {
        status,
        serviceCode: code ?? undefined,
        serviceMessage: error ?? undefined,
        details: details ?? undefined,
        gatewayReason: reason ?? undefined,
      },
      { operation, requestId, outcome: isOfTheService ? undefined : unknown },
    );
  }
  const read = response.safeParse(json);
  if (!read.success) throw unexpected(read.error);
  if (answers?.(read.data, request) === false) throw unexpected(new RangeError('It is about another order.'));
  return read.data;
}

/** The JSON of a body, or why it cannot be read. The engine's message would quote the body, which may hold a shopper's name or address. */
function parse(body: string): unknown {
  if (body.length > maxLength) return new RangeError('The body is too long.');
  try {
    return JSON.parse(body);
  } catch {
    return new SyntaxError('The body is no JSON.');
  }
}
