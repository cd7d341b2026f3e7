import { expect } from 'chai';
import { dayInJakarta } from '../../src/contract/index.ts';
import { item, json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { cancelAnswer, failure, orderAnswer, ratesAnswer, serve } from './service.ts';

const worthless = { ...item, value: 0 };
const cargo = { ...orderRequest, courier_company: 'jntcargo', courier_type: 'ft' };
const day = 86_400_000;
const scheduled = (delivery_date: string) => ({
  ...orderRequest,
  delivery_type: 'scheduled' as const,
  delivery_date,
  delivery_time: '10:00',
});

/** The invalid fields of a call by path. Fails if anything was sent. */
async function problems(call: (client: ReturnType<typeof serve>['client']) => Promise<unknown>) {
  const { client, requests } = serve(() => json(orderAnswer));
  const thrown = await failure(call(client));
  expect(thrown.code).to.equal('invalid-request');
  expect(requests).to.have.lengthOf(0);
  return Object.fromEntries(
    (thrown.fields as { path: string; remedy: string }[]).map((field) => [field.path, field.remedy]),
  );
}

describe('cargo without a declared value', () => {
  it('is not ordered, not drafted and not quoted alone', async () => {
    const remedy = 'must be more than 0: jntcargo insures every shipment by its value';
    const items = [worthless, worthless];
    for (const found of [
      await problems((client) => client.createOrder({ ...cargo, items })),
      await problems((client) => client.createDraftOrder({ ...cargo, items })),
      await problems((client) => client.quoteRates({ ...ratesRequest, couriers: 'jntcargo', items })),
    ])
      expect(found).to.deep.equal({ 'items.0.value': remedy });
  });

  it('is sent when one of its items has a value', async () => {
    const { client } = serve(() => json(orderAnswer));
    expect(await client.createOrder({ ...cargo, items: [worthless, item] })).to.include({ id: orderAnswer.id });
  });

  it('is sent beside other couriers: the service omits the cargo courier', async () => {
    const { client } = serve(() => json(ratesAnswer));
    const request = { ...ratesRequest, couriers: 'jne,jntcargo', items: [worthless] };
    expect(await client.quoteRates(request)).to.deep.include({ pricing: [] });
  });

  it('is sent for a courier whose code only begins alike', async () => {
    const { client } = serve(() => json(orderAnswer));
    for (const courier_company of ['jnt', 'jntcargo2', 'JNTCARGO'])
      expect(await client.createOrder({ ...cargo, courier_company, items: [worthless] })).to.include({
        id: orderAnswer.id,
      });
  });
});

describe('a weight of 0', () => {
  const weightless = { ...item, weight: 0 };
  const calls: Record<string, (client: ReturnType<typeof serve>['client']) => Promise<unknown>> = {
    'asked for a price': (client) => client.quoteRates({ ...ratesRequest, items: [weightless, item, weightless] }),
    ordered: (client) => client.createOrder({ ...orderRequest, items: [weightless, item, weightless] }),
    drafted: (client) => client.createDraftOrder({ ...orderRequest, items: [weightless, item, weightless] }),
  };

  for (const [how, call] of Object.entries(calls))
    it(`is not ${how}`, async () => {
      const remedy = 'must be whole grams, 1 or more: the price depends on it';
      expect(await problems(call)).to.deep.equal({ 'items.0.weight': remedy, 'items.2.weight': remedy });
    });

  it('is refused as a text too', async () => {
    const items = [{ ...item, weight: '0' as never }];
    expect(await problems((client) => client.quoteRates({ ...ratesRequest, items }))).to.have.all.keys(
      'items.0.weight',
    );
  });
});

describe('a size of 0', () => {
  it('means unknown, and is sent', async () => {
    const { client, requests } = serve(() => json(ratesAnswer));
    const items = [{ ...item, length: 0, width: 0, height: 0 }];
    await client.quoteRates({ ...ratesRequest, items });
    expect(await requests[0]?.json()).to.deep.equal({ ...ratesRequest, items });
  });
});

describe('a delivery date', () => {
  it('is not sent if it has passed', async () => {
    const yesterday = dayInJakarta(new Date(Date.now() - day));
    for (const call of ['createOrder', 'createDraftOrder'] as const)
      expect((await problems((client) => client[call](scheduled(yesterday)))).delivery_date).to.match(
        /^has passed: send today/,
      );
  });

  it('is sent if it is today or tomorrow in Jakarta', async () => {
    const { client } = serve(() => json(orderAnswer));
    for (const moment of [Date.now(), Date.now() + day])
      expect(await client.createOrder(scheduled(dayInJakarta(new Date(moment))))).to.include({ id: orderAnswer.id });
  });

  it('is not checked if delivery is now', async () => {
    const { client } = serve(() => json(orderAnswer));
    expect(await client.createOrder({ ...orderRequest, delivery_date: '2020-01-01' })).to.include({
      id: orderAnswer.id,
    });
  });
});

describe('a request that JSON cannot write', () => {
  const circle: Record<string, unknown> = {};
  circle.again = [circle];
  let deep: unknown = 1n;
  for (let depth = 0; depth < 100_000; depth += 1) deep = { deeper: deep };
  const remedy = 'must be what JSON can write: no BigInt, and no object that is inside itself';

  for (const [what, metadata, path] of [
    ['a BigInt', { cart: 5n }, 'metadata.cart'],
    ['an object inside itself', { circle }, 'metadata.circle.again.0'],
    ['what throws as it is written', { toJSON: () => new URL('') }, 'metadata'],
  ] as const)
    it(`is not sent, and the field is named: ${what}`, async () => {
      for (const call of ['createOrder', 'createDraftOrder', 'quoteRates', 'cancelOrder'] as const) {
        const request = { ...ratesRequest, ...orderRequest, id: 'a1', metadata } as never;
        expect(await problems((client) => client[call](request))).to.deep.equal({ [path]: remedy });
      }
    });

  it('is not sent if it contains itself', async () => {
    const found = await problems((client) => client.createOrder({ ...orderRequest, metadata: { deep } }));
    expect(Object.keys(found)[0]).to.match(/^metadata\.deep\.deeper/);
  });
});

describe('a call without a request', () => {
  for (const method of ['quoteRates', 'createOrder', 'createDraftOrder', 'cancelOrder'] as const)
    it(`rejects with an error that says what to send: ${method}`, async () => {
      const found = await problems((client) => client[method](undefined as never));
      for (const remedy of Object.values(found)) expect(remedy).to.match(/^is missing: send /);
      expect(Object.keys(found)).to.not.have.lengthOf(0);
    });

  it('lists couriers', async () => {
    const { client } = serve(() => json({ ...cancelAnswer, couriers: [] }));
    expect(await client.listCouriers()).to.deep.include({ couriers: [] });
  });
});

describe('an unknown field of an operation', () => {
  const extras = { ...scheduled('2026-01-01'), courier_company: 'jntcargo', couriers: 'jntcargo' };
  const sent = async (answer: object, call: (client: ReturnType<typeof serve>['client']) => Promise<unknown>) => {
    const { client, requests } = serve(() => json(answer));
    await call(client);
    expect(requests).to.have.lengthOf(1);
  };

  it('is not checked: an order beside the id of a cancellation', async () => {
    for (const items of [[worthless], 'none']) {
      const request = { ...extras, items, id: 'a1' };
      await sent(cancelAnswer, (client) => client.cancelOrder(request));
    }
  });

  it('is not checked: the compared couriers in an order', async () => {
    const request = { ...orderRequest, items: [worthless], couriers: 'jntcargo' };
    await sent(orderAnswer, (client) => client.createOrder(request));
    const cargoAmongOthers = { ...cargo, items: [worthless], couriers: 'jne,jntcargo' };
    expect(await problems((client) => client.createOrder(cargoAmongOthers))).to.have.all.keys('items.0.value');
  });

  it('is not checked: the day of the order in a rates request', async () => {
    const request = { ...extras, ...ratesRequest };
    await sent(ratesAnswer, (client) => client.quoteRates(request));
  });
});
