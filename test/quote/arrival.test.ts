import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { type Arrival, arrival, arrivalSpan, latestHours, spanOf } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

type Times = Pick<Rate, 'shipment_duration_range' | 'shipment_duration_unit' | 'duration'>;

// Each call makes another row, because `arrival` reads each row once.
const arriving = (
  shipment_duration_range?: Times['shipment_duration_range'],
  shipment_duration_unit?: Times['shipment_duration_unit'],
  duration?: string,
): Rate => rate({ shipment_duration_range, shipment_duration_unit, duration });

const days = (least: number, most: number): Arrival => ({ least, most, unit: 'days' });
const hours = (least: number, most: number): Arrival => ({ least, most, unit: 'hours' });

describe('arrival', () => {
  const cases: [title: string, times: Parameters<typeof arriving>, expected: Arrival | undefined][] = [
    ['reads a range in days', ['1 - 3', 'days'], days(1, 3)],
    ['reads a range in hours', ['6 - 8', 'hours'], hours(6, 8)],
    ['reads one number', ['1', 'days'], days(1, 1)],
    ['reads minutes as hours', ['60', 'minutes'], hours(1, 1)],
    ['reads Indonesian minutes', ['30 - 90', 'menit'], hours(1, 2)],
    ['reads minutes in the text alone', [null, null, '45 - 60 mins'], hours(1, 1)],
    ['rounds a fraction up', ['1.25', 'days'], days(2, 2)],
    ['reads a fraction with a comma', ['0,5', 'hours'], hours(1, 1)],
    ['reads a range that is reversed', ['5 - 3', 'days'], days(3, 5)],
    ['reads the same day, which is 0', ['0', 'days'], days(0, 0)],
    ['reads the first two numbers alone', ['2 - 3 (max 9)', 'days'], days(2, 3)],
    ['reads a unit in capitals', ['1 - 3', 'HOURS'], hours(1, 3)],
    ['reads Indonesian hours', ['3', 'jam'], hours(3, 3)],
    ['takes any other unit for days', ['2 - 3', 'hari'], days(2, 3)],
    ['takes a missing unit for days', ['2 - 3'], days(2, 3)],
    ['reads a missing unit from the text', ['1 - 3', null, '1 - 3 Hours'], hours(1, 3)],
    ['reads the text if range and unit are missing', ['', '', '6-8 hours'], hours(6, 8)],
    ['prefers range and unit to a text that differs', ['1', 'hours', '2 days'], hours(1, 1)],
    ['reads weeks as days', ['1 - 2', 'weeks'], days(7, 14)],
    ['reads Indonesian weeks, which are no minutes', [null, null, '1 - 2 minggu'], days(7, 14)],
    ['reads a unit in the range', ['1 - 2 minggu'], days(7, 14)],
    ['reads a fraction of a week', ['1,5', 'Minggu'], days(11, 11)],
    ['reads Indonesian weeks of another word', ['2 pekan'], days(14, 14)],
    ['reads days of 24 hours', ['2 × 24', 'jam'], days(2, 2)],
    ['reads the unit that stands behind the number', ['2 - 3 hari (jam kerja)'], days(2, 3)],
    ['reads a unit behind each number', ['2 hari - 3 hari'], days(2, 3)],
    ['reads days after the order', ['H+2'], days(2, 2)],
    ['reads "hari ini" as the same day', ['Hari ini, 10.00 - 12.00'], days(0, 0)],
    ['reads digits of other widths', ['２ - ３', 'days'], days(2, 3)],
    ['reads a number behind a full stop', ['Est. 2 - 3 hari.'], days(2, 3)],
    ['is undefined for two units', ['1 hari 6 jam'], undefined],
    ['is undefined for a date', ['27/11/2026'], undefined],
    ['is undefined for a number with two points', ['1.2.3 - 4', 'days'], undefined],
    ['is undefined for the name of a month', ['28 - 30 Nov'], undefined],
    ['reads a year', ['365', 'days'], days(365, 365)],
    ['is undefined for more than a year in days', ['999999999999', 'days'], undefined],
    ['is undefined for more than a year in hours', ['1 - 9000', 'hours'], undefined],
    ['is undefined for more than a year in months', [null, null, '2 - 13 bulan'], undefined],
    ['is undefined for a number that is too long to read', ['9'.repeat(400), 'menit'], undefined],
    ['is undefined without a number', ['soon', 'days', 'some day'], undefined],
    ['is undefined if all is missing', [null, null], undefined],
  ];
  for (const [title, times, expected] of cases)
    it(title, () => {
      expect(arrival(arriving(...times))).to.deep.equal(expected);
    });
});

