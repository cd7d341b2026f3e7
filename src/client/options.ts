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
   * Where writes without an answer are remembered, so that they are known after a reload: their references and
   * fingerprints and the names of their places, nothing else. In a page its `sessionStorage` by default; where there is
   * none, or where it is full or forbidden, the memory of this client.
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
   * Names the spot of the page that orders, so that `unanswered()` of a later page finds what this one has left without an
   * answer. It is written into the store as it is: no personal data.
   */
  place?: string | undefined;
}
