import { expect } from 'chai';
import { realClock } from '../../src/sandbox/context.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { failure } from '../client/service.ts';
import { openShop, orderBody, refusalIn } from './shop.ts';
import { stopwatch } from './stopwatch.ts';

const order = { ...orderBody, reference_id: 'CART-1' };

/** A shop that sends an order with a fault. */
function shopWith(options: SandboxOptions = {}) {
  const { clock, waits } = stopwatch();
  const shop = openShop({ clock, ...options });
  const headers = { 'content-type': 'application/json' };
  const send = (fault: string) =>
    shop.sandbox.fetch(
      new Request('http://sandbox.invalid/v1/orders', {
        method: 'POST',
        headers: { ...headers, 'sandbox-fault': fault },
        body: JSON.stringify(order),
      }),
    );
  /** The answer, read as JSON. */
  const answer = async (fault: string) => {
    const response = await send(fault);
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
  };
  const placed = async () => {
    const { body } = await shop.send('GET', '/v1/orders');
    return (body as { orders: unknown[] }).orders.length;
  };
  return { ...shop, waits, fault: { send, answer }, placed };
}

const expectBrokenConnection = async (answer: Promise<unknown>) => {
  const { name, message } = await failure(answer);
  expect(name).to.equal('TypeError');
  expect(message).to.match(/^Failed to fetch/);
};

describe('a fault by header', () => {
  it('latency: waits, then answers the request', async () => {
    const { fault, waits, placed } = shopWith();
    expect((await fault.answer('latency=1500')).status).to.equal(200);
    expect([waits.map(({ milliseconds }) => milliseconds), await placed()]).to.deep.equal([[1500], 1]);
  });

  it('status: answers the status without effect, with Retry-After if asked', async () => {
    const { fault, placed } = shopWith();
    for (const [text, expected, retryAfter] of [
      ['status=400', 400, null],
      ['status=429', 429, null],
      ['status=599', 599, null],
      ['status=503;retry-after=7', 503, '7'],
      ['status=503; retry-after=7', 503, '7'],
    ] as const) {
      const { headers, ...answer } = await fault.answer(text);
      const { status, code, error } = refusalIn(answer);
      expect([status, code, headers.get('retry-after')]).to.deep.equal([expected, expected * 100_000, retryAfter]);
      expect(error).to.match(/asked for the status/);
    }
    expect(await placed()).to.equal(0);
  });

  it('error: refuses with the code, without effect', async () => {
    const { fault, placed } = shopWith();
    for (const [expected, status] of [
      [40001010, 400],
      [42211015, 422],
      [50300001, 503],
    ] as const) {
      const refused = refusalIn(await fault.answer(`error=${expected}`));
      expect([refused.status, refused.code]).to.deep.equal([status, expected]);
      expect(refused.error).to.equal(`The sandbox was asked for the error ${expected}`);
    }
    expect(await placed()).to.equal(0);
  });

  it('error: a used reference is the one of the request', async () => {
    const { details } = refusalIn(await shopWith().fault.answer('error=40002060'));
    expect(details?.reference_id).to.equal('CART-1');
    expect(String(details?.order_id)).to.match(/^[0-9a-f]{24}$/);
  });

  it('error: a missing key answers success true, as the service does', async () => {
    const { status, body } = await shopWith().fault.answer('error=40101001');
    expect([status, body]).to.deep.equal([401, { success: true, error: 'Authorization failed', code: 40101001 }]);
  });

  it('error: the merchant’s empty balance has no code', async () => {
    const { status, body } = await shopWith().fault.answer('error=balance');
    expect(status).to.equal(400);
    const { error, ...rest } = body as { error: string };
    expect(error).to.match(/^No sufficient balance to call rates API/);
    expect(rest).to.deep.equal({ success: false });
  });

  it('drop: breaks the connection without effect', async () => {
    const { fault, placed } = shopWith();
    await expectBrokenConnection(fault.send('drop'));
    expect(await placed()).to.equal(0);
  });

  it('drop-after: breaks the connection after the effect', async () => {
    const { fault, placed } = shopWith();
    await expectBrokenConnection(fault.send('drop-after'));
    expect(await placed()).to.equal(1);
  });

  it('malformed: has its effect, and cuts the answer', async () => {
    const { fault, placed } = shopWith();
    const response = await fault.send('malformed');
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'application/json']);
    const text = await response.text();
    expect(text).to.match(/^\{"success":true,/);
    expect(() => JSON.parse(text)).to.throw(SyntaxError);
    expect(await placed()).to.equal(1);
  });

  it('html: answers a page without effect', async () => {
    const { fault, placed } = shopWith();
    const response = await fault.send('html');
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([502, 'text/html; charset=utf-8']);
    expect(await response.text()).to.match(/^<!doctype html>/);
    expect(await placed()).to.equal(0);
  });

  it('may have a latency beside it, in any order and with spaces', async () => {
    const { fault, waits, placed } = shopWith();
    await expectBrokenConnection(fault.send('latency=500,drop-after'));
    expect((await fault.send(' html , latency=60000 ')).status).to.equal(502);
    expect(waits.map(({ milliseconds }) => milliseconds)).to.deep.equal([500, 60_000]);
    expect(await placed()).to.equal(1);
  });

  for (const text of [
    ...['chaos', 'drop=1', 'drop,html', '__proto__', 'constructor'],
    ...['latency', 'latency=', 'latency=-1', 'latency=60001', 'latency=1.5', 'latency=1,latency=2'],
    ...['status=200', 'status=99', 'status=600', 'status=503;retry-after=soon'],
    ...['error=123', 'error=20001007', 'error=400010100'],
  ])
    it(`cannot be "${text}"`, async () => {
      const { fault, placed } = shopWith();
      const refused = refusalIn(await fault.answer(text));
      expect([refused.status, refused.code]).to.deep.equal([400, 40000000]);
      expect(refused.error).to.match(/^sandbox-fault (must be one of: .*drop-after|cannot have )/);
      expect(await placed()).to.equal(0);
    });

  it('applies to every route, before the key is checked', async () => {
    const shop = openShop({ key: 'k' });
    for (const path of ['/v1/couriers', '/v1/orders/x', '/nowhere'])
      expect((await shop.send('GET', path, { headers: { 'sandbox-fault': 'status=503' } })).status).to.equal(503);
  });
});

