import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { type Arrival, arrival, arrivalSpan, isOver, latestHours } from '../../src/quote/index.ts';
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
    ['minutes, as hours', said('60', 'minutes'), { least: 1, most: 1, unit: 'hours' }],
    ['Indonesian minutes', said('30 - 90', 'menit'), { least: 1, most: 2, unit: 'hours' }],
    ['minutes in the text alone', said(null, null, '45 - 60 mins'), { least: 1, most: 1, unit: 'hours' }],
    ['a fraction, rounded up', said('1.5 - 2.5', 'days'), { least: 2, most: 3, unit: 'days' }],
    ['a fraction with a comma', said('0,5', 'hours'), { least: 1, most: 1, unit: 'hours' }],
    ['a range that is reversed', said('5 - 3', 'days'), { least: 3, most: 5, unit: 'days' }],
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

  it('is last of all if unknown', () => {
    expect(latestHours(said(undefined, undefined))).to.equal(Number.POSITIVE_INFINITY);
  });
});

describe('the dates of an arrival', () => {
  const days = (least: number, most: number): Arrival => ({ least, most, unit: 'days' });
  const hours = (least: number, most: number): Arrival => ({ least, most, unit: 'hours' });
  const at = (text: string) => new Date(text);
  /** In Jakarta, UTC+7 all year. */
  const inJakarta = (text: string) => {
    const moment = at(`${text}+07:00`);
    return [moment, Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))] as const;
  };
  const dates = ({ from, to }: { from: Date; to: Date }) =>
    [from, to].map((date) => new Date(date.getTime() + 7 * 3_600_000).toISOString().slice(0, 16));

  it('are counted by the calendar, at every time of day', () => {
    for (const time of ['00:00', '09:30', '23:59']) {
      const span = arrivalSpan(days(2, 3), ...inJakarta(`2026-11-22T${time}`));
      expect(dates(span), time).to.deep.equal(['2026-11-24T12:00', '2026-11-25T12:00']);
      expect(span.precision).to.equal('days');
    }
  });

  it('go on across the ends of months and years', () => {
    expect(dates(arrivalSpan(days(1, 3), ...inJakarta('2026-11-29T10:00')))).to.deep.equal([
      '2026-11-30T12:00',
      '2026-12-02T12:00',
    ]);
    expect(dates(arrivalSpan(days(1, 2), ...inJakarta('2026-12-31T22:00')))).to.deep.equal([
      '2027-01-01T12:00',
      '2027-01-02T12:00',
    ]);
  });

  it('are times if it takes hours, in quarters of an hour, across midnight too', () => {
    expect(dates(arrivalSpan(hours(2, 4), ...inJakarta('2026-11-22T12:07')))).to.deep.equal([
      '2026-11-22T14:00',
      '2026-11-22T16:15',
    ]);
    expect(dates(arrivalSpan(hours(1, 3), ...inJakarta('2026-11-22T22:00')))).to.deep.equal([
      '2026-11-22T23:00',
      '2026-11-23T01:00',
    ]);
  });

  it('are days if it takes more than 24 hours', () => {
    const span = arrivalSpan(hours(24, 48), ...inJakarta('2026-11-22T09:00'));
    expect(span.precision).to.equal('days');
    expect(dates(span)).to.deep.equal(['2026-11-23T09:00', '2026-11-24T09:00']);
  });

  it('are over a while after the last of them', () => {
    const [readyAt, minute] = inJakarta('2026-11-22T09:00');
    const now = (text: string) => at(`${text}+07:00`).getTime();
    expect(isOver(arrivalSpan(days(0, 1), readyAt, minute), now('2026-11-23T23:59'))).to.equal(false);
    expect(isOver(arrivalSpan(days(0, 1), readyAt, minute), now('2026-11-24T00:01'))).to.equal(true);
    expect(isOver(arrivalSpan(hours(1, 3), readyAt, minute), now('2026-11-22T11:59'))).to.equal(false);
    expect(isOver(arrivalSpan(hours(1, 3), readyAt, minute), now('2026-11-22T12:01'))).to.equal(true);
  });
});
