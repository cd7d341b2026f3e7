import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { groupBySpeed, recommendedOf, serviceKey, speedOf, splitByWishes } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

describe('how fast a service is', () => {
  const listed = (
    service_type: string | null | undefined,
    range: unknown,
    unit: unknown,
    shipping_type = 'parcel',
  ): Rate =>
    rate({
      duration: undefined,
      shipment_duration_range: range as string,
      shipment_duration_unit: unit as string,
      service_type,
      shipping_type,
    });
  const known: [string, Rate, string | undefined][] = [
    ['a vehicle that is called, listed as same_day', listed('same_day', '1 - 3', 'hours'), 'instant'],
    ['a vehicle that is called, listed as instant', listed('instant', '1 - 4', 'hours'), 'instant'],
    ['a vehicle that comes by the evening', listed('same_day', '6 - 8', 'hours'), 'same_day'],
    ['a parcel that comes by the evening, listed as standard', listed('standard', '8 - 12', 'hours'), 'same_day'],
    ['a parcel of 0 days', listed('standard', '0', 'days'), 'same_day'],
    ['a parcel of one day, listed as same_day', listed('same_day', '1', 'days'), 'same_day'],
    ['a parcel of one day, listed as overnight', listed('overnight', '1', 'days'), 'overnight'],
    ['a parcel of one day, listed as standard', listed('standard', '1', 'days'), 'overnight'],
    ['a parcel of 24 hours', listed(undefined, '24', 'hours'), 'overnight'],
    ['a parcel of three days', listed('standard', '2 - 3', 'days'), 'standard'],
    ['a parcel of more', listed('standard', '3 - 4', 'days'), 'economy'],
    ['a parcel of days, listed as same_day', listed('same_day', '3 - 4', 'days'), 'economy'],
    ['freight of days, listed as same_day', listed('same_day', '3 - 4', 'days', 'freight'), 'cargo'],
    ['freight of the day', listed('same_day', '6 - 8', 'hours', 'freight'), 'cargo'],
    ['what may take two days, listed as overnight', listed('overnight', '1 - 2', 'days'), 'standard'],
    ['what is listed as nothing', listed(null, '2 - 3', 'days'), 'standard'],
    ['what is listed alone', listed('overnight', undefined, undefined), 'overnight'],
    ['what the service has a word of its own for', listed('by_drone', '1', 'hours'), 'by_drone'],
    ['an empty word', listed('', '2 - 3', 'days'), 'standard'],
    ['nothing at all', listed(undefined, undefined, undefined), undefined],
  ];
  for (const [what, row, speed] of known)
    it(`is ${speed ?? 'not known'} for ${what}`, () => {
      expect(speedOf(row)).to.equal(speed);
    });
});

const row = (service: string, price: number, range: string, more: Partial<Rate> = {}): Rate =>
  rate({ courier_service_code: service, price, shipment_duration_range: range, ...more });
const keys = (rates: readonly Rate[]) => rates.map(serviceKey);

describe('groups by speed', () => {
  it('are fastest first, freight last, each in the order that it was given', () => {
    const rates = [
      row('oke', 9_000, '3 - 4'),
      row('jtr', 8_000, '3 - 4', { shipping_type: 'freight' }),
      row('reg', 12_000, '2 - 3'),
      row('ctc', 11_000, '2 - 3'),
      row('yes', 30_000, '1', { service_type: 'overnight' }),
    ];
    expect(groupBySpeed(rates).map(({ speed, rates }) => [speed, ...keys(rates)])).to.deep.equal([
      ['overnight', 'jne/yes'],
      ['standard', 'jne/reg', 'jne/ctc'],
      ['economy', 'jne/oke'],
      ['cargo', 'jne/jtr'],
    ]);
  });

  it('have one more for a word of the service’s own, and what nobody says the speed of is regular', () => {
    const rates = [
      row('drone', 1, '1', { service_type: 'by_drone' }),
      row('some', 2, '', { service_type: undefined, duration: undefined }),
    ];
    expect(groupBySpeed(rates).map(({ speed }) => speed)).to.deep.equal(['standard', 'by_drone']);
  });

  it('lose no rate', () => {
    const rates = Array.from({ length: 40 }, (_nothing, index) => row(`s${index}`, index, String(index % 9)));
    expect(groupBySpeed(rates).flatMap(({ rates }) => rates)).to.have.members(rates);
  });
});

describe('rates by what is switched on', () => {
  const rates = [
    row('all', 1, '2'),
    row('uninsured', 2, '2', { available_for_insurance: false }),
    row('prepaid', 3, '2', { available_for_cash_on_delivery: false }),
    row('neither', 4, '2', { available_for_cash_on_delivery: false, available_for_insurance: false }),
    row('ft', 5, '2', { courier_code: 'jntcargo', available_for_insurance: false }),
  ];
  const split = (insured: boolean, cashOnDelivery: boolean) => {
    const { met, without } = splitByWishes(rates, { insured, cashOnDelivery });
    return [keys(met), ...without.map(({ extra, rates }) => [extra, ...keys(rates)])];
  };

  it('are all together while nothing is', () => {
    expect(split(false, false)).to.deep.equal([keys(rates)]);
  });

  it('are apart where they lack it; the cargo courier insures always', () => {
    expect(split(true, false)).to.deep.equal([
      ['jne/all', 'jne/prepaid', 'jntcargo/ft'],
      ['insured', 'jne/uninsured', 'jne/neither'],
    ]);
  });

  it('are with those that cannot be chosen where they lack that as well', () => {
    expect(split(true, true)).to.deep.equal([
      ['jne/all', 'jntcargo/ft'],
      ['insured', 'jne/uninsured'],
      ['cashOnDelivery', 'jne/prepaid', 'jne/neither'],
    ]);
  });
});

describe('the recommended rate', () => {
  const rates = [row('slow', 1, '3 - 4'), row('fair', 2, '2 - 3'), row('fast', 9, '1')];

  it('is the cheapest that arrives within three days', () => {
    expect(recommendedOf(rates)).to.equal('jne/fair');
  });

  it('has what is switched on', () => {
    const prepaid = row('prepaid', 1, '1', { available_for_cash_on_delivery: false });
    expect(recommendedOf([...rates, prepaid])).to.equal('jne/prepaid');
    expect(recommendedOf(splitByWishes([...rates, prepaid], { cashOnDelivery: true }).met)).to.equal('jne/fair');
  });

  it('is what the shop says, and none where that is not to be had', () => {
    expect(recommendedOf(rates, 'jne/slow')).to.equal('jne/slow');
    expect(recommendedOf(rates, 'jne/gone')).to.equal(undefined);
    expect(recommendedOf(rates, '')).to.equal('jne/fair');
  });

  it('is none where there is nothing to compare, or nothing that arrives in time', () => {
    expect(recommendedOf([row('fair', 2, '2')])).to.equal(undefined);
    expect(recommendedOf([row('a', 2, '5'), row('b', 2, '6')])).to.equal(undefined);
  });
});
