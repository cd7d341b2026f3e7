import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Libsql from 'libsql';
import { EraseError } from '../../src/gateway/index.ts';
import { kept } from '../../src/gateway/store/kept.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { migrations } from '../../src/gateway/store/migrations.ts';
import { docsPage } from '../support/docs.ts';
import { cancelled, lost, made, openGrantingShop, refused } from './shop.ts';

const day = 24 * 3_600_000;

describe('gateway.erase', () => {
  it('says why an order is not erased: it is open, or nobody knows it', async () => {
    let answer = (_response: Response) => {};
    const shop = openGrantingShop([lost, () => new Promise<Response>((resolve) => (answer = resolve))], {
      timeouts: { wait: 0, pause: 60_000 },
    });
    const said = async (reference: string) => {
      const problem = await shop.gateway.erase(reference).catch((thrown) => thrown);
      expect(problem).to.be.instanceOf(EraseError);
      return problem.message;
    };
    await shop.place({ reference: 'UNKNOWN' });
    expect(await said('UNKNOWN')).to.match(/^UNKNOWN is waiting for its answer: erase it when /);
    const placing = shop.place({ reference: 'SENDING' });
    while (shop.writes().length < 2) await new Promise((later) => setImmediate(later));
    expect(await said('SENDING')).to.match(/^SENDING is being sent: erase it when /);
    answer(made('o-sent'));
    expect((await placing).status, 'nothing is lost').to.equal(200);
    expect(await said('INV-404')).to.match(/^There is no order INV-404 /);
    const exported = await shop.gateway.export('INV-404').catch((thrown) => thrown);
    expect(exported).to.include({ name: 'EraseError', reason: 'order-not-found' });
    expect((await shop.gateway.erase('SENDING')).remains.join(' ')).to.match(/digest.*shipping service.*Backups/);
  });

  it('erases nothing of an order that another process changes at that moment, and says so', async () => {
    const shop = openGrantingShop([() => made('o1'), () => cancelled('o1')]);
    await shop.place();
    const { records } = shop.settings.store;
    const raced = openGrantingShop([], {
      account: shop.account,
      secrets: { current: shop.keys.current },
      store: {
        ...shop.settings.store,
        records: {
          ...records,
          async erase(...given) {
            const [entry] = await shop.entries();
            if (entry)
              await shop.settings.store.ledger.replace({ ...entry, state: 'cancelling', version: 99 }, entry.version);
            return records.erase(...given);
          },
        },
      },
    });
    const problem = await raced.gateway.erase('CART-1').catch(({ message }) => message);
    expect(problem).to.match(/^CART-1 has changed just now: nothing of it was erased\./);
    expect((await shop.entries())[0]).to.include({ state: 'cancelling', order: 'o1', reference: 'CART-1' });
  });

  it('says so if another program keeps the erased data in the log of the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-erase-'));
    const file = join(folder, 'gateway.db');
    const store = await openLibsqlStore(file);
    const shop = openGrantingShop([() => made('o-in-the-log')], { store });
    await shop.place();
    const isInLog = () => readFileSync(`${file}-wal`, 'latin1').includes('o-in-the-log');
    const reader = new Libsql(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM ship_ledger').all();
    expect((await shop.gateway.erase('CART-1')).remains.join()).to.match(/Another program reads the database file/);
    expect(isInLog()).to.equal(true);
    reader.exec('COMMIT');
    reader.close();
    expect((await shop.gateway.erase('CART-1')).remains.join()).to.not.match(/Another program/);
    expect(isInLog()).to.equal(false);
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('is done by settle() after retention, and never to an open order', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const shop = openGrantingShop([() => made('o1'), () => refused(40002031), lost], {
      retention: 90,
      timeouts: { wait: 0, sends: 1 },
      now: () => now,
    });
    for (const reference of ['PLACED', 'REFUSED', 'IN-DOUBT']) await shop.place({ reference });
    const states = async () => (await shop.entries()).map(({ state }) => state).sort();
    now = new Date(now.getTime() + 90 * day - 1);
    await shop.gateway.settle();
    expect(await states()).to.deep.equal(['needs-attention', 'placed', 'refused']);
    now = new Date(now.getTime() + 1);
    await shop.gateway.settle();
    expect(await states()).to.deep.equal(['erased', 'erased', 'needs-attention']);
  });
});

describe('the table of what is kept', () => {
  it('has each column of each table once, and the docs have its rows in both languages', () => {
    const created = migrations.flat().flatMap((statement) => {
      const [, table, columns = ''] = /CREATE TABLE (?:IF NOT EXISTS )?(\w+) \((.*)\)$/s.exec(statement) ?? [];
      const [, altered, added] = /ALTER TABLE (\w+) ADD COLUMN (\w+)/.exec(statement) ?? [];
      const named = [...columns.matchAll(/(\w+) (?:TEXT|BIGINT)/g)].map(([, column]) => `${table}.${column}`);
      return altered ? [`${altered}.${added}`] : named;
    });
    const listed = kept.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    expect(listed.filter((name) => name !== 'ship_schema.version')).to.have.members(created);
    for (const page of [docsPage('personal-data'), docsPage('id/personal-data')])
      for (const { columns } of kept) expect(page).to.include(columns.map((column) => `\`${column}\``).join(' '));
  });
});
