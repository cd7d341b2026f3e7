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
import { createShippingGateway, openLibsqlStore } from '../../src/gateway/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { signCart, signGrant, type TokenKeys } from '../../src/server.ts';
import { orderRequest as order, ratesRequest as rates } from '../support/fixtures.ts';

/** Rows are measured in turns, and the best turn counts: other work on the machine slows all of them down. */
const turns = 4;

/** Orders under way at the same time, as from many shoppers. */
const many = 64;
const manyRequests = 100_000;

const key = 'bench-key';
const keys: TokenKeys = {
  account: 'bench',
  current: { kid: 'bench', secret: 'nothing-here-is-worth-a-better-secret' },
};

type Handler = (request: Request) => Promise<Response>;

interface Row {
  name: string;
  handler: Handler;
  next: () => Promise<Request>;
  /** Requests in one turn. */
  count: number;
  /** Requests at the same time; 1 if not given. */
  together?: number;
  /** The proxy's row that it is compared with; itself if not given. */
  beside?: Row;
}

interface Result {
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

async function turn({ handler, next, count, together = 1 }: Row): Promise<Result> {
  // Signing grants is work of the shop's server.
  const requests: Request[] = [];
  while (requests.length < count) requests.push(await next());
  const latencies: number[] = [];
  const begun = performance.now();
  const one = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const sent = performance.now();
      const response = await handler(request);
      await response.text();
      if (!response.ok) throw new Error(`The bench's own request was refused with ${response.status}.`);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: together }, one));
  const perSecond = (count * 1_000) / (performance.now() - begun);
  return { perSecond, p99: latencies.sort((a, b) => a - b)[Math.floor(count * 0.99)] ?? 0 };
}

/** Measures the rows in turns, and prints the best of each. */
async function measure(title: string, rows: readonly Row[]): Promise<void> {
  const best = new Map<Row, Result>();
  for (let n = 0; n < turns; n++)
    for (const row of rows) {
      const result = await turn(row);
      const known = best.get(row);
      best.set(row, {
        perSecond: Math.max(result.perSecond, known?.perSecond ?? 0),
        p99: Math.min(result.p99, known?.p99 ?? Number.POSITIVE_INFINITY),
      });
    }
  process.stdout.write(`${title.padEnd(50)}a second   of the proxy    p99 ms\n`);
  for (const row of rows) {
    const { perSecond = 0, p99 = 0 } = best.get(row) ?? {};
    const share = `${((100 * perSecond) / (best.get(row.beside ?? row)?.perSecond ?? 1)).toFixed(0)} %`;
    const cells = [perSecond.toFixed(0).padStart(12), share.padStart(15), p99.toFixed(2).padStart(10)];
    process.stdout.write(`${row.name.padEnd(46)}${cells.join('')}\n`);
  }
  process.stdout.write('\n');
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
  limits: { address: 1e12, session: 1e12, writes: 1e12, quotes: 1e12, unsignedQuotes: 1e12 },
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
  const database = new Libsql(file);
  database
    .prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO ship_ledger SELECT 'bench', 'order', ? || i, 'placed', 3, 'f' || i, 'p' || i, NULL, NULL, '{"status":200,"body":{}}', 'o' || i, 1, 1, i, i, '', 0, 0 FROM n`)
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
  const requests = await Promise.all(Array.from({ length: 250 }, granted));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const answers: Promise<unknown>[] = [];
  delay.enable();
  for (const request of requests) {
    const quotes = Array.from({ length: 5 }, async () => throughGateway(await kept()));
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
const orders: Row = { ...proxyOrders, handler: throughGateway, next: granted, beside: proxyOrders };
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
