/**
 * `npx tsx test/bench/cost.ts [repeats]`: what an order, a kept quote and an asked quote cost, one after another: the statements of each, what waits for the disk,
 * signatures, digests and JSON, the milliseconds of work of this process and of Postgres, which other programs on the machine change little, and how
 * many are answered in a second, one and 64 at a time.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createShippingGateway, type GatewayStore } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import { orderRequest as order } from '../support/fixtures.ts';
import { startPostgres } from '../support/postgres.ts';
import { answered, cartOf, granted, keysOf, post, question, service, unlimited } from './requests.ts';

const repeats = Number(process.argv[2] ?? 300);
const keys = keysOf('bench');
const cart = await cartOf('bench');

let sent = 0;
const operations: Record<string, () => Promise<Request>> = {
  'kept quote': async () => post('/v1/rates/couriers', { ...question, cart }),
  'asked quote': async () => {
    const place = { destination_latitude: -6 - sent++ / 1e6, destination_longitude: 107 };
    return post('/v1/rates/couriers', { ...question, ...place, cart });
  },
  order: () => granted('bench', `order-${sent++}`),
  /** To another place each time. */
  'order whose price is asked': () => {
    const destination_coordinate = { latitude: -6 - sent / 1e6, longitude: 107 };
    return granted('bench', `order-${sent++}`, { ...order, destination_coordinate });
  },
};

/** Counts the calls of functions of the platform. */
const counts = new Map<string, number>();
function count(of: object, names: string[]): void {
  for (const name of names) {
    const own = Reflect.get(of, name);
    Reflect.set(of, name, function (this: unknown, ...given: unknown[]) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return own.apply(this, given);
    });
  }
}
count(crypto.subtle, ['sign', 'verify', 'digest']);
count(JSON, ['parse', 'stringify']);

/** Milliseconds that a process of Linux has worked. */
function worked(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

interface Server {
  statements: string[];
  pid?: number;
  syncs?(): Promise<number>;
}

function open(store: GatewayStore): (request: Request) => Promise<void> {
  const gateway = createShippingGateway({
    account: keys.account,
    store,
    upstream: 'https://service.test',
    key: 'bench-key',
    secrets: { current: keys.current },
    origins: ['http://shop.test'],
    orders: 'order',
    limits: unlimited,
    fetch: service,
  });
  return (request) => answered(gateway.fetch(request));
}

/** Prints how many are answered in a second. */
async function race(name: string, store: GatewayStore): Promise<void> {
  const answer = open(store);
  for (const [operation, next] of Object.entries(operations)) {
    const paces: string[] = [];
    for (const together of [1, 64]) {
      const requests: Request[] = [];
      while (requests.length < repeats) requests.push(await next());
      const begun = performance.now();
      const one = async () => {
        for (let request = requests.pop(); request; request = requests.pop()) await answer(request);
      };
      await Promise.all(Array.from({ length: together }, one));
      paces.push(`${((repeats * 1_000) / (performance.now() - begun)).toFixed(0)} with ${together} at a time`);
    }
    process.stdout.write(`${name}, ${operation}s a second: ${paces.join(', ')}\n`);
  }
  await store.close();
}

async function measure(name: string, store: GatewayStore, { statements, pid, syncs }: Server): Promise<void> {
  const answer = open(store);
  for (const [operation, next] of Object.entries(operations)) {
    for (let n = 0; n < 30; n++) await answer(await next());
    const requests: Request[] = [];
    while (requests.length < repeats) requests.push(await next());
    counts.clear();
    statements.length = 0;
    const [synced = 0, of, begun] = [await syncs?.(), pid ? worked(pid) : 0, performance.now()];
    statements.length = 0;
    const before = process.cpuUsage();
    for (const request of requests) await answer(request);
    const own = process.cpuUsage(before);
    const each = (sum: number) => (sum / repeats).toFixed(2);
    const took = performance.now() - begun;
    const ran = statements.splice(0);
    const calls = [...counts].map(([call, sum]) => `${call} ${each(sum)}`).join(', ');
    const database = pid ? `, of Postgres ${each(worked(pid) - of)}` : '';
    const disk = syncs ? `; ${each((await syncs()) - synced)} syncs` : '';
    const work = `ms of work ${each((own.user + own.system) / 1_000)}${database}, in ${each(took)}`;
    process.stdout.write(`${name}, ${operation}: ${each(ran.length)} statements${disk}; ${calls}; ${work}\n`);
    const kinds = new Map<string, number>();
    for (const text of ran) {
      const kind = text.replace(/\s+/g, ' ').slice(0, 60);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    for (const [kind, sum] of kinds) process.stdout.write(`    ${each(sum)} ${kind}\n`);
  }
  await store.close();
}

const folder = mkdtempSync(join(tmpdir(), 'ship-cost-'));
await measure('libSQL', await openLibsqlStore(join(folder, 'gateway.db')), { statements: [] });
await race('libSQL', await openLibsqlStore(join(folder, 'gateway.db')));
rmSync(folder, { recursive: true });

const postgres = await startPostgres({ isSynced: true });
if (postgres) {
  // One connection, so that all its work is of one process.
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => {});
  const statements: string[] = [];
  const number = async (text: string) => Number((await pool.query(text)).rows[0]?.n);
  const counted = Object.assign(Object.create(pool) as pg.Pool, {
    query(text: string, values: unknown[]) {
      statements.push(text);
      return pool.query(text, values);
    },
  });
  const pid = await number('SELECT pg_backend_pid() AS n');
  const syncs = async () => {
    await pool.query('SELECT pg_stat_force_next_flush()');
    return number('SELECT wal_sync AS n FROM pg_stat_wal');
  };
  await measure('Postgres', await openPostgresStore(counted), { statements, pid, syncs });
  await pool.end();
  await race('Postgres', await openPostgresStore(postgres.url));
  await postgres.stop();
}
