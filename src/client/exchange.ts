import { ErrorBody, type InvalidField, merchantKey, type Operation, type OperationName } from '../contract/index.ts';
import { type Clock, machineClock, pause, within } from './clock.ts';
import {
  type CalledOperation,
  InvalidRequestError,
  isShippingFailure,
  NetworkError,
  RefusedError,
  TimeoutError,
  UnavailableError,
  UnexpectedResponseError,
} from './errors.ts';
import type { CallOptions, ClientOptions, HeaderSource, Retry } from './options.ts';
import { unavailability } from './reasons.ts';

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

/** Milliseconds for one call. */
export const usualTimeout = 20_000;

interface ServiceAnswer {
  status: number;
  headers: Headers;
  body: string;
}

export interface Exchange {
  operation: CalledOperation;
  fetch: typeof globalThis.fetch;
  url: string;
  /** Makes the request. The deadline includes it. */
  prepare: () => Promise<RequestInit>;
  /** Called right before `fetch`. After an earlier failure nothing was sent. */
  onSend?: (() => void) | undefined;
  /** Milliseconds for the whole call; the error names it. */
  timeout: number;
  /** Milliseconds for this attempt, reading the body included. */
  attemptTimeout: number;
  signal?: AbortSignal | undefined;
  /** A write without an answer may have happened. */
  write: boolean;
  clock?: Clock | undefined;
}

/**
 * Sends once and reads the whole answer.
 * @throws {NetworkError} no answer came, or it was cut off
 * @throws {TimeoutError} no whole answer came within the deadline
 * @throws {InvalidRequestError} from `prepare`
 * @throws the reason of `signal` if the caller aborts
 */
export async function exchange(call: Exchange): Promise<ServiceAnswer> {
  const { operation, fetch, url, prepare, onSend, timeout, attemptTimeout, signal, write, clock } = call;
  let sent = false;
  let isOver = () => false;
  try {
    const work = async (end: AbortSignal) => {
      isOver = () => end.aborted;
      const init = await prepare();
      if (end.aborted) throw end.reason;
      sent = true;
      onSend?.();
      // A redirect that is followed sends the shopper's address to another site, and turns a POST into a GET.
      const response = await fetch(url, { ...init, redirect: 'manual', signal: end });
      return { status: response.status, headers: response.headers, body: await response.text() };
    };
    return await within(attemptTimeout, signal, work, clock);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (isShippingFailure(cause)) throw cause;
    const mayHaveHappened = write && sent && !unreachable(cause);
    const options = { operation, cause, outcome: mayHaveHappened ? ('unknown' as const) : undefined };
    throw isOver() ? new TimeoutError(timeout, options) : new NetworkError(options);
  }
}

/** Whether no server was reached. Node says so, browsers never do. */
function unreachable(thrown: unknown): boolean {
  const code: unknown = Object(Object(thrown).cause).code;
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL)$/.test(String(code));
}

/** `Retry-After` in seconds, from a number or a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const given = headers.get('retry-after') ?? '';
  const wait = Math.ceil(Number(given) || (Date.parse(given) - Date.now()) / 1000);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** A retry does not change a refusal or an unreadable answer. */
const retriedCodes: ReadonlySet<string> = new Set(['network', 'timeout', 'unavailable']);

/**
 * Retries a read until the deadline. An attempt may take half of the remaining time, the last one all of it. There is no
 * retry if `Retry-After` is longer than that.
 * @param timeout milliseconds for all attempts and the waits between them
 * @throws the error of the last attempt, or the reason of `signal`
 */
export async function retried<T>(
  { times = 2, delay = 300 }: Retry,
  timeout: number,
  signal: AbortSignal,
  attempt: (attemptTimeout: number) => Promise<T>,
  clock: Clock = machineClock,
): Promise<T> {
  const end = clock.elapsed() + timeout;
  const remaining = () => end - clock.elapsed();
  for (let left = Math.min(times, 2), step = delay; ; left -= 1, step *= 2) {
    try {
      return await attempt(left > 0 ? remaining() / 2 : remaining());
    } catch (thrown) {
      if (left <= 0 || !isShippingFailure(thrown) || !retriedCodes.has(thrown.code)) throw thrown;
      const retryAfter = thrown.code === 'unavailable' ? (thrown.retryAfter ?? 0) * 1000 : 0;
      const wait = Math.max(retryAfter, step * (1 - clock.chance() / 2));
      if (wait >= remaining()) throw thrown;
      await pause(wait, signal, clock);
    }
  }
}

/** Characters. A thousand rates are a quarter of it; parsing much more would freeze the page. */
export const maxLength = 4_000_000;

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
  { baseUrl, headers, fetch = (input, init) => globalThis.fetch(input, init), clock }: ClientOptions,
  timeout: number,
  operation: OperationName,
  row: Operation<Request, Response>,
  request: Request,
): Send<Response> {
  checkRequest(operation, row, request);
  const { path, body } = fill(row.path, request);
  const { method, repeatable } = row;
  const content = method === 'GET' ? {} : { body: JSON.stringify(body) };
  const prepare = async () => {
    const sent = await headersOf(headers);
    refuseMerchantKey(operation, baseUrl, sent);
    if (content.body) sent['content-type'] = 'application/json';
    return { method, headers: sent, ...content };
  };
  const call = {
    operation,
    fetch,
    url: addressOf(baseUrl, path),
    prepare,
    timeout,
    write: !repeatable,
    clock,
  };
  return async (sending) => {
    const answer = await exchange({ ...call, ...sending });
    const read = () => readAnswer(operation, row, request, answer);
    let first: Response | undefined = read();
    return () => {
      const copy = first ?? read();
      first = undefined;
      return copy;
    };
  };
}

/** The path begins with the version. Many services name it in their base URL, too. */
export const addressOf = (baseUrl: string, path: string): string => baseUrl.replace(/(\/v1)?\/*$/, '') + path;

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

async function headersOf(source: HeaderSource | undefined): Promise<Record<string, string>> {
  return { ...(typeof source === 'function' ? await source() : source) };
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
