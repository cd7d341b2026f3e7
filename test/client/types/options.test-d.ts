import type { ClientOptions, ShippingClient } from '../../../src/client/index.ts';

const baseUrl = '/shipping';

export const options: ClientOptions[] = [
  { baseUrl, store: sessionStorage, retry: { times: 1 }, cache: 0, timeout: 1000 },
  { baseUrl, store: undefined },
  { baseUrl, headers: () => ({ authorization: 'token' }) },
  { baseUrl, headers: async () => ({ authorization: 'token' }) },
  { baseUrl, fetch: async () => new Response() },
  // @ts-expect-error the base URL is missing
  { store: sessionStorage },
  // @ts-expect-error a Map is no store
  { baseUrl, store: new Map<string, string>() },
  // @ts-expect-error headers are texts by name
  { baseUrl, headers: async () => 'token' },
  // @ts-expect-error an option that does not exist
  { baseUrl, retries: 2 },
];

/** A shop's own tests may implement the interface. */
export const double: ShippingClient = {
  listCouriers: async () => ({ success: true, couriers: [], dropped: [] }),
  quoteRates: async () => ({ success: true, pricing: [], dropped: [] }),
  createOrder: async ({ reference_id }) => ({ success: true, id: 'o-1', reference_id }),
  createDraftOrder: async ({ reference_id = '' }) => ({ success: true, recovered: true, id: undefined, reference_id }),
  cancelOrder: async ({ id }) => ({ success: true, id }),
  unanswered: () => [],
  placed: () => [],
};
