import { expect } from 'chai';
import type { Reason } from '../../../src/client/index.ts';
import { type ErrorBody, ParcelResponse } from '../../../src/contract/index.ts';
import type { UpstreamAnswer } from '../../../src/gateway/http/upstream.ts';
import type { GatewayOptions } from '../../../src/gateway/index.ts';
import type { Entry } from '../../../src/gateway/ledger/transitions.ts';
import { type TrackingDeps, tracked } from '../../../src/gateway/parcels/tracking.ts';
import { signTrack } from '../../../src/server.ts';
import { contacts } from '../../support/fixtures.ts';
import {
  key as merchantKey,
  openGrantingShop,
  openSandboxShop,
  openShop,
  order,
  refused,
  serving,
  used,
} from '../shop.ts';

const webhooks = { secret: 'what-the-dashboard-has' };
const minutes = (count: number) => count * 60_000;

type Shop = ReturnType<typeof openShop>;

function helpersOf({ ask, keys }: Shop, now: () => Date) {
  const tokenOf = (reference = 'CART-1') => signTrack({ reference }, keys, now());
  const track = async (token?: string) => ask('GET', '/v1/tracking', token ? { headers: bearer(token) } : {});
  return {
    tokenOf,
    track,
    /** The answer for the order. */
    state: async (reference?: string) => (await track(await tokenOf(reference))).body,
    webhook: (body: object, secret = webhooks.secret) =>
      ask('POST', '/v1/webhooks', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: secret },
      }),
  };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A clock that stands still until it is told to pass. */
function stoppedClock() {
  let time = Date.parse('2026-11-22T03:00:00Z');
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { now: () => new Date(time), pass };
}

/** Asks one process of the gateway where the parcel is. */
const readBy = async (gateway: Shop['gateway'], token: string) =>
  (await gateway.fetch(new Request('https://gateway.test/v1/tracking', { headers: bearer(token) }), {})).json();

const onTheWay = ['allocated', 'picking_up', 'picked', 'in_transit', 'dropping_off'];

/** A shop with one order at the sandbox. */
async function openParcel(options: Partial<GatewayOptions> = {}) {
  const { now, pass } = stoppedClock();
  const shop = openSandboxShop({ orders: 'order', tracking: true, webhooks, now, ...options }, { now });
  const { body: placed } = await shop.place();
  const move = async (...states: string[]) => {
    for (const status of states) {
      const headers = { authorization: merchantKey, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ status }) };
      await shop.sandbox.fetch(new Request(`http://sandbox.test/sandbox/orders/${placed.id}/status`, init));
    }
  };
  return {
    ...shop,
    ...helpersOf(shop, now),
    placed,
    move,
    pass,
    reads: () => shop.seen.filter(({ method }) => method === 'GET').map(({ path }) => path),
  };
}

/** A shop whose order was placed by these answers, and whose service is not asked where it is. */
async function openTold(options: Partial<GatewayOptions> = {}) {
  const { now, pass } = stoppedClock();
  const placed = () =>
    Response.json({
      success: true,
      object: 'order',
      id: 'o1',
      status: 'confirmed',
      price: 15_000,
      courier: { company: 'jne' },
    });
  const shop = openShop(serving(placed), { orders: 'order', webhooks, now, ...options });
  await shop.place();
  const helpers = helpersOf(shop, now);
  return {
    ...shop,
    ...helpers,
    tell: (status: string, more: object = {}) =>
      helpers.webhook({ event: 'order.status', order_id: 'o1', status, ...more }),
    pass,
  };
}

