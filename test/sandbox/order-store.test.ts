import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Libsql from 'libsql';
import { createMemoryStore, type OrderRecord, openStore, type SandboxStore } from '../../src/sandbox/index.ts';
import { failure } from '../client/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
const freshFile = () => join(folder, `${files++} with space, 100 % and #?.db`);

function record(id: string, reference: string | null = null, kind: OrderRecord['kind'] = 'order'): OrderRecord {
  const document = { courier: { waybill_id: null }, note: 'Ünïcode 👩‍👧\u0000', price: 11_000 };
  return { kind, id, reference, status: 'confirmed', document };
}

/** What every store promises. */
function promises(open: () => Promise<SandboxStore>) {
  let store: SandboxStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  it('finds a record that was inserted', async () => {
    expect(await store.insert(record('a', 'R'))).to.deep.equal({ inserted: true, record: record('a', 'R') });
    expect(await store.find('order', 'a')).to.deep.equal(record('a', 'R'));
    expect(await store.findReference('order', 'R')).to.deep.equal(record('a', 'R'));
    expect(await store.find('order', 'b')).to.equal(undefined);
    expect(await store.find('draft_order', 'a')).to.equal(undefined);
    expect(await store.findReference('order', 'r')).to.equal(undefined);
  });

  it('returns the record that has the reference already, and adds nothing', async () => {
    await store.insert(record('a', 'R'));
    expect(await store.insert(record('b', 'R'))).to.deep.equal({ inserted: false, record: record('a', 'R') });
    expect(await store.list('order')).to.deep.equal([record('a', 'R')]);
  });

  it('adds one of fifty inserts at once', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => store.insert(record(`id${n}`, 'R'))));
    expect(results.filter(({ inserted }) => inserted).length).to.equal(1);
    expect(new Set(results.map(({ record: { id } }) => id)).size).to.equal(1);
  });

  it('keeps the references of orders and drafts apart, and accepts records without one', async () => {
    const given = [record('a', 'R'), record('b', 'R', 'draft_order'), record('c'), record('d')];
    for (const one of given) expect((await store.insert(one)).inserted).to.equal(true);
  });

  it('lists the newest first', async () => {
    for (const id of ['z', 'a', 'm']) await store.insert(record(id));
    await store.insert(record('draft', null, 'draft_order'));
    expect((await store.list('order')).map(({ id }) => id)).to.deep.equal(['m', 'a', 'z']);
  });

  it('replaces a record only if its status has not changed', async () => {
    await store.insert(record('a', 'R'));
    const cancelled = { ...record('a', 'R'), status: 'cancelled', document: { courier: { waybill_id: 'W' } } };
    expect(await store.replace(cancelled, 'allocated')).to.equal(false);
    expect(await store.find('order', 'a')).to.deep.equal(record('a', 'R'));
    expect(await store.replace(cancelled, 'confirmed')).to.equal(true);
    expect(await store.find('order', 'a')).to.deep.equal(cancelled);
    expect(await store.replace(record('unknown'), 'confirmed')).to.equal(false);
  });

  it('returns copies', async () => {
    const given = record('a');
    await store.insert(given);
    given.document.courier.waybill_id = 'changed';
    const found = await store.find('order', 'a');
    if (found) found.document.note = 'changed';
    expect(await store.find('order', 'a')).to.deep.equal(record('a'));
  });

  it('keeps unusual references apart', async () => {
    const references = ['', ' ', 'a', 'A', 'a\u0000b', 'a\u0000c', '__proto__', "'; DROP TABLE records; --", '👩‍👧'];
    for (const reference of references)
      expect((await store.insert(record(`id ${reference}`, reference))).inserted, reference).to.equal(true);
  });
}

describe('the memory store', () => promises(async () => createMemoryStore()));

describe('the libSQL store', () => {
  promises(() => openStore(freshFile()));

  it('has all records after it was closed and opened again', async () => {
    const file = freshFile();
    const first = await openStore(file);
    await first.insert(record('a', 'R'));
    await first.insert(record('b'));
    await first.replace({ ...record('b'), status: 'cancelled' }, 'confirmed');
    await first.close();

    const second = await openStore(file);
    expect(await second.list('order')).to.deep.equal([{ ...record('b'), status: 'cancelled' }, record('a', 'R')]);
    expect((await second.insert(record('c', 'R'))).inserted).to.equal(false);
    await second.close();
  });

  it('shares its file with another process', async () => {
    const file = freshFile();
    const [one, other] = [await openStore(file), await openStore(file)];
    const inserts = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).insert(record(`id${n}`, `R${n >> 1}`)));
    expect((await Promise.all(inserts)).filter(({ inserted }) => inserted).length).to.equal(10);
    await one.close();
    await other.close();
  });

  it('keeps what it acknowledges after a lock that it did not wait for', async () => {
    const file = freshFile();
    const [store, other] = [await openStore(file), new Libsql(file)];
    other.exec('BEGIN IMMEDIATE');
    await failure(store.insert(record('a')));
    other.exec('ROLLBACK');
    await store.insert(record('b'));
    expect(other.prepare('SELECT id FROM records').all()).to.deep.equal([{ id: 'b' }]);
    other.close();
    await store.close();
  });

  it('refuses a file that it cannot open', async () => {
    await failure(openStore(join(folder, 'no', 'such', 'folder.db')));
  });
});
