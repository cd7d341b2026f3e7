import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { OrderRequest, withoutTokens } from '../../src/contract/index.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { type Grant, orderOutcome, signCart, signGrant, verifyOffer } from '../../src/server.ts';
import { rate } from '../support/fixtures.ts';
import {
  cancelled,
  cart,
  destination,
  lost,
  made,
  openGrantingShop,
  openSandboxShop,
  openShop,
  order,
  refused,
} from './shop.ts';

/** A name that a grant does not refuse. The plugin for WooCommerce reads the same ones. */
const names: { given: string; read: string }[] = JSON.parse(
  readFileSync(new URL('../support/text-cases.json', import.meta.url), 'utf8'),
).names.filter(({ given }: { given: string }) => /[^\s\p{Cf}]/u.test(given));

const sender = {
  origin_contact_name: 'Toko',
  origin_contact_phone: '+622155512345',
  origin_address: 'Jalan Fatmawati 10',
};

describe('a page', () => {
  it('may order, save and cancel nothing unless the shop allows it', async () => {
    const { post, grant, keys, seen } = openSandboxShop();
    const body = { grant: await grant(), cart: await signCart(cart, keys), cancel: 'x', ...order };
    for (const path of ['/v1/orders', '/v1/draft_orders', '/v1/orders/a1/cancel'])
      expect((await post(path, body)).body.reason, path).to.equal('not-offered');
    expect(seen).to.deep.equal([]);
  });

  for (const { given, read } of names)
    it(`names goods as people read them: ${JSON.stringify(given)}`, async () => {
      const { post, grant, seen } = openGrantingShop([made]);
      const items = [{ ...order.items[0], name: given, sku: 'SKU-1' }] as Grant['order']['items'];
      await post('/v1/orders', { grant: await grant({ order: { ...order, items, destination_note: given || ' ' } }) });
      const sent = seen.at(-1)?.body as { items: { name: string }[]; destination_note?: string };
      expect([sent.items[0]?.name, sent.destination_note]).to.deep.equal([read || 'SKU-1', read || undefined]);
    });

  it('orders what the grant says, in every field of the contract and in no other', async () => {
    const { post, grant, seen } = openGrantingShop([made]);
    const extras = {
      courier_insurance: 150_000,
      destination_cash_on_delivery: 90_000,
      destination_cash_on_delivery_type: '3_days' as const,
    };
    const full = {
      ...order,
      ...extras,
      shipper_contact_name: 'Toko',
      shipper_contact_phone: '081234500001',
      shipper_contact_email: 'a@shop.test',
      shipper_organization: 'Toko',
      origin_contact_email: 'a@shop.test',
      origin_note: 'Gate 2',
      origin_area_id: 'A1',
      origin_coordinate: { latitude: -6.2, longitude: 106.8 },
      origin_collection_method: 'drop_off',
      origin_location_id: 'L1',
      destination_contact_email: 'r@home.test',
      destination_note: 'Blue door',
      destination_area_id: 'A2',
      destination_coordinate: { latitude: -6.9, longitude: 107.6 },
      destination_location_id: 'L2',
      destination_proof_of_delivery: true,
      destination_proof_of_delivery_note: 'A photo of the door',
      delivery_type: 'scheduled',
      delivery_date: '2099-01-01',
      delivery_time: '10:00',
      order_note: 'Gift',
      metadata: { invoice: '1' },
      tags: ['gift'],
    };
    const unknown = { custom_rates: [1], discount: 5, reference_id: 'OTHER' };
    const page = { courier_type: 'yes', destination_contact_name: 'Somebody', reference_id: 'MINE', price: 0 };
    const granted = await grant({ order: { ...full, ...unknown } as Grant['order'] });
    const { status, body } = await post('/v1/orders', { ...page, grant: granted });
    expect(status, JSON.stringify(body)).to.equal(200);
    const [asked, sent] = seen;
    expect(asked?.body).to.include({ couriers: 'jne', ...cart.origin, ...destination, ...extras });
    expect(asked?.body.items).to.deep.equal(cart.items);
    expect(sent?.body).to.deep.equal({ ...full, reference_id: 'CART-1' });
    expect(Object.keys(sent?.body ?? {})).to.have.members(Object.keys(withoutTokens(OrderRequest.shape)));
  });

  it('orders nothing without a valid grant', async () => {
    const { post, grant, keys, seen } = openSandboxShop({ orders: 'order' });
    const anHourAgo = new Date(Date.now() - 3_600_000);
    const tokens: [unknown, string][] = [
      [undefined, 'token-missing'],
      [`${await grant()}x`, 'token-invalid'],
      [await grant({ kind: 'draft_order' }), 'token-invalid'],
      [await signGrant({ order, reference: 'CART-1', price_max: 1 }, keys, anHourAgo), 'token-expired'],
    ];
    for (const [token, reason] of tokens) {
      const { status, body } = await post('/v1/orders', { ...order, grant: token, cart: await signCart(cart, keys) });
      expect([status, body.reason, body.details.token], reason).to.deep.equal([403, reason, 'grant']);
    }
    expect(seen).to.deep.equal([]);
  });

  it('names the wrong field of an order that a server in another language has granted, which is final', async () => {
    const { post, grantUnchecked, seen, events } = openSandboxShop({ orders: 'order' });
    const wrong: [field: string, changes: object][] = [
      ['destination_contact_phone', { destination_contact_phone: '0899771' }],
      ['destination_contact_name', { destination_contact_name: undefined }],
      ['destination_address', { destination_address: '\u200b' }],
      ['destination_postal_code', { destination_postal_code: undefined }],
      ['items.0.weight', { items: [{ ...order.items[0], weight: -1 }] }],
      ['items', { items: 'none' }],
      ['delivery_type', { delivery_type: undefined }],
    ];
    for (const kind of ['order', 'draft_order'])
      for (const [field, changes] of wrong) {
        const granted = await grantUnchecked({ kind, order: { ...order, ...changes } });
        const { status, body } = await post(`/v1/${kind}s`, { grant: granted });
        expect([status, body.reason, body.details.field], field).to.deep.equal([400, 'invalid-request', field]);
        expect(orderOutcome(body)).to.equal('refused');
        expect(body.error).to.match(new RegExp(`^The grant cannot be used: ${field} `));
        expect(events.at(-1)?.mismatch).to.equal(body.error).and.not.include('0899771');
      }
    expect(seen).to.deep.equal([]);
  });

  it('does not call a wrong order refused if one was placed under its reference', async () => {
    const { post, place, grantUnchecked } = openGrantingShop([made]);
    await place();
    const again = await post('/v1/orders', {
      grant: await grantUnchecked({ order: { ...order, delivery_type: 'soon' } }),
    });
    expect([again.status, again.body.reason]).to.deep.equal([409, 'reference-used']);
    expect(orderOutcome(again.body)).to.equal('unknown');
  });

  it('calls an order refused once it was called off, also a wrong one, and placed if it was sent and then cancelled', async () => {
    const answers = [() => refused(40002031), made, cancelled];
    const { gateway, post, place, grantUnchecked, writes } = openGrantingShop(answers);
    for (const reference of ['CART-1', 'CART-3']) await place({ reference });
    for (const reference of ['CART-1', 'CART-2', 'CART-3']) await gateway.cancel({ reference });
    const wrong = { reference: 'CART-2', order: { ...order, delivery_type: 'soon' } };
    const asked = [
      ...['CART-1', 'CART-2', 'CART-3'].map((reference) => place({ reference })),
      post('/v1/orders', { grant: await grantUnchecked(wrong) }),
    ];
    const outcomes = (await Promise.all(asked)).map(({ body }) => [orderOutcome(body), body.reason ?? body.status]);
    expect(outcomes).to.deep.equal([
      ['refused', 'not-placed'],
      ['refused', 'not-placed'],
      ['placed', 'cancelled'],
      ['refused', 'invalid-request'],
    ]);
    expect(writes()).to.have.length(3);
  });

  it('saves a draft that was granted, with no grant of an order', async () => {
    const { post, grant, seen } = openSandboxShop({ orders: 'order' });
    expect((await post('/v1/draft_orders', { grant: await grant() })).body.reason).to.equal('token-invalid');
    const { status, body } = await post('/v1/draft_orders', { grant: await grant({ kind: 'draft_order' }) });
    expect([status, body.object]).to.deep.equal([201, 'draft_order']);
    expect(seen.map((one) => one.body)).to.deep.equal([{ ...order, reference_id: 'CART-1' }]);
  });
});

