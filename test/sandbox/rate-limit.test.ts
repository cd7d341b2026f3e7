import { expect } from 'chai';
import { draftBody, openShop, orderBody, ratesBody, refusalIn } from './shop.ts';
import { stopwatch } from './stopwatch.ts';

/** The paths with a limit, and a request to each. */
const limits: [path: string, most: number, method: string, body?: object][] = [
  ['/v1/couriers', 10, 'GET'],
  ['/v1/rates/couriers', 20, 'POST', ratesBody],
  ['/v1/orders', 20, 'POST', orderBody],
  ['/v1/draft_orders', 20, 'POST', draftBody],
];

function limited(key?: string) {
  const { clock, pass } = stopwatch();
  const shop = openShop({ rateLimit: true, clock, ...(key && { key }) });
  const ask = (method: string, path: string, body?: object, authorization = '') =>
    shop.send(method, path, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  /** The statuses of so many requests for the couriers, each named once. */
  const list = async (times: number, authorization?: string) => {
    const found = new Set<number>();
    for (let n = 0; n < times; n++) found.add((await ask('GET', '/v1/couriers', undefined, authorization)).status);
    return [...found];
  };
  return { shop, pass, ask, list };
}

describe('the rate limit', () => {
  for (const [path, most, method, body] of limits)
    it(`allows ${most} requests per second to ${path}, and sends Retry-After with the next`, async () => {
      const { ask, pass } = limited();
      for (let n = 0; n < most; n++) expect((await ask(method, path, body)).status, `${n}`).to.be.below(300);
      const refused = await ask(method, path, body);
      const { status, code, error } = refusalIn(refused);
      expect([status, code, refused.headers.get('retry-after')]).to.deep.equal([429, 42900000, '1']);
      expect(error).to.match(new RegExp(`^/v1/[a-z_]+ takes ${most} requests a second`));
      pass(999);
      expect((await ask(method, path, body)).status).to.equal(429);
      pass(1);
      expect((await ask(method, path, body)).status).to.be.below(300);
    });

  it('is 5 requests per second with a test key', async () => {
    for (const authorization of ['biteship_test.abc', 'Bearer biteship_test.abc']) {
      const { list, pass } = limited();
      expect(await list(5, authorization)).to.deep.equal([200]);
      expect(await list(1, authorization)).to.deep.equal([429]);
      expect(await list(10, 'biteship_live.abc'), 'another key').to.deep.equal([200]);
      pass(1_000);
      expect(await list(5, authorization)).to.deep.equal([200]);
    }
  });

  it('counts any second, not clock seconds', async () => {
    const { list, pass } = limited();
    await list(5);
    pass(600);
    await list(5);
    pass(600);
    expect(await list(5)).to.deep.equal([200]);
    expect(await list(1)).to.deep.equal([429]);
  });

  it('counts each path by itself, and a cancellation as an order', async () => {
    const { shop, ask } = limited();
    const { id } = await shop.order();
    for (let n = 0; n < 19; n++) await ask('POST', '/v1/orders', orderBody);
    expect((await ask('POST', `/v1/orders/${id}/cancel`, {})).status).to.equal(429);
    expect((await ask('POST', '/v1/draft_orders', draftBody)).status).to.equal(201);
  });

  it('does not count requests without a key', async () => {
    const { list } = limited('k');
    expect(await list(30)).to.deep.equal([401]);
    expect(await list(1, 'k')).to.deep.equal([200]);
  });

  it('is off by default', async () => {
    const shop = openShop({ clock: stopwatch().clock });
    const answers = await Promise.all(Array.from({ length: 60 }, () => shop.send('GET', '/v1/couriers')));
    expect(answers.every(({ status }) => status === 200)).to.equal(true);
  });
});
