import { expect } from 'chai';
import { Refusal, type RefusalReason } from '../../src/gateway/http/refusal.ts';
import { json, ratesRequest } from '../support/fixtures.ts';
import { details, lost, order, page, placed, used, widgetKey } from './page.ts';
import { cancelAnswer, orderAnswer, ratesAnswer, serve, storage } from './service.ts';

/** An answer of the gateway. */
const gateway =
  (reason: RefusalReason, options = {}) =>
  () => {
    const { status, body, headers } = new Refusal(reason, options).answer();
    return json(body, { status, ...(headers && { headers }) });
  };

describe('a refusal by the gateway', () => {
  const details = { token: 'cart', field: 'destination_postal_code' };
  const ownReasons: RefusalReason[] = [
    ...['token-missing', 'token-expired', 'token-invalid', 'origin-not-allowed', 'not-offered'],
    ...['shipping-unavailable', 'price-changed', 'reference-used', 'not-cancellable', 'order-not-found'],
  ] as const;
  for (const [given, reason] of [
    ...ownReasons.map((own) => [own, own] as const),
    ['service-gone', 'service-removed'],
    ['order-erased', 'reference-used'],
    ['invalid-request', 'location'],
  ] as const)
    it(`has the reason ${reason} for ${given}, and nothing was ordered`, async () => {
      const { fail, left } = page([gateway(given, { details })]);
      const error = await fail();
      expect(error).to.include({ code: 'refused', reason, outcome: undefined });
      expect(error.details).to.deep.equal(details);
      expect(left()).to.deep.equal([]);
    });

  it('has the reason of its code or status if its own is unknown', async () => {
    for (const reason of ['a-new-word', '__proto__', 'toString', 7, null, ['token-expired']]) {
      const answer = () => json({ success: false, code: 40002034, error: '', reason }, { status: 400 });
      expect(await page([answer]).fail(), String(reason)).to.include({ reason: 'insurance-unavailable' });
    }
  });
});

describe('an unavailable gateway', () => {
  for (const [reason, outcome] of [
    ['service-busy', undefined],
    ['service-unreachable', undefined],
    ['service-unreadable', undefined],
    ['quotes-exhausted', undefined],
    ['too-many-requests', 'unknown'],
    ['unconfirmed', 'unknown'],
    ['needs-attention', 'unknown'],
    ['gateway-failed', 'unknown'],
  ] as const)
    it(`has the reason ${reason}, ${outcome ? 'and the order may be placed' : 'and nothing was sent'}`, async () => {
      const error = await page([gateway(reason, { retryAfter: 7 })]).fail();
      expect(error).to.include({ code: 'unavailable', reason, outcome, retryAfter: 7 });
    });

  it('has no reason if its word is unknown or its body is long, and the order may be placed', async () => {
    const long = JSON.stringify({ reason: 'service-busy' }).padEnd(4_000_001);
    for (const body of ['{"reason":"fire"}', '{"reason":"toString"}', '{"reason":7}', '[]', 'null', '', '{', long]) {
      const error = await page([() => new Response(body, { status: 503 })]).fail();
      expect(error, body.slice(0, 20)).to.include({ code: 'unavailable', reason: undefined, outcome: 'unknown' });
    }
  });

  it('leaves an earlier order without an answer unknown', async () => {
    const { fail } = page([lost, gateway('service-busy'), gateway('token-expired')]);
    for (const _send of [1, 2, 3]) expect(await fail()).to.include({ outcome: 'unknown' });
  });
});

describe('a token', () => {
  it('does not make another order when it is renewed', async () => {
    const { fail, send } = page([lost, used]);
    await fail({ ...order, grant: 'first' });
    expect(await send({ ...order, grant: 'second' })).to.include({ recovered: true, id: details.order_id });
  });

  it('is sent unchanged, and is left out if absent', async () => {
    const { client, requests } = page([placed]);
    await client.createDraftOrder({ ...order, cart: 'cart', grant: '' });
    expect(await requests[0]?.json()).to.deep.equal({ ...order, cart: 'cart' });
  });

  it('makes a fresh question skip the cache of the gateway too', async () => {
    const { client, requests } = serve(() => json(ratesAnswer));
    const asked = { ...ratesRequest, cart: 'cart' };
    await client.quoteRates(asked);
    await client.quoteRates(asked, { fresh: true });
    await client.quoteRates(ratesRequest, { fresh: true });
    await client.quoteRates(asked);
    const bodies = await Promise.all(requests.map((request) => request.json()));
    expect(bodies.map(({ cart, fresh }) => [cart, fresh])).to.deep.equal([
      ['cart', undefined],
      ['cart', true],
      [undefined, undefined],
    ]);
  });

  it('that cancels an order is found over a reload, and goes with the cancellation', async () => {
    const { store } = storage();
    const cancel = 'header.payload.signature';
    await page([() => json({ ...orderAnswer, cancel })], store).send();
    const { client, requests } = page([() => json({ ...cancelAnswer, id: orderAnswer.id })], store);
    expect(client.placed(widgetKey)[0]).to.include({ id: orderAnswer.id, cancel });
    await client.cancelOrder({ id: orderAnswer.id, cancel });
    expect(await requests[0]?.json()).to.deep.equal({ cancellation_reason_code: 'others', cancel });
  });
});
