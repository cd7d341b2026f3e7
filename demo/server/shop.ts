import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Hono } from 'hono';
import { createShippingGateway } from '../../src/gateway/index.ts';
import { createSandbox, openStore } from '../../src/sandbox/index.ts';

/** A sandbox has no account; its key shows that the page never needs to know one. */
const key = 'demo-merchant-key';

export interface Shop {
  fetch(request: Request): Promise<Response>;
}

/**
 * The demo shop's own server: `/shipping` is the gateway over the sandbox, `/desk` what the shop's staff sees.
 * @param database path of the file that keeps the orders
 */
export async function createShop(database: string): Promise<Shop> {
  mkdirSync(dirname(database), { recursive: true });
  const sandbox = createSandbox({ store: await openStore(database), key });
  const ask = (address: string, init?: RequestInit) => sandbox.fetch(new Request(address, init));
  const gateway = createShippingGateway({
    upstream: 'http://sandbox.invalid',
    key,
    // The demo's account is a sandbox: nobody pays for what a visitor orders.
    allow: ['listCouriers', 'quoteRates', 'createOrder', 'createDraftOrder', 'cancelOrder'],
    fetch: (input, init) => ask(String(input), init),
  });
  const app = new Hono();
  app.mount('/shipping', gateway.fetch);
  app.get('/desk/orders', () => ask('http://sandbox.invalid/v1/orders', { headers: { authorization: key } }));
  return { fetch: async (request) => app.fetch(request) };
}
