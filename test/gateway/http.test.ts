import { expect } from 'chai';
import { gatewayOperations, operations, type Route } from '../../src/contract/index.ts';
import { couriersAnswer, key, openSandboxShop, openShop, site } from './shop.ts';

const json = { 'content-type': 'application/json' };

/** The status and the reason of a refused question for rates. */
async function refused(shop: ReturnType<typeof openShop>, body: BodyInit, headers: HeadersInit = json) {
  const init = { body, headers, duplex: 'half' } as RequestInit;
  const { status, body: answer } = await shop.ask('POST', '/v1/rates/couriers', init);
  return [status, answer.reason];
}

describe('the paths of the gateway', () => {
  it('are those of the five operations', async () => {
    const { ask, seen } = openShop(couriersAnswer, { orders: 'order', cancels: true });
    const unknown = ['/', '/v1', '/v1/orders/a1', '/v2/couriers', '/v1/couriers/', '//v1/couriers', '/v1/Couriers'];
    for (const path of unknown) expect((await ask('GET', path)).status, path).to.equal(404);
    expect(seen).to.deep.equal([]);
  });

  it('begin with the base path', async () => {
    const { ask } = openShop(couriersAnswer, { basePath: '/shipping' });
    expect((await ask('GET', '/shipping/v1/couriers')).status).to.equal(200);
    expect((await ask('GET', '/v1/couriers')).status).to.equal(404);
  });

  it('take an id of letters and digits alone, in any encoding', async () => {
    const { ask, seen } = openShop(couriersAnswer, { orders: 'order', cancels: true });
    const paths = ['..', '.', '%2e%2e', '..%2f..%2fother', '..%5C..%5Cadmin', '.%09.', 'x%5C..%5Cwebhooks%5C1'];
    for (const id of [...paths, 'a%00', 'a%3Fb', 'a%23', 'ü', '%E0%A4', 'a'.repeat(65)]) {
      const { status } = await ask('POST', `/v1/orders/${id}/cancel`, { body: '{}' });
      expect(status, id).to.equal(404);
    }
    expect(seen).to.deep.equal([]);
  });
});

describe('an operation of the gateway', () => {
  const promises = { origin: { origin_postal_code: 12440 } };
  const optIns = { areas: true, promises, webhooks: { secret: 'of the dashboard' } };
  const rows: [name: string, Route][] = Object.entries({ ...operations, ...gatewayOperations });
  for (const [name, { method, path, optIn, bearer, caller }] of rows) {
    const at = path.replace(':id', 'a1');

    it(`is asked by its method alone: ${name}`, async () => {
      const { ask, seen } = openShop(couriersAnswer, optIns);
      for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((one) => one !== method)) {
        const { status, headers } = await ask(other, at);
        expect([status, headers.get('allow')], other).to.deep.equal([405, method]);
      }
      expect(seen).to.deep.equal([]);
    });

    it(`says in a preflight what a page may send: ${name}`, async () => {
      const { ask } = openShop(couriersAnswer, optIns);
      const { status, headers } = await ask('OPTIONS', at, { headers: { origin: site } });
      expect(status).to.equal(caller ? 405 : 204);
      if (!caller)
        expect(Object.fromEntries(headers)).to.include({
          'access-control-allow-origin': site,
          'access-control-allow-methods': method,
          'access-control-allow-headers': bearer ? 'authorization' : 'content-type',
          vary: 'Origin',
        });
      expect((await ask('OPTIONS', at, { headers: { origin: 'https://evil.test' } })).status).to.equal(403);
    });

    if (optIn)
      it(`does not exist unless the shop opts in, and is named once for its log: ${name}`, async () => {
        const { ask, seen, events } = openShop(couriersAnswer);
        for (const asked of [method, 'OPTIONS']) {
          const { status, body } = await ask(asked, at, asked === 'OPTIONS' ? {} : { body: '{}' });
          expect([status, body.reason, seen.length]).to.deep.equal([404, 'no-operation', 0]);
        }
        expect(events.flatMap(({ mismatch }) => mismatch ?? [])).to.deep.equal([
          `A page or the service asks for what is off: set ${optIn}.`,
        ]);
      });
  }
});

