import type { CheckoutElement } from '../src/index.ts';

/** Where the page's shipping service is, and what may go wrong there. */
export interface Service {
  /** What each scenario shows, by its name. */
  scenarios: Record<string, string>;
  use(checkout: CheckoutElement, scenario: string): void;
}

/** The shop's gateway: `/shipping`, or the same in a scenario. */
export async function createServerService(): Promise<Service> {
  const response = await fetch('/scenarios');
  return {
    scenarios: await response.json(),
    use(checkout, scenario) {
      checkout.baseUrl = scenario === 'normal' ? '/shipping' : `/scenarios/${scenario}`;
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
