import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { GatewayStore } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import type { PurchaseView } from '../../src/purchases/index.ts';
import { openPurchases, provider } from '../purchases/shop.ts';
import { postgresProgram, startPostgres } from '../support/postgres.ts';
import { openSandboxShop } from './shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'ship-restore-'));
const [file, backup] = ['gateway.db', 'backup.db'].map((name) => join(folder, name)) as [string, string];
after(() => rmSync(folder, { recursive: true }));

/** A database that is lost. */
interface Losing {
  open(): Promise<GatewayStore>;
  save(): void;
  restore(): void;
  end?(): Promise<void>;
}

const libsql: Losing = {
  open: () => openLibsqlStore(file),
  save: () => copyFileSync(file, backup),
  restore() {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    copyFileSync(backup, file);
  },
};

async function inPostgres(): Promise<Losing | undefined> {
  const postgres = await startPostgres();
  const run = (name: string, ...options: string[]) =>
    execFileSync(postgresProgram(name), [...options, postgres?.url ?? ''], { stdio: ['ignore', 'ignore', 'inherit'] });
  return (
    postgres && {
      open: () => openPostgresStore(postgres.url),
      save: () => run('pg_dump', '--format=custom', '--file', `${backup}-pg`, '--dbname'),
      restore: () => run('pg_restore', '--clean', `${backup}-pg`, '--dbname'),
      end: postgres.stop,
    }
  );
}

/** The drill of `demo/docs/run-the-gateway.md`. */
for (const [name, database] of Object.entries({ 'a libSQL file': libsql, Postgres: await inPostgres() }))
  describe(`a ledger in ${name} that is restored from a backup`, () => {
    if (!database) return;
    after(() => database.end?.()).timeout(30_000);

    it('finds again at the service what was placed or cancelled after the backup, and orders nothing twice', async () => {
      let store = await database.open();
      const shop = openSandboxShop({ store, orders: 'order', cancels: true, timeouts: { pause: 0, wait: 0 } });
      const before = await shop.place({ reference: 'BEFORE' });
      await shop.place({ reference: 'CANCELLED' });
      await store.prune(Date.now());
      database.save();
      const after = await shop.place({ reference: 'AFTER' });
      const lost = await shop.place({ reference: 'LOST' });
      const { id = '' } = (await shop.gateway.find('CANCELLED')) ?? {};
      await shop.gateway.cancel({ id, reference: 'CANCELLED' });
      const atService = async () =>
        (await shop.placed()).orders.map(({ reference_id, status }) => `${reference_id} ${status}`).sort();
      const known = await atService();
      await store.close();

      database.restore();
      store = await database.open();
      shop.settings.store = store;
      const restored = shop.another();
      const ask = async (reference: string) =>
        restored.order(await shop.grant({ reference })).then(
          (order) => order.id,
          ({ reason }) => reason,
        );
      expect(await ask('BEFORE')).to.equal(before.body.id);
      expect(await ask('AFTER')).to.equal('needs-attention');
      await restored.resolveOrder({ reference: 'AFTER' }, { found: 'placed', order: after.body.id });
      expect(await ask('AFTER')).to.equal(after.body.id);
      expect(await restored.cancel({ id, reference: 'CANCELLED' })).to.include({ id, status: 'cancelled' });
      expect(await atService()).to.deep.equal(known);
      // Called off by its reference alone, which the service does not hear of, it can be cancelled by its id still.
      await restored.cancel({ reference: 'LOST' });
      expect(await atService()).to.deep.equal(known);
      const unknown = restored.cancel({ id: 'f'.repeat(24), reference: 'LOST' }).catch(({ reason }) => reason);
      expect(await unknown).to.equal('order-not-found');
      expect(await restored.cancel({ id: lost.body.id, reference: 'LOST' })).to.include({ status: 'cancelled' });
      expect(await atService()).to.include('LOST cancelled');
      await store.close();
    }).timeout(30_000);

    it('hears of purchases again what staff, provider and service say, ships nothing that was cancelled, and nothing twice', async () => {
      let store = await database.open();
      const { shop, purchases: lost, open, accept, call, sent } = openPurchases({}, { store });
      const [sold, cancelled] = [await accept('visit-1'), await accept('visit-2')];
      await store.prune(Date.now());
      database.save();
      await call(sold);
      await lost.ship(sold.reference);
      await call(cancelled);
      await lost.cancel(cancelled.reference);
      await call(cancelled, 'taken-back');
      const gone = await accept('visit-3');
      await store.close();

      database.restore();
      store = await database.open();
      shop.settings.store = store;
      const gateway = shop.another();
      const purchases = open({ gateway, store });
      const again = ({ pay }: Pick<PurchaseView, 'pay'>, status?: 'taken-back') =>
        purchases.callback(provider, provider.callback(pay?.id ?? '', pay?.rupiah ?? 0, status));
      await purchases.cancel(cancelled.reference);
      await again(cancelled);
      await again(cancelled, 'taken-back');
      await again(sold);
      expect((await again(gone)).status).to.equal(404);
      await purchases.settle();
      expect(await purchases.find({ reference: cancelled.reference })).to.deep.include({
        state: 'cancelled',
        giveBack: 0,
        attention: [],
      });
      expect((await purchases.attention()).map(({ reference }) => reference)).to.deep.equal([sold.reference]);
      const [{ id = '' } = {}] = (await shop.placed()).orders;
      await gateway.resolveOrder({ reference: sold.reference }, { found: 'placed', order: id });
      expect(await purchases.ship(sold.reference)).to.deep.include({ state: 'shipped', attention: [] });
      expect((await shop.placed()).orders).to.have.length(1);
      expect(sent()).to.deep.equal(['/v1/orders', '/v1/orders']);
      await store.close();
    }).timeout(30_000);
  });
