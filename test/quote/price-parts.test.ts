import { expect } from 'chai';
import type { Switches } from '../../src/extras/index.ts';
import { effectiveOn, priceParts, priceWith, withoutExtra } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const off: Switches = { insured: false, cashOnDelivery: false };
const both: Switches = { insured: true, cashOnDelivery: true };
const insured: Switches = { ...off, insured: true };
const collected: Switches = { ...off, cashOnDelivery: true };

/** Asked with both: 15,000 of carriage, 750 of insurance and 4,500 for COD. */
// `withoutExtra` makes each row once, so each test has a row of its own.
const asked = (more = {}) => rate({ insurance_fee: 750, cash_on_delivery_fee: 4_500, price: 20_250, ...more });
const cargo = rate({
  ...{ courier_code: 'jntcargo', courier_service_code: 'ft', available_for_cash_on_delivery: false },
  ...{ insurance_fee: 5_000, price: 20_000 },
});

describe('withoutExtra', () => {
  it('costs the same minus the fee, and its fee is 0', () => {
    expect(withoutExtra('insured', asked(), both)).to.deep.equal(asked({ insurance_fee: 0, price: 19_500 }));
    const prepaid = rate({ insurance_fee: 750, price: 15_750 });
    expect(withoutExtra('insured', prepaid, insured)).to.deep.equal({ ...prepaid, insurance_fee: 0, price: 15_000 });
  });

  it('is the same object each time, and keeps the offer', () => {
    const signed = asked({ offer: 'a.b.c' });
    expect(withoutExtra('insured', signed, both)).to.equal(withoutExtra('insured', signed, { ...both }));
    expect(withoutExtra('insured', signed, both)).to.include({ offer: 'a.b.c' });
    expect(signed.price).to.equal(20_250);
  });

  it('is the asked row if the courier always insures, or never', () => {
    expect(withoutExtra('insured', cargo, insured)).to.equal(cargo);
    for (const insurance_fee of [0, null, undefined]) {
      const never = rate({ available_for_insurance: false, insurance_fee, shipping_fee: undefined });
      expect(withoutExtra('insured', never, insured), String(insurance_fee)).to.equal(never);
    }
  });

  it('loses the fee of an insurance that it does not have', () => {
    const odd = rate({ available_for_insurance: false, insurance_fee: 750, price: 15_750 });
    expect(withoutExtra('insured', odd, insured)?.price).to.equal(15_000);
  });

  it('is unknown if the parts are missing or do not add up', () => {
    expect(withoutExtra('insured', asked({ price: 99_000 }), both)).to.equal(undefined);
    expect(withoutExtra('insured', rate({ shipping_fee: undefined, price: 15_000 }), insured)).to.equal(undefined);
    for (const insurance_fee of [undefined, null])
      expect(withoutExtra('insured', rate({ insurance_fee }), insured), String(insurance_fee)).to.equal(undefined);
    const withoutCodFee = asked({ cash_on_delivery_fee: undefined, price: 15_750 });
    expect(withoutExtra('insured', withoutCodFee, both)).to.equal(undefined);
  });

  it('has no price below 0, and fractions as they are written', () => {
    const odd = rate({ shipping_fee_discount: 15_500, insurance_fee: 750, price: 250 });
    expect(withoutExtra('insured', odd, insured)).to.equal(undefined);
    expect(withoutExtra('insured', rate({ shipping_fee: 0, insurance_fee: 750, price: 750 }), insured)?.price).to.equal(
      0,
    );
    const exact = rate({ shipping_fee: 0.1, insurance_fee: 0.2, price: 0.3 });
    expect(withoutExtra('insured', exact, insured)?.price).to.equal(0.1);
  });
});

describe('priceParts', () => {
  it('add up to the price of every combination that was asked', () => {
    const parts = priceParts(asked(), both);
    expect(parts).to.deep.equal({ shipping: 15_000, fees: { insured: { fee: 750 }, cashOnDelivery: { fee: 4_500 } } });
    const prices = [off, insured, collected, both].map((switched) => parts && priceWith(parts, switched));
    expect(prices).to.deep.equal([15_000, 15_750, 19_500, 20_250]);
  });

  it('are unknown for an extra that was not asked for', () => {
    const parts = priceParts(rate(), insured);
    expect(parts && priceWith(parts, collected)).to.equal(undefined);
    expect(parts && priceWith(parts, insured)).to.equal(15_000);
  });

  it('say which extra a service does not have, and which it always adds', () => {
    for (const cash_on_delivery_fee of [0, undefined])
      expect(priceParts({ ...cargo, cash_on_delivery_fee }, both)).to.deep.equal({
        ...{ shipping: 15_000, fees: { insured: { fee: 5_000, always: true }, cashOnDelivery: null } },
      });
  });

  it('have a fee that was not asked for in the shipping', () => {
    const charged = rate({ insurance_fee: 300, price: 15_300 });
    expect(priceParts(charged, off)?.shipping).to.equal(15_300);
  });
});

describe('effectiveOn', () => {
  it('are on if the courier always does it, and off if it cannot', () => {
    expect(effectiveOn(cargo, collected)).to.deep.equal(insured);
    expect(effectiveOn(rate({ available_for_insurance: false }), both)).to.deep.equal(collected);
    expect(effectiveOn(rate(), insured)).to.deep.equal(insured);
  });
});