describe('GET /v1/tracking', () => {
  it('keeps what a webhook said while the service was asked, and its answer is older', async () => {
    let webhook = async () => {};
    const held = async (request: Request) => {
      if (request.url.includes('/trackings/')) {
        await webhook();
        return Response.json({ success: true, status: 'picked', history: [] });
      }
      const courier = { company: 'jne', tracking_id: 't1' };
      const order = { success: true, object: 'order', id: 'o1', status: 'confirmed', price: 15_000, courier };
      return request.url.includes('/rates/') ? serving()(request) : Response.json(order);
    };
    const { now, pass } = stoppedClock();
    const shop = openShop(held, { orders: 'order', tracking: true, webhooks, now });
    await shop.place();
    const helpers = helpersOf(shop, now);
    webhook = async () => {
      pass(1_000);
      await helpers.webhook({ event: 'order.status', order_id: 'o1', status: 'in_transit' });
    };
    expect(await helpers.state()).to.include({ status: 'in_transit', updated_at: '2026-11-22T03:00:01.000Z' });
  });

  it('answers where the parcel of the token is, in one request', async () => {
    const { placed, track, move, pass } = await openParcel();
    await move('allocated', 'picking_up', 'picked', 'in_transit');
    pass(minutes(1));
    const { status, body, headers } = await track(placed.track);
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      success: true,
      object: 'tracking',
      status: 'in_transit',
      ended: false,
      ordered_at: '2026-11-22T03:00:00.000Z',
      waybill_id: placed.courier.waybill_id,
      link: placed.courier.link,
    });
    expect(body.courier).to.deep.equal({
      company: 'jne',
      type: 'reg',
      courier_name: 'JNE',
      courier_service_name: 'Reguler',
      shipment_duration_range: '2 - 3',
      shipment_duration_unit: 'days',
    });
    expect(body.history.map((row: { status: string }) => row.status)).to.deep.equal([
      ...['confirmed', 'allocated', 'picking_up', 'picked', 'in_transit'],
    ]);
    expect(body.history[0]).to.have.all.keys('status', 'note', 'updated_at');
    expect(Object.keys(body).filter((field) => !(field in ParcelResponse.def.shape))).to.deep.equal(['object']);
    expect(ParcelResponse.parse(body).dropped).to.deep.equal([]);
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).to.deep.equal(['no-referrer', 'no-store']);
  });

  it('has no personal data of anyone', async () => {
    const { placed, track, move, pass, entries, events } = await openParcel();
    await move('allocated');
    pass(minutes(1));
    const { body } = await track(placed.track);
    const stored = JSON.stringify([body, await entries(), events]);
    for (const secret of ['Budi', '081200000001', 'B 1234', 'driver.jpg', ...Object.values(contacts).map(String)])
      expect(stored).to.not.include(secret);
  });

  it('counts by order, and by address without a valid token', async () => {
    const { placed, track } = await openParcel({ limits: { address: 1, session: 3 } });
    const statuses = [];
    for (const token of [placed.track, placed.track, 'x.y.z', 'x.y.z', placed.track, placed.track])
      statuses.push((await track(token)).status);
    expect(statuses).to.deep.equal([200, 200, 401, 429, 200, 429]);
  });

  it('says that a link has expired after 90 days', async () => {
    const { placed, track, pass } = await openParcel();
    pass(89 * 24 * minutes(60));
    expect((await track(placed.track)).status).to.equal(200);
    pass(2 * 24 * minutes(60));
    expect((await track(placed.track)).body).to.include({ reason: 'track-expired' });
  });

  it('answers what webhooks have told unless the shop opts in to reads', async () => {
    const { state, tell, seen } = await openTold();
    const before = seen.length;
    expect(await state()).to.include({ status: 'confirmed', ended: false });
    for (const status of ['allocated', 'picked', 'picked', 'confirmed']) await tell(status);
    const event = (status: string) => ({ status, note: null, updated_at: '2026-11-22T03:00:00.000Z' });
    const history = [event('allocated'), event('picked')];
    expect(await state()).to.deep.include({ status: 'picked', history });
    await tell('picking_up', { updated_at: '2026-11-22T02:00:00Z' });
    const late = { ...event('picking_up'), updated_at: '2026-11-22T02:00:00.000Z' };
    expect(await state()).to.deep.include({ status: 'picked', history: [event('allocated'), late, event('picked')] });
    expect(seen).to.have.lengthOf(before);
  });

  it('says that the shop brings the parcel to the courier, also after a lost answer', async () => {
    for (const [method, told] of [
      ['drop_off', 'drop_off'],
      ['pickup', undefined],
    ] as const) {
      const shop = openGrantingShop([() => Promise.reject(new TypeError('cut off')), used], { tracking: true });
      await shop.place({ order: { ...order, origin_collection_method: method } });
      await shop.gateway.settle();
      const answer = await readBy(shop.another(), await signTrack({ reference: 'CART-1' }, shop.keys));
      expect(answer.courier.collection_method).to.equal(told);
    }
  });

  it('has the arrival that was promised, if it still held at the order, and so has the news of it', async () => {
    const arrival = {
      first: '2026-11-26',
      last: '2026-11-27',
      hand_over: '2026-11-24T17:00+07:00',
      cut_off: '2026-11-24T15:00+07:00',
      until: '2026-11-24T15:00+07:00',
      later: false,
    };
    const notify = {
      url: 'https://server.shop.test/news',
      secret: `whsec_${Buffer.alloc(32, 'n').toString('base64')}`,
    };
    const { now } = stoppedClock();
    const shop = openSandboxShop({ orders: 'order', tracking: true, notify, now }, { now });
    const { body: placed } = await shop.place({ arrival });
    expect((await helpersOf(shop, now).track(placed.track)).body.arrival).to.deep.equal(arrival);
    const [undelivered] = await shop.settings.store.news.due(shop.account, Number.MAX_SAFE_INTEGER, 9);
    expect(JSON.parse(undelivered?.lines ?? '').data).to.deep.include({ arrival });
    const late = { ...arrival, until: '2026-11-19T15:00+07:00' };
    const { body: waited } = await shop.place({ arrival: late, reference: 'CART-2' });
    expect((await helpersOf(shop, now).track(waited.track)).body).to.include({ status: 'confirmed' });
    expect((await helpersOf(shop, now).track(waited.track)).body).to.not.have.property('arrival');
  });

  it('is cancelled when the order was cancelled through the gateway, whatever a webhook says', async () => {
    const { placed, gateway, track, reads, webhook } = await openParcel();
    await webhook({ event: 'order.status', order_id: placed.id, status: 'allocated' });
    await gateway.cancel({ id: placed.id, reference: 'CART-1' });
    expect((await track(placed.track)).body).to.include({ status: 'cancelled', ended: true });
    expect(reads()).to.deep.equal([]);
  });
});

