/**
 * `npx tsx test/bench/neighbours.ts [libsql|postgres] [seconds] [connections]`: 200 shops in one process, and in two that share a database. For so many seconds, one shop keeps
 * 200 requests of one route open in each process. Meanwhile one after another of the others asks for a price. Prints how many statements
 * these wait for, their own among them, and how long, and how many `settle` of others have failed. With one connection, Postgres runs the statements of
 * a process in their sequence, whatever else the machine does, and those of its own process are counted.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createShippingGateway, type Gateway, type GatewayStore } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import { signTrack } from '../../src/server.ts';
import { ratesRequest } from '../support/fixtures.ts';
import { startPostgres } from '../support/postgres.ts';
import { answered, cartOf, granted, keysOf, post, question, service, unlimited } from './requests.ts';

const [only, seconds = '60', connections = '10'] = process.argv.slice(2);
const [shopCount, together] = [200, 200];
/** Milliseconds between two questions of others, and of the service for an answer. */
const [every, serviceTakes] = [50, 5];

const noisy = 'shop-noisy';
const pause = (milliseconds: number) => new Promise((later) => setTimeout(later, milliseconds));
const shares = (numbers: number[], unit: string) => {
  numbers.sort((a, b) => a - b);
  const [half, most] = [0.5, 0.99].map((share) => (numbers[Math.floor(numbers.length * share)] ?? 0).toFixed(0));
  return `p50 ${half}, p99 ${most} ${unit}`;
};

const { origin_postal_code, couriers } = ratesRequest;
const secret = 'a-secret-of-the-webhooks';

const quote = async (account: string, weight: number) =>
  post('/v1/rates/couriers', { ...question, cart: await cartOf(account, weight) });

const routes: Record<string, (account: string, n: number) => Promise<Request>> = {
  'kept quotes': (account) => quote(account, 1),
  'asked quotes': (account, n) => quote(account, n),
  promises: async (_account, n) => post('/v1/promise', { destination_postal_code: 10_000 + (n % 80_000), weight: 250 }),
  orders: (account, n) => granted(account, `order-${n}`),
  tracking: async (account) => {
    const authorization = `Bearer ${await signTrack({ reference: 'tracked' }, keysOf(account))}`;
    return new Request('http://bench.test/v1/tracking', { headers: { authorization } });
  },
  webhooks: async (_account, n) => {
    const request = post('/v1/webhooks', { event: 'order.status', order_id: `o${n}`, status: 'picked' });
    request.headers.set('authorization', secret);
    return request;
  },
};

/** Counts statements that have ended, and those that work of others has waited for. */
function countedStore(
  store: GatewayStore,
  ended: { statements: number },
  counted: AsyncLocalStorage<{ waits: number }>,
) {
  const part = (of: object): object =>
    new Proxy(of, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          const [own, before] = [counted.getStore(), ended.statements];
          try {
            return await value.apply(target, given);
          } finally {
            ended.statements += 1;
            if (own) own.waits += ended.statements - before;
          }
        };
      },
    });
  return Object.fromEntries(
    Object.entries(store).map(([name, value]) => [name, typeof value === 'object' ? part(value) : value]),
  ) as unknown as GatewayStore;
}

async function play(database: string, stores: GatewayStore[]): Promise<void> {
  const ended = { statements: 0 };
  const counted = new AsyncLocalStorage<{ waits: number }>();
  const processes = stores.map((store) => {
    const shared = countedStore(store, connections === '1' ? { statements: 0 } : ended, counted);
    const gateways = new Map<string, Gateway>();
    return (account: string): Gateway => {
      const gateway =
        gateways.get(account) ??
        createShippingGateway({
          account,
          store: shared,
          upstream: 'https://service.test',
          key: 'bench-key',
          secrets: { current: keysOf(account).current },
          origins: ['http://shop.test'],
          orders: 'order',
          tracking: true,
          webhooks: { secret },
          promises: { origin: { origin_postal_code }, couriers },
          limits: unlimited,
          async fetch(input) {
            await pause(serviceTakes);
            return service(input);
          },
        });
      gateways.set(account, gateway);
      return gateway;
    };
  });
  let n = 0;
  const answer = (gateway: Gateway, request: Request) => answered(gateway.fetch(request));
  for (const gatewayOf of processes)
    for (let shop = 0; shop < shopCount; shop++)
      await answer(gatewayOf(`shop-${shop}`), await quote(`shop-${shop}`, ++n));
  for (const gatewayOf of processes) await answer(gatewayOf(noisy), await granted(noisy, 'tracked'));

  for (const [route, next] of [['nothing', undefined] as const, ...Object.entries(routes)]) {
    const end = performance.now() + Number(seconds) * 1_000;
    const [waits, times]: [number[], number[]] = [[], []];
    let [flooded, failed] = [0, 0];
    const flood = processes.flatMap((gatewayOf) =>
      Array.from({ length: next ? together : 0 }, async () => {
        while (next && performance.now() < end) {
          await answer(gatewayOf(noisy), await next(noisy, ++n));
          flooded += 1;
        }
      }),
    );
    const others = processes.map(async (gatewayOf, process) => {
      for (let shop = process; performance.now() < end; shop = (shop + 1) % shopCount) {
        const account = `shop-${shop}`;
        const [request, own, sent] = [await quote(account, ++n), { waits: 0 }, performance.now()];
        await counted.run(own, () => answer(gatewayOf(account), request));
        waits.push(own.waits);
        times.push(performance.now() - sent);
        if (shop % 20 === 0)
          await gatewayOf(account)
            .settle()
            .catch(() => failed++);
        await pause(every);
      }
    });
    await Promise.all([...flood, ...others]);
    const waited = `${waits.length} others: ${shares(waits, 'statements')}, ${shares(times, 'ms')}; ${failed} failed tasks`;
    const pace = `${(flooded / Number(seconds)).toFixed(0)} a second`;
    process.stdout.write(`${database}, processes: ${stores.length}, flood: ${route}, ${pace}; ${waited}\n`);
  }
  for (const store of stores) await store.close();
}

if (only !== 'postgres')
  for (const count of [1, 2]) {
    const file = join(mkdtempSync(join(tmpdir(), 'ship-neighbours-')), 'gateway.db');
    await play('libSQL', await Promise.all(Array.from({ length: count }, () => openLibsqlStore(file))));
    rmSync(join(file, '..'), { recursive: true });
  }
const postgres = only === 'libsql' ? undefined : await startPostgres();
if (postgres) {
  for (const count of [1, 2]) {
    const limits = { max: Number(connections), connectionTimeoutMillis: 60_000 };
    const pools = Array.from({ length: count }, () => new pg.Pool({ connectionString: postgres.url, ...limits }));
    for (const pool of pools) pool.on('error', () => {});
    await play('Postgres', await Promise.all(pools.map(openPostgresStore)));
    for (const pool of pools) await pool.end();
  }
  await postgres.stop();
}
