import { expect } from 'chai';
import fc from 'fast-check';
import type { Store } from '../../../src/gateway/index.ts';
import { type Entry, Ledger, type State } from '../../../src/gateway/ledger/index.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { type Database, databases } from './stores.ts';

const states: State[] = [
  'claimed',
  'sending',
  'unknown',
  'placed',
  'refused',
  'needs-attention',
  'cancelling',
  'cancelled',
];

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
      expect(await store.ledger.insert(full)).to.equal(true);
      expect(await store.ledger.find(full)).to.deep.equal(full);
      const bare = entry({ account: account(), reference: 'x', body: null, terms: null });
      expect(await store.ledger.insert(bare)).to.equal(true);
      expect(await store.ledger.find(bare)).to.deep.equal(bare);
    });

    it('does what the model in memory does, whatever is done to it', async () => {
      const key = fc.record({
        kind: fc.constantFrom('order' as const, 'draft_order' as const),
        reference: fc.constantFrom('a', 'b', "c'?$1"),
      });
      const version = fc.integer({ min: 1, max: 3 });
      const time = fc.integer({ min: 1, max: 5 }).map((n) => n * 1_000);
      const row = fc.record({ version, lease: time, created: time, state: fc.constantFrom(...states) });
      const call = fc.oneof(
        fc.record({ name: fc.constant('insert' as const), key, row }),
        fc.record({ name: fc.constant('replace' as const), key, row, version }),
        fc.record({ name: fc.constant('remove' as const), key, version }),
        fc.record({ name: fc.constant('find' as const), key }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 25 }), time, async (calls, now) => {
          run += 1;
          const model = memoryLedger().store;
          for (const [index, step] of calls.entries()) {
            const of = { account: account(), ...step.key };
            const work = (ledger: Store['ledger']): Promise<unknown> => {
              if (step.name === 'insert') return ledger.insert(entry({ ...of, ...step.row }));
              if (step.name === 'replace') return ledger.replace(entry({ ...of, ...step.row }), step.version);
              return step.name === 'remove' ? ledger.remove(of, step.version) : ledger.find(of);
            };
            expect(await work(store.ledger), `${step.name} as number ${index}`).to.deep.equal(await work(model));
          }
          const references = (entries: Entry[]) => entries.map(({ kind, reference }) => `${kind} ${reference}`).sort();
          const [due, all] = [
            await store.ledger.due(account(), now, 4_000, 9),
            await store.ledger.list(account(), undefined, 9),
          ];
          expect(references(due)).to.deep.equal(references(await model.due(account(), now, 4_000, 9)));
          expect(references(all)).to.deep.equal(references(await model.list(account(), undefined, 9)));
        }),
        { numRuns: 40 },
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

    it('lists by state, the newest first, and as many as are asked for', async () => {
      for (const [n, state] of states.entries())
        await store.ledger.insert(entry({ account: account(), reference: `r${n}`, state, created: 1_000 + n }));
      const listed = await store.ledger.list(account(), ['placed', 'needs-attention'], 5);
      expect(listed.map(({ state }) => state)).to.deep.equal(['needs-attention', 'placed']);
      expect(await store.ledger.list(account(), undefined, 3)).to.have.lengthOf(3);
      expect(await store.ledger.list('another', undefined, 3)).to.have.lengthOf(0);
    });

    it('finds what is due, the longest first, and what no lease can be', async () => {
      const leases = { a: 5_000, b: 3_000, c: 9_000, d: 20_001 };
      for (const [reference, lease] of Object.entries(leases))
        await store.ledger.insert(entry({ account: account(), reference, lease }));
      await store.ledger.insert(entry({ account: account(), reference: 'settled', state: 'placed', lease: 1 }));
      const due = await store.ledger.due(account(), 5_000, 20_000, 9);
      expect(due.map(({ reference }) => reference)).to.deep.equal(['b', 'a', 'd']);
    });

    it('keeps answers for as long as they are good, and counts by spans of time', async () => {
      const { cache, counts } = store;
      await cache.set(`${account()} a`, 'one', 60);
      await cache.set(`${account()} a`, 'two', 60);
      await cache.set(`${account()} b`, 'gone', 0);
      expect(await cache.get(`${account()} a`)).to.equal('two');
      expect(await cache.get(`${account()} b`)).to.equal(undefined);
      expect(await cache.get(`${account()} c`)).to.equal(undefined);
      const added = await Promise.all(Array.from({ length: 10 }, () => counts.add(account(), 60_000, 119_000)));
      expect(added.sort((a, b) => a - b)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await counts.add(account(), 60_000, 120_000)).to.equal(1);
      expect(await counts.add(account(), 60_000, 119_000, 5)).to.equal(15);
    });

    it('keeps no answer from before the clock was set back', async () => {
      const { cache } = store;
      await cache.set(`${account()} a`, 'of later', 3_600);
      expect(await cache.get(`${account()} a`, 120)).to.equal(undefined);
      expect(await cache.get(`${account()} a`, 3_600)).to.equal('of later');
    });

    it('forgets what is out of date, and no order', async () => {
      const { cache, counts, ledger } = store;
      await ledger.insert(entry({ account: account(), lease: 1, created: 1 }));
      await cache.set(`${account()} new`, 'kept', 3_600);
      await counts.add(account(), 1_000, 1_000);
      await store.prune(Date.now());
      expect(await ledger.find({ account: account(), kind: 'order', reference: 'CART-1' })).to.not.equal(undefined);
      expect(await cache.get(`${account()} new`)).to.equal('kept');
      expect(await counts.add(account(), 1_000, 1_000)).to.equal(1);
    });

    it('keeps news with the change that it tells of, until it is delivered', async () => {
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
      const [waiting, ...more] = await news.due(account(), 0, 9);
      expect([waiting, ...more]).to.deep.equal([{ key, lines: 'one\ntwo\n', tries: 0, due: 0 }]);
      if (!waiting) return;
      expect(await news.update(waiting, { lines: 'two\n', tries: 1, due: 5_000 })).to.equal(true);
      expect(await news.update(waiting, { lines: '', tries: 0, due: 0 })).to.equal(false);
      expect(await news.due(account(), 4_999, 9)).to.deep.equal([]);
      const [left] = await news.due(account(), 5_000, 9);
      expect(left).to.include({ lines: 'two\n', tries: 1 });
      if (left) await news.update(left, { lines: '', tries: 0, due: 0 });
      expect(await news.due(account(), Number.MAX_SAFE_INTEGER, 9)).to.deep.equal([]);
    });

    it('is opened again by another process, with what is in it', async () => {
      await store.ledger.insert(entry({ account: account() }));
      const other = await database.open();
      await other.ping();
      const ledger = new Ledger({ store: other.ledger, policy: { lease: 1, pause: 1, most: 1 }, now: Date.now });
      expect(await ledger.find({ account: account(), kind: 'order', reference: 'CART-1' })).to.include({ version: 1 });
      await other.close();
    });
  });
}

describe('a store that is not there', () => {
  it('says so when it is opened', async () => {
    const { openLibsqlStore, openPostgresStore } = await import('../../../src/gateway/index.ts');
    const openings = [
      () => openLibsqlStore('/nowhere/at/all.db'),
      () => openPostgresStore('postgres://127.0.0.1:1/none'),
    ];
    for (const open of openings) expect(await open().catch((error) => error)).to.be.an.instanceOf(Error);
  });
});