describe('the gateway asks the service where a parcel is', () => {
  it('at most once in ten minutes, from all processes and pages', async () => {
    const { track, placed, reads, pass, another } = await openParcel();
    await Promise.all(Array.from({ length: 10 }, () => readBy(another(), placed.track)));
    await track(placed.track);
    expect(reads()).to.deep.equal([`/v1/trackings/${placed.courier.tracking_id}`]);
    pass(minutes(10) - 1);
    await track(placed.track);
    expect(reads()).to.have.lengthOf(1);
    pass(1);
    await track(placed.track);
    expect(reads()).to.have.lengthOf(2);
  });

  it('for the shop’s own server once nothing was heard for as long as it says, until the end was read', async () => {
    const { gateway, reads, pass, move, webhook, placed, events } = await openParcel();
    const seen = async () => {
      const known = await gateway.find('CART-1', { unheardFor: minutes(60) });
      await gateway.find('CART-1');
      return `${known?.status} ${reads().length}`;
    };
    const found = [await seen()];
    for (const [wait, work] of [
      [59, () => undefined],
      [1, () => move('allocated')],
      [59, () => move('picking_up')],
      [1, () => undefined],
      [30, () => webhook({ event: 'order.status', order_id: placed.id, status: 'picked' })],
      [30, () => move(...onTheWay.slice(2), 'delivered')],
      [30, () => undefined],
      [600, () => undefined],
    ] as const) {
      pass(minutes(wait));
      await work();
      found.push(await seen());
    }
    expect(found).to.deep.equal([
      ...['confirmed 0', 'confirmed 0', 'allocated 1', 'allocated 1', 'picking_up 2'],
      ...['picked 2', 'picked 2', 'delivered 3', 'delivered 3'],
    ]);
    expect(events.filter(({ operation }) => operation === 'readTracking')).to.have.lengthOf(3);
  });

  it('never after an end state', async () => {
    const { placed, pass, move, settings, another } = await openParcel();
    await move(...onTheWay, 'delivered');
    let reads = 0;
    const { fetch = globalThis.fetch } = settings;
    // A read takes time.
    settings.fetch = (...parameters) => {
      reads += 1;
      pass(50);
      return fetch(...parameters);
    };
    const gateway = another();
    const track = () => readBy(gateway, placed.track);
    expect(await track()).to.include({ status: 'delivered', ended: true });
    pass(minutes(60));
    expect((await track()).history).to.have.lengthOf(7);
    expect(reads).to.equal(1);
  });

  it('once more when a webhook has told the end, for what happened last', async () => {
    const { track, placed, reads, pass, move, webhook } = await openParcel();
    await move(...onTheWay);
    await track(placed.track);
    pass(minutes(11));
    await move('delivered');
    await webhook({ event: 'order.status', order_id: placed.id, status: 'delivered' });
    for (let n = 0; n < 3; n++) {
      expect((await track(placed.track)).body.status).to.equal('delivered');
      pass(minutes(60));
    }
    expect(reads()).to.have.lengthOf(2);
  });

  it('once more also if the webhook’s own time is before the last read', async () => {
    const { track, placed, pass, move, webhook } = await openParcel();
    await move(...onTheWay);
    await track(placed.track);
    pass(minutes(11));
    await move('delivered');
    const updated_at = '2026-11-22T02:59:00Z';
    await webhook({ event: 'order.status', order_id: placed.id, status: 'delivered', updated_at });
    const { body } = await track(placed.track);
    expect(body.history.at(-1)).to.include({ status: 'delivered' });
    expect(body.updated_at).to.equal('2026-11-22T02:59:00.000Z');
  });

  it('until one read after the end was answered, at most once in ten minutes', async () => {
    const { track, placed, pass, move, webhook, sandbox, settings, another } = await openParcel();
    await move(...onTheWay, 'delivered');
    await webhook({ event: 'order.status', order_id: placed.id, status: 'delivered' });
    let reads = 0;
    settings.fetch = async (input, init) => {
      reads += 1;
      return reads === 1 ? new Response(null, { status: 503 }) : sandbox.fetch(new Request(input, init));
    };
    const gateway = another();
    const seen = [];
    for (const wait of [0, 1, 10, 60]) {
      pass(minutes(wait));
      seen.push([(await readBy(gateway, placed.track)).history.length, reads]);
    }
    expect(seen).to.deep.equal([
      [1, 1],
      [1, 1],
      [7, 2],
      [7, 2],
    ]);
    expect((await track(placed.track)).body).to.include({ status: 'delivered' });
  });

  it('keeps what it knows if the service fails, and does not ask again at once', async () => {
    let isDown = false;
    const { track, placed, reads, pass, sandbox, settings, another } = await openParcel();
    await track(placed.track);
    settings.fetch = async (input, init) =>
      isDown ? new Response(null, { status: 503 }) : sandbox.fetch(new Request(input, init));
    isDown = true;
    pass(minutes(11));
    const gateway = another();
    for (let n = 0; n < 3; n++) expect((await readBy(gateway, placed.track)).history).to.have.lengthOf(1);
    expect(reads()).to.have.lengthOf(1);
  });

  it('not by the answer of another parcel', async () => {
    const tracking = { success: true, id: 'T1', order_id: 'o1', status: 'picked', waybill_id: 'WB-1', history: [] };
    let answer: object = {};
    const courier = { tracking_id: 'T1' };
    const placed = { success: true, object: 'order', id: 'o1', status: 'confirmed', price: 15_000, courier };
    const serve = serving(() => Response.json(placed));
    const { now, pass } = stoppedClock();
    const shop = openShop((request) => (request.url.includes('/trackings/') ? Response.json(answer) : serve(request)), {
      orders: 'order',
      tracking: true,
      now,
    });
    const { track } = (await shop.place()).body;
    for (const other of [{ id: 'T2' }, { order_id: 'o2' }]) {
      answer = { ...tracking, ...other, status: 'delivered', waybill_id: 'WB-2' };
      expect(await readBy(shop.gateway, track)).to.include({ status: 'confirmed', ended: false, waybill_id: null });
      expect(shop.events.at(-1)?.reason).to.equal('service-unreadable');
      pass(minutes(11));
    }
    answer = { ...tracking, id: 't1' };
    expect(await readBy(shop.gateway, track)).to.include({ status: 'picked', waybill_id: 'WB-1' });
  });

  it('by the order, if its own answer was lost and it has no tracking id', async () => {
    const tracking = { success: true, status: 'pickingUp', history: [{ status: 'pickingUp', note: 'On the way' }] };
    const shop = openGrantingShop([() => Promise.reject(new TypeError('cut off')), used], { tracking: true });
    const { fetch } = shop.settings;
    const paths: string[] = [];
    shop.settings.fetch = async (input, init) => {
      const { pathname } = new URL(String(input));
      paths.push(pathname);
      if (pathname === '/v1/orders/o7')
        return Response.json({ success: true, id: 'o7', status: 'allocated', courier: { tracking_id: 'T7' } });
      return pathname === '/v1/trackings/T7'
        ? Response.json(tracking)
        : (fetch as typeof globalThis.fetch)(input, init);
    };
    await shop.place();
    await shop.gateway.settle();
    const answer = await readBy(shop.another(), await signTrack({ reference: 'CART-1' }, shop.keys));
    expect(answer).to.include({ status: 'picking_up' });
    // What the order itself said is earlier than a row without a time.
    expect(answer.history.map(({ status, note }: { status: string; note: string }) => [status, note])).to.deep.equal([
      ['allocated', null],
      ['picking_up', 'On the way'],
    ]);
    expect(paths).to.deep.equal(['/v1/orders/o7', '/v1/trackings/T7']);
  });
});

