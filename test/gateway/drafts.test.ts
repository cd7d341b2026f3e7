import { expect } from 'chai';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { NewsMessage } from '../../src/gateway/index.ts';
import { Ledger } from '../../src/gateway/ledger/ledger.ts';
import { type Entry, permitOf } from '../../src/gateway/ledger/transitions.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { signCart } from '../../src/server.ts';
import { cart, key, openShop } from './shop.ts';

const notify = {
  url: 'https://server.shop.test/shipping-news',
  secret: `whsec_${Buffer.from('thirty-two-bytes-that-nobody-guesses').toString('base64')}`,
};
const webhooks = { secret: 'what-the-dashboard-has' };

const sender = {
  origin_contact_name: 'Toko Kopi Senja',
  origin_contact_phone: '+622155512345',
  origin_address: 'Jalan Fatmawati 10, Cilandak',
};
const recipient = {
  destination_contact_name: 'Dewi',
  destination_contact_phone: '081234567891',
  destination_address: 'Jalan Braga 1',
};

/**
 * A shop with a saved draft at the sandbox, whose webhooks come back to it.
 * @param instead what the service answers in place of the sandbox
 */
async function openDraft(
  options: Partial<GatewaySettings> = {},
  instead: (path: string) => Response | undefined = () => undefined,
) {
  let time = Date.parse('2026-11-22T03:00:00Z');
  const now = () => new Date(time);
  const later = (minutes: number) => {
    time += minutes * 60_000;
  };
  const news: NewsMessage[] = [];
  const calls: Promise<unknown>[] = [];
  const sandbox = createSandbox({
    key,
    now,
    webhooks: {
      ...{ url: 'https://gateway.test/v1/webhooks', secret: webhooks.secret },
      fetch: async (input, init) => {
        const answer = shop.gateway.fetch(new Request(input, init), {});
        calls.push(answer);
        return answer;
      },
    },
  });
  const shop = openShop(
    async (request) => {
      if (request.url !== notify.url) return instead(new URL(request.url).pathname) ?? sandbox.fetch(request);
      news.push((await request.json()) as NewsMessage);
      return new Response();
    },
    {
      ...{ orders: 'draft', sender, tracking: true, notify, webhooks, cancels: true },
      now,
      ...options,
    },
  );
  const saved = await shop.post('/v1/draft_orders', {
    ...{ cart: await signCart({ ...cart, reference: 'CART-1' }, shop.keys, now()), delivery_type: 'now' },
    ...{ courier_company: 'jne', courier_type: 'reg', destination_postal_code: 40111, ...recipient },
  });
  const atService = async (method: string, path: string, body?: object) => {
    const headers = { authorization: key, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await sandbox.fetch(new Request(`https://service.test${path}`, init))).json();
  };
  return {
    ...shop,
    saved,
    news,
    confirm: () => atService('POST', `/v1/draft_orders/${saved.body.id}/confirm`, {}),
    remove: () => atService('DELETE', `/v1/draft_orders/${saved.body.id}`),
    move: (id: string, status: string) => atService('POST', `/sandbox/orders/${id}/status`, { status }),
    track: async () =>
      (await shop.ask('GET', '/v1/tracking', { headers: { authorization: `Bearer ${saved.body.track}` } })).body,
    later,
    /** The runs of so many minutes. */
    async pass(minutes: number) {
      later(minutes);
      await Promise.all(calls);
      await shop.gateway.settle();
      await shop.gateway.deliverNews();
    },
  };
}

