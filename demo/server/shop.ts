import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import {
  type Cache,
  createShippingGateway,
  type Gateway,
  openLibsqlStore,
  type Store,
} from '../../src/gateway/index.ts';
import { createSandbox, openStore, type Sandbox, scenarioNames, scenarios } from '../../src/sandbox/index.ts';
import type { TokenKeys } from '../../src/server.ts';
import { createCheckout } from './checkout.ts';

/** A sandbox has no account. The key shows that a page never needs one. */
const key = 'demo-merchant-key';

/** Never resolved, because the sandbox answers in this process. */
const upstream = 'http://sandbox.invalid';

/** Public, because the demo's orders cost nothing. A shop makes its own and keeps it secret. */
const secret = { kid: 'demo', secret: 'the-demo-has-no-secret-that-matters' };

const keys: TokenKeys = { account: 'demo', current: secret };

/** Milliseconds between two checks for orders without an answer. */
const often = 5_000;

export interface Shop {
  fetch(request: Request): Promise<Response>;
}

/**
 * The demo shop's own server. `/shipping` is the gateway over the sandbox, `/scenarios/NAME` the same in a scenario. `/checkout` signs
 * carts and orders, `/desk` is the page of the shop's staff.
 * @param database path of the file that keeps the sandbox's orders. The gateway's file is beside it
 * @param origins of the demo's pages
 */
export async function createShop(database: string, origins: readonly string[]): Promise<Shop> {
  const folder = dirname(database);
  mkdirSync(folder, { recursive: true });
  const store = await openStore(database);
  const ledger = await openLibsqlStore(join(folder, 'gateway.db'));
  const app = new Hono();
  const gateways: Gateway[] = [];
  const mount = (path: string, scenario: string, sandbox: Sandbox) => {
    const gateway = gatewayOver(sandbox, scenario, ledger, origins);
    gateways.push(gateway);
    app.mount(path, (request) => gateway.fetch(request));
  };
  const sandbox = createSandbox({ store, key });
  mount('/shipping', 'normal', sandbox);
  for (const scenario of scenarioNames)
    mount(`/scenarios/${scenario}`, scenario, createSandbox({ store, key, scenario }));
  app.route('/checkout', createCheckout(keys));
  app.get('/scenarios', (context) => context.json(sentences()));
  app.get('/desk/orders', () =>
    sandbox.fetch(new Request(`${upstream}/v1/orders`, { headers: { authorization: key } })),
  );
  lookAfter(gateways);
  return { fetch: async (request) => app.fetch(request) };
}

function gatewayOver(sandbox: Sandbox, scenario: string, store: Store, origins: readonly string[]): Gateway {
  return createShippingGateway({
    account: keys.account,
    upstream,
    key,
    store: { ...store, cache: cacheOf(store, scenario) },
    secrets: { current: secret },
    origins,
    orders: 'order',
    cancels: true,
    // Everyone who tries the demo has the same address.
    limits: { address: 10_000, session: 10_000, writes: 10_000, quotes: 1_000_000 },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}

/** Each scenario has cache keys of its own, because all scenarios share one store. */
const cacheOf = ({ cache }: Store, scenario: string): Cache => ({
  get: (key) => cache.get(`${scenario} ${key}`),
  set: (key, value, seconds) => cache.set(`${scenario} ${key}`, value, seconds),
});

/** Settles orders without an answer while the shop is open. */
function lookAfter(gateways: readonly Gateway[]): void {
  const timer = setInterval(async () => {
    for (const gateway of gateways) await gateway.settle();
  }, often);
  timer.unref();
}

/** Descriptions of the scenarios, by name. */
function sentences(): Record<string, string> {
  return Object.fromEntries(scenarioNames.map((name) => [name, scenarios[name].shows]));
}
