import { expect } from 'chai';
import { draftBody, openShop } from './shop.ts';

const courier = { courier_company: 'sicepat', courier_type: 'reg' };

describe('a draft', () => {
  it('without a courier is placed and has no price', async () => {
    const { status, body } = await openShop().post('/v1/draft_orders', draftBody);
    expect(status).to.equal(201);
    expect(body).to.deep.include({
      success: true,
      code: 20111002,
      object: 'draft_order',
      order_id: null,
      status: 'placed',
      price: null,
      placed_at: '2026-10-01T05:00:00.000Z',
      ready_at: null,
    });
    expect(body).to.nested.include({ 'delivery.datetime': '2026-10-01T05:00:00.000Z' });
    expect(body).to.not.have.property('message');
  });

  it('with a courier is ready and priced', async () => {
    const draft = await openShop().draft({ ...draftBody, ...courier, courier_insurance: 200_000 });
    expect(draft).to.include({ status: 'ready', price: 10_700 + 1_000 });
    expect(draft.courier).to.include({ company: 'sicepat', waybill_id: null });
  });

  it('has a reference of its own', async () => {
    const shop = openShop();
    await shop.draft({ ...draftBody, reference_id: 'D-1' });
    const refused = await shop.refusal('/v1/draft_orders', { ...draftBody, reference_id: 'D-1' });
    expect([refused.status, refused.code, refused.details]).to.deep.equal([422, 42211015, {}]);
    expect(refused.error).to.match(/D-1/);
    const order = { ...draftBody, ...courier, reference_id: 'D-1' };
    expect((await shop.order(order)).status).to.equal('confirmed');
  });
});

describe('a draft is refused', () => {
  const cod = { destination_cash_on_delivery: 500_000, destination_cash_on_delivery_type: '7_days' };
  const past = { delivery_type: 'scheduled', delivery_date: '2026-09-01', delivery_time: '09:00' };
  const equator = { destination_postal_code: null, destination_coordinate: { latitude: 0.1, longitude: 0 } };

  /** Invalid fields, and problems of the lane, the courier and the delivery, have no code of their own. */
  const general: [field: string, changes: object][] = [
    ['destination_contact_name', { destination_contact_name: null }],
    ['origin_postal_code', { origin_postal_code: null }],
    ['destination_postal_code', { destination_postal_code: null }],
    ['destination_latitude', equator],
    ['courier_type', { courier_company: 'jne' }],
    ['courier_company', { courier_type: 'reg' }],
    ['courier_type', { ...courier, courier_type: 'sds' }],
    ['delivery_date', past],
  ];
  for (const [field, changes] of general)
    it(`with 40000000 and the field ${field} for ${JSON.stringify(changes)}`, async () => {
      const refused = await openShop().refusal('/v1/draft_orders', { ...draftBody, ...changes });
      expect([refused.status, refused.code], refused.error).to.deep.equal([400, 40000000]);
      expect(refused.details?.field).to.equal(field);
      expect(refused.error).to.equal(`Bad request.- ${field} ${refused.details?.reason}`);
    });

  const ownCodes: [code: number, field: string, changes: object][] = [
    [42211010, 'destination_cash_on_delivery_type', { ...cod, destination_cash_on_delivery_type: 'soon' }],
    [42211011, 'destination_cash_on_delivery', { ...cod, destination_cash_on_delivery: 15_000_001 }],
    [42211012, 'destination_cash_on_delivery', { ...courier, ...cod, courier_type: 'gokil' }],
    [42211013, 'origin_postal_code', { origin_postal_code: 123 }],
    [42211013, 'origin_postal_code', { origin_postal_code: 19999 }],
    [42211013, 'destination_postal_code', { destination_postal_code: '4O111' }],
  ];
  for (const [code, field, changes] of ownCodes)
    it(`with ${code} for ${JSON.stringify(changes)}`, async () => {
      const refused = await openShop().refusal('/v1/draft_orders', { ...draftBody, ...changes });
      expect([refused.status, refused.code]).to.deep.equal([422, code]);
      expect(refused.error.startsWith(`${field} `), refused.error).to.be.ok;
    });
});
