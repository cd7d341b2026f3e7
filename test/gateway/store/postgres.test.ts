import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { GatewayStore } from '../../../src/gateway/index.ts';
import { openPostgresStore } from '../../../src/gateway/store/postgres.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { openSandboxShop } from '../shop.ts';

const postgres: Postgres | undefined = await startPostgres();

if (postgres)
  describe('a Postgres that is in trouble', () => {
    let store: GatewayStore;
    before(async () => {
      store = await openPostgresStore(postgres.url);
    });
    after(async () => {
      await store.close();
      await postgres.stop();
    }).timeout(30_000);

    /** As another program has it: the merchant's own, or a backup. */
    async function beside() {
      const { default: pg } = await import('pg');
      const client = new pg.Client(postgres?.url);
      await client.connect();
      return client;
    }

    it('answers within ten seconds, however many wait, and goes on afterwards', async () => {
      const other = await beside();
      await other.query('BEGIN; LOCK TABLE ship_counts IN ACCESS EXCLUSIVE MODE');
      const begun = performance.now();
      const counting = Array.from({ length: 25 }, () => store.counts.add('held', 60_000, 1));
      const ends = await Promise.allSettled(counting);
      expect(performance.now() - begun).to.be.below(11_000);
      const codes = ends.map((end) => end.status === 'rejected' && end.reason.code);
      expect(new Set(codes), 'in logs').to.deep.equal(new Set(['57014', 'NO_ANSWER']));
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      expect((await other.query(waiting)).rows, 'connections of the server').to.deep.equal([]);
      await other.query('ROLLBACK');
      await other.end();
      expect(await store.counts.add('free', 60_000, 1)).to.equal(1);
    }).timeout(30_000);

    it('waits for the disk twice for an order, before it is sent and when it is placed, and never for a quote', async () => {
      const { default: pg } = await import('pg');
      const pool = new pg.Pool({ connectionString: postgres.url, max: 1, connectionTimeoutMillis: 5_000 });
      let ran = 0;
      const synced: string[] = [];
      const recorded = Object.assign(Object.create(pool) as typeof pool, {
        query(text: string, values: unknown[]) {
          ran += 1;
          if (/^(INSERT|UPDATE|DELETE)/.test(text) && !text.includes("'synchronous_commit', 'off'"))
            synced.push(text.split(' ', 2).join(' '));
          return pool.query(text, values);
        },
      });
      const shop = openSandboxShop({ store: await openPostgresStore(recorded), orders: 'order' });
      synced.length = 0;
      expect([(await shop.quote()).status, synced]).to.deep.equal([200, []]);
      ran = 0;
      expect([(await shop.place()).status, synced]).to.deep.equal([200, ['UPDATE ship_ledger', 'UPDATE ship_ledger']]);
      // Counted, claimed, the price looked for, counted and kept, sent, placed.
      expect(ran, 'its statements').to.equal(7);
      const { rows } = await pool.query('SHOW synchronous_commit');
      expect(rows, 'the setting has ended with its statement').to.deep.equal([{ synchronous_commit: 'on' }]);
      await pool.end();
    });

    it('takes a transaction back whose process stands still in the middle of it (skypilot-org/skypilot#10687)', async () => {
      const { default: pg } = await import('pg');
      const pool = new pg.Pool({ connectionString: postgres.url, max: 1, connectionTimeoutMillis: 5_000 });
      const idle: unknown[] = [];
      const show = (client: import('pg').PoolClient | typeof pool) =>
        client.query('SHOW idle_in_transaction_session_timeout').then(({ rows }) => void idle.push(...rows));
      pool.on('error', () => {});
      const watched = {
        query: (text: string, values: unknown[]) => pool.query(text, values),
        end: () => pool.end(),
        async connect() {
          const client = await pool.connect();
          const query = async (text: string, values: unknown[]) => {
            if (text === 'COMMIT') await show(client);
            return client.query(text, values);
          };
          return Object.assign(Object.create(client) as typeof client, { query });
        },
      };
      await (await openPostgresStore(watched)).records.erase('shop', 'INV-1', 1, true);
      await show(pool);
      const timeout = (text: string) => ({ idle_in_transaction_session_timeout: text });
      expect(idle).to.deep.equal([timeout('10s'), timeout('0')]);
      await pool.end();
    });

    it('loses its connections, and the next one is another', async () => {
      const other = await beside();
      await store.ping();
      const ours = "usename = 'ship' AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
      await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`);
      await other.end();
      await store.ping().catch(() => {});
      await store.ping();
    }).timeout(30_000);
  });

const upgraded: Postgres | undefined = await startPostgres();

if (upgraded)
  describe('an upgrade of Postgres beside a program that reads the orders for long', () => {
    after(() => upgraded.stop()).timeout(30_000);

    it('gives up after seconds, and lets running gateways go on', async () => {
      const { default: pg } = await import('pg');
      const [reader, gateway] = [new pg.Client(upgraded.url), new pg.Client(upgraded.url)];
      await Promise.all([reader.connect(), gateway.connect()]);
      await reader.query(readFileSync(new URL('./database-0.1.0.sql', import.meta.url), 'utf8'));
      await reader.query('BEGIN');
      await reader.query('SELECT * FROM ship_ledger');
      const begun = performance.now();
      const problem = await openPostgresStore(upgraded.url).catch((error) => error);
      expect(problem).to.include({ name: 'SchemaError' });
      expect(problem.message).to.match(/another program .+ end it, and start again\.$/);
      // A waiting migration stops every statement that comes after it.
      await gateway.query('SELECT * FROM ship_ledger');
      expect(performance.now() - begun).to.be.below(4_500);
      await reader.query('ROLLBACK');
      await (await openPostgresStore(upgraded.url)).close();
      await Promise.all([reader.end(), gateway.end()]);
    }).timeout(30_000);
  });
