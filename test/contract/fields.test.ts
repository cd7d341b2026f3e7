import { expect } from 'chai';
import {
  CancelRequest,
  CouriersResponse,
  CustomRate,
  DraftOrderRequest,
  Item,
  OrderRequest,
  OrderResponse,
  RatesRequest,
} from '../../src/contract/index.ts';
import { item, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { problems, without } from './problems.ts';

describe('a problem that a schema reports', () => {
  it('has a path and says what to send', () => {
    expect(problems(Item, 'mug')).to.deep.equal({ '': 'must be an item with name, value, quantity and weight' });
    expect(problems(OrderRequest, { ...orderRequest, destination_contact_phone: 'Ratna' })).to.deep.equal({
      destination_contact_phone: 'must be a phone number such as 081234567890 or +6281234567890',
    });
    expect(problems(OrderRequest, without(orderRequest, 'origin_postal_code'))).to.deep.equal({
      origin_postal_code: 'is missing: send origin_postal_code, origin_area_id or origin_coordinate',
    });
  });

  it('never contains the value, which may be personal data', () => {
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

  it('is reported once for each field', () => {
    for (const number of [-1e20, 1e20, -0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(problems(Item, { ...item, quantity: number, weight: number })).to.have.all.keys('quantity', 'weight');
    for (const list of ['', {}, 0])
      expect(problems(RatesRequest, { ...ratesRequest, items: list })).to.have.key('items');
    expect(problems(OrderResponse, { success: true, id: [] })).to.deep.equal({ id: 'must be a text' });
  });

  it('is reported for the first hundred rows of a long list', () => {
    const { error } = RatesRequest.safeParse({ ...ratesRequest, items: Array(200_000).fill(0) });
    expect(error?.issues.map(({ path }) => path.join('.'))).to.deep.equal(
      Array.from({ length: 100 }, (_, index) => `items.${index}`),
    );
    const { dropped } = CouriersResponse.parse({ success: true, couriers: Array(200_000).fill(0) });
    expect(dropped).to.have.lengthOf(200_000);
    expect(dropped.at(-1)).to.deep.equal({ index: 199_999, problem: 'the row' });
  });

  it('is reported for all fields at once', () => {
    const items = [{ ...item, weight: 0.5, sku: 5 }, item, without(item, 'name')];
    expect(problems(RatesRequest, { ...ratesRequest, items, couriers: '' })).to.have.all.keys(
      'couriers',
      'items.0.weight',
      'items.0.sku',
      'items.2.name',
    );
  });

  it('treats null in a required field as missing', () => {
    expect(problems(Item, { ...item, weight: null })).to.deep.equal({
      weight: 'is missing: send whole grams, 1 or more',
    });
  });

  it('is reported for answers too', () => {
    const answer = { success: true, couriers: [] };
    expect(problems(CouriersResponse, answer)).to.deep.equal({});
    expect(problems(CouriersResponse, { ...answer, couriers: {} })).to.deep.equal({ couriers: 'must be a list' });
    expect(problems(CouriersResponse, { success: true })).to.deep.equal({ couriers: 'is missing: send a list' });
    expect(problems(CouriersResponse, { ...answer, success: 'true' })).to.deep.equal({ success: 'must be true' });
    expect(problems(OrderResponse, { success: true, id: 17 })).to.deep.equal({ id: 'must be a text' });
  });

  it('adds no keys to the output', () => {
    const bare = { name: 'Mug', value: 0, quantity: 1, weight: 1 };
    expect(Object.keys(Item.parse(bare))).to.deep.equal(['name', 'value', 'quantity', 'weight']);
  });
});

describe('a text of digits', () => {
  const places = { origin_postal_code: '12440', destination_latitude: '-6.91', destination_longitude: ' 107.6 ' };
  const amounts = { courier_insurance: '150000', destination_cash_on_delivery: '165000' };
  const type = { destination_cash_on_delivery_type: '7_days' };

  it('is read as a number in every number field', () => {
    const asText = { value: '75000', quantity: '2', weight: '400', length: '12', width: '9', height: '8.5' };
    const rule = { courier_code: 'jne', type: 'discount', unit: 'percent', amount: '12.5' };
    const request = { ...ratesRequest, ...places, ...amounts, ...type, items: [{ ...item, ...asText }] };
    expect(RatesRequest.parse({ ...request, custom_rates: [rule] })).to.deep.equal({
      ...{ ...ratesRequest, ...type, destination_latitude: -6.91, destination_longitude: 107.6 },
      ...{ courier_insurance: 150_000, destination_cash_on_delivery: 165_000 },
      custom_rates: [{ ...rule, amount: 12.5 }],
    });
    const coordinate = { latitude: '-6.29', longitude: '\t106.801207' };
    expect(OrderRequest.parse({ ...orderRequest, ...amounts, ...type, origin_coordinate: coordinate })).to.deep.include(
      {
        courier_insurance: 150_000,
        origin_coordinate: { latitude: -6.29, longitude: 106.801207 },
      },
    );
  });

  const otherwise = [
    'abc',
    '12440a',
    '1e4',
    '0x3098',
    '12,440',
    '12.440',
    '12440.0',
    '+12440',
    '-12440',
    '１２４４０',
    '1 2440',
  ];
  for (const text of [...otherwise, ' ', '9'.repeat(400), 'Infinity', 'NaN'])
    it(`is refused with any other sign as a whole number: ${text.slice(0, 10)}`, () => {
      expect(problems(RatesRequest, { ...ratesRequest, origin_postal_code: text })).to.have.all.keys(
        'origin_postal_code',
      );
    });

  for (const text of ['abc', '1e2', '-', '.5', '6.', '-6,9', '6.9.1', '--6', '−6.9', '6.9°'])
    it(`is refused with any other sign as a decimal number: ${text}`, () => {
      expect(problems(RatesRequest, { ...ratesRequest, origin_latitude: text })).to.have.all.keys('origin_latitude');
    });

  it('stays a text in a text field', () => {
    const request = {
      ...orderRequest,
      destination_note: '12',
      reference_id: '17',
      destination_contact_phone: '081298765432',
    };
    expect(OrderRequest.parse(request)).to.deep.equal(request);
  });

  it('keeps the limits of the number', () => {
    expect(problems(Item, { ...item, weight: '-1', quantity: '0', height: '10000.1' })).to.have.all.keys(
      'weight',
      'quantity',
      'height',
    );
  });
});

describe('an absent field of a request', () => {
  const locators = ['postal_code', 'area_id'].flatMap((way) => [`origin_${way}`, `destination_${way}`]);
  const shared = ['courier_insurance', 'destination_cash_on_delivery', 'destination_cash_on_delivery_type'];
  const contacts = ['shipper_contact_name', 'shipper_contact_phone', 'shipper_contact_email', 'shipper_organization'];
  const notes = ['origin_contact_email', 'origin_note', 'destination_contact_email', 'destination_note', 'order_note'];
  const ordered = ['origin_collection_method', 'delivery_date', 'delivery_time', 'metadata', 'tags', 'reference_id'];
  const proof = ['destination_proof_of_delivery', 'destination_proof_of_delivery_note'];
  const points = ['origin_coordinate', 'destination_coordinate'];
  const flat = ['origin', 'destination'].flatMap((side) => [`${side}_latitude`, `${side}_longitude`]);
  const inOrders = [
    ...shared,
    ...proof,
    ...contacts,
    ...notes,
    ...ordered,
    ...points,
    'origin_area_id',
    'destination_area_id',
    'origin_location_id',
    'destination_location_id',
  ];
  const bare: [string, { parse(value: unknown): object }, object, string[]][] = [
    ['an item', Item, item, ['description', 'sku', 'category', 'length', 'width', 'height']],
    ['a rates request', RatesRequest, ratesRequest, [...shared, ...flat, 'custom_rates', 'origin_area_id']],
    ['an order', OrderRequest, orderRequest, inOrders],
    ['a draft', DraftOrderRequest, orderRequest, [...inOrders, 'courier_company', 'courier_type']],
    ['a cancellation', CancelRequest, { id: 'a1' }, ['cancellation_reason_code', 'cancellation_reason']],
    [
      'a rule',
      CustomRate,
      { courier_code: 'jne', type: 'discount', unit: 'flat', amount: 1 },
      ['courier_service_code'],
    ],
  ];

  for (const [what, schema, said, optional] of bare)
    for (const [nothing, name] of [
      [null, 'null'],
      ['', 'an empty text'],
      [[], 'an empty list, as PHP writes an empty object'],
    ] as const)
      it(`may be ${name} in every optional field of ${what}`, () => {
        const plain = JSON.parse(
          JSON.stringify({ ...said, ...Object.fromEntries(optional.map((key) => [key, undefined])) }),
        );
        const empty = { ...plain, ...Object.fromEntries(optional.map((key) => [key, nothing])) };
        expect(JSON.parse(JSON.stringify(schema.parse(empty)))).to.deep.equal(plain);
      });

  it('is no locator', () => {
    for (const nothing of [null, '', []]) {
      const nowhere = { ...ratesRequest, ...Object.fromEntries([...locators, ...flat].map((key) => [key, nothing])) };
      expect(problems(RatesRequest, nowhere)).to.have.all.keys('origin_postal_code', 'destination_postal_code');
    }
  });

  it('is allowed for the type of cash on delivery only without an amount', () => {
    const cash = { ...ratesRequest, destination_cash_on_delivery: 100_000, destination_cash_on_delivery_type: null };
    expect(problems(RatesRequest, cash)).to.have.all.keys('destination_cash_on_delivery_type');
    expect(problems(RatesRequest, { ...cash, destination_cash_on_delivery: null })).to.deep.equal({});
  });

  it('is not a blank text, false or an empty object', () => {
    expect(problems(OrderRequest, { ...orderRequest, reference_id: ' ' })).to.have.all.keys('reference_id');
    expect(problems(OrderRequest, { ...orderRequest, courier_insurance: false })).to.have.all.keys('courier_insurance');
    expect(problems(OrderRequest, { ...orderRequest, origin_coordinate: {} })).to.have.all.keys(
      'origin_coordinate.latitude',
      'origin_coordinate.longitude',
    );
    expect(OrderRequest.parse({ ...orderRequest, metadata: {} }).metadata).to.deep.equal({});
  });

  it('is not removed from the shop’s own data', () => {
    const own = { metadata: { cart: null, notes: [], coupon: '' }, tags: ['', 'web'], channel: null };
    expect(OrderRequest.parse({ ...orderRequest, ...own })).to.deep.include(own);
  });
});
