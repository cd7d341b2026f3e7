import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Hono } from 'hono';
import { createShippingGateway } from '../../src/gateway/index.ts';
import { createSandbox, openStore, type Sandbox, scenarioNames, scenarios } from '../../src/sandbox/index.ts';

/** A sandbox has no account; its key shows that the page never needs to know one. */
const key = 'demo-merchant-key';

/** Never looked up: the sandbox answers in this process. */
const upstream = 'http://sandbox.invalid';

export interface Shop {
  fetch(request: Request): Promise<Response>;
}

/**
 * The demo shop's own server: `/shipping` is the gateway over the sandbox, `/scenarios/NAME` the same while something goes
 * wrong, `/desk` what the shop's staff sees.
 * @param database path of the file that keeps the orders
 */
export async function createShop(database: string): Promise<Shop> {
  mkdirSync(dirname(database), { recursive: true });
  const store = await openStore(database);
  const app = new Hono();
  const sandbox = createSandbox({ store, key });
  app.mount('/shipping', gatewayOver(sandbox).fetch);
  for (const scenario of scenarioNames) {
    app.mount(`/scenarios/${scenario}`, gatewayOver(createSandbox({ store, key, scenario })).fetch);
  }
  app.get('/scenarios', (context) => context.json(sentences()));
  app.get('/desk/orders', () =>
    sandbox.fetch(new Request(`${upstream}/v1/orders`, { headers: { authorization: key } })),
  );
  return { fetch: async (request) => app.fetch(request) };
}

function gatewayOver(sandbox: Sandbox) {
  return createShippingGateway({
    upstream,
    key,
    // The demo's account is a sandbox: nobody pays for what a visitor orders.
    allow: ['listCouriers', 'quoteRates', 'createOrder', 'createDraftOrder', 'cancelOrder'],
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}

/** What each scenario shows, by its name. */
function sentences(): Record<string, string> {
  return Object.fromEntries(scenarioNames.map((name) => [name, scenarios[name].shows]));
}
