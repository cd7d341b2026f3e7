import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client/sqlite3';
import { expect } from 'chai';
import { openLibsqlStore, type Store } from '../../../src/gateway/index.ts';
import { openSandboxShop } from '../shop.ts';

describe('a libSQL file that another program uses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-locked-'));
  const file = join(folder, 'gateway.db');
  let store: Store;
  /** Another program on the same machine: a backup, or a report. */
  let other: Client;

  before(async () => {
    store = await openLibsqlStore(file);
    other = createClient({ url: `file:${file}` });
  });
  after(async () => {
    other.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('can be read by its user alone', () => {
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777, name).to.equal(0o600);
  });

  const seconds = (begun: number) => (performance.now() - begun) / 1_000;

  it('lets other work go on between the statements of many orders', async () => {
    let turns = 0;
    let working = true;
    const turn = () => {
      turns += 1;
      if (working) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(Array.from({ length: 100 }, (_, n) => store.counts.add(`count-${n}`, 60_000, 1)));
    working = false;
    expect(turns).to.be.above(50);
  });

  it('takes orders while a read transaction is open, and settling does not wait for it', async () => {
    const { gateway, post, grant } = openSandboxShop({ store, orders: 'order' });
    await post('/v1/orders', { grant: await grant({ reference: 'BEFORE' }) });
    const reading = await other.transaction('read');
    await reading.execute('SELECT count(*) FROM ship_ledger');
    const begun = performance.now();
    const settling = gateway.settle();
    expect((await post('/v1/orders', { grant: await grant({ reference: 'MEANWHILE' }) })).status).to.equal(200);
    await settling;
    expect(seconds(begun)).to.be.below(2);
    await reading.rollback();
  });

  it('answers within ten seconds while the file is locked, and at once where no database is needed', async () => {
    const { ask, post, grant } = openSandboxShop({ store, orders: 'order' });
    const grants = await Promise.all(Array.from({ length: 20 }, (_, n) => grant({ reference: `LOCKED-${n}` })));
    const locking = await other.transaction('write');
    const begun = performance.now();
    const orders = Promise.all(
      grants.map(async (granted) => ({ ...(await post('/v1/orders', { grant: granted })), after: seconds(begun) })),
    );
    expect((await ask('GET', '/elsewhere')).status).to.equal(404);
    expect(seconds(begun)).to.be.below(0.1);
    for (const { status, body, after: waited } of await orders) {
      expect([status, body.reason]).to.deep.equal([500, 'gateway-failed']);
      expect(waited).to.be.below(10);
    }
    await locking.rollback();
    expect((await post('/v1/orders', { grant: grants[0] })).status).to.equal(200);
  });

  it('has kept for other programs what was acknowledged after a lock', async () => {
    const { rows } = await other.execute("SELECT state FROM ship_ledger WHERE reference = 'LOCKED-0'");
    expect(rows.map(({ state }) => state)).to.deep.equal(['placed']);
  });

  it('waits for a lock that is held for a moment', async () => {
    const { post, grant } = openSandboxShop({ store, orders: 'order' });
    const locking = await other.transaction('write');
    const order = post('/v1/orders', { grant: await grant() });
    await new Promise(setImmediate);
    await locking.rollback();
    expect((await order).status).to.equal(200);
  });
});
