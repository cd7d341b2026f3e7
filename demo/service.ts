import type { CheckoutElement } from '../src/index.ts';

/** The page's shipping service and its scenario. */
export interface Service {
  /** Descriptions of the scenarios, by name. */
  scenarios: Record<string, string>;
  use(checkout: CheckoutElement, scenario: string): void;
}

/** The shop's gateway, `/shipping`, or the one of a scenario. */
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
  select.addEventListener('change', () => {
    choose();
    // What is on screen comes from another service now.
    void checkout.refresh();
  });
  choose();
}
