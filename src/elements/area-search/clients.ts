import { type AreaClient, createAreaClient, InvalidRequestError } from '../../client/index.ts';

function nowhere(): never {
  const remedy = 'is missing: set it, or client';
  throw new InvalidRequestError('searchAreas', [{ path: 'base-url', remedy }]);
}

const clients = new Map<string, AreaClient>();

/** One client for each base URL, so that two searches in a page share their answers. */
export function areaClientFor(baseUrl: string): AreaClient {
  const known = clients.get(baseUrl);
  if (known) return known;
  // A district does not move while a page is open: its texts are asked once.
  const client = createAreaClient({ baseUrl, cache: Number.POSITIVE_INFINITY, ...(!baseUrl && { headers: nowhere }) });
  clients.set(baseUrl, client);
  return client;
}
