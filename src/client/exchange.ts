import type { InvalidField, OperationName } from '../contract/index.ts';
import { type Clock, machineClock, pause, within } from './clock.ts';
import { InvalidRequestError, isShippingFailure, NetworkError, TimeoutError } from './errors.ts';
import type { Retry } from './options.ts';

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

/** An answer that arrived whole, its body still as text. */
export interface ServiceAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** One request, and how long it may take. */
export interface Exchange {
  operation: OperationName;
  /** That of the page by default. */
  fetch?: typeof globalThis.fetch | undefined;
  url: string;
  /** The request, or what prepares it. The deadline includes that. */
  init: RequestInit | (() => Promise<RequestInit>);
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
 * @throws {InvalidRequestError} from `init`
 * @throws the reason of `signal` if the caller aborts
 */
export async function exchange({
  operation,
  fetch = (input, init) => globalThis.fetch(input, init),
  url,
  init,
  clock,
  onSend,
  timeout,
  attemptTimeout,
  signal,
  write,
}: Exchange): Promise<ServiceAnswer> {
  let sent = false;
  let deadline: AbortSignal | undefined;
  try {
    const work = async (end: AbortSignal) => {
      deadline = end;
      // Sent at once if nothing is to be waited for: an element asks, and then draws itself and its parts.
      const request = typeof init === 'function' ? await init() : init;
      if (end.aborted) throw end.reason;
      sent = true;
      onSend?.();
      // A redirect that is followed sends the shopper's address to another site, and turns a POST into a GET.
      const response = await fetch(url, { ...request, redirect: 'manual', signal: end });
      return { status: response.status, headers: response.headers, body: await response.text() };
    };
    return await within(attemptTimeout, signal, work, clock);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (isShippingFailure(cause)) throw cause;
    const mayHaveHappened = write && sent && !unreachable(cause);
    const options = { operation, cause, outcome: mayHaveHappened ? ('unknown' as const) : undefined };
    throw deadline?.aborted ? new TimeoutError(timeout, options) : new NetworkError(options);
  }
}

/**
 * Whether no server was reached, so that nothing was sent. Node says so, browsers never do. Of several addresses, Node gives the code of the first after
 * all have failed.
 */
export function unreachable(thrown: unknown): boolean {
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

/** The path begins with the version. Many services name it in their base URL, too. */
export const addressOf = (baseUrl: string, path: string): string => baseUrl.replace(/(\/v1)?\/*$/, '') + path;
