import { expect } from 'chai';
import { OrderRequest, RatesRequest } from '../../src/contract/index.ts';
import {
  declaredValue,
  type Extras,
  missingParts,
  orderRequest,
  ratesRequest,
  type Shipment,
  settleExtras,
} from '../../src/quote/index.ts';
import { contacts, item, rate, shipment } from '../support/fixtures.ts';

const none = { insured: false, cashOnDelivery: false };
const both = { insured: true, cashOnDelivery: true };

/** The extras with their amounts: the declared value by default. */
const settled = (extras: Extras) => settleExtras(extras, declaredValue(shipment.items));

describe('missingParts', () => {
  it('is empty for a complete shipment', () => {
    expect(missingParts(shipment)).to.deep.equal([]);
  });

  it('names every part if there is no shipment', () => {
    expect(missingParts(undefined)).to.deep.equal(['items', 'origin', 'destination']);
    expect(missingParts({ items: [] })).to.deep.equal(['items', 'origin', 'destination']);
  });

  it('names each part that is missing', () => {
    expect(missingParts({ ...shipment, items: [] })).to.deep.equal(['items']);
    expect(missingParts({ items: [item], origin_postal_code: 12440 })).to.deep.equal(['destination']);
    expect(missingParts({ items: [item], destination_area_id: 'IDZ40111' })).to.deep.equal(['origin']);
    expect(missingParts({ ...shipment, destination_postal_code: undefined } as unknown as Shipment)).to.deep.equal([
      'destination',
    ]);
  });

  it('takes null and empty text for a missing place', () => {
    const nowhere = { items: [item], origin_postal_code: 12440 };
    for (const nothing of [null, ''] as unknown as undefined[])
      for (const point of [
        { destination_latitude: nothing, destination_longitude: nothing },
        { destination_latitude: -6.9, destination_longitude: nothing },
        { destination_area_id: nothing, destination_postal_code: nothing },
      ])
        expect(missingParts({ ...nowhere, ...point } as never)).to.deep.equal(['destination']);
  });

  it('does not call wrong items missing: the check before sending names them', () => {
    for (const items of [[null], [undefined], ['mug'], 'mugs', { 0: item }])
      expect(missingParts({ ...shipment, items } as unknown as Shipment)).to.deep.equal([]);
    for (const items of [null, undefined, ''])
      expect(missingParts({ ...shipment, items } as unknown as Shipment)).to.deep.equal(['items']);
  });

  it('takes a latitude without a longitude for a missing place', () => {
    const half = { items: [item], origin_postal_code: 12440, destination_latitude: -6.9 };
    expect(missingParts(half)).to.deep.equal(['destination']);
    expect(missingParts({ ...half, destination_longitude: 107.6 })).to.deep.equal([]);
  });
});

describe('ratesRequest', () => {
  it('passes wrong items on, for the check before sending to name', () => {
    for (const items of [[item, null], 'mugs', { 0: item }])
      expect(ratesRequest({ ...shipment, items } as unknown as Shipment, ['jne'], settled(both))).to.deep.include({
        items,
      });
  });

  it('asks for couriers by code, and sends no extra that is off', () => {
    const request = ratesRequest(shipment, ['jnt', 'jntcargo'], settled(none));
    expect(request).to.deep.equal({ ...shipment, couriers: 'jnt,jntcargo' });
    expect(RatesRequest.safeParse(request).success).to.equal(true);
  });

  it('insures and collects the declared value if no amount is given', () => {
    const request = ratesRequest(shipment, ['jne'], settled(both));
    expect(request).to.include({
      courier_insurance: 150_000,
      destination_cash_on_delivery: 150_000,
      destination_cash_on_delivery_type: '7_days',
    });
    expect(RatesRequest.safeParse(request).success).to.equal(true);
  });

  it('insures and collects the declared value if an amount is null or an empty text', () => {
    for (const nothing of [null, ''] as unknown as undefined[]) {
      const amounts = { insuranceAmount: nothing, cashOnDeliveryAmount: nothing, cashOnDeliveryType: nothing };
      expect(ratesRequest(shipment, ['jne'], settled({ ...both, ...amounts }))).to.deep.equal(
        ratesRequest(shipment, ['jne'], settled(both)),
      );
    }
  });

  it('insures and collects the given amounts, 0 included', () => {
    const amounts = { insuranceAmount: 0, cashOnDeliveryAmount: 165_000, cashOnDeliveryType: '3_days' } as const;
    expect(ratesRequest(shipment, ['jne'], settled({ ...both, ...amounts }))).to.include({
      courier_insurance: 0,
      destination_cash_on_delivery: 165_000,
      destination_cash_on_delivery_type: '3_days',
    });
  });

  it('sends no amount of an extra that is off', () => {
    const request = ratesRequest(shipment, ['jne'], settled({ ...none, insuranceAmount: 5, cashOnDeliveryAmount: 5 }));
    expect(request).to.deep.equal({ ...shipment, couriers: 'jne' });
  });
});

