import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createShippingGateway, type GatewayOptions } from '../../src/gateway/index.ts';

const key = 'merchant-key-that-stays-here';

interface Seen {
  url: string;
  init: RequestInit & { headers: Record<string, string> };
}

/** A gateway whose upstream is the test's own handler. */
function gatewayOver(answer: () => Response | Promise<Response>, options: Partial<GatewayOptions> = {}) {
  const seen: Seen[] = [];
  const gateway = createShippingGateway({
    upstream: 'https://upstream.test/',
    key,
    ...options,
    fetch: async (input, init) => {
      seen.push({ url: String(input), init: init as Seen['init'] });
      return answer();
    },
  });
  const ask = (method: string, path: string, init: RequestInit = {}) =>
    gateway.fetch(new Request(`https://shop.test${path}`, { method, ...init }));
  return { ask, seen };
}

const listed = () =>
  Response.json({ success: true, couriers: [] }, { headers: { 'set-cookie': 'a=b', 'x-request-id': 'r1' } });

describe('the gateway', () => {
  it('adds the key upstream and keeps it out of the answer', async () => {
    const { ask, seen } = gatewayOver(listed);
    const answer = await ask('GET', '/v1/couriers', { headers: { authorization: 'of-the-page', 'x-extra': '1' } });
    assert.equal(answer.status, 200);
    assert.equal(seen[0]?.url, 'https://upstream.test/v1/couriers');
    assert.deepEqual(seen[0]?.init.headers, { authorization: key });
    assert.ok(!JSON.stringify([...answer.headers]).includes(key) && !(await answer.text()).includes(key));
  });

  it('passes on what a page needs of an answer and nothing else', async () => {
    const { ask } = gatewayOver(listed);
    const answer = await ask('GET', '/v1/couriers');
    assert.equal(answer.headers.get('x-request-id'), 'r1');
    assert.equal(answer.headers.get('set-cookie'), null);
  });

  it('passes the service’s refusals through, status and body', async () => {
    const refusal = { success: false, error: 'No courier', code: 40001010 };
    const { ask } = gatewayOver(() => Response.json(refusal, { status: 400 }));
    const answer = await ask('POST', '/v1/rates/couriers', { body: '{}' });
    assert.equal(answer.status, 400);
    assert.deepEqual(await answer.json(), refusal);
  });

  it('lets a page read, and write only what the shop allows', async () => {
    const { ask, seen } = gatewayOver(listed);
    for (const path of ['/v1/orders', '/v1/draft_orders', '/v1/orders/a1/cancel']) {
      const answer = await ask('POST', path, { body: '{}' });
      assert.equal(answer.status, 403, path);
    }
    assert.equal(seen.length, 0);
    const open = gatewayOver(listed, { allow: ['cancelOrder'] });
    assert.equal((await open.ask('POST', '/v1/orders/a1/cancel', { body: '{}' })).status, 200);
    assert.equal(open.seen[0]?.url, 'https://upstream.test/v1/orders/a1/cancel');
  });

  it('serves the five operations and nothing else', async () => {
    const { ask, seen } = gatewayOver(listed, { allow: ['listCouriers', 'quoteRates', 'createOrder'] });
    const others = [
      ['GET', '/v1/orders'],
      ['GET', '/v1/orders/a1'],
      ['DELETE', '/v1/orders/a1'],
      ['POST', '/v1/couriers'],
      ['GET', '/'],
      ['POST', '/v1/orders/../couriers'],
    ] as const;
    for (const [method, path] of others) assert.equal((await ask(method, path)).status, 404, `${method} ${path}`);
    assert.equal(seen.length, 0);
  });

  it('passes no query on', async () => {
    const { ask, seen } = gatewayOver(listed);
    await ask('GET', '/v1/couriers?key=stolen');
    assert.equal(seen[0]?.url, 'https://upstream.test/v1/couriers');
  });

  it('refuses a body that no checkout sends', async () => {
    const { ask, seen } = gatewayOver(listed);
    const answer = await ask('POST', '/v1/rates/couriers', { body: 'x'.repeat(300 * 1024) });
    assert.equal(answer.status, 413);
    assert.equal(seen.length, 0);
  });

  it('says that the service did not answer, without its words', async () => {
    const { ask } = gatewayOver(() => Promise.reject(new Error(`connect refused with ${key}`)));
    const answer = await ask('GET', '/v1/couriers');
    assert.equal(answer.status, 502);
    assert.ok(!(await answer.text()).includes(key));
  });
});
