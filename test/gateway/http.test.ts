import { expect } from 'chai';
import { couriersAnswer, key, openSandboxShop, openShop, question, site } from './shop.ts';

describe('what the gateway lets in', () => {
  it('is the five operations, and nothing else', async () => {
    const { ask, seen } = openShop(couriersAnswer, { orders: 'order', cancels: true });
    for (const path of [
      '/',
      '/v1',
      '/v1/orders/a1',
      '/v2/couriers',
      '/v1/couriers/',
      '//v1/couriers',
      '/health',
      '/v1/Couriers',
    ])
      expect((await ask('GET', path)).status, path).to.equal(404);
    const wrong: [string, string, string][] = [
      ['POST', '/v1/couriers', 'GET'],
      ['HEAD', '/v1/couriers', 'GET'],
      ['GET', '/v1/rates/couriers', 'POST'],
      ['GET', '/v1/orders', 'POST'],
      ['PUT', '/v1/orders', 'POST'],
      ['DELETE', '/v1/orders/a1/cancel', 'POST'],
      ['PATCH', '/v1/draft_orders', 'POST'],
    ];
    for (const [method, path, allowed] of wrong) {
      const { status, headers } = await ask(method, path);
      expect(status, `${method} ${path}`).to.equal(405);
      expect(headers.get('allow')).to.equal(allowed);
    }
    expect(seen).to.deep.equal([]);
  });

  it('is under its base path alone, where it has one', async () => {
    const { ask } = openShop(couriersAnswer, { basePath: '/shipping' });
    expect((await ask('GET', '/shipping/v1/couriers')).status).to.equal(200);
    expect((await ask('GET', '/v1/couriers')).status).to.equal(404);
  });

  it('is JSON alone, which no form of another site can post', async () => {
    const { ask, seen } = openShop(couriersAnswer);
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      '',
    ];
    for (const type of [...types, 'application/jsonp', 'text/plain; application/json']) {
      const { status, body } = await ask('POST', '/v1/rates/couriers', {
        body: '{}',
        headers: { 'content-type': type },
      });
      expect(status, type).to.equal(415);
      expect(body).to.include({ success: false, code: 41500000, reason: 'not-json' });
    }
    const spelt = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect((await ask('POST', '/v1/rates/couriers', { body: '{}', headers: spelt })).body.reason).to.equal(
      'invalid-request',
    );
    expect(seen).to.deep.equal([]);
  });

  it('is no larger than a checkout’s request, whatever length it names', async () => {
    const { ask, seen } = openShop(couriersAnswer);
    const large = JSON.stringify({ couriers: 'x'.repeat(70_000) });
    expect((await ask('POST', '/v1/rates/couriers', { body: large })).status).to.equal(413);
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(10_000).fill(32));
      },
    });
    const init = { body: stream, headers: { 'content-type': 'application/json' }, duplex: 'half' } as RequestInit;
    expect((await ask('POST', '/v1/rates/couriers', init)).status).to.equal(413);
    expect(seen).to.deep.equal([]);
  });

  it('arrives in time', async () => {
    const { ask } = openShop(couriersAnswer, { timeouts: { body: 30 } });
    let cancelled = false;
    const slow = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"couriers"')),
      cancel() {
        cancelled = true;
      },
    });
    const init = { body: slow, headers: { 'content-type': 'application/json' }, duplex: 'half' } as RequestInit;
    expect((await ask('POST', '/v1/rates/couriers', init)).status).to.equal(408);
    expect(cancelled).to.equal(true);
  });

  it('is one JSON object, not nested deeply, and does not break off', async () => {
    const { ask } = openShop(couriersAnswer);
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('the page went away')) });
    const bodies = [
      '',
      '[]',
      '1',
      'null',
      '"{}"',
      '{',
      '{"a":1}{"b":2}',
      `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`,
      `${'['.repeat(30_000)}`,
    ];
    for (const body of [...bodies, broken, new Uint8Array([0x7b, 0xff, 0x7d])]) {
      const init = { body, headers: { 'content-type': 'application/json' }, duplex: 'half' } as RequestInit;
      const { status, body: told } = await ask('POST', '/v1/rates/couriers', init);
      expect(status, String(body)).to.equal(400);
      expect(told.reason).to.equal('body-unreadable');
    }
  });

  it('names the field that is wrong, and its remedy', async () => {
    const { post } = openShop(couriersAnswer);
    const { status, body } = await post('/v1/rates/couriers', {
      ...question,
      origin_postal_code: 12440,
      items: [{ name: 'Mug' }],
    });
    expect(status).to.equal(400);
    expect(body.details.field).to.equal('items.0.value');
    expect(body.details.reason).to.match(/^is missing: send /);
  });

  it('is for an id of letters and digits, however it is written', async () => {
    const { ask, seen } = openShop(couriersAnswer, { orders: 'order', cancels: true });
    const ids = [
      '..%5C..%5Cadmin',
      '.%09.',
      '..%2f..%2fother',
      '..',
      '%2e%2e',
      '.',
      'a%00',
      'a%3Fb',
      'a%23',
      'ü',
      '%E0%A4',
      'a'.repeat(65),
      'x%5C..%5C..%5Cwebhooks%5C1',
    ];
    for (const id of ids) {
      const { status } = await ask('POST', `/v1/orders/${id}/cancel`, { body: '{}' });
      expect(status, id).to.equal(404);
    }
    expect(seen).to.deep.equal([]);
  });
});

