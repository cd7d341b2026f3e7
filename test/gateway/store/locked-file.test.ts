import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Libsql from 'libsql';
import type { Rate } from '../../../src/contract/index.ts';
import type { FallbackRate, GatewayStore } from '../../../src/gateway/index.ts';
import { openLibsqlStore } from '../../../src/gateway/store/libsql.ts';
import { cart, openSandboxShop } from '../shop.ts';

describe('a libSQL file that another program uses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-locked-'));
  const file = join(folder, 'gateway.db');
  let store: GatewayStore;
  /** Another program on the same machine: a backup, or a report. */
  let other: Libsql.Database;

  before(async () => {
    store = await openLibsqlStore(file);
    other = new Libsql(file);
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

  it('writes statements of the same moment in transactions of a hundred, with other work between them', async () => {
    await store.prune(Date.now());
    let turns = 0;
    let working = true;
    const turn = () => {
      turns += 1;
      if (working) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(Array.from({ length: 400 }, (_, n) => store.counts.add(`count-${n}`, 60_000, 1)));
    working = false;
    // A transaction of its own writes a page of 4 KiB or more for each.
    expect(statSync(`${file}-wal`).size).to.be.below(400 * 1_024);
    expect(turns).to.be.at.least(4);
  });

  it('fails only the statement that cannot be run', async () => {
    const writes = ['a', null as never, 'b'].map((value, n) => store.cache.set(`beside-${n}`, value, 60));
    const results = await Promise.allSettled(writes);
    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.cache.get('beside-2')).to.equal('b');
  });

  it('takes orders while a read transaction is open, and settling does not wait for it', async () => {
    const { gateway, post, grant } = openSandboxShop({ store, orders: 'order' });
    await post('/v1/orders', { grant: await grant({ reference: 'BEFORE' }) });
    other.exec('BEGIN');
    other.prepare('SELECT count(*) FROM ship_ledger').get();
    const begun = performance.now();
    const settling = gateway.settle();
    expect((await post('/v1/orders', { grant: await grant({ reference: 'MEANWHILE' }) })).status).to.equal(200);
    await settling;
    expect(seconds(begun)).to.be.below(2);
    other.exec('ROLLBACK');
  });

  it('answers within ten seconds while the file is locked, and at once where no database is needed', async () => {
    const { ask, post, grant } = openSandboxShop({ store, orders: 'order' });
    const grants = await Promise.all(Array.from({ length: 20 }, (_, n) => grant({ reference: `LOCKED-${n}` })));
    other.exec('BEGIN IMMEDIATE');
    const begun = performance.now();
    let answered = 0;
    const orders = Promise.all(
      grants.map(async (granted) => {
        const answer = await post('/v1/orders', { grant: granted });
        answered += 1;
        return { ...answer, after: seconds(begun) };
      }),
    );
    expect((await ask('GET', '/elsewhere')).status).to.equal(404);
    expect(answered, 'none of them is waited for').to.equal(0);
    for (const { status, body, after: waited } of await orders) {
      expect([status, body.reason]).to.deep.equal([500, 'gateway-failed']);
      expect(waited).to.be.below(10);
    }
    other.exec('ROLLBACK');
    expect((await post('/v1/orders', { grant: grants[0] })).status).to.equal(200);
    const rows = other.prepare("SELECT state FROM ship_ledger WHERE reference = 'LOCKED-0'").all();
    expect(rows, 'kept for other programs').to.deep.equal([{ state: 'placed' }]);
  });

  it('offers the shop’s fallback while the file is locked, and names the fault in the log', async () => {
    const fallback = [{ courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20_000 }];
    const shop = openSandboxShop({ store, fallback, promises: { origin: cart.origin } });
    const empty = openSandboxShop({ store, fallback: [{ ...fallback[0], courier: 'sicepat' } as FallbackRate] });
    other.exec('BEGIN IMMEDIATE');
    const begun = performance.now();
    const [rates, couriers, promise, direct, refused] = await Promise.all([
      shop.quote(),
      shop.ask('GET', '/v1/couriers'),
      shop.post('/v1/promise', { destination_postal_code: 40111, weight: 250 }),
      shop.gateway.quote({ cart, destination: { destination_postal_code: 40111 }, couriers: ['jne'] }),
      empty.quote({ couriers: 'jne' }),
    ]);
    other.exec('ROLLBACK');
    expect(seconds(begun)).to.be.below(9);
    expect(rates.body.pricing.map(({ price, estimate }: Rate) => [price, estimate])).to.deep.equal([[20_000, true]]);
    expect(rates.body.pricing[0].offer).to.be.a('string');
    expect(couriers.body.couriers).to.have.lengthOf(1);
    expect(promise.body.rate.price).to.equal(20_000);
    expect(direct.map(({ price, estimate }) => [price, estimate])).to.deep.equal([[20_000, true]]);
    expect(shop.seen, 'nothing is paid for that cannot be counted').to.deep.equal([]);
    for (const { status, fault } of shop.events)
      expect([status, fault]).to.deep.equal([200, 'SqliteError SQLITE_BUSY']);
    expect(refused.body.reason, 'no rate of the fallback is for this place').to.equal('gateway-failed');
  });

  it('waits for a lock that is held for a moment', async () => {
    const { post, grant } = openSandboxShop({ store, orders: 'order' });
    other.exec('BEGIN IMMEDIATE');
    const order = post('/v1/orders', { grant: await grant() });
    await new Promise(setImmediate);
    other.exec('ROLLBACK');
    expect((await order).status).to.equal(200);
  });
});
