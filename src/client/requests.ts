import { ErrorBody, merchantKey, type Operation, type OperationName } from '../contract/index.ts';
import { InvalidRequestError, RefusedError, UnavailableError, UnexpectedResponseError } from './errors.ts';
import { addressOf, exchange, maxLength, retryAfterOf, type ServiceAnswer } from './exchange.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { unavailability } from './reasons.ts';

// Requests and answers by the contract. What has no schema, as a promise and a parcel, needs `exchange.ts` alone, and no zod.

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
 * @param now the day of a rule
 * @throws {InvalidRequestError} naming each field and what to send
 */
export function checkRequest<Request>(
  operation: OperationName,
  { request: schema, checks }: Operation<Request, unknown>,
  request: Request,
  now = new Date(),
): void {
  const { success, error } = schema.safeParse(request);
  const fields = success
    ? checks.flatMap((check) => check(request, now) ?? [])
    : error.issues.map(({ path, message }) => ({ path: path.join('.'), remedy: message }));
  if (fields.length) throw new InvalidRequestError(operation, fields);
}

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

interface Sending extends CallOptions {
  /** Called right before the request is sent. */
  onSend?: () => void;
  /** Milliseconds for this attempt. */
  attemptTimeout: number;
}

/** Makes one attempt. A retry calls it again. What it resolves with returns the answer, and another copy of it at every later call. */
type Send<Response> = (sending: Sending) => Promise<() => Response>;

/**
 * Checks a request and serializes it at once, so that the caller may change its object afterwards.
 * @throws {InvalidRequestError} naming each field and what to send
 */
export function sender<Request extends object, Response>(
  { baseUrl, headers, fetch, clock }: ClientOptions,
  timeout: number,
  operation: OperationName,
  row: Operation<Request, Response>,
  request: Request,
): Send<Response> {
  checkRequest(operation, row, request);
  const { path, body } = fill(row.path, request);
  const { method, repeatable } = row;
  const content = method === 'GET' ? null : JSON.stringify(body);
  const initWith = (given?: Record<string, string>): RequestInit => {
    const sent = { ...given };
    refuseMerchantKey(operation, baseUrl, sent);
    if (content) sent['content-type'] = 'application/json';
    return { method, headers: sent, body: content };
  };
  return async (sending) => {
    const answer = await exchange({
      operation,
      fetch,
      url: addressOf(baseUrl, path),
      init: typeof headers === 'function' ? async () => initWith(await headers()) : initWith(headers),
      timeout,
      write: !repeatable,
      clock,
      ...sending,
    });
    const read = () => readAnswer(operation, row, request, answer);
    const first = [read()];
    return () => first.pop() ?? read();
  };
}

/** Moves the parameters of the path from the body into the path. */
function fill(template: string, request: object): { path: string; body: object } {
  const body: Record<string, unknown> = { ...request };
  const path = template.replace(/:(\w+)/g, (_placeholder, name: string) => {
    const value = encodeURIComponent(String(body[name]));
    delete body[name];
    return value;
  });
  return { path, body };
}

const remedy = "must not have the merchant's key in a page: use a gateway";

/**
 * Refuses the merchant's key in pages and workers, where every visitor can read it (contract/README.md §1.2).
 * @param scope the global object of the page, the worker or the server
 * @throws {InvalidRequestError} naming the option or header, never the key
 */
export function refuseMerchantKey(
  operation: OperationName,
  baseUrl: string,
  headers: Record<string, string>,
  scope: object = globalThis,
): void {
  if (!('document' in scope || 'DedicatedWorkerGlobalScope' in scope)) return;
  const found = Object.entries({ baseUrl, ...headers }).filter(([, value]) => merchantKey.test(value));
  if (!found.length) return;
  throw new InvalidRequestError(
    operation,
    found.map(([path]) => ({ path, remedy })),
  );
}
