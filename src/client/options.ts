import type { Retry } from './retry.ts';
import type { Store } from './unanswered.ts';

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
   * Where references and fingerprints of writes without an answer are kept, so that they are known after a reload: in a
   * page `sessionStorage`. In the memory of this client by default.
   */
  store?: Store;
}

export interface CallOptions {
  /** Its reason is thrown untouched when it aborts. */
  signal?: AbortSignal | undefined;
}

export interface ReadOptions extends CallOptions {
  /** Ask the service even where a remembered answer would do. */
  fresh?: boolean | undefined;
}