describe('a webhook about a parcel', () => {
  it('that tells the end counts more than a later read that does not have it yet', async () => {
    const { placed, track, webhook, pass, move } = await openParcel();
    await move(...onTheWay);
    await webhook({ event: 'order.status', order_id: placed.id, status: 'delivered' });
    pass(minutes(2));
    const { body } = await track(placed.track);
    expect(body).to.include({ status: 'delivered', ended: true, updated_at: '2026-11-22T03:00:00.000Z' });
    expect(body.history.slice(-2).map(({ status }: { status: string }) => status)).to.deep.equal([
      'dropping_off',
      'delivered',
    ]);
  });

  it('moves the parcel by what it says, also if the clocks of service and gateway differ', async () => {
    for (const behind of [5, -5]) {
      const { now, pass } = stoppedClock();
      let deliver = async (_message: Request) => new Response();
      const shop = openSandboxShop(
        { orders: 'order', webhooks, now },
        {
          now: () => new Date(now().getTime() - minutes(behind)),
          webhooks: {
            url: 'https://gateway.test/v1/webhooks',
            secret: webhooks.secret,
            times: true,
            fetch: (url, init) => deliver(new Request(url, init)),
          },
        },
      );
      deliver = (message) => shop.gateway.fetch(message, {});
      const { body } = await shop.place();
      const { state, webhook } = helpersOf(shop, now);
      // The first webhook has no time, so the gateway takes its own.
      await webhook({ event: 'order.status', order_id: body.id, status: 'confirmed' });
      for (const status of [
        'allocated',
        'picking_up',
        'picked',
        'in_transit',
        'on_hold',
        'dropping_off',
        'delivered',
      ]) {
        pass(minutes(0.5));
        await shop.sandbox.fetch(
          new Request(`https://upstream.test/sandbox/orders/${body.id}/status`, {
            method: 'POST',
            headers: { authorization: merchantKey, 'content-type': 'application/json' },
            body: JSON.stringify({ status }),
          }),
        );
        await shop.sandbox.move();
        expect((await state()).status, `${status}, ${behind} minutes`).to.equal(status);
      }
      const { history } = await state();
      expect(history.map(({ status }: { status: string }) => status)).to.deep.equal([
        'confirmed',
        ...onTheWay.slice(0, 4),
        'on_hold',
        ...onTheWay.slice(4),
        'delivered',
      ]);
    }
  });

  it('never goes back because of a late one, also after a hold', async () => {
    const { state, tell } = await openTold();
    for (const status of ['picked', 'on_hold']) await tell(status);
    await tell('confirmed', { updated_at: '2026-11-22T05:00:00Z' });
    await tell('allocated');
    expect((await state()).status).to.equal('on_hold');
    await tell('in_transit', { updated_at: '2026-11-22T02:00:00Z' });
    expect((await state()).status).to.equal('in_transit');
    await tell('on_hold');
    expect((await state()).status).to.equal('on_hold');
    await tell('dropping_off');
    expect((await state()).status).to.equal('dropping_off');
  });

  it('has its own time in the history if it is a plausible one', async () => {
    const { state, tell, pass } = await openTold();
    pass(minutes(300));
    await tell('picking_up', { updated_at: '2026-11-22T07:00:00Z' });
    expect(await state()).to.include({ status: 'picking_up', updated_at: '2026-11-22T07:00:00.000Z' });
    await tell('picked', { updated_at: '2036-11-22T07:00:00Z' });
    expect(await state()).to.include({ status: 'picked', updated_at: '2026-11-22T08:00:00.000Z' });
  });

  it('has the price that was said last, by the service’s own times where it gives them', async () => {
    const { gateway, webhook, pass } = await openTold();
    const price = async (amount: number, updated_at?: string) => {
      pass(minutes(1));
      await webhook({ event: 'order.price', order_id: 'o1', price: amount, ...(updated_at && { updated_at }) });
      return (await gateway.find('CART-1'))?.chargedNow;
    };
    expect(await price(16_000)).to.equal(16_000);
    expect(await price(17_000, '2026-11-22T02:55:00Z'), 'the service’s clock is behind').to.equal(17_000);
    expect(await price(15_500, '2026-11-22T02:54:00Z'), 'a late one').to.equal(17_000);
    expect(await price(18_000, '2026-11-22T02:56:00Z')).to.equal(18_000);
  });

  it('changes the waybill on the way', async () => {
    const { state, webhook } = await openTold();
    await webhook({ event: 'order.waybill_id', order_id: 'o1', courier_waybill_id: 'NEW-2', status: 'picked' });
    expect(await state()).to.include({ waybill_id: 'NEW-2', status: 'confirmed' });
  });

  it('tells the courier’s page, with http or https', async () => {
    const { state, tell } = await openTold();
    for (const [courier_link, link] of [
      ['javascript:alert(1)', null],
      ['https://courier.test/1', 'https://courier.test/1'],
      [7, 'https://courier.test/1'],
      [undefined, 'https://courier.test/1'],
    ]) {
      await tell('picked', { courier_link });
      expect((await state()).link).to.equal(link);
    }
  });

  it('is used without `notify`, and then nothing waits for a shop’s server', async () => {
    const { tell, settings, account, gateway } = await openTold();
    await tell('picked');
    await gateway.settle();
    expect(await settings.store.news.due(account, Number.MAX_SAFE_INTEGER, 9)).to.deep.equal([]);
  });

  it('that comes before the answer to its order counts once the order is known', async () => {
    let answer = (_response: Response) => {};
    const placing = () => new Promise<Response>((resolve) => (answer = resolve));
    const shop = openShop(serving(placing), { orders: 'order', webhooks });
    const { state, webhook } = helpersOf(shop, () => new Date());
    const placed = shop.place();
    while (!shop.writes().length) await new Promise(setImmediate);
    await webhook({ event: 'order.status', order_id: 'o1', status: 'allocated' });
    answer(Response.json({ success: true, object: 'order', id: 'o1', status: 'confirmed' }));
    await placed;
    await shop.gateway.settle();
    expect((await state()).status).to.equal('allocated');
  });
});