describe('orderRequest', () => {
  it('takes no place, goods, courier or COD from the contacts: they come from the quote', () => {
    const more = {
      ...contacts,
      ...{ destination_cash_on_delivery: 5_000_000, destination_cash_on_delivery_type: '7_days', courier_insurance: 1 },
      ...{ destination_area_id: 'IDNP6', destination_coordinate: { latitude: -6, longitude: 106 }, items: [] },
      ...{ courier_company: 'tiki', courier_type: 'eko', destination_location_id: 'elsewhere' },
    } as typeof contacts;
    expect(orderRequest(shipment, more, rate(), none)).to.deep.equal(orderRequest(shipment, contacts, rate(), none));
  });

  it('orders the quoted service for the contacts', () => {
    const request = orderRequest(shipment, contacts, rate(), none);
    expect(request).to.deep.equal({
      ...contacts,
      ...shipment,
      origin_collection_method: 'pickup',
      delivery_type: 'now',
      courier_company: 'jne',
      courier_type: 'reg',
    });
    expect(OrderRequest.safeParse(request).success).to.equal(true);
  });

  it('passes codes unchanged', () => {
    const odd = rate({ courier_code: 'jntcargo', courier_service_code: 'FT 1', company: 'jnt', type: 'ez' });
    expect(orderRequest(shipment, contacts, odd, none)).to.include({
      courier_company: 'jntcargo',
      courier_type: 'FT 1',
    });
  });

  it('nests the coordinates, which are flat in a rates request', () => {
    const pinned = { ...shipment, destination_latitude: -6.91, destination_longitude: 107.6 };
    const request = orderRequest(pinned, contacts, rate(), none);
    expect(request.destination_coordinate).to.deep.equal({ latitude: -6.91, longitude: 107.6 });
    expect(request).to.not.have.any.keys('destination_latitude', 'destination_longitude', 'origin_coordinate');
  });

  it('keeps the delivery that the shop asks for', () => {
    const later = {
      ...contacts,
      delivery_type: 'scheduled',
      delivery_date: '2026-10-02',
      delivery_time: '09:30',
    } as const;
    expect(orderRequest(shipment, later, rate(), none)).to.include(later);
  });

  it('carries both extras', () => {
    expect(orderRequest(shipment, contacts, rate(), both)).to.include({
      courier_insurance: 150_000,
      destination_cash_on_delivery: 165_000,
      destination_cash_on_delivery_type: '7_days',
    });
    const goods = { ...both, cashOnDeliveryCollects: 'goods' } as const;
    expect(orderRequest(shipment, contacts, rate(), goods).destination_cash_on_delivery).to.equal(150_000);
  });

  it('has the courier pick up if it can, and drops off if it offers nothing else', () => {
    const method = (available_collection_method?: string[], more = {}) =>
      orderRequest(shipment, { ...contacts, ...more }, rate({ available_collection_method }), none)
        .origin_collection_method;
    expect(method(['drop_off', 'pickup'])).to.equal('pickup');
    expect(method(['drop_off'])).to.equal('drop_off');
    expect(method(['drop_off', 'pickup'], { origin_collection_method: 'drop_off' })).to.equal('drop_off');
    expect(method(['drop_off'], { origin_collection_method: '' })).to.equal('drop_off');
    for (const silent of [undefined, [], ['locker']]) expect(method(silent)).to.equal(undefined);
  });

  it('does not order insurance from a courier that does not offer it', () => {
    const uninsurable = rate({ available_for_insurance: false });
    expect(orderRequest(shipment, contacts, uninsurable, both)).to.not.have.property('courier_insurance');
    const silent = rate({ available_for_insurance: undefined });
    expect(orderRequest(shipment, contacts, silent, both)).to.have.property('courier_insurance', 150_000);
  });
});
