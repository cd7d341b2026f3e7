import { expect } from 'chai';
import fc from 'fast-check';
import { cashOnDeliveryCollects, paymentsOf } from '../../src/extras/index.ts';

const amount = fc.integer({ min: 0, max: 15_000_000 });

describe('the payments of a purchase', () => {
  it('are the goods once and the delivery once, whatever the courier collects', () => {
    const collects = fc.option(fc.constantFrom(...cashOnDeliveryCollects), { nil: undefined });
    const purchase = fc.record({ goods: amount, price: amount, cashOnDelivery: fc.boolean(), collects });
    fc.assert(
      fc.property(purchase, ({ goods, price, ...how }) => {
        const { payNow, payAtDoor } = paymentsOf({ goods, price, ...how });
        expect(payNow + payAtDoor).to.equal(goods + price);
        expect(payAtDoor > 0).to.equal(how.cashOnDelivery && goods + (how.collects === 'goods' ? 0 : price) > 0);
      }),
    );
  });

  it('are whole rupiah, rounded up, also of a page’s own price that is text', () => {
    const cod = { goods: 150_000, cashOnDelivery: true };
    expect(paymentsOf({ ...cod, price: 15_000.25 })).to.deep.equal({ payNow: 0, payAtDoor: 165_001 });
    expect(paymentsOf({ ...cod, price: '15000' as unknown as number, collects: 'goods' })).to.deep.equal({
      ...{ payNow: 15_000, payAtDoor: 150_000 },
    });
  });
});
