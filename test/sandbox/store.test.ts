import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createMemoryStore, type OrderRecord, openStore, type Store } from '../../src/sandbox/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
const freshFile = () => join(folder, `${files++} with space, 100 % and #?.db`);

function record(id: string, reference: string | null = null, kind: OrderRecord['kind'] = 'order'): OrderRecord {
  const document = { courier: { waybill_id: null }, note: 'Ünïcode 👩‍👧', price: 11_000 };
  return { kind, id, reference, status: 'confirmed', document };
}

/** What every store promises. */
function kit(open: () => Promise<Store>) {
  it('finds what it was given', async () => {
    const store = await open();
    assert.deepEqual(await store.insert(record('a', 'R')), { inserted: true, record: record('a', 'R') });
    assert.deepEqual(await store.find('order', 'a'), record('a', 'R'));
    assert.deepEqual(await store.findReference('order', 'R'), record('a', 'R'));
    assert.equal(await store.find('order', 'b'), undefined);
    assert.equal(await store.find('draft_order', 'a'), undefined);
    assert.equal(await store.findReference('order', 'r'), undefined);
    await store.close();
  });

  it('hands back the record that has a reference already, and adds nothing', async () => {
    const store = await open();
    await store.insert(record('a', 'R'));
    assert.deepEqual(await store.insert(record('b', 'R')), { inserted: false, record: record('a', 'R') });
    assert.equal(await store.find('order', 'b'), undefined);
    assert.equal((await store.list('order')).length, 1);
    await store.close();
  });

  it('adds one of fifty that come at once', async () => {
    const store = await open();
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => store.insert(record(`id${n}`, 'R'))));
    assert.equal(results.filter(({ inserted }) => inserted).length, 1);
    assert.equal(new Set(results.map(({ record: { id } }) => id)).size, 1);
    await store.close();
  });

  it('keeps the references of orders and drafts apart, and takes any number without one', async () => {
    const store = await open();
    const given = [record('a', 'R'), record('b', 'R', 'draft_order'), record('c'), record('d')];
    for (const one of given) assert.equal((await store.insert(one)).inserted, true);
    await store.close();
  });

  it('lists the newest first', async () => {
    const store = await open();
    for (const id of ['z', 'a', 'm']) await store.insert(record(id));
    await store.insert(record('draft', null, 'draft_order'));
    assert.deepEqual(
      (await store.list('order')).map(({ id }) => id),
      ['m', 'a', 'z'],
    );
    await store.close();
  });

  it('replaces a record only in the status it was read in', async () => {
    const store = await open();
    await store.insert(record('a', 'R'));
    const cancelled = { ...record('a', 'R'), status: 'cancelled', document: { courier: { waybill_id: 'W' } } };
    assert.equal(await store.replace(cancelled, 'allocated'), false);
    assert.deepEqual(await store.find('order', 'a'), record('a', 'R'));
    assert.equal(await store.replace(cancelled, 'confirmed'), true);
    assert.equal(await store.replace(cancelled, 'confirmed'), false);
    assert.deepEqual(await store.find('order', 'a'), cancelled);
    assert.equal(await store.replace(record('unknown'), 'confirmed'), false);
    await store.close();
  });

  it('lets nobody change a record from outside', async () => {
    const store = await open();
    const given = record('a');
    await store.insert(given);
    given.document.courier.waybill_id = 'changed';
    const found = await store.find('order', 'a');
    if (found) found.document.note = 'changed';
    assert.deepEqual(await store.find('order', 'a'), record('a'));
    await store.close();
  });

  it('keeps odd references apart', async () => {
    const store = await open();
    for (const reference of [
      '',
      ' ',
      'a',
      'A',
      'a\u0000b',
      'a\u0000c',
      '__proto__',
      "'; DROP TABLE records; --",
      '👩‍👧',
    ])
      assert.equal((await store.insert(record(`id ${reference}`, reference))).inserted, true, reference);
    await store.close();
  });
}

describe('the memory store', () => kit(async () => createMemoryStore()));

describe('the libSQL store', () => {
  kit(() => openStore(freshFile()));

  it('has everything again after it was closed', async () => {
    const file = freshFile();
    const first = await openStore(file);
    await first.insert(record('a', 'R'));
    await first.insert(record('b'));
    await first.replace({ ...record('b'), status: 'cancelled' }, 'confirmed');
    await first.close();

    const second = await openStore(file);
    assert.deepEqual(await second.list('order'), [{ ...record('b'), status: 'cancelled' }, record('a', 'R')]);
    assert.equal((await second.insert(record('c', 'R'))).inserted, false);
    await second.close();
  });

  it('shares its file with another process', async () => {
    const file = freshFile();
    const [one, other] = [await openStore(file), await openStore(file)];
    const inserts = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).insert(record(`id${n}`, `R${n >> 1}`)));
    assert.equal((await Promise.all(inserts)).filter(({ inserted }) => inserted).length, 10);
    await one.close();
    await other.close();
  });

  it('refuses a file that it cannot open', async () => {
    await assert.rejects(openStore(join(folder, 'no', 'such', 'folder.db')));
  });
});
