import { expect } from 'chai';
import { fingerprint, type Store } from '../../src/client/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { cancelAnswer, cutOff, failure, onHold, orderAnswer, refusal, serve, storage } from './service.ts';

const order = { ...orderRequest, reference_id: 'cart-17' };
const place = 'checkout';
const goods = fingerprint(orderRequest.items);
const placed = { operation: 'createOrder', reference: 'cart-17', id: orderAnswer.id, goods };
const details = { order_id: 'o-1', waybill_id: 'JNE7', reference_id: 'cart-17' };

const answer = (request: Request, number: number) => {
  const [, id] = /orders\/(\w+)\/cancel/.exec(request.url) ?? [];
  return json(id ? { ...cancelAnswer, id } : { ...orderAnswer, id: `o${number}` });
};

/** A service that places and cancels everything. */
const obliging = (store = storage().store) => serve(answer, { store }).client;

describe('the placed orders of a place', () => {
  it('are known by their goods, in this page and after a reload', async () => {
    const { store } = storage();
    const { client } = serve(() => json(orderAnswer), { store });
    expect(client.placed(place)).to.deep.equal([]);
    await client.createOrder(order, { place });
    for (const page of [client, obliging(store)]) expect(page.placed(place)).to.deep.equal([placed]);
  });

  it('are known by the same goods in any order of fields', async () => {
    const client = obliging();
    const items = orderRequest.items.map((item) => Object.fromEntries(Object.entries(item).reverse()));
    await client.createOrder({ ...order, items } as typeof order, { place });
    expect(client.placed(place)[0]?.goods).to.equal(goods);
  });

  it('are unknown to other places, and forgotten without a place', async () => {
    const client = obliging();
    await client.createOrder(order, { place: 'gift' });
    await client.createOrder(orderRequest);
    for (const name of [place, '', 'undefined']) expect(client.placed(name)).to.deep.equal([]);
  });

  it('include recovered orders, also those without an id', async () => {
    const again = serve((_request, count) => (count === 1 ? cutOff() : refusal(40002060, details))).client;
    await failure(again.createOrder(order, { place }));
    await again.createOrder(order, { place });
    expect(again.placed(place)).to.deep.equal([{ ...placed, id: 'o-1' }]);

    const random = serve(() => refusal(40002060)).client;
    await random.createOrder(order, { place, random: true });
    const { id: _id, ...nameless } = placed;
    expect(random.placed(place).map(({ reference }) => reference)).to.deep.equal([nameless.reference]);
    expect(random.placed(place)[0]?.id).to.equal(undefined);
  });

  it('do not include writes that were refused, have no answer or are in flight', async () => {
    const refused = serve(() => refusal(40002031)).client;
    await failure(refused.createOrder(order, { place }));
    const lost = serve(cutOff).client;
    await failure(lost.createOrder(order, { place }));
    const doubtful = serve(() => refusal(40002060, details)).client;
    await failure(doubtful.createOrder(order, { place }));
    const { client: waiting, arrived } = onHold();
    waiting.createOrder(order, { place }).catch(() => {});
    await arrived(1);
    for (const client of [refused, lost, doubtful, waiting]) expect(client.placed(place)).to.deep.equal([]);
  });

  it('have the goods that were sent, even if the caller changes its items', async () => {
    const { client, arrived, held } = onHold();
    const items = structuredClone(orderRequest.items);
    const call = client.createOrder({ ...order, items }, { place });
    await arrived(1);
    items.splice(0, items.length, { toJSON: () => expect.fail('it was read again') } as never);
    held[0]?.(json(orderAnswer));
    await call;
    expect(client.placed(place)).to.deep.equal([placed]);
  });

  it('are listed oldest first; an order and a draft with one reference are two', async () => {
    const client = obliging();
    await client.createOrder(order, { place });
    await client.createDraftOrder(order, { place });
    await client.createOrder({ ...order, reference_id: 'cart-18' }, { place });
    const [first, second, third] = client.placed(place);
    expect([first, second, third].map((write) => [write?.operation, write?.reference, write?.id])).to.deep.equal([
      ['createOrder', 'cart-17', 'o1'],
      ['createDraftOrder', 'cart-17', 'o2'],
      ['createOrder', 'cart-18', 'o3'],
    ]);
  });

  it('are at most twenty, the latest ones', async () => {
    const { store, entries } = storage();
    const client = obliging(store);
    for (let number = 1; number <= 22; number += 1)
      await client.createOrder({ ...order, reference_id: `cart-${number}` }, { place });
    const references = client.placed(place).map(({ reference }) => reference);
    expect(references).to.have.lengthOf(20);
    expect([references[0], references.at(-1)]).to.deep.equal(['cart-3', 'cart-22']);
    expect(JSON.parse(entries.get('ship-placed') ?? '')).to.have.lengthOf(20);
  });

  it('hold references, ids and fingerprints, no personal data', async () => {
    const { store, entries } = storage();
    await obliging(store).createOrder(order, { place });
    expect([...entries.keys()]).to.deep.equal(['ship-placed']);
    expect(JSON.parse(entries.get('ship-placed') ?? '')).to.deep.equal([{ ...placed, id: 'o1', place }]);
  });
});

