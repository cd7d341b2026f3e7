import { expect } from 'chai';
import { json, orderRequest, rate, ratesRequest } from '../support/fixtures.ts';
import { cancelAnswer, failure, orderAnswer, ratesAnswer, refusal, serve } from './service.ts';

/** Without retries. */
const quote = (answer: () => Response) => serve(answer, { retry: { times: 0 } }).client.quoteRates(ratesRequest);
const order = (answer: () => Response) => serve(answer).client.createOrder(orderRequest);
const cancel = (answer: () => Response) => serve(answer).client.cancelOrder({ id: orderAnswer.id });
const unavailable = (status: number, retryAfter?: string) =>
  new Response('<h1>Busy</h1>', {
    status,
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
  });

describe('an answer', () => {
  it('is read leniently and names dropped rows', async () => {
    const { pricing, dropped } = await quote(() =>
      json({ success: true, pricing: [{ ...rate(), price: null }, rate()] }),
    );
    expect(pricing).to.deep.equal([rate()]);
    expect(dropped).to.deep.equal([{ index: 0, problem: 'price' }]);
  });

  it('may have any status of success', async () => {
    expect(await order(() => json(orderAnswer, { status: 201 }))).to.include({ id: orderAnswer.id });
  });
});

describe('refused', () => {
  it('has the service’s text and code, and our reason', async () => {
    const body = { success: false, error: 'Order already picked', code: 40002053, details: { status: 'picked' } };
    const thrown = await failure(cancel(() => json(body, { status: 400, headers: { 'x-request-id': 'req-7' } })));
    expect(thrown).to.include({
      code: 'refused',
      operation: 'cancelOrder',
      reason: 'not-cancellable',
      status: 400,
      serviceCode: 40002053,
      serviceMessage: 'Order already picked',
      requestId: 'req-7',
      outcome: undefined,
    });
    expect(thrown.details).to.deep.equal({ status: 'picked' });
  });

  it('is a 401 that claims success', async () => {
    const body = { success: true, error: 'Authorization failed', code: 40101001, pricing: [] };
    const thrown = await failure(quote(() => json(body, { status: 401 })));
    expect(thrown).to.include({ code: 'refused', reason: 'merchant-account', status: 401, serviceCode: 40101001 });
  });

  it('is a 200 that denies success', async () => {
    const thrown = await failure(quote(() => json({ success: false, code: 40001010, pricing: [] })));
    expect(thrown).to.include({ code: 'refused', reason: 'no-courier', status: 200 });
    expect(await failure(order(() => refusal(40002031, undefined, 200)))).to.include({ outcome: undefined });
  });

  it('leaves the outcome unknown without `success` and code', async () => {
    for (const body of [{}, { message: 'no Route matched' }, { success: 'no', code: null }, { error: 'Not found' }]) {
      const thrown = await failure(order(() => json(body, { status: 404 })));
      expect(thrown, JSON.stringify(body)).to.include({ code: 'refused', status: 404, outcome: 'unknown' });
      expect(await failure(quote(() => json(body, { status: 404 })))).to.include({ outcome: undefined });
    }
    for (const body of [{ success: false }, { success: true }, { code: 40002031 }, { code: '40002031' }])
      expect(await failure(order(() => json(body, { status: 400 }))), JSON.stringify(body)).to.include({
        code: 'refused',
        outcome: undefined,
      });
  });

  it('reads a code that is a text', async () => {
    expect(await failure(quote(() => refusal('40001010')))).to.include({ reason: 'no-courier', serviceCode: 40001010 });
  });
});

describe('unavailable', () => {
  for (const status of [408, 429, 500, 502, 503, 504])
    it(`is the error for ${status} with any body`, async () => {
      const thrown = await failure(quote(() => unavailable(status)));
      expect(thrown).to.include({ code: 'unavailable', operation: 'quoteRates', status, retryAfter: undefined });
      const body = { success: false, code: 40001010 };
      expect(await failure(quote(() => json(body, { status })))).to.include({ code: 'unavailable' });
    });

  it('leaves the outcome of a write unknown', async () => {
    for (const status of [408, 429, 500, 502]) {
      expect(await failure(order(() => unavailable(status)))).to.include({ outcome: 'unknown' });
      expect(await failure(cancel(() => unavailable(status)))).to.include({ outcome: 'unknown' });
      expect(await failure(quote(() => unavailable(status)))).to.include({ outcome: undefined });
    }
  });

  it('has the seconds of Retry-After', async () => {
    const thrown = await failure(quote(() => unavailable(429, '30')));
    expect(thrown).to.include({ retryAfter: 30 });
    expect(thrown.message).to.contain('in 30 s');
    expect(await failure(quote(() => unavailable(503, '0')))).to.include({ retryAfter: 0 });
    expect(await failure(quote(() => unavailable(503, '1.2')))).to.include({ retryAfter: 2 });
  });

  it('has the seconds to a date of Retry-After', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    expect((await failure(quote(() => unavailable(503, inAMinute)))).retryAfter).to.be.within(50, 60);
    const past = new Date(Date.now() - 60_000).toUTCString();
    expect(await failure(quote(() => unavailable(503, past)))).to.include({ retryAfter: 0 });
  });

  it('ignores an unreadable Retry-After', async () => {
    expect(await failure(quote(() => unavailable(503, 'soon')))).to.include({ retryAfter: undefined });
  });
});