describe('a parcel of the sandbox', () => {
  it('is followed from the receipt to the door, by webhooks that come twice and out of order', async () => {
    const { now, pass } = stoppedClock();
    let gateway: Shop['gateway'] | undefined;
    const receive = async (input: RequestInfo | URL, init?: RequestInit) =>
      gateway?.fetch(new Request(input, init), {}) ?? new Response();
    const shop = openSandboxShop(
      { orders: 'order', webhooks, now },
      {
        now,
        moves: 60,
        scenario: 'webhooks-disordered',
        webhooks: { url: 'https://gateway.test/v1/webhooks', secret: webhooks.secret, fetch: receive },
      },
    );
    gateway = shop.gateway;
    await shop.place();
    const { state } = helpersOf(shop, now);
    const states = [];
    for (let n = 0; n < 7; n++) {
      states.push((await state()).status);
      pass(60_000);
      await shop.sandbox.move();
    }
    expect(states).to.deep.equal(['confirmed', ...onTheWay, 'delivered']);
  });
});

describe('an order that was refused', () => {
  it('has no parcel', async () => {
    const shop = openGrantingShop([() => refused(40002027)]);
    await shop.place();
    const { track } = helpersOf(shop, () => new Date());
    expect((await track(await signTrack({ reference: 'CART-1' }, shop.keys))).status).to.equal(401);
  });
});

