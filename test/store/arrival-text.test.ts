import { expect } from 'chai';
import type { PromisedArrival } from '../../src/contract/index.ts';
import { arrivalText, type Calendar, cutOffText } from '../../src/elements/words/arrival-text.ts';
import { english } from '../../src/elements/words/en.ts';
import { indonesian } from '../../src/elements/words/id.ts';
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

/** No date comes after this one. */
const lastMoment = { ...calendar(), readyAt: new Date(8.64e15) };

/** A page that says 2099. */
const farAhead = { ...calendar(), readyAt: new Date('2099-11-26T12:00+07:00') };

const inIndonesian = { words: indonesian, language: 'id' };
// Pages have words of their own in these languages.
const inArabic = { language: 'ar-EG' };
const inThai = { language: 'th-TH', now: new Date(noon).getTime() };
const farNoon = '2037-11-27T12:00+07:00';
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
    ['hours in a language with digits of its own', '2 - 4 hours', calendar(noon, inArabic), 'today, 14:00–16:00'],
    ['the year in a language with a calendar of its own', '2 days', calendar(farNoon, inThai), 'อาทิตย์ 29 พ.ย. 2037'],
    ['days of two months, with both', '7 - 10 days', calendar(), '29 Nov – 2 Dec'],
    ['days of two months in a receipt', '7 - 10 days', calendar(noon, { kept: true }), 'Sun 29 Nov – Wed 2 Dec'],
    ['days far ahead, with months', '25 - 40 days', calendar(), '17 Dec – 1 Jan'],
    ['days far ahead in one month', '25 - 27 days', calendar(), 'Thu 17 – Sat 19 Dec'],
    ['days of a parcel that is handed over at the end of time', '2 - 3 days', lastMoment, '2–3 days'],
    ['hours of such a parcel', '2 - 3 hours', lastMoment, '2–3 hours'],
    ['the year of days that are far away', '2 - 3 days', farAhead, 'Sat 28 – Sun 29 Nov 2099'],
    ['the year of days of two months', '3 - 7 days', farAhead, '29 Nov 2099 – 3 Dec 2099'],
    ['the year of hours', '2 - 4 hours', farAhead, 'Thu 26 Nov 2099, 14:00–16:00'],
    ['hours', '2 - 4 hours', calendar(), 'today, 14:00–16:00'],
    ['hours in Indonesian', '2 - 4 hours', calendar(noon, inIndonesian), 'hari ini, 14.00–16.00'],
    ['one number of hours', '3 hours', calendar(), 'today, 15:00'],
    ['hours of tomorrow', '2 - 4 hours', calendar(noon, aDayBefore), 'tomorrow, 14:00–16:00'],
    ['the next day instead of the small hours', '1 - 3 hours', calendar('2026-11-22T22:00+07:00'), 'tomorrow, Mon 23'],
    ['the day instead of hours before dawn', '8 - 12 hours', calendar('2026-11-22T17:15+07:00'), 'tomorrow, Mon 23'],
    [
      'days instead of hours until after midnight',
      '6 - 8 hours',
      calendar('2026-11-22T17:30+07:00'),
      'tomorrow, Mon 23',
    ],
    ['two days for hours across midnight', '4 - 8 hours', calendar('2026-11-22T17:30+07:00'), 'Sun 22 – Mon 23'],
    ['hours until late in the evening', '2 - 4 hours', calendar('2026-11-22T18:00+07:00'), 'today, 20:00–22:00'],
    ['months in a receipt', '2 - 3 days', calendar(noon, { kept: true }), 'Tue 24 – Wed 25 Nov'],
    ['no “tomorrow” in a receipt', '1 days', calendar(noon, { kept: true }), 'Mon 23 Nov'],
    ['hours in a receipt', '2 - 4 hours', calendar(noon, { kept: true }), 'Sun 22 Nov, 14:00–16:00'],
    [
      'tomorrow, at the end of a day of 23 hours',
      '1 days',
      calendar('2026-03-28T23:30+01:00', berlin),
      'tomorrow, Sun 29',
    ],
    [
      'no “tomorrow” for the day after a day of 23 hours',
      '2 days',
      calendar('2026-03-28T23:30+01:00', berlin),
      'Mon 30',
    ],
    [
      'the time zone of the reader',
      '1 days',
      calendar('2026-11-22T23:30+07:00', { zone: 'Asia/Jayapura' }),
      'tomorrow, Tue 24',
    ],
    ['days after clocks go back', '1 - 2 days', calendar('2026-10-24T23:30+02:00', berlin), 'Sun 25 – Mon 26'],
    ['days after clocks go forward', '1 - 2 days', calendar('2026-03-28T00:15+01:00', berlin), 'Sun 29 – Mon 30'],
    ['tomorrow before a day of 23 hours', '1 days', calendar('2026-03-28T23:30+01:00', berlin), 'tomorrow, Sun 29'],
    ['tomorrow on a day of 25 hours', '1 days', calendar('2026-10-25T00:30+02:00', berlin), 'tomorrow, Mon 26'],
    ['hours while clocks go forward', '6 - 8 hours', calendar('2026-03-29T01:30+01:00', berlin), 'today, 08:30–10:30'],
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

