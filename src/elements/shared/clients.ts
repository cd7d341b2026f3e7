import { createShippingClient, type ShippingClient } from '../../client/index.ts';

const clients = new Map<string, ShippingClient>();

/** One client a base URL, so that elements used alone still share their requests. */
export function clientFor(baseUrl: string): ShippingClient {
  const known = clients.get(baseUrl);
  if (known) return known;
  const client = createShippingClient({ baseUrl });
  clients.set(baseUrl, client);
  return client;
}