describe('the option faults', () => {
  const list = async (faults: SandboxOptions['faults'], headers: Record<string, string> = {}) =>
    (await openShop({ faults }).send('GET', '/v1/couriers', { headers })).status;

  it('false ignores the headers', async () => {
    expect(await list(false, { 'sandbox-fault': 'status=503', 'sandbox-scenario': 'no such' })).to.equal(200);
  });

  it('a text is the fault of all requests without the header', async () => {
    expect(await list('status=503')).to.equal(503);
    expect(await list('status=503', { 'sandbox-fault': 'status=429' })).to.equal(429);
    expect(await list('status=503', { 'sandbox-fault': '' }), 'an empty header is no fault').to.equal(200);
  });

  it('a function names the fault of a request', async () => {
    expect(await list(({ url }) => (url.endsWith('/couriers') ? 'status=503' : undefined))).to.equal(503);
    expect(await list(() => undefined)).to.equal(200);
  });

  it('is checked when the sandbox is created', () => {
    expect(() => openShop({ faults: 'chaos' })).to.throw(Error, /^faults must be one of/);
  });
});

describe('the real clock', () => {
  it('waits in real time', async () => {
    const began = performance.now();
    await realClock.wait(30, new AbortController().signal);
    expect(performance.now() - began).to.be.at.least(29);
  });

  it('stops waiting when the signal is aborted, or at once if it was', async () => {
    const abort = new AbortController();
    const wait = realClock.wait(60_000, abort.signal);
    abort.abort('left');
    expect(await failure(wait)).to.equal('left');
    expect(await failure(realClock.wait(60_000, abort.signal))).to.equal('left');
  });
});
