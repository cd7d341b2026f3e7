import { expect } from 'chai';
import { UnavailableError } from '../../src/client/index.ts';
import { readAnswer } from '../../src/client/requests.ts';
import { operations } from '../../src/contract/index.ts';
import { json, orderRequest, rate, ratesRequest } from '../support/fixtures.ts';
import { cancelAnswer, failure, orderAnswer, ratesAnswer, refusal } from './service.ts';

const shopOrder = { ...orderRequest, reference_id: 'shop-17' };

const parts = async (response: Response) => {
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
};
const quote = async (response: Response) =>
  readAnswer('quoteRates', operations.quoteRates, ratesRequest, await parts(response));
const order = async (response: Response) =>
  readAnswer('createOrder', operations.createOrder, shopOrder, await parts(response));
const cancel = async (response: Response, id = 'a1') =>
  readAnswer('cancelOrder', operations.cancelOrder, { id }, await parts(response));

/** Expects an error of this code, which leaves the outcome of a write unknown. */
async function expectUnknown(answer: Response, error: { code: string; status: number }) {
  expect(await failure(quote(answer.clone()))).to.include({ ...error, operation: 'quoteRates', outcome: undefined });
  const thrown = await failure(order(answer));
  expect(thrown).to.include({ ...error, operation: 'createOrder', outcome: 'unknown' });
  return thrown;
}

describe('an answer', () => {
  it('is read leniently and names dropped rows', async () => {
    const { pricing, dropped } = await quote(json({ success: true, pricing: [{ ...rate(), price: null }, rate()] }));
    expect(pricing).to.deep.equal([rate()]);
    expect(dropped).to.deep.equal([{ index: 0, problem: 'price' }]);
  });

  it('may have any status of success', async () => {
    for (const status of [200, 201, 299])
      expect(await order(json(orderAnswer, { status }))).to.include({ id: orderAnswer.id });
  });
});

describe('refused', () => {
  it('has the service’s text and code, and our reason', async () => {
    const body = { success: false, error: 'Order already picked', code: 40002053, details: { status: 'picked' } };
    const thrown = await failure(cancel(json(body, { status: 400, headers: { 'x-request-id': 'req-7' } })));
    expect(thrown).to.include({
      ...{ code: 'refused', operation: 'cancelOrder', reason: 'not-cancellable', status: 400, outcome: undefined },
      ...{ serviceCode: 40002053, serviceMessage: 'Order already picked', requestId: 'req-7' },
      message: 'cancelOrder was refused (not-cancellable, 40002053): see its reason.',
    });
    expect(thrown.details).to.deep.equal({ status: 'picked' });
  });

  it('quotes a sentence of the gateway, and no text of the service', async () => {
    const body = { success: false, error: 'Its kid does not match.', reason: 'token-invalid' };
    expect((await failure(quote(json(body, { status: 403 })))).message).to.equal(
      'quoteRates was refused (token-invalid, 403): Its kid does not match.',
    );
    const { reason: _reason, ...ofService } = body;
    expect((await failure(quote(json(ofService, { status: 403 })))).message).to.include('see its reason');
  });

  it('is any status from 400 on, even if the body says success', async () => {
    for (const status of [400, 401, 499]) {
      const body = { success: true, error: 'Authorization failed', pricing: [] };
      expect(await failure(quote(json(body, { status })))).to.include({ code: 'refused', status });
    }
  });

  it('is a 200 that denies success, with or without a reason', async () => {
    expect(await failure(order(refusal(40002031, undefined, 200)))).to.include({
      ...{ code: 'refused', reason: 'cod-unavailable', status: 200, outcome: undefined },
    });
    const thrown = await failure(order(json({ success: false })));
    expect(thrown).to.include({ code: 'refused', reason: 'other', serviceCode: undefined, serviceMessage: undefined });
    expect(thrown.message).to.contain('(other, 200)');
    expect(thrown.details).to.equal(undefined);
  });

  it('leaves the outcome unknown without `success` and code', async () => {
    for (const body of [{}, { message: 'no Route matched' }, { success: 'no', code: null }, { error: 'Not found' }])
      await expectUnknown(json(body, { status: 404 }), { code: 'refused', status: 404 });
    for (const body of [{ success: false }, { success: true }, { code: 40002031 }, { code: '40002031' }])
      expect(await failure(order(json(body, { status: 400 }))), JSON.stringify(body)).to.include({
        ...{ code: 'refused', outcome: undefined },
      });
  });
});

