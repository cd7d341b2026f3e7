import type { Retry } from './retry.ts';
import type { Store } from './store.ts';

export type HeaderSource = Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);

export interface ClientOptions {
  /** Where the five operations live, without `/v1`: the shop's gateway, or a sandbox. May be relative in a page. */
  baseUrl: string;
  /** The platform's own by default. */
  fetch?: typeof globalThis.fetch;
  /** Sent with every call; a function is asked anew each time, for tokens that expire. */
  headers?: HeaderSource;
  /** Milliseconds for one call: its retries and the reading of its answer included. 20,000 by default. */
  timeout?: number;
  /** How the two reads are asked again when nobody answers or the service is unavailable. Writes never are. */
  retry?: Retry;
  /** Milliseconds that the answers of the two reads are good for. 60,000 by default; 0 keeps none. */
  cache?: number;
  /**
   * Where writes are remembered, so that they are known after a reload: those without an answer, and what was placed. It
   * holds references, ids, fingerprints, the names of places and what cancels an order at the gateway, nothing else. In a page its `sessionStorage` by default;
   * where there is none, or where it is full or forbidden, the memory of this client.
   */
  store?: Store | undefined;
}

export interface CallOptions {
  /** Its reason is thrown untouched when it aborts. */
  signal?: AbortSignal | undefined;
}

export interface ReadOptions extends CallOptions {
  /** Ask the service even where a remembered answer would do. */
  fresh?: boolean | undefined;
}

export interface WriteOptions extends CallOptions {
  /**
   * Names the spot of the page that orders, so that `unanswered()` and `placed()` of a later page find what this one has
   * left without an answer, and what it has placed. It is written into the store as it is: no personal data.
   */
  place?: string | undefined;
  /**
   * The request's `reference_id` is a random one, made for this order and for no other: where the service calls it used, it
   * is this order that has used it (contract/README.md §2.3). Not needed where the request has none, and the client makes one.
   */
  random?: boolean | undefined;
  /** The shop's own reference, where the `reference_id` is that one or a further number of it: `unanswered()` tells it. */
  shopReference?: string | undefined;
}
