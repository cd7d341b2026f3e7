import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { badges, splitByWishes } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const row = (service: string, price: number, days: number | null, overrides: Partial<Rate> = {}): Rate =>
  rate({
    courier_service_code: service,
    price,
    duration: null,
    shipment_duration_range: days === null ? null : String(days),
    ...overrides,
  });

const praised = (rows: Rate[], cashOnDelivery = false) =>
  Object.fromEntries(badges(splitByWishes(rows, { cashOnDelivery }).met));

describe('badges', () => {
  it('praise the cheapest and the fastest row', () => {
    expect(praised([row('reg', 15_000, 3), row('yes', 30_000, 1), row('oke', 12_000, 5)])).to.deep.equal({
      'jne/oke': ['cheapest'],
      'jne/yes': ['fastest'],
    });
  });

  it('may both fall to one row', () => {
    expect(praised([row('reg', 15_000, 3), row('yes', 10_000, 1)])).to.deep.equal({
      'jne/yes': ['cheapest', 'fastest'],
    });
  });

  it('go to one row among equals: the faster of the cheap, the cheaper of the fast', () => {
    expect(praised([row('a', 10_000, 4), row('b', 10_000, 3), row('c', 20_000, 1), row('d', 19_000, 1)])).to.deep.equal(
      {
        'jne/b': ['cheapest'],
        'jne/d': ['fastest'],
      },
    );
  });

  it('call nothing fastest where no arrival is known', () => {
    expect(praised([row('a', 1, null), row('b', 2, null)])).to.deep.equal({ 'jne/a': ['cheapest'] });
  });

  it('pass over rows that cannot be chosen', () => {
    const blocked = row('a', 1, 1, { available_for_cash_on_delivery: false });
    const rows = [blocked, row('b', 2, 3), row('c', 3, 2)];
    expect(praised(rows, true)).to.deep.equal({ 'jne/b': ['cheapest'], 'jne/c': ['fastest'] });
    expect(praised(rows, false)).to.deep.equal({ 'jne/a': ['cheapest', 'fastest'] });
  });

  it('need something to compare', () => {
    const blocked = row('b', 2, 2, { available_for_cash_on_delivery: false });
    expect(praised([])).to.deep.equal({});
    expect(praised([row('a', 1, 1)])).to.deep.equal({});
    expect(praised([row('a', 1, 1), blocked], true)).to.deep.equal({});
  });
});
