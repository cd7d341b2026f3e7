import { expect } from 'chai';
import { insuranceOf, obstacle } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

describe('obstacle', () => {
  it('stands in nobody’s way while cash on delivery is off', () => {
    expect(obstacle(rate({ available_for_cash_on_delivery: false }), { cashOnDelivery: false })).to.equal(undefined);
  });

  it('lets a row be chosen that says it can do cash on delivery', () => {
    expect(obstacle(rate(), { cashOnDelivery: true })).to.equal(undefined);
  });

  for (const flag of [false, null, undefined])
    it(`keeps cash on delivery from a row whose flag is ${flag}`, () => {
      const row = rate({ available_for_cash_on_delivery: flag });
      expect(obstacle(row, { cashOnDelivery: true })).to.equal('cash-on-delivery-unavailable');
    });
});

describe('insuranceOf', () => {
  it('is mandatory at the cargo courier, whatever its flag says', () => {
    for (const flag of [true, false, null, undefined]) {
      const cargo = rate({ courier_code: 'jntcargo', courier_service_code: 'ft', available_for_insurance: flag });
      expect(insuranceOf(cargo)).to.equal('mandatory');
    }
  });

  it('is the shopper’s choice at jnt, which is another courier', () => {
    expect(insuranceOf(rate({ courier_code: 'jnt' }))).to.equal('optional');
  });

  it('is not to be had where the service says so', () => {
    expect(insuranceOf(rate({ available_for_insurance: false }))).to.equal('unavailable');
  });

  it('may be asked for where the service does not say', () => {
    expect(insuranceOf(rate({ available_for_insurance: undefined }))).to.equal('optional');
    expect(insuranceOf(rate({ available_for_insurance: null }))).to.equal('optional');
  });
});
