/**
 * `npm run bench`: requests that the gateway answers in a second on one core, beside a plain Hono proxy to the same sandbox. Then the
 * same with a hundred times as many stored orders, and the memory that a hundred thousand requests leave behind.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '@libsql/client';
import { Hono } from 'hono';
import { createShippingGateway, openLibsqlStore } from '../../src/gateway/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { signCart, signGrant, type TokenKeys } from '../../src/server.ts';
import { orderRequest as order, ratesRequest as rates } from '../support/fixtures.ts';

/** Milliseconds of measuring and of warming up, for each row. */
const [measured, warming] = [3_000, 500];
const manyRequests = 100_000;

const key = 'bench-key';
const keys: TokenKeys = {
  account: 'bench',
  current: { kid: 'bench', secret: 'nothing-here-is-worth-a-better-secret' },
};

type Handler = (request: Request) => Promise<Response>;

interface Row {
  name: string;
  perSecond: number;
  /** Milliseconds. */
  p99: number;
}

const post = (path: string, body: object) =>
  new Request(`http://gateway.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function run(handler: Handler, next: () => Promise<Request>, duration: number): Promise<number[]> {
  const latencies: number[] = [];
  const end = performance.now() + duration;
  while (performance.now() < end) {
    const request = await next();
    const begun = performance.now();
    const response = await handler(request);
    await response.text();
    if (!response.ok) throw new Error(`The bench's own request was refused with ${response.status}.`);
    latencies.push(performance.now() - begun);
  }
  return latencies;
}

async function measure(name: string, handler: Handler, next: () => Promise<Request>): Promise<Row> {
  await run(handler, next, warming);
  const latencies = (await run(handler, next, measured)).sort((a, b) => a - b);
  const total = latencies.reduce((sum, latency) => sum + latency, 0);
  return {
    name,
    perSecond: (latencies.length * 1000) / total,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'ship-gateway-bench-'));
const file = join(folder, 'gateway.db');
const store = await openLibsqlStore(file);
const sandbox = createSandbox({ key });
const toSandbox: typeof fetch = (input, init) => sandbox.fetch(new Request(input, init));
const gateway = createShippingGateway({
  account: keys.account,
  upstream: 'http://sandbox.test',
  key,
  store,
  secrets: { current: keys.current },
  origins: ['http://shop.test'],
  orders: 'order',
  limits: { address: 1e12, session: 1e12, writes: 1e12, quotes: 1e12 },
  fetch: toSandbox,
});
const proxy = new Hono();
proxy.all('*', async ({ req }) => {
  const { pathname } = new URL(req.url);
  const headers = { authorization: key, 'content-type': 'application/json' };
  return toSandbox(`http://sandbox.test${pathname}`, { method: req.method, headers, body: await req.text() });
});
const throughProxy: Handler = async (request) => proxy.fetch(request);
const throughGateway: Handler = (request) => gateway.fetch(request);

const { items, origin_postal_code, destination_postal_code, couriers } = rates;
const cart = await signCart({ items, origin: { origin_postal_code }, subtotal: 350_000, session: 'bench' }, keys);
let sent = 0;
const page = () => Promise.resolve(post('/v1/rates/couriers', rates));
const kept = () => Promise.resolve(post('/v1/rates/couriers', { destination_postal_code, couriers, cart }));
/** Another place each time, so that no answer comes from the cache. */
const asked = () => {
  const question = {
    destination_postal_code,
    couriers,
    destination_latitude: -6 - (sent++ % 1e6) / 1e6,
    destination_longitude: 107,
    cart,
  };
  return Promise.resolve(post('/v1/rates/couriers', question));
};
const placed = () => Promise.resolve(post('/v1/orders', { ...order, reference_id: `proxy-${sent++}` }));
const granted = async () => {
  const grant = await signGrant({ order, reference: `gateway-${sent++}`, price_max: 1e9 }, keys);
  return post('/v1/orders', { grant });
};

/** Adds settled orders to the ledger. */
async function keepOrders(count: number, name: string): Promise<void> {
  const client = createClient({ url: `file:${file}` });
  await client.execute({
    sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO ship_ledger SELECT 'bench', 'order', ? || i, 'placed', 3, 'f' || i, 'p' || i, NULL, NULL, '{"status":200,"body":{}}', 'o' || i, 1, 1, i, i, '', 0, 0 FROM n`,
    args: [count, name],
  });
  client.close();
}

const quotesOfProxy = await measure('plain Hono proxy: quotes', throughProxy, page);
const ordersOfProxy = await measure('plain Hono proxy: orders', throughProxy, placed);
const rows = [
  quotesOfProxy,
  await measure('gateway: quotes that are kept, with offers', throughGateway, kept),
  await measure('gateway: quotes that are asked, with offers', throughGateway, asked),
  ordersOfProxy,
];
await keepOrders(1_000, 'few-');
rows.push(await measure('gateway: orders, 1,000 stored', throughGateway, granted));
await keepOrders(99_000, 'many-');
rows.push(await measure('gateway: orders, 100,000 stored', throughGateway, granted));

process.stdout.write('one at a time, on one core                      a second   of the proxy    p99 ms\n');
for (const { name, perSecond, p99 } of rows) {
  const { perSecond: whole } = name.includes('orders') ? ordersOfProxy : quotesOfProxy;
  const share = `${((100 * perSecond) / whole).toFixed(0)} %`;
  process.stdout.write(
    `${name.padEnd(46)}${perSecond.toFixed(0).padStart(10)}${share.padStart(15)}${p99.toFixed(2).padStart(10)}\n`,
  );
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = () => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const couriersAsked = () => Promise.resolve(new Request('http://gateway.test/v1/couriers'));
const some = async (count: number) => {
  for (let n = 0; n < count; n++) {
    const next = n % 20 ? couriersAsked : n % 40 ? kept : asked;
    await (await throughGateway(await next())).text();
  }
};
await some(2_000);
const before = heap();
await some(manyRequests);
process.stdout.write(`${manyRequests} requests leave ${(heap() - before).toFixed(1)} MiB in memory.\n`);

await store.close();
rmSync(folder, { recursive: true });