describe('a draft of a signed cart', () => {
  it('has goods, amounts and origin of the cart, the sender of the shop, and the recipient of the page', async () => {
    const { post, keys, seen } = openSandboxShop({ orders: 'draft', sender });
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
    expect(seen[0]?.body).to.deep.equal({
      ...order,
      ...sender,
      items: cart.items,
      courier_insurance: 150_000,
      reference_id: 'DRAFT-1',
      destination_coordinate: { latitude: -6.9, longitude: 107.6 },
    });
    expect((await post('/v1/orders', page)).body.reason).to.equal('not-offered');
  });

  for (const [what, page, shop, signed, expected] of [
    ['the page', 'drop_off', undefined, undefined, 'drop_off'],
    ['the shop before the page', 'drop_off', 'pickup', undefined, 'pickup'],
    ['the cart before the shop', 'pickup', 'pickup', 'drop_off', 'drop_off'],
  ] as const)
    it(`is collected as ${what} says`, async () => {
      const { post, keys, seen } = openSandboxShop({
        orders: 'draft',
        sender: { ...sender, ...(shop && { origin_collection_method: shop }) },
      });
      const claims = { ...cart, reference: 'DRAFT-1', ...(signed && { origin_collection_method: signed }) };
      await post('/v1/draft_orders', { ...order, origin_collection_method: page, cart: await signCart(claims, keys) });
      expect(seen[0]?.body.origin_collection_method).to.equal(expected);
    });

  it('is not sent with COD if the cart is worth nothing', async () => {
    const { post, keys, seen } = openSandboxShop({ orders: 'draft', sender });
    const signed = await signCart({ ...cart, subtotal: 0, reference: 'DRAFT-1' }, keys);
    const page = { ...order, cart: signed, destination_cash_on_delivery: 15_000 };
    expect((await post('/v1/draft_orders', page)).body.details.field).to.equal('destination_cash_on_delivery');
    expect(seen).to.have.lengthOf(0);
  });

  it('collects and insures also if the page sends the amounts as text, and not if they are none', async () => {
    const { post, keys, seen } = openSandboxShop({ orders: 'draft', sender });
    const signed = await signCart({ ...cart, cash_on_delivery_collects: 'goods', reference: 'DRAFT-1' }, keys);
    const draft = (more: object) => post('/v1/draft_orders', { ...order, cart: signed, ...more });
    expect((await draft({ destination_cash_on_delivery: true })).body.details.field).to.equal(
      'destination_cash_on_delivery',
    );
    expect(seen).to.have.lengthOf(0);
    const amounts = { courier_insurance: '50000', destination_cash_on_delivery: '50000' };
    expect((await draft(amounts)).status).to.equal(201);
    expect(seen[0]?.body).to.include({ courier_insurance: 150_000, destination_cash_on_delivery: 150_000 });
  });

  it('asks a paid question of its visit if the courier also collects the delivery', async () => {
    const { post, keys, seen } = openSandboxShop({ orders: 'draft', sender, limits: { sessionQuotes: 2 } });
    const draft = async (destination_postal_code: number, session = 'visit-1') => {
      const signed = await signCart({ ...cart, session, reference: `DRAFT-${destination_postal_code}` }, keys);
      const page = { ...order, destination_postal_code, destination_cash_on_delivery: 150_001, cart: signed };
      return (await post('/v1/draft_orders', page)).body.reason;
    };
    expect([await draft(40111), await draft(40112)]).to.deep.equal(['price-changed', 'price-changed']);
    expect(await draft(40113)).to.equal('too-many-requests');
    expect(await draft(40113, 'visit-2'), 'another visit').to.equal('price-changed');
    expect(seen.map(({ path }) => path)).to.deep.equal(Array(3).fill('/v1/rates/couriers'));
  });

  it('asks no paid question of its visit while the service does not answer', async () => {
    const { post, keys } = openShop(() => new Response(null, { status: 503 }), {
      orders: 'draft',
      sender,
      limits: { sessionQuotes: 1 },
    });
    for (let n = 0; n < 3; n++) {
      const signed = await signCart({ ...cart, reference: 'DRAFT-1' }, keys);
      const page = { ...order, destination_cash_on_delivery: 150_001, cart: signed };
      expect((await post('/v1/draft_orders', page)).body.reason).to.equal('service-busy');
    }
  });

  it('cannot take the reference of another visit', async () => {
    const { post, keys, placed } = openSandboxShop({ orders: 'draft', sender });
    const draft = async (session: string, more = {}) => {
      const page = { ...order, reference_id: 'R1', ...more };
      return (await post('/v1/draft_orders', { ...page, cart: await signCart({ ...cart, session }, keys) })).status;
    };
    expect(await draft('visit-1')).to.equal(201);
    expect(await draft('visit-1')).to.equal(201);
    expect(await draft('visit-1', { destination_address: 'Elsewhere 5' })).to.equal(409);
    expect(await draft('visit-2', { destination_address: 'Elsewhere 5' })).to.equal(201);
    expect(await draft('visit-3', { reference_id: undefined })).to.equal(400);
    expect((await placed()).draft_orders).to.have.lengthOf(2);
  });
});

