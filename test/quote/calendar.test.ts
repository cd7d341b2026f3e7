import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Rate } from '../../src/contract/index.ts';
import {
  calendarFault,
  holidaysProblem,
  indonesianHolidays,
  promisedArrival,
  type ShopCalendar,
  shopCalendar,
} from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';
import { naivePromise } from '../support/naive-calendar.ts';

/** The table that the WooCommerce plugin passes, too. */
const { arrivals, faults, faults_at, holidays } = JSON.parse(
  readFileSync(new URL('calendar-cases.json', import.meta.url), 'utf8'),
);

describe('the calendar of a shop', () => {
  for (const { title, moment, calendar, rate, expected } of arrivals)
    it(`promises an arrival: ${title}`, () => {
      expect(promisedArrival(new Date(moment), calendar, rate, holidays) ?? null).to.deep.equal(expected);
    });

  for (const { title, calendar, expected } of faults)
    it(`checks a calendar: ${title}`, () => {
      expect(calendarFault(calendar, holidays, new Date(faults_at)) ?? null).to.equal(expected);
    });
});

describe('the table of holidays', () => {
  it('has sorted dates that exist', () => {
    const { national, leave, idulFitri } = indonesianHolidays;
    for (const list of [national, leave, idulFitri]) {
      expect(list).to.deep.equal([...new Set(list)].sort());
      for (const date of list) expect(new Date(date).toISOString().slice(0, 10)).to.equal(date);
    }
    expect(national).to.include.members(idulFitri);
  });

  it('is said to end from September of the last year that is decreed, unless the shop has its own', () => {
    const end = { decreed_until: '2026-12-31' } as typeof indonesianHolidays;
    const own = { national: ['2027-01-01'], leave: [], idulFitri: [] };
    expect(holidaysProblem(Date.parse('2026-08-31'), end)).to.equal(undefined);
    expect(holidaysProblem(Date.parse('2026-09-01'), end)).to.match(
      /^calendar: holidays after 2026-12-31 are not decreed/,
    );
    expect(holidaysProblem(Date.parse('2026-09-01'), end, own)).to.equal(undefined);
    expect(holidaysProblem(Date.parse('2027-09-01'), end, own)).to.match(/after 2027-12-31/);
  });

  // A reminder for those who run the tests, and no failure.
  after(() => {
    const problem = holidaysProblem(Date.now());
    if (problem) process.stderr.write(`WARNING: ${problem} See src/package/holidays.ts.\n`);
  });
});

describe('shopCalendar', () => {
  it('keeps a promise until it ends, and makes the next one', () => {
    const { promise } = shopCalendar({ zone: 'WIB', days: { thu: '15:00', fri: '15:00' } });
    const row = rate();
    const at = (time: string) => promise(row, Date.parse(`2026-11-26T${time}+07:00`));
    const first = at('14:00');
    expect(first?.cut_off).to.equal('2026-11-26T15:00+07:00');
    expect(at('14:59:59')).to.equal(first);
    expect(at('15:00')?.cut_off).to.equal('2026-11-27T15:00+07:00');
    expect(at('14:00'), 'an earlier moment').to.deep.equal(first);
  });

  it('refuses a calendar with its fault', () => {
    expect(() => shopCalendar({ zone: 'WIB', days: { sun: '25:00' } })).to.throw(
      TypeError,
      /^calendar\.days\.sun: "25:00"/,
    );
  });
});

