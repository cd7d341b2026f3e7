import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createShippingClient } from '../../src/client/index.ts';
import { isScenario, type ScenarioName, scenarioNames, scenarios } from '../../src/sandbox/index.ts';
import { draftBody, item, keys, openShop, orderBody, ratesBody, refusalIn, row } from './shop.ts';
import { stopwatch } from './stopwatch.ts';

const rates = '/v1/rates/couriers';
const cod = { destination_cash_on_delivery: 100_000, destination_cash_on_delivery_type: '7_days' };

const shopIn = (scenario: ScenarioName) => openShop({ scenario });

describe('the table of scenarios', () => {
  it('names each and says in one sentence what it shows', () => {
    assert.ok(scenarioNames.length >= 12);
    for (const name of scenarioNames) {
      assert.match(name, /^[a-z]+(-[a-z]+)*$/);
      assert.match(scenarios[name].shows, /^[A-Z][^.]+\.$/, name);
    }
  });

  it('is the one in the README', () => {
    const readme = readFileSync(new URL('../../src/sandbox/README.md', import.meta.url), 'utf8');
    const [, section = ''] = /## Scenarios\n(.*?)\n## /s.exec(readme) ?? [];
    const rows = [...section.matchAll(/^\| `([a-z-]+)` +\| (.+?) +\|$/gm)].map(([, name, shows]) => ({ name, shows }));
    assert.deepEqual(
      rows,
      scenarioNames.map((name) => ({ name, shows: scenarios[name].shows })),
    );
  });

  it('knows its names and no others', () => {
    for (const name of scenarioNames) assert.ok(isScenario(name));
    for (const name of ['', 'Slow', '__proto__', 'constructor']) assert.ok(!isScenario(name), name);
  });
});

