import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gatewayOver, key, listed } from './upstream.ts';

describe('what the gateway serves', () => {
  it('adds the key upstream and keeps it out of the answer', async () => {
    const { ask, seen } = gatewayOver(listed);
    const answer = await ask('GET', '/v1/couriers', { headers: { authorization: 'of-the-page', 'x-extra': '1' } });
    assert.equal(answer.status, 200);
    assert.equal(seen[0]?.url, 'https://upstream.test/v1/couriers');
    assert.deepEqual(seen[0]?.init.headers, { authorization: key });
    assert.ok(!JSON.stringify([...answer.headers]).includes(key) && !(await answer.text()).includes(key));
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

  it('keeps to the path of an operation, however the id is written', async () => {
    const { ask, seen } = gatewayOver(listed, { allow: ['cancelOrder'] });
    const ids = [
      '..%5C..%5Cadmin',
      'x%5C..%5C..%5Cwebhooks%5C1',
      '.%09.',
      '..%2f..%2fother',
      '..',
      '%2e%2e',
      '.',
      'a%00',
      'a%3Fb',
      'ü',
    ];
    for (const id of ids) {
      const answer = await ask('POST', `/v1/orders/${id}/cancel`, { body: '{}' });
      assert.equal(answer.status, 404, id);
    }
    assert.equal(seen.length, 0);
  });

  it('takes JSON alone, which no form of another site can post', async () => {
    const { ask, seen } = gatewayOver(listed, { allow: ['createOrder'] });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      '',
    ]) {
      const answer = await ask('POST', '/v1/orders', { body: '{}', headers: { 'content-type': type } });
      assert.equal(answer.status, 415, type);
      assert.equal((await answer.json()).success, false);
    }
    assert.equal(seen.length, 0);
    const spelt = { 'content-type': 'Application/JSON; charset=UTF-8' };
    assert.equal((await ask('POST', '/v1/orders', { body: '{}', headers: spelt })).status, 200);
  });
});
