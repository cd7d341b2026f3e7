import { expect } from 'chai';
import { type GatewayReason, reasons } from '../../src/client/index.ts';
import { Refusal, type RefusalReason } from '../../src/gateway/upstream/index.ts';
import { json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { failure, orderAnswer, ratesAnswer, serve, storage } from './service.ts';

/** With the shop's own reference. */
const order = { ...orderRequest, reference_id: 'shop-17' };

const answered = (reason: RefusalReason, options = {}) => {
  const { status, body, headers } = new Refusal(reason, options).answer();
  return json(body, { status, ...(headers && { headers }) });
};

const failing = (reason: RefusalReason, options = {}) =>
  failure(serve(() => answered(reason, options)).client.createOrder(order));

describe('a refusal by the gateway', () => {
  const own: GatewayReason[] = [
    'token-missing',
    'token-expired',
    'token-invalid',
    'origin-not-allowed',
    'not-offered',
    'shipping-unavailable',
  ];
  for (const reason of [...own, 'price-changed', 'reference-used', 'not-cancellable', 'order-not-found'] as const)
    it(`has the gateway’s reason ${reason}, and nothing was ordered`, async () => {
      const details = { token: 'cart', price: 21_000 };
      const error = await failing(reason, { details });
      expect(error).to.include({ code: 'refused', reason, outcome: undefined });
      expect(error.details).to.deep.equal(details);
    });

  it('is service-removed if it says service-gone', async () => {
    expect(await failing('service-gone', { code: 40_002_027 })).to.include({ reason: 'service-removed' });
  });

  it('has the reason of the field that it names', async () => {
    for (const [field, reason] of [
      ['destination_postal_code', 'location'],
      ['items.0.weight', 'items'],
      ['reference_id', 'other'],
    ] as const)
      expect(await failing('invalid-request', { details: { field } }), field).to.include({ reason });
  });

  it('has the reason of its code or status if its own is unknown', async () => {
    const say = (reason: unknown) => json({ success: false, code: 40002034, error: '', reason }, { status: 400 });
    for (const word of ['a-new-word', '__proto__', 'toString', 7, null, ['token-expired']])
      expect(await failure(serve(() => say(word)).client.createOrder(order)), String(word)).to.include({
        reason: 'insurance-unavailable',
      });
  });

  it('is certain for a used reference: its ledger has another order', async () => {
    const { client } = serve(() => answered('reference-used'));
    expect(await failure(client.createOrder(order, { place: 'checkout' }))).to.include({ outcome: undefined });
    expect(client.unanswered('checkout')).to.deep.equal([]);
  });

  it('has a reason of the exported list', () => {
    expect(reasons).to.include.members(own);
    expect(new Set(reasons).size).to.equal(reasons.length);
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
      const error = await failing(reason, { retryAfter: 7 });
      expect(error).to.include({ code: 'unavailable', reason, outcome, retryAfter: 7 });
    });

  it('has no reason if its word is unknown, and the order may be placed', async () => {
    for (const body of ['{"reason":"fire"}', '{"reason":"toString"}', '{"reason":7}', '[]', 'null', '<html>', '', '{'])
      expect(
        await failure(serve(() => new Response(body, { status: 503 })).client.createOrder(order)),
        body,
      ).to.include({ code: 'unavailable', reason: undefined, outcome: 'unknown' });
  });

  it('leaves an earlier order without an answer unknown', async () => {
    const { client } = serve((_request, count) => {
      if (count === 1) throw new TypeError('cut off');
      return answered(count === 2 ? 'service-busy' : 'token-expired');
    });
    for (const _send of [1, 2, 3]) expect(await failure(client.createOrder(order))).to.include({ outcome: 'unknown' });
  });
});

describe('a token', () => {
  it('does not make another order when it is renewed', async () => {
    const { client } = serve((_request, count) => {
      if (count === 1) throw new TypeError('cut off');
      return json(
        { success: false, code: 40002060, details: { order_id: 'a1', reference_id: 'shop-17' } },
        { status: 400 },
      );
    });
    await failure(client.createOrder({ ...order, grant: 'first' }));
    const found = await client.createOrder({ ...order, grant: 'second' });
    expect(found).to.include({ recovered: true, id: 'a1' });
  });

  it('is sent unchanged, and is left out if absent', async () => {
    const { client, requests } = serve((request) =>
      /rates/.test(request.url) ? json(ratesAnswer) : json(orderAnswer),
    );
    await client.quoteRates({ ...ratesRequest, cart: 'cart' });
    await client.createDraftOrder({ ...order, cart: 'cart', grant: '' });
    await client.createOrder({ ...order, grant: 'grant' });
    const [rates, draft, placed] = await Promise.all(requests.map((request) => request.json()));
    expect([rates.cart, draft.cart, draft.grant, placed.grant]).to.deep.equal(['cart', 'cart', undefined, 'grant']);
  });

  it('makes a fresh question skip the cache of the gateway too', async () => {
    const { client, requests } = serve(() => json(ratesAnswer));
    const asked = { ...ratesRequest, cart: 'cart' };
    await client.quoteRates(asked);
    await client.quoteRates(asked, { fresh: true });
    await client.quoteRates(ratesRequest, { fresh: true });
    await client.quoteRates(asked);
    const bodies = await Promise.all(requests.map((request) => request.json()));
    expect(bodies.map(({ fresh }) => fresh)).to.deep.equal([undefined, true, undefined]);
  });

  it('that cancels an order is remembered over a reload until the order is cancelled', async () => {
    const { store, entries } = storage();
    const cancel = 'header.payload.signature';
    const answer = (request: Request) =>
      /cancel$/.test(request.url) ? json({ ...orderAnswer, status: 'cancelled' }) : json({ ...orderAnswer, cancel });
    const { client } = serve(answer, { store });
    await client.createOrder(order, { place: 'checkout' });
    const later = serve(answer, { store });
    const [placed] = later.client.placed('checkout');
    expect(placed).to.include({ id: orderAnswer.id, cancel });
    await later.client.cancelOrder({ id: orderAnswer.id, cancel });
    expect(await later.requests[0]?.json()).to.deep.equal({ cancellation_reason_code: 'others', cancel });
    expect([...entries.values()].join()).to.not.include(cancel);
  });
});
