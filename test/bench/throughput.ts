/**
 * `npm run bench`: requests that the sandbox answers in a second on one core. A bare Hono handler with constant JSON is measured in the
 * same run, because the ratio depends less on the machine than the number.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Hono } from 'hono';
import { createSandbox, openStore } from '../../src/sandbox/index.ts';
import { orderRequest as order, ratesRequest as rates } from '../support/fixtures.ts';

/** Milliseconds of measuring and of warming up, for each row. */
const [measured, warming] = [3_000, 500];

type Handler = (request: Request) => Promise<Response>;

interface Row {
  name: string;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds: one request in a hundred takes longer. */
  p99: number;
}

const post = (path: string, body: object) =>
  new Request(`http://sandbox.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function run(handler: Handler, next: () => Request, duration: number): Promise<number[]> {
  const latencies: number[] = [];
  const end = performance.now() + duration;
  for (let now = performance.now(); now < end; now = performance.now()) {
    const response = await handler(next());
    await response.text();
    if (!response.ok) throw new Error(`The bench's own request was refused with ${response.status}.`);
    latencies.push(performance.now() - now);
  }
  return latencies;
}

async function measure(name: string, handler: Handler, next: () => Request): Promise<Row> {
  await run(handler, next, warming);
  const latencies = (await run(handler, next, measured)).sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  const total = latencies.reduce((sum, latency) => sum + latency, 0);
  return { name, perSecond: (latencies.length * 1000) / total, p50: at(0.5), p99: at(0.99) };
}

const folder = mkdtempSync(join(tmpdir(), 'ship-elements-bench-'));
const store = await openStore(join(folder, 'bench.db'));
const bare = new Hono();
bare.post('*', async (context) => {
  await context.req.json();
  return context.json({ success: true, constant: true });
});
const inMemory = createSandbox();
const onDisk = createSandbox({ store });
let sent = 0;
const quote = () => post('/v1/rates/couriers', rates);
const place = () => post('/v1/orders', { ...order, reference_id: `bench-${sent++}` });

const rows = [
  await measure('bare Hono, constant JSON', async (request) => bare.fetch(request), quote),
  await measure('quotes', inMemory.fetch, quote),
  await measure('orders, in memory', inMemory.fetch, place),
  await measure('orders, in a database file', onDisk.fetch, place),
];

await store.close();
rmSync(folder, { recursive: true });

process.stdout.write('one at a time, on one core           a second   of bare    p50 ms    p99 ms\n');
for (const { name, perSecond, p50, p99 } of rows) {
  const share = `${((100 * perSecond) / (rows[0]?.perSecond ?? 1)).toFixed(1)} %`;
  const cells = [
    perSecond.toFixed(0).padStart(9),
    share.padStart(9),
    p50.toFixed(2).padStart(9),
    p99.toFixed(2).padStart(9),
  ];
  process.stdout.write(`${name.padEnd(36)}${cells.join(' ')}\n`);
}
