import { expect } from 'chai';
import { type CustomRate, RatesRequest } from '../../src/contract/index.ts';
import { item, ratesRequest } from '../support/fixtures.ts';
import { problems, without } from './problems.ts';

const discount: CustomRate = { courier_code: 'jne', type: 'discount', unit: 'percent', amount: 12.5 };

const full: RatesRequest = {
  ...ratesRequest,
  origin_area_id: 'IDNP6IDNC148IDND836IDZ12440',
  origin_latitude: -6.29,
  origin_longitude: 106.79,
  destination_area_id: 'IDNP9IDNC22IDND2000IDZ40111',
  destination_latitude: -6.91,
  destination_longitude: 107.6,
  courier_insurance: 150_000,
  destination_cash_on_delivery: 150_000,
  destination_cash_on_delivery_type: '3_days',
  custom_rates: [discount],
};

describe('RatesRequest', () => {
  it('accepts all fields unchanged', () => {
    expect(RatesRequest.parse(full)).to.deep.equal(full);
  });

  it('keeps courier codes unchanged', () => {
    expect(RatesRequest.parse({ ...ratesRequest, couriers: 'jntcargo, jnt' }).couriers).to.equal('jntcargo, jnt');
  });

  const wrong: [string, object, string, RegExp][] = [
    ['a postal code in words', { origin_postal_code: 'abc' }, 'origin_postal_code', /number of five digits.*12440$/],
    ['a postal code of four digits', { destination_postal_code: 4011 }, 'destination_postal_code', /five digits/],
    ['a postal code of six digits', { origin_postal_code: 100_000 }, 'origin_postal_code', /five digits/],
    ['a blank area id', { origin_area_id: ' ' }, 'origin_area_id', /not empty/],
    ['a latitude beyond the pole', { origin_latitude: 90.1 }, 'origin_latitude', /^must be a latitude.*-90 to 90$/],
    ['a longitude out of range', { destination_longitude: -181 }, 'destination_longitude', /-180 to 180$/],
    ['no courier at all', { couriers: '' }, 'couriers', /^must be courier codes separated by commas/],
    ['couriers with a gap', { couriers: 'jne,,sicepat' }, 'couriers', /separated by commas/],
    ['couriers as a list', { couriers: ['jne'] }, 'couriers', /separated by commas/],
    ['an empty cart', { items: [] }, 'items', /^must be a list of at least one item$/],
    ['items that are no list', { items: 'mug' }, 'items', /list of at least one item/],
    ['an item that is no object', { items: ['mug'] }, 'items.0', /^must be an item with name/],
    ['an item without weight', { items: [item, without(item, 'weight')] }, 'items.1.weight', /^is missing: send whole/],
    ['fractional rupiah to insure', { courier_insurance: 0.5 }, 'courier_insurance', /^must be whole rupiah/],
    ['insurance as a flag', { courier_insurance: true }, 'courier_insurance', /^must be whole rupiah/],
    ['rules that are no list', { custom_rates: 'none' }, 'custom_rates', /^must be a list of rules, or nothing$/],
    [
      'an unknown kind of rule',
      { custom_rates: [{ ...discount, type: 'gift' }] },
      'custom_rates.0.type',
      /discount, s/,
    ],
    ['a rule below 0', { custom_rates: [{ ...discount, amount: -1 }] }, 'custom_rates.0.amount', /0 or more/],
    ['an unknown unit', { custom_rates: [{ ...discount, unit: 'gram' }] }, 'custom_rates.0.unit', /flat, percent$/],
    [
      'a rule without a courier',
      { custom_rates: [without(discount, 'courier_code')] },
      'custom_rates.0.courier_code',
      /^is missing: send a courier code$/,
    ],
    [
      'a rule for a blank service',
      { custom_rates: [{ ...discount, courier_service_code: ' ' }] },
      'custom_rates.0.courier_service_code',
      /^must be a service code$/,
    ],
    [
      'a rule above the maximum',
      { custom_rates: [{ ...discount, amount: 1_000_000_001 }] },
      'custom_rates.0.amount',
      /^must/,
    ],
  ];
  for (const [what, patch, path, remedy] of wrong)
    it(`rejects ${what}`, () => {
      const found = problems(RatesRequest, { ...full, ...patch });
      expect(Object.keys(found)).to.deep.equal([path]);
      expect(found[path]).to.match(remedy);
    });

  for (const key of ['couriers', 'items'] as const)
    it(`names ${key} when it is missing`, () => {
      expect(problems(RatesRequest, without(ratesRequest, key))[key]).to.match(/^is missing: send /);
    });

  for (const side of ['origin', 'destination'] as const)
    describe(`the locator of the ${side}`, () => {
      const key = `${side}_postal_code` as const;
      const nowhere = without(ratesRequest, key);

      it('is required', () => {
        const remedy = `is missing: send ${key}, ${side}_area_id, or ${side}_latitude with ${side}_longitude`;
        expect(problems(RatesRequest, nowhere)).to.deep.equal({ [key]: remedy });
      });

      it('may be an area id or a coordinate', () => {
        expect(problems(RatesRequest, { ...nowhere, [`${side}_area_id`]: 'IDZ12440' })).to.deep.equal({});
        const point = { [`${side}_latitude`]: 0, [`${side}_longitude`]: 0 };
        expect(problems(RatesRequest, { ...nowhere, ...point })).to.deep.equal({});
      });

      it('may be left to the account on the side of the origin', () => {
        const type = 'origin_suggestion_to_closest_destination';
        expect(Object.keys(problems(RatesRequest, { ...nowhere, type }))).to.deep.equal(side === 'origin' ? [] : [key]);
        expect(problems(RatesRequest, { ...nowhere, type: 'origin_suggestion' })).to.have.all.keys(key);
      });

      it('is not half a coordinate', () => {
        expect(problems(RatesRequest, { ...nowhere, [`${side}_latitude`]: -6.2 })).to.have.all.keys(key);
      });
    });
});
