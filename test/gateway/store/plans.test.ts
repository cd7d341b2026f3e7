import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Libsql from 'libsql';
import type { GatewayStore, PurchaseRow } from '../../../src/gateway/index.ts';
import type { Entry } from '../../../src/gateway/ledger/transitions.ts';
import { openLibsqlStore } from '../../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../../src/gateway/store/postgres.ts';
import type { SqlDatabase } from '../../../src/gateway/store/sql-rows.ts';
import { createSqlStore } from '../../../src/gateway/store/sql-store.ts';
import { startPostgres } from '../../support/postgres.ts';

const key = { account: 'shop', kind: 'order' as const, reference: 'INV-1' };
const entry: Entry = {
  ...key,
  state: 'placed',
  version: 1,
  fingerprint: 'f',
  permit: 'p',
  body: null,
  terms: null,
  answer: null,
  order: 'o1',
  attempts: 1,
  lease: 1,
  created: 1,
  changed: 1,
};
const purchase: PurchaseRow = {
  ...{ account: 'shop', reference: 'INV-1', version: 1, visit: 'visit-1', number: 1, deliveries: ['INV-1'] },
  ...{
    taken: 0,
    givenBack: 0,
    stands: 0,
    payments: '[]',
    isOpen: true,
    needsPerson: false,
    due: 1,
    story: '{}',
    parcels: null,
  },
  ...{ created: 1, changed: 1 },
};
const early = { id: 'msg_1', order: 'o1', webhook: '{}', received: 1 };

const ofOrder = 'SEARCH ship_ledger (account=? AND kind=? AND reference=?)';
const ofPurchase = 'SEARCH ship_purchases (account=? AND reference=?)';
const ofState = 'SEARCH ship_ledger (account=? AND state=?)';
const itsOrder = 'SEARCH ledger (account=? AND order_id=?)';
/** At most a thousand rows. */
const earlyOfAccount = 'SEARCH ship_webhooks (account=?)';

/**
 * What SQLite reads for each call of a store, with the columns of the index that it uses. A search by the account, or by account and
 * kind, reads every order of a shop.
 */
