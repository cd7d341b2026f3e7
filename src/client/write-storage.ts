import type * as z from 'zod/mini';

/**
 * Where the client remembers writes over a reload: `sessionStorage` or an object like it. It holds references, ids, fingerprints,
 * names of places and cancel tokens, never a name, a phone number or an address.
 */
export interface WriteStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The `sessionStorage` of a page. Undefined in workers, on servers and if the browser forbids it. */
export function pageStore(
  page: { document?: unknown; sessionStorage?: WriteStorage } = globalThis,
): WriteStorage | undefined {
  return page.document ? attempt(() => page.sessionStorage) : undefined;
}

/** The result of `use`; undefined if it throws. A store throws when it is full or forbidden. */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/**
 * A list in a store, with a copy of this client's own entries. If the store is full, forbidden or cleared, the list does not
 * outlive a reload, and the order still goes out.
 */
export class StoredList<Entry extends object> {
  readonly #store: WriteStorage | undefined;
  readonly #key: string;
  readonly #entry: z.ZodMiniType<Entry>;
  readonly #same: (one: Entry, other: Entry) => boolean;
  #own: readonly Entry[] = [];

  /** @param same whether two entries are about the same write; the list keeps one of them */
  constructor(
    store: WriteStorage | undefined,
    key: string,
    entry: z.ZodMiniType<Entry>,
    same: (one: Entry, other: Entry) => boolean,
  ) {
    this.#store = store;
    this.#key = key;
    this.#entry = entry;
    this.#same = same;
  }

  /** All entries, oldest first. */
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

  /** Scripts of the page may write to the store too, so invalid entries are skipped. */
  get #stored(): readonly Entry[] {
    const list: unknown = attempt(() => JSON.parse(this.#store?.getItem(this.#key) ?? ''));
    return Array.isArray(list) ? list.flatMap((entry) => this.#entry.safeParse(entry).data ?? []) : [];
  }
}
