import {
  type AreaClient,
  createAreaClient,
  createShippingClient,
  type ShippingClient,
} from '../../src/client/index.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

/** A client whose service is a sandbox in the page. It keeps orders in memory until the page is closed. */
export function createSandboxClient(options: SandboxOptions = {}): ShippingClient {
  const sandbox = createSandbox(options);
  return createShippingClient({
    baseUrl: 'https://sandbox.invalid',
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}

/** A client for the search, whose service is a sandbox in the page. */
export function createSandboxAreaClient(): AreaClient {
  const sandbox = createSandbox();
  return createAreaClient({
    baseUrl: 'https://sandbox.invalid',
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}
