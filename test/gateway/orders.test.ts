import { expect } from 'chai';
import { SignJWT } from 'jose';
import { OrderRequest, withoutTokens } from '../../src/contract/index.ts';
import { signCart, signGrant, verifyCancel, verifyOffer } from '../../src/server.ts';
import { signCancel } from '../../src/tokens/index.ts';
import { rate } from '../support/fixtures.ts';
import { cart, destination, openSandboxShop, openShop, order, type Placed } from './shop.ts';

const orders = 'order' as const;
const placed = (ids: readonly Placed[]) => ids.map(({ reference_id }) => reference_id);

/** Quotes `jne/reg`, and answers orders one after another as the test says. */
function serving(...answers: (() => Response | Promise<Response>)[]) {
  const waiting = [...answers];
  return (request: Request) => {
    if (request.url.includes('/rates/')) return Response.json({ success: true, pricing: [rate()] });
    const next = waiting.shift();
    if (!next) throw new Error('The test expects no other request.');
    return next();
  };
}

const made = (id = 'o1') => Response.json({ success: true, object: 'order', id, status: 'confirmed', price: 15_000 });
const refusal = (code: number, details: object = {}, error = 'no') =>
  Response.json({ success: false, error, code, details }, { status: Math.floor(code / 100_000) });
const used = (reference_id: string, order_id = 'o1') => refusal(40002060, { order_id, reference_id, waybill_id: null });
const lost = () => Promise.reject<Response>(new TypeError('cut off'));

/** An order without an answer may be sent again at once. */
const timeouts = { pause: 0, wait: 0 };

/** A shop that grants orders, whose service gives these answers. */
const granting = (...answers: (() => Response | Promise<Response>)[]) =>
  openShop(serving(...answers), { orders, timeouts });

const sender = {
  origin_contact_name: 'Toko',
  origin_contact_phone: '+622155512345',
  origin_address: 'Jalan Fatmawati 10',
};
const writes = (paths: string[]) => paths.filter((path) => !path.includes('/rates/'));

