import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { calendarFault, indonesianHolidays, promisedArrival, shopCalendar } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

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
