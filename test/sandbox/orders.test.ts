import { expect } from 'chai';
import { productCategories } from '../../src/contract/index.ts';
import { item, mapLane, openShop, orderBody, row, today } from './shop.ts';

const without = (...fields: string[]) =>
  Object.fromEntries(Object.entries(orderBody).filter(([field]) => !fields.includes(field)));

const coordinates = {
  origin_coordinate: { latitude: mapLane.origin_latitude, longitude: mapLane.origin_longitude },
  destination_coordinate: { latitude: mapLane.destination_latitude, longitude: mapLane.destination_longitude },
};

const instant = { ...orderBody, courier_company: 'gojek', courier_type: 'instant' };
const cargo = { courier_company: 'jntcargo', courier_type: 'ft' };
const cod = { destination_cash_on_delivery: 500_000, destination_cash_on_delivery_type: '7_days' };

describe('an order', () => {
  it('is answered in the shape of the contract', async () => {
    const order = await openShop().order({
      ...orderBody,
      ...cod,
      shipper_contact_name: 'Toko Amir',
      courier_insurance: 500_000,
      destination_note: 'Blue gate',
      order_note: 'Careful',
      metadata: { cart: 7 },
      reference_id: 'A-1',
    });
    expect(order.id).to.match(/^[0-9a-f]{24}$/);
    expect(order.courier?.waybill_id ?? '').to.match(/^WYB-\d{13}$/);
    expect(order.courier?.tracking_id ?? '').to.match(/^[0-9a-f]{24}$/);
    expect(order.destination?.cash_on_delivery?.id ?? '').to.match(/^[0-9a-f]{24}$/);
    const { success, message, object, draft_order_id, status, reference_id, metadata, note, price } = order;
    expect({ success, message, object, draft_order_id, status, reference_id, metadata, note, price }).to.deep.equal({
      success: true,
      message: 'Order successfully created',
      object: 'order',
      draft_order_id: null,
      status: 'confirmed',
      reference_id: 'A-1',
      metadata: { cart: 7 },
      note: 'Careful',
      price: 11_000 + 2_500 + 15_000,
    });
    expect(order.shipper?.name).to.equal('Toko Amir');
    expect(order.destination?.contact_name).to.equal('Dewi');
    expect(order.destination?.postal_code).to.equal(40111);
    expect(order.destination?.proof_of_delivery).to.deep.equal({ use: false, fee: 0, note: null, link: null });
    expect(order.destination?.cash_on_delivery?.fee).to.equal(15_000);
    expect(order.courier?.insurance?.fee).to.equal(2_500);
    expect([order.courier?.company, order.courier?.type]).to.deep.equal(['jne', 'reg']);
    expect(order.delivery?.datetime).to.equal('2026-10-01T12:00+07:00');
    expect(order.items?.[0]?.category).to.equal('fashion');
  });

  it('keeps the note of a proof of delivery', async () => {
    const ctc = { ...orderBody, courier_type: 'ctc', destination_proof_of_delivery: true };
    const order = await openShop().order({ ...ctc, destination_proof_of_delivery_note: 'Photo at the door' });
    expect(order.destination?.proof_of_delivery).to.deep.equal({
      use: true,
      fee: 0,
      note: 'Photo at the door',
      link: null,
    });
  });

  it('costs what was quoted', async () => {
    const shop = openShop();
    const asked = { courier_insurance: 750_000, ...cod, items: [{ ...item, weight: 2_300, quantity: 2 }] };
    const quoted = await shop.quote({
      ...asked,
      couriers: 'sicepat',
      origin_postal_code: 12440,
      destination_postal_code: 99111,
    });
    const chosen = { ...orderBody, destination_postal_code: 99111, courier_company: 'sicepat' };
    const { destination_cash_on_delivery: _, destination_cash_on_delivery_type: __, ...insured } = asked;
    expect((await shop.order({ ...chosen, ...insured })).price).to.equal(row(quoted, 'sicepat/reg').price);
  });

  it('ignores custom rates', async () => {
    const custom_rates = [{ courier_code: 'jne', type: 'discount', unit: 'percent', amount: 100 }];
    expect((await openShop().order({ ...orderBody, custom_rates })).price).to.equal(11_000);
    expect((await openShop().order({ ...orderBody, custom_rates: -1 })).price).to.equal(11_000);
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

  it('may be located by area, by postal code or by coordinate', async () => {
    const shop = openShop();
    const nowhere = without('origin_postal_code', 'destination_postal_code');
    const area = { origin_area_id: 'IDNP6IDNC148IDND836IDZ12440', destination_area_id: 'IDNP9IDNC22IDND255IDZ40111' };
    expect((await shop.order({ ...nowhere, ...area })).price).to.equal(11_000);
    expect((await shop.order({ ...nowhere, ...coordinates })).price).to.equal(9_000);
  });

  it('of an on-demand courier needs coordinates', async () => {
    const order = await openShop().order({ ...instant, ...coordinates });
    expect(order.price).to.equal(32_000);
    expect(order.delivery?.distance).to.equal(7.6);
  });

  it('of the cargo courier is insured for its items', async () => {
    const shop = openShop();
    const order = await shop.order({
      ...orderBody,
      ...cargo,
      courier_insurance: 7,
      items: [{ ...item, value: 2_000_000 }],
    });
    const { amount, fee } = order.courier?.insurance ?? {};
    expect([amount, fee]).to.deep.equal([2_000_000, 10_000]);
  });

  it('takes every category, and has others by default', async () => {
    for (const category of [...productCategories, undefined]) {
      const { items } = await openShop().order({ ...orderBody, items: [{ ...item, category }] });
      expect(items?.[0]?.category).to.equal(category ?? 'others');
    }
  });

  it('is picked up by default', async () => {
    const method = async (changes = {}) => (await openShop().order({ ...orderBody, ...changes })).origin;
    expect((await method())?.collection_method).to.equal('pickup');
    const droppedOff = { origin_collection_method: 'drop_off', courier_company: 'wahana', courier_type: 'normal' };
    expect((await method(droppedOff))?.collection_method).to.equal('drop_off');
  });

  it('may be scheduled, in the time of Jakarta', async () => {
    const later = { ...orderBody, delivery_type: 'scheduled', delivery_date: '2026-10-02', delivery_time: '09:30' };
    const order = await openShop().order(later);
    expect([order.status, order.delivery?.datetime]).to.deep.equal(['scheduled', '2026-10-02T09:30+07:00']);
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

  it('reads the delivery type later as scheduled', async () => {
    const later = { ...orderBody, delivery_type: 'later', delivery_date: '2026-10-02', delivery_time: '09:30' };
    const shop = openShop();
    const order = await shop.order(later);
    expect(order.status).to.equal('scheduled');
    expect(order.delivery).to.include({ type: 'scheduled', datetime: '2026-10-02T09:30+07:00' });
    expect((await shop.draft(later)).delivery?.type).to.equal('scheduled');
  });

  it('keeps text in any script', async () => {
    const shop = openShop();
    const name = 'ديوي 👩‍👧 Ünïcode\u0000';
    const { id } = await shop.order({ ...orderBody, destination_contact_name: name });
    expect((await shop.find(id)).destination?.contact_name).to.equal(name);
  });
});

describe('an order is refused', () => {
  const later = { ...orderBody, delivery_type: 'scheduled', delivery_date: '2026-10-02', delivery_time: '09:30' };
  const cases: [code: number, field: string, changes: object][] = [
    [40002005, 'delivery_type', { delivery_type: null }],
    [40002006, 'delivery_type', { delivery_type: 'pickup' }],
    [40002010, 'destination_postal_code', { destination_postal_code: null }],
    [40002011, 'origin_postal_code', { origin_postal_code: null }],
    [40002013, 'delivery_date', { ...later, delivery_date: '2026-09-30' }],
    [40002013, 'delivery_date', { ...later, delivery_date: today, delivery_time: '11:59' }],
    [40002014, 'origin_contact_name', { origin_contact_name: null }],
    [40002014, 'origin_contact_name', { origin_contact_name: ' ' }],
    [40002015, 'origin_contact_phone', { origin_contact_phone: null }],
    [40002016, 'origin_address', { origin_address: null }],
    [40002017, 'destination_contact_name', { destination_contact_name: null }],
    [40002018, 'destination_contact_phone', { destination_contact_phone: null }],
    [40002018, 'destination_contact_phone', { destination_contact_phone: 'x' }],
    [40002019, 'destination_address', { destination_address: null }],
    [40002020, 'destination_postal_code', { destination_postal_code: 'Bandung' }],
    [40002020, 'destination_postal_code', { destination_postal_code: 19999 }],
    [40002021, 'courier_type', { courier_type: 'yes', destination_postal_code: 99111 }],
    [40002022, 'origin_coordinate.longitude', { origin_coordinate: { latitude: -6 } }],
    [40002023, 'origin_coordinate', instant],
    [40002024, 'destination_coordinate.latitude', { destination_coordinate: { longitude: 107 } }],
    [40002025, 'destination_coordinate', { ...instant, origin_coordinate: coordinates.origin_coordinate }],
    [40002026, 'courier_company', { courier_company: 'jn' }],
    [40002026, 'courier_company', { courier_company: null }],
    [40002027, 'courier_type', { courier_type: 're' }],
    [40002027, 'courier_type', { courier_type: 'ez' }],
    [40002027, 'courier_type', { courier_type: null }],
    [40002009, 'destination_cash_on_delivery', { ...cod, courier_type: 'jtr' }],
    [40002009, 'destination_cash_on_delivery', { ...cod, destination_postal_code: 99111 }],
    [40002009, 'destination_cash_on_delivery', { ...cargo, ...cod }],
    [40002029, 'destination_cash_on_delivery_type', { ...cod, destination_cash_on_delivery_type: 'soon' }],
    [40002029, 'destination_cash_on_delivery_type', { destination_cash_on_delivery: 1 }],
    [40002030, 'destination_cash_on_delivery', { ...cod, destination_cash_on_delivery: 15_000_001 }],
    [40002030, 'destination_cash_on_delivery', { ...cod, destination_cash_on_delivery: '15000001' }],
    [40002031, 'origin_collection_method', { courier_company: 'wahana', courier_type: 'normal' }],
    [40002032, 'destination_proof_of_delivery_note', { courier_type: 'ctc', destination_proof_of_delivery: true }],
    [
      40002033,
      'destination_proof_of_delivery',
      { destination_proof_of_delivery: true, destination_proof_of_delivery_note: 'Photo' },
    ],
    [40002034, 'courier_insurance', { courier_type: 'ctc', courier_insurance: 1 }],
    [40002035, 'delivery_date', { ...later, delivery_date: null }],
    [40002036, 'delivery_time', { ...later, delivery_time: null }],
    [40002038, 'items', { items: null }],
    [40002038, 'items.0.category', { items: [{ ...item, category: 'toys' }] }],
    [40002061, 'delivery_date', { ...later, delivery_date: '2-10-2026' }],
    [40002061, 'delivery_date', { ...later, delivery_date: '2027-02-31' }],
    [40002062, 'delivery_time', { ...later, delivery_time: '9.30' }],
    [40002072, 'items.0.value', { ...cargo, items: [{ ...item, value: 0 }] }],
    [40002058, 'tags', { tags: 'gift' }],
    [40002999, 'reference_id', { reference_id: ' ' }],
    [
      40002010,
      'destination_postal_code',
      { destination_postal_code: '', destination_area_id: null, destination_coordinate: [] },
    ],
    [40002999, 'origin_collection_method', { origin_collection_method: 'now' }],
    [40002999, 'metadata', { metadata: 'x' }],
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
