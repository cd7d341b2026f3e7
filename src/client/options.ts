import type { Retry } from './retry.ts';
import type { WriteStorage } from './write-storage.ts';

export type HeaderSource = Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);

export interface ClientOptions {
  /** URL of the shop's gateway or of a sandbox, without `/v1`. It may be relative in a page. */
  baseUrl: string;
  /** `globalThis.fetch` by default. */
  fetch?: typeof globalThis.fetch;
  /** Sent with every call. A function is called each time, for tokens that expire. */
  headers?: HeaderSource;
  /** Milliseconds for one call, retries and reading the answer included. 20,000 by default. */
  timeout?: number;
  /** How the two reads are retried after a network error, a timeout or an unavailable service. Writes are never retried. */
  retry?: Retry;
  /** Milliseconds that answers of the two reads are cached. 60,000 by default; 0 caches none. */
  cache?: number;
  /**
   * Where the client remembers writes over a reload: those without an answer, and placed orders. It holds references, ids,
   * fingerprints, keys of widgets and cancel tokens. `sessionStorage` by default. Without a store, or if it is full or
   * forbidden, the client remembers them until the page goes.
   */
  store?: WriteStorage | undefined;
}

export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Options of a call that changes nothing. */
export interface ReadOptions extends CallOptions {
  /** Asks the service even if an answer is cached. */
  fresh?: boolean | undefined;
}

/** Options of a call that orders or cancels. */
export interface WriteOptions extends CallOptions {
  /**
   * A name for the part of the page that orders. After a reload, `unanswered(widgetKey)` and `placed(widgetKey)` find its writes. It
   * is stored as it is, so it must hold no personal data.
   */
  widgetKey?: string | undefined;
  /**
   * Says that `reference_id` is random and belongs to this order alone. If the service calls it used, this order was placed
   * (contract/README.md §2.3). Not needed if the request has no `reference_id`.
   */
  random?: boolean | undefined;
  /** The shop's own reference, if `reference_id` is derived from it. `unanswered()` returns it. */
  shopReference?: string | undefined;
}
