import { createShippingClient, InvalidRequestError, type ShippingClient } from '../../client/index.ts';

/** A missing address is an error. No shop's service is at the page's own root by chance. */
function nowhere(): never {
  const remedy = 'is missing: set it to the URL of your gateway';
  throw new InvalidRequestError('listCouriers', [{ path: 'base-url', remedy }]);
}

const clients = new Map<string, ShippingClient>();

/** One client for each base URL, so that elements used alone share their requests. */
export function clientFor(baseUrl: string): ShippingClient {
  const known = clients.get(baseUrl);
  if (known) return known;
  const client = createShippingClient({ baseUrl, ...(!baseUrl && { headers: nowhere }) });
  clients.set(baseUrl, client);
  return client;
}
