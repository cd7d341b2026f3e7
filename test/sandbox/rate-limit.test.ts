import { expect } from 'chai';
import { draftBody, openShop, orderBody, ratesBody, refusalIn } from './shop.ts';
import { stopwatch } from './stopwatch.ts';

type Shop = ReturnType<typeof openShop>;

const paths: [path: string, most: number, ask: (shop: Shop) => ReturnType<Shop['send']>][] = [
  ['/v1/couriers', 10, (shop) => shop.send('GET', '/v1/couriers')],
  ['/v1/rates', 20, (shop) => shop.post('/v1/rates/couriers', ratesBody)],
  ['/v1/orders', 20, (shop) => shop.post('/v1/orders', orderBody)],
  ['/v1/draft_orders', 20, (shop) => shop.post('/v1/draft_orders', draftBody)],
];

function limited() {
  const watch = stopwatch();
  return { ...watch, shop: openShop({ rateLimit: true, clock: watch.clock }) };
}

/** The same shop with a key. */
function keyed(shop: Shop, authorization: string): Pick<Shop, 'send' | 'post'> {
  const send: Shop['send'] = (method, path, init = {}) =>
    shop.send(method, path, { ...init, headers: { ...init.headers, authorization } });
  const json = { 'content-type': 'application/json' };
  return { send, post: (path, body) => send('POST', path, { body: JSON.stringify(body), headers: json }) };
}

async function statuses(shop: Shop, ask: (shop: Shop) => ReturnType<Shop['send']>, times: number) {
  const found = new Set<number>();
  for (let n = 0; n < times; n++) found.add((await ask(shop)).status);
  return [...found];
}

describe('the rate limit', () => {
  for (const [path, most, ask] of paths)
    it(`allows ${most} requests per second to ${path}, and sends Retry-After with the next`, async () => {
      const { shop, pass } = limited();
      const [usual, ...others] = await statuses(shop, ask, most);
      expect([[200, 201].includes(Number(usual)), others]).to.deep.equal([true, []]);

      const refused = await ask(shop);
      const { status, code, error } = refusalIn(refused);
      expect([status, code, refused.headers.get('retry-after')]).to.deep.equal([429, 42900000, '1']);
      expect(error.startsWith(`${path} takes ${most} requests a second`), error).to.be.ok;

      pass(999);
      expect((await ask(shop)).status).to.equal(429);
      pass(1);
      expect(await statuses(shop, ask, most)).to.deep.equal([usual]);
      expect((await ask(shop)).status).to.equal(429);
    });

  for (const [path, , ask] of paths)
    for (const authorization of ['biteship_test.abc', 'Bearer biteship_test.abc'])
      it(`allows 5 requests per second to ${path} with a test key: ${authorization}`, async () => {
        const { shop, pass } = limited();
        const withKey = { ...shop, ...keyed(shop, authorization) };
        const [usual, ...others] = await statuses(withKey, ask, 5);
        expect([[200, 201].includes(Number(usual)), others]).to.deep.equal([true, []]);
        const { status, error } = refusalIn(await ask(withKey));
        expect([status, error.startsWith(`${path} takes 5 requests a second`)]).to.deep.equal([429, true]);
        expect(await statuses(shop, ask, 5), 'another key').to.deep.equal([usual]);
        pass(1_000);
        expect(await statuses(withKey, ask, 5)).to.deep.equal([usual]);
      });

  it('does not change with a live key', async () => {
    const { shop } = limited();
    const live = { ...shop, ...keyed(shop, 'biteship_live.abc') };
    expect(await statuses(live, (at) => at.send('GET', '/v1/couriers'), 10)).to.deep.equal([200]);
  });

  it('counts any second, not clock seconds', async () => {
    const { shop, pass } = limited();
    await statuses(shop, (at) => at.send('GET', '/v1/couriers'), 5);
    pass(600);
    await statuses(shop, (at) => at.send('GET', '/v1/couriers'), 5);
    pass(600);
    expect(await statuses(shop, (at) => at.send('GET', '/v1/couriers'), 6)).to.deep.equal([200, 429]);
  });

  it('counts each path by itself, and a cancellation as an order', async () => {
    const { shop } = limited();
    const { id } = await shop.order();
    await statuses(shop, (at) => at.post('/v1/orders', orderBody), 19);
    expect((await shop.post(`/v1/orders/${id}/cancel`, {})).status).to.equal(429);
    expect((await shop.post('/v1/draft_orders', draftBody)).status).to.equal(201);
  });

  it('does not count requests without a key', async () => {
    const shop = openShop({ rateLimit: true, clock: stopwatch().clock, key: 'k' });
    await statuses(shop, (at) => at.send('GET', '/v1/couriers'), 30);
    expect((await shop.send('GET', '/v1/couriers', { headers: { authorization: 'k' } })).status).to.equal(200);
  });

  it('is off by default', async () => {
    const shop = openShop({ clock: stopwatch().clock });
    expect(await statuses(shop, (at) => at.post('/v1/rates/couriers', ratesBody), 60)).to.deep.equal([200]);
  });
});
