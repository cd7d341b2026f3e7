import { Hono } from 'hono';
import { type CustomRate, inForce, type Rupiah } from '../contract/index.ts';
import { authorize } from './authorization.ts';
import { type Clock, realClock } from './clock.ts';
import type { Account, AccountOrigin, Conditions } from './context.ts';
import { type FaultOptions, injectFaults, type Scenario, scenarios, usualJourney } from './faults/index.ts';
import { asReadOn } from './history.ts';
import { identifierIn } from './orders/index.ts';
import { createWebhooks, moveParcels, type WebhookOptions } from './parcels/index.ts';
import { limitRate, rateLimits } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { SandboxRefusal } from './refusal.ts';
import { routes } from './routes.ts';
import { createMemoryStore, type SandboxStore } from './store/index.ts';

const southJakarta: AccountOrigin = {
  origin_postal_code: 12440,
  origin_latitude: -6.2913,
  origin_longitude: 106.7985,
};

export interface SandboxOptions extends FaultOptions {
  /** The current time. It decides which services and rules exist. The real time by default. */
  now?: () => Date;
  /** Keeps orders and drafts; in memory by default. The caller closes it. */
  store?: SandboxStore;
  /** The key that the header `authorization` must have. By default no key is needed. */
  key?: string;
  /** Discounts and surcharges of the account, for every quote and order. */
  customRates?: readonly CustomRate[];
  /** The cargo courier's insurance: percent of the declared value, and the minimum in rupiah (contract/README.md §3.4). */
  cargoInsurance?: { percent: number; minimum: Rupiah };
  /**
   * The origin for rates requests with `type: "origin_suggestion_to_closest_destination"`, and the place of every saved
   * location (contract/README.md §3.6). South Jakarta by default.
   */
  origin?: AccountOrigin;
  /** Enforces the service's limits per second (contract/README.md §1.9). False by default. */
  rateLimit?: boolean;
  /** Seconds after which a placed order enters its next state, by the clock of `now`. `move()` does it. By default no parcel moves. */
  moves?: number;
  /** Gets a webhook for each change of an order. */
  webhooks?: WebhookOptions;
  /** Measures waits and rate limits; for tests. */
  clock?: Clock;
}

/** The service, played in this process. */
export interface Sandbox {
  /** Rejects as `fetch` does: if a fault breaks the connection, or if the request is aborted. */
  fetch(request: Request): Promise<Response>;
  /**
   * With `moves`, moves the orders that are due. Call it every second.
   * @returns the number of steps, when their webhooks are sent
   */
  move(): Promise<number>;
}

/**
 * The shipping service of the design document, for development and tests. It answers requests without a port.
 * @example
 * const sandbox = createSandbox();
 * const client = createShippingClient({
 *   baseUrl: 'https://sandbox.invalid',
 *   fetch: (input, init) => sandbox.fetch(new Request(input, init)),
 * });
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { now = () => new Date(), store = createMemoryStore(), key } = options;
  const { customRates = [], cargoInsurance = { percent: 0.5, minimum: 5_000 } } = options;
  const { origin = southJakarta } = options;
  const { rateLimit = false, clock = realClock } = options;
  const account: Account = { customRates, cargoInsurance, origin };
  const { parcels = {} }: Partial<Scenario> = scenarios[options.scenario ?? 'normal'] ?? {};
  const { journey = usualJourney, isDisordered = false } = parcels;
  const webhooks = createWebhooks(options.webhooks, isDisordered);

  const app = new Hono<{ Bindings: Conditions }>();
  if (key !== undefined) app.use(authorize(key));
  if (rateLimit) for (const { path, most } of rateLimits) app.use(`${path}/*`, limitRate(path, most, clock));
  for (const { method, path, answer, status = 200, since, id: idIn = identifierIn } of routes) {
    app.on(method, path, async (c) => {
      const moment = now();
      if (since && !inForce({ since }, moment)) return c.notFound();
      const word: string | undefined = c.req.param('id');
      const id = word === undefined ? undefined : idIn(word);
      if (word !== undefined && id === undefined) return c.notFound();
      const fields = method === 'GET' ? c.req.query() : await readBody(c.req.raw);
      const request = asReadOn(moment, { ...fields, ...(id !== undefined && { id }) });
      return c.json(await answer(request, { now: moment, account, store, conditions: c.env, webhooks }), status);
    });
  }
  app.notFound((c) => new SandboxRefusal(40_400_000, `There is no ${c.req.method} ${c.req.path} here`).answer());
  app.onError((error) => {
    // Only a store that fails, for example on a full disk: such an order must not look placed or refused.
    // test/sandbox/generated-requests.test.ts checks that no request leads here.
    const refusal =
      error instanceof SandboxRefusal ? error : new SandboxRefusal(50_000_000, `The sandbox failed: ${error.message}`);
    return refusal.answer();
  });
  return {
    fetch: injectFaults(options, clock, async (request, conditions) => app.fetch(request, conditions)),
    async move() {
      const { moves } = options;
      const steps =
        moves === undefined ? 0 : await moveParcels(store, { states: journey, every: moves * 1000 }, now(), webhooks);
      await webhooks.sent();
      return steps;
    },
  };
}
