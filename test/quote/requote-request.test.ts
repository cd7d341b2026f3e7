import { expect } from 'chai';
import { requoteRequest } from '../../src/quote/index.ts';
import { orderRequest, rate, shipment } from '../support/fixtures.ts';

describe('requoteRequest', () => {
  const { courier_company: _company, courier_type: _type, ...order } = orderRequest;

  it('asks for the price of one courier, with the places and items of the order', () => {
    expect(requoteRequest(order, rate({ courier_code: 'jnt' }))).to.deep.equal({ ...shipment, couriers: 'jnt' });
  });

  it('asks with the insurance and COD of the order, and with no other extra', () => {
    const cashOnDelivery = {
      destination_cash_on_delivery: 150_000,
      destination_cash_on_delivery_type: '5_days',
    } as const;
    const insured = { courier_insurance: 150_000 };
    expect(requoteRequest({ ...order, ...insured }, rate())).to.deep.equal({
      ...shipment,
      ...insured,
      couriers: 'jne',
    });
    expect(requoteRequest({ ...order, ...cashOnDelivery }, rate())).to.deep.equal({
      ...shipment,
      ...cashOnDelivery,
      couriers: 'jne',
    });
    expect(requoteRequest({ ...order, courier_insurance: 0 }, rate())).to.not.have.property('courier_insurance');
  });

  it('asks for coordinates as the rates operation takes them, flat', () => {
    const { origin_postal_code: _code, ...elsewhere } = order;
    const request = requoteRequest({ ...elsewhere, origin_coordinate: { latitude: -6.2, longitude: 106.8 } }, rate());
    expect(request).to.include({ origin_latitude: -6.2, origin_longitude: 106.8, destination_postal_code: 40111 });
    expect(request).to.not.have.property('origin_coordinate');
  });
});
