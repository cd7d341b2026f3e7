import { expect } from 'chai';
import { rate } from '../support/fixtures.ts';
import { key, openShop, question } from './shop.ts';

const quoting = (...pricing: object[]) => openShop(() => Response.json({ success: true, pricing }));

describe('an answer of the gateway', () => {
  it('has the fields of a rate that the contract knows, and no other', async () => {
    const added = { merchant_balance: 12, margin: 3_000, shipper: { phone: '0812' }, tax_lines: ['x'] };
    const ofGateway = { offer: 'x', estimate: true, cash_on_delivery_limits: { most: 1 }, arrivals: [] };
    const { body } = await quoting({ ...rate(), ...added, ...ofGateway }).quote();
    const { tax_lines: _taxes, ...known } = rate();
    const { offer: _offer, ...row } = body.pricing[0];
    expect(row).to.deep.equal(known);
    expect(Object.keys(body)).to.have.members(['success', 'object', 'pricing']);
  });

  it('has the fields of a courier that the contract knows, and no other', async () => {
    const row = { courier_code: 'jne', courier_service_code: 'reg', tier: 'free' };
    const json = { success: true, couriers: [{ ...row, contract_number: '77' }], account: 'toko' };
    const { body } = await openShop(() => Response.json(json)).ask('GET', '/v1/couriers');
    expect(body).to.deep.equal({ success: true, object: 'courier', couriers: [row] });
  });

  it('leaves out a rate that cannot be offered, and keeps the others', async () => {
    for (const odd of [
      { price: 15_000.5 },
      { price: 'free' },
      { courier_code: 'x'.repeat(20_000) },
      { courier_service_code: 'y'.repeat(65) },
      { price: 1e15 },
      { courier_service_code: 'reg/yes' },
      { courier_service_code: 'best offer' },
      { courier_code: 'gojek' },
      { courier_code: 'jn' },
    ]) {
      const { body } = await quoting(rate(), { ...rate({ courier_service_code: 'odd' }), ...odd }).quote();
      const services = body.pricing.map((row: { courier_service_code: string }) => row.courier_service_code);
      expect(services, Object.keys(odd).join()).to.deep.equal(['reg']);
    }
  });

  it('says why the service refused, in our words and with its code', async () => {
    const error = 'Ratna of Jalan Braga 99 is not served';
    const refusal = { success: false, error, code: 40001010, details: { x: 'Ratna' } };
    const { status, body } = await openShop(() => Response.json(refusal, { status: 400 })).quote();
    expect(status).to.equal(400);
    expect(body).to.deep.equal({
      success: false,
      error: 'No courier serves this delivery.',
      code: 40001010,
      reason: 'no-courier',
    });
  });

  it('says nothing of what is wrong with the merchant’s balance, account or key', async () => {
    for (const [status, refusal] of [
      [400, { error: 'No sufficient balance to call rates API. Please top up.' }],
      [400, { error: 'payment failed', code: 40002039 }],
      [400, { error: 'balance', code: 40009003 }],
      [401, { success: true, error: 'Authorization failed', code: 40101001 }],
      [400, { error: `wrong key ${key}`, code: 40000001 }],
    ] as const) {
      const told = await openShop(() => Response.json({ success: false, ...refusal }, { status })).quote();
      expect(told.status, refusal.error).to.equal(403);
      expect(told.body).to.deep.equal({
        success: false,
        error:
          'Shipping is not available at this shop just now: the shop has to look at its account at the shipping service.',
        code: 40300000,
        reason: 'shipping-unavailable',
      });
    }
  });

  it('says when to ask an overloaded service again', async () => {
    const { quote } = openShop(() => new Response('busy', { status: 503, headers: { 'retry-after': '7' } }));
    const { status, body, headers } = await quote();
    expect([status, body.reason, headers.get('retry-after')]).to.deep.equal([503, 'service-busy', '7']);
  });

  it('is a refusal if the service’s answer has no rates', async () => {
    const { status, body } = await openShop(() => Response.json({ success: true })).quote();
    expect([status, body.reason]).to.deep.equal([502, 'service-unreadable']);
  });

  it('tells and logs a fault of the gateway by its kind alone', async () => {
    const { store } = quoting().settings;
    const counts = { add: () => Promise.reject(Object.assign(new TypeError('at 203.0.113.7 Ratna'), { code: 'E1' })) };
    const { post, events } = openShop(() => Response.error(), { store: { ...store, counts } });
    const { status, body } = await post('/v1/rates/couriers', question);
    expect([status, body.reason]).to.deep.equal([500, 'gateway-failed']);
    expect(JSON.stringify([body, events])).to.not.match(/Ratna|203\.0/);
    expect(events[0]?.fault).to.equal('TypeError E1');
  });
});
