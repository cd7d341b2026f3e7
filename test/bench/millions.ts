/**
 * `npx tsx test/bench/millions.ts [libsql|postgres] [orders]`: the store with 10,000 orders of 40 shops, and then with two million. Prints the time of each
 * call, the plans that have changed, and the bytes of an order. It needs some 3 GB of disk.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';
import type { GatewayStore } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import { startPostgres } from '../support/postgres.ts';

const [only, most = '2000000'] = process.argv.slice(2);
const [few, many, shops] = [10_000, Number(most), 40];
/** One order in a minute of each shop. */
const minute = 60_000;
const answer = JSON.stringify({ status: 200, body: { id: 'x'.repeat(24), courier: { link: 'y'.repeat(380) } } });
const parcel = JSON.stringify({ status: 'delivered', waybill_id: 'z'.repeat(60) });

/** The orders with these numbers. One in a thousand is in doubt. */
const insertOf = (numbers: string) => `INSERT INTO ship_ledger (account, kind, reference, state, version, fingerprint,
    permit, body, terms, answer, order_id, attempts, lease, created, changed, parcel)
  SELECT 'shop-' || (i % ${shops}), 'order', 'INV-' || i, CASE WHEN i % 1000 = 0 THEN 'unknown' ELSE 'placed' END, 3,
    'fingerprint-of-43-characters-${'.'.repeat(14)}', 'permit-of-43-characters-${'.'.repeat(20)}', NULL, NULL, '${answer}',
    'order-of-24-characters-' || i, 1, ${many * minute}, (i / ${shops}) * ${minute}, (i / ${shops}) * ${minute}, '${parcel}'
  FROM ${numbers}`;

/** What a gateway asks of its store, of the n-th order among so many. */
const calls: Record<string, (store: GatewayStore, n: number, count: number) => Promise<unknown>> = {
  find: ({ ledger }, n) => ledger.find({ account: `shop-${n % shops}`, kind: 'order', reference: `INV-${n}` }),
  async order({ ledger }, n, count) {
    const found = await ledger.find({ account: `shop-${n % shops}`, kind: 'order', reference: `INV-${n}` });
    if (!found) throw new Error(`INV-${n} is missing.`);
    const entry = {
      ...found,
      reference: `NEW-${count}-${n}-${performance.now()}`,
      state: 'claimed',
      version: 1,
    } as const;
    if (!(await ledger.insert(entry))) throw new Error('It was not inserted.');
    await ledger.replace({ ...entry, state: 'sending', version: 2 }, 1);
    await ledger.replace({ ...entry, state: 'placed', version: 3 }, 2);
  },
  tracking: ({ parcels }, n) => parcels.find({ account: `shop-${n % shops}`, kind: 'order', reference: `INV-${n}` }),
  webhook: ({ news }, n) => news.keyOf(`shop-${n % shops}`, `order-of-24-characters-${n}`),
  "the desk's list": ({ ledger }, n) => ledger.list(`shop-${n % shops}`, undefined, 50),
  "the desk's list of states": ({ ledger }, n) => ledger.list(`shop-${n % shops}`, ['unknown', 'needs-attention'], 50),
  retention: ({ records }, n) => records.expired(`shop-${n % shops}`, 100 * minute, 100),
  settle: async ({ ledger, news, records }, n) => {
    const [account, now] = [`shop-${n % shops}`, (many + 1) * minute];
    await ledger.due(account, now, 2 * now, 50);
    await ledger.drafts(account, now, 2 * now, 50);
    await news.matched(account, 50);
    await records.due(account, now, 100);
  },
  dueAccounts: (store) => store.dueAccounts((many + 1) * minute),
};

/** Milliseconds of each call: the median of a hundred. */
async function timesOf(store: GatewayStore, count: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = [];
    for (let at = 0; at < 100; at++) {
      const n = 1 + ((at * 7_919 * 13) % (count - 1));
      const begun = performance.now();
      await call(store, n, count);
      times.push(performance.now() - begun);
    }
    found.set(name, times.sort((a, b) => a - b)[50] ?? 0);
  }
  return found;
}

interface Database {
  store: GatewayStore;
  /** Adds the orders with these numbers, the last one included. */
  fill(from: number, to: number): Promise<void>;
  bytes(): Promise<number>;
  /** The plan of each statement that the calls have run. */
  plans(): Promise<Map<string, string>>;
}

async function measure(name: string, { store, fill, bytes, plans }: Database): Promise<void> {
  await fill(1, few);
  const [before, planned] = [await timesOf(store, few), await plans()];
  const begun = performance.now();
  for (let from = few + 1; from <= many; from += 100_000) await fill(from, Math.min(many, from + 99_999));
  process.stdout.write(`${name}: ${many} orders in ${((performance.now() - begun) / 1_000).toFixed(0)} s\n`);
  const size = await bytes();
  for (const [call, after] of await timesOf(store, many)) {
    const first = before.get(call) ?? 0;
    process.stdout.write(
      `${name}, ${call}: ${first.toFixed(2)} → ${after.toFixed(2)} ms, × ${(after / first).toFixed(1)}\n`,
    );
  }
  for (const [statement, plan] of await plans())
    if (planned.get(statement) !== plan)
      process.stdout.write(`${name}, another plan: ${statement}\n${planned.get(statement)}\n→\n${plan}\n`);
  process.stdout.write(`${name}: ${(size / many).toFixed(0)} bytes an order, its indexes included\n`);
  await store.close();
}

if (only !== 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'ship-millions-'));
  const file = join(folder, 'gateway.db');
  const store = await openLibsqlStore(file);
  const fill = async (from: number, to: number) => {
    const database = new Libsql(file);
    const numbers = `(WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT i FROM n)`;
    database.exec(insertOf(numbers));
    database.pragma('wal_checkpoint(PASSIVE)');
    database.close();
  };
  // SQLite plans without statistics, by the schema alone: `plans.test.ts` holds them.
  await measure('libSQL', { store, fill, bytes: async () => statSync(file).size, plans: async () => new Map() });
  rmSync(folder, { recursive: true });
}

const postgres = only === 'libsql' ? undefined : await startPostgres();
if (postgres) {
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => {});
  const ran = new Map<string, unknown[]>();
  const recorded = Object.assign(Object.create(pool) as pg.Pool, {
    query(text: string, values: unknown[]) {
      if (/^(SELECT|INSERT|UPDATE|WITH)/.test(text) && !ran.has(text)) ran.set(text, values);
      return pool.query(text, values);
    },
  });
  const store = await openPostgresStore(recorded);
  ran.clear();
  const fill = async (from: number, to: number) => {
    await pool.query(insertOf(`generate_series(${from}::bigint, ${to}) i`));
    if (to === few || to === many) await pool.query('VACUUM ANALYZE ship_ledger');
  };
  const plans = async () => {
    const found = new Map<string, string>();
    for (const [text, values] of ran) {
      const { rows } = await pool.query(`EXPLAIN (COSTS OFF) ${text}`, values);
      const reads = rows.map((row) => String(row['QUERY PLAN'])).filter((line) => /Scan/.test(line));
      found.set(text, reads.map((line) => line.trim()).join('\n'));
    }
    return found;
  };
  const bytes = async () => Number((await pool.query("SELECT pg_total_relation_size('ship_ledger') AS n")).rows[0]?.n);
  await measure('Postgres', { store, fill, bytes, plans });
  await pool.end();
  await postgres.stop();
}