describe('unexpected-response', () => {
  const odd: [string, () => Response, number][] = [
    ['HTML', () => new Response('<!doctype html><title>Shop</title>'), 200],
    ['truncated JSON', () => new Response('{"success":true,"pricing":[{"price":'), 200],
    ['an empty body', () => new Response(''), 200],
    ['204', () => new Response(null, { status: 204 }), 204],
    ['JSON that is no object', () => json([1, 2]), 200],
    ['null', () => json(null), 200],
    ['an object of another contract', () => json({ ok: true, data: [] }), 200],
    ['5 MB of what was asked', () => json({ ...orderAnswer, pricing: [], message: 'x'.repeat(5_000_000) }), 200],
    ['a success without what was asked', () => json({ success: true }), 200],
  ];
  for (const [what, answer, status] of odd)
    it(`is ${what}; on a write the outcome is unknown`, async () => {
      const thrown = await failure(quote(answer));
      expect(thrown).to.include({ code: 'unexpected-response', operation: 'quoteRates', status, outcome: undefined });
      expect(thrown.cause).to.be.an('error');
      expect(await failure(order(answer))).to.include({ code: 'unexpected-response', outcome: 'unknown' });
    });

  it('is a redirect, which is not followed; the outcome of a write is unknown', async () => {
    const opaque = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const refusing = json({ success: false, code: 40002031 }, { status: 307, headers: { location: '/elsewhere' } });
    for (const redirect of [opaque, Response.redirect('https://elsewhere.test/', 303), refusing]) {
      const reading = serve(() => redirect.clone());
      const { status } = redirect;
      expect(await failure(reading.client.quoteRates(ratesRequest))).to.include({
        code: 'unexpected-response',
        status,
      });
      expect(reading.requests.map((request) => request.redirect)).to.deep.equal(['manual']);
      const thrown = await failure(order(() => redirect.clone()));
      expect(thrown).to.include({ code: 'unexpected-response', status, outcome: 'unknown' });
    }
  });

  it('is an error page that is not JSON; the outcome of a write is unknown', async () => {
    const page = () => new Response('<h1>Not found</h1>', { status: 404, headers: { 'x-request-id': 'req-9' } });
    const thrown = await failure(order(page));
    expect(thrown).to.include({ code: 'unexpected-response', status: 404, requestId: 'req-9', outcome: 'unknown' });
  });

  it('is an answer about another order; the outcome of ours is unknown', async () => {
    const another = { ...orderAnswer, reference_id: 'shop-18' };
    const ours = { ...orderRequest, reference_id: 'shop-17' };
    for (const method of ['createOrder', 'createDraftOrder'] as const) {
      const thrown = await failure(serve(() => json(another)).client[method](ours));
      expect(thrown).to.include({ code: 'unexpected-response', operation: method, status: 200, outcome: 'unknown' });
      expect(thrown.cause).to.include({ message: 'It is about another order.' });
    }
    const thrown = await failure(serve(() => json(cancelAnswer)).client.cancelOrder({ id: 'a2' }));
    expect(thrown).to.include({ code: 'unexpected-response', operation: 'cancelOrder', outcome: 'unknown' });
  });

  it('is not an answer about our order, with its id in any case or without its reference', async () => {
    const ours = { ...orderRequest, reference_id: 'shop-17' };
    for (const reference_id of ['shop-17', '', null, undefined])
      expect(await serve(() => json({ ...orderAnswer, reference_id })).client.createOrder(ours)).to.include({
        id: orderAnswer.id,
      });
    const { client } = serve(() => json({ ...cancelAnswer, id: '66F0C1D2' }));
    expect(await client.cancelOrder({ id: '66f0C1d2' })).to.include({ status: 'cancelled' });
  });

  it('is a quote nested deeper than 100 levels; an order so deep is placed', async () => {
    const deep = (answer: object, levels: number) => {
      const nested = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      return new Response(JSON.stringify({ ...answer, more: 0 }).replace(/0}$/, `${nested}}`));
    };
    expect(await quote(() => deep(ratesAnswer, 99))).to.have.property('more');
    for (const levels of [100, 20_000]) {
      expect(await failure(quote(() => deep(ratesAnswer, levels)))).to.include({ code: 'unexpected-response' });
    }
    expect(await order(() => deep(orderAnswer, 20_000))).to.include({ id: orderAnswer.id });
  });
});
