import {
  type AreaClient,
  createAreaClient,
  createShippingClient,
  type PromiseClient,
  type ShippingClient,
} from '../../src/client/index.ts';
import { type ShopCalendar, shopCalendar } from '../../src/quote/index.ts';
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

/** A client for promises, whose service is a sandbox in the page. It has no rules of a shop, so nothing is free. */
export function createSandboxPromiseClient(
  origin: { origin_postal_code: number },
  calendar: ShopCalendar,
): PromiseClient {
  const [rates, areas, days] = [createSandboxClient(), createSandboxAreaClient(), shopCalendar(calendar)];
  return {
    async promise({ destination_area_id, destination_postal_code, weight = 1_000 }) {
      const { couriers } = await rates.listCouriers();
      const { pricing } = await rates.quoteRates({
        ...origin,
        ...(destination_area_id ? { destination_area_id } : { destination_postal_code }),
        couriers: [...new Set(couriers.map(({ courier_code }) => courier_code))].join(),
        items: [{ name: 'Goods', value: 1, quantity: 1, weight }],
      });
      const [least] = pricing.sort((one, other) => one.price - other.price);
      const arrival = least && days.promise(least, Date.now());
      return { success: true, rate: least ? { ...least, arrivals: arrival ? [arrival] : [] } : null };
    },
    searchAreas: (request) => areas.searchAreas(request),
  };
}