describe('a scenario', () => {
  it('is chosen for one request by header', async () => {
    const shop = openShop();
    const headers = { 'sandbox-scenario': 'busy' };
    assert.equal((await shop.send('GET', '/v1/couriers', { headers })).status, 503);
    assert.equal((await shop.send('GET', '/v1/couriers')).status, 200);
  });

  it('of the header goes before that of the option', async () => {
    const headers = { 'sandbox-scenario': 'normal' };
    assert.equal((await shopIn('busy').send('GET', '/v1/couriers', { headers })).status, 200);
  });

  it('gives way to a fault that the request itself asks for', async () => {
    const headers = { 'sandbox-fault': 'status=500' };
    assert.equal((await shopIn('busy').send('GET', '/v1/couriers', { headers })).status, 500);
  });

  it('that there is not is refused, and the names are said', async () => {
    for (const name of ['chaos', '', '__proto__']) {
      const headers = { 'sandbox-scenario': name };
      const { status, code, error } = refusalIn(await openShop().send('GET', '/v1/couriers', { headers }));
      assert.deepEqual([status, code], [400, 40000000]);
      assert.match(error, /^sandbox-scenario must be one of normal, slow, empty-lane, /);
    }
  });

  it('leaves what is outside the document alone', async () => {
    for (const name of scenarioNames) assert.equal((await shopIn(name).send('GET', '/v1/orders')).status, 200, name);
  });

  it('meets bodies that cannot be read as always', async () => {
    const deep = `{"items":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    for (const name of ['price-rises', 'service-removed', 'cod-refused'] as const)
      for (const body of ['{', 'null', deep, '{"items":null}', '{"origin_coordinate":7}'])
        for (const path of [rates, '/v1/orders', '/v1/draft_orders']) {
          const headers = { 'content-type': 'application/json' };
          assert.equal(refusalIn(await shopIn(name).send('POST', path, { body, headers })).status, 400, name);
        }
  });

  it('remembers nothing of another, nor of another sandbox', async () => {
    const shop = shopIn('price-rises');
    const before = row(await shop.quote(ratesBody), 'jne/reg').price;
    assert.equal(row(await shopIn('price-rises').quote(ratesBody), 'jne/reg').price, before);
    const other = { body: JSON.stringify(ratesBody), headers: { 'sandbox-scenario': 'service-removed' } };
    const headers = { ...other.headers, 'content-type': 'application/json' };
    const { body } = await shop.send('POST', rates, { ...other, headers });
    assert.equal(row((body as { pricing: Parameters<typeof row>[0] }).pricing, 'jne/reg').price, before);
  });
});

describe('the scenario', () => {
  it('normal: nothing is unusual', async () => {
    const shop = shopIn('normal');
    assert.deepEqual(await shop.quote(ratesBody), await openShop().quote(ratesBody));
  });

  it('slow: every answer takes three seconds', async () => {
    const { clock, waits } = stopwatch();
    const shop = openShop({ scenario: 'slow', clock });
    await shop.list();
    await shop.order();
    assert.deepEqual(
      waits.map(({ milliseconds }) => milliseconds),
      [3_000, 3_000],
    );
  });

  it('empty-lane: no courier serves the lane', async () => {
    const shop = shopIn('empty-lane');
    assert.equal((await shop.refusal(rates, ratesBody)).code, 40001010);
    assert.ok((await shop.list()).length > 60);
  });

  it('price-rises: the same goods cost a tenth more when they are quoted again', async () => {
    const shop = shopIn('price-rises');
    const fee = async (changes = {}) => row(await shop.quote({ ...ratesBody, ...changes }), 'jne/reg').shipping_fee;
    assert.equal(await fee(), 11_000);
    assert.equal(await fee(), 12_100);
    assert.equal(await fee({ courier_insurance: 100_000, couriers: 'jne' }), 12_100);
    assert.equal(await fee({ items: [{ ...item, weight: 900 }] }), 11_000);
  });

  it('price-rises: orders and drafts cost a tenth more', async () => {
    const shop = shopIn('price-rises');
    assert.equal((await shop.order()).price, 12_100);
    assert.equal((await shop.draft(orderBody)).price, 12_100);
  });

  it('service-removed: the cheapest service of the first quote is gone at the next and cannot be ordered', async () => {
    const shop = shopIn('service-removed');
    const first = await shop.quote(ratesBody);
    const cheapest = Math.min(...first.map(({ price }) => price));
    const [gone] = first.filter(({ price }) => price === cheapest);
    const key = `${gone?.courier_code}/${gone?.courier_service_code}`;
    assert.deepEqual(
      keys(await shop.quote(ratesBody)),
      keys(first).filter((other) => other !== key),
    );
    assert.ok(!keys(await shop.list()).includes(key));
    const order = { ...orderBody, courier_company: gone?.courier_code, courier_type: gone?.courier_service_code };
    assert.equal((await shop.refusal('/v1/orders', order)).code, 40002027);
    assert.equal((await shop.refusal('/v1/draft_orders', order)).details?.field, 'courier_type');
    assert.equal((await shop.order()).status, 'confirmed');
  });

  it('service-removed: where nothing was quoted, it is the one that is ordered first', async () => {
    const shop = shopIn('service-removed');
    assert.equal((await shop.refusal('/v1/orders', orderBody)).code, 40002027);
    assert.ok(!keys(await shop.quote(ratesBody)).includes('jne/reg'));
    assert.equal((await shop.order({ ...orderBody, courier_type: 'oke' })).status, 'confirmed');
  });

  it('merchant-balance: no quote, with an error that has no code, and no order', async () => {
    const shop = shopIn('merchant-balance');
    const { status, code, error } = await shop.refusal(rates, ratesBody);
    assert.deepEqual([status, code], [400, undefined]);
    assert.match(error, /^No sufficient balance/);
    assert.equal((await shop.refusal('/v1/orders', orderBody)).code, 40002039);
  });

  for (const [path, code, body] of [
    ['/v1/orders', 40002060, orderBody],
    ['/v1/draft_orders', 42211015, draftBody],
  ] as const)
    it(`lost-answer: ${path} does its work, and is silent the first time`, async () => {
      const shop = shopIn('lost-answer');
      const first = { ...body, reference_id: 'CART-1' };
      await assert.rejects(shop.post(path, first), TypeError);
      assert.equal((await shop.refusal(path, first)).code, code);
      await assert.rejects(shop.post(path, { ...body, reference_id: 'CART-2' }), TypeError);
      assert.ok((await shop.quote(ratesBody)).length);
    });

  it('lost-answer: the client recovers the order', async () => {
    const { sandbox } = shopIn('lost-answer');
    const client = createShippingClient({
      baseUrl: 'http://sandbox.invalid',
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    });
    const order = { ...orderBody, delivery_type: 'now', reference_id: 'CART-3' } as const;
    await assert.rejects(client.createOrder(order), { code: 'network', outcome: 'unknown' });
    assert.equal((await client.createOrder(order)).recovered, true);
  });

  it('cod-refused: quoted and then refused; without it the order goes through', async () => {
    const shop = shopIn('cod-refused');
    assert.ok(row(await shop.quote({ ...ratesBody, ...cod }), 'jne/reg').available_for_cash_on_delivery);
    assert.equal((await shop.refusal('/v1/orders', { ...orderBody, ...cod })).code, 40002009);
    const draft = await shop.refusal('/v1/draft_orders', { ...orderBody, ...cod });
    assert.equal(draft.details?.field, 'destination_cash_on_delivery');
    assert.equal((await shop.order()).status, 'confirmed');
  });

  for (const [name, status, seconds] of [
    ['busy', 503, '2'],
    ['rate-limited', 429, '1'],
  ] as const)
    it(`${name}: ${status}, with the time to wait`, async () => {
      const answer = await shopIn(name).post(rates, ratesBody);
      assert.deepEqual([answer.headers.get('retry-after'), refusalIn(answer).status], [seconds, status]);
    });

  it('offline: no request arrives', async () => {
    await assert.rejects(shopIn('offline').post('/v1/orders', orderBody), TypeError);
  });

  it('html and malformed: what comes is no JSON', async () => {
    for (const name of ['html', 'malformed'] as const)
      await assert.rejects(shopIn(name).send('GET', '/v1/couriers'), SyntaxError);
  });
});
