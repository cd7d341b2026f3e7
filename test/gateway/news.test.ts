import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import type { GatewayOptions, NewsMessage } from '../../src/gateway/index.ts';
import { contacts, rate } from '../support/fixtures.ts';
import { openShop, order } from './shop.ts';

const notify = {
  url: 'https://server.shop.test/shipping-news',
  secret: `whsec_${Buffer.from('thirty-two-bytes-that-nobody-guesses').toString('base64')}`,
};
const webhooks = { secret: 'what-the-dashboard-has' };

type Serve = () => Response | Promise<Response>;
const made = () => Response.json({ success: true, object: 'order', id: 'o1', status: 'confirmed', price: 15_000 });
const refusal = (code: number) => Response.json({ success: false, error: 'no', code, details: {} }, { status: 400 });
const used = () => refusal(40002060);
const lost = () => Promise.reject<Response>(new TypeError('cut off'));
const cancelled = () => Response.json({ success: true, object: 'order', id: 'o1', status: 'cancelled' });

/** A shop whose server hears of its orders. */
function open(answers: Serve[], options: Partial<GatewayOptions> = {}) {
  const heard: { id: string; message: NewsMessage }[] = [];
  const receiver = { accepts: true };
  let time = Date.now();
  const waiting = [...answers];
  const shop = openShop(
    async (request) => {
      if (request.url.includes('/rates/')) return Response.json({ success: true, pricing: [rate()] });
      if (request.url !== notify.url) return (waiting.shift() ?? lost)();
      const message = new Webhook(notify.secret).verify(await request.text(), Object.fromEntries(request.headers));
      heard.push({ id: request.headers.get('webhook-id') ?? '', message: message as NewsMessage });
      return new Response(null, { status: receiver.accepts ? 204 : 503 });
    },
    { orders: 'order', cancels: true, notify, timeouts: { pause: 0, wait: 0 }, now: () => new Date(time), ...options },
  );
  return {
    ...shop,
    heard,
    receiver,
    types: () => heard.map(({ message }) => message.type),
    pass: (seconds: number) => {
      time += seconds * 1_000;
    },
    place: async (reference = 'INV-1') => shop.post('/v1/orders', { grant: await shop.grant({ reference }) }),
    webhook: (body: string, secret = webhooks.secret) =>
      shop.ask('POST', '/v1/webhooks', {
        body,
        headers: { 'content-type': 'application/json', authorization: secret },
      }),
  };
}