describe('a service that cannot be read', () => {
  const placed = { status: 200, body: { status: 'confirmed', courier: { tracking_id: 'T1' } } };
  const entry = {
    ...{ kind: 'order', order: 'o1', state: 'placed', created: 0, terms: null, answer: JSON.stringify(placed) },
  } as Entry;

  /** @param answer of the service, each time */
  async function trackedWith(answer: UpstreamAnswer, order: Entry = entry) {
    const waits: number[] = [];
    const deps: TrackingDeps = {
      parcels: { find: async () => '', update: async () => true },
      reads: true,
      timeout: 10_000,
      now: () => 1e12,
      upstream: async ({ timeout }) => {
        waits.push(timeout);
        return answer;
      },
    };
    return { waits, ...(await tracked(deps, order)) };
  }

  it('keeps nobody waiting who can be told what is known', async () => {
    const { waits, body } = await trackedWith({ kind: 'no-proof', why: 'service-unreachable' });
    expect([body, waits]).to.deep.include([2_000]);
    expect(body).to.include({ status: 'confirmed' });
    const recovered = { ...entry, answer: JSON.stringify({ status: 200, body: {} }) };
    expect((await trackedWith({ kind: 'no-proof', why: 'service-busy' }, recovered)).waits[0]).to.equal(10_000);
  });

  it('is named in the log, for example after a refused key', async () => {
    const refusal = { success: true, error: 'Authorization failed', code: 40101001 } as ErrorBody;
    const { status, reason } = await trackedWith({
      kind: 'refused',
      status: 401,
      refusal,
      reason: 'key-refused' as Reason,
    });
    expect([status, reason]).to.deep.equal([200, 'key-refused']);
    const shop = openShop(
      (request) =>
        request.url.includes('/trackings/')
          ? Response.json({ success: true, error: 'Authorization failed', code: 40101001 }, { status: 401 })
          : serving(() => Response.json({ ...placed.body, success: true, object: 'order', id: 'o1', price: 15_000 }))(
              request,
            ),
      { orders: 'order', tracking: true },
    );
    await shop.place();
    const { track, tokenOf } = helpersOf(shop, () => new Date());
    expect((await track(await tokenOf())).status).to.equal(200);
    expect(shop.events.at(-1)).to.include({ status: 200 }).and.have.property('reason').that.is.a('string');
  });
});
