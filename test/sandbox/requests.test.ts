import { expect } from 'chai';
import { createShippingClient } from '../../src/client/index.ts';
import { createMemoryStore } from '../../src/sandbox/index.ts';
import { failure } from '../client/service.ts';
import { openShop, orderBody, ratesBody, refusalIn, today } from './shop.ts';

const json = { 'content-type': 'application/json' };
const writes = [
  '/v1/rates/couriers',
  '/v1/orders',
  '/v1/draft_orders',
  '/v1/orders/5dd5a396248481164a225af4/cancel',
  '/sandbox/orders/5dd5a396248481164a225af4/status',
];

describe('the key', () => {
  const shop = openShop({ key: 'secret-key' });
  const withKey = (authorization: string) => shop.send('GET', '/v1/couriers', { headers: { authorization } });

  it('is accepted raw or as a bearer token', async () => {
    for (const sent of ['secret-key', 'Bearer secret-key', 'bearer secret-key'])
      expect((await withKey(sent)).status, sent).to.equal(200);
  });

  it('answers 401 and success true if missing', async () => {
    const { status, body } = await shop.send('GET', '/v1/couriers');
    expect(status).to.equal(401);
    expect(body).to.deep.equal({ success: true, error: 'Authorization failed', code: 40101001 });
  });

  it('answers 400 if wrong', async () => {
    for (const sent of ['secret', 'secret-key-', 'Bearer', 'Basic secret-key']) {
      const { status, code } = refusalIn(await withKey(sent));
      expect([status, code], sent).to.deep.equal([400, 40000001]);
    }
  });

  it('protects the other routes too', async () => {
    for (const path of ['/v1/orders', '/v1/orders/x', '/nowhere'])
      expect((await shop.send('GET', path)).status).to.equal(401);
    expect((await shop.send('POST', '/sandbox/orders/x/status')).status).to.equal(401);
  });
});

describe('an unknown route', () => {
  it('is answered with an error body', async () => {
    const shop = openShop();
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/v2/couriers'],
      ['GET', '/v1/couriers/'],
      ['POST', '/v1/couriers'],
      ['GET', '/v1/rates/couriers'],
      ['GET', '/v1/orders/x'],
      ['GET', '/v1/orders/cancellation_reason'],
      ['POST', '/v1/orders/x/cancel'],
      ['POST', '/sandbox/orders/x/status'],
      ['DELETE', '/v1/orders/x'],
      ['OPTIONS', '/v1/orders'],
      ['POST', '/v1/orders//cancel'],
      ['POST', '/v1/orders/../couriers'],
    ] as const) {
      const { status, code, error } = refusalIn(await shop.send(method, path));
      expect([status, code], path).to.deep.equal([404, 40400000]);
      expect(error).to.match(new RegExp(`There is no ${method} `));
    }
  });
});

describe('a body', () => {
  const shop = openShop();
  const refusal = async (path: string, body: string, headers: Record<string, string> = json) =>
    refusalIn(await shop.send('POST', path, { body, headers }));

  for (const path of writes) {
    it(`must be JSON for ${path}`, async () => {
      for (const body of ['{', '{"items":[', 'null', '[]', '"text"', '7', '\u0000']) {
        const { status, code, error } = await refusal(path, body);
        expect([status, code], body).to.deep.equal([400, 40000000]);
        expect(error).to.match(/^the body must be /);
      }
    });

    it(`must have the content type of JSON for ${path}`, async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
        const { code, error } = await refusal(path, '{}', { 'content-type': type });
        expect(code).to.equal(40000000);
        expect(error).to.match(/^content-type must be application\/json/);
      }
    });

    it(`must not be longer than 1 MiB for ${path}`, async () => {
      for (const size of [1_048_577, 5_000_000]) {
        const { status, code } = await refusal(path, JSON.stringify({ note: 'a'.repeat(size - 11) }));
        expect([status, code]).to.deep.equal([413, 41300000]);
      }
      expect((await refusal(path, JSON.stringify({ note: 'a'.repeat(1_048_565) }))).status).to.not.equal(413);
    });

    it(`must not nest too deep for ${path}`, async () => {
      const { status, error } = await refusal(path, `{"metadata":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
      expect(status).to.equal(400);
      expect(error).to.match(/must not nest deeper/);
    });
  }

  it('may name its character set', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    const { status } = await shop.send('POST', '/v1/orders', { body: JSON.stringify(orderBody), headers });
    expect(status).to.equal(200);
  });

  it('must be UTF-8', async () => {
    const request = { method: 'POST', headers: json, body: new Uint8Array([0x7b, 0xff, 0x7d]) };
    const response = await shop.sandbox.fetch(new Request('http://sandbox.invalid/v1/orders', request));
    expect(response.status).to.equal(400);
    expect(await response.text()).to.match(/the body must be UTF-8/);
  });

  it('must come whole', async () => {
    const gone = new ReadableStream({ pull: (stream) => stream.error(new Error('gone')) });
    const init = { method: 'POST', headers: json, body: gone, duplex: 'half' };
    const brokenOff = new Request('http://sandbox.invalid/v1/orders', init);
    const readBefore = new Request('http://sandbox.invalid/v1/orders', { ...init, body: '{}' });
    await readBefore.text();
    for (const request of [brokenOff, readBefore]) {
      const response = await shop.sandbox.fetch(request);
      expect(response.status).to.equal(400);
      expect(await response.text()).to.match(/the body must come whole/);
    }
  });

  it('misses its first field if it is empty', async () => {
    const { code, error } = refusalIn(await shop.send('POST', '/v1/rates/couriers'));
    expect(code).to.equal(40001002);
    expect(error).to.match(/is missing/);
  });

  it('cannot change a prototype', async () => {
    const body = JSON.stringify(orderBody).replace(
      '{',
      '{"__proto__":{"polluted":1},"metadata":{"__proto__":{"polluted":1}},',
    );
    const { status } = await shop.send('POST', '/v1/orders', { body, headers: json });
    expect(status).to.equal(200);
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
    expect((await refusal('/v1/orders', '{"__proto__":{"delivery_type":"now"}}')).code).to.equal(40002014);
  });
});

describe('the sandbox', () => {
  it('sends no CORS headers', async () => {
    const { headers } = await openShop().send('GET', '/v1/couriers', { headers: { origin: 'https://shop.example' } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
  });

  it('reads the time once for each request', async () => {
    let asked = 0;
    const now = () => new Date(Date.UTC(2026, 9, 1) + asked++);
    await openShop({ now }).order();
    expect(asked).to.equal(1);
  });

  it('answers 500 if its store fails', async () => {
    const store = { ...createMemoryStore(), insert: () => Promise.reject(new Error('disk full')) };
    const { status, body } = await openShop({ store }).post('/v1/orders', orderBody);
    expect(status).to.equal(500);
    expect(JSON.stringify(body)).to.match(/"success":false.*disk full/);
  });

  it('answers the client without a network', async () => {
    const { sandbox } = openShop({ day: today });
    const client = createShippingClient({
      baseUrl: 'http://sandbox.invalid',
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    });
    expect((await client.listCouriers()).couriers.length).to.be.above(60);
    const { pricing, dropped } = await client.quoteRates(ratesBody);
    expect([pricing.length > 5, dropped]).to.deep.equal([true, []]);
    const { id = '' } = await client.createOrder({ ...orderBody, delivery_type: 'now' });
    expect((await client.cancelOrder({ id })).status).to.equal('cancelled');
    expect(await failure(client.cancelOrder({ id: '0'.repeat(24) }))).to.include({
      code: 'refused',
      serviceCode: 40002057,
    });
  });
});
