/**
 * `npm run build && npx tsx test/bench/platform.ts`: a platform with 1,000 shops over one Postgres, in one process, two and four. Each process makes the requests that
 * it answers, so that the load needs no process of its own. The service is a sandbox in the same process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { startPostgres } from '../support/postgres.ts';
import { answered, cartOf, granted, keysOf, post, question, unlimited } from './requests.ts';

const shopCount = 1_000;

/** Requests at the same time in one process. */
const together = 64;

/** Orders and quotes of one process. */
const requests = 4_000;

const key = 'bench-key';
const accountOf = (n: number) => `shop-${n % shopCount}`;

/** Measures one process. Prints orders and quotes a second, and the milliseconds of a `settle` of nothing. */
async function work(url: string, name: string): Promise<void> {
  const { createShops } = await import(`../../demo/recipes/${'many-shops.mjs'}`);
  const store = await openPostgresStore(url);
  const sandbox = createSandbox({ key });
  const shops = createShops({
    store,
    report: (account: string, problem: unknown) => process.stderr.write(`${account}: ${problem}\n`),
    optionsOf: async (account: string) => ({
      upstream: 'https://sandbox.test',
      key,
      secrets: { current: keysOf(account).current },
      origins: ['http://shop.test'],
      orders: 'order',
      limits: unlimited,
      fetch: (input: RequestInfo, init?: RequestInit) => sandbox.fetch(new Request(input, init)),
    }),
  });

  async function perSecond(next: (n: number) => Promise<Request>): Promise<number> {
    const waiting: [account: string, Request][] = [];
    for (let n = 0; n < requests; n++) waiting.push([accountOf(n), await next(n)]);
    const begun = performance.now();
    const one = async () => {
      for (let asked = waiting.pop(); asked; asked = waiting.pop()) await answered(shops.fetch(asked[0], asked[1]));
    };
    await Promise.all(Array.from({ length: together }, one));
    return (requests * 1_000) / (performance.now() - begun);
  }

  const orders = await perSecond((n) => granted(accountOf(n), `${name}-${n}`));
  const quotes = await perSecond(async (n) =>
    post('/v1/rates/couriers', { ...question, cart: await cartOf(accountOf(n)) }),
  );
  const begun = performance.now();
  for (let n = 0; n < 20; n++) await shops.settle();
  const settle = (performance.now() - begun) / 20;
  await store.close();
  process.stdout.write(JSON.stringify({ orders, quotes, settle }));
}

async function measure(url: string, count: number): Promise<void> {
  const results = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const command = ['--import', 'tsx', fileURLToPath(import.meta.url), url, `${count}-${n}`];
      const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
      });
      await once(child, 'close');
      return JSON.parse(said) as Record<'orders' | 'quotes' | 'settle', number>;
    }),
  );
  const sum = (name: 'orders' | 'quotes' | 'settle') => results.reduce((total, result) => total + result[name], 0);
  const settle = (sum('settle') / count).toFixed(1);
  process.stdout.write(
    `${count} process${count > 1 ? 'es' : ''}: ${sum('orders').toFixed(0)} orders a second, ${sum('quotes').toFixed(0)} quotes from the cache, ${settle} ms for a settle of nothing\n`,
  );
}

const [url, name] = process.argv.slice(2);
if (url && name) await work(url, name);
else {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('Postgres is missing.');
  process.stdout.write(
    `${shopCount} shops, ${requests} orders and as many quotes in each process, ${together} at a time\n`,
  );
  for (const count of [1, 2, 4]) await measure(postgres.url, count);
  await postgres.stop();
}
