import { expect } from 'chai';
import {
  CancelRequest,
  CouriersRequest,
  CouriersResponse,
  CustomRate,
  DraftOrderRequest,
  Item,
  OrderRequest,
  OrderResponse,
  RatesRequest,
} from '../../src/contract/index.ts';
import { item, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { asText, problems, without } from './problems.ts';

const discount: CustomRate = { courier_code: 'jne', type: 'discount', unit: 'percent', amount: 12.5 };
const cod = { destination_cash_on_delivery: 165_000, destination_cash_on_delivery_type: '5_days' } as const;
const id = '66f0c1d2e3a4b5c6d7e8f901';

const rates: RatesRequest = {
  ...{ ...ratesRequest, ...cod, courier_insurance: 150_000, custom_rates: [discount], couriers: 'jntcargo, jnt' },
  ...{ origin_area_id: 'IDNP6IDNC148IDND836IDZ12440', origin_latitude: -6.29, origin_longitude: 106.79 },
  ...{ destination_area_id: 'IDNP9IDNC22IDND2000IDZ40111', destination_latitude: -6.91, destination_longitude: 107.6 },
};

const order: OrderRequest = {
  ...{ ...orderRequest, ...cod, courier_insurance: 150_000, reference_id: 'shop-17', order_note: 'Fragile' },
  ...{ shipper_contact_name: 'Toko Kopi Senja', shipper_contact_phone: '02155512345' },
  ...{ shipper_contact_email: 'halo@kopisenja.test', shipper_organization: 'PT Kopi Senja' },
  ...{ origin_contact_email: 'gudang@kopisenja.test', origin_note: '12', origin_collection_method: 'drop_off' },
  ...{
    origin_area_id: 'IDZ12440',
    origin_location_id: '61b8',
    origin_coordinate: { latitude: -6.29, longitude: 106.7 },
  },
  ...{ destination_area_id: 'IDZ40111', destination_location_id: '61b9', destination_note: 'Ring twice' },
  destination_coordinate: { latitude: -6.91, longitude: 107.6 },
  ...{ destination_proof_of_delivery: true, destination_proof_of_delivery_note: 'Photo at the door' },
  ...{ delivery_type: 'scheduled', delivery_date: '2026-10-02', delivery_time: '09:30' },
  ...{ metadata: { cart: null, notes: [], coupon: '' }, tags: ['', 'web'] },
};

const cancellation = { id, cancellation_reason_code: 'others', cancellation_reason: 'Ordered twice' };

const { courier_company: _company, courier_type: _type, ...draftRequest } = orderRequest;
const bareItem = { name: 'Mug', value: 0, quantity: 1, weight: 1 };

/** A request with its fields, and one with the required fields alone. */
const requests = {
  Item: { schema: Item, full: item, bare: bareItem },
  CustomRate: { schema: CustomRate, full: { ...discount, courier_service_code: 'reg' }, bare: discount },
  RatesRequest: { schema: RatesRequest, full: rates, bare: ratesRequest },
  OrderRequest: { schema: OrderRequest, full: order, bare: orderRequest },
  DraftOrderRequest: { schema: DraftOrderRequest, full: order, bare: draftRequest },
  CancelRequest: { schema: CancelRequest, full: cancellation, bare: { id } },
};

for (const [name, { schema, full, bare }] of Object.entries(requests))
  describe(name, () => {
    it('accepts all fields unchanged, the required ones alone, and unknown ones', () => {
      for (const request of [full, bare, { ...bare, channel: null }])
        expect(JSON.parse(JSON.stringify(schema.parse(request)))).to.deep.equal(request);
    });

    it('reads texts of digits as numbers', () => {
      const { metadata, ...rest } = full as { metadata?: unknown };
      expect(schema.parse({ ...(asText(rest) as object), ...(metadata ? { metadata } : {}) })).to.deep.equal(full);
    });

    it('takes null, an empty text and an empty list for a missing optional field', () => {
      const optional = Object.keys(schema.shape).filter((key) => !(key in bare));
      for (const nothing of [null, '', []]) {
        const empty = Object.fromEntries(optional.map((key) => [key, nothing]));
        expect(JSON.parse(JSON.stringify(schema.parse({ ...bare, ...empty })))).to.deep.equal(bare);
      }
    });

    it('names a required field that is missing or null', () => {
      for (const key of Object.keys(bare).filter((field) => !/email|postal/.test(field) && !/sku/.test(field)))
        for (const request of [without(bare, key as never), { ...bare, [key]: null }])
          expect(problems(schema, request)[key], key).to.match(/^is missing: send /);
    });
  });

const categories =
  'fashion, healthcare, food_and_drink, electronic, beauty, outdoor_gear, home_accessories, hobby, collection, ' +
  'sparepart, groceries, frozen_food, others';

type Wrong = [field: string, values: unknown[], remedy: RegExp];

const wrongItems: Wrong[] = [
  ['name', ['', ' ', 5], /^must be a text that is not empty$/],
  ['value', [-1, 75_000.5, '75.000', '75,000', 'Rp 75000', '7e4', true], /^must be whole rupiah, 0 or more, without/],
  ['quantity', [0, 1.5, '0', Number.NaN], /^must be a whole number of pieces, 1 or more$/],
  ['weight', [-1, '400 g', '0,25 kg', -1e20, 1e20, Number.POSITIVE_INFINITY], /^must be whole grams, 1 or more$/],
  ['length', [-0.1, 10_000.1, '9,5'], /^must be centimetres, 0 where not known$/],
  ['width', [-0.1], /^must be centimetres/],
  ['height', [-0.1, '10000.1'], /^must be centimetres/],
  ['description', [7], /^must be a text$/],
  ['sku', [4711], /^must be a text$/],
  ['category', ['furniture'], new RegExp(`^must be one of ${categories}$`)],
];

const notWhole = ['abc', '12440a', '1e4', '0x3098', '12,440', '12.440', '+12440', '-12440', ' '];
const notDecimal = ['abc', '1e2', '-', '.5', '6.', '-6,9', '6.9.1', '--6', '−6.9', '6.9°', 'NaN', '9'.repeat(400)];

const wrongRates: Wrong[] = [
  ['origin_postal_code', [...notWhole, 9_999, 100_000, false], /number of five digits, for example 12440$/],
  ['destination_postal_code', [4011], /five digits/],
  ['origin_area_id', [' ', 5, '__proto__', 'IDNP6/x'], /^must be the id of an area, for example /],
  ['origin_latitude', [...notDecimal, 90.1, -90.1], /^must be a latitude in degrees, -90 to 90$/],
  ['destination_longitude', [-180.1, 180.1], /^must be a longitude in degrees, -180 to 180$/],
  ['couriers', ['', 'jne,,sicepat', ['jne']], /^must be courier codes separated by commas/],
  ['items', ['', {}, 0, []], /^must be a list of at least one item$/],
  ['items.0', ['mug'], /^must be an item with name, value, quantity and weight$/],
  ['courier_insurance', [0.5, true], /^must be whole rupiah/],
  ['destination_cash_on_delivery', [15_000_001, 1000.5, '1.000', -1], /^must be the whole rupiah .* at most 15000000$/],
  ['destination_cash_on_delivery_type', ['in 9 days'], /^must be one of 7_days, 5_days, 3_days, or another word/],
  ['custom_rates', ['none'], /^must be a list of rules, or nothing$/],
];

const wrongRules: Wrong[] = [
  ['courier_code', [' '], /^must be a courier code$/],
  ['courier_service_code', [' '], /^must be a service code$/],
  ['type', ['gift'], /^must be one of discount, surcharge$/],
  ['unit', ['gram'], /^must be one of flat, percent$/],
  ['amount', [-1, 1_000_000_001], /^must be rupiah or percent, 0 or more$/],
];

const wrongOrders: Wrong[] = [
  ['destination_contact_phone', ['call me', '+14155550100', '0812345', `08${'1'.repeat(19)}`], /081234567890 or \+62/],
  [
    'origin_contact_phone',
    ['081298765432 / 081311112222', '+6591234567', 81298765432],
    /^must be an Indonesian phone number such/,
  ],
  ['shipper_contact_phone', ['08123'], /^must be an Indonesian phone number such as/],
  ['origin_contact_name', [' '], /^must be the name of the sender$/],
  ['origin_address', [''], /^must be the street address of the sender$/],
  ['destination_contact_name', [''], /^must be the name of the recipient$/],
  ['destination_address', [''], /^must be the street address of the recipient$/],
  ['origin_contact_email', [5], /^must be a text$/],
  ['origin_coordinate', ['-6,106'], /^must be an object$/],
  ['delivery_type', ['pickup'], /^must be one of now, scheduled$/],
  ['origin_collection_method', ['now'], /^must be one of pickup, drop_off$/],
  ['destination_proof_of_delivery', ['yes'], /^must be true or false$/],
  [
    'delivery_date',
    ['02-10-2026', '2026-02-30', '2026-99-99', 'Fri 2026-10-02'],
    /^must be a day that exists, as YYYY/,
  ],
  ['delivery_date', ['2026-10-02T00:00:00.000Z', '+012026-10-02', ['2026-10-02']], /^must be a day that exists/],
  ['delivery_time', ['9.30', '2026-10-02 09:30', '09:30:00', '24:00'], /^must be a time as HH:mm$/],
  ['reference_id', [' '], /^must be a reference that is not empty$/],
  ['metadata', ['A-17'], /^must be an object$/],
  ['tags', ['web'], /^must be a list of texts$/],
  ['courier_company', [' ', ''], /^must be the courier code of the chosen rate$/],
  ['courier_type', [' ', ''], /^must be the service code of the chosen rate$/],
];

const wrongCancellations: Wrong[] = [
  [
    'id',
    ['', '../draft_orders', 'a/b', 'a b', 'a?b', 'a%2Fb', '..', 'é', `${id}\n`],
    /^must be the id of the order: le/,
  ],
  ['cancellation_reason_code', ['bored'], /^must be one of change_courier, pickup_delay, change_address, others$/],
  ['cancellation_reason', [5], /^must be a text$/],
];

const wrong = {
  Item: wrongItems,
  RatesRequest: wrongRates,
  CustomRate: wrongRules,
  OrderRequest: wrongOrders,
  CancelRequest: wrongCancellations,
};

for (const [name, fields] of Object.entries(wrong))
  describe(`${name} with a wrong field`, () => {
    const { schema, full } = requests[name as keyof typeof requests];

    for (const [path, values, remedy] of fields)
      it(`reports it once: ${path} ${remedy.source}`, () => {
        for (const value of values) {
          const [field = '', index] = path.split('.');
          const found = problems(schema, { ...full, [field]: index ? [value] : value });
          expect(Object.keys(found), String(value)).to.deep.equal([path]);
          expect(found[path]).to.match(remedy);
        }
      });
  });

describe('fields that need each other', () => {
  const ratesWays = (side: string) =>
    `${side}_postal_code, ${side}_area_id, or ${side}_latitude with ${side}_longitude`;
  const orderWays = (side: string) => `${side}_postal_code, ${side}_area_id or ${side}_coordinate`;

  for (const side of ['origin', 'destination'] as const) {
    const key = `${side}_postal_code` as const;

    it(`are the locators of the ${side}: rates need one`, () => {
      const nowhere = without(ratesRequest, key);
      expect(problems(RatesRequest, nowhere)).to.deep.equal({ [key]: `is missing: send ${ratesWays(side)}` });
      expect(problems(RatesRequest, { ...nowhere, [`${side}_area_id`]: 'IDZ12440' })).to.deep.equal({});
      const half = { ...nowhere, [`${side}_latitude`]: 0 };
      expect(problems(RatesRequest, half)).to.have.all.keys(key);
      expect(problems(RatesRequest, { ...half, [`${side}_longitude`]: 0 })).to.deep.equal({});
      const type = 'origin_suggestion_to_closest_destination';
      expect(Object.keys(problems(RatesRequest, { ...nowhere, type }))).to.deep.equal(side === 'origin' ? [] : [key]);
      expect(problems(RatesRequest, { ...nowhere, type: 'origin_suggestion' })).to.have.all.keys(key);
    });

    it(`are the locators of the ${side}: orders and drafts need one`, () => {
      const nowhere = without(orderRequest, key);
      for (const schema of [OrderRequest, DraftOrderRequest]) {
        expect(problems(schema, nowhere)).to.deep.equal({ [key]: `is missing: send ${orderWays(side)}` });
        const point = { latitude: 0, longitude: 0 };
        for (const [way, value] of Object.entries({ area_id: 'IDZ12440', location_id: 'saved', coordinate: point }))
          expect(problems(schema, { ...nowhere, [`${side}_${way}`]: value })).to.deep.equal({});
        const half = { ...orderRequest, [`${side}_coordinate`]: { latitude: -6 } };
        expect(problems(schema, half)).to.have.all.keys(`${side}_coordinate.longitude`);
      }
    });
  }

  it('are an amount of cash on delivery and its type', () => {
    const type = 'destination_cash_on_delivery_type';
    for (const { schema, full } of [requests.RatesRequest, requests.OrderRequest, requests.DraftOrderRequest]) {
      expect(problems(schema, { ...full, [type]: null })).to.deep.equal({
        [type]: 'is missing: send one of 7_days, 5_days, 3_days with the amount',
      });
      expect(problems(schema, { ...full, [type]: null, destination_cash_on_delivery: 0 })).to.deep.equal({});
      expect(problems(schema, { ...full, destination_cash_on_delivery: 15_000_000 })).to.deep.equal({});
    }
  });

  for (const schema of [OrderRequest, DraftOrderRequest]) {
    it('are proof of delivery and its note', () => {
      const remedy = 'is missing: send what is to prove the delivery';
      for (const note of [undefined, null, '', '  ']) {
        const unnoted = { ...order, destination_proof_of_delivery_note: note };
        expect(problems(schema, unnoted)).to.deep.equal({ destination_proof_of_delivery_note: remedy });
        expect(problems(schema, { ...unnoted, destination_proof_of_delivery: false })).to.deep.equal({});
      }
    });

    it('are a scheduled delivery, its date and its time', () => {
      for (const key of ['delivery_date', 'delivery_time'] as const) {
        const remedy = 'is missing: send it with delivery_type scheduled';
        expect(problems(schema, without(order, key))).to.deep.equal({ [key]: remedy });
        expect(problems(schema, { ...without(order, key), delivery_type: 'now' })).to.deep.equal({});
      }
    });
  }
});

it('the courier of a draft may be left open, and is not blank', () => {
  for (const [key, what] of Object.entries({ courier_company: 'courier', courier_type: 'service' })) {
    for (const open of [null, '']) expect(problems(DraftOrderRequest, { ...order, [key]: open })).to.deep.equal({});
    expect(problems(DraftOrderRequest, { ...order, [key]: ' ' })).to.deep.equal({ [key]: `must be a ${what} code` });
  }
});

describe('the problems of a request', () => {
  it('are reported all at once, with paths', () => {
    const items = [{ ...item, weight: -1, sku: 5 }, item, without(item, 'name')];
    const paths = ['couriers', 'items.0.weight', 'items.0.sku', 'items.2.name'];
    expect(problems(RatesRequest, { ...ratesRequest, items, couriers: '' })).to.have.all.keys(...paths);
  });

  it('never contain a value, which may be personal data', () => {
    const secret = 'Ratna Wulandari';
    const wrong: object[] = [
      ...['origin_contact_phone', 'origin_coordinate', 'delivery_type', 'delivery_date', 'delivery_time'],
      ...['courier_insurance', 'metadata', 'tags', 'items', 'origin_postal_code'],
    ].map((key) => ({ ...orderRequest, [key]: secret }));
    wrong.push({ ...orderRequest, tags: [{ secret }], items: [{ ...item, category: secret }], metadata: [secret] });
    for (const request of wrong) {
      const { error } = OrderRequest.safeParse(request);
      expect(error?.issues).to.have.lengthOf.at.least(1);
      expect(JSON.stringify([error?.issues, error?.message])).to.not.include(secret);
    }
  });

  it('are reported for the first hundred rows of a long list', () => {
    const { error } = RatesRequest.safeParse({ ...ratesRequest, items: Array(200_000).fill(0) });
    expect(error?.issues.map(({ path }) => path.join('.'))).to.deep.equal(
      Array.from({ length: 100 }, (_, index) => `items.${index}`),
    );
    const { dropped } = CouriersResponse.parse({ success: true, couriers: Array(200_000).fill(0) });
    expect(dropped).to.have.lengthOf(1_001);
    expect(dropped.at(-2)).to.deep.equal({ index: 999, problem: 'the row' });
    expect(dropped.at(-1)?.problem).to.contain('more than 1000 rows');
  });

  it('are reported for answers too', () => {
    expect(problems(CouriersResponse, { success: true, couriers: {} })).to.deep.equal({ couriers: 'must be a list' });
    expect(problems(CouriersResponse, { success: true })).to.deep.equal({ couriers: 'is missing: send a list' });
    expect(problems(OrderResponse, { success: true, id: [] })).to.deep.equal({ id: 'must be a text' });
    expect(problems(CouriersRequest, {})).to.deep.equal({});
  });
});
