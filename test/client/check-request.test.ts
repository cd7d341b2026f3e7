import { expect } from 'chai';
import { checkRequest } from '../../src/client/check-request.ts';
import { InvalidRequestError } from '../../src/client/index.ts';
import { dayInJakarta, type Operation, type OperationName, operations } from '../../src/contract/index.ts';
import { item, json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { cancelAnswer, cutOff, failure, orderAnswer, ratesAnswer, refusal, serve } from './service.ts';

const worthless = { ...item, value: 0 };
const cargo = { ...orderRequest, courier_company: 'jntcargo', courier_type: 'ft' };
const scheduled = (delivery_date: string) => ({
  ...orderRequest,
  ...{ delivery_type: 'scheduled', delivery_date, delivery_time: '10:00' },
});

/** The remedies of the invalid fields by path. Empty if the request may be sent. */
function problems(name: OperationName, request: object): Record<string, string> {
  try {
    checkRequest(name, operations[name] as Operation<object, unknown>, request);
    return {};
  } catch (thrown) {
    expect(thrown).to.be.an.instanceOf(InvalidRequestError);
    return Object.fromEntries((thrown as InvalidRequestError).fields.map(({ path, remedy }) => [path, remedy]));
  }
}

describe('cargo without a declared value', () => {
  it('is not ordered, not drafted and not quoted alone', () => {
    const found = { 'items.0.value': 'must be more than 0: jntcargo insures every shipment by its value' };
    const items = [worthless, worthless];
    expect(problems('createOrder', { ...cargo, items })).to.deep.equal(found);
    expect(problems('createDraftOrder', { ...cargo, items })).to.deep.equal(found);
    expect(problems('quoteRates', { ...ratesRequest, couriers: 'jntcargo', items })).to.deep.equal(found);
  });

  it('is sent if an item has a value, beside other couriers, and if the code only begins alike', () => {
    expect(problems('createOrder', { ...cargo, items: [worthless, item] })).to.deep.equal({});
    const items = [worthless];
    expect(problems('quoteRates', { ...ratesRequest, couriers: 'jne,jntcargo', items })).to.deep.equal({});
    for (const courier_company of ['jnt', 'jntcargo2', 'JNTCARGO'])
      expect(problems('createOrder', { ...cargo, courier_company, items })).to.deep.equal({});
  });
});

describe('a weight of 0', () => {
  it('is not sent', () => {
    const weightless = { ...item, weight: 0 };
    const items = [weightless, item, weightless];
    const remedy = 'must be whole grams, 1 or more: the price depends on it';
    for (const name of ['quoteRates', 'createOrder', 'createDraftOrder'] as const)
      expect(problems(name, { ...ratesRequest, ...orderRequest, items }), name).to.deep.equal({
        ...{ 'items.0.weight': remedy, 'items.2.weight': remedy },
      });
  });
});

describe('a delivery date', () => {
  const day = (days: number) => scheduled(dayInJakarta(new Date(Date.now() + days * 86_400_000)));

  it('is not sent if it has passed in Jakarta', () => {
    for (const name of ['createOrder', 'createDraftOrder'] as const) {
      expect(problems(name, day(-1)).delivery_date).to.match(/^has passed: send today/);
      for (const days of [0, 1]) expect(problems(name, day(days))).to.deep.equal({});
      expect(problems(name, { ...day(-1), delivery_type: 'now' })).to.deep.equal({});
    }
  });
});

describe('an invalid request', () => {
  it('is not sent; the error names each field and what to send', async () => {
    const { client, requests } = serve(() => json(orderAnswer));
    const wrong = { ...ratesRequest, items: [{ ...item, weight: -1, value: 0.5 }] };
    const thrown = await failure(client.quoteRates(wrong));
    expect(thrown).to.include({ code: 'invalid-request', operation: 'quoteRates', outcome: undefined });
    expect(thrown.fields).to.deep.equal([
      { path: 'items.0.value', remedy: 'must be whole rupiah, 0 or more, without decimals' },
      { path: 'items.0.weight', remedy: 'must be whole grams, 1 or more' },
    ]);
    expect(thrown.message).to.equal(
      'quoteRates was not sent: items.0.value must be whole rupiah, 0 or more, without decimals; ' +
        'items.0.weight must be whole grams, 1 or more.',
    );
    for (const call of [
      client.createOrder({ ...orderRequest, reference_id: ' ' }),
      client.createDraftOrder({ ...orderRequest, items: [] }),
      client.cancelOrder({ id: '../draft_orders' }),
    ])
      expect(await failure(call)).to.include({ code: 'invalid-request', outcome: undefined });
    expect(requests).to.have.lengthOf(0);
  });

  it('may be missing', async () => {
    const { client } = serve(() => json(orderAnswer));
    for (const method of ['quoteRates', 'createOrder', 'createDraftOrder', 'cancelOrder'] as const) {
      const { fields } = await failure(client[method](undefined as never));
      expect(fields).to.be.an('array').that.is.not.empty;
      for (const { remedy } of fields as { remedy: string }[]) expect(remedy).to.match(/^is missing: send /);
    }
  });

  it('may be no object', async () => {
    const { message } = await failure(serve(() => json(ratesAnswer)).client.quoteRates('mug' as never));
    expect(message).to.match(/^quoteRates was not sent: the request /);
  });
});

describe('a request that JSON cannot write', () => {
  const circle: Record<string, unknown> = {};
  circle.again = [circle];
  const remedy = 'must be what JSON can write: no BigInt, and no object that is inside itself';

  for (const [what, metadata, path] of [
    ['a BigInt', { cart: 5n }, 'metadata.cart'],
    ['an object inside itself', { circle }, 'metadata.circle.again.0'],
    ['what throws as it is written', { toJSON: () => new URL('') }, 'metadata'],
  ] as const)
    it(`is not sent, and the field is named: ${what}`, async () => {
      const { client, requests } = serve(() => json(orderAnswer));
      for (const call of ['createOrder', 'createDraftOrder', 'quoteRates', 'cancelOrder'] as const) {
        const request = { ...ratesRequest, ...orderRequest, id: 'a1', metadata } as never;
        expect((await failure(client[call](request))).fields).to.deep.equal([{ path, remedy }]);
      }
      expect(requests).to.have.lengthOf(0);
    });

  it('is looked into fifty levels deep', async () => {
    let deep: unknown = 1n;
    for (let depth = 0; depth < 100_000; depth += 1) deep = { deeper: deep };
    const { client } = serve(() => json(orderAnswer));
    const thrown = await failure(client.createOrder({ ...orderRequest, metadata: { deep } }));
    expect(thrown.message).to.match(/^createOrder was not sent: metadata\.deep\.deeper/);
  });
});

describe('an unknown field of an operation', () => {
  it('is not checked', () => {
    const items = [worthless];
    const more = { ...scheduled('2026-01-01'), courier_company: 'jntcargo', couriers: 'jntcargo' };
    expect(problems('cancelOrder', { ...more, items, id: 'a1' })).to.deep.equal({});
    expect(problems('createOrder', { ...orderRequest, items, couriers: 'jntcargo' })).to.deep.equal({});
    expect(problems('quoteRates', { ...more, ...ratesRequest })).to.deep.equal({});
  });
});

describe('a request with absent fields, and with numbers as text', () => {
  const untidy = {
    ...{ destination_area_id: null, courier_insurance: '', destination_postal_code: ' 40111 ' },
    items: [{ ...item, sku: null, weight: '400' }],
  };
  const { sku: _sku, ...rest } = item;
  const order = { ...orderRequest, reference_id: 'shop-17' };
  const bodies = (requests: Request[]) => Promise.all(requests.map((request) => request.json()));

  it('is sent without them, as numbers', async () => {
    const { client, requests } = serve(({ url }) => json(/rates/.test(url) ? ratesAnswer : orderAnswer));
    const given = Object.freeze({ ...order, ...untidy, metadata: [] }) as never;
    await client.quoteRates({ ...ratesRequest, ...untidy } as never);
    await client.createOrder(given);
    await client.createDraftOrder(given);
    expect(await bodies(requests)).to.deep.equal([
      { ...ratesRequest, items: [rest] },
      { ...order, items: [rest] },
      { ...order, items: [rest] },
    ]);
    expect(given).to.deep.equal({ ...order, ...untidy, metadata: [] });
  });

  it('gets a random reference, and the reason of a cancellation its default', async () => {
    const { client, requests } = serve(({ url }) => json(/cancel$/.test(url) ? cancelAnswer : orderAnswer));
    const nothing = { cancellation_reason_code: null, cancellation_reason: '' };
    await client.createOrder({ ...order, reference_id: '' });
    await client.cancelOrder({ id: 'a1', ...nothing } as never);
    const [placed, cancelled] = await bodies(requests);
    expect(placed.reference_id).to.match(/^[0-9a-f]{32}$/);
    expect(cancelled).to.deep.equal({ cancellation_reason_code: 'others' });
  });

  it('asks no new question', async () => {
    const { client, requests } = serve(() => json(ratesAnswer));
    await client.quoteRates({ ...ratesRequest, items: [rest] });
    await client.quoteRates({ ...ratesRequest, ...untidy } as never);
    expect(requests).to.have.lengthOf(1);
  });

  it('makes no other order: the same one is found again', async () => {
    const used = () => refusal(40002060, { order_id: 'o-1', reference_id: 'shop-17' });
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : used()));
    await failure(client.createOrder({ ...order, items: [rest] }));
    expect(await client.createOrder({ ...order, ...untidy } as never)).to.include({ recovered: true, id: 'o-1' });
  });
});
