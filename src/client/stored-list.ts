import type * as z from 'zod/mini';
import { attempt, type Store } from './store.ts';

/**
 * A list that outlives the page in a store, and what this client itself has put into it. A store that is full, forbidden or
 * cleared by the page costs the memory over a reload; it must not cost the shopper the order.
 */
export class StoredList<Entry extends object> {
  readonly #store: Store | undefined;
  readonly #key: string;
  readonly #entry: z.ZodMiniType<Entry>;
  readonly #same: (one: Entry, other: Entry) => boolean;
  #own: readonly Entry[] = [];

  /** @param same whether two entries are about one thing: then the list has one of them */
  constructor(
    store: Store | undefined,
    key: string,
    entry: z.ZodMiniType<Entry>,
    same: (one: Entry, other: Entry) => boolean,
  ) {
    this.#store = store;
    this.#key = key;
    this.#entry = entry;
    this.#same = same;
  }

  /** In the order in which they were added. */
  get entries(): readonly Entry[] {
    const stored = this.#stored;
    const known = (entry: Entry, list: readonly Entry[]) => list.find((other) => this.#same(other, entry));
    const merged = stored.map((entry) => ({ ...entry, ...known(entry, this.#own) }));
    return [...merged, ...this.#own.filter((entry) => !known(entry, stored))];
  }

  change(change: (entries: readonly Entry[]) => readonly Entry[]): void {
    this.#own = change(this.#own);
    const stored = change(this.#stored);
    attempt(() =>
      stored.length ? this.#store?.setItem(this.#key, JSON.stringify(stored)) : this.#store?.removeItem(this.#key),
    );
  }

  /** Whoever may write to the store may have written anything: what is no entry is left out. */
  get #stored(): readonly Entry[] {
    const list: unknown = attempt(() => JSON.parse(this.#store?.getItem(this.#key) ?? ''));
    return Array.isArray(list) ? list.flatMap((entry) => this.#entry.safeParse(entry).data ?? []) : [];
  }
}
