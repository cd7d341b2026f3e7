/**
 * `npm run bench`: requests that the gateway answers in a second on one core, beside a plain Hono proxy to the same sandbox. Then the
 * same with a hundred times as many stored orders, the longest stall, and the memory that a hundred thousand requests leave behind.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import Libsql from 'libsql';
import { createShippingGateway } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { orderRequest as order, ratesRequest as rates } from '../support/fixtures.ts';
import { answered, cartOf, granted, keysOf, measure, post, question, type Row, unlimited } from './requests.ts';

/** Orders under way at the same time, as from many shoppers. */
const many = 64;
const manyRequests = 100_000;

const key = 'bench-key';
const keys = keysOf('bench');

const folder = mkdtempSync(join(tmpdir(), 'ship-gateway-bench-'));
const file = join(folder, 'gateway.db');
const store = await openLibsqlStore(file);
const sandbox = createSandbox({ key });
const toSandbox: typeof fetch = (input, init) => sandbox.fetch(new Request(input, init));
const gateway = createShippingGateway({
  account: keys.account,
  upstream: 'https://sandbox.test',
  key,
  store,
  secrets: { current: keys.current },
  origins: ['http://shop.test'],
  orders: 'order',
  limits: unlimited,
  fetch: toSandbox,
});
const proxy = new Hono();
proxy.all('*', async ({ req }) => {
  const { pathname } = new URL(req.url);
  const headers = { authorization: key, 'content-type': 'application/json' };
  return toSandbox(`http://sandbox.test${pathname}`, { method: req.method, headers, body: await req.text() });
});
const throughProxy: Row['handler'] = async (request) => proxy.fetch(request);
const throughGateway: Row['handler'] = (request) => gateway.fetch(request);

const cart = await cartOf('bench');
let sent = 0;
const page = () => post('/v1/rates/couriers', rates);
const kept = () => post('/v1/rates/couriers', { ...question, cart });
/** Another place each time, so that no answer comes from the cache. */
const asked = () => {
  const place = { destination_latitude: -6 - (sent++ % 1e6) / 1e6, destination_longitude: 107 };
  return post('/v1/rates/couriers', { ...question, ...place, cart });
};
const placed = () => post('/v1/orders', { ...order, reference_id: `proxy-${sent++}` });
const ordered = () => granted('bench', `gateway-${sent++}`);

/** Adds settled orders to the ledger. */
async function keepOrders(count: number, name: string): Promise<void> {
  const database = new Libsql(file);
  database
    .prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO ship_ledger (account, kind, reference, state, version, fingerprint, permit, body, terms, answer, order_id, attempts, lease, created, changed)
      SELECT 'bench', 'order', ? || i, 'placed', 3, 'f' || i, 'p' || i, NULL, NULL, '{"status":200,"body":{}}', 'o' || i, 1, 1, i, i FROM n`)
    .run(count, name);
  database.close();
}

/** Milliseconds that the disk takes to sync 8 KiB: the median. */
function diskSync(): number {
  const descriptor = openSync(join(folder, 'sync'), 'w');
  const times = Array.from({ length: 200 }, () => {
    writeSync(descriptor, Buffer.alloc(8_192));
    const begun = performance.now();
    fdatasyncSync(descriptor);
    return performance.now() - begun;
  });
  closeSync(descriptor);
  return times.sort((a, b) => a - b)[100] ?? 0;
}

/** The longest stall of the event loop, in milliseconds, while 50 orders and 250 quotes a second come in for five seconds. */
async function longestStall(): Promise<number> {
  const requests = await Promise.all(Array.from({ length: 250 }, ordered));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const answers: Promise<unknown>[] = [];
  delay.enable();
  for (const request of requests) {
    const quotes = Array.from({ length: 5 }, () => throughGateway(kept()));
    answers.push(throughGateway(request), ...quotes);
    await new Promise((later) => setTimeout(later, 20));
  }
  await Promise.all(answers);
  delay.disable();
  return delay.max / 1e6;
}

const proxyQuotes: Row = { name: 'plain Hono proxy: quotes', handler: throughProxy, next: page, count: 2_000 };
const quotes: Row = { ...proxyQuotes, handler: throughGateway, beside: proxyQuotes };
const proxyOrders: Row = { ...proxyQuotes, name: 'plain Hono proxy: orders', next: placed };
const orders: Row = { ...proxyOrders, handler: throughGateway, next: ordered, beside: proxyOrders };
const orderRows: Row[] = [
  proxyOrders,
  { ...orders, name: 'gateway: orders', count: 300 },
  { ...orders, name: `gateway: orders, ${many} at a time`, together: many },
];

process.stdout.write(`The disk takes ${diskSync().toFixed(2)} ms to sync 8 KiB.\n\n`);
await measure('one at a time, on one core', [
  proxyQuotes,
  { ...quotes, name: 'gateway: quotes that are kept, with offers', next: kept },
  { ...quotes, name: 'gateway: quotes that are asked, with offers', next: asked },
]);
await keepOrders(1_000, 'few-');
await measure('1,000 orders stored', orderRows);
await keepOrders(99_000, 'many-');
await measure('100,000 orders stored', orderRows);
process.stdout.write(`The longest stall in ordinary load is ${(await longestStall()).toFixed(0)} ms.\n`);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = () => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const couriersAsked = () => new Request('http://gateway.test/v1/couriers');
const some = async (count: number) => {
  for (let n = 0; n < count; n++) {
    const next = n % 20 ? couriersAsked : n % 40 ? kept : asked;
    await answered(throughGateway(next()));
  }
};
await some(2_000);
const before = heap();
await some(manyRequests);
process.stdout.write(`${manyRequests} requests leave ${(heap() - before).toFixed(1)} MiB in memory.\n`);

await store.close();
rmSync(folder, { recursive: true });
