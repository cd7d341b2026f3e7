import { expect } from 'chai';
import fc from 'fast-check';
import { openLibsqlStore, openPostgresStore, type Store } from '../../../src/gateway/index.ts';
import { type Entry, openStates, type State } from '../../../src/gateway/ledger/index.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { type Database, databases } from './stores.ts';

const settled: State[] = ['placed', 'refused', 'needs-attention', 'cancelled'];
const states: State[] = [...openStates, ...settled];

const entry = (changes: Partial<Entry> = {}): Entry => ({
  account: 'shop',
  kind: 'order',
  reference: 'CART-1',
  state: 'claimed',
  version: 1,
  fingerprint: 'f',
  permit: 'p',
  body: '{"note":"Jl. “Braga” 12; DROP TABLE ship_ledger; --?"}',
  terms: { price_max: 15_000_000_000, subtotal: 50_000 },
  answer: null,
  order: null,
  attempts: 0,
  lease: 1_795_000_000_000,
  created: 1_795_000_000_000,
  changed: 1_795_000_000_000,
  ...changes,
});

for (const [name, start] of Object.entries(databases)) {
  const database: Database | undefined = await start();
  if (!database) continue;

  describe(`the store in ${name}`, () => {
    let store: Store;
    let run = 0;
    /** What is written in one test is not seen in another. */
    const account = () => `shop-${run}`;

    before(async () => {
      store = await database.open();
    });
    beforeEach(() => {
      run += 1;
    });
    after(async () => {
      await store.close();
      await database.end();
    }).timeout(30_000);

    it('gives back what was written, to the letter', async () => {
      const full = entry({ account: account(), answer: '{"a":"ü\\u2028💡"}', order: 'o1', state: 'placed' });
      const bare = entry({ account: account(), reference: 'x', body: null, terms: null });
      for (const written of [full, bare]) {
        expect(await store.ledger.insert(written)).to.equal(true);
        expect(await store.ledger.find(written)).to.deep.equal(written);
      }
    });

    it('keeps, finds and lists orders as the model in memory does', async () => {
      const key = fc.record({
        kind: fc.constantFrom('order' as const, 'draft_order' as const),
        reference: fc.constantFrom('a', 'b', "c'?$1"),
      });
      const version = fc.integer({ min: 1, max: 3 });
      const time = fc.integer({ min: 1, max: 5 }).map((n) => n * 1_000);
      const row = fc.record({ version, lease: time, created: time, state: fc.constantFrom(...states) });
      const name = fc.constantFrom('insert', 'replace', 'remove', 'find');
      const call = fc.record({ name, key, row, version });
      await fc.assert(
        fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 25 }), time, async (calls, now) => {
          run += 1;
          const model = memoryLedger().store;
          const same = async (what: string, work: (ledger: Store['ledger']) => Promise<unknown>) =>
            expect(await work(store.ledger), what).to.deep.equal(await work(model));
          for (const [index, { name, key, row, version }] of calls.entries()) {
            const of = { account: account(), ...key };
            // No two rows are equal in an order that the test compares.
            const written = entry({ ...of, ...row, lease: row.lease + index, created: row.created + index });
            await same(`${name} as number ${index}`, (ledger): Promise<unknown> => {
              if (name === 'insert') return ledger.insert(written);
              if (name === 'replace') return ledger.replace(written, version);
              return name === 'remove' ? ledger.remove(of, version) : ledger.find(of);
            });
          }
          await same('due', (ledger) => ledger.due(account(), now, 4_000, 3));
          await same('all', (ledger) => ledger.list(account(), undefined, 3));
          await same('of two states', (ledger) => ledger.list(account(), ['placed', 'needs-attention'], 9));
          await same('of another account', (ledger) => ledger.list('another', undefined, 9));
        }),
        { numRuns: 25 },
      );
    }).timeout(60_000);

    it('lets one of twenty claim a reference, and one of twenty write a version', async () => {
      const other = await database.open();
      for (let round = 0; round < 5; round++) {
        const claim = entry({ account: account(), reference: `r${round}` });
        const stores = Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).ledger);
        const inserted = await Promise.all(stores.map((ledger) => ledger.insert(claim)));
        expect(inserted.filter(Boolean)).to.have.lengthOf(1);
        const next = { ...claim, version: 2 };
        const replaced = await Promise.all(stores.map((ledger) => ledger.replace(next, 1)));
        expect(replaced.filter(Boolean)).to.have.lengthOf(1);
      }
      await other.close();
    });

    it('keeps an answer for its seconds, and none from before the clock was set back', async () => {
      const { cache } = store;
      const name = `${account()} a`;
      expect(await cache.get(name)).to.equal(undefined);
      await cache.set(name, 'one', 60);
      await cache.set(name, 'two', 60);
      expect(await cache.get(name)).to.equal('two');
      await cache.set(name, 'of later', 3_600);
      expect(await cache.get(name, 120)).to.equal(undefined);
      expect(await cache.get(name, 3_600)).to.equal('of later');
      await cache.set(name, 'gone', 0);
      expect(await cache.get(name)).to.equal(undefined);
    });

    it('counts by spans of time', async () => {
      const { counts } = store;
      const added = await Promise.all(Array.from({ length: 10 }, () => counts.add(account(), 60_000, 119_000)));
      expect(added.sort((a, b) => a - b)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await counts.add(account(), 60_000, 120_000)).to.equal(1);
      expect(await counts.add(account(), 60_000, 119_000, 5)).to.equal(15);
    });

    it('prunes counts that are out of date, and no order', async () => {
      const { cache, counts, ledger } = store;
      const old = entry({ account: account(), lease: 1, created: 1 });
      await ledger.insert(old);
      await cache.set(`${account()} new`, 'kept', 3_600);
      await counts.add(account(), 1_000, 1_000);
      await store.prune(Date.now());
      expect(await ledger.find(old)).to.not.equal(undefined);
      expect(await cache.get(`${account()} new`)).to.equal('kept');
      expect(await counts.add(account(), 1_000, 1_000)).to.equal(1);
    });

    it('keeps news with the change that it is about, until it is delivered', async () => {
      const { ledger, news } = store;
      const wanted = entry({ account: account(), reference: 'r1' });
      await ledger.insert(wanted);
      const placed = { ...wanted, state: 'placed' as const, order: 'o1', version: 2 };
      expect(await ledger.replace(placed, 9, 'lost\n')).to.equal(false);
      expect(await ledger.replace(placed, 1, 'one\n')).to.equal(true);
      const key = { account: account(), kind: 'order' as const, reference: 'r1' };
      expect(await news.keyOf(account(), 'o1')).to.deep.equal(key);
      expect(await news.keyOf(account(), 'o2')).to.equal(undefined);
      await news.append(key, 'two\n');
      const waiting = { key, lines: 'one\ntwo\n', tries: 0, due: 0 };
      expect(await news.due(account(), 0, 9)).to.deep.equal([waiting]);
      const later = { lines: 'two\n', tries: 1, due: 5_000 };
      expect(await news.update(waiting, later)).to.equal(true);
      expect(await news.update(waiting, { ...later, lines: '' })).to.equal(false);
      expect(await news.due(account(), 4_999, 9)).to.deep.equal([]);
      expect(await news.due(account(), 5_000, 9)).to.deep.equal([{ key, ...later }]);
      expect(await news.update({ key, ...later }, { ...later, lines: '' })).to.equal(true);
      expect(await news.due(account(), Number.MAX_SAFE_INTEGER, 9)).to.deep.equal([]);
    });
  });
}

describe('opening a store', () => {
  it('fails if its folder or its server does not exist', async () => {
    for (const open of [
      () => openLibsqlStore('/nowhere/at/all.db'),
      () => openPostgresStore('postgres://127.0.0.1:1/none'),
    ])
      expect(await open().catch((error) => error)).to.be.an.instanceOf(Error);
  });
});