describe('20,000 generated orders', () => {
  const dayMs = 86_400_000;
  const begins = Date.parse('2026-01-01');
  const dateAt = (day: number) => new Date(begins + day * dayMs).toISOString().slice(0, 10);
  const closedRange = fc
    .tuple(fc.integer({ min: 0, max: 3 * 366 }), fc.integer({ min: 0, max: 40 }))
    .map(([day, length]) => (length ? `${dateAt(day)}/${dateAt(day + length)}` : dateAt(day)));
  const time = fc
    .integer({ min: 0, max: 96 })
    .map((n) => (n === 96 ? '24:00' : new Date(n * 900_000).toISOString().slice(11, 16)));
  const weekday = fc.constantFrom('sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat');
  const days = fc.oneof(
    fc.dictionary(weekday, fc.option(time, { nil: null }), { minKeys: 1, noNullPrototype: true }),
    fc.tuple(weekday, time).map(([day, cutOff]) => ({ [day]: cutOff })),
  );
  const calendar = fc
    .record({
      zone: fc.constantFrom('WIB', 'WITA', 'WIT'),
      days,
      prepareHours: fc.constantFrom(0, 0, 1, 6, 24, 48, 100),
      closed: fc.array(closedRange, { maxLength: 3 }),
      open: fc.array(fc.constantFrom('2026-12-25', '2026-03-21', '2027-01-03'), { maxLength: 1 }),
      holidays: fc.boolean(),
    })
    .filter((given) => calendarFault(given, holidays, new Date(begins)) === undefined) as fc.Arbitrary<ShopCalendar>;
  const moment = fc.oneof(
    fc.integer({ min: 0, max: 3 * 366 * 1440 }).map((minute) => new Date(begins + minute * 60_000)),
    // The weeks of Lebaran and Natal, the year's end and the leap day.
    fc
      .tuple(
        fc.constantFrom('2026-03-10', '2027-03-01', '2026-12-20', '2027-12-25', '2028-02-25'),
        fc.integer({ min: 0, max: 15 * 1440 }),
      )
      .map(([start, minute]) => new Date(Date.parse(start) + minute * 60_000)),
  );
  const hours = {
    shipment_duration_range: fc.constantFrom('1', '1 - 3', '3 - 8'),
    shipment_duration_unit: fc.constant('hours'),
  };
  const order = fc.record({
    calendar,
    moment,
    rate: fc.record({
      courier_code: fc.constantFrom('jne', 'jnt', 'ninja', 'sap'),
      shipment_duration_range: fc.constantFrom('0', '1', '1 - 2', '2 - 3', '5 - 9'),
      shipment_duration_unit: fc.constant('days'),
    }),
  });

  it('are promised what another calculation finds, on no impossible day, and never earlier for a later moment', () => {
    fc.assert(
      fc.property(order, ({ calendar, moment, rate }) => {
        const given = rate as Rate;
        const promise = promisedArrival(moment, calendar, given, holidays);
        expect(promise).to.deep.equal(naivePromise(moment, calendar, given, holidays));
        if (!promise) return;
        const { first, last, cut_off, until } = promise;
        expect(holidays.national).to.not.include(first).and.to.not.include(last);
        expect(first <= last && last >= promise.hand_over.slice(0, 10)).to.equal(true);
        expect(moment.getTime()).to.be.below(Date.parse(cut_off));
        const isSunday = [first, last].some((date) => new Date(date).getUTCDay() === 0);
        expect(isSunday && ['ninja', 'sap'].includes(given.courier_code)).to.equal(false);
        // It is the same until the last minute before the cut-off, and not earlier from then on.
        const end = Date.parse(until);
        expect(promisedArrival(new Date(end - 60_000), calendar, given, holidays)).to.deep.equal(promise);
        const following = promisedArrival(new Date(end), calendar, given, holidays);
        if (!following) return;
        expect(following.cut_off > cut_off && following.first >= first && following.last >= last).to.equal(true);
      }),
      { numRuns: 20_000 },
    );
  }).timeout(180_000);

  it('in hours are promised between 8:00 and 21:00 on no holiday, and never earlier for a later moment', () => {
    const inHours = fc.record({ courier_code: fc.constant('gojek'), ...hours });
    fc.assert(
      fc.property(calendar, moment, inHours, (calendar, moment, rate) => {
        const promise = promisedArrival(moment, calendar, rate, holidays);
        expect(promise).to.deep.equal(naivePromise(moment, calendar, rate, holidays));
        if (!promise) return;
        const { first, last, until } = promise;
        const days = [first, last].map((text) => text.slice(0, 10));
        expect(holidays.national).to.not.include.any.members(days);
        expect(first <= last).to.equal(true);
        for (const text of [first, last].filter((text) => text.includes('T'))) {
          expect(text.slice(11, 16) >= '08:00' && text.slice(11, 16) <= '21:00').to.equal(true);
          expect(Date.parse(text)).to.be.above(moment.getTime());
        }
        const end = Date.parse(until);
        expect(end).to.be.above(moment.getTime());
        expect(promisedArrival(new Date(end - 60_000), calendar, rate, holidays)).to.deep.equal(promise);
        const following = promisedArrival(new Date(end), calendar, rate, holidays);
        if (following) expect(following.first.slice(0, 10) >= (days[0] ?? '')).to.equal(true);
      }),
      { numRuns: 5_000 },
    );
  }).timeout(180_000);
});
