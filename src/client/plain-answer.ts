import type { Maybe, OperationName, PromisedArrival } from '../contract/index.ts';
import { UnavailableError } from './errors.ts';
import { addressOf, exchange, maxLength, retryAfterOf, usualTimeout } from './exchange.ts';
import type { ClientOptions } from './options.ts';

// Asks and reads without zod, for pages without a checkout. A test compares the reader of a parcel with its schema in the contract.

/** The options of a client that only asks: it retries, caches and stores nothing. */
export type PlainClientOptions = Omit<ClientOptions, 'headers' | 'retry' | 'cache' | 'store'>;

/**
 * Returns what sends one request to a path of the gateway, and reads the object of its answer.
 * @throws {NetworkError} no answer came, or it was cut off
 * @throws {TimeoutError} no whole answer came within the deadline
 * @throws {UnavailableError} 408, 429, 5xx
 */
export function plainSender(
  operation: OperationName,
  { baseUrl, fetch, timeout = usualTimeout, clock }: PlainClientOptions,
) {
  return async (path: string, init: RequestInit, signal?: AbortSignal) => {
    const { status, headers, body } = await exchange({
      operation,
      fetch,
      timeout,
      attemptTimeout: timeout,
      write: false,
      clock,
      signal,
      url: addressOf(baseUrl, path),
      // Not at once: an element that is moved in the page asks nothing from its first place.
      init: async () => init,
    });
    if (status === 408 || status === 429 || status >= 500)
      throw new UnavailableError(status, retryAfterOf(headers), { operation });
    return { status, body, json: objectIn(body) };
  };
}

/** The object of a body. Empty if it is none. */
function objectIn(body: string): Record<string, unknown> {
  try {
    return Object(body.length > maxLength ? undefined : JSON.parse(body));
  } catch {
    return {};
  }
}

/** The fields of an object that are texts. */
export const texts = <Name extends string>(from: unknown, ...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => {
      const value = Object(from)[name];
      return [name, typeof value === 'string' ? value : undefined];
    }),
  ) as Record<Name, Maybe<string>>;

/** When a parcel is promised. Undefined if a field of it is missing. */
export function arrivalIn(json: unknown): PromisedArrival | undefined {
  const promise = texts(json, 'first', 'last', 'hand_over', 'cut_off', 'until');
  const { later } = Object(json);
  const isWhole = !Object.values(promise).includes(undefined) && typeof later === 'boolean';
  return isWhole ? ({ ...promise, later } as PromisedArrival) : undefined;
}