describe('latestHours', () => {
  it('counts days and hours by the later end, and is infinite if the arrival is unknown', () => {
    expect(latestHours(arriving('1 - 3', 'days'))).to.equal(72);
    expect(latestHours(arriving('6 - 8', 'hours'))).to.equal(8);
    expect(latestHours(arriving())).to.equal(Number.POSITIVE_INFINITY);
  });
});

describe('arrivalSpan', () => {
  const inJakarta = (text: string) => new Date(`${text}+07:00`);
  const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
  const timeOf = (moment: number) => new Date(moment + 7 * 3_600_000).toISOString().slice(11, 16);

  const cases: [title: string, arrival: Arrival, readyAt: string, first: string, last: string, hours?: string][] = [
    ['counts days from midnight on', days(2, 3), '2026-11-22T00:00', '2026-11-24', '2026-11-25'],
    ['counts days until midnight', days(2, 3), '2026-11-22T23:59', '2026-11-24', '2026-11-25'],
    ['goes on in the next year', days(1, 2), '2026-12-31T22:00', '2027-01-01', '2027-01-02'],
    ['rounds to quarters', hours(2, 4), '2026-11-22T12:07', '2026-11-22', '2026-11-22', '14:00–16:15'],
    ['has times up to 24 hours', hours(12, 24), '2026-11-22T22:00', '2026-11-23', '2026-11-23', '10:00–22:00'],
    ['has days above 24 hours', hours(24, 48), '2026-11-22T09:00', '2026-11-23', '2026-11-24'],
    ['has the next day late in the evening', hours(1, 3), '2026-11-22T22:00', '2026-11-23', '2026-11-23'],
    ['has no hours before dawn', hours(8, 12), '2026-11-22T17:15', '2026-11-23', '2026-11-23'],
    ['has two days across midnight', hours(4, 8), '2026-11-22T17:30', '2026-11-22', '2026-11-23'],
  ];
  for (const [title, expected, readyAt, first, last, times] of cases)
    it(title, () => {
      const span = arrivalSpan(expected, inJakarta(readyAt), 'WIB');
      expect([dateOf(span.first), dateOf(span.last), span.hours?.map(timeOf).join('–')]).to.deep.equal([
        ...[first, last, times],
      ]);
    });

  it('counts the days of its zone', () => {
    const { first, zone } = arrivalSpan(days(1, 1), inJakarta('2026-11-22T23:30'), 'WIT');
    expect([dateOf(first), zone]).to.deep.equal(['2026-11-24', 'WIT']);
  });
});

describe('spanOf', () => {
  const row = (times: Arrival) => arriving(`${times.least} - ${times.most}`, times.unit);
  const readyAt = new Date('2026-11-22T09:00+07:00');
  const at = (times: Arrival, text: string) =>
    spanOf(row(times), { readyAt, zone: 'WIB' }, Date.parse(`${text}+07:00`)) !== undefined;

  it('is over at the end of its last day, or right after its last hour', () => {
    expect(at(days(0, 1), '2026-11-23T23:59')).to.equal(true);
    expect(at(days(0, 1), '2026-11-24T00:01')).to.equal(false);
    expect(at(hours(1, 3), '2026-11-22T12:00')).to.equal(true);
    expect(at(hours(1, 3), '2026-11-22T12:01')).to.equal(false);
  });

  it('is undefined without a duration, without a date, and for a promise that names none', () => {
    expect(spanOf(arriving(), { readyAt }, 0)).to.equal(undefined);
    expect(spanOf(row(days(1, 2)), { readyAt: new Date(8.64e15) }, 0)).to.equal(undefined);
    const [first, moment] = ['2026-11-99', '2026-11-24T15:00+07:00'];
    const promise = { first, last: first, hand_over: moment, cut_off: moment, until: moment, later: false };
    expect(spanOf(row(days(1, 2)), { promise }, 0)).to.equal(undefined);
  });

  it('is the same object until its dates are others', () => {
    const rate = row(days(1, 2));
    const first = spanOf(rate, { readyAt }, 0);
    expect(spanOf(rate, { readyAt }, 1)).to.equal(first);
    expect(spanOf(rate, { readyAt: new Date(0) }, 1)).not.to.equal(first);
  });
});
