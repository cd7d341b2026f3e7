import type { LedgerStore } from '../ledger/index.ts';
import type { NewsStore } from '../news/index.ts';

/** Answers that several processes share. Losing one costs a request; none of them is personal. */
export interface Cache {
  /** @param seconds how long it is good for at most: what is good for longer was kept before the clock was set back */
  get(key: string, seconds?: number): Promise<string | undefined>;
  /** @param seconds how long it is good for */
  set(key: string, value: string, seconds: number): Promise<void>;
}

/** What several processes count together. */
export interface Counts {
  /**
   * Adds to what was used in this span of time.
   * @param span milliseconds: counting begins anew at each multiple of it
   * @returns how much was used by now, this included
   */
  add(name: string, span: number, now: number, used?: number): Promise<number>;
}

/** All that a gateway keeps. */
export interface Store {
  ledger: LedgerStore;
  cache: Cache;
  counts: Counts;
  news: NewsStore;
  /** Forgets what is out of date: answers and counts. Entries of the ledger stay. */
  prune(now: number): Promise<void>;
  /** Whether it can be written to; rejects with why not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