describe('news for the shop’s server', () => {
  it('says that an order was placed, with its numbers and nothing personal', async () => {
    const { place, gateway, heard } = open([made]);
    await place();
    await gateway.settle();
    const [{ id, message } = { id: '', message: undefined }] = heard;
    expect(id).to.match(/^msg_[\w-]+$/);
    expect(message?.type).to.equal('order.placed');
    expect(Date.parse(message?.timestamp ?? '')).to.be.above(0);
    expect(message?.data).to.deep.equal({ reference: 'INV-1', id: 'o1', price: 15_000 });
    for (const word of Object.values(contacts).map(String)) expect(JSON.stringify(heard)).to.not.include(word);
    await gateway.settle();
    expect(heard).to.have.lengthOf(1);
  });

  it('says what becomes of an order, in its sequence', async () => {
    const { place, post, gateway, types } = open([lost, lost, made, cancelled]);
    await place();
    await gateway.settle();
    await gateway.settle();
    const { body } = await place();
    await post('/v1/orders/o1/cancel', { cancel: body.cancel });
    await gateway.settle();
    expect(types()).to.deep.equal(['order.unconfirmed', 'order.placed', 'order.cancelled']);
  });

  it('says that an order was refused, and why', async () => {
    const { place, gateway, heard } = open([() => refusal(40002031)]);
    await place();
    await gateway.settle();
    expect(heard[0]?.message).to.deep.include({
      type: 'order.refused',
      data: { reference: 'INV-1', id: null, reason: 'cod-unavailable' },
    });
  });

  it('says that an order needs attention', async () => {
    const { place, gateway, types } = open([used]);
    await place();
    await gateway.settle();
    expect(types()).to.deep.equal(['order.needs-attention']);
  });

  it('is sent again until it is taken, with longer and longer pauses, under the same id', async () => {
    const { place, gateway, heard, receiver, pass, settings, account } = open([made]);
    receiver.accepts = false;
    await place();
    await gateway.settle();
    await gateway.settle();
    expect(heard, 'not before the pause is over').to.have.lengthOf(1);
    for (const [seconds, count] of [
      [4, 1],
      [2, 2],
      [6, 2],
      [5, 3],
    ] as const) {
      pass(seconds);
      await gateway.settle();
      expect(heard).to.have.lengthOf(count);
    }
    const [waiting] = await settings.store.news.due(account, Number.MAX_SAFE_INTEGER, 9);
    expect(waiting).to.include({ tries: 3 });
    receiver.accepts = true;
    pass(60);
    await gateway.settle();
    expect(new Set(heard.map(({ id }) => id)).size).to.equal(1);
    expect(await settings.store.news.due(account, Number.MAX_SAFE_INTEGER, 9)).to.deep.equal([]);
  });

  it('is delivered by another process, if the one that took the order has ended', async () => {
    const { place, another, types } = open([made]);
    await place();
    await another().settle();
    expect(types()).to.deep.equal(['order.placed']);
  });

  it('is delivered once by processes that look at the same moment', async () => {
    const { place, another, types } = open([made]);
    await place();
    await Promise.all(Array.from({ length: 5 }, () => another().settle()));
    expect(types()).to.deep.equal(['order.placed']);
  });

  it('is not kept for drafts, nor for a shop that does not want any', async () => {
    const draft = () => Response.json({ success: true, object: 'draft_order', id: 'd1', status: 'ready' });
    const shop = open([draft, made]);
    await shop.post('/v1/draft_orders', { grant: await shop.grant({ kind: 'draft_order' }) });
    const silent = open([made], { notify: undefined as never });
    await silent.place();
    for (const { settings, account } of [shop, silent])
      expect(await settings.store.news.due(account, Number.MAX_SAFE_INTEGER, 9)).to.deep.equal([]);
  });
});

describe('the service’s own webhooks', () => {
  const status = {
    event: 'order.status',
    order_id: 'o1',
    status: 'picked',
    courier_waybill_id: 'WB-1',
    courier_driver_name: 'Budi',
    courier_driver_phone: '0812',
    destination: order.destination_address,
  };

  it('go on to the shop’s server, without what is personal in them', async () => {
    const { place, webhook, gateway, heard } = open([made], { webhooks });
    await place();
    expect((await webhook(JSON.stringify(status))).status).to.equal(200);
    await webhook(JSON.stringify({ event: 'order.price', order_id: 'o1', order_price: 18_000 }));
    await webhook(JSON.stringify({ event: 'order.waybill_id', order_id: 'o1', courier_waybill_id: 'WB-2' }));
    await gateway.settle();
    const [, ...handedOn] = heard.map(({ message }) => [message.type, message.data]);
    const order = { reference: 'INV-1', id: 'o1' };
    expect(handedOn).to.deep.equal([
      ['order.status', { ...order, status: 'picked', waybill_id: 'WB-1' }],
      ['order.price', { ...order, price: 18_000 }],
      ['order.waybill_id', { ...order, waybill_id: 'WB-2' }],
    ]);
  });

  it('are not taken without the secret', async () => {
    const { place, webhook, gateway, types } = open([made], { webhooks });
    await place();
    for (const secret of ['', 'guessed', `${webhooks.secret}x`]) {
      const { status: code, body } = await webhook(JSON.stringify(status), secret);
      expect([code, body.reason]).to.deep.equal([403, 'token-invalid']);
    }
    await gateway.settle();
    expect(types()).to.deep.equal(['order.placed']);
  });

  it('are refused for an order that is not there, and dropped if they are something else', async () => {
    const { webhook, ask } = open([], { webhooks });
    expect((await webhook(JSON.stringify(status))).status).to.equal(404);
    for (const body of ['', '{}', JSON.stringify({ event: 'order.dance', order_id: 'o1' })])
      expect((await webhook(body)).status, body).to.equal(200);
    expect((await ask('GET', '/v1/webhooks')).status).to.equal(404);
    const without = open([]);
    expect((await without.webhook(JSON.stringify(status))).status).to.equal(404);
  });
});
