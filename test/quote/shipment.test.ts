import { expect } from 'chai';
import { OrderRequest, RatesRequest } from '../../src/contract/index.ts';
import { completeExtras, type Extras } from '../../src/extras/index.ts';
import {
  insuredAmount,
  itemsOf,
  lackingMapPin,
  missingParts,
  orderRequest,
  ratesRequest,
  requoteRequest,
  type Shipment,
} from '../../src/quote/index.ts';
import { contacts, item, rate, shipment } from '../support/fixtures.ts';

const none = { insurance: false, cashOnDelivery: false };
const both = { insurance: true, cashOnDelivery: true };
const origin = { origin_latitude: -6.29, origin_longitude: 106.79 };
const destination = { destination_latitude: -6.91, destination_longitude: 107.6 };

/** Lists of items that a page may pass by mistake. */
const wrongItems = [[item, null, 'mug', undefined, 5], 'mugs', { 0: item }];
const withItems = (items: unknown) => ({ ...shipment, items }) as Shipment;

describe('missingParts', () => {
  it('names each part that is missing', () => {
    expect(missingParts(shipment)).to.deep.equal([]);
    expect(missingParts(undefined)).to.deep.equal(['items', 'origin', 'destination']);
    for (const items of [[], null, undefined, '']) expect(missingParts(withItems(items))).to.deep.equal(['items']);
    expect(missingParts({ items: [item], origin_postal_code: 12440 })).to.deep.equal(['destination']);
    expect(missingParts({ items: [item], destination_area_id: 'IDZ40111' })).to.deep.equal(['origin']);
  });

  it('does not call wrong items missing, because the check before sending names them', () => {
    for (const items of wrongItems) expect(missingParts(withItems(items))).to.deep.equal([]);
  });

  it('waits for the five digits of the destination', () => {
    for (const destination_postal_code of [4, '401', ' 4011 ']) {
      const typing = { ...shipment, destination_postal_code };
      expect(missingParts(typing), `${destination_postal_code}`).to.deep.equal(['destination']);
      expect(missingParts({ ...typing, destination_area_id: 'IDZ40111' })).to.deep.equal([]);
    }
    for (const destination_postal_code of ['40111', 'abc', '401115'])
      expect(missingParts({ ...shipment, destination_postal_code })).to.deep.equal([]);
  });
});

describe('itemsOf', () => {
  it('leaves out what is no item', () => {
    expect(wrongItems.map((items) => itemsOf(withItems(items)))).to.deep.equal([[item], [], []]);
    expect(itemsOf(undefined)).to.deep.equal([]);
  });
});

describe('ratesRequest', () => {
  const asked = (extras: Extras, couriers = ['jne']) =>
    ratesRequest(shipment, couriers, completeExtras(extras, 150_000));

  it('asks for couriers by code, and passes wrong items on', () => {
    const request = asked(none, ['jnt', 'jntcargo']);
    expect(request).to.deep.equal({ ...shipment, couriers: 'jnt,jntcargo' });
    expect(RatesRequest.safeParse(request).success).to.equal(true);
    for (const items of wrongItems)
      expect(ratesRequest(withItems(items), ['jne'], completeExtras(none, 0))).to.deep.include({ items });
  });

  it('sends the amounts of the extras that are on, 0 included', () => {
    const amounts = { insuranceAmount: 0, cashOnDeliveryAmount: 165_000, cashOnDeliveryPayout: '3_days' } as const;
    const insurance = { courier_insurance: 0 };
    const cashOnDelivery = {
      ...{ destination_cash_on_delivery: 165_000, destination_cash_on_delivery_type: '3_days' },
    };
    const base = { ...shipment, couriers: 'jne' };
    expect(asked({ ...both, ...amounts })).to.deep.equal({ ...base, ...insurance, ...cashOnDelivery });
    expect(asked({ insurance: true, ...amounts })).to.deep.equal({ ...base, ...insurance });
    expect(asked({ cashOnDelivery: true, ...amounts })).to.deep.equal({ ...base, ...cashOnDelivery });
    expect(asked(amounts)).to.deep.equal(base);
  });
});