describe('a draft that the merchant confirms at the service', () => {
  it('is an order of the shop from then on: by its id, its news and its parcel', async () => {
    const shop = await openDraft();
    expect(shop.saved.status).to.equal(201);
    expect(await shop.track()).to.include({ status: null, ended: false });
    await shop.pass(2);
    expect(shop.news).to.deep.equal([]);

    const { id } = await shop.confirm();
    await shop.pass(2);
    expect(await shop.gateway.find('CART-1')).to.include({ id, state: 'placed', status: 'confirmed' });
    const placed = shop.news.filter(({ type }) => type === 'order.placed');
    expect(placed.map(({ data }) => data)).to.have.lengthOf(1);
    expect(placed[0]?.data).to.include({ reference: 'CART-1', id, draft_order_id: shop.saved.body.id });

    await shop.move(id, 'allocated');
    await shop.pass(11);
    expect(await shop.track()).to.include({ status: 'allocated' });
    expect(shop.news.map(({ type, data }) => [type, data.status])).to.deep.include(['order.status', 'allocated']);
    await shop.pass(60);
    expect(shop.news.filter(({ type }) => type === 'order.placed')).to.have.lengthOf(1);
  });

  it('gets the webhooks that came before it was known', async () => {
    const shop = await openDraft({ tracking: false });
    const { id } = await shop.confirm();
    await shop.move(id, 'allocated');
    await shop.pass(2);
    await shop.pass(1);
    expect(await shop.track()).to.include({ status: 'allocated' });
  });

  it('answers the same request of the page with its order', async () => {
    const shop = await openDraft();
    const { id } = await shop.confirm();
    await shop.pass(2);
    const [draft] = await shop.entries('confirmed');
    expect(JSON.parse(draft?.answer ?? '').body).to.include({
      id: shop.saved.body.id,
      order_id: id,
      status: 'confirmed',
    });
  });

  it('can be cancelled by the shop', async () => {
    const shop = await openDraft();
    const { id } = await shop.confirm();
    await shop.pass(2);
    expect(await shop.gateway.cancel({ id, reference: 'CART-1' })).to.include({ status: 'cancelled' });
  });

  it('is taken over once by two processes', async () => {
    const shop = await openDraft();
    await shop.confirm();
    await shop.pass(0);
    await Promise.all([shop.pass(2), shop.another().settle()]);
    await shop.pass(2);
    expect(shop.news.filter(({ type }) => type === 'order.placed')).to.have.lengthOf(1);
  });
});

describe('a draft whose order is taken over while its person asks for the erasure', () => {
  it('keeps its order, and gets no price and no courier back', async () => {
    const shop = await openDraft({ notify: undefined as never, webhooks: undefined as never });
    const { id } = await shop.confirm();
    const { store } = shop.settings;
    const insert = async (entry: Entry) => {
      const added = await store.ledger.insert(entry);
      await shop.gateway.erase('CART-1');
      return added;
    };
    shop.later(2);
    await createGateway({ ...shop.settings, store: { ...store, ledger: { ...store.ledger, insert } } }).settle();
    const entries = await shop.entries();
    expect(entries.map(({ kind, state }) => `${kind} ${state}`)).to.have.members([
      'order placed',
      'draft_order confirmed',
    ]);
    const [draft] = await shop.entries('confirmed');
    expect(JSON.parse(draft?.answer ?? '').body).to.include({ status: 'confirmed', order_id: id });
    expect(draft?.answer).to.not.match(/price|tracking_id|link/);
    expect(await shop.gateway.cancel({ reference: 'CART-1' })).to.include({ id, status: 'cancelled' });
  });
});

describe('a draft that the merchant deletes at the service', () => {
  it('says so to the shop, once', async () => {
    const shop = await openDraft();
    await shop.remove();
    await shop.pass(2);
    await shop.pass(60);
    expect(shop.news.map(({ type, data }) => ({ type, data }))).to.deep.equal([
      { type: 'draft.gone', data: { reference: 'CART-1', id: null, draft_order_id: shop.saved.body.id } },
    ]);
    expect(await shop.entries('cancelled')).to.have.lengthOf(1);
    expect(await shop.track()).to.include({ status: 'cancelled', ended: true });
  });
});

