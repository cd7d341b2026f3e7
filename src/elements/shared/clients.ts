import { createShippingClient, InvalidRequestError, type ShippingClient, type Store } from '../../client/index.ts';

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

/** No shop's service is at the page's own root by chance: an address that was forgotten is said, not guessed. */
function nowhere(): never {
  const remedy = 'is missing: set it to where your gateway answers, or set client';
  throw new InvalidRequestError('listCouriers', [{ path: 'base-url', remedy }]);
}

const clients = new Map<string, ShippingClient>();

/** One client a base URL, so that elements used alone still share their requests. */
export function clientFor(baseUrl: string): ShippingClient {
  const known = clients.get(baseUrl);
  if (known) return known;
  const client = createShippingClient({ baseUrl, ...(!baseUrl && { headers: nowhere }) });
  clients.set(baseUrl, client);
  return client;
}
