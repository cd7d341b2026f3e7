import { expect } from 'chai';
import { Item, productCategories } from '../../src/contract/index.ts';
import { item } from '../support/fixtures.ts';
import { problems, without } from './problems.ts';

describe('Item', () => {
  it('accepts all fields', () => {
    expect(Item.parse(item)).to.deep.equal(item);
  });

  it('accepts the required fields alone', () => {
    expect(problems(Item, { name: 'Mug', value: 0, quantity: 1, weight: 1 })).to.deep.equal({});
  });

  it('accepts sizes and a weight of 0, as the service does', () => {
    const unknown = { ...item, length: 0, width: 0, height: 0, weight: 0 };
    expect(Item.parse(unknown)).to.deep.equal(unknown);
  });

  it('knows the thirteen product categories', () => {
    expect(productCategories).to.have.lengthOf(13);
    for (const category of productCategories) expect(problems(Item, { ...item, category })).to.deep.equal({});
    expect([...productCategories]).to.have.members([
      'fashion',
      'healthcare',
      'food_and_drink',
      'electronic',
      'beauty',
      'outdoor_gear',
      'home_accessories',
      'hobby',
      'collection',
      'sparepart',
      'groceries',
      'frozen_food',
      'others',
    ]);
  });

  it('rejects an unknown category and lists the known ones', () => {
    const { category } = problems(Item, { ...item, category: 'furniture' });
    expect(category).to.match(/^must be one of fashion, .*, others$/);
  });

  it('keeps unknown fields', () => {
    expect(Item.parse({ ...item, colour: 'white' })).to.include({ colour: 'white' });
  });

  const wrong: [string, string, unknown, RegExp][] = [
    ['a weight below 0', 'weight', -1, /^must be whole grams, 1 or more$/],
    ['a fractional weight', 'weight', 400.5, /^must be whole grams/],
    ['half a gram', 'weight', 0.5, /^must be whole grams/],
    ['a weight in words', 'weight', '400 g', /^must be whole grams/],
    ['fractional rupiah', 'value', 75_000.5, /^must be whole rupiah/],
    ['a value below 0', 'value', -1, /^must be whole rupiah, 0 or more/],
    ['a value with a separator, which may mean a thousand times as much', 'value', '75.000', /^must be whole rupiah/],
    ['a quantity of 0', 'quantity', 0, /^must be a whole number of pieces, 1 or more$/],
    ['half a piece', 'quantity', 1.5, /^must be a whole number of pieces/],
    ['an empty name', 'name', ' ', /^must be a text that is not empty$/],
    ['a length below 0', 'length', -0.1, /^must be centimetres, 0 where not known$/],
    ['a width with a decimal comma', 'width', '9,5', /^must be centimetres/],
    ['a length of more than a hundred metres', 'length', 10_000.1, /^must be centimetres/],
    ['a height below 0', 'height', -8, /^must be centimetres/],
    ['a description that is no text', 'description', 7, /^must be a text$/],
    ['an article number that is no text', 'sku', 4711, /^must be a text$/],
  ];
  for (const [what, key, value, remedy] of wrong)
    it(`rejects ${what}`, () => {
      const found = problems(Item, { ...item, [key]: value });
      expect(Object.keys(found)).to.deep.equal([key]);
      expect(found[key]).to.match(remedy);
    });

  for (const key of ['name', 'value', 'quantity', 'weight'] as const)
    it(`names ${key} when it is missing`, () => {
      const found = problems(Item, without(item, key));
      expect(Object.keys(found)).to.deep.equal([key]);
      expect(found[key]).to.match(/^is missing: send /);
    });
});
