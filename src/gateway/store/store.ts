import type { LedgerStore } from '../ledger/index.ts';
import type { NewsStore } from '../news/index.ts';

/** Answers that several processes share. A lost one costs a request. They have no personal data. */
export interface Cache {
  /** @param seconds the longest lifetime. A later expiry was stored before the clock was set back, and does not count */
  get(key: string, seconds?: number): Promise<string | undefined>;
  /** @param seconds the lifetime */
  set(key: string, value: string, seconds: number): Promise<void>;
}

/** Counts that several processes share. */
export interface Counts {
  /**
   * Adds to the count of this span of time.
   * @param span milliseconds. The count restarts at each multiple of it
   * @param now milliseconds since the epoch
   * @param used 1 by default
   * @returns the count, including this call
   */
  add(name: string, span: number, now: number, used?: number): Promise<number>;
}

/** Everything that a gateway stores. */
export interface Store {
  ledger: LedgerStore;
  cache: Cache;
  counts: Counts;
  news: NewsStore;
  /**
   * Deletes expired answers and counts. Entries of the ledger stay.
   * @param now milliseconds since the epoch
   */
  prune(now: number): Promise<void>;
  /** Resolves if the store can be written to. Rejects with the reason otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
