import fc from 'fast-check';
import type { OperationName } from '../../src/contract/index.ts';
import { item, orderRequest, rate, ratesRequest } from '../support/fixtures.ts';

const ordered = {
  success: true,
  object: 'order',
  message: 'Order created',
  shipper: {},
  origin: {},
  destination: {
    contact_name: 'Ratna Wulandari',
    contact_phone: '081298765432',
    address: 'Jalan Braga 99',
    postal_code: 40111,
    cash_on_delivery: { id: 'c1', amount: 165_000, fee: 4950, type: '7_days' },
    proof_of_delivery: {},
  },
  courier: {
    company: 'jne',
    type: 'reg',
    waybill_id: 'JNE7',
    tracking_id: 't1',
    link: 'https://jne.test',
    routing_code: 'BDO',
    insurance: { amount: 150_000, fee: 750 },
  },
  delivery: {},
  reference_id: 'shop-17',
  items: [{}],
  metadata: {},
  note: 'Ring twice',
  status: 'confirmed',
  price: 20_700,
  id: 'o-1',
};
const courier = {
  ...{ courier_code: 'jne', courier_service_code: 'reg', courier_name: 'JNE', courier_service_name: 'Reguler' },
  ...{ description: 'Regular', tier: 'free', service_type: 'standard', shipping_type: 'parcel' },
  ...{ shipment_duration_range: '1 - 3', shipment_duration_unit: 'days', available_collection_method: ['pickup'] },
  ...{ available_for_cash_on_delivery: true, available_for_proof_of_delivery: false },
  available_for_instant_waybill_id: true,
};

/** An answer to each operation with all fields. */
export const fullAnswers: Record<OperationName, object> = {
  listCouriers: { success: true, object: 'courier', couriers: [courier, { ...courier, courier_code: 'jnt' }] },
  quoteRates: {
    ...{ success: true, object: 'courier_pricing', message: 'Found', code: 20001003 },
    ...{ origin: {}, destination: {}, pricing: [rate(), rate({ courier_code: 'jnt' }), rate()] },
  },
  createOrder: { ...ordered, draft_order_id: 'd-1' },
  createDraftOrder: { ...ordered, code: 20111002, order_id: 'o-1' },
  cancelOrder: {
    ...{ success: true, object: 'order', message: 'Cancelled', id: 'o-1', status: 'cancelled' },
    ...{ cancellation_reason_code: 'others', cancellation_reason: 'Ordered twice' },
  },
};

const order = {
  ...orderRequest,
  ...{ reference_id: 'shop-17', metadata: { cart: 7 }, tags: ['gift'], courier_insurance: 150_000 },
  ...{ delivery_type: 'scheduled', delivery_date: '2999-12-31', delivery_time: '09:30' },
  ...{ destination_cash_on_delivery: 150_000, destination_cash_on_delivery_type: '3_days' },
  ...{ origin_coordinate: { latitude: -6.2, longitude: 106.8 } },
};

/** A request to each operation. */
export const fullRequests: Record<OperationName, object> = {
  listCouriers: {},
  quoteRates: {
    ...{ ...ratesRequest, origin_latitude: -6.2, origin_longitude: 106.8, courier_insurance: 150_000 },
    custom_rates: [{ courier_code: 'jne', type: 'discount', unit: 'percent', amount: 12.5 }],
  },
  createOrder: order,
  createDraftOrder: order,
  cancelOrder: { id: 'o-1', cancellation_reason_code: 'others', cancellation_reason: 'Ordered twice' },
};

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(namesIn)];
}

/** All field names of requests and answers. */
export const fieldNames: ReadonlySet<string> = new Set(namesIn([fullAnswers, fullRequests, item]));

export const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    0.5,
    '15000',
    '-1',
    'jntcargo',
    '2020-01-01',
    '9'.repeat(400),
    true,
    false,
    [],
    {},
    [null],
    [{}],
  ),
);

const changes = fc.array(
  fc.record({
    /** The path of the change: indexes of keys, modulo their number. */
    at: fc.oneof(fc.tuple(fc.nat(40)), fc.array(fc.nat(40), { minLength: 2, maxLength: 4 })),
    key: fc.oneof(fc.constant(undefined), fc.constantFrom(...fieldNames, '__proto__'), fc.string()),
    value: fc.option(anyJson, { nil: undefined }),
  }),
  { maxLength: 3 },
);

/** The body with a few fields removed, added or changed in type. */
export function almost(body: object): fc.Arbitrary<unknown> {
  return changes.map((all) => {
    const changed = structuredClone(body);
    for (const { at, key, value } of all) change(changed, at, key, value);
    return JSON.parse(JSON.stringify(changed)) as unknown;
  });
}

function change(body: object, [first = 0, ...rest]: number[], added: string | undefined, value: unknown): void {
  const keys = Object.keys(body);
  const key = keys[first % keys.length];
  const part: unknown = key === undefined ? undefined : Reflect.get(body, key);
  const name = Array.isArray(body) ? key : (added ?? key);
  if (rest.length && typeof part === 'object' && part !== null) change(part, rest, added, value);
  else if (name !== undefined)
    Object.defineProperty(body, name, { value, configurable: true, enumerable: true, writable: true });
}
