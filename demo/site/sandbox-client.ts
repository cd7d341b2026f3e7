import { createShippingClient, type ShippingClient } from '../../src/client/index.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

/** A client whose service is a sandbox in the page. It keeps orders in memory until the page is closed. */
export function createSandboxClient(options: SandboxOptions = {}): ShippingClient {
  const sandbox = createSandbox(options);
  return createShippingClient({
    baseUrl: 'https://sandbox.invalid',
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}
