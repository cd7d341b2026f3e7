import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { isScenario, type ScenarioName, scenarioNames, scenarios } from '../../src/sandbox/index.ts';
import { failure } from '../client/service.ts';
import { draftBody, item, keys, openShop, orderBody, ratesBody, refusalIn, row } from './shop.ts';
import { stopwatch } from './stopwatch.ts';

const rates = '/v1/rates/couriers';
const cod = { destination_cash_on_delivery: 100_000, destination_cash_on_delivery_type: '7_days' };

const shopIn = (scenario: ScenarioName) => openShop({ scenario });

describe('the table of scenarios', () => {
  it('has one sentence for each', () => {
    expect(scenarioNames.length).to.be.at.least(12);
    for (const name of scenarioNames) {
      expect(name).to.match(/^[a-z]+(-[a-z]+)*$/);
      expect(scenarios[name].shows, name).to.match(/^[A-Z][^.]+\.$/);
    }
  });

  it('equals the table in the README', () => {
    const readme = readFileSync(new URL('../../src/sandbox/README.md', import.meta.url), 'utf8');
    const [, section = ''] = /## Scenarios\n(.*?)\n## /s.exec(readme) ?? [];
    const rows = [...section.matchAll(/^\| `([a-z-]+)` +\| (.+?) +\|$/gm)].map(([, name, shows]) => ({ name, shows }));
    expect(rows).to.deep.equal(scenarioNames.map((name) => ({ name, shows: scenarios[name].shows })));
  });

  it('knows its names and no others', () => {
    for (const name of scenarioNames) expect(isScenario(name)).to.be.ok;
    for (const name of ['', 'Slow', '__proto__', 'constructor']) expect(isScenario(name), name).to.not.be.ok;
  });
});

describe('a scenario', () => {
  it('is chosen for one request by header', async () => {
    const shop = openShop();
    const headers = { 'sandbox-scenario': 'busy' };
    expect((await shop.send('GET', '/v1/couriers', { headers })).status).to.equal(503);
    expect((await shop.send('GET', '/v1/couriers')).status).to.equal(200);
  });

  it('of the header goes before that of the option', async () => {
    const headers = { 'sandbox-scenario': 'normal' };
    expect((await shopIn('busy').send('GET', '/v1/couriers', { headers })).status).to.equal(200);
  });

  it('gives way to the fault of the request', async () => {
    const headers = { 'sandbox-fault': 'status=500' };
    expect((await shopIn('busy').send('GET', '/v1/couriers', { headers })).status).to.equal(500);
  });

  it('is refused if unknown, with all names', async () => {
    for (const name of ['chaos', '', '__proto__']) {
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
    const deep = `{"items":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    for (const name of ['price-rises', 'service-removed', 'cod-refused'] as const)
      for (const body of ['{', 'null', deep, '{"items":null}', '{"origin_coordinate":7}'])
        for (const path of [rates, '/v1/orders', '/v1/draft_orders']) {
          const headers = { 'content-type': 'application/json' };
          expect(refusalIn(await shopIn(name).send('POST', path, { body, headers })).status, name).to.equal(400);
        }
  });

  it('shares no memory with another scenario or sandbox', async () => {
    const shop = shopIn('price-rises');
    const before = row(await shop.quote(ratesBody), 'jne/reg').price;
    expect(row(await shopIn('price-rises').quote(ratesBody), 'jne/reg').price).to.equal(before);
    const other = { body: JSON.stringify(ratesBody), headers: { 'sandbox-scenario': 'service-removed' } };
    const headers = { ...other.headers, 'content-type': 'application/json' };
    const { body } = await shop.send('POST', rates, { ...other, headers });
    expect(row((body as { pricing: Parameters<typeof row>[0] }).pricing, 'jne/reg').price).to.equal(before);
  });
});

describe('the scenario', () => {
  it('normal: changes nothing', async () => {
    const shop = shopIn('normal');
    expect(await shop.quote(ratesBody)).to.deep.equal(await openShop().quote(ratesBody));
  });

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

  it('price-rises: the same goods cost a tenth more when they are quoted again', async () => {
    const shop = shopIn('price-rises');
    const fee = async (changes = {}) => row(await shop.quote({ ...ratesBody, ...changes }), 'jne/reg').shipping_fee;
    expect(await fee()).to.equal(11_000);
    expect(await fee()).to.equal(12_100);
    expect(await fee({ courier_insurance: 100_000, couriers: 'jne' })).to.equal(12_100);
    expect(await fee({ items: [Object.fromEntries(Object.entries(item).reverse())] })).to.equal(12_100);
    expect(await fee({ items: [{ ...item, weight: 900 }] })).to.equal(11_000);
  });

  it('price-rises: orders and drafts cost a tenth more', async () => {
    const shop = shopIn('price-rises');
    expect((await shop.order()).price).to.equal(12_100);
    expect((await shop.draft(orderBody)).price).to.equal(12_100);
  });

  it('service-removed: the cheapest service of the first quote is gone at the next and cannot be ordered', async () => {
    const shop = shopIn('service-removed');
    const first = await shop.quote(ratesBody);
    const cheapest = Math.min(...first.map(({ price }) => price));
    const [gone] = first.filter(({ price }) => price === cheapest);
    const key = `${gone?.courier_code}/${gone?.courier_service_code}`;
    expect(keys(await shop.quote(ratesBody))).to.deep.equal(keys(first).filter((other) => other !== key));
    expect(keys(await shop.list())).to.not.include(key);
    const order = { ...orderBody, courier_company: gone?.courier_code, courier_type: gone?.courier_service_code };
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

  it('offline: no request arrives', async () => {
    expect(await failure(shopIn('offline').post('/v1/orders', orderBody))).to.be.an.instanceOf(TypeError);
  });

  it('html and malformed: the answer is not JSON', async () => {
    for (const name of ['html', 'malformed'] as const)
      expect(await failure(shopIn(name).send('GET', '/v1/couriers'))).to.be.an.instanceOf(SyntaxError);
  });
});
