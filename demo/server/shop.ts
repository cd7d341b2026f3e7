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

/** A sandbox has no account; its key shows that the page never needs to know one. */
const key = 'demo-merchant-key';

/** Never looked up: the sandbox answers in this process. */
const upstream = 'http://sandbox.invalid';

/** Anybody can read it here: the demo's orders cost nothing. A shop makes its own, and keeps it. */
const secret = { kid: 'demo', secret: 'the-demo-has-no-secret-that-matters' };

const keys: TokenKeys = { account: 'demo', current: secret };

/** Milliseconds between two looks after orders that got no answer. */
const often = 5_000;

export interface Shop {
  fetch(request: Request): Promise<Response>;
}

/**
 * The demo shop's own server: `/shipping` is the gateway over the sandbox, `/scenarios/NAME` the same while something goes
 * wrong, `/checkout` signs carts and orders, `/desk` is what the shop's staff sees.
 * @param database path of the file that keeps the sandbox's orders; the gateway's stands beside it
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
    // Whoever tries the demo is one visitor at one address, however much they try.
    limits: { address: 10_000, session: 10_000, writes: 10_000, quotes: 1_000_000 },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}

/** What goes wrong in one scenario is not to be remembered in another: they are one account, and one ledger. */
const cacheOf = ({ cache }: Store, scenario: string): Cache => ({
  get: (key) => cache.get(`${scenario} ${key}`),
  set: (key, value, seconds) => cache.set(`${scenario} ${key}`, value, seconds),
});

/** Goes on with orders that were left without an answer, for as long as the shop is open. */
function lookAfter(gateways: readonly Gateway[]): void {
  const timer = setInterval(async () => {
    for (const gateway of gateways) await gateway.settle();
  }, often);
  timer.unref();
}

/** What each scenario shows, by its name. */
function sentences(): Record<string, string> {
  return Object.fromEntries(scenarioNames.map((name) => [name, scenarios[name].shows]));
}