describe('unavailable', () => {
  const busy = async (retryAfter?: string) => {
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    return failure(quote(new Response('<h1>Busy</h1>', { status: 503, headers })));
  };

  it('is the error for 408, 429 and 500 on, with any body', async () => {
    for (const status of [408, 429, 500, 504]) {
      await expectUnknown(new Response('<h1>Busy</h1>', { status }), { code: 'unavailable', status });
      const body = { success: false, code: 40001010 };
      expect(await failure(cancel(json(body, { status })))).to.include({ code: 'unavailable', outcome: 'unknown' });
    }
  });

  it('has the seconds of Retry-After, or those until its date', async () => {
    for (const [retryAfter, seconds] of [
      ['30', 30],
      ['0', 0],
      ['1.2', 2],
    ] as const)
      expect(await busy(retryAfter)).to.include({ retryAfter: seconds });
    expect((await busy('30')).message).to.contain('in 30 s');
    const inAMinute = await busy(new Date(Date.now() + 60_000).toUTCString());
    expect(inAMinute.retryAfter).to.be.within(50, 60);
    expect(await busy(new Date(0).toUTCString())).to.include({ retryAfter: 0 });
  });

  it('says to try again later if Retry-After is missing or unreadable', async () => {
    for (const retryAfter of [undefined, '', 'soon']) {
      const thrown = await busy(retryAfter);
      expect(thrown).to.include({ retryAfter: undefined });
      expect(thrown.message).to.equal('quoteRates found the service unavailable (503): try again later.');
    }
    expect(new UnavailableError(503, 0, { operation: 'quoteRates' }).message).to.contain('in 0 s');
  });
});

describe('unexpected-response', () => {
  const code = 'unexpected-response';
  const body = JSON.stringify({ ...orderAnswer, ...ratesAnswer });

  for (const [what, answer] of [
    ['HTML', () => new Response('<!doctype html><title>Shop</title>')],
    ['an error page', () => new Response('<h1>Not found</h1>', { status: 404 })],
    ['truncated JSON', () => new Response('{"success":true,"pricing":[{"price":')],
    ['an empty body', () => new Response('')],
    ['204', () => new Response(null, { status: 204 })],
    ['JSON that is no object', () => json([1, 2])],
    ['null', () => json(null, { status: 400 })],
    ['an object of another contract', () => json({ ok: true, data: [] })],
    ['a success without what was asked', () => json({ success: true })],
    ['a redirect', () => Response.redirect('https://elsewhere.test/', 303)],
    ['a choice of addresses', () => json(orderAnswer, { status: 300 })],
    ['a redirect with a refusal', () => json({ success: false, code: 40002031 }, { status: 399 })],
  ] as const)
    it(`is ${what}; on a write the outcome is unknown`, async () => {
      const { status } = answer();
      expect((await expectUnknown(answer(), { code, status })).cause).to.be.an('error');
    });

  it('is a redirect of a browser, whose status is 0', async () => {
    const answer = { status: 0, headers: new Headers({ 'x-request-id': 'req-9' }), body };
    const thrown = await failure((async () => readAnswer('createOrder', operations.createOrder, shopOrder, answer))());
    expect(thrown).to.include({ code, status: 0, requestId: 'req-9', outcome: 'unknown' });
    expect(thrown.cause).to.include({ message: 'A redirect is not followed.' });
  });

  it('is an answer above 4,000,000 characters', async () => {
    expect(await order(new Response(body.padEnd(4_000_000)))).to.include({ id: orderAnswer.id });
    const { cause } = await expectUnknown(new Response(body.padEnd(4_000_001)), { code, status: 200 });
    expect(cause).to.be.an.instanceOf(RangeError);
    expect(cause).to.include({ message: 'The body is too long.' });
  });

  it('does not quote a body that is not JSON', async () => {
    const { cause } = await failure(order(new Response('Ratna Wulandari')));
    expect(cause).to.be.an.instanceOf(SyntaxError);
    expect(cause).to.include({ message: 'The body is no JSON.' });
  });

  it('is an answer about another order', async () => {
    const another = await failure(order(json({ ...orderAnswer, reference_id: 'shop-18' })));
    expect(another).to.include({ code, status: 200, outcome: 'unknown' });
    expect(another.cause).to.include({ message: 'It is about another order.' });
    expect(await failure(cancel(json(cancelAnswer), 'a2'))).to.include({ code, outcome: 'unknown' });
  });

  it('is no answer because it nests 20,000 levels deep', async () => {
    const deep = (answer: object, levels: number) => {
      const nested = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      return new Response(JSON.stringify({ ...answer, more: 0 }).replace(/0}$/, `${nested}}`));
    };
    expect(await quote(deep(ratesAnswer, 20_000))).to.have.property('more');
    expect(await order(deep(orderAnswer, 20_000))).to.include({ id: orderAnswer.id });
  });
});
