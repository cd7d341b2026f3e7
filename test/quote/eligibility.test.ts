import { expect } from 'chai';
import { cargoLeftOut, insuranceOf, obstacle, quotable } from '../../src/quote/index.ts';
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

describe('cargoLeftOut', () => {
  const cargo = rate({ courier_code: 'jntcargo', courier_service_code: 'ft' });

  it('is so where cargo was asked, goods have no declared value, and cargo has no rate', () => {
    expect(cargoLeftOut(['jne', 'jntcargo'], [rate()], 0)).to.equal(true);
    expect(cargoLeftOut(['jntcargo'], [], 0)).to.equal(true);
  });

  it('is not so where cargo was not asked, or serves another lane, or is there', () => {
    expect(cargoLeftOut(['jne', 'jnt'], [rate()], 0)).to.equal(false);
    expect(cargoLeftOut(['jne', 'jntcargo'], [rate()], 1)).to.equal(false);
    expect(cargoLeftOut(['jne', 'jntcargo'], [rate(), cargo], 0)).to.equal(false);
  });
});

describe('couriers that could have a rate at all', () => {
  const couriers = ['jne', 'gojek', 'jntcargo', 'borzo', 'paxel'];
  const map = { latitude: -6.2, longitude: 106.8 };
  const onMap = {
    ...{ origin_latitude: map.latitude, origin_longitude: map.longitude },
    ...{ destination_latitude: map.latitude, destination_longitude: map.longitude },
  };

  it('are called vehicles only from point to point on the map', () => {
    const postal = { origin_postal_code: 12440, destination_postal_code: 40111 };
    expect(quotable(couriers, postal, 1)).to.deep.equal(['jne', 'jntcargo', 'paxel']);
    expect(quotable(couriers, { ...postal, ...onMap }, 1)).to.deep.equal(couriers);
    expect(quotable(couriers, { ...onMap, destination_latitude: undefined }, 1)).not.to.include('gojek');
  });

  it('are the cargo courier only with a declared value', () => {
    expect(quotable(couriers, onMap, 0)).to.deep.equal(['jne', 'gojek', 'borzo', 'paxel']);
  });
});