describe('what a page may make', () => {
  it('is nothing, unless the shop says otherwise', async () => {
    const { post, grant, keys, seen } = openSandboxShop();
    const body = { grant: await grant(), cart: await signCart(cart, keys), cancel: 'x', ...order };
    for (const path of ['/v1/orders', '/v1/draft_orders', '/v1/orders/a1/cancel'])
      expect((await post(path, body)).body.reason, path).to.equal('not-offered');
    expect(seen).to.deep.equal([]);
  });

  it('is an order that the shop has granted, to the letter, whatever the page adds', async () => {
    const { post, grant, seen, placed: there } = openSandboxShop({ orders });
    const page = {
      ...order,
      courier_type: 'yes',
      destination_contact_name: 'Somebody',
      reference_id: 'MINE',
      price: 0,
    };
    const { status, body } = await post('/v1/orders', { ...page, grant: await grant() });
    expect(status).to.equal(200);
    expect(body).to.include({ success: true, status: 'confirmed', reference_id: 'CART-1' });
    expect(seen.at(-1)?.path).to.equal('/v1/orders');
    expect(seen.at(-1)?.body).to.deep.equal({ ...order, reference_id: 'CART-1' });
    expect((await there()).orders.map(({ id }) => id)).to.deep.equal([body.id]);
  });

  it('is nothing of a grant that the service does not know', async () => {
    const { post, grant, seen } = openSandboxShop({ orders });
    const more = { ...order, custom_rates: [1], discount: 5, reference_id: 'OTHER' } as typeof order;
    expect((await post('/v1/orders', { grant: await grant({ order: more }) })).status).to.equal(200);
    expect(seen.at(-1)?.body).to.deep.equal({ ...order, reference_id: 'CART-1' });
  });

  it('is nothing without a grant, or with one that is forged, expired or of another kind', async () => {
    const { post, grant, keys, seen, settings } = openSandboxShop({ orders });
    const expired = await new SignJWT({ order, reference: 'CART-1', price_max: 1 })
      .setProtectedHeader({ alg: 'HS256', typ: 'ship-grant+jwt', kid: 'now' })
      .setAudience(`ship-gateway:${settings.account}`)
      .setIssuedAt(Date.now() / 1000 - 3_600)
      .setExpirationTime(Date.now() / 1000 - 3_000)
      .sign(new TextEncoder().encode(keys.current.secret));
    const others: [unknown, string][] = [
      [undefined, 'token-missing'],
      [`${await grant()}x`, 'token-invalid'],
      [await signCart(cart, keys), 'token-invalid'],
      [await openShop(lost).grant(), 'token-invalid'],
      [{ order }, 'token-invalid'],
      [expired, 'token-expired'],
      ['A'.repeat(20_000), 'token-invalid'],
    ];
    for (const [token, reason] of others) {
      const { status, body } = await post('/v1/orders', { ...order, grant: token, cart: await signCart(cart, keys) });
      expect([status, body.reason], reason).to.deep.equal([403, reason]);
    }
    expect(seen).to.deep.equal([]);
  });

  it('is a draft of a signed cart, sent by the shop', async () => {
    const { post, keys, seen, placed: there } = openSandboxShop({ orders: 'draft', sender });
    const page = {
      ...order,
      cart: await signCart({ ...cart, reference: 'DRAFT-1' }, keys),
      items: [{ name: 'Feather', value: 1, quantity: 1, weight: 1 }],
      origin_contact_name: 'Thief',
      origin_postal_code: 99999,
      courier_insurance: 1,
      reference_id: 'MINE',
      destination_coordinate: { latitude: -6.9, longitude: 107.6, altitude: 1 },
    };
    const { status, body } = await post('/v1/draft_orders', page);
    expect(status).to.equal(201);
    expect(body).to.include({ object: 'draft_order', reference_id: 'DRAFT-1', status: 'ready' });
    expect(seen[0]?.body).to.include({
      ...sender,
      ...cart.origin,
      courier_insurance: 150_000,
      reference_id: 'DRAFT-1',
    });
    expect(seen[0]?.body.items).to.deep.equal(cart.items);
    expect(seen[0]?.body.destination_coordinate).to.deep.equal({ latitude: -6.9, longitude: 107.6 });
    expect(placed((await there()).draft_orders)).to.deep.equal(['DRAFT-1']);
    expect((await post('/v1/orders', page)).body.reason).to.equal('not-offered');
  });

  it('is a draft that is dropped off where the page, the sender or the cart says so, the cart before the others', async () => {
    for (const [page, shop, signed, expected] of [
      ['drop_off', undefined, undefined, 'drop_off'],
      ['drop_off', 'pickup', undefined, 'pickup'],
      ['pickup', 'pickup', 'drop_off', 'drop_off'],
      [undefined, undefined, undefined, undefined],
    ] as const) {
      const { post, keys, seen } = openSandboxShop({
        orders: 'draft',
        sender: { ...sender, ...(shop && { origin_collection_method: shop }) },
      });
      const claims = { ...cart, reference: 'DRAFT-1', ...(signed && { origin_collection_method: signed }) };
      const body = { ...order, origin_collection_method: page, cart: await signCart(claims, keys) };
      expect((await post('/v1/draft_orders', body)).status).to.equal(201);
      expect(seen[0]?.body.origin_collection_method).to.equal(expected);
    }
  });

  it('is no draft under a reference of another visit', async () => {
    const { post, keys, placed: there } = openSandboxShop({ orders: 'draft', sender });
    const draft = async (session: string, more = {}) =>
      (
        await post('/v1/draft_orders', {
          ...order,
          reference_id: 'R1',
          ...more,
          cart: await signCart({ ...cart, session }, keys),
        })
      ).status;
    expect(await draft('visit-1')).to.equal(201);
    expect(await draft('visit-1')).to.equal(201);
    expect(await draft('visit-1', { destination_address: 'Elsewhere 5' })).to.equal(409);
    expect(await draft('visit-2', { destination_address: 'Elsewhere 5' })).to.equal(201);
    expect(await draft('visit-3', { reference_id: undefined })).to.equal(400);
    expect((await there()).draft_orders).to.have.lengthOf(2);
  });

  it('is a draft that was granted, where the shop grants orders', async () => {
    const { post, grant, seen } = openSandboxShop({ orders });
    const { status, body } = await post('/v1/draft_orders', { grant: await grant({ kind: 'draft_order' }) });
    expect([status, body.object]).to.deep.equal([201, 'draft_order']);
    expect(seen[0]?.body).to.deep.equal({ ...order, reference_id: 'CART-1' });
  });
});

