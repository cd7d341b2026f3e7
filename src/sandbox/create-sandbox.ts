import { Hono } from 'hono';
import {
  allOperations,
  type CustomRate,
  gatewayOperations,
  inForce,
  olderRules,
  type Route,
  type Rupiah,
  type ServiceOperation,
} from '../contract/index.ts';
import { searchAreas } from './areas.ts';
import {
  type Account,
  type AccountOrigin,
  asReadOn,
  type Clock,
  type Conditions,
  type Context,
  realClock,
  type WebhookOptions,
} from './context.ts';
import { listCouriers } from './couriers.ts';
import { identifierIn, trackingIn } from './document.ts';
import { confirmDraftOrder, createDraftOrder, deleteDraftOrder, getDraftOrder } from './drafts.ts';
import { type FaultOptions, injectFaults } from './faults.ts';
import { authorize, limitRate, rateLimits, readBody, SandboxRefusal } from './http.ts';
import { createMemoryStore, type SandboxStore } from './order-store.ts';
import { cancelOrder, createOrder, listCancellationReasons } from './orders.ts';
import { createWebhooks, getOrder, listOrders, moveParcels, readTracking, setStatus } from './parcels.ts';
import { quoteRates } from './rates.ts';
import { type Scenario, scenarios, usualJourney } from './scenarios.ts';

interface Handling {
  /** Answers a request: its body or query, with the parameters of the path. */
  answer: (request: Record<string, unknown>, context: Context) => object | Promise<object>;
  /** The HTTP status of success; 200 by default. */
  status?: 200 | 201;
  /** Reads the id of the path, an order's by default. Undefined if that part is no id: then it is another path (contract/README.md §1.6). */
  id?: (word: string) => string | undefined;
  /** The day the route was introduced; undefined if it was always there. */
  since?: string;
}

/** What the service answers, by the rows of the contract. */
const handlings: Record<ServiceOperation, Handling> = {
  listCouriers: { answer: listCouriers },
  quoteRates: { answer: quoteRates },
  createOrder: { answer: createOrder },
  createDraftOrder: { answer: createDraftOrder, status: 201, since: olderRules.draftOrders.since },
  cancelOrder: { answer: cancelOrder, since: olderRules.cancellation.since },
  readAreas: { answer: searchAreas },
  readOrder: { answer: getOrder },
  readTracking: { answer: readTracking, id: trackingIn },
  readDraftOrder: { answer: getDraftOrder, since: olderRules.draftOrders.since },
  confirmDraftOrder: { answer: confirmDraftOrder, since: olderRules.draftOrders.since },
  deleteDraftOrder: { answer: deleteDraftOrder, since: olderRules.draftOrders.since },
};

/** Not in the design document: published by the service, or for pages without a gateway, back offices and tests. */
const additional: (Route & Handling)[] = [
  { ...gatewayOperations.searchAreas, answer: searchAreas },
  { method: 'GET', path: '/v1/orders', answer: listOrders },
  {
    method: 'GET',
    path: '/v1/orders/cancellation_reasons',
    answer: listCancellationReasons,
    since: olderRules.cancellation.since,
  },
  { method: 'DELETE', path: '/v1/orders/:id', answer: cancelOrder, since: olderRules.cancellation.since },
  { method: 'POST', path: '/sandbox/orders/:id/status', answer: setStatus },
];

const names = Object.keys(handlings) as ServiceOperation[];

// The additional ones come first. Otherwise `cancellation_reasons` would be read as the id of an order.
const routes: readonly (Route & Handling)[] = [
  ...additional,
  ...names.map((name) => ({ ...allOperations[name], ...handlings[name] })),
];

const southJakarta: AccountOrigin = {
  origin_postal_code: 12440,
  origin_latitude: -6.2913,
  origin_longitude: 106.7985,
};

/** The options of `createSandbox`. None is required. */
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
