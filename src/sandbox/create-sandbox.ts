import { Hono } from 'hono';
import { type CustomRate, inForce, type Rupiah } from '../contract/index.ts';
import { authorize } from './authorization.ts';
import { type Clock, realClock } from './clock.ts';
import type { Account, AccountOrigin, Conditions } from './context.ts';
import { type FaultOptions, injectFaults } from './faults/index.ts';
import { asReadOn } from './history.ts';
import { isIdentifier } from './orders/index.ts';
import { limitRate, rateLimits } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';
import { routes } from './routes.ts';
import { createMemoryStore, type Store } from './store/index.ts';

const southJakarta: AccountOrigin = {
  origin_postal_code: 12440,
  origin_latitude: -6.2913,
  origin_longitude: 106.7985,
};

export interface SandboxOptions extends FaultOptions {
  /** The moment it is: decides the catalogue and the rules in force. The real one by default. */
  now?: () => Date;
  /** Where orders and drafts are kept; in memory by default. Whoever opened it closes it. */
  store?: Store;
  /** What `authorization` must carry. None by default: in a browser there is nobody to keep it from. */
  key?: string;
  /** The account's own discounts and surcharges, on every quote and order. */
  customRates?: readonly CustomRate[];
  /**
   * The cargo courier's insurance: percent of the declared value, and the least in rupiah (contract/README.md §3.4).
   */
  cargoInsurance?: { percent: number; minimum: Rupiah };
  /**
   * From where the account ships: what rates are quoted from that name no origin, but say
   * `type: "origin_suggestion_to_closest_destination"` (contract/README.md §3.6). South Jakarta by default.
   */
  origin?: AccountOrigin;
  /** Whether the service's own limits a second hold (contract/README.md §1.9). Not by default. */
  rateLimit?: boolean;
  /** By which faults wait and rate limits count; for tests. `now` is something else: it may stand still. */
  clock?: Clock;
}

export interface Sandbox {
  /** Rejects only as `fetch` does: where a fault broke the line, or the request was aborted. */
  fetch(request: Request): Promise<Response>;
}

/**
 * The shipping service of the document, for development and tests: requests in, answers out, no port needed.
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

  const app = new Hono<{ Bindings: Conditions }>();
  if (key !== undefined) app.use(authorize(key));
  if (rateLimit) for (const { path, most } of rateLimits) app.use(`${path}/*`, limitRate(path, most, clock));
  for (const { method, path, answer, status = 200, since } of routes) {
    app.on(method, path, async (c) => {
      const moment = now();
      if (since && !inForce({ since }, moment)) return c.notFound();
      const id: string | undefined = c.req.param('id');
      // Another word is another path, and there is none.
      if (id !== undefined && !isIdentifier(id)) return c.notFound();
      const said = method === 'GET' ? c.req.query() : await readBody(c.req.raw);
      // Found in capitals too (contract/README.md §1.6).
      const request = asReadOn(moment, { ...said, ...(id !== undefined && { id: id.toLowerCase() }) });
      return c.json(await answer(request, { now: moment, account, store, conditions: c.env }), status);
    });
  }
  app.notFound((c) => new Refusal(40_400_000, `There is no ${c.req.method} ${c.req.path} here`).answer());
  app.onError((error) => {
    // No request comes here, whatever it carries: test/sandbox/generated-requests.test.ts sends what it can think of. The
    // store does, on a full disk: an order that was not kept must look neither placed nor refused.
    const refusal = error instanceof Refusal ? error : new Refusal(50_000_000, `The sandbox failed: ${error.message}`);
    return refusal.answer();
  });
  return { fetch: injectFaults(options, clock, async (request, conditions) => app.fetch(request, conditions)) };
}
