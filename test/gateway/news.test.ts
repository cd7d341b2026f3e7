import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import type { GatewayOptions, NewsMessage } from '../../src/gateway/index.ts';
import type { Entry } from '../../src/gateway/ledger/index.ts';
import { newsOf } from '../../src/gateway/news/index.ts';
import { contacts } from '../support/fixtures.ts';
import { entryOf } from './ledger/entry.ts';
import { made, openShop, serving } from './shop.ts';

describe('newsOf', () => {
  const answer = (body: object) => JSON.stringify({ status: 200, body });
  const placed = {
    state: 'placed',
    order: 'o1',
    answer: answer({ success: true, price: 15_000, status: 'x' }),
  } as const;
  const cases: [string, Partial<Entry>, Partial<Entry>, NewsMessage['type'] | undefined, object?][] = [
    ['a placed order', { state: 'sending' }, placed, 'order.placed', { id: 'o1', price: 15_000 }],
    ['the first send without an answer', { state: 'sending' }, { state: 'unknown', attempts: 1 }, 'order.unconfirmed'],
    ['later sends without an answer', { state: 'sending' }, { state: 'unknown', attempts: 2 }, undefined],
    [
      'a refusal',
      { state: 'sending' },
      { state: 'refused', answer: answer({ success: false, error: 'Ratna', reason: 'cod-unavailable' }) },
      'order.refused',
      { id: null, reason: 'cod-unavailable' },
    ],
    ['a need to look up', { state: 'sending' }, { state: 'needs-attention' }, 'order.needs-attention'],
    ['a cancellation', { state: 'cancelling' }, { ...placed, state: 'cancelled' }, 'order.cancelled'],
    ['an order that was not cancelled', { state: 'cancelling' }, placed, undefined],
    ['a claim', { state: 'claimed' }, { state: 'sending' }, undefined],
    ['a draft', { state: 'sending' }, { ...placed, kind: 'draft_order' }, undefined],
  ];
  for (const [what, before, after, type, data] of cases)
    it(`${type ? `says ${type}` : 'says nothing'} of ${what}`, () => {
      const line = newsOf(entryOf(before), entryOf({ ...after, changed: 1_000 }));
      if (!type) return void expect(line).to.equal('');
      expect(line).to.match(/^\{.*\}\n$/);
      const { id, ...message } = JSON.parse(line);
      expect(id).to.match(/^msg_[\w-]+$/);
      expect(message).to.deep.include({ type, timestamp: '1970-01-01T00:00:01.000Z' });
      if (data) expect(message.data).to.deep.equal({ reference: 'CART-1', ...data });
    });
});

const notify = {
  url: 'https://server.shop.test/shipping-news',
  secret: `whsec_${Buffer.from('thirty-two-bytes-that-nobody-guesses').toString('base64')}`,
};
const webhooks = { secret: 'what-the-dashboard-has' };

/** A shop with one placed order, whose server gets news. */
async function openPlaced(options: Partial<GatewayOptions> = {}) {
  const delivered: { id: string | null; message: NewsMessage }[] = [];
  const receiver = { accepts: true };
  let time = Date.now();
  const service = serving(made);
  const shop = openShop(
    async (request) => {
      if (request.url !== notify.url) return service(request);
      const message = new Webhook(notify.secret).verify(await request.text(), Object.fromEntries(request.headers));
      delivered.push({ id: request.headers.get('webhook-id'), message: message as NewsMessage });
      return new Response(null, { status: receiver.accepts ? 204 : 503 });
    },
    { orders: 'order', notify, webhooks, now: () => new Date(time), ...options },
  );
  await shop.place();
  return {
    ...shop,
    delivered,
    receiver,
    waiting: () => shop.settings.store.news.due(shop.account, Number.MAX_SAFE_INTEGER, 9),
    passSeconds: (seconds: number) => {
      time += seconds * 1_000;
    },
    webhook: (body: string, secret = webhooks.secret) =>
      shop.ask('POST', '/v1/webhooks', {
        body,
        headers: { 'content-type': 'application/json', authorization: secret },
      }),
  };
}

describe('news for the shop’s server', () => {
  it('are delivered once, signed, by processes that look at the same moment', async () => {
    const { another, delivered } = await openPlaced();
    await Promise.all(Array.from({ length: 5 }, () => another().settle()));
    await another().settle();
    expect(delivered.map(({ message }) => message.type)).to.deep.equal(['order.placed']);
    for (const word of Object.values(contacts).map(String)) expect(JSON.stringify(delivered)).to.not.include(word);
  });

  it('are sent again until they are accepted, after longer and longer pauses, under the same id', async () => {
    const { gateway, delivered, receiver, passSeconds, waiting } = await openPlaced();
    receiver.accepts = false;
    for (const [seconds, count] of [
      [0, 1],
      [4, 1],
      [2, 2],
      [6, 2],
      [5, 3],
    ] as const) {
      passSeconds(seconds);
      await gateway.settle();
      expect(delivered).to.have.lengthOf(count);
    }
    expect((await waiting())[0]).to.include({ tries: 3 });
    receiver.accepts = true;
    passSeconds(60);
    await gateway.settle();
    expect(new Set(delivered.map(({ id }) => id)).size).to.equal(1);
    expect(await waiting()).to.deep.equal([]);
  });

  it('are neither kept nor taken from the service for a shop that wants none', async () => {
    const { waiting, webhook } = await openPlaced({ notify: undefined as never, webhooks: undefined as never });
    expect(await waiting()).to.deep.equal([]);
    expect((await webhook('{}')).body.reason).to.equal('no-operation');
  });
});

describe('the service’s own webhooks', () => {
  const status = { event: 'order.status', order_id: 'o1', status: 'picked', courier_waybill_id: 'WB-1' };

  it('go on to the shop’s server without personal data', async () => {
    const { webhook, gateway, delivered } = await openPlaced();
    const personal = { ...contacts, courier_driver_name: 'Budi', courier_driver_phone: '0812' };
    expect((await webhook(JSON.stringify({ ...status, ...personal }))).status).to.equal(200);
    await webhook(JSON.stringify({ event: 'order.price', order_id: 'o1', order_price: 18_000 }));
    await webhook(JSON.stringify({ event: 'order.waybill_id', order_id: 'o1', courier_waybill_id: 'WB-2' }));
    await gateway.settle();
    const [, ...handedOn] = delivered.map(({ message }) => [message.type, message.data]);
    const order = { reference: 'CART-1', id: 'o1' };
    expect(handedOn).to.deep.equal([
      ['order.status', { ...order, status: 'picked', waybill_id: 'WB-1' }],
      ['order.price', { ...order, price: 18_000 }],
      ['order.waybill_id', { ...order, waybill_id: 'WB-2' }],
    ]);
  });

  it('are refused without the secret or for an unknown order, and dropped if they are something else', async () => {
    const { webhook, waiting } = await openPlaced();
    const before = await waiting();
    for (const secret of ['', 'guessed', `${webhooks.secret}x`])
      expect((await webhook(JSON.stringify(status), secret)).body.reason, secret).to.equal('token-invalid');
    expect((await webhook(JSON.stringify({ ...status, order_id: 'o2' }))).body.reason).to.equal('order-not-found');
    for (const body of ['', '{}', JSON.stringify({ ...status, event: 'order.dance' })])
      expect((await webhook(body)).status, body).to.equal(200);
    expect(await waiting()).to.deep.equal(before);
  });
});