describe('orderRequest', () => {
  it('orders the quoted service for the contacts', () => {
    const request = orderRequest(shipment, contacts, rate(), none);
    expect(request).to.deep.equal({
      ...{ ...contacts, ...shipment, origin_collection_method: 'pickup', delivery_type: 'now' },
      ...{ courier_company: 'jne', courier_type: 'reg' },
    });
    expect(OrderRequest.safeParse(request).success).to.equal(true);
  });

  it('takes no place, goods, courier or COD from the contacts, and keeps their other fields', () => {
    const foreign = {
      ...{ destination_cash_on_delivery: 5_000_000, destination_cash_on_delivery_type: '7_days', courier_insurance: 1 },
      ...{ destination_area_id: 'IDNP6', destination_coordinate: { latitude: -6, longitude: 106 }, items: [] },
      ...{ courier_company: 'tiki', courier_type: 'eko', destination_location_id: 'elsewhere' },
    };
    const own = {
      ...{ delivery_type: 'scheduled', delivery_date: '2026-10-02', delivery_time: '09:30' },
      ...{ gift_items: 1, items_note: 'Two mugs', origin_postal_code_note: 'Old' },
    };
    const request = orderRequest(shipment, { ...contacts, ...own, ...foreign } as typeof contacts, rate(), none);
    expect(request).to.deep.equal({ ...orderRequest(shipment, contacts, rate(), none), ...own });
  });

  it('passes codes unchanged', () => {
    const odd = rate({ courier_code: 'jntcargo', courier_service_code: 'FT 1', company: 'jnt', type: 'ez' });
    const codes = { courier_company: 'jntcargo', courier_type: 'FT 1' };
    expect(orderRequest(shipment, contacts, odd, none)).to.include(codes);
  });

  it('nests the coordinates, which are flat in a rates request', () => {
    const request = orderRequest({ ...shipment, ...destination }, contacts, rate(), none);
    expect(request.destination_coordinate).to.deep.equal({ latitude: -6.91, longitude: 107.6 });
    expect(request).to.not.have.any.keys('destination_latitude', 'destination_longitude', 'origin_coordinate');
  });

  it('insures the goods, and collects them with the delivery or alone', () => {
    expect(orderRequest(shipment, contacts, rate(), both)).to.include({
      ...{ courier_insurance: 150_000, destination_cash_on_delivery: 165_000 },
      destination_cash_on_delivery_type: '7_days',
    });
    const goods = { ...both, cashOnDeliveryCollects: 'goods' } as const;
    expect(orderRequest(shipment, contacts, rate(), goods).destination_cash_on_delivery).to.equal(150_000);
  });

  it('does not order insurance from a courier that has none', () => {
    const uninsurable = rate({ available_for_insurance: false });
    expect(orderRequest(shipment, contacts, uninsurable, both)).to.not.have.property('courier_insurance');
    const silent = rate({ available_for_insurance: undefined });
    expect(orderRequest(shipment, contacts, silent, both)).to.have.property('courier_insurance', 150_000);
  });

  it('has the courier pick up if it can, unless the shop says otherwise', () => {
    const method = (available_collection_method?: string[], more = {}) =>
      orderRequest(shipment, { ...contacts, ...more }, rate({ available_collection_method }), none)
        .origin_collection_method;
    expect(method(['drop_off', 'pickup'])).to.equal('pickup');
    expect(method(['drop_off'])).to.equal('drop_off');
    expect(method(['drop_off', 'pickup'], { origin_collection_method: 'drop_off' })).to.equal('drop_off');
    expect(method(['drop_off'], { origin_collection_method: '' })).to.equal('drop_off');
    for (const silent of [undefined, [], ['locker']]) expect(method(silent)).to.equal(undefined);
  });
});

describe('insuredAmount', () => {
  it('is what the order says, and the declared value with the cargo courier', () => {
    const order = { items: [item], courier_insurance: 5000 };
    expect(insuredAmount(order, rate())).to.equal(5000);
    expect(insuredAmount({ ...order, courier_insurance: 0 }, rate())).to.equal(undefined);
    expect(insuredAmount(order, rate({ courier_code: 'jntcargo' }))).to.equal(150_000);
  });
});

describe('requoteRequest', () => {
  const order = { ...contacts, ...shipment };

  it('asks for one courier, with the places, items and extras of the order', () => {
    const insurance = { courier_insurance: 150_000 };
    const cashOnDelivery = {
      ...{ destination_cash_on_delivery: 150_000, destination_cash_on_delivery_type: '5_days' as const },
    };
    for (const extras of [{}, insurance, cashOnDelivery])
      expect(requoteRequest({ ...order, ...extras }, rate({ courier_code: 'jnt' }))).to.deep.equal({
        ...{ ...shipment, ...extras, couriers: 'jnt' },
      });
    expect(requoteRequest({ ...order, courier_insurance: 0 }, rate())).to.not.have.property('courier_insurance');
  });

  it('asks for coordinates as the rates operation takes them, flat', () => {
    const pinned = { ...order, origin_coordinate: { latitude: -6.29, longitude: 106.79 } };
    expect(requoteRequest(pinned, rate())).to.include(origin).and.not.have.property('origin_coordinate');
  });
});

describe('lackingMapPin', () => {
  it('names couriers that need a map pin, if the destination alone has none', () => {
    const vehicles = ['gojek', 'grab', 'lalamove', 'borzo', 'rara', 'deliveree'];
    const couriers = ['jne', ...vehicles];
    expect(lackingMapPin(couriers, { ...shipment, ...origin })).to.deep.equal(vehicles);
    for (const unchangeable of [undefined, shipment, { ...shipment, ...origin, ...destination }])
      expect(lackingMapPin(couriers, unchangeable)).to.deep.equal([]);
  });
});
