/**
 * `npm run bench`: requests that the sandbox answers in a second on one core. A bare Hono handler with constant JSON is measured in the
 * same run, because the ratio depends less on the machine than the number.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { createSandbox, openStore } from '../../src/sandbox/index.ts';
import { orderRequest as order, ratesRequest as rates } from '../support/fixtures.ts';
import { measure, post, type Row } from './requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'ship-elements-bench-'));
const store = await openStore(join(folder, 'bench.db'));
const hono = new Hono();
hono.post('*', async (context) => {
  await context.req.json();
  return context.json({ success: true, constant: true });
});
const inMemory = createSandbox();
const onDisk = createSandbox({ store });
let sent = 0;
const quote = () => post('/v1/rates/couriers', rates);
const place = () => post('/v1/orders', { ...order, reference_id: `bench-${sent++}` });

const bare: Row = {
  name: 'bare Hono, constant JSON',
  handler: async (request) => hono.fetch(request),
  next: quote,
  count: 2_000,
};
const quotes: Row = { ...bare, name: 'quotes', handler: inMemory.fetch, beside: bare };
await measure('one at a time, on one core', [
  bare,
  quotes,
  { ...quotes, name: 'orders, in memory', next: place },
  { ...quotes, name: 'orders, in a database file', handler: onDisk.fetch, next: place, count: 300 },
]);

await store.close();
rmSync(folder, { recursive: true });
