import { expect } from 'chai';
import { DraftOrderRequest, OrderRequest } from '../../src/contract/index.ts';
import { orderRequest } from '../support/fixtures.ts';
import { problems, without } from './problems.ts';

const full: OrderRequest = {
  ...orderRequest,
  shipper_contact_name: 'Toko Kopi Senja',
  shipper_contact_phone: '021 555 12345',
  shipper_contact_email: 'halo@kopisenja.test',
  shipper_organization: 'PT Kopi Senja',
  origin_contact_email: 'gudang@kopisenja.test',
  origin_note: 'Back door',
  origin_area_id: 'IDNP6IDNC148IDND836IDZ12440',
  origin_location_id: '61b85d3cf5ac4b5a8a2a5b4b',
  origin_coordinate: { latitude: -6.29, longitude: 106.79 },
  origin_collection_method: 'drop_off',
  destination_note: 'Ring twice',
  destination_area_id: 'IDNP9IDNC22IDND2000IDZ40111',
  destination_location_id: '61b85d3cf5ac4b5a8a2a5b4c',
  destination_coordinate: { latitude: -6.91, longitude: 107.6 },
  destination_cash_on_delivery: 165_000,
  destination_cash_on_delivery_type: '5_days',
  destination_proof_of_delivery: true,
  destination_proof_of_delivery_note: 'Photo at the door',
  courier_insurance: 150_000,
  delivery_type: 'scheduled',
  delivery_date: '2026-10-02',
  delivery_time: '09:30',
  order_note: 'Fragile',
  metadata: { cart: 'A-17' },
  tags: ['web'],
  reference_id: 'shop-17',
};

const wrong: [string, object, string, RegExp][] = [
  ['a phone of letters', { destination_contact_phone: 'call me' }, 'destination_contact_phone', /081234567890 or \+62/],
  ['a phone from abroad', { origin_contact_phone: '+14155550100' }, 'origin_contact_phone', /phone number such as/],
  ['a phone too short', { shipper_contact_phone: '08123' }, 'shipper_contact_phone', /phone number such as/],
  ['a phone too long', { origin_contact_phone: `08${'1'.repeat(19)}` }, 'origin_contact_phone', /phone number such as/],
  ['words before a phone', { origin_contact_phone: 'HP 081298765432' }, 'origin_contact_phone', /phone number such as/],
  ['words behind a phone', { origin_contact_phone: '081298765432 WA' }, 'origin_contact_phone', /phone number such as/],
  ['a phone as a number', { origin_contact_phone: 81298765432 }, 'origin_contact_phone', /phone number such as/],
  [
    'an empty name',
    { destination_contact_name: '' },
    'destination_contact_name',
    /^must be the name of the recipient$/,
  ],
  ['an empty sender', { origin_contact_name: ' ' }, 'origin_contact_name', /^must be the name of the sender$/],
  ['an empty origin', { origin_address: '' }, 'origin_address', /^must be the street address of the sender$/],
  ['an empty address', { destination_address: '' }, 'destination_address', /street address of the recipient$/],
  [
    'a postal code in words',
    { destination_postal_code: 'Bandung' },
    'destination_postal_code',
    /number of five digits/,
  ],
  ['half a point', { origin_coordinate: { latitude: -6 } }, 'origin_coordinate.longitude', /^is missing: send a longi/],
  ['a point as text', { origin_coordinate: '-6,106' }, 'origin_coordinate', /^must be an object$/],
  ['a collection method as delivery type', { delivery_type: 'pickup' }, 'delivery_type', /one of now, scheduled$/],
  [
    'an unknown collection method',
    { origin_collection_method: 'now' },
    'origin_collection_method',
    /pickup, drop_off$/,
  ],
  [
    'proof that is no boolean',
    { destination_proof_of_delivery: 'yes' },
    'destination_proof_of_delivery',
    /^must be true/,
  ],
  ['a date written otherwise', { delivery_date: '02-10-2026' }, 'delivery_date', /^must be a day .* as YYYY-MM-DD$/],
  ['a day that does not exist', { delivery_date: '2026-02-30' }, 'delivery_date', /^must be a day that exists/],
  ['a month that does not exist', { delivery_date: '2026-99-99' }, 'delivery_date', /^must be a day that exists/],
  ['a date with a weekday', { delivery_date: 'Fri 2026-10-02' }, 'delivery_date', /YYYY-MM-DD$/],
  ['a date with a time', { delivery_date: '2026-10-02T00:00:00.000Z' }, 'delivery_date', /YYYY-MM-DD$/],
  ['a year of five digits', { delivery_date: '+012026-10-02' }, 'delivery_date', /YYYY-MM-DD$/],
  ['a date that is no text', { delivery_date: ['2026-10-02'] }, 'delivery_date', /YYYY-MM-DD$/],
  ['a time written otherwise', { delivery_time: '9.30' }, 'delivery_time', /^must be a time as HH:mm$/],
  ['a time with a date', { delivery_time: '2026-10-02 09:30' }, 'delivery_time', /HH:mm$/],
  ['a time with seconds', { delivery_time: '09:30:00' }, 'delivery_time', /HH:mm$/],
  ['an hour that no day has', { delivery_time: '24:00' }, 'delivery_time', /HH:mm$/],
  ['a blank reference', { reference_id: ' ' }, 'reference_id', /^must be a reference that is not empty$/],
  ['an empty cart', { items: [] }, 'items', /at least one item$/],
  ['fractional rupiah to insure', { courier_insurance: 10.5 }, 'courier_insurance', /^must be whole rupiah/],
  ['an address of e-mail that is no text', { origin_contact_email: 5 }, 'origin_contact_email', /^must be a text$/],
  ['metadata that is no object', { metadata: 'A-17' }, 'metadata', /^must be an object$/],
  ['tags that are no list', { tags: 'web' }, 'tags', /^must be a list of texts$/],
];

