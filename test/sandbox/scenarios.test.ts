import { expect } from 'chai';
import { isScenario, type ScenarioName, scenarioNames } from '../../src/sandbox/index.ts';
import { failure } from '../client/service.ts';
import { draftBody, item, keys, openShop, orderBody, ratesBody, refusalIn, row } from './shop.ts';
import { stopwatch } from './stopwatch.ts';

const rates = '/v1/rates/couriers';
const cod = { destination_cash_on_delivery: 100_000, destination_cash_on_delivery_type: '7_days' };

const shopIn = (scenario: ScenarioName) => openShop({ scenario });

describe('a scenario', () => {
  it('is chosen by the header of a request, rather than by the option', async () => {
    const list = async (shop: ReturnType<typeof openShop>, name: string) =>
      (await shop.send('GET', '/v1/couriers', { headers: { 'sandbox-scenario': name } })).status;
    const shop = openShop();
    expect(await list(shop, 'busy')).to.equal(503);
    expect((await shop.send('GET', '/v1/couriers')).status).to.equal(200);
    expect(await list(shopIn('busy'), 'normal')).to.equal(200);
  });

  it('gives way to the fault of the request', async () => {
    const headers = { 'sandbox-fault': 'status=500' };
    expect((await shopIn('busy').send('GET', '/v1/couriers', { headers })).status).to.equal(500);
  });

  it('is refused if unknown, with all names', async () => {
    for (const name of ['chaos', '', '__proto__']) {
      expect(isScenario(name), name).to.equal(false);
      const headers = { 'sandbox-scenario': name };
      const { status, code, error } = refusalIn(await openShop().send('GET', '/v1/couriers', { headers }));
      expect([status, code]).to.deep.equal([400, 40000000]);
      expect(error).to.match(/^sandbox-scenario must be one of normal, slow, empty-lane, /);
    }
  });

  it('does not change the other routes', async () => {
    for (const name of scenarioNames) expect((await shopIn(name).send('GET', '/v1/orders')).status, name).to.equal(200);
  });

  it('does not change the refusal of unreadable bodies', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const name of ['price-rises', 'service-removed', 'cod-refused'] as const)
      for (const body of ['{', 'null', '{"items":null}', '{"origin_coordinate":7}'])
        for (const path of [rates, '/v1/orders', '/v1/draft_orders'])
          expect(refusalIn(await shopIn(name).send('POST', path, { body, headers })).status, name).to.equal(400);
  });
});

describe('the scenario', () => {
  it('slow: every answer takes three seconds', async () => {
    const { clock, waits } = stopwatch();
    const shop = openShop({ scenario: 'slow', clock });
    await shop.list();
    await shop.order();
    expect(waits.map(({ milliseconds }) => milliseconds)).to.deep.equal([3_000, 3_000]);
  });

  it('empty-lane: no courier serves the lane', async () => {
    const shop = shopIn('empty-lane');
    expect((await shop.refusal(rates, ratesBody)).code).to.equal(40001010);
    expect((await shop.list()).length).to.be.above(60);
  });

  it('price-rises: the same goods cost a tenth more when they are quoted again, and when they are ordered', async () => {
    const shop = shopIn('price-rises');
    const fee = async (changes = {}) => row(await shop.quote({ ...ratesBody, ...changes }), 'jne/reg').shipping_fee;
    expect(await fee()).to.equal(11_000);
    expect(await fee()).to.equal(12_100);
    expect(await fee({ courier_insurance: 100_000, couriers: 'jne' })).to.equal(12_100);
    expect(await fee({ items: [Object.fromEntries(Object.entries(item).reverse())] })).to.equal(12_100);
    expect(await fee({ items: [{ ...item, weight: 900 }] })).to.equal(11_000);
    expect((await shop.order()).price).to.equal(12_100);
    expect((await shop.draft(orderBody)).price).to.equal(12_100);
  });

  it('service-removed: the cheapest service of the first quote is gone at the next and cannot be ordered', async () => {
    const shop = shopIn('service-removed');
    const request = { ...ratesBody, couriers: 'jne' };
    const first = keys(await shop.quote(request));
    expect(keys(await shop.quote(request))).to.deep.equal(first.filter((key) => key !== 'jne/oke'));
    expect(keys(await shop.list())).to.not.include('jne/oke');
    const order = { ...orderBody, courier_type: 'oke' };
    expect((await shop.refusal('/v1/orders', order)).code).to.equal(40002027);
    expect((await shop.refusal('/v1/draft_orders', order)).details?.field).to.equal('courier_type');
    expect((await shop.order()).status).to.equal('confirmed');
  });

  it('service-removed: without a quote, removes the first service that is ordered', async () => {
    const shop = shopIn('service-removed');
    expect((await shop.refusal('/v1/orders', orderBody)).code).to.equal(40002027);
    expect(keys(await shop.quote(ratesBody))).to.not.include('jne/reg');
    expect((await shop.order({ ...orderBody, courier_type: 'oke' })).status).to.equal('confirmed');
  });

  it('merchant-balance: no quote, with an error that has no code, and no order', async () => {
    const shop = shopIn('merchant-balance');
    const { status, code, error } = await shop.refusal(rates, ratesBody);
    expect([status, code]).to.deep.equal([400, undefined]);
    expect(error).to.match(/^No sufficient balance/);
    expect((await shop.refusal('/v1/orders', orderBody)).code).to.equal(40002039);
  });

  for (const [path, code, body] of [
    ['/v1/orders', 40002060, orderBody],
    ['/v1/draft_orders', 42211015, draftBody],
  ] as const)
    it(`lost-answer: ${path} has its effect, and drops the first answer`, async () => {
      const shop = shopIn('lost-answer');
      const first = { ...body, reference_id: 'CART-1' };
      expect(await failure(shop.post(path, first))).to.be.an.instanceOf(TypeError);
      expect((await shop.refusal(path, first)).code).to.equal(code);
      expect(await failure(shop.post(path, { ...body, reference_id: 'CART-2' }))).to.be.an.instanceOf(TypeError);
      expect((await shop.quote(ratesBody)).length).to.be.ok;
    });

  it('cod-refused: quoted and then refused; without it the order goes through', async () => {
    const shop = shopIn('cod-refused');
    expect(row(await shop.quote({ ...ratesBody, ...cod }), 'jne/reg').available_for_cash_on_delivery).to.be.ok;
    expect((await shop.refusal('/v1/orders', { ...orderBody, ...cod })).code).to.equal(40002009);
    expect((await shop.refusal('/v1/draft_orders', { ...orderBody, ...cod })).code).to.equal(42211012);
    expect((await shop.order()).status).to.equal('confirmed');
  });

  for (const [name, status, seconds] of [
    ['busy', 503, '2'],
    ['rate-limited', 429, '1'],
  ] as const)
    it(`${name}: ${status}, with the time to wait`, async () => {
      const answer = await shopIn(name).post(rates, ratesBody);
      expect([answer.headers.get('retry-after'), refusalIn(answer).status]).to.deep.equal([seconds, status]);
    });

  for (const [name, error] of [
    ['offline', TypeError],
    ['html', SyntaxError],
    ['malformed', SyntaxError],
  ] as const)
    it(`${name}: no JSON arrives`, async () => {
      expect(await failure(shopIn(name).send('GET', '/v1/couriers'))).to.be.an.instanceOf(error);
    });
});