describe('an order through the gateway', () => {
  it('is one order for twenty clicks over two processes, and all are told the same', async () => {
    const { gateway, another, grant, placed: there } = openSandboxShop({ orders });
    const processes = [gateway, another()];
    const body = JSON.stringify({ grant: await grant() });
    const clicks = Array.from({ length: 20 }, (_, n) => {
      const request = new Request('https://gateway.test/v1/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return processes[n % 2]?.fetch(request);
    });
    const answers = await Promise.all(
      clicks.map(async (click) => [(await click)?.status, await (await click)?.text()]),
    );
    expect(new Set(answers.map(String)).size).to.equal(1);
    expect(answers[0]?.[0]).to.equal(200);
    expect(placed((await there()).orders)).to.deep.equal(['CART-1']);
  });

  it('gets the same answer when it is asked for again, also with a new grant', async () => {
    const { post, grant, paths } = granting(made);
    const first = await post('/v1/orders', { grant: await grant() });
    const again = await post('/v1/orders', { grant: await grant({ price_max: 99_000 }) });
    expect(again.body).to.deep.equal(first.body);
    expect(writes(paths())).to.deep.equal(['POST /v1/orders']);
  });

  it('is no other order under the same reference', async () => {
    const { post, grant, paths } = granting(made);
    await post('/v1/orders', { grant: await grant() });
    const other = await grant({ order: { ...order, destination_address: 'Jalan Lain 5' } });
    const { status, body } = await post('/v1/orders', { grant: other });
    expect([status, body.reason]).to.deep.equal([409, 'reference-used']);
    expect(writes(paths())).to.have.lengthOf(1);
  });

  it('costs the shopper what was granted, or is not sent: the new offer says what it costs', async () => {
    const { post, grant, keys, paths } = granting(made);
    const { status, body } = await post('/v1/orders', { grant: await grant({ price_max: 14_999, subtotal: 150_000 }) });
    expect([status, body.reason]).to.deep.equal([409, 'price-changed']);
    expect(body.details).to.include({ price: 15_000, accepted: 14_999 });
    const form = { cart, destination, service: 'jne/reg' };
    expect((await verifyOffer(body.details.offer, form, keys)).price).to.equal(15_000);
    expect(writes(paths())).to.deep.equal([]);
    const accepted = await post('/v1/orders', { grant: await grant({ price_max: 15_000 }) });
    expect(accepted.body).to.include({ id: 'o1', price: 15_000 });
  });

  it('may cost a little more than was granted, where the shop says how much', async () => {
    const { post, grant } = openShop(
      serving(() => made()),
      { orders, tolerance: 500 },
    );
    expect((await post('/v1/orders', { grant: await grant({ price_max: 14_499 }) })).status).to.equal(409);
    expect((await post('/v1/orders', { grant: await grant({ price_max: 14_500 }) })).status).to.equal(200);
  });

  it('costs what the shop offers, not what the service charges', async () => {
    const rates = [{ type: 'free' as const, subtotalFrom: 150_000 }];
    const { post, grant } = openShop(
      serving(() => made()),
      { orders, rates },
    );
    const granted = await grant({ price_max: 0, subtotal: 150_000 });
    expect((await post('/v1/orders', { grant: granted })).body).to.include({ id: 'o1', price: 0 });
  });

  it('asks for the price of exactly what will be ordered', async () => {
    const { post, grant, seen } = granting(made);
    const extras = {
      courier_insurance: 150_000,
      destination_cash_on_delivery: 90_000,
      destination_cash_on_delivery_type: '3_days' as const,
    };
    await post('/v1/orders', { grant: await grant({ order: { ...order, ...extras } }) });
    expect(seen[0]?.body).to.deep.equal({
      ...cart.origin,
      ...destination,
      couriers: 'jne',
      items: cart.items,
      ...extras,
    });
  });

  it('is not sent if its service is gone or its price cannot be asked', async () => {
    const gone = openShop(() => Response.json({ success: true, pricing: [rate({ courier_service_code: 'yes' })] }), {
      orders,
    });
    const { body } = await gone.post('/v1/orders', { grant: await gone.grant() });
    expect(body).to.include({ reason: 'service-gone', code: 40002027 });
    const down = openShop(lost, { orders });
    expect((await down.post('/v1/orders', { grant: await down.grant() })).body.reason).to.equal('service-unreachable');
    for (const { paths, settings, account } of [gone, down]) {
      expect(writes(paths())).to.deep.equal([]);
      expect(await settings.store.ledger.list(account, undefined, 9)).to.deep.equal([]);
    }
  });

  it('that was refused is refused again, until the shop grants it once more', async () => {
    const { post, grant, paths } = granting(() => refusal(40002031), made);
    const first = await grant();
    const { status, body } = await post('/v1/orders', { grant: first });
    expect([status, body.reason, body.code]).to.deep.equal([400, 'cod-unavailable', 40002031]);
    expect((await post('/v1/orders', { grant: first })).body).to.deep.equal(body);
    expect(writes(paths())).to.have.lengthOf(1);
    const again = await post('/v1/orders', { grant: await grant({ price_max: 90_000 }) });
    expect(again.body).to.include({ id: 'o1' });
  });

  it('that was refused is not ordered by the same grant in another spelling', async () => {
    const { post, grant, paths } = granting(() => refusal(40002031), made);
    const granted = await grant();
    await post('/v1/orders', { grant: granted });
    for (const spelling of [`${granted}\n`, `${granted} `, `${granted}=`])
      expect((await post('/v1/orders', { grant: spelling })).body.reason).to.equal('token-invalid');
    expect(writes(paths())).to.have.lengthOf(1);
  });

  it('that was refused may be another one under the same number', async () => {
    const { post, grant, seen } = granting(() => refusal(40002031), made);
    await post('/v1/orders', { grant: await grant() });
    const other = { ...order, destination_note: 'Leave it with the guard' };
    expect((await post('/v1/orders', { grant: await grant({ order: other }) })).body).to.include({ id: 'o1' });
    expect(seen.at(-1)?.body).to.deep.equal({ ...other, reference_id: 'CART-1' });
  });

  const silences: [string, () => Response | Promise<Response>][] = [
    ['no answer', lost],
    ['429', () => refusal(42900000)],
    ['500', () => refusal(50000000)],
    ['a page', () => new Response('<html>', { status: 400 })],
    ['half an answer', () => new Response('{"success":true,"id":')],
    ['an answer that is no order', () => Response.json({ success: true, object: 'order' })],
    ['a redirect', () => new Response(null, { status: 303, headers: { location: '/' } })],
    ['no text', () => new Response(null, { status: 204 })],
  ];
  for (const [what, silence] of silences)
    it(`answered with ${what} is unconfirmed, and found out by sending the very same again`, async () => {
      const { post, grant, seen, settings, account } = granting(silence, () => used('CART-1', 'o7'));
      const granted = { grant: await grant() };
      const { status, body } = await post('/v1/orders', granted);
      expect([status, body.reason]).to.deep.equal([504, 'unconfirmed']);
      const [open] = await settings.store.ledger.list(account, ['unknown'], 9);
      expect(open).to.include({ reference: 'CART-1', attempts: 1 });
      const again = await post('/v1/orders', granted);
      expect(again.status).to.equal(200);
      expect(again.body).to.include({
        success: true,
        id: 'o7',
        recovered: true,
        reference_id: 'CART-1',
        price: 15_000,
      });
      const sent = seen.filter(({ path }) => path === '/v1/orders').map((one) => one.body);
      expect(sent).to.have.lengthOf(2);
      expect(sent[1]).to.deep.equal(sent[0]);
    });

  it('behind a lost answer is not proved by a no that does not name it', async () => {
    const answers = [lost, () => used('ANOTHER'), () => refusal(40002060), () => refusal(40002031), () => made('o9')];
    const { post, grant, gateway, settings, account } = granting(...answers);
    await post('/v1/orders', { grant: await grant() });
    for (let n = 0; n < 3; n++) {
      await gateway.settle();
      expect(await settings.store.ledger.list(account, ['unknown'], 9)).to.have.lengthOf(1);
    }
    await gateway.settle();
    const [entry] = await settings.store.ledger.list(account, ['placed'], 9);
    expect(entry).to.include({ order: 'o9', body: null });
  });

  it('whose outcome stays unknown is left to the merchant, and says so', async () => {
    const { post, grant, gateway, settings, account } = openShop(serving(lost, lost, lost), {
      orders,
      timeouts: { ...timeouts, sends: 3 },
    });
    const granted = { grant: await grant() };
    await post('/v1/orders', granted);
    await gateway.settle();
    await gateway.settle();
    expect(await gateway.settle()).to.equal(0);
    const [entry] = await settings.store.ledger.list(account, ['needs-attention'], 9);
    expect(entry?.reference).to.equal('CART-1');
    expect((await post('/v1/orders', granted)).body.reason).to.equal('needs-attention');
  });

  it('needs attention if the first send is told that its reference is used: it may be another order', async () => {
    for (const answer of [() => used('CART-1'), () => refusal(40002060)]) {
      const { post, grant, settings, account } = granting(answer);
      const { status, body } = await post('/v1/orders', { grant: await grant() });
      expect([status, body.reason]).to.deep.equal([504, 'needs-attention']);
      expect(await settings.store.ledger.list(account, ['needs-attention'], 9)).to.have.lengthOf(1);
    }
  });

  it('is answered to a second request that waits for the first one', async () => {
    let answer = (_answer: Response) => {};
    const held = () => new Promise<Response>((resolve) => (answer = resolve));
    const { post, grant, seen } = openShop(serving(held), { orders, timeouts: { wait: 5_000 } });
    const granted = { grant: await grant() };
    const both = [post('/v1/orders', granted), post('/v1/orders', granted)];
    while (!seen.some(({ path }) => path === '/v1/orders')) await new Promise(setImmediate);
    answer(made('o3'));
    const [one, other] = await Promise.all(both);
    expect(one?.body).to.include({ id: 'o3' });
    expect(other?.body).to.deep.equal(one?.body);
  });

  it('as a draft is found again by the service’s own code, which names no draft', async () => {
    const { post, grant, settings, account } = granting(lost, () => refusal(42211015));
    const granted = { grant: await grant({ kind: 'draft_order' }) };
    expect((await post('/v1/draft_orders', granted)).status).to.equal(504);
    const { status, body } = await post('/v1/draft_orders', granted);
    expect([status, body.code, body.reason]).to.deep.equal([422, 42211015, 'reference-used']);
    const [entry] = await settings.store.ledger.list(account, ['placed'], 9);
    expect(entry).to.include({ reference: 'CART-1', order: null });
    expect((await post('/v1/draft_orders', granted)).body).to.deep.equal(body);
  });
});

describe('a grant', () => {
  it('is for an order or for a draft, and never for both', async () => {
    const { post, grant, placed: there } = openSandboxShop({ orders });
    const [ofOrder, ofDraft] = [await grant(), await grant({ kind: 'draft_order' })];
    for (const [path, token] of [
      ['/v1/draft_orders', ofOrder],
      ['/v1/orders', ofDraft],
    ] as const) {
      const { status, body } = await post(path, { grant: token });
      expect([status, body.reason, body.details?.token]).to.deep.equal([403, 'token-invalid', 'grant']);
    }
    expect((await post('/v1/orders', { grant: ofOrder })).status).to.equal(200);
    expect((await post('/v1/draft_orders', { grant: ofDraft })).status).to.equal(201);
    const { orders: all, draft_orders: drafts } = await there();
    expect([all.length, drafts.length]).to.deep.equal([1, 1]);
  });
});

describe('a price that has risen', () => {
  it('is asked once for many clicks on it', async () => {
    const { post, grant, paths } = granting();
    const granted = await grant({ price_max: 1 });
    for (let n = 0; n < 10; n++)
      expect((await post('/v1/orders', { grant: granted })).body.reason).to.equal('price-changed');
    expect(paths()).to.deep.equal(['POST /v1/rates/couriers']);
  });
});

describe('an order for today', () => {
  const today = { delivery_type: 'scheduled' as const, delivery_date: '2026-11-22', delivery_time: '18:00' };

  it('whose answer was lost is found out after midnight', async () => {
    let now = new Date('2026-11-22T23:59:50+07:00');
    const { post, keys } = openShop(
      serving(lost, () => used('CART-1', 'o7')),
      { orders, timeouts, now: () => now },
    );
    const claims = { order: { ...order, ...today }, reference: 'CART-1', price_max: 100_000 };
    const granted = await signGrant(claims, keys, now);
    expect((await post('/v1/orders', { grant: granted })).body.reason).to.equal('unconfirmed');
    now = new Date('2026-11-23T00:00:10+07:00');
    expect((await post('/v1/orders', { grant: granted })).body).to.include({ id: 'o7', recovered: true });
    const late = await signGrant({ ...claims, reference: 'CART-2' }, keys, now);
    expect((await post('/v1/orders', { grant: late })).body.details).to.include({ field: 'delivery_date' });
  });
});

describe('a cancellation through the gateway', () => {
  const cancels = true;
  const cancelled = () => Response.json({ success: true, object: 'order', id: 'o1', status: 'cancelled' });
  const late = (state: string) => refusal(40002053, {}, `Cannot cancel order because order already ${state}`);

  async function ordered(...answers: (() => Response | Promise<Response>)[]) {
    const shop = openShop(
      serving(() => made(), ...answers),
      { orders, cancels, timeouts: { pause: 0, wait: 5_000 } },
    );
    const { body } = await shop.post('/v1/orders', { grant: await shop.grant() });
    const cancel = (more: object = {}, id = 'o1') =>
      shop.post(`/v1/orders/${id}/cancel`, { cancel: body.cancel, ...more });
    const entries = () => shop.settings.store.ledger.list(shop.account, undefined, 9);
    return { ...shop, token: String(body.cancel), cancel, entries };
  }

  it('takes the token that came with the order', async () => {
    const { cancel, keys, token, seen, entries } = await ordered(cancelled);
    expect(await verifyCancel(token, keys)).to.deep.equal({ order: 'o1', reference: 'CART-1' });
    const reason = { cancellation_reason_code: 'pickup_delay', cancellation_reason: 'Too late', status: 'x' };
    const { status, body } = await cancel(reason);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ success: true, object: 'order', id: 'o1', status: 'cancelled' });
    expect(seen.at(-1)?.path).to.equal('/v1/orders/o1/cancel');
    expect(seen.at(-1)?.body).to.deep.equal({
      cancellation_reason_code: 'pickup_delay',
      cancellation_reason: 'Too late',
    });
    const [entry] = await entries();
    expect(entry).to.include({ state: 'cancelled', body: null });
  });

  it('is made once by two at the same time, and told again', async () => {
    const { cancel, paths } = await ordered(cancelled);
    const answers = [...(await Promise.all([cancel(), cancel()])), await cancel()];
    for (const { status } of answers) expect(status).to.equal(200);
    expect(paths().filter((path) => path.endsWith('/cancel'))).to.have.lengthOf(1);
  });

  it('is not offered unless the shop wants it, and brings no token then', async () => {
    const shop = granting(made);
    const { body } = await shop.post('/v1/orders', { grant: await shop.grant() });
    expect(body).to.not.have.property('cancel');
  });

  it('is of that order alone', async () => {
    const { cancel, post, paths } = await ordered();
    expect((await cancel({}, 'o2')).body.reason).to.equal('token-invalid');
    expect((await post('/v1/orders/o1/cancel', {})).body.reason).to.equal('token-missing');
    expect((await post('/v1/orders/o1/cancel', { cancel: 'x.y.z' })).body.reason).to.equal('token-invalid');
    expect((await cancel({ cancellation_reason_code: 'because' })).body.reason).to.equal('invalid-request');
    expect((await cancel({ cancellation_reason: 'x'.repeat(400) })).body.reason).to.equal('invalid-request');
    expect(paths().filter((path) => path.endsWith('/cancel'))).to.deep.equal([]);
  });

  it('is of the order that the ledger has under that reference', async () => {
    const { keys, post, paths } = await ordered();
    const other = await signCancel({ order: 'o2', reference: 'CART-1' }, keys);
    expect((await post('/v1/orders/o2/cancel', { cancel: other })).body.reason).to.equal('order-not-found');
    const nobody = await signCancel({ order: 'o1', reference: 'CART-2' }, keys);
    expect((await post('/v1/orders/o1/cancel', { cancel: nobody })).body.reason).to.equal('order-not-found');
    expect(paths().filter((path) => path.endsWith('/cancel'))).to.deep.equal([]);
  });

  it('that comes too late leaves the order where it is', async () => {
    const { cancel, entries } = await ordered(() => late('picked'));
    const { status, body } = await cancel();
    expect([status, body.code, body.reason]).to.deep.equal([400, 40002053, 'not-cancellable']);
    expect((await entries())[0]?.state).to.equal('placed');
  });

  it('without an answer is found out by sending it again', async () => {
    const { cancel, entries } = await ordered(lost, () => late('cancelled'));
    expect((await cancel()).body.reason).to.equal('unconfirmed');
    expect((await entries())[0]?.state).to.equal('cancelling');
    expect((await cancel()).body).to.include({ status: 'cancelled' });
  });

  it('is the answer when the order is asked for again', async () => {
    const { cancel, post, grant } = await ordered(cancelled);
    await cancel();
    const { body } = await post('/v1/orders', { grant: await grant() });
    expect(body).to.include({ id: 'o1', status: 'cancelled' });
    expect(body).to.not.have.property('cancel');
  });
});