const calls: Record<string, [call: (store: GatewayStore) => Promise<unknown>, reads: string[]]> = {
  'ledger.find': [({ ledger }) => ledger.find(key), [ofOrder]],
  'ledger.insert': [({ ledger }) => ledger.insert(entry), ['SCAN CONSTANT ROW', ofOrder]],
  'ledger.replace': [({ ledger }) => ledger.replace(entry, 1, 'news\n'), [ofOrder]],
  'ledger.remove': [({ ledger }) => ledger.remove(key, 9), [ofOrder]],
  // The index has open orders alone.
  'ledger.due': [({ ledger }) => ledger.due('shop', 1, 2, 20), ['SEARCH ship_ledger BY ship_ledger_open (account=?)']],
  // The index has saved drafts alone.
  'ledger.drafts': [
    ({ ledger }) => ledger.drafts('shop', 1, 2, 20),
    ['SEARCH ship_ledger BY ship_ledger_drafts (account=?)'],
  ],
  // The index has their sequence, so that reading ends at the limit.
  'ledger.list': [
    ({ ledger }) => ledger.list('shop', undefined, 9),
    ['SEARCH ship_ledger BY ship_ledger_created (account=?)'],
  ],
  'ledger.list of states': [({ ledger }) => ledger.list('shop', ['placed', 'unknown'], 9), [ofState, ofState]],
  'cache.get': [({ cache }) => cache.get('name'), ['SEARCH ship_cache (name=?)']],
  'cache.set': [({ cache }) => cache.set('name', 'value', 60), []],
  'counts.add': [({ counts }) => counts.add('name', 60, 1), []],
  'news.append': [({ news }) => news.append(key, 'news\n'), [ofOrder]],
  // The index has orders with news alone.
  'news.due': [({ news }) => news.due('shop', 1, 9), ['SEARCH ship_ledger BY ship_ledger_news (account=?)']],
  'news.update': [({ news }) => news.update({ key, lines: 'news\n', due: 0 }, { tries: 0, due: 0 }), [ofOrder]],
  'news.keyOf': [({ news }) => news.keyOf('shop', 'o1'), ['SEARCH ship_ledger (account=? AND order_id=?)']],
  'news.keepEarly': [
    ({ news }) => news.keepEarly('shop', early),
    [
      'SCAN CONSTANT ROW',
      'SEARCH ship_ledger (account=? AND order_id=?)',
      'SEARCH ship_webhooks (account=? AND id=?)',
      earlyOfAccount,
    ],
  ],
  'news.matched': [({ news }) => news.matched('shop', 9), ['SEARCH early (account=?)', itsOrder]],
  'news.forgetEarly': [({ news }) => news.forgetEarly('shop', 'msg_1'), ['SEARCH ship_webhooks (account=? AND id=?)']],
  'parcels.find': [({ parcels }) => parcels.find(key), [ofOrder]],
  'parcels.update': [({ parcels }) => parcels.update(key, '', 'parcel'), [ofOrder]],
  'purchases.find': [({ purchases }) => purchases.find('shop', 'INV-1'), [ofPurchase]],
  'purchases.newest': [
    ({ purchases }) => purchases.newest('shop', 'visit-1'),
    ['SEARCH ship_purchases (account=? AND visit=?)'],
  ],
  'purchases.insert': [({ purchases }) => purchases.insert(purchase), ['SCAN CONSTANT ROW', ofPurchase]],
  'purchases.replace': [({ purchases }) => purchases.replace(purchase, 1), [ofPurchase]],
  'purchases.remove': [({ purchases }) => purchases.remove(purchase), [ofPurchase]],
  'purchases.due': [({ purchases }) => purchases.due('shop', 1, 9), ['SEARCH ship_purchases (account=? AND due>?)']],
  'purchases.attention': [
    ({ purchases }) => purchases.attention('shop', 9),
    ['SEARCH ship_purchases BY ship_purchases_attention (account=?)'],
  ],
  'purchases.attention of all': [
    ({ purchases }) => purchases.attention(undefined, 9),
    ['SCAN ship_purchases BY ship_purchases_attention'],
  ],
  'records.find': [({ records }) => records.find('shop', 'INV-1'), [ofOrder, ofOrder, ofPurchase, ofPurchase]],
  'records.expired': [
    ({ records }) => records.expired('shop', 1, 9),
    [
      'SEARCH ship_ledger (account=? AND state=? AND created<?)',
      'SEARCH other (account=? AND kind=? AND reference=?)',
      // The index has open purchases alone.
      'SEARCH purchase (account=? AND created<?)',
      'SEARCH ship_purchases (account=? AND created<?)',
    ],
  ],
  // The index has what is left of open deliveries alone.
  'records.due': [({ records }) => records.due('shop', 1, 9), ['SEARCH ship_ledger (account=? AND erase_due>?)']],
  'records.reduce': [
    ({ records }) =>
      records.reduce(
        { ...entry, news: '', newsTries: 0, parcel: '' },
        { answer: null, parcel: '{}', until: 2, now: 1 },
      ),
    [ofOrder, ofOrder, ofOrder, ofOrder],
  ],
  'records.reducePurchase': [({ records }) => records.reducePurchase(purchase, 1), [ofPurchase]],
  'records.erase': [
    ({ records }) => records.erase('shop', 'INV-1', 1, false),
    [
      ...[ofPurchase, ofPurchase, ofOrder, ofPurchase, ofOrder, ofOrder, ofOrder, ofPurchase],
      ...[ofPurchase, ofOrder, earlyOfAccount, ofOrder, ofOrder],
    ],
  ],
  // The indexes have open orders, orders with news, saved drafts, what is left of erased ones, and purchases with work left.
  dueAccounts: [
    (store) => store.dueAccounts(1),
    [
      ...['open', 'news', 'drafts', 'erase'].map((index) => `SCAN ship_ledger BY ship_ledger_${index}`),
      ...['SCAN ship_purchases BY ship_purchases_due', 'SCAN early', itsOrder],
    ],
  ],
  prune: [
    (store) => store.prune(1),
    [
      'SEARCH ship_webhooks (received<?)',
      ...['SEARCH ship_cache (name=?)', 'SEARCH ship_cache (until<?)'],
      ...['SEARCH ship_counts (name=? AND slot=?)', 'SEARCH ship_counts (until<?)'],
    ],
  ],
  ping: [(store) => store.ping(), []],
};

/** `SEARCH ledger USING INDEX name (account=?)` without the name, unless the index is a part of the table or has its sequence. */
const readOf = (detail: string): string =>
  detail
    .replace(
      / USING (?:COVERING )?INDEX (ship_(?:ledger_(?:open|news|drafts|created|erase)|purchases_(?:due|attention|over)))(?= \(account=\?\)|$)/,
      ' BY $1',
    )
    .replace(/ USING (?:COVERING )?INDEX \w+/, '');

const isRead = (detail: string): boolean => /^(SEARCH|SCAN) /.test(detail);

