import { createShippingClient, type ShippingClient, type Store } from '../../src/client/index.ts';

/**
 * A client whose service is the test's own handler, asked once a call: retries are the client's own matter. The signal is
 * handed on beside the request, whose own one Node 20 may have collected before it is aborted.
 */
export function clientOf(
  handler: (request: Request, signal: AbortSignal) => Promise<Response>,
  store?: Store,
): ShippingClient {
  return createShippingClient({
    baseUrl: 'https://shipping.test',
    retry: { times: 0 },
    fetch: (input, init) => handler(new Request(input, init), init?.signal as AbortSignal),
    store,
  });
}
