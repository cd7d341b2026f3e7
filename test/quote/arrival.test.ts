import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { arrival, latestHours } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const said = (range: unknown, unit: unknown, duration?: string): Rate =>
  rate({
    shipment_duration_range: range as string,
    shipment_duration_unit: unit as string,
    duration,
  });

describe('arrival', () => {
  const understood: [string, Rate, { least: number; most: number; unit: string }][] = [
    ['a range in days', said('1 - 3', 'days'), { least: 1, most: 3, unit: 'days' }],
    ['a range in hours', said('6 - 8', 'hours'), { least: 6, most: 8, unit: 'hours' }],
    ['one number', said('1', 'days'), { least: 1, most: 1, unit: 'days' }],
    ['the same day, which is 0', said('0', 'days'), { least: 0, most: 0, unit: 'days' }],
    ['two digits without spaces', said('10-12', 'days'), { least: 10, most: 12, unit: 'days' }],
    ['a long dash', said('2 – 4', 'Days'), { least: 2, most: 4, unit: 'days' }],
    ['a unit in capitals', said('1 - 3', 'HOURS'), { least: 1, most: 3, unit: 'hours' }],
    ['a unit in the singular', said('1', 'hour'), { least: 1, most: 1, unit: 'hours' }],
    ['Indonesian hours', said('3', 'jam'), { least: 3, most: 3, unit: 'hours' }],
    ['Indonesian days', said('2 - 3', 'hari'), { least: 2, most: 3, unit: 'days' }],
    ['a missing unit, as days', said('2 - 3', undefined), { least: 2, most: 3, unit: 'days' }],
    ['a missing unit that the text tells', said('1 - 3', null, '1 - 3 Hours'), { least: 1, most: 3, unit: 'hours' }],
    ['only the text', said(undefined, undefined, '2 - 3 days'), { least: 2, most: 3, unit: 'days' }],
    ['only a text in hours', said('', '', '6-8 hours'), { least: 6, most: 8, unit: 'hours' }],
    ['range and unit before a text that differs', said('1', 'hours', '2 days'), { least: 1, most: 1, unit: 'hours' }],
  ];
  for (const [what, row, expected] of understood)
    it(`understands ${what}`, () => {
      expect(arrival(row)).to.deep.equal(expected);
    });

  for (const [what, row] of [
    ['nothing', said(undefined, undefined)],
    ['null', said(null, null)],
    ['a unit alone', said('', 'days')],
    ['words without a number', said('soon', 'days', 'some day')],
  ] as const)
    it(`is not known from ${what}`, () => {
      expect(arrival(row)).to.equal(undefined);
    });
});

describe('latestHours', () => {
  it('puts days and hours on one scale, by the later end', () => {
    expect(latestHours(said('1 - 3', 'days'))).to.equal(72);
    expect(latestHours(said('6 - 8', 'hours'))).to.equal(8);
  });

  it('is last of all where unknown', () => {
    expect(latestHours(said(undefined, undefined))).to.equal(Number.POSITIVE_INFINITY);
  });
});