/** A store that runs nothing, and its statements with their values. */
function recording(): { store: GatewayStore; statements: [string, readonly unknown[]][] } {
  const statements: [string, readonly unknown[]][] = [];
  const database: SqlDatabase = {
    async run(statement, values = []) {
      statements.push([statement, values]);
      return { rows: [], changes: 1 };
    },
    transaction: async (group) => group.map(({ sql, values = [] }) => statements.push([sql, values])),
    close: async () => {},
  };
  return { store: createSqlStore({ database }), statements };
}

async function statementsOf(call: (store: GatewayStore) => Promise<unknown>) {
  const { store, statements } = recording();
  await call(store);
  return statements;
}

describe('a statement of the store', () => {
  it('is in the list below for each call', () => {
    const names = Object.entries(recording().store).flatMap(([part, value]) =>
      typeof value === 'function' ? part : Object.keys(value).map((name) => `${part}.${name}`),
    );
    const listed = Object.keys(calls).map((name) => name.split(' ')[0]);
    expect(new Set(listed)).to.deep.equal(new Set(names.filter((name) => name !== 'close')));
  });

  describe('in SQLite', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-plans-'));
    let database: Libsql.Database;
    before(async () => {
      const file = join(folder, 'gateway.db');
      await (await openLibsqlStore(file)).close();
      database = new Libsql(file);
    });
    after(() => {
      database.close();
      rmSync(folder, { recursive: true });
    });

    for (const [name, [call, reads]] of Object.entries(calls))
      it(`reads by an index: ${name}`, async () => {
        const plan = (await statementsOf(call)).flatMap(
          ([statement, values]) =>
            database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all([...values]) as { detail: string }[],
        );
        const details = plan.map(({ detail }) => detail);
        expect(details.filter(isRead).map(readOf)).to.deep.equal(reads);
      });

    it('deletes a thousand rows at most, because the process stands still meanwhile (siderolabs/omni#2634): prune', async () => {
      database.exec(`INSERT INTO ship_counts SELECT 'name-' || n, 1, 1, 1
        FROM (WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500) SELECT n FROM numbers)`);
      const deleted: number[] = [];
      const run: SqlDatabase['run'] = async (statement, values = []) => {
        const { changes } = database.prepare(statement).run([...values]);
        deleted.push(changes);
        return { rows: [], changes };
      };
      await createSqlStore({ database: { run, transaction: async () => {}, close: async () => {} } }).prune(1);
      expect(deleted.filter(Boolean)).to.deep.equal([1_000, 1_000, 500]);
    });
  });
});

const postgres = await startPostgres();

if (postgres)
  describe('a statement of the store in Postgres', () => {
    let client: import('pg').Client;
    before(async () => {
      await (await openPostgresStore(postgres.url)).close();
      const { default: pg } = await import('pg');
      client = new pg.Client(postgres.url);
      await client.connect();
      // Most orders of a shop are placed, and most of its early webhooks are about orders of another program.
      await client.query(`INSERT INTO ship_ledger
        SELECT 'shop', 'order', 'INV-' || n, CASE WHEN n % 1000 = 0 THEN 'unknown' ELSE 'placed' END, 1, 'f', 'p', NULL, NULL, NULL, 'o' || n, 1, n, n, n
        FROM generate_series(1, 20000) n`);
      await client.query(`INSERT INTO ship_webhooks
        SELECT 'shop', 'msg_' || n, 'foreign-' || n, '{}', n FROM generate_series(1, 1000) n`);
      await client.query(`INSERT INTO ship_cache SELECT 'name-' || n, '', n FROM generate_series(1, 20000) n`);
      await client.query(`INSERT INTO ship_counts SELECT 'name-' || n, 1, n, 1 FROM generate_series(1, 20000) n`);
      await client.query('ANALYZE');
      // Of some thousand rows, a whole table may be the quicker way. What counts is that there is another one.
      await client.query('SET enable_seqscan = off');
    }).timeout(60_000);
    after(async () => {
      await client.end();
      await postgres.stop();
    }).timeout(30_000);

    for (const [name, [call]] of Object.entries(calls))
      it(`goes through no whole table: ${name}`, async () => {
        for (const [statement, values] of await statementsOf(call)) {
          let position = 0;
          const text = statement.replace(/\?/g, () => `$${++position}`);
          const { rows } = await client.query(`EXPLAIN ${text}`, [...values]);
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          expect(plan).to.not.match(/Seq Scan on ship_(ledger|cache|counts)/);
        }
      });
  });
