import { expect } from 'chai';
import { breakdown, carriage } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const full = rate({
  shipping_fee: 20_000,
  shipping_fee_discount: 3000,
  shipping_fee_surcharge: 500,
  insurance_fee: 750,
  cash_on_delivery_fee: 4950,
  price: 23_200,
});

describe('breakdown', () => {
  it('names the parts in the order they are added, the discount below 0', () => {
    expect(breakdown(full)).to.deep.equal({
      parts: [
        { kind: 'shipping', amount: 20_000 },
        { kind: 'discount', amount: -3000 },
        { kind: 'surcharge', amount: 500 },
        { kind: 'insurance', amount: 750 },
        { kind: 'cash-on-delivery', amount: 4950 },
      ],
      total: 23_200,
    });
  });

  it('adds fractions as they are written', () => {
    const parts = { shipping_fee: 0.1, shipping_fee_surcharge: 0.2, price: 0.3 };
    expect(breakdown(rate(parts))?.total).to.equal(0.3);
    expect(breakdown(rate({ ...parts, price: 0.31 }))).to.equal(undefined);
  });

  it('leaves out parts of 0 and missing ones, but never the shipping', () => {
    const { cash_on_delivery_fee: _left, ...older } = rate();
    expect(breakdown(older)?.parts).to.deep.equal([{ kind: 'shipping', amount: 15_000 }]);
    expect(breakdown(rate({ shipping_fee: 0, price: 0 }))?.parts).to.deep.equal([{ kind: 'shipping', amount: 0 }]);
  });

  it('is undefined if the parts do not add up, or the service names no shipping fee', () => {
    for (const odd of [{ ...full, price: 23_201 }, { ...full, insurance_fee: undefined }, rate({ shipping_fee: null })])
      expect(breakdown(odd)).to.equal(undefined);
    expect(breakdown(rate({ shipping_fee: undefined, price: 0 }))).to.equal(undefined);
  });
});

describe('carriage', () => {
  it('is the price without insurance and cash on delivery', () => {
    expect(carriage(full)).to.equal(17_500);
    expect(carriage(rate({ insurance_fee: null, cash_on_delivery_fee: undefined }))).to.equal(15_000);
  });
});
