import { deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { type Clock, machineClock } from '../../src/client/index.ts';
import type { NewsMessage } from '../../src/gateway/index.ts';
import type { Entry } from '../../src/gateway/ledger/transitions.ts';
import { newsOf } from '../../src/gateway/news/news.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
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
    [
      'a draft that was confirmed',
      { ...placed, kind: 'draft_order' },
      { kind: 'draft_order', state: 'confirmed', order: 'd1', answer: answer({ order_id: 'o1', price: 15_000 }) },
      'order.placed',
      { id: 'o1', draft_order_id: 'd1', price: 15_000 },
    ],
    [
      'a draft that is gone',
      { ...placed, kind: 'draft_order' },
      { kind: 'draft_order', state: 'cancelled', order: 'd1' },
      'draft.gone',
      { id: null, draft_order_id: 'd1' },
    ],
    [
      'a draft in doubt that staff have found gone',
      { kind: 'draft_order', state: 'needs-attention' },
      { kind: 'draft_order', state: 'cancelled', order: 'd1' },
      'draft.gone',
      { id: null, draft_order_id: 'd1' },
    ],
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
async function openPlaced(options: Partial<GatewaySettings> = {}, later: (() => Promise<Response>)[] = []) {
  const delivered: { id: string | null; message: NewsMessage }[] = [];
  const receiver: { accepts: boolean; status?: number; takes?: (() => Promise<void>) | undefined } = { accepts: true };
  let time = Date.now();
  const service = serving(made, ...later);
  const shop = openShop(
    async (request) => {
      if (request.url !== notify.url) return service(request);
      const message = new Webhook(notify.secret).verify(await request.text(), Object.fromEntries(request.headers));
      delivered.push({ id: request.headers.get('webhook-id'), message: message as NewsMessage });
      await receiver.takes?.();
      return new Response(null, { status: receiver.accepts ? 204 : (receiver.status ?? 503) });
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
    webhook: (body: BodyInit, secret = webhooks.secret, headers: object = { 'content-type': 'application/json' }) =>
      shop.ask('POST', '/v1/webhooks', { body, headers: { ...headers, authorization: secret } }),
  };
}

describe('news for the shop’s server', () => {
  it('are delivered once, signed, by processes that look at the same moment', async () => {
    const { another, delivered } = await openPlaced();
    await Promise.all(Array.from({ length: 5 }, () => another().deliverNews()));
    await another().deliverNews();
    expect(delivered.map(({ message }) => message.type)).to.deep.equal(['order.placed']);
    for (const word of Object.values(contacts).map(String)) expect(JSON.stringify(delivered)).to.not.include(word);
  });

  it('are found in the log once a minute if the shop’s server refuses them', async () => {
    let elapsed = 0;
    const clock: Clock = { ...machineClock, elapsed: () => elapsed };
    const { gateway, events, receiver, passSeconds } = await openPlaced({ clock });
    const said = () => events.filter(({ operation }) => operation === 'news').map(({ mismatch }) => mismatch);
    receiver.accepts = false;
    for (const [status, pause, count] of [
      [503, 0, 0],
      [401, 0, 1],
      [401, 59_999, 1],
      [401, 60_000, 2],
    ] as const) {
      receiver.status = status;
      elapsed = pause;
      passSeconds(60);
      await gateway.deliverNews();
      expect(said(), `${status} after ${pause}`).to.have.lengthOf(count);
    }
    expect(said()[0]).to.match(
      /^The shop's server does not take the news .* 401: compare notify\.url and notify\.secret/,
    );
    expect(JSON.stringify(events)).to.not.include(notify.secret);
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
      await gateway.deliverNews();
      expect(delivered).to.have.lengthOf(count);
    }
    expect((await waiting())[0]).to.include({ tries: 3 });
    receiver.accepts = true;
    passSeconds(60);
    await gateway.deliverNews();
    expect(new Set(delivered.map(({ id }) => id)).size).to.equal(1);
    expect(await waiting()).to.deep.equal([]);
  });

  it('are sent once, though their messages take longer than a lease and another process looks for work', async () => {
    const { gateway, another, webhook, receiver, delivered, passSeconds, waiting } = await openPlaced();
    for (const status of ['1', '2', '3', '4', '5', '6'])
      await webhook(JSON.stringify({ event: 'order.status', order_id: 'o1', status }));
    receiver.takes = async () => {
      passSeconds(9);
      receiver.takes = undefined;
      await another().deliverNews();
      receiver.takes = take;
    };
    const take = receiver.takes;
    await gateway.deliverNews();
    expect(delivered.map(({ message }) => message.data.status ?? 'placed').join()).to.equal('placed,1,2,3,4,5,6');
    expect(await waiting()).to.deep.equal([]);
  });

  it('are sent once, though another message arrives while one is sent', async () => {
    const { gateway, webhook, receiver, delivered } = await openPlaced();
    receiver.takes = async () => {
      receiver.takes = undefined;
      await webhook(JSON.stringify({ event: 'order.status', order_id: 'o1', status: 'picked' }));
    };
    await gateway.deliverNews();
    await gateway.deliverNews();
    expect(delivered.map(({ message }) => message.type)).to.deep.equal(['order.placed', 'order.status']);
  });

  it('are sent one by one, whatever characters are in them', async () => {
    const { gateway, webhook, delivered, waiting } = await openPlaced();
    const statuses = ['picked\u2028up', 'on\nhold \r', 'dikirim 💡'];
    for (const status of statuses) await webhook(JSON.stringify({ event: 'order.status', order_id: 'o1', status }));
    await gateway.deliverNews();
    expect(delivered.slice(1).map(({ message }) => message.data.status)).to.deep.equal(statuses);
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
    await gateway.deliverNews();
    const [, ...handedOn] = delivered.map(({ message }) => [message.type, message.data]);
    const order = { reference: 'CART-1', id: 'o1' };
    expect(handedOn).to.deep.equal([
      ['order.status', { ...order, status: 'picked', waybill_id: 'WB-1' }],
      ['order.price', { ...order, price: 18_000 }],
      ['order.waybill_id', { ...order, waybill_id: 'WB-2' }],
    ]);
  });

  it('are refused without the secret, and dropped if they are something else', async () => {
    const { webhook, waiting } = await openPlaced();
    const before = await waiting();
    for (const secret of ['', 'guessed', 'Bearer ', `${webhooks.secret}x`, `Bearer Bearer ${webhooks.secret}`])
      expect((await webhook(JSON.stringify(status), secret)).body.reason, secret).to.equal('token-invalid');
    for (const body of ['', '{}', JSON.stringify({ ...status, event: 'order.dance' })])
      expect((await webhook(body)).status, body).to.equal(200);
    expect(await waiting()).to.deep.equal(before);
  });

  it('are taken with `Bearer` before the secret (NousResearch/hermes-agent#27601)', async () => {
    const { webhook } = await openPlaced();
    for (const before of ['Bearer ', 'bearer  '])
      expect((await webhook(JSON.stringify(status), `${before}${webhooks.secret}`)).status).to.equal(200);
  });

  const json = JSON.stringify(status);
  const typed = (type: string) => ({ 'content-type': type });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  for (const [what, body, headers] of [
    ['are text', json, typed('text/plain; charset=utf-8')],
    ['have no type', bytes(json), {}],
    ['say that they are a form', json, typed('application/x-www-form-urlencoded')],
    ['are octets', json, typed('application/octet-stream')],
    ['have a byte order mark', `\ufeff${json}`, typed('application/json')],
    ['are a list', `[${json}]`, typed('application/json')],
    ['are compressed', new Uint8Array(gzipSync(json)), { ...typed('application/json'), 'content-encoding': 'gzip' }],
    ['are compressed, which no header says', new Uint8Array(gzipSync(json)), {}],
    ['are deflated', new Uint8Array(deflateSync(json)), { 'content-encoding': 'deflate' }],
    ['were unzipped on their way', json, { 'content-encoding': 'gzip' }],
  ] as const)
    it(`are taken although they ${what}`, async () => {
      const { webhook, gateway, delivered } = await openPlaced();
      expect((await webhook(body, webhooks.secret, headers)).status).to.equal(200);
      await gateway.deliverNews();
      expect(delivered.at(-1)?.message.data).to.include({ status: 'picked', waybill_id: 'WB-1' });
    });

  for (const [what, body, status] of [
    ['cut off', json.slice(0, -9), 400],
    ['form fields', 'event=order.status&order_id=o1&status=picked', 400],
    ['a text', JSON.stringify(json), 400],
    ['null', 'null', 400],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ['cut off when they were compressed', new Uint8Array(gzipSync(json)).slice(0, -12), 400],
    ['without an event', JSON.stringify({ order_id: 'o1', status: 'picked' }), 400],
    ['a list with a text', JSON.stringify(['order.status']), 400],
    ['too large once they are unzipped', new Uint8Array(gzipSync(`${' '.repeat(5_000_000)}${json}`)), 413],
    ['empty', '', 200],
    ['white space', ' \n', 200],
    ['an empty list', '[]', 200],
  ] as const)
    it(`that are ${what} are answered ${status}, and nothing is stored`, async () => {
      const { webhook, waiting } = await openPlaced();
      const before = await waiting();
      expect((await webhook(body)).status).to.equal(status);
      expect(await waiting()).to.deep.equal(before);
    });

  it('of a list are taken although one of them is refused, which sends the list again', async () => {
    const { webhook, gateway, delivered } = await openPlaced();
    const list = JSON.stringify([{ ...status, order_id: '' }, status, { ...status, status: 'delivered' }]);
    for (const attempt of [1, 2]) expect((await webhook(list)).status, `attempt ${attempt}`).to.equal(400);
    await gateway.deliverNews();
    const states = delivered.map(({ id, message }) => `${id} ${message.data.status}`);
    expect([...new Set(states)].map((state) => state.split(' ')[1])).to.deep.equal([
      'undefined',
      'picked',
      'delivered',
    ]);
  });

  it('pass on numbers of parcels, and no name or phone that stands in their place', async () => {
    const { webhook, gateway, delivered, waiting, settings, account } = await openPlaced();
    const key = { account, kind: 'order', reference: 'CART-1' } as const;
    const personal = ['Budi', 'Budi Santoso 081234567890', '081234567890', '0812-3456-7890', '+62 812 3456 7890'];
    for (const odd of [...personal, '6281234567890', 'Budi/081234567890', 'Jl. Braga 99', 'x'.repeat(65), '<b>1</b>'])
      await webhook(
        JSON.stringify({ ...status, courier_waybill_id: odd, courier_tracking_id: odd, updated_at: `${odd} 2026` }),
      );
    expect(JSON.stringify(await waiting())).to.not.match(/Budi|0812|62812|Braga|xxx|<b>/);
    expect(await settings.store.parcels.find(key)).to.not.match(/waybill_id|tracking_id/);
    for (const usual of ['WYB-1790000000000', 'JP0812345678', '0114541900234518', '11-24-0001234', 'TLJB/2026/7.1'])
      await webhook(JSON.stringify({ ...status, courier_waybill_id: usual }));
    await gateway.deliverNews();
    const passed = delivered.map(({ message }) => message.data.waybill_id).filter(Boolean);
    expect(passed).to.deep.equal([
      'WYB-1790000000000',
      'JP0812345678',
      '0114541900234518',
      '11-24-0001234',
      'TLJB/2026/7.1',
    ]);
  });

  it('that come before the answer to their order are kept, and delivered once it is known', async () => {
    let answer = (_response: Response) => {};
    const { webhook, grant, post, gateway, delivered, another, writes } = await openPlaced({}, [
      () => new Promise((resolve) => (answer = resolve)),
    ]);
    const placing = post('/v1/orders', { grant: await grant({ reference: 'CART-2' }) });
    while (writes().length < 2) await new Promise(setImmediate);
    expect((await webhook(JSON.stringify({ ...status, order_id: 'o2', status: 'allocated' }))).status).to.equal(200);
    await gateway.settle();
    answer(made('o2'));
    await placing;
    await another().settle();
    await gateway.deliverNews();
    const ofSecond = delivered.filter(({ message }) => message.data.reference === 'CART-2');
    expect(ofSecond.map(({ message }) => [message.type, message.data.status])).to.deep.equal([
      ['order.placed', undefined],
      ['order.status', 'allocated'],
    ]);
  });

  it('that come twice have one id, and another state or time has another', async () => {
    const { webhook, gateway, delivered } = await openPlaced();
    const send = (more: object) => webhook(JSON.stringify({ ...status, ...more }));
    for (const more of [{}, {}, { status: 'on_hold' }]) await send(more);
    for (const updated_at of ['2026-09-07T22:25:15.115Z', '2026-09-07T22:25:15.115Z', '2026-09-08T09:00:00.000Z'])
      await send({ updated_at });
    await gateway.deliverNews();
    const [, first, again, held, timed, timedAgain, later] = delivered.map(({ id }) => id);
    expect([again, timedAgain]).to.deep.equal([first, timed]);
    expect(new Set([first, held, timed, later]).size).to.equal(4);
  });

  it('are limited for each order, and guesses of the secret by address', async () => {
    const limits = { webhooks: 1_200, address: 2 };
    const { webhook, waiting } = await openPlaced({ limits });
    const guess = async () => (await webhook('{}', 'guessed')).status;
    expect([await guess(), await guess(), await guess()]).to.deep.equal([403, 403, 429]);
    let sent = 0;
    const send = async (more: object) =>
      (await webhook(JSON.stringify({ ...status, status: `s${sent++}`, ...more }))).status;
    while ((await send({})) === 200) expect(sent).to.be.below(300);
    expect(sent).to.be.above(50);
    expect((await waiting())[0]?.lines.length).to.be.below(31_000);
    expect(await send({ order_id: 'o3' }), 'another order').to.equal(200);
  });

  it('of another program’s orders never keep out our own that come before the answer', async () => {
    let answer = (_response: Response) => {};
    const { webhook, gateway, delivered, settings, account, grant, post, writes } = await openPlaced({}, [
      () => new Promise((resolve) => (answer = resolve)),
    ]);
    const foreign = (n: number) => ({ id: `msg_${n}`, order: `foreign-${n}`, webhook: '{}', received: Date.now() });
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => settings.store.news.keepEarly(account, foreign(n))));
    const placing = post('/v1/orders', { grant: await grant({ reference: 'CART-2' }) });
    while (writes().length < 2) await new Promise(setImmediate);
    expect((await webhook(JSON.stringify({ ...status, order_id: 'o2' }))).status).to.equal(200);
    answer(made('o2'));
    await placing;
    await gateway.settle();
    await gateway.deliverNews();
    expect(delivered.at(-1)?.message.data).to.include({ reference: 'CART-2', status: 'picked' });
  });

  it('are refused above the limit of a minute', async () => {
    const { webhook } = await openPlaced({ limits: { webhooks: 2 } });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await webhook(JSON.stringify(status))).status);
    expect(statuses).to.deep.equal([200, 200, 429]);
  });

  it('with the character NUL, or without the id of an order, are refused', async () => {
    const { webhook } = await openPlaced();
    const wrong = [
      { order_id: 'o1\0' },
      { status: 'picked\0' },
      { order_id: '' },
      { order_id: 7 },
      { order_id: 'a b' },
    ];
    for (const more of wrong) {
      const { status: answered, body } = await webhook(JSON.stringify({ ...status, ...more }));
      expect([answered, body.reason], JSON.stringify(more)).to.deep.equal([400, 'invalid-request']);
    }
  });
});
