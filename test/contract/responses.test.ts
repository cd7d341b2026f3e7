import { expect } from 'chai';
import * as z from 'zod/mini';
import {
  CancelResponse,
  CourierService,
  CouriersResponse,
  DraftOrderResponse,
  ErrorBody,
  OrderedCashOnDelivery,
  OrderedCourier,
  OrderedDestination,
  OrderedInsurance,
  OrderResponse,
  Rate,
  RatesResponse,
  ReferenceUsed,
} from '../../src/contract/index.ts';
import { rate } from '../support/fixtures.ts';
import { asText, problems } from './problems.ts';

const id = '66f0c1d2e3a4b5c6d7e8f901';

const courierService: CourierService = {
  courier_code: 'tiki',
  courier_service_code: 'eko',
  courier_name: 'TIKI',
  courier_service_name: 'Economy',
  description: 'Slow and cheap',
  tier: 'platinum',
  service_type: 'drone',
  shipping_type: 'pallet',
  shipment_duration_range: '4 - 6',
  shipment_duration_unit: 'days',
  available_collection_method: ['pickup'],
  available_for_cash_on_delivery: false,
  available_for_proof_of_delivery: true,
  available_for_instant_waybill_id: true,
};

const insurance = { amount: 150_000, fee: 750 };
const cashOnDelivery = { id: 'c1', amount: 165_000, fee: 4950, type: '7_days', payment_status: 'pending' };
const courier = {
  ...{ company: 'jne', type: 'reg', waybill_id: 'JNE7', tracking_id: 't1', link: '/t1', routing_code: 'BDO' },
  insurance,
};
const destination = {
  ...{ contact_name: 'Ratna Wulandari', contact_phone: '081298765432', address: 'Jalan Braga 99' },
  ...{ postal_code: 40111, cash_on_delivery: cashOnDelivery, proof_of_delivery: { use: true } },
};
const ordered = {
  ...{ success: true, object: 'order', message: 'Order created', reference_id: 'shop-17', id },
  ...{
    shipper: { name: 'Kopi' },
    origin: { address: 'Jalan Fatmawati 10' },
    destination,
    courier,
    delivery: { type: 'now' },
  },
  ...{ items: [{ name: 'Mug' }], metadata: { cart: 'A-17' }, note: 'Fragile', status: 'teleported', price: 20_700 },
};
const list = { success: true, object: 'list', message: 'Success', dropped: [] };

type Case = [schema: z.ZodMiniType<object> & { shape?: object }, full: object, required: string[]];

/** For each response: an answer with all its fields, and the names of those that must not be missing. */
const responses: Record<string, Case> = {
  CourierService: [CourierService, courierService, ['courier_code', 'courier_service_code']],
  CouriersResponse: [
    CouriersResponse,
    { success: true, object: 'courier', couriers: [courierService], dropped: [] },
    ['success', 'couriers'],
  ],
  Rate: [Rate, rate({ offer: 'a.b.c', estimate: true }), ['courier_code', 'courier_service_code', 'price']],
  RatesResponse: [
    RatesResponse,
    { ...list, code: 20001003, origin: {}, destination: {}, pricing: [rate()] },
    ['success', 'pricing'],
  ],
  OrderedInsurance: [OrderedInsurance, insurance, []],
  OrderedCashOnDelivery: [OrderedCashOnDelivery, cashOnDelivery, []],
  OrderedCourier: [OrderedCourier, courier, []],
  OrderedDestination: [OrderedDestination, destination, []],
  OrderResponse: [
    OrderResponse,
    { ...ordered, draft_order_id: 'd1', cancel: 'a.b.c', track: 'd.e.f' },
    ['success', 'id'],
  ],
  DraftOrderResponse: [
    DraftOrderResponse,
    { ...ordered, code: 20111002, order_id: 'o-1', deleted_at: '2026-10-01T05:00:00.000Z', track: 'd.e.f' },
    ['success', 'id'],
  ],
  CancelResponse: [
    CancelResponse,
    {
      ...{ success: true, object: 'order', message: 'Cancelled', id, status: 'cancelled' },
      ...{ cancellation_reason_code: 'others', cancellation_reason: 'Ordered twice' },
    },
    ['success', 'id'],
  ],
  ErrorBody: [
    ErrorBody,
    { success: true, error: 'Authorization failed', code: 40101001, details: { field: 'key' }, reason: 'no-courier' },
    [],
  ],
  ReferenceUsed: [ReferenceUsed, { order_id: 'o-1', waybill_id: 'JNE7', reference_id: 'shop-17' }, []],
};

for (const [name, [schema, full, required]] of Object.entries(responses))
  describe(name, () => {
    const isRequired = (field: string) => required.includes(field);
    const bare = Object.fromEntries(Object.entries(full).filter(([field]) => isRequired(field)));
    const optional = Object.entries(full).filter(([field]) => !isRequired(field) && field !== 'dropped');

    it('reads all fields unchanged, the required ones alone, and unknown ones', () => {
      if (schema.shape) expect(full).to.have.all.keys(...Object.keys(schema.shape));
      for (const answer of [full, { ...full, carbon: { grams: 120 } }])
        expect(schema.parse(answer)).to.deep.equal(answer);
      expect(schema.parse(bare)).to.deep.include(bare);
    });

    it('reads texts of digits as numbers', () => {
      expect(schema.parse(asText(full))).to.deep.equal(full);
    });

    it('takes an optional field of a wrong type for absent, and keeps null', () => {
      for (const [field, value] of optional) {
        const wrong = typeof value !== 'object' || Array.isArray(value) ? { odd: true } : 'odd';
        const { [field]: read, ...rest } = schema.parse({ ...full, [field]: wrong }) as Record<string, unknown>;
        expect(read, field).to.equal(undefined);
        expect(full, field).to.deep.include(rest);
        expect(schema.parse({ ...full, [field]: null })[field as never], field).to.equal(null);
      }
    });

    it('reports a required field that is missing or wrong, and an answer that is no object', () => {
      for (const field of required)
        for (const value of [undefined, null, '', {}])
          expect(problems(schema, { ...bare, [field]: value }), field).to.have.all.keys(field);
      for (const answer of [null, 'Bad request', 400, [], true]) expect(problems(schema, answer)).to.have.all.keys('');
    });
  });

describe('a response schema', () => {
  it('can be extended by a shop, and keeps its rules', () => {
    const Green = z.extend(CancelResponse, { carbon_grams: z.number() });
    expect(Green.parse({ success: true, id, status: 7, carbon_grams: 120 })).to.deep.include({
      ...{ id, status: undefined, carbon_grams: 120 },
    });
    expect(problems(Green, { success: true })).to.have.all.keys('id', 'carbon_grams');
  });
});
