import { expect } from 'chai';
import { type CourierService, CouriersResponse } from '../../src/contract/index.ts';

const service: CourierService = {
  courier_code: 'tiki',
  courier_service_code: 'eko',
  courier_name: 'TIKI',
  courier_service_name: 'Economy',
  description: 'Slow and cheap',
  tier: 'essentials',
  service_type: 'standard',
  shipping_type: 'parcel',
  shipment_duration_range: '4 - 6',
  shipment_duration_unit: 'days',
  available_collection_method: ['pickup'],
  available_for_cash_on_delivery: false,
  available_for_proof_of_delivery: true,
  available_for_instant_waybill_id: true,
};

const answer = (...couriers: unknown[]) => ({ success: true, object: 'courier', couriers });

describe('CouriersResponse', () => {
  it('reads a full row unchanged', () => {
    expect(CouriersResponse.parse(answer(service)).couriers).to.deep.equal([service]);
  });

  it('reads a row that has only its two codes', () => {
    const bare = { courier_code: 'tiki', courier_service_code: 'eko' };
    expect(CouriersResponse.parse(answer(bare)).couriers[0]).to.include(bare);
  });

  it('keeps unknown values and fields', () => {
    const later = { ...service, tier: 'platinum', service_type: 'drone', shipping_type: 'pallet', colour: 'red' };
    expect(CouriersResponse.parse(answer(later)).couriers).to.deep.equal([later]);
  });

  it('treats an optional field of a wrong type as absent', () => {
    const odd = { ...service, available_collection_method: 'pickup', available_for_cash_on_delivery: 'yes', tier: 3 };
    const [read] = CouriersResponse.parse(answer(odd)).couriers;
    expect(read?.courier_code).to.equal('tiki');
    expect(read?.available_collection_method).to.equal(undefined);
    expect(read?.available_for_cash_on_delivery).to.equal(undefined);
    expect(read?.tier).to.equal(undefined);
  });

  it('drops a row without a code, or with an empty one, and reports it', () => {
    const { courier_service_code: _left, ...broken } = service;
    const read = CouriersResponse.parse(answer(broken, service, { ...service, courier_code: '' }));
    expect(read.couriers).to.deep.equal([service]);
    expect(read.dropped).to.deep.equal([
      { index: 0, problem: 'courier_service_code' },
      { index: 2, problem: 'courier_code' },
    ]);
  });
});
