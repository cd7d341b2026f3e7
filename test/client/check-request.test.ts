import { expect } from 'chai';
import { InvalidRequestError } from '../../src/client/index.ts';
import { checkRequest } from '../../src/client/requests.ts';
import { allOperations, type Operation, type OperationName } from '../../src/contract/index.ts';
import { item, json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { cancelAnswer, cutOff, failure, orderAnswer, ratesAnswer, refusal, serve } from './service.ts';

const worthless = { ...item, value: 0 };
const weightless = { ...item, weight: 0 };
const cargo = { ...orderRequest, courier_company: 'jntcargo', courier_type: 'ft' };
/** A minute before midnight in Jakarta, the last of a year. */
const now = new Date('2026-12-31T23:59+07:00');
const scheduled = (delivery_date: string) => ({
  ...{ ...orderRequest, delivery_type: 'scheduled', delivery_time: '10:00' },
  delivery_date,
});
const [yesterday, today, tomorrow] = ['2026-12-30', '2026-12-31', '2027-01-01'].map(scheduled) as [
  object,
  object,
  object,
];

const noValue = { 'items.0.value': 'must be more than 0: jntcargo insures every shipment by its value' };
const remedy = 'must be whole grams, 1 or more: the price depends on it';
const noWeight = { 'items.0.weight': remedy, 'items.2.weight': remedy };
const past = { delivery_date: 'has passed: send today, as it is in Jakarta, or a later day' };

/** The remedies of the invalid fields by path. Empty if the request may be sent. */
function problems(name: OperationName, request: object): Record<string, string> {
  try {
    checkRequest(name, allOperations[name] as Operation<object, unknown>, request, now);
    return {};
  } catch (thrown) {
    expect(thrown).to.be.an.instanceOf(InvalidRequestError);
    return Object.fromEntries((thrown as InvalidRequestError).fields.map(({ path, remedy }) => [path, remedy]));
  }
}

describe('checkRequest', () => {
  const cases: [title: string, names: OperationName[], request: object, found: object][] = [
    [
      'refuses cargo without a declared value',
      ['createOrder', 'createDraftOrder'],
      { ...cargo, items: [worthless, worthless] },
      noValue,
    ],
    [
      'refuses rates of cargo alone',
      ['quoteRates'],
      { ...ratesRequest, couriers: 'jntcargo', items: [worthless] },
      noValue,
    ],
    ['allows cargo if one item has a value', ['createOrder'], { ...cargo, items: [worthless, item] }, {}],
    ['allows another courier', ['createOrder'], { ...cargo, courier_company: 'jnt', items: [worthless] }, {}],
    ['allows rates of several', ['quoteRates'], { ...ratesRequest, couriers: 'jne,jntcargo', items: [worthless] }, {}],
    [
      'refuses a weight of 0',
      ['quoteRates', 'createOrder', 'createDraftOrder'],
      { ...ratesRequest, ...orderRequest, items: [weightless, item, weightless] },
      noWeight,
    ],
    ['refuses a day that has passed in Jakarta', ['createOrder', 'createDraftOrder'], yesterday, past],
    ['allows today', ['createOrder', 'createDraftOrder'], today, {}],
    ['allows tomorrow', ['createOrder'], tomorrow, {}],
    ['ignores a day that is not scheduled', ['createOrder'], { ...yesterday, delivery_type: 'now' }, {}],
    [
      'checks no field that an operation does not have',
      ['cancelOrder'],
      { ...yesterday, ...cargo, id: 'a1', items: [worthless, weightless] },
      {},
    ],
  ];
  for (const [title, names, request, found] of cases)
    for (const name of names)
      it(`${title}: ${name}`, () => {
        expect(problems(name, request)).to.deep.equal(found);
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
    expect(requests).to.have.lengthOf(0);
  });

  it('may be missing or no object', async () => {
    const { client } = serve(() => json(orderAnswer));
    for (const method of ['quoteRates', 'createOrder', 'createDraftOrder', 'cancelOrder'] as const)
      for (const request of [undefined, 'mug']) {
        const { message } = await failure(client[method](request as never));
        expect(message).to.match(new RegExp(`^${method} was not sent: .* (is missing: send|must be an object)`));
      }
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

  it('gets another random reference each time that it has none', async () => {
    const { client, requests } = serve(() => json(orderAnswer));
    for (const send of [client.createOrder, client.createDraftOrder])
      for (const reference_id of ['', undefined]) await send({ ...orderRequest, reference_id });
    const references = (await bodies(requests)).map(({ reference_id }) => reference_id);
    for (const reference of references) expect(reference).to.match(/^[0-9a-f]{32}$/);
    expect(new Set(references).size).to.equal(4);
  });

  it('gets the default reason of a cancellation', async () => {
    const { client, requests } = serve(() => json(cancelAnswer));
    await client.cancelOrder({ id: 'a1', cancellation_reason_code: null, cancellation_reason: '' } as never);
    expect(await bodies(requests)).to.deep.equal([{ cancellation_reason_code: 'others' }]);
  });

  it('is the same question, and the same order', async () => {
    const used = () => refusal(40002060, { order_id: 'o-1', reference_id: 'shop-17' });
    const { client } = serve((_request, count) => [() => json(ratesAnswer), cutOff, used][count - 1]?.() ?? cutOff());
    await client.quoteRates({ ...ratesRequest, items: [rest] });
    await client.quoteRates({ ...ratesRequest, ...untidy } as never);
    await failure(client.createOrder({ ...order, items: [rest] }));
    expect(await client.createOrder({ ...order, ...untidy } as never)).to.include({ recovered: true, id: 'o-1' });
  });
});