describe('what a process has left behind', () => {
  it('is sent, where it was promised and not sent', async () => {
    const { grant, gateway, settings, account, paths } = granting(made);
    const { ledger } = settings.store;
    // As a process leaves it that ends between the two writes.
    const dead = { ...ledger, replace: () => new Promise<boolean>(() => {}) };
    const left = openShop(serving(), {
      ...settings,
      store: { ...settings.store, ledger: dead },
      // Longer ago than a lease.
      now: () => new Date(Date.now() - 45_000),
    });
    void left.post('/v1/orders', { grant: await grant() });
    while (!(await ledger.list(account, ['claimed'], 9)).length) await new Promise(setImmediate);
    await gateway.settle();
    expect(await ledger.list(account, ['placed'], 9)).to.have.lengthOf(1);
    expect(writes(paths())).to.have.lengthOf(1);
  });
});

describe('settling', () => {
  /** A shop with so many orders without an answer; the service answers each second send as the test says. */
  async function unanswered(count: number, serve: (reference: string) => Promise<Response>) {
    const sent = new Set<string>();
    const shop = openShop(
      async (request) => {
        if (request.url.includes('/rates/')) return Response.json({ success: true, pricing: [rate()] });
        const { reference_id: reference } = await request.json();
        if (sent.has(reference)) return serve(reference);
        sent.add(reference);
        return lost();
      },
      { orders, timeouts: { ...timeouts, send: 60_000, lease: 80_000 } },
    );
    for (let n = 0; n < count; n++) await shop.post('/v1/orders', { grant: await shop.grant({ reference: `R-${n}` }) });
    const states = async () =>
      (await shop.settings.store.ledger.list(shop.account, undefined, 99)).map(({ state }) => state);
    return { ...shop, states };
  }

  it('goes on with an order behind others that hang', async () => {
    let settled = () => {};
    const last = new Promise<void>((resolve) => (settled = resolve));
    const { gateway } = await unanswered(4, async (reference) => {
      if (reference !== 'R-3') return new Promise<Response>(() => {});
      settled();
      return used(reference, 'o3');
    });
    const end = new AbortController();
    const settling = gateway.settle({ signal: end.signal });
    await last;
    end.abort();
    await settling;
  });

  it('ends when it is aborted, and sends nothing afterwards', async () => {
    const end = new AbortController();
    const { gateway, paths, states } = await unanswered(12, async () => {
      end.abort();
      return new Promise<Response>(() => {});
    });
    const before = writes(paths()).length;
    await gateway.settle({ signal: end.signal });
    expect(writes(paths()).length - before).to.be.below(12);
    expect(new Set(await states())).to.deep.equal(new Set(['unknown']));
  });
});

