import { createShippingClient } from '../src/client/index.ts';
import { createMemoryStore, createSandbox, isScenario, scenarioNames, scenarios } from '../src/sandbox/index.ts';
import type { Service } from './service.ts';

/** The static build has no server. A sandbox in the page answers from memory until the page is closed. */
export function createStaticService(): Service {
  const store = createMemoryStore();
  return {
    scenarios: Object.fromEntries(scenarioNames.map((name) => [name, scenarios[name].shows])),
    use(checkout, scenario) {
      const sandbox = createSandbox({ store, scenario: isScenario(scenario) ? scenario : 'normal' });
      checkout.client = createShippingClient({
        baseUrl: 'https://sandbox.invalid',
        fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      });
    },
  };
}
