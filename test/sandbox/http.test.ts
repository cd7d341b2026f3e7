import { expect } from 'chai';
import { createMemoryStore } from '../../src/sandbox/index.ts';
import { draftBody, openShop, orderBody, ratesBody, refusalIn } from './shop.ts';
import { stopwatch } from './stopwatch.ts';

const json = { 'content-type': 'application/json' };

describe('the key', () => {
  const shop = openShop({ key: 'secret-key' });
  const listWith = (authorization: string) => shop.send('GET', '/v1/couriers', { headers: { authorization } });

  it('is accepted raw, and after Bearer in any case', async () => {
    for (const sent of ['secret-key', 'bearer secret-key']) expect((await listWith(sent)).status, sent).to.equal(200);
  });

  it('is refused if wrong', async () => {
    for (const sent of ['secret', 'secret-key-', 'Bearer', 'Basic secret-key']) {
      const { status, code } = refusalIn(await listWith(sent));
      expect([status, code], sent).to.deep.equal([400, 40000001]);
    }
  });

  it('protects every route', async () => {
    for (const path of ['/v1/orders', '/v1/orders/x', '/nowhere'])
      expect((await shop.send('GET', path)).status, path).to.equal(401);
    expect((await shop.send('POST', '/sandbox/orders/x/status')).status).to.equal(401);
  });
});

describe('an unknown route', () => {
  const id = '5dd5a396248481164a225af4';
  const paths: Record<string, string[]> = {
    GET: ['/', '/v2/couriers', '/v1/couriers/', '/v1/rates/couriers', '/v1/orders/cancellation_reason'],
    POST: ['/v1/couriers', '/v1/orders//cancel', '/v1/orders/../couriers', '/sandbox/orders/x/status'],
    DELETE: ['/v1/orders/x'],
    OPTIONS: ['/v1/orders'],
  };
  for (const word of ['a%2Fb', '%00', '%zz', '__proto__', '👩‍👧', id.slice(1), `${id}0`, id.replace('5', 'g')])
    paths.POST?.push(`/v1/orders/${word}/cancel`);

  for (const [method, unknown] of Object.entries(paths))
    for (const path of unknown)
      it(`is answered with an error body: ${method} ${path}`, async () => {
        const { status, code, error } = refusalIn(await openShop().send(method, path));
        expect([status, code]).to.deep.equal([404, 40400000]);
        expect(error).to.match(new RegExp(`^There is no ${method} `));
      });
});

describe('a body', () => {
  const shop = openShop();
  const refusal = async (body: string, headers: Record<string, string> = json) =>
    refusalIn(await shop.send('POST', '/v1/orders', { body, headers }));

  it('must be a JSON object', async () => {
    for (const body of ['{', '{"items":[', 'null', '[]', '"text"', '7', '\u0000']) {
      const { status, code, error } = await refusal(body);
      expect([status, code], body).to.deep.equal([400, 40000000]);
      expect(error).to.match(/^the body must be /);
    }
  });

  it('must have the content type of JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const { code, error } = await refusal('{}', { 'content-type': type });
      expect(code, type).to.equal(40000000);
      expect(error).to.match(/^content-type must be application\/json/);
    }
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    const { status } = await shop.send('POST', '/v1/orders', { body: JSON.stringify(orderBody), headers });
    expect(status).to.equal(200);
  });

  it('must not be longer than 1 MiB', async () => {
    const ofLength = (length: number) => refusal(JSON.stringify({ note: 'a'.repeat(length - 11) }));
    const { status, code } = await ofLength(1_048_577);
    expect([status, code]).to.deep.equal([413, 41300000]);
    expect((await ofLength(1_048_576)).status).to.equal(400);
  });

  it('must not nest deeper than 32 levels', async () => {
    const nested = (levels: number) => `{"metadata":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    for (const levels of [33, 200_000]) expect((await refusal(nested(levels))).error).to.match(/must not nest deeper/);
    expect((await refusal(nested(31))).error).to.match(/^origin_contact_name /);
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
    const response = await shop.sandbox.fetch(new Request('http://sandbox.invalid/v1/orders', init));
    expect(response.status).to.equal(400);
    expect(await response.text()).to.match(/the body must come whole/);
  });

  it('may be empty, and then misses its first field', async () => {
    const { code, error } = refusalIn(await shop.send('POST', '/v1/rates/couriers'));
    expect(code).to.equal(40001002);
    expect(error).to.match(/is missing/);
  });

  it('cannot change a prototype', async () => {
    const body = JSON.stringify(orderBody).replace('{', '{"__proto__":{"polluted":1},');
    expect((await shop.send('POST', '/v1/orders', { body, headers: json })).status).to.equal(200);
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
    expect((await refusal('{"__proto__":{"delivery_type":"now"}}')).code).to.equal(40002014);
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
});

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
