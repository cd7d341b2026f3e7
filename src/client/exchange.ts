import { type CalledOperation, isShippingFailure, NetworkError, TimeoutError } from './errors/index.ts';

/** Milliseconds. A timer with a longer delay fires at once. */
const maxDelay = 2 ** 31 - 1;

export interface ServiceAnswer {
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
}

/**
 * Sends once and reads the whole answer.
 * @throws {NetworkError} no answer came, or it was cut off
 * @throws {TimeoutError} no whole answer came within the deadline
 * @throws {InvalidRequestError} from `prepare`
 * @throws the reason of `signal` if the caller aborts
 */
export async function exchange(call: Exchange): Promise<ServiceAnswer> {
  const { operation, fetch, url, prepare, onSend, timeout, attemptTimeout, signal, write } = call;
  if (signal?.aborted) throw signal.reason;
  let sent = false;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), Math.min(attemptTimeout, maxDelay));
  // Not AbortSignal.any(): Safari has it since 2024 only, and it refuses signals of jsdom.
  const onAbort = () => end.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  try {
    return await beforeAbort(end.signal, async () => {
      const init = await prepare();
      if (end.signal.aborted) throw end.signal.reason;
      sent = true;
      onSend?.();
      // A redirect that is followed sends the shopper's address to another site, and turns a POST into a GET.
      const response = await fetch(url, { ...init, redirect: 'manual', signal: end.signal });
      return { status: response.status, headers: response.headers, body: await response.text() };
    });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (isShippingFailure(cause)) throw cause;
    const mayHaveHappened = write && sent && !unreachable(cause);
    const options = { operation, cause, outcome: mayHaveHappened ? ('unknown' as const) : undefined };
    throw end.signal.aborted ? new TimeoutError(timeout, options) : new NetworkError(options);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Whether no server was reached. Node says so, browsers never do. */
function unreachable(thrown: unknown): boolean {
  const code: unknown = Object(Object(thrown).cause).code;
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL)$/.test(String(code));
}

/** Rejects when the signal aborts, even if `fetch` ignores its signal. */
function beforeAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** `Retry-After` in seconds, from a number or a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const given = headers.get('retry-after') ?? '';
  const wait = Math.ceil(Number(given) || (Date.parse(given) - Date.now()) / 1000);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