describe('the price of an order', () => {
  const cases: [string, Partial<GatewaySettings>, Partial<Grant>, number | undefined][] = [
    ['is ordered at the granted price', {}, { price_max: 15_000 }, 15_000],
    ['is not ordered above it', {}, { price_max: 14_999 }, undefined],
    ['is the shop’s own', { rates: [{ type: 'free', subtotalFrom: 9 }] }, { price_max: 0, subtotal: 9 }, 0],
  ];
  for (const [title, options, terms, price] of cases)
    it(title, async () => {
      const { place, writes } = openGrantingShop([made], options);
      const { status, body } = await place(terms);
      expect([status, body.price]).to.deep.equal([price === undefined ? 409 : 200, price]);
      expect(writes()).to.have.lengthOf(price === undefined ? 0 : 1);
    });

  it('is told with an offer when it has risen, and is asked once for ten clicks in turn', async () => {
    const { place, keys, paths } = openGrantingShop([]);
    for (let click = 0; click < 10; click++) {
      const { body } = await place({ price_max: 14_999, subtotal: cart.subtotal });
      expect(body.reason).to.equal('price-changed');
      expect(body.details).to.include({ price: 15_000, accepted: 14_999 });
      const form = { cart, destination, service: 'jne/reg' };
      expect((await verifyOffer(body.details.offer, form, keys)).price).to.equal(15_000);
    }
    expect(paths()).to.deep.equal(['POST /v1/rates/couriers']);
  });

  const others = () => Response.json({ success: true, pricing: [rate({ courier_service_code: 'yes' })] });
  for (const [what, service, expected] of [
    ['service is gone', others, { reason: 'service-gone', code: 40002027 }],
    ['price cannot be asked', lost, { reason: 'service-unreachable' }],
  ] as const)
    it(`leaves no trace of the order if its ${what}`, async () => {
      const { place, writes, entries } = openShop(service, { orders: 'order' });
      expect((await place()).body).to.include(expected);
      expect(writes()).to.deep.equal([]);
      expect(await entries()).to.deep.equal([]);
    });
});