describe('the words for a promised arrival', () => {
  const promise: PromisedArrival = {
    ...{ first: '2026-11-26', last: '2026-11-27', hand_over: '2026-11-24T15:00+07:00', later: false },
    ...{ cut_off: '2026-11-24T15:00+07:00', until: '2026-11-24T15:00+07:00' },
  };
  const inHours = { first: '2026-11-24T14:00+07:00', last: '2026-11-24T16:00+07:00' };
  const at = (
    time: string,
    changes: Partial<PromisedArrival> = {},
    more: Partial<Parameters<typeof cutOffText>[1]> = {},
  ) => ({
    ...{ words: english, language: 'en', zone: 'Asia/Jakarta', now: Date.parse(`${time}+07:00`) },
    promise: { ...promise, ...changes },
    ...more,
  });
  const id = { words: indonesian, language: 'id' };

  for (const [what, when, sentence] of [
    ['days', at('2026-11-24T12:00'), 'Thu 26 – Fri 27'],
    [
      'days before a later hand-over of the page',
      at('2026-11-24T12:00', {}, { readyAt: new Date() }),
      'Thu 26 – Fri 27',
    ],
    ['the same days in another zone', at('2026-11-24T12:00', {}, { zone: 'Asia/Jayapura' }), 'Thu 26 – Fri 27'],
    ['hours', at('2026-11-24T12:00', inHours), 'today, 14:00–16:00'],
    ['the weeks of Idul Fitri', at('2026-11-24T12:00', { later: true }), 'Thu 26 – Fri 27, or later'],
    ['these weeks in Indonesian', at('2026-11-24T12:00', { later: true }, id), 'Kam 26 – Jum 27, atau lebih lambat'],
    ['days if the promise is over', at('2026-12-24T12:00'), '2–3 days'],
    ['days if the promise has no dates', at('2026-11-24T12:00', { first: '2026-11-99' }), '2–3 days'],
  ] as const)
    it(`say ${what}`, () => {
      expect(arrivalText(takes('2 - 3 days'), when)).to.equal(sentence);
    });

  for (const [what, when, sentence] of [
    ['hours left', at('2026-11-24T13:00'), 'Order before 15:00 (2 hours left), arrives Thu 26 – Fri 27 Nov'],
    [
      'them in Indonesian',
      at('2026-11-24T13:00', {}, id),
      'Pesan sebelum 15.00 (2 jam lagi), tiba Kam 26 – Jum 27 Nov',
    ],
    ['an hour', at('2026-11-24T13:00:01'), 'Order before 15:00 (1 hour left), arrives Thu 26 – Fri 27 Nov'],
    ['minutes', at('2026-11-24T14:01', {}, id), 'Pesan sebelum 15.00 (59 menit lagi), tiba Kam 26 – Jum 27 Nov'],
    ['the last minute', at('2026-11-24T14:59:59'), 'Order before 15:00 (1 minute left), arrives Thu 26 – Fri 27 Nov'],
    ['a minute after it', at('2026-11-24T15:01'), 'Order before 15:00 (1 minute left), arrives Thu 26 – Fri 27 Nov'],
    ['another day', at('2026-11-22T14:00'), 'Order before Tue 24 Nov, 15:00, arrives Thu 26 – Fri 27 Nov'],
    [
      'the end of today',
      at('2026-11-24T22:00', { cut_off: '2026-11-25T00:00+07:00' }),
      'Order before 24:00 (2 hours left), arrives Thu 26 – Fri 27 Nov',
    ],
    [
      'the end of another day, in Indonesian',
      at('2026-11-22T22:00', { cut_off: '2026-11-25T00:00+07:00' }, id),
      'Pesan sebelum Sel 24 Nov, 24.00, tiba Kam 26 – Jum 27 Nov',
    ],
    ['the night before', at('2026-11-23T20:00'), 'Order before Tue 24 Nov, 15:00, arrives Thu 26 – Fri 27 Nov'],
  ] as const)
    it(`count ${what} until the cut-off`, () => {
      expect(cutOffText(takes('2 - 3 days'), when)).to.equal(sentence);
    });
});
