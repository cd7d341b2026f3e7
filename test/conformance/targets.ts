import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createShippingGateway, type Gateway } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { signGrant, type TokenKeys } from '../../src/server.ts';
import { listen } from '../support/listen.ts';
import type { Service } from './service.ts';

const key = 'conformance-key';

/** After the dated rules. What was promised before them is tested in test/sandbox. */
const now = () => new Date('2026-11-20T12:00+07:00');

async function overSocket(): Promise<Service> {
  const sandbox = createSandbox({ key, now });
  const { address, close } = await listen(
    getRequestListener((request) => sandbox.fetch(request), { overrideGlobalObjects: false }),
  );
  return { name: 'the sandbox', live: false, isGateway: false, baseUrl: address, key, send: fetch, close };
}

/** Adds the tokens of a shop: its server grants the order, and the page has the cancel token. */
function withTokens(gateway: Gateway, keys: TokenKeys): Service['send'] {
  const cancels = new Map<string, string>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    const cancelled = /^\/v1\/orders\/(.*)\/cancel$/.exec(pathname)?.[1];
    const write = /^\/v1\/(draft_)?orders/.test(pathname) && request.method === 'POST';
    if (!write) return gateway.fetch(request);
    const kind = pathname.startsWith('/v1/draft_orders') ? 'draft_order' : 'order';
    const { reference_id, ...order } = await request.clone().json();
    const body = cancelled
      ? { ...order, cancel: cancels.get(cancelled.toLowerCase()) }
      : { grant: await signGrant({ kind, order, reference: reference_id, price_max: 1_000_000_000 }, keys) };
    const answer = await gateway.fetch(new Request(request, { body: JSON.stringify(body) }));
    const { id, cancel } = await answer.clone().json();
    if (cancel) cancels.set(id, cancel);
    return answer;
  };
}

async function throughGateway(): Promise<Service> {
  const sandbox = createSandbox({ key, now });
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const store = await openLibsqlStore(join(folder, 'gateway.db'));
  const keys = {
    account: 'conformance',
    current: { kid: 'conformance', secret: 'what-the-shop-and-its-gateway-share' },
  };
  const gateway = createShippingGateway({
    account: keys.account,
    upstream: 'https://sandbox.test',
    key,
    store,
    secrets: { current: keys.current },
    origins: ['http://shop.test'],
    orders: 'order',
    cancels: true,
    limits: { address: 10_000, writes: 10_000 },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
  return {
    name: 'the gateway over the sandbox',
    live: false,
    isGateway: true,
    baseUrl: 'http://shop.test',
    key: '',
    send: withTokens(gateway, keys),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** With a test key: `SHIPPING_BASE_URL=… SHIPPING_KEY=… npx tsx test/run.ts conformance`. */
function live(): Service[] {
  const { SHIPPING_BASE_URL: baseUrl, SHIPPING_KEY: secret } = process.env;
  if (!baseUrl || !secret) return [];
  const service = { baseUrl: baseUrl.replace(/\/+$/, ''), key: secret, send: fetch, close: async () => {} };
  return [{ name: baseUrl, live: true, isGateway: false, ...service }];
}

export const targets = async (): Promise<Service[]> => [await overSocket(), await throughGateway(), ...live()];
