import { expect } from 'chai';
import { gatewayOver, key, listed } from './upstream.ts';

describe('what the gateway serves', () => {
  it('adds the key upstream and keeps it out of the answer', async () => {
    const { ask, seen } = gatewayOver(listed);
    const answer = await ask('GET', '/v1/couriers', { headers: { authorization: 'of-the-page', 'x-extra': '1' } });
    expect(answer.status).to.equal(200);
    expect(seen[0]?.url).to.equal('https://upstream.test/v1/couriers');
    expect(seen[0]?.init.headers).to.deep.equal({ authorization: key });
    expect(!JSON.stringify([...answer.headers]).includes(key) && !(await answer.text()).includes(key)).to.be.ok;
  });

  it('lets a page read, and write only what the shop allows', async () => {
    const { ask, seen } = gatewayOver(listed);
    for (const path of ['/v1/orders', '/v1/draft_orders', '/v1/orders/a1/cancel']) {
      const answer = await ask('POST', path, { body: '{}' });
      expect(answer.status, path).to.equal(403);
    }
    expect(seen.length).to.equal(0);
    const open = gatewayOver(listed, { allow: ['cancelOrder'] });
    expect((await open.ask('POST', '/v1/orders/a1/cancel', { body: '{}' })).status).to.equal(200);
    expect(open.seen[0]?.url).to.equal('https://upstream.test/v1/orders/a1/cancel');
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
    for (const [method, path] of others) expect((await ask(method, path)).status, `${method} ${path}`).to.equal(404);
    expect(seen.length).to.equal(0);
  });

  it('passes no query on', async () => {
    const { ask, seen } = gatewayOver(listed);
    await ask('GET', '/v1/couriers?key=stolen');
    expect(seen[0]?.url).to.equal('https://upstream.test/v1/couriers');
  });

  it('refuses a body that no checkout sends', async () => {
    const { ask, seen } = gatewayOver(listed);
    const answer = await ask('POST', '/v1/rates/couriers', { body: 'x'.repeat(300 * 1024) });
    expect(answer.status).to.equal(413);
    expect(seen.length).to.equal(0);
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
      expect(answer.status, id).to.equal(404);
    }
    expect(seen.length).to.equal(0);
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
      expect(answer.status, type).to.equal(415);
      expect((await answer.json()).success).to.equal(false);
    }
    expect(seen.length).to.equal(0);
    const spelt = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect((await ask('POST', '/v1/orders', { body: '{}', headers: spelt })).status).to.equal(200);
  });
});
