import { expect } from 'chai';
import { CouriersResponse, Item, OrderRequest, OrderResponse, RatesRequest } from '../../src/contract/index.ts';
import { item, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { problems, without } from './problems.ts';

describe('what a schema finds wrong', () => {
  it('is a path and a remedy', () => {
    expect(problems(Item, 'mug')).to.deep.equal({ '': 'must be an object' });
    expect(problems(OrderRequest, { ...orderRequest, destination_contact_phone: 'Ratna' })).to.deep.equal({
      destination_contact_phone: 'must be a phone number such as 081234567890 or +6281234567890',
    });
    expect(problems(OrderRequest, without(orderRequest, 'origin_postal_code'))).to.deep.equal({
      origin_postal_code: 'is missing: send origin_postal_code, origin_area_id or origin_coordinate',
    });
  });

  it('never holds the value, which may be a person’s', () => {
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

  it('is said once, however many checks a value fails', () => {
    for (const number of [-1e20, 1e20, -0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(problems(Item, { ...item, quantity: number, weight: number })).to.have.all.keys('quantity', 'weight');
    for (const list of ['', {}, 0])
      expect(problems(RatesRequest, { ...ratesRequest, items: list })).to.have.key('items');
    expect(problems(OrderResponse, { success: true, id: [] })).to.deep.equal({ id: 'must be a text' });
  });

  it('names the first hundred of a list, and throws over none of any length', () => {
    const { error } = RatesRequest.safeParse({ ...ratesRequest, items: Array(200_000).fill(0) });
    expect(error?.issues.map(({ path }) => path.join('.'))).to.deep.equal(
      Array.from({ length: 100 }, (_, index) => `items.${index}`),
    );
    const { dropped } = CouriersResponse.parse({ success: true, couriers: Array(200_000).fill(0) });
    expect(dropped).to.have.lengthOf(200_000);
    expect(dropped.at(-1)).to.deep.equal({ index: 199_999, problem: 'the row' });
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