describe('a saved draft', () => {
  const reads = (shop: { paths(): string[] }) =>
    shop.paths().filter((path) => path.startsWith('GET /v1/draft_orders/'));

  it('is asked about after a minute, and with its age less often', async () => {
    const shop = await openDraft();
    for (let minute = 0; minute < 180; minute++) await shop.pass(1);
    expect(reads(shop).length).to.be.within(25, 45);
    for (let minute = 0; minute < 60; minute++) await shop.pass(1);
    expect(reads(shop).length).to.be.below(50);
  });

  it('says in the log, once a minute, that the service does not accept the key', async () => {
    const shop = await openDraft({}, (path) =>
      path.includes('/draft_orders/')
        ? Response.json({ success: false, error: 'Wrong key', code: 40000001 }, { status: 400 })
        : undefined,
    );
    const from = shop.events.length;
    for (let n = 0; n < 3; n++) await shop.pass(20);
    expect(
      shop.events.slice(from).map(({ operation, reason, mismatch }) => [operation, reason, mismatch]),
    ).to.deep.equal([['settle', 'shipping-unavailable', shop.events.at(-1)?.mismatch]]);
    expect(shop.events.at(-1)?.mismatch).to.match(/does not accept the merchant's key/);
  });

  it('is not called off by the shop while the service has it', async () => {
    const shop = await openDraft();
    const cancel = () => shop.gateway.cancel({ reference: 'CART-1' });
    const refusal = await cancel().catch((problem) => problem);
    expect(refusal).to.include({ name: 'GatewayError', reason: 'not-cancellable' });
    expect(refusal.message).to.match(/^The draft stays at the service, .* delete it there\.$/);
    await shop.remove();
    await shop.pass(2);
    expect(await cancel()).to.include({ status: 'cancelled' });
  });

  it('is not called off by the shop while it is on its way', async () => {
    const lost = (path: string) => (path === '/v1/draft_orders' ? new Response('', { status: 502 }) : undefined);
    const shop = await openDraft({}, lost);
    expect(shop.saved.status).to.be.at.least(500);
    const refusal = await shop.gateway.cancel({ reference: 'CART-1' }).catch((problem) => problem);
    expect(refusal).to.include({ name: 'GatewayError', reason: 'unconfirmed' });
  });

  it('is not called off by the shop if the service has it, and its number was lost with the answer', async () => {
    let sent = 0;
    const used = { success: false, error: 'The reference has been used before.', code: 42211015 };
    const shop = await openDraft({}, (path) => {
      if (path !== '/v1/draft_orders') return undefined;
      sent += 1;
      return sent === 1 ? new Response('', { status: 502 }) : Response.json(used, { status: 422 });
    });
    await shop.pass(20);
    expect((await shop.entries()).map(({ state, order }) => [state, order])).to.deep.equal([['placed', null]]);
    const refusal = await shop.gateway.cancel({ reference: 'CART-1' }).catch((problem) => problem);
    expect(refusal).to.include({ name: 'GatewayError', reason: 'not-cancellable' });
  });

  it('is an order for the shop if it is confirmed, also after the shop has called off its reference', async () => {
    const shop = await openDraft();
    const { account } = shop;
    const key = { account, kind: 'order', reference: 'CART-1' } as const;
    const { store } = shop.settings;
    const ledger = new Ledger({ store: store.ledger, policy: { lease: 1, pause: 1, most: 1 }, now: () => 1 });
    // As a version before did.
    await ledger.callOff(key, permitOf('CART-1'), '{"status":200,"body":{}}');
    const { id } = await shop.confirm();
    await shop.pass(2);
    expect(await shop.gateway.find('CART-1')).to.include({ id, state: 'placed' });
    expect(shop.news.map(({ type, data }) => [type, data.id])).to.deep.include(['order.placed', id]);
    expect(await shop.gateway.cancel({ reference: 'CART-1' })).to.include({ id, status: 'cancelled' });
  });

  it('is not asked about by a shop that does not follow parcels', async () => {
    const shop = await openDraft({ tracking: false, webhooks: undefined as never });
    await shop.pass(10);
    expect(reads(shop)).to.deep.equal([]);
    expect(shop.saved.body).to.not.have.property('track');
  });

  it('stays as it is if the service answers with another draft, or with the order of another one', async () => {
    const other = { success: true, status: 'confirmed', reference_id: 'OTHER-9' };
    let answers: Record<string, object> = {};
    const shop = await openDraft({}, (path) => {
      const answer = answers[path.split('/')[2] ?? ''];
      return answer && Response.json(answer);
    });
    const mine = { success: true, id: shop.saved.body.id, status: 'confirmed', order_id: 'o-other' };
    for (const draft of [{ ...mine, id: 'another' }, { ...mine, reference_id: 'OTHER-9' }, mine]) {
      answers = { draft_orders: draft, orders: { ...other, id: 'o-other' } };
      await shop.pass(20);
      expect((await shop.entries()).map(({ state }) => state)).to.deep.equal(['placed']);
    }
    answers = {};
    const { id } = await shop.confirm();
    await shop.pass(20);
    expect(await shop.gateway.find('CART-1')).to.include({ id, state: 'placed' });
  });

  it('stays as it is if the service does not answer, or refuses the key', async () => {
    const answers = [
      () => new Response('', { status: 503 }),
      () => Response.json({ success: false, error: 'no', code: 40000001 }, { status: 400 }),
    ];
    const shop = await openDraft({}, (path) => (path.includes('/draft_orders/') ? answers.shift()?.() : undefined));
    await shop.remove();
    for (const left of [1, 0]) {
      await shop.pass(2);
      expect(answers).to.have.lengthOf(left);
      expect(await shop.entries('placed')).to.have.lengthOf(1);
    }
    await shop.pass(2);
    expect(await shop.entries('placed')).to.have.lengthOf(0);
  });
});
