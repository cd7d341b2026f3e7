import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { type Arrival, arrival, arrivalSpan, isOver, latestHours } from '../../src/quote/index.ts';
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
  /** In Jakarta, UTC+7 all year. */
  const inJakarta = (text: string) => {
    const minuteOfDay = Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16));
    return [new Date(`${text}+07:00`), minuteOfDay] as const;
  };
  const dates = ({ from, to }: { from: Date; to: Date }) =>
    [from, to].map((date) => new Date(date.getTime() + 7 * 3_600_000).toISOString().slice(0, 16));

  const cases: [title: string, arrival: Arrival, readyAt: string, from: string, to: string, precision: string][] = [
    ['counts days from midnight on', days(2, 3), '2026-11-22T00:00', '2026-11-24T12:00', '2026-11-25T12:00', 'days'],
    ['counts days until midnight', days(2, 3), '2026-11-22T23:59', '2026-11-24T12:00', '2026-11-25T12:00', 'days'],
    ['goes on in the next year', days(1, 2), '2026-12-31T22:00', '2027-01-01T12:00', '2027-01-02T12:00', 'days'],
    ['rounds to quarters of an hour', hours(2, 4), '2026-11-22T12:07', '2026-11-22T14:00', '2026-11-22T16:15', 'hours'],
    ['has times up to 24 hours', hours(12, 24), '2026-11-22T22:00', '2026-11-23T10:00', '2026-11-23T22:00', 'hours'],
    ['has days above 24 hours', hours(24, 48), '2026-11-22T09:00', '2026-11-23T09:00', '2026-11-24T09:00', 'days'],
  ];
  for (const [title, expected, readyAt, from, to, precision] of cases)
    it(title, () => {
      const span = arrivalSpan(expected, ...inJakarta(readyAt));
      expect([...dates(span), span.precision]).to.deep.equal([from, to, precision]);
    });

  it('is over at the end of its last day, or right after its last hour', () => {
    const [readyAt, minute] = inJakarta('2026-11-22T09:00');
    const isOverAt = (expected: Arrival, text: string) =>
      isOver(arrivalSpan(expected, readyAt, minute), new Date(`${text}+07:00`).getTime());
    expect(isOverAt(days(0, 1), '2026-11-23T23:59')).to.equal(false);
    expect(isOverAt(days(0, 1), '2026-11-24T00:01')).to.equal(true);
    expect(isOverAt(hours(1, 3), '2026-11-22T12:00')).to.equal(false);
    expect(isOverAt(hours(1, 3), '2026-11-22T12:01')).to.equal(true);
  });
});
