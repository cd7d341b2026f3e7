import { expect } from 'chai';
import { arrivalText, type Calendar } from '../../src/elements/words/arrival-text.ts';
import { english } from '../../src/elements/words/words-en.ts';
import { indonesian } from '../../src/elements/words/words-id.ts';
import { rate } from '../support/fixtures.ts';

const takes = (text: string) => {
  const [shipment_duration_range = '', shipment_duration_unit = ''] = text.split(/ (?=[a-z])/);
  return rate({ shipment_duration_range, shipment_duration_unit });
};

const noon = '2026-11-22T12:00+07:00';

/** A calendar in Jakarta, read when the parcel is handed over. */
const calendar = (readyAt = noon, more: Partial<Calendar> = {}): Calendar => ({
  ...{ words: english, language: 'en', zone: 'Asia/Jakarta' },
  ...{ readyAt: new Date(readyAt), now: new Date(readyAt).getTime() },
  ...more,
});

const inIndonesian = { words: indonesian, language: 'id' };
const berlin = { zone: 'Europe/Berlin' };
const aDayBefore = { now: new Date('2026-11-21T12:00+07:00').getTime() };
const aMonthLater = { now: new Date('2026-12-24T12:00+07:00').getTime() };

describe('the words for the arrival of a rate', () => {
  const cases: [string, string, Calendar, string][] = [
    ['days', '2 - 3 days', calendar(), 'Tue 24 – Wed 25'],
    ['days in Indonesian', '2 - 3 days', calendar(noon, inIndonesian), 'Sel 24 – Rab 25'],
    ['today', '0 days', calendar(), 'today, Sun 22'],
    ['tomorrow', '1 days', calendar(), 'tomorrow, Mon 23'],
    ['one day', '2 days', calendar(), 'Tue 24'],
    ['one day in an unknown language', '2 days', calendar(noon, { language: 'no_such' }), 'Tue 24'],
    ['days of two months', '7 - 10 days', calendar(), 'Sun 29 – Wed 2'],
    ['days far ahead, with months', '25 - 40 days', calendar(), 'Thu 17 Dec – Fri 1 Jan'],
    ['days far ahead in one month', '25 - 27 days', calendar(), 'Thu 17 – Sat 19 Dec'],
    ['hours', '2 - 4 hours', calendar(), 'today, 14:00–16:00'],
    ['hours in Indonesian', '2 - 4 hours', calendar(noon, inIndonesian), 'hari ini, 14.00–16.00'],
    ['one number of hours', '3 hours', calendar(), 'today, 15:00'],
    ['hours of tomorrow', '2 - 4 hours', calendar(noon, aDayBefore), 'tomorrow, 14:00–16:00'],
    ['hours across midnight', '1 - 3 hours', calendar('2026-11-22T22:00+07:00'), 'today, 23:00 – tomorrow, 01:00'],
    [
      'the time zone of the reader',
      '1 days',
      calendar('2026-11-22T23:30+07:00', { zone: 'Asia/Jayapura' }),
      'tomorrow, Tue 24',
    ],
    ['days after clocks go back', '1 - 2 days', calendar('2026-10-24T23:30+02:00', berlin), 'Sun 25 – Mon 26'],
    ['days after clocks go forward', '1 - 2 days', calendar('2026-03-28T00:15+01:00', berlin), 'Sun 29 – Mon 30'],
    ['hours while clocks go forward', '1 - 2 hours', calendar('2026-03-29T01:30+01:00', berlin), 'today, 03:30–04:30'],
    [
      'a duration if nobody says when the parcel is ready',
      '2 - 3 days',
      calendar(noon, { readyAt: undefined }),
      '2–3 days',
    ],
    ['days if the dates are over', '2 - 3 days', calendar(noon, aMonthLater), '2–3 days'],
    ['hours if the dates are over', '1 - 3 hours', calendar(noon, aMonthLater), '1–3 hours'],
  ];
  for (const [what, duration, when, sentence] of cases)
    it(`say ${what}`, () => {
      expect(arrivalText(takes(duration), when)).to.equal(sentence);
    });

  it('are empty if the service says nothing', () => {
    expect(arrivalText({ ...takes(''), duration: '' }, calendar())).to.equal('');
  });
});
