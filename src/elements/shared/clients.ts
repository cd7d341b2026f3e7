import { createShippingClient, type ShippingClient, type Store } from '../../client/index.ts';

/** Forbidden or full it forgets; that must not cost the shopper the order. */
function attempt<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(globalThis.sessionStorage);
  } catch {
    return null;
  }
}

/** `sessionStorage`, where the page has one. */
export const pageStore: Store = {
  getItem: (key) => attempt((storage) => storage.getItem(key)),
  setItem: (key, value) => attempt((storage) => storage.setItem(key, value)),
  removeItem: (key) => attempt((storage) => storage.removeItem(key)),
};

const clients = new Map<string, ShippingClient>();

/** One client a base URL, so that elements used alone still share their requests. */
export function clientFor(baseUrl: string): ShippingClient {
  const known = clients.get(baseUrl);
  if (known) return known;
  const client = createShippingClient({ baseUrl, store: pageStore });
  clients.set(baseUrl, client);
  return client;
}
