import { createShippingClient, type ShippingClient } from '../src/client/index.ts';
import { createSandbox } from '../src/sandbox/index.ts';

/** The static build has no server: the sandbox answers in the page itself, from memory, until the page is closed. */
export function createStaticClient(): ShippingClient {
  const sandbox = createSandbox();
  return createShippingClient({
    baseUrl: 'https://sandbox.invalid',
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}
