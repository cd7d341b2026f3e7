import { expect } from 'chai';
import fc from 'fast-check';
import type { GatewayStore, PurchaseRow } from '../../../src/gateway/index.ts';
import { type Entry, type EntryState, openStates } from '../../../src/gateway/ledger/transitions.ts';
import { noteParcel } from '../../../src/gateway/parcels/tracking.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { cancelled, made, openGrantingShop, order, refused, used } from '../shop.ts';
import { type Database, databases, erasing } from './stores.ts';

const settled: EntryState[] = ['placed', 'refused', 'needs-attention', 'cancelled'];
const states: EntryState[] = [...openStates, ...settled];

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

const purchase = (account: string): PurchaseRow => ({
  ...{ account, reference: 'BUY', version: 1, visit: '', number: 1, created: 4_000, changed: 4_000 },
  ...{ deliveries: ['BUY', 'BUY-2', 'BUY-3'], taken: 0, givenBack: 0, stands: 0, payments: '[]' },
  ...{ isOpen: true, needsPerson: false, due: 0, story: '{}', parcels: null },
});

for (const [name, start] of Object.entries(databases)) {
  const database: Database | undefined = await start();
  if (!database) continue;

  describe(`the store in ${name}`, () => {
    let store: GatewayStore;
    let run = 0;
    /** What is written in one test is not seen in another. */
    const account = () => `store-${run}`;

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
          const same = async (what: string, work: (ledger: GatewayStore['ledger']) => Promise<unknown>) =>
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

    it('keeps an answer for its seconds', async () => {
      const { cache } = store;
      const name = `${account()} a`;
      expect(await cache.get(name)).to.equal(undefined);
      await cache.set(name, 'one', 60);
      await cache.set(name, 'two', 60);
      expect(await cache.get(name)).to.equal('two');
      await cache.set(name, 'gone', 0);
      expect(await cache.get(name)).to.equal(undefined);
    });

    it('keeps a webhook of an unknown order until the order is known, for a day', async () => {
      const { news, ledger } = store;
      const early = (n: number) => ({ id: `msg_${n}`, order: `o${n}`, webhook: '{}', received: n });
      for (const n of [1, 2, 2]) await news.keepEarly(account(), early(n));
      expect(await news.matched(account(), 9)).to.deep.equal([]);
      const known = entry({ account: account(), reference: 'r2', order: 'o2' });
      await ledger.insert(known);
      const key = { account: account(), kind: known.kind, reference: 'r2' };
      expect(await news.matched(account(), 9)).to.deep.equal([{ key, early: early(2) }]);
      await news.forgetEarly(account(), 'msg_2');
      await store.prune(24 * 3_600_000 + 1);
      await ledger.insert({ ...known, reference: 'r1', order: 'o1' });
      expect(await news.matched(account(), 9)).to.deep.equal([]);
    });

    it('keeps the newest thousand webhooks of unknown orders', async () => {
      const { news, ledger } = store;
      await database.run(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
        INSERT INTO ship_webhooks (account, id, order_id, webhook, received)
        SELECT '${account()}', 'msg_' || n, 'o' || n, '{}', CASE WHEN n = 7 THEN 1 ELSE 2 END FROM numbers`);
      await news.keepEarly(account(), { id: 'msg_new', order: 'o-new', webhook: '{}', received: 2 });
      for (const order of ['o7', 'o8', 'o1000', 'o-new'])
        await ledger.insert(entry({ account: account(), reference: order, order }));
      const kept = (await news.matched(account(), 9)).map(({ early }) => early.order);
      expect(kept).to.have.members(['o8', 'o1000', 'o-new']);
    });

    it('keeps a parcel beside its order, and a change of another process wins', async () => {
      const { parcels, ledger } = store;
      const order = entry({ account: account(), reference: 'r1' });
      expect(await parcels.find(order)).to.equal('');
      expect(await parcels.update(order, '', 'one'), 'no order').to.equal(false);
      await ledger.insert(order);
      expect(await parcels.update(order, '', 'one')).to.equal(true);
      expect(await parcels.update(order, '', 'two')).to.equal(false);
      await ledger.replace({ ...order, version: order.version + 1 }, order.version);
      expect(await parcels.find(order)).to.equal('one');
    });

    it('counts by spans of time', async () => {
      const { counts } = store;
      const added = await Promise.all(Array.from({ length: 10 }, () => counts.add(account(), 60_000, 119_000)));
      expect(added.sort((a, b) => a - b)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await counts.add(account(), 60_000, 120_000)).to.equal(1);
      expect(await counts.add(account(), 60_000, 119_000, 5)).to.equal(15);
    });

    it('names the accounts with orders or news that are due, once each', async () => {
      const { ledger, news } = store;
      const [now, hour] = [1_795_000_000_000, 3_600_000];
      const put = async (name: string, changes: Partial<Entry>, line = '') => {
        const written = entry({ account: `${account()}-${name}`, lease: now - 1, ...changes });
        await ledger.insert(written);
        await ledger.replace({ ...written, version: 2 }, 1, line);
      };
      const due = async (at: number) =>
        (await store.dueAccounts(at))
          .filter((name) => name.startsWith(`${account()}-`))
          .map((name) => name.slice(account().length + 1));
      await put('open', { state: 'unknown' });
      await put('open', { reference: 'r2', state: 'sending' });
      await put('running', { state: 'sending', lease: now + 30_000 });
      await put('clock', { state: 'unknown', lease: now + hour });
      await put('done', { state: 'placed' });
      await put('news', { state: 'placed' }, 'one\n');
      await put('draft', { kind: 'draft_order', state: 'placed' });
      await put('waiting', { kind: 'draft_order', state: 'placed', lease: now + 30_000 });
      await put('draft-clock', { kind: 'draft_order', state: 'placed', lease: now + 2 * hour });
      for (const [name, due] of [
        ['news-paused', now + hour],
        ['news-clock', now + 2 * hour],
      ] as const) {
        await put(name, { state: 'placed' }, 'one\n');
        const key = { account: `${account()}-${name}`, kind: 'order', reference: 'CART-1' } as const;
        expect(await news.update({ key, lines: 'one\n', due: 0 }, { tries: 1, due })).to.equal(true);
      }
      await put('early', { state: 'placed', order: `o-${account()}` });
      const early = { id: 'msg_1', webhook: '{}', received: now };
      await news.keepEarly(`${account()}-early`, { ...early, order: `o-${account()}` });
      await news.keepEarly(`${account()}-done`, { ...early, order: 'o-unknown' });
      expect(await due(now)).to.deep.equal(['clock', 'draft', 'draft-clock', 'early', 'news', 'news-clock', 'open']);
      expect(await due(now + 30_000)).to.include('running');
      const waiting = async (name: string) => (await news.due(`${account()}-${name}`, now, 9)).length;
      expect([await waiting('news-clock'), await waiting('news-paused')]).to.deep.equal([1, 0]);
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

    it('has nothing of a person once orders are settled, and nothing of an order once it is erased', async () => {
      const reply = [made('o-placed'), refused(40002031), made('o-cancelled'), cancelled('o-cancelled'), used('DOUBT')];
      const shop = openGrantingShop(
        reply.map((answer) => () => answer),
        { store, cancels: true },
      );
      const { account, gateway } = shop;
      const tell = (order_id: string) =>
        store.news.keepEarly(account, {
          id: `msg_${order_id}`,
          order: order_id,
          webhook: '"JNE-0099"',
          received: Date.now(),
        });
      const person = {
        destination_contact_email: 'ratna@example.test',
        destination_note: 'Pagar hijau, titip satpam',
        destination_coordinate: { latitude: -6.917463, longitude: 107.619125 },
      };
      const place = (reference: string) => shop.place({ reference, order: { ...order, ...person } });
      const personal = [
        ...[order.destination_contact_name, order.destination_contact_phone, order.destination_address, 'Ratna'],
        ...[person.destination_contact_email, person.destination_note, '-6.917463', '107.619125'],
        `"destination_postal_code":${order.destination_postal_code}`,
      ];
      const clean = async (words: string[], when: string) => {
        const kept = await database.dump();
        for (const word of words) expect(kept.includes(word), `${word}, ${when}`).to.equal(false);
      };

      await place('PLACED');
      await place('REFUSED');
      const { cancel } = (await place('CANCELLED')).body;
      await shop.post('/v1/orders/o-cancelled/cancel', { cancel, cancellation_reason: 'Ratna moves' });
      expect((await place('DOUBT')).body.reason).to.equal('needs-attention');
      const inDoubt = await gateway.erase('DOUBT').catch((problem) => problem.message);
      expect(inDoubt).to.match(/^DOUBT needs your attention: .* erase it then\.$/);
      const exported = JSON.stringify(await gateway.export('DOUBT'));
      for (const word of personal) expect(exported, 'exported').to.include(word);
      await gateway.resolveOrder({ reference: 'DOUBT' }, { found: 'placed', order: 'o-doubt' });
      await tell('o-placed');
      await gateway.settle();
      await clean(personal, 'settled');
      for (const reference of ['PLACED', 'DOUBT'])
        await noteParcel(store.parcels, { account, kind: 'order', reference }, { status: 'delivered', received: 1 });

      expect(await database.dump(), 'a webhook that is not added yet').to.include('JNE-0099');
      const before = await store.records.find(account, 'PLACED');
      for (const statement of erasing) {
        await database.breakAt(statement);
        const end = await store.records.erase(account, 'PLACED', 1, true).catch(() => 'broken off');
        await database.mend(statement);
        expect(end, statement).to.equal('broken off');
        expect(await store.records.find(account, 'PLACED'), statement).to.deep.equal(before);
      }

      const references = ['PLACED', 'REFUSED', 'CANCELLED', 'DOUBT'];
      const writes = shop.writes().length;
      for (const reference of references) {
        expect(await gateway.erase(reference)).to.include({ reference, again: false });
        expect(await gateway.erase(reference)).to.include({ reference, again: true });
        expect((await place(reference)).body.reason).to.equal('order-erased');
        // As a process does that has slept since before the order.
        for (const kind of ['order', 'draft_order'] as const) {
          expect(await store.ledger.insert(entry({ account, reference, kind })), kind).to.equal(false);
          expect((await store.ledger.find({ account, reference, kind }))?.state, kind).to.equal('erased');
        }
        const draft = await shop.grant({ reference, kind: 'draft_order' });
        expect((await shop.post('/v1/draft_orders', { grant: draft })).body.reason).to.equal('order-erased');
        expect(await gateway.find(reference)).to.include({ reference, state: 'erased', id: undefined });
      }
      expect(shop.writes()).to.have.lengthOf(writes);
      await clean([...personal, ...references, 'o-placed', 'o-cancelled', 'o-doubt', 'JNE-0099'], 'erased');
    }).timeout(30_000);

    it('lets no draft be claimed of an order that is erased at the same moment', async () => {
      const { ledger, records } = store;
      const outcomes = new Set<string>();
      for (let n = 0; n < 60; n++) {
        const order = entry({ account: account(), reference: `R-${n}`, state: 'placed', body: null });
        await ledger.insert(order);
        const draft = entry({ account: account(), reference: `R-${n}`, kind: 'draft_order', version: 2 });
        const erasing = records.erase(account(), `R-${n}`, 9_000, true);
        // So that it comes before, within and after the statements of the erasure.
        for (let turns = n % 20; turns > 0; turns--) await new Promise((later) => setImmediate(later));
        const [isClaimed] = await Promise.all([ledger.insert(draft), erasing]);
        const isErased = (await ledger.find(order))?.state === 'erased';
        outcomes.add(`${isClaimed ? 'claimed' : 'refused'}, ${isErased ? 'erased' : 'kept'}`);
      }
      expect([...outcomes].filter((one) => !['claimed, kept', 'refused, erased'].includes(one))).to.deep.equal([]);
    });

    it('erases neither what is open nor what the shop has not heard of, by order and draft, and lists what is older than it is to be kept', async () => {
      const { ledger, records, news } = store;
      const put = (changes: Partial<Entry>) => ledger.insert(entry({ account: account(), created: 5_000, ...changes }));
      const erase = (reference: string) => records.erase(account(), reference, 9_000, false);
      const states = async () =>
        (await ledger.list(account(), undefined, 9)).map(({ kind, state }) => `${kind} ${state}`).sort();
      await put({ reference: 'OPEN', state: 'sending' });
      await put({ reference: 'BOTH', state: 'placed' });
      await put({ reference: 'BOTH', state: 'needs-attention', kind: 'draft_order' });
      for (const reference of ['OPEN', 'BOTH', 'UNKNOWN']) await erase(reference);
      expect(await states()).to.deep.equal(['draft_order needs-attention', 'order placed', 'order sending']);
      expect(await records.expired(account(), 4_999, 9)).to.deep.equal([]);
      expect(await records.expired(account(), 5_000, 9), 'its draft is open').to.deep.equal([]);
      await put({ reference: 'OLD', state: 'refused' });
      await put({ reference: 'OLD', state: 'placed', kind: 'draft_order' });
      const toldOf = { account: account(), kind: 'draft_order', reference: 'OLD' } as const;
      await news.append(toldOf, 'one\n');
      expect(await records.expired(account(), 5_000, 9)).to.deep.equal(['OLD']);
      await erase('OLD');
      expect(await states(), 'the shop has not heard of it').to.include.members([
        'draft_order placed',
        'order refused',
      ]);
      const [waiting] = await news.due(account(), 0, 9);
      if (waiting) await news.update(waiting, { delivered: 'one\n', tries: 0, due: 0 });
      await erase('OLD');
      expect(await states()).to.include.members(['draft_order erased', 'order erased', 'order sending']);
      expect(await records.expired(account(), 9_000, 9)).to.deep.equal([]);
    });

    it('neither lists nor erases any parcel of an open purchase, and all of them once it is over', async () => {
      const { ledger, records, purchases } = store;
      const put = (reference: string) =>
        ledger.insert(entry({ account: account(), reference, state: 'refused', created: 5_000 }));
      for (const reference of ['BUY', 'BUY-2', 'BUY-22', 'BUY-3']) await put(reference);
      const bought = purchase(account());
      await purchases.insert(bought);
      expect(await records.expired(account(), 9_000, 9)).to.deep.equal(['BUY-22']);
      for (const reference of ['BUY', 'BUY-2', 'BUY-3']) await records.erase(account(), reference, 9_000, true);
      const left = async () => (await ledger.list(account(), ['refused'], 9)).map(({ reference }) => reference).sort();
      expect(await left()).to.deep.equal(['BUY', 'BUY-2', 'BUY-22', 'BUY-3']);
      await purchases.replace({ ...bought, isOpen: false, version: 2 }, 1);
      const expired = await records.expired(account(), 9_000, 9);
      expect(expired.sort()).to.deep.equal(['BUY', 'BUY-2', 'BUY-22', 'BUY-3']);
      for (const reference of expired) await records.erase(account(), reference, 9_000, true);
      expect([await left(), await records.expired(account(), 9_000, 9)]).to.deep.equal([[], []]);
      expect((await purchases.find(account(), 'BUY'))?.story).to.equal('');
    });

    it('lists no purchase before its last order, so that a hundred of them hide none', async () => {
      const { records, purchases } = store;
      await purchases.insert({ ...purchase(account()), changed: 9_000, isOpen: false });
      expect(await records.expired(account(), 8_999, 9)).to.deep.equal([]);
      expect(await records.expired(account(), 9_000, 9)).to.deep.equal(['BUY']);
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
      const later = { tries: 1, due: 5_000 };
      expect(await news.update(waiting, { ...later, delivered: 'one\n' })).to.equal(true);
      expect(await news.update(waiting, { ...later, delivered: 'two\n' })).to.equal(false);
      await news.append(key, 'three 💡\n');
      expect(await news.due(account(), 4_999, 9)).to.deep.equal([]);
      expect(await news.due(account(), 5_000, 9)).to.deep.equal([{ key, lines: 'two\nthree 💡\n', ...later }]);
      const rest = { key, lines: 'two\nthree 💡\n', ...later };
      expect(await news.update(rest, { ...later, delivered: 'two\n' })).to.equal(true);
      // A process that slept has read what another one delivered, and the time of the next attempt is the same again.
      expect(await news.update(rest, { ...later, delivered: 'two\n' })).to.equal(false);
      expect(await news.update({ ...rest, lines: 'three 💡\n' }, { ...later, delivered: 'three 💡\n' })).to.equal(true);
      expect(await news.due(account(), Number.MAX_SAFE_INTEGER, 9)).to.deep.equal([]);
    });
  });
}
