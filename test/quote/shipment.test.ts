import { expect } from 'chai';
import { OrderRequest, RatesRequest } from '../../src/contract/index.ts';
import { missingParts, orderRequest, ratesRequest, type Shipment } from '../../src/quote/index.ts';
import { contacts, item, rate, shipment } from '../support/fixtures.ts';

const none = { insured: false, cashOnDelivery: false };
const both = { insured: true, cashOnDelivery: true };

describe('missingParts', () => {
  it('names nothing of a whole shipment', () => {
    expect(missingParts(shipment)).to.deep.equal([]);
  });

  it('names everything of none', () => {
    expect(missingParts(undefined)).to.deep.equal(['items', 'origin', 'destination']);
    expect(missingParts({ items: [] })).to.deep.equal(['items', 'origin', 'destination']);
  });

  it('names what is lacking', () => {
    expect(missingParts({ ...shipment, items: [] })).to.deep.equal(['items']);
    expect(missingParts({ items: [item], origin_postal_code: 12440 })).to.deep.equal(['destination']);
    expect(missingParts({ items: [item], destination_area_id: 'IDZ40111' })).to.deep.equal(['origin']);
    expect(missingParts({ ...shipment, destination_postal_code: undefined } as unknown as Shipment)).to.deep.equal([
      'destination',
    ]);
  });

  it('takes a point of nothing for none', () => {
    const nowhere = { items: [item], origin_postal_code: 12440 };
    for (const nothing of [null, ''] as unknown as undefined[])
      for (const point of [
        { destination_latitude: nothing, destination_longitude: nothing },
        { destination_latitude: -6.9, destination_longitude: nothing },
        { destination_area_id: nothing, destination_postal_code: nothing },
      ])
        expect(missingParts({ ...nowhere, ...point } as never)).to.deep.equal(['destination']);
  });

  it('takes for there what is no item: it is not missing, it is wrong', () => {
    for (const items of [[null], [undefined], ['mug'], 'mugs', { 0: item }])
      expect(missingParts({ ...shipment, items } as unknown as Shipment)).to.deep.equal([]);
    for (const items of [null, undefined, ''])
      expect(missingParts({ ...shipment, items } as unknown as Shipment)).to.deep.equal(['items']);
  });

  it('takes half a point for none', () => {
    const half = { items: [item], origin_postal_code: 12440, destination_latitude: -6.9 };
    expect(missingParts(half)).to.deep.equal(['destination']);
    expect(missingParts({ ...half, destination_longitude: 107.6 })).to.deep.equal([]);
  });
});

describe('ratesRequest', () => {
  it('hands on what is no item, for the check before sending to name', () => {
    for (const items of [[item, null], 'mugs', { 0: item }])
      expect(ratesRequest({ ...shipment, items } as unknown as Shipment, ['jne'], both)).to.deep.include({ items });
  });

  it('asks for the couriers by code and sends no extra that is off', () => {
    const request = ratesRequest(shipment, ['jnt', 'jntcargo'], none);
    expect(request).to.deep.equal({ ...shipment, couriers: 'jnt,jntcargo' });
    expect(RatesRequest.safeParse(request).success).to.equal(true);
  });

  it('insures and collects the declared value where no amount is given', () => {
    const request = ratesRequest(shipment, ['jne'], both);
    expect(request).to.include({
      courier_insurance: 150_000,
      destination_cash_on_delivery: 150_000,
      destination_cash_on_delivery_type: '7_days',
    });
    expect(RatesRequest.safeParse(request).success).to.equal(true);
  });

  it('insures and collects the declared value where a framework or a form hands over nothing', () => {
    for (const nothing of [null, ''] as unknown as undefined[]) {
      const amounts = { insuranceAmount: nothing, cashOnDeliveryAmount: nothing, cashOnDeliveryType: nothing };
      expect(ratesRequest(shipment, ['jne'], { ...both, ...amounts })).to.deep.equal(
        ratesRequest(shipment, ['jne'], both),
      );
    }
  });

  it('insures and collects what is given, 0 included', () => {
    const amounts = { insuranceAmount: 0, cashOnDeliveryAmount: 165_000, cashOnDeliveryType: '3_days' } as const;
    expect(ratesRequest(shipment, ['jne'], { ...both, ...amounts })).to.include({
      courier_insurance: 0,
      destination_cash_on_delivery: 165_000,
      destination_cash_on_delivery_type: '3_days',
    });
  });

  it('sends no amount of an extra that is off', () => {
    const request = ratesRequest(shipment, ['jne'], { ...none, insuranceAmount: 5, cashOnDeliveryAmount: 5 });
    expect(request).to.deep.equal({ ...shipment, couriers: 'jne' });
  });
});

describe('orderRequest', () => {
  it('takes of the contacts who sends and who receives, and nothing that was quoted otherwise', () => {
    const more = {
      ...contacts,
      ...{ destination_cash_on_delivery: 5_000_000, destination_cash_on_delivery_type: '7_days', courier_insurance: 1 },
      ...{ destination_area_id: 'IDNP6', destination_coordinate: { latitude: -6, longitude: 106 }, items: [] },
      ...{ courier_company: 'tiki', courier_type: 'eko', destination_location_id: 'elsewhere' },
    } as typeof contacts;
    expect(orderRequest(shipment, more, rate(), none)).to.deep.equal(orderRequest(shipment, contacts, rate(), none));
  });

  it('orders what was quoted, for whom it is meant', () => {
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

  it('passes codes untouched', () => {
    const odd = rate({ courier_code: 'jntcargo', courier_service_code: 'FT 1', company: 'jnt', type: 'ez' });
    expect(orderRequest(shipment, contacts, odd, none)).to.include({
      courier_company: 'jntcargo',
      courier_type: 'FT 1',
    });
  });

  it('nests the coordinates, which lie flat at rates', () => {
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
      destination_cash_on_delivery: 150_000,
      destination_cash_on_delivery_type: '7_days',
    });
  });

  it('has the courier pick up where it does, and drops off where it offers nothing else', () => {
    const method = (available_collection_method?: string[], more = {}) =>
      orderRequest(shipment, { ...contacts, ...more }, rate({ available_collection_method }), none)
        .origin_collection_method;
    expect(method(['drop_off', 'pickup'])).to.equal('pickup');
    expect(method(['drop_off'])).to.equal('drop_off');
    expect(method(['drop_off', 'pickup'], { origin_collection_method: 'drop_off' })).to.equal('drop_off');
    expect(method(['drop_off'], { origin_collection_method: '' })).to.equal('drop_off');
    for (const silent of [undefined, [], ['locker']]) expect(method(silent)).to.equal(undefined);
  });

  it('asks no courier for an insurance that it does not offer', () => {
    const uninsurable = rate({ available_for_insurance: false });
    expect(orderRequest(shipment, contacts, uninsurable, both)).to.not.have.property('courier_insurance');
    const silent = rate({ available_for_insurance: undefined });
    expect(orderRequest(shipment, contacts, silent, both)).to.have.property('courier_insurance', 150_000);
  });
});
