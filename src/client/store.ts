/**
 * Where the client writes down what it must know after a reload: `sessionStorage`, or anything that is used like it. It
 * holds references, ids, fingerprints, the names of places and what cancels an order, never a name, a phone number or an address.
 */
export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The `sessionStorage` of a page; undefined in a worker or on a server, and where the browser forbids it. */
export function pageStore(page: { document?: unknown; sessionStorage?: Store } = globalThis): Store | undefined {
  return page.document ? attempt(() => page.sessionStorage) : undefined;
}

/** What `use` returns; undefined where it throws, as a store does that is full or forbidden. */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
