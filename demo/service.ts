import type { CheckoutElement } from '../src/index.ts';
import { createSignedClient } from './signed-client.ts';

/** Where the page's shipping service is, and what may go wrong there. */
export interface Service {
  /** What each scenario shows, by its name. */
  scenarios: Record<string, string>;
  use(checkout: CheckoutElement, scenario: string): void;
}

/**
 * The shop's own server: `/shipping`, or the same in a scenario.
 * @param quantities of the cart as it is now
 */
export async function createServerService(quantities: () => number[]): Promise<Service> {
  const response = await fetch('/scenarios');
  return {
    scenarios: await response.json(),
    use(checkout, scenario) {
      checkout.client = createSignedClient(scenario, quantities);
    },
  };
}

export function offerScenarios(
  select: HTMLSelectElement,
  hint: HTMLElement,
  service: Service,
  checkout: CheckoutElement,
) {
  select.replaceChildren(...Object.keys(service.scenarios).map((name) => new Option(name.replaceAll('-', ' '), name)));
  const choose = () => {
    hint.textContent = service.scenarios[select.value] ?? '';
    service.use(checkout, select.value);
  };
  select.addEventListener('change', choose);
  choose();
}
