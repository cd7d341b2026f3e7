import { createShippingClient, InvalidRequestError, type ShippingClient } from '../../client/index.ts';

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
