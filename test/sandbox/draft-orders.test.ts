import { expect } from 'chai';
import { draftBody, item, openShop } from './shop.ts';

const withCourier = { ...draftBody, courier_company: 'sicepat', courier_type: 'reg' };

describe('a draft', () => {
  it('without a courier is placed and has no price', async () => {
    const { status, body } = await openShop().post('/v1/draft_orders', draftBody);
    expect(status).to.equal(201);
    const draft = await openShop().draft();
    expect(draft.id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const { success, code, object, order_id, status: state, price } = draft;
    expect({ success, code, object, order_id, state, price }).to.deep.equal({
      success: true,
      code: 20111002,
      object: 'draft_order',
      order_id: null,
      state: 'placed',
      price: null,
    });
    expect((body as { placed_at: string }).placed_at).to.equal('2026-10-01T05:00:00.000Z');
    expect(Object.hasOwn(body as object, 'message')).to.not.be.ok;
    expect(draft.delivery?.datetime).to.equal('2026-10-01T05:00:00.000Z');
  });

  it('with a courier is ready and priced', async () => {
    const { status, price, courier } = await openShop().draft({ ...withCourier, courier_insurance: 200_000 });
    expect([status, price, courier?.company, courier?.waybill_id]).to.deep.equal([
      'ready',
      10_700 + 1_000,
      'sicepat',
      null,
    ]);
  });

  it('is not an order', async () => {
    const shop = openShop();
    const { id } = await shop.draft();
    expect((await shop.refusal(`/v1/orders/${id}/cancel`, {})).code).to.equal(40002057);
  });

  it('has a reference of its own', async () => {
    const shop = openShop();
    await shop.draft({ ...draftBody, reference_id: 'D-1' });
    const refused = await shop.refusal('/v1/draft_orders', { ...draftBody, reference_id: 'D-1' });
    expect([refused.status, refused.code, refused.details]).to.deep.equal([422, 42211015, {}]);
    expect(refused.error).to.match(/D-1/);
    const order = { ...withCourier, reference_id: 'D-1' };
    expect((await shop.order(order)).status).to.equal('confirmed');
  });
});

describe('a draft is refused', () => {
  const cod = { destination_cash_on_delivery: 500_000, destination_cash_on_delivery_type: '7_days' };
  const courier = { courier_company: 'sicepat', courier_type: 'reg' };
  const cases: [field: string, changes: object][] = [
    ['destination_contact_name', { destination_contact_name: null }],
    ['origin_postal_code', { origin_postal_code: null }],
    ['destination_area_id', { destination_area_id: 'Bandung' }],
    [
      'destination_latitude',
      { destination_postal_code: null, destination_coordinate: { latitude: 0.1, longitude: 0 } },
    ],
    ['items.0.category', { items: [{ ...item, category: 'toys' }] }],
    ['courier_type', { courier_company: 'jne' }],
    ['courier_company', { ...courier, courier_company: 'nobody' }],
    ['courier_type', { ...courier, courier_type: 'sds' }],
    ['origin_coordinate', { courier_company: 'grab', courier_type: 'instant' }],
    ['destination_proof_of_delivery_note', { destination_proof_of_delivery: true }],
    [
      'destination_proof_of_delivery',
      { ...courier, destination_proof_of_delivery: true, destination_proof_of_delivery_note: 'Photo' },
    ],
    ['origin_collection_method', { courier_company: 'wahana', courier_type: 'normal' }],
    ['delivery_date', { delivery_type: 'scheduled', delivery_date: '2026-09-01', delivery_time: '09:00' }],
  ];

  for (const [field, changes] of cases)
    it(`with 40000000 and the field ${field} for ${JSON.stringify(changes)}`, async () => {
      const refused = await openShop().refusal('/v1/draft_orders', { ...draftBody, ...changes });
      expect([refused.status, refused.code], refused.error).to.deep.equal([400, 40000000]);
      expect(refused.details?.field).to.equal(field);
      expect(typeof refused.details?.reason).to.equal('string');
      expect(refused.error.startsWith(`Bad request.- ${field} `), refused.error).to.be.ok;
    });

  for (const postalCode of [19999, 123, '4O111'])
    it(`to an unknown postal code: 42211013, for ${postalCode}`, async () => {
      for (const side of ['origin', 'destination']) {
        const body = { ...draftBody, [`${side}_postal_code`]: postalCode };
        const { status, code, error } = await openShop().refusal('/v1/draft_orders', body);
        expect([status, code], side).to.deep.equal([422, 42211013]);
        expect(error).to.match(new RegExp(`^${side}_postal_code must be`));
      }
    });

  for (const [code, field, changes] of [
    [42211012, 'destination_cash_on_delivery', { ...courier, ...cod, courier_type: 'gokil' }],
    [42211010, 'destination_cash_on_delivery_type', { ...cod, destination_cash_on_delivery_type: 'soon' }],
    [42211011, 'destination_cash_on_delivery', { ...cod, destination_cash_on_delivery: 15_000_001 }],
  ] as const)
    it(`with ${code} for ${JSON.stringify(changes)}`, async () => {
      const refused = await openShop().refusal('/v1/draft_orders', { ...draftBody, ...changes });
      expect([refused.status, refused.code]).to.deep.equal([422, code]);
      expect(refused.error.startsWith(`${field} `), refused.error).to.be.ok;
    });
});
