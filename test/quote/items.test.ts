import { expect } from 'chai';
import { declaredValue, itemsOf, type Shipment } from '../../src/quote/index.ts';
import { item, shipment } from '../support/fixtures.ts';

describe('declaredValue', () => {
  it('is the sum of value × quantity', () => {
    expect(declaredValue([item, { value: 1000, quantity: 3 }])).to.equal(153_000);
    expect(declaredValue([])).to.equal(0);
  });

  it('is the sum of BigInts too', () => {
    const line = { value: 1000n, quantity: 2 } as unknown as Shipment['items'][number];
    expect(declaredValue([item, line])).to.equal(152_000);
  });

  it('is 0 if an amount is missing or is text', () => {
    const wrong = [{ quantity: 2 }, { value: 'free', quantity: 1 }] as unknown as Shipment['items'];
    for (const line of wrong) expect(declaredValue([item, line])).to.equal(0);
  });
});

describe('the items of a shipment', () => {
  it('are the items, without what is no item', () => {
    const items = [null, item, 'mug', undefined, 5] as unknown as Shipment['items'];
    expect(itemsOf({ ...shipment, items })).to.deep.equal([item]);
  });

  it('are none if there is no list', () => {
    for (const items of [undefined, null, 'mug', { 0: item }])
      expect(itemsOf({ items } as unknown as Shipment)).to.deep.equal([]);
    expect(itemsOf(undefined)).to.deep.equal([]);
  });
});
