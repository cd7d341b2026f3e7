import { expect } from 'chai';
import { openPostgresStore, type Store } from '../../../src/gateway/index.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';

const postgres: Postgres | undefined = await startPostgres();

if (postgres)
  describe('a Postgres that is in trouble', () => {
    let store: Store;
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
      expect(ends.every(({ status }) => status === 'rejected')).to.equal(true);
      await other.query('ROLLBACK');
      await other.end();
      expect(await store.counts.add('free', 60_000, 1)).to.equal(1);
    }).timeout(30_000);

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