const required = [
  'origin_contact_name',
  'origin_contact_phone',
  'origin_address',
  'destination_contact_name',
  'destination_contact_phone',
  'destination_address',
  'delivery_type',
  'items',
] as const;

for (const [name, schema] of Object.entries({ OrderRequest, DraftOrderRequest }))
  describe(name, () => {
    it('accepts all fields unchanged', () => {
      expect(schema.parse(full)).to.deep.equal(full);
    });

    it('accepts the ways Indonesian phone numbers are written', () => {
      for (const phone of ['081298765432', '+6281298765432', '6281298765432', '0812-9876-5432', '021 (555) 12345'])
        expect(problems(schema, { ...full, destination_contact_phone: phone }), phone).to.deep.equal({});
    });

    for (const key of required)
      it(`names ${key} when it is missing`, () => {
        expect(problems(schema, without(orderRequest, key))[key]).to.match(/^is missing: send /);
      });

    for (const side of ['origin', 'destination'] as const)
      it(`needs one of four locators of the ${side}`, () => {
        const key = `${side}_postal_code` as const;
        const nowhere = without(orderRequest, key);
        const remedy = `is missing: send ${side}_postal_code, ${side}_area_id or ${side}_coordinate`;
        expect(problems(schema, nowhere)).to.deep.equal({ [key]: remedy });
        expect(problems(schema, { ...nowhere, [`${side}_area_id`]: 'IDZ12440' })).to.deep.equal({});
        expect(problems(schema, { ...nowhere, [`${side}_location_id`]: 'saved' })).to.deep.equal({});
        const coordinate = { latitude: 0, longitude: 0 };
        expect(problems(schema, { ...nowhere, [`${side}_coordinate`]: coordinate })).to.deep.equal({});
      });

    it('needs a note with proof of delivery', () => {
      const remedy = 'is missing: send what is to prove the delivery';
      for (const note of [undefined, null, '', '  ']) {
        const unnoted = { ...full, destination_proof_of_delivery_note: note };
        expect(problems(schema, unnoted)).to.deep.equal({ destination_proof_of_delivery_note: remedy });
        for (const no of [false, null, undefined])
          expect(problems(schema, { ...unnoted, destination_proof_of_delivery: no })).to.deep.equal({});
      }
    });

    for (const key of ['delivery_date', 'delivery_time'] as const)
      it(`asks for ${key} of a scheduled delivery only`, () => {
        expect(problems(schema, without(full, key))).to.deep.equal({
          [key]: 'is missing: send it with delivery_type scheduled',
        });
        expect(problems(schema, { ...without(full, key), delivery_type: 'now' })).to.deep.equal({});
      });
  });

describe('an order, and a draft with the same fields', () => {
  for (const [what, patch, path, remedy] of wrong)
    it(`rejects ${what}`, () => {
      const found = problems(OrderRequest, { ...full, ...patch });
      expect(Object.keys(found)).to.deep.equal([path]);
      expect(found[path]).to.match(remedy);
    });
});

describe('the courier', () => {
  for (const [key, code] of [
    ['courier_company', 'courier code'],
    ['courier_type', 'service code'],
  ] as const)
    it(`is required in an order and optional in a draft: ${key}`, () => {
      const remedy = `is missing: send the ${code} of the chosen rate`;
      expect(problems(OrderRequest, without(full, key))).to.deep.equal({ [key]: remedy });
      expect(problems(DraftOrderRequest, without(full, key))).to.deep.equal({});
      for (const open of [null, '']) {
        expect(problems(OrderRequest, { ...full, [key]: open })).to.have.all.keys(key);
        expect(problems(DraftOrderRequest, { ...full, [key]: open })).to.deep.equal({});
      }
      expect(problems(DraftOrderRequest, { ...full, [key]: ' ' })).to.deep.equal({ [key]: `must be a ${code}` });
    });
});
