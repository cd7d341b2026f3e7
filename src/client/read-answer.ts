import { ErrorBody, type Operation, type OperationName } from '../contract/index.ts';
import { RefusedError, UnavailableError, UnexpectedResponseError, unavailability } from './errors/index.ts';
import type { Answer } from './exchange.ts';

/** Characters: a thousand rates are a quarter of it, and a page must not stand still over more. */
const largest = 4_000_000;

/** Levels, of which an answer has six: every caller of a read gets a copy, and what is nested without an end cannot be copied. */
const deepest = 100;

/**
 * Reads an answer: status first, then `success`, then `code`; never the status alone (contract/README.md §1.8). A write is known
 * not to have happened only where the service itself says no: what stands in between may answer 429 or 404 after the work.
 * @throws {UnavailableError} 408, 429, 5xx
 * @throws {RefusedError} the service said no
 * @throws {UnexpectedResponseError} not JSON, not the contract, about another order, or a redirect
 */
export function readAnswer<Request, Response>(
  operation: OperationName,
  { response, repeatable, answers }: Pick<Operation<Request, Response>, 'response' | 'repeatable' | 'answers'>,
  request: Request,
  { status, headers, body }: Answer,
): Response {
  const requestId = headers.get('x-request-id') ?? undefined;
  const lost = repeatable ? undefined : ('unknown' as const);
  if (status === 408 || status === 429 || status >= 500) {
    const told = unavailability(wordIn(body));
    const outcome = told?.mayBeDone === false ? undefined : lost;
    throw new UnavailableError(
      status,
      seconds(headers.get('retry-after')),
      { operation, requestId, outcome },
      told?.reason,
    );
  }
  const accepted = status >= 200 && status < 300;
  const turnedAway = status >= 400;
  const unexpected = (cause: unknown) =>
    new UnexpectedResponseError(status, { operation, requestId, cause, outcome: lost });
  // Whoever redirects may have done the work first, as servers do that answer a form with a 303. A browser says 0.
  if (!accepted && !turnedAway) throw unexpected(new TypeError('A redirect, which is not followed.'));
  if (body.length > largest) throw unexpected(new RangeError('The body is above 4,000,000 characters.'));
  const json = parse(body, repeatable, unexpected);
  const refusal = ErrorBody.safeParse(json);
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
        word: reason ?? undefined,
      },
      { operation, requestId, outcome: isOfTheService ? undefined : lost },
    );
  }
  const read = response.safeParse(json);
  if (!read.success) throw unexpected(read.error);
  if (answers?.(read.data, request) === false) throw unexpected(new RangeError('It is about another order.'));
  return read.data;
}

/** The gateway's word for why, where the answer is its own. */
function wordIn(body: string): unknown {
  try {
    return body.length > largest ? undefined : ErrorBody.safeParse(JSON.parse(body)).data?.reason;
  } catch {
    return undefined;
  }
}

function parse(body: string, copied: boolean, unexpected: (cause: unknown) => Error): unknown {
  try {
    const json: unknown = JSON.parse(body);
    if (!copied || !isDeeper(json, deepest)) return json;
  } catch {
    // The engine's own words quote the body, and with it a shopper's name or address.
  }
  throw unexpected(new SyntaxError('The body is not JSON, or is nested too deep.'));
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** `Retry-After` in seconds, from a number or a date. */
function seconds(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const number = Number(retryAfter);
  const wait = Number.isNaN(number) ? (Date.parse(retryAfter) - Date.now()) / 1000 : number;
  return Number.isNaN(wait) ? undefined : Math.max(0, Math.ceil(wait));
}
