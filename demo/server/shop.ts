import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { type Cache, createShippingGateway, type Gateway, type GatewayStore } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import {
  createSandbox,
  openStore,
  type Sandbox,
  scenarioNames,
  scenarios,
  type WebhookOptions,
} from '../../src/sandbox/index.ts';
import type { TokenKeys } from '../../src/server.ts';
import { verifyTrack } from '../../src/tokens/index.ts';
import { calendar, freeDelivery, warehouse } from '../places.ts';
import { createBasket } from './basket.ts';
import { createCheckout } from './checkout.ts';

/** A sandbox has no account. The key shows that a page never needs one. */
const key = 'demo-merchant-key';

/** Never resolved, because the sandbox answers in this process. */
const upstream = 'https://sandbox.invalid';

/** Public, because the demo's orders cost nothing. A shop makes its own and keeps it secret. */
const secret = { kid: 'demo', secret: 'the-demo-has-no-secret-that-matters' };

/** Public for the same reason. */
const webhookSecret = 'the-demo-has-no-webhook-secret';

export const keys: TokenKeys = { account: 'demo', current: secret };

export interface Shop {
  fetch(request: Request): Promise<Response>;
}

/**
 * The demo shop's own server. `/shipping` is the gateway over the sandbox, `/scenarios/NAME` the same in a scenario. `/checkout` signs
 * carts and orders, `/checkout/basket` sells parcels of two places, `/desk` is the page of the shop's staff.
 * @param database path of the file that keeps the sandbox's orders. The gateway's file is beside it
 * @param origins of the demo's pages
 */
export async function createShop(database: string, origins: readonly string[]): Promise<Shop> {
  const folder = dirname(database);
  mkdirSync(folder, { recursive: true });
  const store = await openStore(database);
  const ledger = await openLibsqlStore(join(folder, 'gateway.db'));
  const app = new Hono();
  const mount = (path: string, scenario: string, sandbox: Sandbox) => {
    const gateway = gatewayOver(sandbox, scenario, ledger, origins);
    app.mount(path, (request) => gateway.fetch(request));
    return gateway;
  };
  const webhooks: WebhookOptions = {
    url: `${upstream}/v1/webhooks`,
    secret: webhookSecret,
    fetch: (input, init) => gateway.fetch(new Request(input, init)),
  };
  const sandbox = createSandbox({ store, key, webhooks });
  // The orders of all scenarios are in one ledger, so one gateway finishes those without an answer.
  const gateway = mount('/shipping', 'normal', sandbox);
  gateway.start();
  for (const scenario of shown) mount(`/scenarios/${scenario}`, scenario, createSandbox({ store, key, scenario }));
  app.route('/checkout', createCheckout(keys));
  app.route('/checkout/basket', createBasket(gateway, keys, ledger));
  app.get('/scenarios', (context) => context.json(sentences()));
  app.get('/desk/orders', () =>
    sandbox.fetch(new Request(`${upstream}/v1/orders`, { headers: { authorization: key } })),
  );
  // As the merchant does in the service's dashboard. The gateway hears of it within a minute or two.
  app.post('/desk/drafts/:id/confirm', (context) => {
    const headers = { authorization: key, 'content-type': 'application/json' };
    const url = `${upstream}/v1/draft_orders/${encodeURIComponent(context.req.param('id'))}/confirm`;
    return sandbox.fetch(new Request(url, { method: 'POST', headers, body: '{}' }));
  });
  app.post('/desk/parcels/next', async (context) => {
    const [, token] = context.req.header('authorization')?.split(' ') ?? [];
    const { reference } = await verifyTrack(token, keys);
    const status = await moveOn(sandbox, reference);
    return context.json({ status });
  });
  return { fetch: async (request) => app.fetch(request) };
}

const journey = ['allocated', 'picking_up', 'picked', 'in_transit', 'dropping_off', 'delivered'];

/** Has the courier of the sandbox move an order on. Returns when its webhook was answered. */
async function moveOn(sandbox: Sandbox, reference: string): Promise<string | undefined> {
  const headers = { authorization: key, 'content-type': 'application/json' };
  const list = await sandbox.fetch(new Request(`${upstream}/v1/orders`, { headers }));
  const { orders } = (await list.json()) as { orders: { id: string; status: string; reference_id: string | null }[] };
  const order = orders.find(({ reference_id }) => reference_id === reference);
  const status = order && journey[journey.indexOf(order.status) + 1];
  if (!order || !status) return order?.status;
  const init = { method: 'POST', headers, body: JSON.stringify({ status }) };
  await sandbox.fetch(new Request(`${upstream}/sandbox/orders/${order.id}/status`, init));
  await sandbox.move();
  return status;
}

function gatewayOver(sandbox: Sandbox, scenario: string, store: GatewayStore, origins: readonly string[]): Gateway {
  return createShippingGateway({
    account: keys.account,
    upstream,
    key,
    store: { ...store, cache: cacheOf(store, scenario) },
    secrets: { current: secret },
    origins,
    orders: 'order',
    cancels: true,
    tracking: true,
    webhooks: { secret: webhookSecret },
    areas: true,
    promises: { origin: { origin_postal_code: warehouse.origin_postal_code } },
    rates: freeDelivery,
    calendar,
    // Everyone who tries the demo has the same address.
    limits: {
      address: 10_000,
      session: 10_000,
      writes: 10_000,
      quotes: 1_000_000,
      sessionQuotes: 1_000_000,
      promises: 1_000_000,
      areas: 1_000_000,
      addressAreas: 10_000,
    },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}

/** Each scenario has cache keys of its own, because all scenarios share one store. */
const cacheOf = ({ cache }: GatewayStore, scenario: string): Cache => ({
  get: (key) => cache.get(`${scenario} ${key}`),
  set: (key, value, seconds) => cache.set(`${scenario} ${key}`, value, seconds),
});

/** Those about parcels change no request, and nothing moves here. */
const shown = scenarioNames.filter((name) => !scenarios[name].parcels);

/** Descriptions of the scenarios, by name. */
function sentences(): Record<string, string> {
  return Object.fromEntries(shown.map((name) => [name, scenarios[name].shows]));
}
