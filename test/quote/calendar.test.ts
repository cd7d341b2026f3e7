import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { calendarFault, indonesianHolidays, promisedArrival } from '../../src/quote/index.ts';

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
});