describe('the pages that the gateway answers', () => {
  it('are pages of the shop’s own sites', async () => {
    const { ask, seen } = openShop(couriersAnswer, { origins: [site, 'https://m.shop.test:8443'] });
    for (const origin of [site, 'https://m.shop.test:8443']) {
      const { status, headers } = await ask('GET', '/v1/couriers', { headers: { origin } });
      expect(status).to.equal(200);
      expect(headers.get('access-control-allow-origin')).to.equal(origin);
      expect(headers.get('access-control-allow-credentials')).to.equal(null);
    }
    const before = seen.length;
    const others = [
      'https://evil.test',
      'null',
      'https://shop.test.evil.test',
      'http://shop.test',
      `${site}:444`,
      'https://m.shop.test',
      `${site}/`,
      '',
    ];
    for (const origin of others) {
      const { status, headers, body } = await ask('GET', '/v1/couriers', { headers: { origin } });
      expect(status, origin).to.equal(403);
      expect(headers.get('access-control-allow-origin')).to.equal(null);
      expect(headers.get('vary')).to.equal('Origin');
      expect(body.reason).to.equal('origin-not-allowed');
    }
    expect(seen.length).to.equal(before);
  });

  it('may ask first, and are told what they may', async () => {
    const { ask } = openShop(couriersAnswer);
    const ways = {
      '/v1/couriers': 'GET',
      '/v1/rates/couriers': 'POST',
      '/v1/orders': 'POST',
      '/v1/orders/a1/cancel': 'POST',
    };
    for (const [path, method] of Object.entries(ways)) {
      const asked = {
        origin: site,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      };
      const { status, headers } = await ask('OPTIONS', path, { headers: asked });
      expect(status).to.equal(204);
      expect(headers.get('access-control-allow-origin')).to.equal(site);
      expect(headers.get('access-control-allow-methods')).to.equal(method);
      expect(headers.get('access-control-allow-headers')).to.equal('content-type');
      expect(headers.get('vary')).to.equal('Origin');
    }
    expect((await ask('OPTIONS', '/v1/couriers', { headers: { origin: 'https://evil.test' } })).status).to.equal(403);
    expect((await ask('OPTIONS', '/v1/elsewhere', { headers: { origin: site } })).status).to.equal(404);
  });

  it('get an answer that no cache keeps and no browser sniffs', async () => {
    const { ask } = openShop(couriersAnswer);
    for (const path of ['/v1/couriers', '/nowhere', '/v1/orders']) {
      const { headers } = await ask('GET', path);
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('content-type')).to.equal('application/json');
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('vary')).to.equal('Origin');
    }
  });

  it('never hear the key, and cannot give one', async () => {
    const { ask, seen } = openSandboxShop();
    const headers = { authorization: 'of-the-page', cookie: 'a=b', 'x-extra': '1', 'x-forwarded-host': 'evil.test' };
    const { status, body, headers: told } = await ask('GET', '/v1/couriers?key=stolen', { headers });
    expect(status).to.equal(200);
    expect(seen[0]?.path).to.equal('/v1/couriers');
    expect(seen[0]?.headers).to.deep.equal({ authorization: key });
    expect(JSON.stringify([body, ...told])).to.not.include(key);
  });
});
