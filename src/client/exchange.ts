import type { OperationName } from '../contract/index.ts';
import { isShippingFailure, NetworkError, TimeoutError } from './errors/index.ts';

/** Milliseconds: a timer set for longer goes off at once. */
const longest = 2 ** 31 - 1;

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

export interface Exchange {
  operation: OperationName;
  fetch: typeof globalThis.fetch;
  url: string;
  /** What to send; bounded by the deadline like the rest. */
  prepare: () => Promise<RequestInit>;
  /** Called as the request goes out: what fails before that did not happen. */
  onSend?: (() => void) | undefined;
  /** Milliseconds for the whole call. */
  timeout: number;
  /** Milliseconds of it for this attempt, the reading of the body included. */
  patience: number;
  signal?: AbortSignal | undefined;
  /** A write that got no answer may still have happened. */
  write: boolean;
}

/**
 * Sends once and reads the whole answer.
 * @throws {NetworkError} no answer, or it was cut off
 * @throws {TimeoutError} not answered within the deadline
 * @throws {InvalidRequestError} what `prepare` found wrong
 * @throws the reason of `signal`, untouched, when the caller aborts
 */
export async function exchange(call: Exchange): Promise<Answer> {
  const { operation, fetch, url, prepare, onSend, timeout, patience, signal, write } = call;
  if (signal?.aborted) throw signal.reason;
  let sent = false;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), Math.min(patience, longest));
  // AbortSignal.any() came to Safari in 2024, and takes no signal of jsdom's.
  const leave = () => end.abort(signal?.reason);
  signal?.addEventListener('abort', leave);
  try {
    return await beforeAbort(end.signal, async () => {
      const init = await prepare();
      if (end.signal.aborted) throw end.signal.reason;
      sent = true;
      onSend?.();
      // Followed, a redirect would carry the shopper's address to wherever it points, and make a GET of a POST.
      const response = await fetch(url, { ...init, redirect: 'manual', signal: end.signal });
      return { status: response.status, headers: response.headers, body: await response.text() };
    });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (isShippingFailure(cause)) throw cause;
    const happened = write && sent && !neverLeft(cause);
    const options = { operation, cause, outcome: happened ? ('unknown' as const) : undefined };
    throw end.signal.aborted ? new TimeoutError(timeout, options) : new NetworkError(options);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

/** Node says why nobody was reached; browsers never do. */
function neverLeft(thrown: unknown): boolean {
  const { cause } = Object(thrown) as { cause?: { code?: unknown } };
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL)$/.test(String(cause?.code));
}

/** The deadline holds even for a `fetch` that does not listen to its signal. */
function beforeAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    signal.addEventListener('abort', give);
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', give));
  });
}
