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
const cargo = { ...orderBody, courier_company: 'jntcargo', courier_type: 'ft' };
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
    const order = await shop.order({ ...cargo, courier_insurance: 7, items: [{ ...item, value: 2_000_000 }] });
    const { amount, fee } = order.courier?.insurance ?? {};
    expect([amount, fee]).to.deep.equal([2_000_000, 10_000]);
  });

  for (const category of productCategories)
    it(`takes the category ${category}`, async () => {
      const { items } = await openShop().order({ ...orderBody, items: [{ ...item, category }] });
      expect(items?.[0]?.category).to.equal(category);
    });

  it('has the category others by default', async () => {
    const { category: _, ...plain } = item;
    expect((await openShop().order({ ...orderBody, items: [plain] })).items?.[0]?.category).to.equal('others');
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
  const cases: Record<string, [code: number, field: string, body: object]> = {
    'without a delivery type': [40002005, 'delivery_type', without('delivery_type')],
    'with another delivery type': [40002006, 'delivery_type', { ...orderBody, delivery_type: 'pickup' }],
    'without a destination': [40002010, 'destination_postal_code', without('destination_postal_code')],
    'without an origin': [40002011, 'origin_postal_code', without('origin_postal_code')],
    'for a day in the past': [40002013, 'delivery_date', { ...later, delivery_date: '2026-09-30' }],
    'for an hour in the past': [40002013, 'delivery_date', { ...later, delivery_date: today, delivery_time: '11:59' }],
    'without a sender': [40002014, 'origin_contact_name', without('origin_contact_name')],
    'with an empty sender': [40002014, 'origin_contact_name', { ...orderBody, origin_contact_name: ' ' }],
    'without the phone of the sender': [40002015, 'origin_contact_phone', without('origin_contact_phone')],
    'without the address of the sender': [40002016, 'origin_address', without('origin_address')],
    'without a recipient': [40002017, 'destination_contact_name', without('destination_contact_name')],
    'without a phone': [40002018, 'destination_contact_phone', without('destination_contact_phone')],
    'with an invalid phone': [40002018, 'destination_contact_phone', { ...orderBody, destination_contact_phone: 'x' }],
    'without an address': [40002019, 'destination_address', without('destination_address')],
    'to a postal code in words': [
      40002020,
      'destination_postal_code',
      { ...orderBody, destination_postal_code: 'Bandung' },
    ],
    'to an unknown postal code': [
      40002020,
      'destination_postal_code',
      { ...orderBody, destination_postal_code: 19999 },
    ],
    'beyond what a service reaches': [
      40002021,
      'courier_type',
      { ...orderBody, courier_type: 'yes', destination_postal_code: 99111 },
    ],
    'with half an origin coordinate': [
      40002022,
      'origin_coordinate.longitude',
      { ...orderBody, origin_coordinate: { latitude: -6 } },
    ],
    'of an on-demand courier without an origin coordinate': [40002023, 'origin_coordinate', instant],
    'with half a destination coordinate': [
      40002024,
      'destination_coordinate.latitude',
      { ...orderBody, destination_coordinate: { longitude: 107 } },
    ],
    'of an on-demand courier without a destination coordinate': [
      40002025,
      'destination_coordinate',
      { ...instant, origin_coordinate: coordinates.origin_coordinate },
    ],
    'with an unknown courier': [40002026, 'courier_company', { ...orderBody, courier_company: 'jn' }],
    'without a courier': [40002026, 'courier_company', without('courier_company')],
    'with an unknown service': [40002027, 'courier_type', { ...orderBody, courier_type: 're' }],
    'with the service of another courier': [40002027, 'courier_type', { ...orderBody, courier_type: 'ez' }],
    'without a service': [40002027, 'courier_type', without('courier_type')],
    'with COD at a service that cannot': [
      40002009,
      'destination_cash_on_delivery',
      { ...orderBody, ...cod, courier_type: 'jtr' },
    ],
    'with COD on a lane that cannot': [
      40002009,
      'destination_cash_on_delivery',
      { ...orderBody, ...cod, destination_postal_code: 99111 },
    ],
    'with COD at the cargo courier': [40002009, 'destination_cash_on_delivery', { ...cargo, ...cod }],
    'with COD of an unknown type': [
      40002029,
      'destination_cash_on_delivery_type',
      { ...orderBody, ...cod, destination_cash_on_delivery_type: 'soon' },
    ],
    'with COD without a type': [
      40002029,
      'destination_cash_on_delivery_type',
      { ...orderBody, destination_cash_on_delivery: 1 },
    ],
    'with COD above 15,000,000': [
      40002030,
      'destination_cash_on_delivery',
      { ...orderBody, ...cod, destination_cash_on_delivery: 15_000_001 },
    ],
    'with COD above 15,000,000 as a text': [
      40002030,
      'destination_cash_on_delivery',
      { ...orderBody, ...cod, destination_cash_on_delivery: '15000001' },
    ],
    'for pickup by a courier that does not pick up': [
      40002031,
      'origin_collection_method',
      { ...orderBody, courier_company: 'wahana', courier_type: 'normal' },
    ],
    'with proof of delivery and no note': [
      40002032,
      'destination_proof_of_delivery_note',
      { ...orderBody, courier_type: 'ctc', destination_proof_of_delivery: true },
    ],
    'with proof of delivery at a service that cannot': [
      40002033,
      'destination_proof_of_delivery',
      { ...orderBody, destination_proof_of_delivery: true, destination_proof_of_delivery_note: 'Photo' },
    ],
    'with insurance at a service that cannot': [
      40002034,
      'courier_insurance',
      { ...orderBody, courier_type: 'ctc', courier_insurance: 1 },
    ],
    'for later without a day': [40002035, 'delivery_date', { ...later, delivery_date: undefined }],
    'for later without a time': [40002036, 'delivery_time', { ...later, delivery_time: undefined }],
    'without items': [40002038, 'items', without('items')],
    'with an unknown category': [
      40002038,
      'items.0.category',
      { ...orderBody, items: [{ ...item, category: 'toys' }] },
    ],
    'with a day in another form': [40002061, 'delivery_date', { ...later, delivery_date: '2-10-2026' }],
    'for a day that does not exist': [40002061, 'delivery_date', { ...later, delivery_date: '2027-02-31' }],
    'with a time in another form': [40002062, 'delivery_time', { ...later, delivery_time: '9.30' }],
    'of the cargo courier without a value': [40002072, 'items.0.value', { ...cargo, items: [{ ...item, value: 0 }] }],
    'with tags that are no list': [40002058, 'tags', { ...orderBody, tags: 'gift' }],
    'with a blank reference': [40002999, 'reference_id', { ...orderBody, reference_id: ' ' }],
    'to absent locators': [
      40002010,
      'destination_postal_code',
      { ...orderBody, destination_postal_code: '', destination_area_id: null, destination_coordinate: [] },
    ],
    'with another collection method': [
      40002999,
      'origin_collection_method',
      { ...orderBody, origin_collection_method: 'now' },
    ],
    'with metadata that is no object': [40002999, 'metadata', { ...orderBody, metadata: 'x' }],
  };

  for (const [name, [code, field, body]] of Object.entries(cases))
    it(`${name}: ${code}`, async () => {
      const shop = openShop();
      const refused = await shop.refusal('/v1/orders', body);
      expect([refused.status, refused.code], refused.error).to.deep.equal([400, code]);
      expect(refused.error.startsWith(`${field} `), refused.error).to.be.ok;
      expect((await shop.send('GET', '/v1/orders')).body).to.deep.equal({
        success: true,
        object: 'orders',
        orders: [],
        draft_orders: [],
      });
    });
});
