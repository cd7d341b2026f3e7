import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { GatewayStore } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { openSandboxShop } from './shop.ts';

/** The drill of `demo/docs/run-the-gateway.md`. */
describe('a ledger that is restored from a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-restore-'));
  const [file, backup] = ['gateway.db', 'backup.db'].map((name) => join(folder, name)) as [string, string];
  after(() => rmSync(folder, { recursive: true }));

  it('finds again at the service what was placed or cancelled after the backup, and orders nothing twice', async () => {
    let store: GatewayStore = await openLibsqlStore(file);
    const shop = openSandboxShop({ store, orders: 'order', cancels: true, timeouts: { pause: 0, wait: 0 } });
    const before = await shop.place({ reference: 'BEFORE' });
    await shop.place({ reference: 'CANCELLED' });
    await store.prune(Date.now());
    copyFileSync(file, backup);
    const after = await shop.place({ reference: 'AFTER' });
    const { id = '' } = (await shop.gateway.find('CANCELLED')) ?? {};
    await shop.gateway.cancel({ id, reference: 'CANCELLED' });
    const atService = async () =>
      (await shop.placed()).orders.map(({ reference_id, status }) => `${reference_id} ${status}`).sort();
    const known = await atService();
    await store.close();

    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    copyFileSync(backup, file);
    store = await openLibsqlStore(file);
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
    await store.close();
  });
});
