import { expect } from 'chai';
import { fingerprint } from '../../src/client/index.ts';
import { pageStore } from '../../src/client/writes.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { lost, order, page, placed, refused, used, widgetKey } from './page.ts';
import { cancelAnswer, onHold, orderAnswer, refusal, serve, storage } from './service.ts';

const goods = fingerprint(orderRequest.items);
const entry = { operation: 'createOrder', reference: 'cart-17', id: orderAnswer.id, goods };

/** A service that places each order with another id, and cancels what it is asked to. */
function obliging(store = storage().store) {
  const answer = (request: Request, count: number) => {
    const [, id] = /orders\/(\w+)\/cancel/.exec(request.url) ?? [];
    return json(id ? { ...cancelAnswer, id } : { ...orderAnswer, id: `o${count}`, cancel: `token${count}` });
  };
  const { client } = serve(answer, { store });
  const send = (reference_id = 'cart-17') => client.createOrder({ ...order, reference_id }, { widgetKey });
  return { client, send };
}

describe('the placed orders of a widget', () => {
  it('are known by their goods, in this page and after a reload', async () => {
    const { client, send, reload } = page([placed]);
    expect(client.placed(widgetKey)).to.deep.equal([]);
    await send();
    for (const known of [client, reload().client]) expect(known.placed(widgetKey)).to.deep.equal([entry]);
  });

  it('are unknown to other widgets, and forgotten without a widget', async () => {
    const { client, send } = page([placed]);
    await send(order, { widgetKey: 'gift' });
    await send(orderRequest, {});
    for (const name of [widgetKey, '', 'undefined']) expect(client.placed(name)).to.deep.equal([]);
  });

  it('include recovered orders, also those without an id', async () => {
    const { client, fail, send } = page([lost, used, () => refusal(40002060)]);
    await fail();
    await send();
    await send({ ...order, reference_id: 'cart-18' }, { widgetKey, random: true });
    expect(client.placed(widgetKey).map(({ reference, id }) => [reference, id])).to.deep.equal([
      ['cart-17', 'o-1'],
      ['cart-18', undefined],
    ]);
  });

  it('do not include writes that were refused, have no answer or are in flight', async () => {
    for (const answer of [refused, lost, used]) {
      const { client, fail } = page([answer]);
      await fail();
      expect(client.placed(widgetKey)).to.deep.equal([]);
    }
    const { client, arrived } = onHold();
    client.createOrder(order, { widgetKey }).catch(() => {});
    await arrived(1);
    expect(client.placed(widgetKey)).to.deep.equal([]);
  });

  it('have the goods that were sent, even if the caller changes its items', async () => {
    const { client, arrived, held } = onHold();
    const items = structuredClone(orderRequest.items);
    const call = client.createOrder({ ...order, items }, { widgetKey });
    await arrived(1);
    items.splice(0, items.length, { toJSON: () => expect.fail('it was read again') } as never);
    held[0]?.(await placed());
    await call;
    expect(client.placed(widgetKey)).to.deep.equal([entry]);
  });

  it('are listed oldest first, each reference once; an order and a draft with one reference are two', async () => {
    const { client, send } = obliging();
    await send();
    await client.createDraftOrder(order, { widgetKey });
    await send('cart-18');
    await send('cart-17');
    expect(client.placed(widgetKey).map(({ operation, reference, id }) => [operation, reference, id])).to.deep.equal([
      ['createDraftOrder', 'cart-17', 'o2'],
      ['createOrder', 'cart-18', 'o3'],
      ['createOrder', 'cart-17', 'o4'],
    ]);
    expect(new Set(client.placed(widgetKey).map(({ goods }) => goods)), 'the same goods').to.have.lengthOf(1);
  });

  it('are at most twenty, the latest ones', async () => {
    const { client, send } = obliging();
    for (let number = 1; number <= 22; number += 1) await send(`cart-${number}`);
    const references = client.placed(widgetKey).map(({ reference }) => reference);
    expect(references).to.have.lengthOf(20);
    expect([references[0], references.at(-1)]).to.deep.equal(['cart-3', 'cart-22']);
  });

  it('are stored as references, ids, fingerprints and cancel tokens, without personal data', async () => {
    const { store, entries } = storage();
    await obliging(store).send();
    expect([...entries.keys()]).to.deep.equal(['ship-placed']);
    expect(JSON.parse(entries.get('ship-placed') ?? '')).to.deep.equal([
      { ...entry, id: 'o1', cancel: 'token1', widgetKey },
    ]);
  });
});