describe('the body of a request', () => {
  const shop = openShop(couriersAnswer, { timeouts: { body: 30 } });
  afterEach(() => expect(shop.seen).to.deep.equal([]));

  it('must be sent as JSON, which a form of another site cannot do', async () => {
    const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
    for (const type of [...forms, 'text/json', 'application/jsonp', 'text/plain; application/json'])
      expect(await refused(shop, '{}', { 'content-type': type }), type).to.deep.equal([415, 'not-json']);
    const spelt = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect(await refused(shop, '{}', spelt)).to.deep.equal([400, 'invalid-request']);
  });

  it('is at most 128 KiB, whatever length it names', async () => {
    const large = JSON.stringify({ couriers: 'x'.repeat(140_000) });
    expect(await refused(shop, large)).to.deep.equal([413, 'body-too-large']);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(10_000).fill(32)) });
    expect(await refused(shop, endless)).to.deep.equal([413, 'body-too-large']);
  });

  it('is cancelled if it does not arrive in time', async () => {
    let cancelled = false;
    const slow = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"couriers"')),
      cancel() {
        cancelled = true;
      },
    });
    expect(await refused(shop, slow)).to.deep.equal([408, 'body-too-slow']);
    expect(cancelled).to.equal(true);
  });

  const unreadable: Record<string, BodyInit> = {
    'is empty': '',
    'is a list': '[]',
    'is null': 'null',
    'is a text': '"{}"',
    'is cut off': '{',
    'is two objects': '{"a":1}{"b":2}',
    'nests 20 levels': `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`,
    'nests 30,000 levels': '['.repeat(30_000),
    'is not UTF-8': Buffer.from('{"a":"\xff"}', 'latin1'),
    'breaks off': new ReadableStream({ pull: (controller) => controller.error(new Error('the page closed')) }),
  };
  for (const [what, body] of Object.entries(unreadable))
    it(`is refused if it ${what}`, async () => {
      expect(await refused(shop, body)).to.deep.equal([400, 'body-unreadable']);
    });

  it('is refused with the reason, also in the log, if another program has read it before', async () => {
    const { gateway, events } = openShop(couriersAnswer);
    const sent = (headers: HeadersInit, body: string) =>
      new Request('https://gateway.test/v1/rates/couriers', { method: 'POST', headers, body });
    const locked = sent(json, '{}');
    await locked.text();
    const drained = sent({ ...json, 'content-length': '2' }, '');
    for (const request of [locked, drained]) {
      const answer = await gateway.fetch(request, { address: '203.0.113.7' });
      const { error, reason } = (await answer.json()) as { error: string; reason: string };
      expect([answer.status, reason]).to.deep.equal([400, 'body-unreadable']);
      expect(error).to.include('was read before the gateway');
    }
    expect(events[0]?.mismatch).to.include('was read before the gateway');
  });
});

describe('a page of another site', () => {
  const shop = openShop(couriersAnswer, { origins: [site, 'https://m.shop.test:8443'] });
  const from = (origin: string) => shop.ask('GET', '/v1/couriers', { headers: { origin } });

  it('is refused', async () => {
    const alike = ['https://shop.test.evil.test', 'http://shop.test', `${site}:444`, 'https://m.shop.test', `${site}/`];
    for (const origin of ['https://evil.test', 'null', '', ...alike]) {
      const { status, headers, body } = await from(origin);
      expect([status, body.reason], origin).to.deep.equal([403, 'origin-not-allowed']);
      expect(headers.get('access-control-allow-origin')).to.equal(null);
      expect(headers.get('vary')).to.equal('Origin');
    }
    expect(shop.seen).to.deep.equal([]);
  });

  it('is answered if the shop lists the site, without credentials', async () => {
    for (const origin of [site, 'https://m.shop.test:8443']) {
      const { status, headers } = await from(origin);
      expect([status, headers.get('access-control-allow-origin')]).to.deep.equal([200, origin]);
      expect(headers.get('access-control-allow-credentials')).to.equal(null);
    }
  });

  it('learns by no preflight of a path that does not exist', async () => {
    expect((await shop.ask('OPTIONS', '/v1/elsewhere', { headers: { origin: site } })).status).to.equal(404);
  });
});

describe('an answer of the gateway', () => {
  it('is cached nowhere, and JSON for every browser', async () => {
    const { ask } = openShop(couriersAnswer);
    for (const path of ['/v1/couriers', '/nowhere', '/v1/orders'])
      expect(Object.fromEntries((await ask('GET', path)).headers), path).to.include({
        'cache-control': 'no-store',
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
        vary: 'Origin',
      });
  });

  it('has no key, and the service gets only the key of the merchant', async () => {
    const { ask, seen } = openSandboxShop();
    const headers = { authorization: 'of-the-page', cookie: 'a=b', 'x-extra': '1', 'x-forwarded-host': 'evil.test' };
    const { status, body, headers: answered } = await ask('GET', '/v1/couriers?key=stolen', { headers });
    expect(status).to.equal(200);
    expect(seen[0]?.path).to.equal('/v1/couriers');
    expect(seen[0]?.headers).to.deep.equal({ authorization: key });
    expect(JSON.stringify([body, ...answered])).to.not.include(key);
  });
});
