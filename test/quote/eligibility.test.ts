import { expect } from 'chai';
import { cargoLeftOut, insuranceOf, isBlocked, lacking } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

describe('a rate that cannot be chosen', () => {
  it('is one that does not say that it takes COD, while COD is on', () => {
    for (const available_for_cash_on_delivery of [false, null, undefined]) {
      const row = rate({ available_for_cash_on_delivery });
      expect(isBlocked(row, { cashOnDelivery: true })).to.equal(true);
      expect(isBlocked(row, { cashOnDelivery: false })).to.equal(false);
    }
    expect(isBlocked(rate(), { cashOnDelivery: true })).to.equal(false);
  });
});

describe('the extra that a rate lacks', () => {
  const neither = rate({ available_for_cash_on_delivery: false, available_for_insurance: false });

  it('is one that is switched on, COD first, because it blocks the rate', () => {
    expect(lacking(neither, { insured: true, cashOnDelivery: true })).to.equal('cashOnDelivery');
    expect(lacking(neither, { insured: true })).to.equal('insured');
    expect(lacking(neither, {})).to.equal(undefined);
    expect(lacking(rate(), { insured: true, cashOnDelivery: true })).to.equal(undefined);
  });
});

describe('insuranceOf', () => {
  it('is mandatory for the cargo courier, whatever its flag says', () => {
    for (const flag of [true, false, null, undefined]) {
      const cargo = rate({ courier_code: 'jntcargo', courier_service_code: 'ft', available_for_insurance: flag });
      expect(insuranceOf(cargo)).to.equal('mandatory');
    }
  });

  it('is unavailable if the service says so, and optional otherwise', () => {
    expect(insuranceOf(rate({ available_for_insurance: false }))).to.equal('unavailable');
    for (const available_for_insurance of [true, undefined, null])
      expect(insuranceOf(rate({ courier_code: 'jnt', available_for_insurance }))).to.equal('optional');
  });
});

describe('cargoLeftOut', () => {
  const cargo = rate({ courier_code: 'jntcargo', courier_service_code: 'ft' });

  it('is so if cargo was asked, the goods have no declared value, and cargo has no rate', () => {
    expect(cargoLeftOut(['jne', 'jntcargo'], [rate()], 0)).to.equal(true);
    expect(cargoLeftOut(['jntcargo'], [], 0)).to.equal(true);
  });

  it('is not so if cargo was not asked, the goods have a value, or cargo has a rate', () => {
    expect(cargoLeftOut(['jne', 'jnt'], [rate()], 0)).to.equal(false);
    expect(cargoLeftOut(['jne', 'jntcargo'], [rate()], 1)).to.equal(false);
    expect(cargoLeftOut(['jne', 'jntcargo'], [rate(), cargo], 0)).to.equal(false);
  });
});
