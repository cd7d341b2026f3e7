import { expect } from 'chai';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { failure } from '../client/service.ts';
import { openShop, orderBody, refusalIn } from './shop.ts';
import { stopwatch } from './stopwatch.ts';

const order = { ...orderBody, reference_id: 'CART-1' };

/** A shop whose requests carry a fault. */
function shopWith(options: SandboxOptions = {}) {
  const watch = stopwatch();
  const shop = openShop({ clock: watch.clock, ...options });
  const meet = (fault: string, path = '/v1/orders', body: object = order, init: RequestInit = {}) =>
    shop.sandbox.fetch(
      new Request(`http://sandbox.invalid${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sandbox-fault': fault },
        body: JSON.stringify(body),
        ...init,
      }),
    );
  const placed = async () => {
    const { body } = await shop.send('GET', '/v1/orders');
    return (body as { orders: unknown[] }).orders.length;
  };
  const answered = async (fault: string, path?: string) => {
    const response = await meet(fault, path);
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
  };
  return { ...shop, ...watch, meet, answered, placed };
}

const expectBrokenLine = async (answer: Promise<unknown>) => {
  const { name, message } = await failure(answer);
  expect(name).to.equal('TypeError');
  expect(message).to.match(/^Failed to fetch/);
};

describe('a fault by header', () => {
  it('latency: waits, then answers the request', async () => {
    const { answered, waits, placed } = shopWith();
    expect((await answered('latency=1500')).status).to.equal(200);
    expect([waits.map(({ milliseconds }) => milliseconds), await placed()]).to.deep.equal([[1500], 1]);
  });

  it('latency: ends when the request is aborted, without effect', async () => {
    // The real clock: if the signal is ignored, this test takes a minute.
    const shop = openShop();
    const abort = new AbortController();
    const headers = { 'content-type': 'application/json', 'sandbox-fault': 'latency=60000' };
    const init = { method: 'POST', headers, body: JSON.stringify(order), signal: abort.signal };
    const answer = shop.sandbox.fetch(new Request('http://sandbox.invalid/v1/orders', init));
    abort.abort();
    expect(await failure(answer)).to.include({ name: 'AbortError' });
    const already = shop.sandbox.fetch(new Request('http://sandbox.invalid/v1/orders', init));
    expect(await failure(already)).to.include({ name: 'AbortError' });
    expect((await shop.post('/v1/orders', order)).status).to.equal(200);
  });

  it('latency: passes in real time', async () => {
    const { sandbox } = openShop();
    const headers = { 'sandbox-fault': 'latency=30' };
    const began = performance.now();
    await sandbox.fetch(new Request('http://sandbox.invalid/v1/couriers', { headers }));
    expect(performance.now() - began).to.be.at.least(29);
  });

  it('status: answers the status without effect', async () => {
    const { answered, placed } = shopWith();
    for (const status of [400, 404, 429, 500, 503, 599]) {
      const { headers, ...answer } = await answered(`status=${status}`);
      const { code, error } = refusalIn(answer);
      expect([answer.status, code, headers.get('retry-after')]).to.deep.equal([status, status * 100_000, null]);
      expect(error).to.match(/sandbox-fault/);
    }
    expect(await placed()).to.equal(0);
  });

  it('status: with Retry-After in seconds', async () => {
    const { answered } = shopWith();
    for (const fault of ['status=503;retry-after=7', 'status=503; retry-after=7']) {
      const { status, headers } = await answered(fault);
      expect([status, headers.get('retry-after')]).to.deep.equal([503, '7']);
    }
  });

  it('error: refuses with the code, without effect', async () => {
    const { answered, placed } = shopWith();
    for (const [code, status, field] of [
      [40001010, 400, 'couriers'],
      [40002009, 400, 'destination_cash_on_delivery'],
      [40002027, 400, 'courier_type'],
      [42211015, 422, 'reference_id'],
      [40009876, 400, 'sandbox-fault'],
      [50300001, 503, 'sandbox-fault'],
    ] as const) {
      const refused = refusalIn(await answered(`error=${code}`));
      expect([refused.status, refused.code, refused.error.split(' ')[0]]).to.deep.equal([status, code, field]);
    }
    expect(await placed()).to.equal(0);
  });

  it('error: a used reference is the one of the request', async () => {
    const { answered } = shopWith();
    const { details } = refusalIn(await answered('error=40002060'));
    expect(details?.reference_id).to.equal('CART-1');
    expect(String(details?.order_id)).to.match(/^[0-9a-f]{24}$/);
  });

  it('error: a missing key answers success true, as the service does', async () => {
    const { status, body } = await shopWith().answered('error=40101001');
    expect([status, body]).to.deep.equal([401, { success: true, error: 'Authorization failed', code: 40101001 }]);
  });

  it('error: the merchant’s empty balance has no code', async () => {
    const { status, body } = await shopWith().answered('error=balance', '/v1/rates/couriers');
    expect(status).to.equal(400);
    const { error, ...rest } = body as { error: string };
    expect(error).to.match(/^No sufficient balance to call rates API/);
    expect(rest).to.deep.equal({ success: false });
  });

  it('drop: breaks the connection without effect', async () => {
    const { meet, placed } = shopWith();
    await expectBrokenLine(meet('drop'));
    expect(await placed()).to.equal(0);
  });

  it('drop-after: breaks the connection after the effect', async () => {
    const { meet, placed, refusal } = shopWith();
    await expectBrokenLine(meet('drop-after'));
    expect(await placed()).to.equal(1);
    expect((await refusal('/v1/orders', order)).code).to.equal(40002060);
  });

  it('malformed: has its effect, and cuts the answer', async () => {
    const { meet, placed } = shopWith();
    const response = await meet('malformed');
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'application/json']);
    const text = await response.text();
    expect(text).to.match(/^\{"success":true,/);
    expect(() => JSON.parse(text)).to.throw(SyntaxError);
    expect(await placed()).to.equal(1);
  });

  it('html: answers a page without effect', async () => {
    const { meet, placed } = shopWith();
    const response = await meet('html');
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([502, 'text/html; charset=utf-8']);
    expect(await response.text()).to.match(/^<!doctype html>/);
    expect(await placed()).to.equal(0);
  });

  it('a latency goes with any other, in any order and with spaces', async () => {
    const { meet, waits, placed } = shopWith();
    await expectBrokenLine(meet('latency=500,drop-after'));
    expect((await meet(' html , latency=60000 ')).status).to.equal(502);
    expect(waits.map(({ milliseconds }) => milliseconds)).to.deep.equal([500, 60_000]);
    expect(await placed()).to.equal(1);
  });

  for (const fault of [
    'chaos',
    'drop=1',
    'latency',
    'latency=',
    'latency=-1',
    'latency=60001',
    'latency=1.5',
    'status=200',
    'status=99',
    'status=600',
    'status=503;retry-after=soon',
    'error=123',
    'error=20001007',
    'error=400010100',
    'drop,html',
    'latency=1,latency=2',
    '__proto__',
    'constructor',
  ])
    it(`cannot be "${fault}"`, async () => {
      const { answered, placed } = shopWith();
      const refused = refusalIn(await answered(fault));
      expect([refused.status, refused.code]).to.deep.equal([400, 40000000]);
      expect(refused.error).to.match(/^sandbox-fault (must be one of: .*drop-after|cannot have )/);
      expect(await placed()).to.equal(0);
    });

  it('may be empty', async () => {
    expect((await shopWith({ faults: 'drop' }).answered('')).status).to.equal(200);
  });

  it('applies to every route, before the key is checked', async () => {
    const shop = openShop({ key: 'k' });
    for (const path of ['/v1/couriers', '/v1/orders/x', '/nowhere'])
      expect((await shop.send('GET', path, { headers: { 'sandbox-fault': 'status=503' } })).status).to.equal(503);
  });
});

describe('the option faults', () => {
  const list = (shop: ReturnType<typeof openShop>, headers: Record<string, string> = {}) =>
    shop.send('GET', '/v1/couriers', { headers });

  it('false ignores the headers', async () => {
    const shop = openShop({ faults: false });
    const headers = { 'sandbox-fault': 'status=503', 'sandbox-scenario': 'no such' };
    expect((await list(shop, headers)).status).to.equal(200);
  });

  it('a text is the fault of all requests without the header', async () => {
    const shop = openShop({ faults: 'status=503' });
    expect((await list(shop)).status).to.equal(503);
    expect((await list(shop, { 'sandbox-fault': 'status=429' })).status).to.equal(429);
  });

  it('a function names the fault of a request', async () => {
    const shop = openShop({ faults: ({ url }) => (url.endsWith('/couriers') ? 'status=503' : undefined) });
    expect((await list(shop)).status).to.equal(503);
    expect((await shop.send('GET', '/v1/orders')).status).to.equal(200);
  });

  it('is checked when the sandbox is created', () => {
    expect(() => openShop({ faults: 'chaos' })).to.throw(Error, /^faults must be one of/);
  });
});
