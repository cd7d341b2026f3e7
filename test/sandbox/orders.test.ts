import { expect } from 'chai';
import { draftBody, item, mapLane, noon, openShop, orderBody, today } from './shop.ts';

const coordinates = {
  origin_coordinate: { latitude: mapLane.origin_latitude, longitude: mapLane.origin_longitude },
  destination_coordinate: { latitude: mapLane.destination_latitude, longitude: mapLane.destination_longitude },
};

const instant = { courier_company: 'gojek', courier_type: 'instant' };
const later = { delivery_type: 'scheduled', delivery_date: '2026-10-02', delivery_time: '09:30' };
const cod = { destination_cash_on_delivery: 500_000, destination_cash_on_delivery_type: '7_days' };

describe('an order', () => {
  it('is answered in the shape of the contract', async () => {
    const order = await openShop().order({
      ...orderBody,
      ...cod,
      shipper_contact_name: 'Toko Amir',
      courier_insurance: 500_000,
      destination_note: 'Blue gate',
      destination_proof_of_delivery_note: 'Photo at the door',
      order_note: 'Careful',
      metadata: { cart: 7 },
      reference_id: 'A-1',
    });
    expect(order.id).to.match(/^[0-9a-f]{24}$/);
    expect(order.courier?.waybill_id ?? '').to.match(/^WYB-\d{13}$/);
    expect(order.courier?.tracking_id ?? '').to.match(/^[0-9A-Za-z]{24}$/);
    expect(order.courier?.link).to.equal(`https://tracking.sandbox.invalid/${order.courier?.tracking_id}`);
    expect(order.destination?.cash_on_delivery?.id ?? '').to.match(/^[0-9a-f]{24}$/);
    expect(order).to.deep.nested.include({
      success: true,
      message: 'Order successfully created',
      object: 'order',
      draft_order_id: null,
      status: 'confirmed',
      reference_id: 'A-1',
      metadata: { cart: 7 },
      note: 'Careful',
      price: 11_000 + 2_500 + 15_000,
      'shipper.name': 'Toko Amir',
      'destination.contact_name': 'Dewi',
      'destination.note': 'Blue gate',
      'destination.postal_code': 40111,
      'destination.proof_of_delivery': { use: false, fee: 0, note: 'Photo at the door', link: null },
      'destination.cash_on_delivery.fee': 15_000,
      'courier.insurance.fee': 2_500,
      'courier.company': 'jne',
      'courier.type': 'reg',
      'delivery.datetime': '2026-10-01T12:00+07:00',
      'items[0].category': 'fashion',
    });
  });

  it('gets its waybill when it is allocated, with couriers without an instant waybill', async () => {
    const shop = openShop();
    const { id, courier } = await shop.order({ ...orderBody, courier_company: 'ninja', courier_type: 'standard' });
    expect(courier?.waybill_id).to.equal(null);
    await shop.move(id, 'allocated');
    const { courier: allocated } = await shop.find(id);
    expect(allocated?.waybill_id ?? '').to.match(/^WYB-/);
    await shop.move(id, 'picking_up');
    expect((await shop.find(id)).courier?.waybill_id).to.equal(allocated?.waybill_id);
  });

  it('of an on-demand courier is priced by the distance', async () => {
    const order = await openShop().order({ ...orderBody, ...instant, ...coordinates });
    expect(order).to.nested.include({ price: 32_000, 'delivery.distance': 7.6 });
  });

  it('of the cargo courier is insured for its items', async () => {
    const cargo = { courier_company: 'jntcargo', courier_type: 'ft', items: [{ ...item, value: 2_000_000 }] };
    const order = await openShop().order({ ...orderBody, ...cargo, courier_insurance: 7 });
    expect(order.courier?.insurance).to.include({ amount: 2_000_000, fee: 10_000 });
  });

  it('is picked up by default', async () => {
    const method = async (changes = {}) => (await openShop().order({ ...orderBody, ...changes })).origin;
    expect((await method())?.collection_method).to.equal('pickup');
    const droppedOff = { origin_collection_method: 'drop_off', courier_company: 'wahana', courier_type: 'normal' };
    expect((await method(droppedOff))?.collection_method).to.equal('drop_off');
  });

  for (const delivery_type of ['scheduled', 'later'])
    it(`is scheduled in the time of Jakarta by delivery type ${delivery_type}`, async () => {
      const order = await openShop().order({ ...orderBody, ...later, delivery_type });
      expect(order.status).to.equal('scheduled');
      expect(order.delivery).to.include({ type: 'scheduled', datetime: '2026-10-02T09:30+07:00' });
    });

  it('has the origin of the account for a saved location', async () => {
    const { origin_postal_code: _origin, destination_postal_code: _destination, ...rest } = orderBody;
    const saved = { ...rest, origin_location_id: '61b85d3cf5ac4b5a8a2a5b4b' };
    const shop = openShop({ origin: { origin_postal_code: 40111 } });
    const from = await shop.order({ ...saved, destination_postal_code: 12440 });
    expect(from.origin).to.include({ city_name: 'Bandung', postal_code: 40111 });
    const to = { ...rest, origin_postal_code: 12440, destination_location_id: '61b85d3cf5ac4b5a8a2a5b4b' };
    expect((await shop.draft(to)).destination).to.include({ city_name: 'Bandung' });
    const both = await shop.order({ ...saved, origin_postal_code: 12440, destination_postal_code: 12440 });
    expect(both.origin).to.include({ postal_code: 12440 });
  });
});

