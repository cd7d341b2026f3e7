import { createMemoryStore, isScenario, scenarioNames, scenarios } from '../src/sandbox/index.ts';
import type { Service } from './service.ts';
import { createSandboxClient } from './site/sandbox-client.ts';

/** The static build has no server. A sandbox in the page answers from memory until the page is closed. */
export function createStaticService(): Service {
  const store = createMemoryStore();
  return {
    scenarios: Object.fromEntries(scenarioNames.map((name) => [name, scenarios[name].shows])),
    use(checkout, scenario) {
      checkout.client = createSandboxClient({ store, scenario: isScenario(scenario) ? scenario : 'normal' });
    },
  };
}
