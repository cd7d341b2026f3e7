import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draftBody, item, openShop } from './shop.ts';

const withCourier = { ...draftBody, courier_company: 'sicepat', courier_type: 'reg' };

describe('a draft', () => {
  it('without a courier is placed and has no price', async () => {
    const { status, body } = await openShop().post('/v1/draft_orders', draftBody);
    assert.equal(status, 201);
    const draft = await openShop().draft();
    assert.match(draft.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const { success, code, object, order_id, status: state, price } = draft;
    assert.deepEqual(
      { success, code, object, order_id, state, price },
      { success: true, code: 20111002, object: 'draft_order', order_id: null, state: 'placed', price: null },
    );
    assert.equal((body as { placed_at: string }).placed_at, '2026-10-01T05:00:00.000Z');
    assert.ok(!Object.hasOwn(body as object, 'message'));
    assert.equal(draft.delivery?.datetime, '2026-10-01T05:00:00.000Z');
  });

  it('with a courier is ready and priced', async () => {
    const { status, price, courier } = await openShop().draft({ ...withCourier, courier_insurance: 200_000 });
    assert.deepEqual(
      [status, price, courier?.company, courier?.waybill_id],
      ['ready', 10_700 + 1_000, 'sicepat', null],
    );
  });

  it('is no order', async () => {
    const shop = openShop();
    const { id } = await shop.draft();
    assert.equal((await shop.refusal(`/v1/orders/${id}/cancel`, {})).code, 40002057);
  });

  it('has a reference of its own', async () => {
    const shop = openShop();
    await shop.draft({ ...draftBody, reference_id: 'D-1' });
    const refused = await shop.refusal('/v1/draft_orders', { ...draftBody, reference_id: 'D-1' });
    assert.deepEqual([refused.status, refused.code, refused.details], [422, 42211015, {}]);
    assert.match(refused.error, /D-1/);
    const order = { ...withCourier, reference_id: 'D-1' };
    assert.equal((await shop.order(order)).status, 'confirmed');
  });

  it('is made once of fifty at once', async () => {
    const shop = openShop();
    const body = { ...draftBody, reference_id: 'D-2' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.post('/v1/draft_orders', body)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(49).fill(422)]);
  });
});

describe('a draft is refused', () => {
  const cod = { destination_cash_on_delivery: 500_000, destination_cash_on_delivery_type: '7_days' };
  const cases: Record<string, [field: string, body: object]> = {
    'without a recipient': ['destination_contact_name', { ...draftBody, destination_contact_name: undefined }],
    'without an origin': ['origin_postal_code', { ...draftBody, origin_postal_code: undefined }],
    'to a postal code nobody has': ['destination_postal_code', { ...draftBody, destination_postal_code: 19999 }],
    'with an unknown category': ['items.0.category', { ...draftBody, items: [{ ...item, category: 'toys' }] }],
    'with half a courier': ['courier_type', { ...draftBody, courier_company: 'jne' }],
    'with an unknown courier': ['courier_company', { ...withCourier, courier_company: 'nobody' }],
    'with a removed service': ['courier_type', { ...withCourier, courier_type: 'sds' }],
    'of an instant courier without coordinates': [
      'origin_coordinate',
      { ...draftBody, courier_company: 'grab', courier_type: 'instant' },
    ],
    'with COD at a service that cannot': [
      'destination_cash_on_delivery',
      { ...withCourier, ...cod, courier_type: 'gokil' },
    ],
    'for a day in the past': [
      'delivery_date',
      { ...draftBody, delivery_type: 'scheduled', delivery_date: '2026-09-01', delivery_time: '09:00' },
    ],
  };

  for (const [name, [field, body]] of Object.entries(cases))
    it(`${name}: 40000000, which names ${field}`, async () => {
      const refused = await openShop().refusal('/v1/draft_orders', body);
      assert.deepEqual([refused.status, refused.code], [400, 40000000], refused.error);
      assert.equal(refused.details?.field, field);
      assert.equal(typeof refused.details?.reason, 'string');
      assert.ok(refused.error.startsWith(`Bad request.- ${field} `), refused.error);
    });

  it('with COD of an unknown type: 42211010', async () => {
    const body = { ...draftBody, ...cod, destination_cash_on_delivery_type: 'soon' };
    const { status, code } = await openShop().refusal('/v1/draft_orders', body);
    assert.deepEqual([status, code], [422, 42211010]);
  });

  it('with COD above 15,000,000: 42211011', async () => {
    const body = { ...draftBody, ...cod, destination_cash_on_delivery: 15_000_001 };
    const { status, code } = await openShop().refusal('/v1/draft_orders', body);
    assert.deepEqual([status, code], [422, 42211011]);
  });
});