describe('a cancelled order of a widget', () => {
  it('is marked and loses its token, by this page or a later one, with its id in any case', async () => {
    const { store } = storage();
    const [first, later] = [obliging(store), obliging(store)];
    await first.send();
    await first.send('cart-18');
    await first.client.cancelOrder({ id: 'O1' });
    const [cancelled, other] = first.client.placed(widgetKey);
    expect(cancelled).to.deep.equal({ ...entry, id: 'o1', cancelled: true });
    expect(other).to.include({ id: 'o2', cancel: 'token2' });
    await later.client.cancelOrder({ id: 'o2' });
    expect(first.client.placed(widgetKey)[1]).to.include({ id: 'o2', cancelled: true });
  });

  it('is marked if it was cancelled already, and not if the cancellation is refused or has no answer', async () => {
    const already = () => json({ code: 40002053, error: 'Order already cancelled' }, { status: 400 });
    for (const [answer, cancelled] of [
      [already, true],
      [() => refusal(40002053), undefined],
      [lost, undefined],
    ] as const) {
      const { client, send } = page([placed, answer]);
      await send();
      await client.cancelOrder({ id: orderAnswer.id }).catch(() => {});
      expect(client.placed(widgetKey)[0]?.cancelled).to.equal(cancelled);
    }
  });
});

describe('a store', () => {
  const no = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const old = { ...entry, reference: 'cart-1', fingerprint: 'f', widgetKey };

  const { store: kept, entries } = storage();
  const setOnce = (key: string, value: string) => (entries.has(key) ? no() : kept.setItem(key, value));

  for (const [which, store] of Object.entries({
    full: { ...storage().store, setItem: no },
    forbidden: { getItem: no, setItem: no, removeItem: no },
    'full after the order': { ...kept, setItem: setOnce },
  }))
    it(`that is ${which}: this page still knows the order, and one without an answer`, async () => {
      const { client, send } = obliging(store);
      await send();
      expect(client.placed(widgetKey).at(-1)).to.include({ reference: 'cart-17', id: 'o1' });
      await client.cancelOrder({ id: 'o1' });
      expect(client.placed(widgetKey).at(-1)).to.include({ reference: 'cart-17', cancelled: true });
      const doubtful = page([lost, used], store);
      await doubtful.fail();
      expect(doubtful.left()).to.deep.equal(['cart-17']);
      expect(await doubtful.send()).to.include({ recovered: true });
      expect(doubtful.left()).to.deep.equal([]);
    });

  for (const [key, hash] of Object.entries({ 'ship-placed': 'goods', 'ship-unanswered': 'fingerprint' }))
    it(`with invalid content: valid entries of ${key} are read, and the order goes out`, async () => {
      const wrongFields = ['operation', 'reference', hash].map((name) => ({ ...old, [name]: 7 }));
      const invalid = [
        ...wrongFields,
        null,
        17,
        'text',
        [],
        {},
        { ...old, operation: 'quoteRates' },
        { ...old, widgetKey: {} },
      ];
      for (const [text, expected] of [
        ...['', 'null', '17', '{}', '[{"reference":', JSON.stringify(invalid)].map((text) => [text, []] as const),
        [JSON.stringify([...invalid, old]), ['cart-1']] as const,
      ]) {
        const { client, send } = obliging(storage([[key, text]]).store);
        const known = [...client.placed(widgetKey), ...client.unanswered(widgetKey)].map(({ reference }) => reference);
        expect(known, text).to.deep.equal(expected);
        await send();
        expect(client.placed(widgetKey).at(-1)).to.include({ reference: 'cart-17' });
      }
    });
});

describe('the store of a page', () => {
  it('is its sessionStorage', () => {
    const { store: sessionStorage } = storage();
    expect(pageStore({ document: {}, sessionStorage })).to.equal(sessionStorage);
  });

  it('is undefined on a server, where shoppers must not share it, and if the browser has none or forbids it', () => {
    expect(pageStore({ sessionStorage: storage().store })).to.equal(undefined);
    expect(pageStore({ document: {} })).to.equal(undefined);
    const forbidden = {
      document: {},
      get sessionStorage(): never {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    };
    expect(pageStore(forbidden)).to.equal(undefined);
  });
});