describe('a cancelled order of a place', () => {
  it('is marked by this page or a later one, whether its id is in upper or lower case', async () => {
    const { store } = storage();
    const client = obliging(store);
    await client.createOrder(order, { place });
    await client.createOrder({ ...order, reference_id: 'cart-18' }, { place });
    await client.cancelOrder({ id: 'O1' });
    const cancelled = (page: typeof client) => page.placed(place).map(({ id, cancelled = false }) => [id, cancelled]);
    expect(cancelled(client)).to.deep.equal([
      ['o1', true],
      ['o2', false],
    ]);
    const later = obliging(store);
    await later.cancelOrder({ id: 'o2' });
    expect(cancelled(later)).to.deep.equal([
      ['o1', true],
      ['o2', true],
    ]);
  });

  it('is marked if it was cancelled already', async () => {
    const already = () => json({ code: 40002053, error: 'Order already cancelled' }, { status: 400 });
    const { client } = serve((request, count) =>
      request.url.endsWith('/cancel') ? already() : answer(request, count),
    );
    await client.createOrder(order, { place });
    await client.cancelOrder({ id: 'o1' });
    expect(client.placed(place)[0]).to.include({ id: 'o1', cancelled: true });
  });

  it('is not marked if the cancellation is refused or has no answer', async () => {
    for (const no of [() => refusal(40002053), cutOff]) {
      const { client } = serve((request, count) => (request.url.endsWith('/cancel') ? no() : answer(request, count)));
      await client.createOrder(order, { place });
      await failure(client.cancelOrder({ id: 'o1' }));
      expect(client.placed(place)).to.deep.equal([{ ...placed, id: 'o1' }]);
    }
  });
});

describe('a store of placed orders', () => {
  const no = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const filled = () => storage([['ship-placed', JSON.stringify([{ ...placed, reference: 'cart-1', place }])]]).store;
  const stores: Record<string, () => Store | undefined> = {
    none: () => undefined,
    'one that is full': () => ({ ...storage().store, setItem: no }),
    'one that is forbidden': () => ({ getItem: no, setItem: no, removeItem: no }),
    'one that got full later': () => ({ ...filled(), setItem: no }),
  };
  for (const [which, store] of Object.entries(stores))
    it(`that is ${which}: this page still knows the order and its cancellation`, async () => {
      const { client } = serve(answer, { store: store() });
      await client.createOrder(order, { place });
      expect(client.placed(place).at(-1)).to.include({ reference: 'cart-17', id: 'o1' });
      await client.cancelOrder({ id: 'o1' });
      expect(client.placed(place).at(-1)).to.include({ reference: 'cart-17', cancelled: true });
    });

  it('that the page has cleared: this page still knows the order', async () => {
    const { store, entries } = storage();
    const client = obliging(store);
    await client.createOrder(order, { place });
    entries.clear();
    expect(client.placed(place)).to.have.lengthOf(1);
  });

  for (const key of ['ship-placed', 'ship-unanswered'])
    it(`with invalid content: valid entries of ${key} are read, and the order goes out`, async () => {
      const good = { operation: 'createOrder', reference: 'cart-1', id: 'o-1', goods, fingerprint: 'f', place };
      const spoilt: object[] = ['operation', 'reference', 'goods', 'fingerprint'].map((name) => ({
        ...good,
        [name]: 7,
      }));
      const others = [
        null,
        17,
        'text',
        [],
        {},
        { place },
        { ...good, operation: 'quoteRates' },
        { ...good, place: {} },
      ];
      const texts = [
        '',
        'null',
        '17',
        '"text"',
        '{}',
        '[{"reference":',
        JSON.stringify(others),
        JSON.stringify([good]),
      ];
      for (const text of [...texts, JSON.stringify([...spoilt, ...others, good])]) {
        const { store, entries } = storage([[key, text]]);
        const { client } = serve(answer, { store });
        const known = key === 'ship-placed' ? client.placed(place) : client.unanswered(place);
        for (const { operation, reference } of known)
          expect([operation, reference], text).to.deep.equal(['createOrder', 'cart-1']);
        if (text.endsWith(`${JSON.stringify(good)}]`)) expect(known, text).to.not.have.lengthOf(0);
        await client.createOrder(order, { place });
        expect(client.placed(place).at(-1)).to.include({ reference: 'cart-17' });
        expect(client.unanswered(place).map(({ reference }) => reference)).to.not.include('cart-17');
        for (const entry of JSON.parse(entries.get(key) ?? '[]'))
          expect(entry, text).to.include({ operation: 'createOrder' });
      }
    });
});
