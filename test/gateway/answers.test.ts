import { expect } from 'chai';
import { verifyOffer } from '../../src/server.ts';
import { contacts, rate } from '../support/fixtures.ts';
import { cart, destination, key, openSandboxShop, openShop, question } from './shop.ts';

const quoted = (row: object) => () => Response.json({ success: true, pricing: [rate(), row] });

describe('what the gateway answers', () => {
  it('is what the contract knows of a row, and nothing that the service adds', async () => {
    const more = { merchant_balance: 12, margin: 3_000, shipper: { phone: '0812' }, tax_lines: ['x'] };
    const { quote } = openShop(quoted({ ...rate({ courier_service_code: 'yes', type: 'yes' }), ...more }));
    const { body } = await quote();
    expect(body.pricing).to.have.lengthOf(2);
    for (const row of body.pricing)
      for (const field of [...Object.keys(more), 'dropped']) expect(row).to.not.have.property(field);
    expect(Object.keys(body)).to.have.members(['success', 'object', 'pricing']);
    expect(body.pricing[1]).to.include({ courier_code: 'jne', courier_service_code: 'yes', price: 15_000 });
  });

  it('is without a row that cannot be offered, and keeps the others', async () => {
    for (const odd of [
      { price: 15_000.5 },
      { courier_code: 'x'.repeat(20_000) },
      { courier_service_code: 'y'.repeat(65) },
    ]) {
      const { quote } = openShop(quoted(rate({ courier_service_code: 'odd', ...odd })));
      const { status, body } = await quote();
      expect(status, Object.keys(odd).join()).to.equal(200);
      expect(body.pricing.map((row: { courier_service_code: string }) => row.courier_service_code)).to.deep.equal([
        'reg',
      ]);
    }
  });

  it('promises of a row whose parts are no whole rupiah its price alone', async () => {
    const parts = { shipping_fee: 14_999.5, insurance_fee: 0.5, price: 15_000 };
    const { quote, keys } = openShop(() => Response.json({ success: true, pricing: [rate(parts)] }));
    const { body } = await quote();
    const form = { cart, destination, service: 'jne/reg' };
    expect((await verifyOffer(body.pricing[0].offer, form, keys)).price).to.equal(15_000);
    const insured = verifyOffer(body.pricing[0].offer, { ...form, insured: true }, keys);
    expect(await insured.catch(({ code }) => code)).to.equal('not-quoted');
  });

  it('links to the web alone', async () => {
    for (const [link, kept] of [
      ['https://track.test/o1', true],
      ['javascript:alert(1)', false],
      ['//track.test', false],
    ] as const) {
      const made = { success: true, object: 'order', id: 'o1', courier: { company: 'jne', link } };
      const serve = ({ url }: Request) =>
        Response.json(url.includes('/rates/') ? { success: true, pricing: [rate()] } : made);
      const { post, grant } = openShop(serve, { orders: 'order' });
      const { body } = await post('/v1/orders', { grant: await grant() });
      expect(body.courier.link, link).to.equal(kept ? link : undefined);
    }
  });

  it('is the list of couriers in the same way', async () => {
    const row = { courier_code: 'jne', courier_service_code: 'reg', tier: 'free', contract_number: '77' };
    const { ask } = openShop(() => Response.json({ success: true, couriers: [row], account: 'toko' }));
    const { body } = await ask('GET', '/v1/couriers');
    expect(body.couriers).to.deep.equal([{ courier_code: 'jne', courier_service_code: 'reg', tier: 'free' }]);
    expect(body).to.not.have.property('account');
  });

  it('is of an order its numbers, and nothing about a person', async () => {
    const { post, grant } = openSandboxShop({ orders: 'order' });
    const { status, body } = await post('/v1/orders', { grant: await grant() });
    expect(status).to.equal(200);
    expect(Object.keys(body)).to.have.members([
      'success',
      'object',
      'id',
      'status',
      'reference_id',
      'price',
      'courier',
    ]);
    const text = JSON.stringify(body);
    for (const [field, value] of Object.entries(contacts)) expect(text, field).to.not.include(value);
  });

  it('is a refusal of the service in our words, with its code', async () => {
    const refusal = {
      success: false,
      error: 'Ratna of Jalan Braga 99 is not served',
      code: 40001010,
      details: { x: 'Ratna' },
    };
    const { quote } = openShop(() => Response.json(refusal, { status: 400 }));
    const { status, body } = await quote();
    expect(status).to.equal(400);
    expect(body).to.deep.equal({
      success: false,
      error: 'No courier serves this delivery.',
      code: 40001010,
      reason: 'no-courier',
    });
  });

  it('never speaks of the merchant’s balance or key', async () => {
    const answers = [
      [400, { success: false, error: 'No sufficient balance to call rates API. Please top up.' }],
      [400, { success: false, error: 'payment failed', code: 40002039 }],
      [400, { success: false, error: 'balance', code: 40009003 }],
      [401, { success: true, error: 'Authorization failed', code: 40101001 }],
      [400, { success: false, error: `wrong key ${key}`, code: 40000001 }],
    ] as const;
    for (const [status, refusal] of answers) {
      const { quote } = openShop(() => Response.json(refusal, { status }));
      const told = await quote();
      expect(told.status, refusal.error).to.equal(403);
      expect(told.body).to.deep.equal({
        success: false,
        error: 'Shipping is not available at this shop just now.',
        code: 40300000,
        reason: 'shipping-unavailable',
      });
    }
  });

  it('follows no redirect, and takes none for an answer', async () => {
    const moved = () =>
      new Response('{"success":true,"pricing":[]}', { status: 307, headers: { location: 'https://elsewhere.test/' } });
    const { quote, seen } = openShop(moved);
    const { status, headers } = await quote();
    expect(status).to.equal(502);
    expect(headers.get('location')).to.equal(null);
    expect(seen.map(({ redirect }) => redirect)).to.deep.equal(['manual']);
  });

  it('is JSON, whatever a proxy answers', async () => {
    const script = '<script>alert(1)</script>';
    const answers: [Response, number, string][] = [
      [new Response(script, { headers: { 'content-type': 'text/html' } }), 502, 'service-unreadable'],
      [new Response(script, { status: 400 }), 502, 'service-unreadable'],
      [new Response(script, { status: 503, headers: { 'retry-after': '7' } }), 503, 'service-busy'],
      [new Response('{"success":true,"pricing":', { status: 200 }), 502, 'service-unreadable'],
      [Response.json({ success: true }), 502, 'service-unreadable'],
      [Response.json([]), 502, 'service-unreadable'],
      [Response.json({ success: true, pricing: [], pad: 'x'.repeat(4_100_000) }), 502, 'service-unreadable'],
      [new Response(null, { status: 204 }), 502, 'service-unreadable'],
    ];
    for (const [answer, status, reason] of answers) {
      const { quote } = openShop(() => answer);
      const told = await quote();
      expect([told.status, told.body.reason]).to.deep.equal([status, reason]);
      expect(JSON.stringify(told.body)).to.not.include('<');
      if (status === 503) expect(told.headers.get('retry-after')).to.equal('7');
    }
  });

  it('says that the service did not answer, without its words', async () => {
    const { ask } = openShop(() => Promise.reject(new Error(`connect refused with ${key}`)));
    const { status, body } = await ask('GET', '/v1/couriers');
    expect([status, body.reason]).to.deep.equal([502, 'service-unreachable']);
    expect(JSON.stringify(body)).to.not.include(key);
  });

  it('does not wait for ever, also not for the rest of an answer', async () => {
    const timeouts = { read: 40 };
    const silent = openShop(() => new Promise<Response>(() => {}), { timeouts });
    expect((await silent.quote()).status).to.equal(502);
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
    expect((await openShop(() => new Response(endless), { timeouts }).quote()).status).to.equal(502);
  });

  it('has the other rows if one cannot be read', async () => {
    const { quote } = openShop(quoted({ price: 'free' }));
    expect((await quote()).body.pricing).to.have.lengthOf(1);
  });

  it('says what failed of its own by its kind alone', async () => {
    const { store } = openShop(quoted({})).settings;
    const counts = { add: () => Promise.reject(Object.assign(new TypeError('at 203.0.113.7 Ratna'), { code: 'E1' })) };
    const { post, events } = openShop(quoted({}), { store: { ...store, counts } });
    const { status, body } = await post('/v1/rates/couriers', question);
    expect([status, body.reason]).to.deep.equal([500, 'gateway-failed']);
    expect(JSON.stringify([body, events])).to.not.match(/Ratna|203\.0/);
    expect(events[0]?.fault).to.equal('TypeError E1');
  });
});