describe('a reference', () => {
  const body = { ...orderBody, courier_company: 'anteraja', courier_type: 'next_day', reference_id: 'CART-8' };

  it('belongs to one order, even if that is cancelled and its service is removed', async () => {
    let day = '2026-09-17';
    const shop = openShop({ now: () => noon(day) });
    const { id, courier } = await shop.order(body);
    await shop.post(`/v1/orders/${id}/cancel`, {});
    day = '2026-09-18';
    const refused = await shop.refusal('/v1/orders', body);
    expect([refused.status, refused.code]).to.deep.equal([400, 40002060]);
    expect(refused.details).to.deep.equal({ order_id: id, waybill_id: courier?.waybill_id, reference_id: 'CART-8' });
  });

  it('makes one order of many requests at once', async () => {
    const shop = openShop({ day: '2026-09-17' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post('/v1/orders', body)));
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(1);
    expect((await shop.send('GET', '/v1/orders')).body)
      .to.have.property('orders')
      .with.lengthOf(1);
  });
});

/** Codes that the conformance suite does not show. */
describe('an order is refused', () => {
  const cases: [code: number, field: string, changes: object][] = [
    [40002005, 'delivery_type', { delivery_type: null }],
    [40002010, 'destination_postal_code', { destination_postal_code: null }],
    [40002011, 'origin_postal_code', { origin_postal_code: null }],
    [40002013, 'delivery_date', { ...later, delivery_date: today, delivery_time: '11:59' }],
    [40002014, 'origin_contact_name', { origin_contact_name: null }],
    [40002015, 'origin_contact_phone', { origin_contact_phone: null }],
    [40002016, 'origin_address', { origin_address: null }],
    [40002020, 'destination_postal_code', { destination_postal_code: 'Bandung' }],
    [40002020, 'destination_postal_code', { destination_postal_code: 19999 }],
    [40002020, 'origin_postal_code', { origin_postal_code: 'Bandung' }],
    [40002020, 'origin_area_id', { origin_area_id: 7 }],
    [40002020, 'destination_area_id', { destination_area_id: 7 }],
    [40002021, 'courier_type', { courier_type: 'yes', destination_postal_code: 99111 }],
    [40002022, 'origin_coordinate.longitude', { origin_coordinate: { latitude: -6 } }],
    [40002023, 'origin_coordinate', instant],
    [40002024, 'destination_coordinate.latitude', { destination_coordinate: { longitude: 107 } }],
    [40002025, 'destination_coordinate', { ...instant, origin_coordinate: coordinates.origin_coordinate }],
    [40002026, 'courier_company', { courier_company: null }],
    [40002027, 'courier_type', { courier_type: null }],
    [40002009, 'destination_cash_on_delivery', { ...cod, courier_type: 'jtr' }],
    [40002029, 'destination_cash_on_delivery_type', { ...cod, destination_cash_on_delivery_type: 'soon' }],
    [40002030, 'destination_cash_on_delivery', { ...cod, destination_cash_on_delivery: '15000001' }],
    [40002031, 'origin_collection_method', { courier_company: 'wahana', courier_type: 'normal' }],
    [40002034, 'courier_insurance', { courier_type: 'ctc', courier_insurance: 1 }],
    [40002035, 'delivery_date', { ...later, delivery_date: null }],
    [40002036, 'delivery_time', { ...later, delivery_time: null }],
    [40002038, 'items.0.category', { items: [{ ...item, category: 'toys' }] }],
    [40002061, 'delivery_date', { ...later, delivery_date: '2027-02-31' }],
    [40002062, 'delivery_time', { ...later, delivery_time: '9.30' }],
    [40002058, 'tags', { tags: 'gift' }],
    [40002999, 'reference_id', { reference_id: ' ' }],
  ];

  for (const [code, field, changes] of cases)
    it(`with ${code} for ${JSON.stringify(changes)}`, async () => {
      const shop = openShop();
      const refused = await shop.refusal('/v1/orders', { ...orderBody, ...changes });
      expect([refused.status, refused.code], refused.error).to.deep.equal([400, code]);
      expect(refused.error.startsWith(`${field} `), refused.error).to.be.ok;
      expect((await shop.send('GET', '/v1/orders')).body).to.deep.include({ orders: [], draft_orders: [] });
    });
});

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
