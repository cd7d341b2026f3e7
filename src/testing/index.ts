import { createShippingClient, type ShippingClient } from '../client/index.ts';
import { createSandbox, type SandboxOptions } from '../sandbox/index.ts';

export {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type ScenarioName,
  scenarioNames,
} from '../sandbox/index.ts';
export { CheckoutKit, type KitOptions, type KitRate, type KitSums } from './checkout-kit.ts';
export { domCheckout, type PlaywrightLocator, playwrightCheckout } from './drivers.ts';

/**
 * A client of a sandbox in this process, without a port: set it as the `client` of an element.
 * @example
 * checkout.client = sandboxClient({ scenario: 'price-rises' });
 */
export function sandboxClient(options: SandboxOptions = {}): ShippingClient {
  const sandbox = createSandbox(options);
  return createShippingClient({
    baseUrl: 'https://shipping.test',
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}
