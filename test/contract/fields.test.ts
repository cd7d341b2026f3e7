import { expect } from 'chai';
import { CouriersResponse, Item, OrderRequest, OrderResponse, RatesRequest } from '../../src/contract/index.ts';
import { item, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { problems, without } from './problems.ts';

describe('what a schema finds wrong', () => {
  const issues = (schema: typeof Item | typeof OrderRequest, value: unknown) => schema.safeParse(value).error?.issues;

  it('is a code, a path and a remedy, and never the value, which may be a person’s', () => {
    expect(issues(Item, 'mug')).to.deep.equal([{ code: 'custom', path: [], message: 'must be an object' }]);
    expect(issues(OrderRequest, { ...orderRequest, destination_contact_phone: 'Ratna' })).to.deep.equal([
      {
        code: 'custom',
        path: ['destination_contact_phone'],
        message: 'must be a phone number such as 081234567890 or +6281234567890',
      },
    ]);
    expect(issues(OrderRequest, without(orderRequest, 'origin_postal_code'))).to.deep.equal([
      {
        code: 'custom',
        path: ['origin_postal_code'],
        message: 'is missing: send origin_postal_code, origin_area_id or origin_coordinate',
      },
    ]);
  });

  it('names everything to mend at once', () => {
    const items = [{ ...item, weight: 0, sku: 5 }, item, without(item, 'name')];
    expect(problems(RatesRequest, { ...ratesRequest, items, couriers: '' })).to.have.all.keys(
      'couriers',
      'items.0.weight',
      'items.0.sku',
      'items.2.name',
    );
  });

  it('takes null for missing, also where a value may be left out', () => {
    expect(problems(Item, { ...item, weight: null })).to.deep.equal({
      weight: 'is missing: send whole grams, 1 or more',
    });
    expect(problems(Item, { ...item, sku: null })).to.deep.equal({ sku: 'is missing: send a text' });
    expect(problems(Item, { ...item, sku: undefined })).to.deep.equal({});
  });

  it('says of an answer too what it should have been', () => {
    const answer = { success: true, couriers: [] };
    expect(problems(CouriersResponse, answer)).to.deep.equal({});
    expect(problems(CouriersResponse, { ...answer, couriers: {} })).to.deep.equal({ couriers: 'must be a list' });
    expect(problems(CouriersResponse, { success: true })).to.deep.equal({ couriers: 'is missing: send a list' });
    expect(problems(CouriersResponse, { ...answer, success: 'true' })).to.deep.equal({ success: 'must be true' });
    expect(problems(OrderResponse, { success: true, id: 17 })).to.deep.equal({ id: 'must be a text' });
  });

  it('adds no key that was not there', () => {
    const bare = { name: 'Mug', value: 0, quantity: 1, weight: 1 };
    expect(Object.keys(Item.parse(bare))).to.deep.equal(['name', 'value', 'quantity', 'weight']);
  });
});