describe('the order that a shop grants', () => {
  it('goes out with every field that the contract has', async () => {
    const { post, grant, seen } = granting(made);
    const full = {
      ...order,
      ...{ shipper_contact_name: 'Toko', shipper_contact_phone: '081234500001' },
      ...{ shipper_contact_email: 'a@shop.test', shipper_organization: 'Toko', origin_contact_email: 'a@shop.test' },
      ...{ origin_note: 'Gate 2', origin_area_id: 'A1', origin_coordinate: { latitude: -6.2, longitude: 106.8 } },
      ...{
        origin_collection_method: 'drop_off',
        destination_contact_email: 'r@home.test',
        destination_note: 'Blue door',
      },
      ...{ origin_location_id: 'L1', destination_location_id: 'L2' },
      ...{ destination_area_id: 'A2', destination_coordinate: { latitude: -6.9, longitude: 107.6 } },
      ...{ destination_proof_of_delivery: true, destination_proof_of_delivery_note: 'A photo of the door' },
      ...{
        destination_cash_on_delivery: 90_000,
        destination_cash_on_delivery_type: '3_days',
        courier_insurance: 150_000,
      },
      ...{ delivery_type: 'scheduled', delivery_date: '2099-01-01', delivery_time: '10:00', order_note: 'Gift' },
      ...{ metadata: { invoice: '1' }, tags: ['gift'] },
    } as typeof order;
    const { status, body } = await post('/v1/orders', { grant: await grant({ order: full }) });
    expect(status, JSON.stringify(body)).to.equal(200);
    const fields = Object.keys(withoutTokens(OrderRequest.shape));
    expect(fields.sort(), 'all of the contract').to.deep.equal([...Object.keys(full), 'reference_id'].sort());
    expect(seen.at(-1)?.body).to.deep.equal({ ...full, reference_id: 'CART-1' });
  });
});
