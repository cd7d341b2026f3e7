import { expect } from 'chai';
import type { PromisedArrival, Rate } from '../../src/contract/index.ts';
import { arrivalText, cutOffText } from '../../src/elements/words/arrival-text.ts';
import { english } from '../../src/elements/words/en.ts';
import { indonesian } from '../../src/elements/words/id.ts';
import type { Words } from '../../src/elements/words/words.ts';
import { type ArrivalSource, spanOf } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const takes = (text: string) => {
  const [shipment_duration_range = '', shipment_duration_unit = ''] = text.split(/ (?=[a-z])/);
  return rate({ shipment_duration_range, shipment_duration_unit });
};

const noon = '2026-11-22T12:00+07:00';

type Style = Omit<Parameters<typeof arrivalText>[2], 'words'> & { words: Words };

/** A row, its dates, and how they are written. */
interface Case extends ArrivalSource {
  style: Style;
}

/** In Jakarta, read when the parcel is handed over. */
const handed = (readyAt = noon, style: Partial<Style> = {}, source: ArrivalSource = {}): Case => ({
  readyAt: new Date(readyAt),
  zone: 'WIB',
  style: { words: english, language: 'en', now: new Date(readyAt).getTime(), ...style },
  ...source,
});

const text = (row: Rate, { style, ...source }: Case) => arrivalText(row, spanOf(row, source, style.now), style);

/** Without what keeps a line together. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');

const inIndonesian = { words: indonesian, language: 'id' };
// Pages have words of their own in these languages.
const inArabic = { language: 'ar-EG' };
const inThai = { language: 'th-TH', now: new Date(noon).getTime() };
const farNoon = '2037-11-27T12:00+07:00';
/** A page that says 2099. */
const farAhead = handed('2099-11-26T12:00+07:00', { now: Date.parse(noon) });
/** No date comes after this one. */
const lastMoment = { ...handed(), readyAt: new Date(8.64e15) };
const aDayBefore = { now: new Date('2026-11-21T12:00+07:00').getTime() };
const aMonthLater = { now: new Date('2026-12-24T12:00+07:00').getTime() };

describe('the words for the arrival of a rate', () => {
  const cases: [string, string, Case, string][] = [
    ['days', '2 - 3 days', handed(), 'Tue 24 – Wed 25'],
    ['days in Indonesian', '2 - 3 days', handed(noon, inIndonesian), 'Sel 24 – Rab 25'],
    ['today', '0 days', handed(), 'today, Sun 22'],
    ['tomorrow', '1 days', handed(), 'tomorrow, Mon 23'],
    ['one day', '2 days', handed(), 'Tue 24'],
    ['hours in a language with its own digits', '2 - 4 hours', handed(noon, inArabic), 'today, 14:00–16:00 WIB'],
    ['a month that is counted, with its word', '7 - 10 days', handed(noon, { language: 'ja' }), '29 11月 – 2 12月'],
    ['the year in a language with its own calendar', '2 days', handed(farNoon, inThai), 'อาทิตย์ 29 พ.ย. 2037'],
    ['days of the month after this one', '2 - 3 days', handed('2026-11-30T12:00+07:00'), 'Wed 2 – Thu 3 Dec'],
    ['tomorrow, in another month', '1 days', handed('2026-11-30T12:00+07:00'), 'tomorrow, Tue 1 Dec'],
    ['days of two months, with both', '7 - 10 days', handed(), '29 Nov – 2 Dec'],
    ['days of two months in a receipt', '7 - 10 days', handed(noon, { kept: true }), 'Sun 29 Nov – Wed 2 Dec'],
    ['days far ahead, with months', '25 - 40 days', handed(), '17 Dec – 1 Jan'],
    ['days far ahead in one month', '25 - 27 days', handed(), 'Thu 17 – Sat 19 Dec'],
    ['days of a parcel that is handed over at the end of time', '2 - 3 days', lastMoment, '2–3 days'],
    ['hours of such a parcel', '2 - 3 hours', lastMoment, '2–3 hours'],
    ['the year of days that are far away', '2 - 3 days', farAhead, 'Sat 28 – Sun 29 Nov 2099'],
    ['the year of days of two months', '3 - 7 days', farAhead, '29 Nov 2099 – 3 Dec 2099'],
    ['the year of hours', '2 - 4 hours', farAhead, 'Thu 26 Nov 2099, 14:00–16:00 WIB'],
    ['hours and their zone', '2 - 4 hours', handed(), 'today, 14:00–16:00 WIB'],
    ['hours in Indonesian', '2 - 4 hours', handed(noon, inIndonesian), 'hari ini, 14.00–16.00 WIB'],
    ['hours in another zone', '2 - 4 hours', handed(noon, {}, { zone: 'WIT' }), 'today, 16:00–18:00 WIT'],
    ['one number of hours', '3 hours', handed(), 'today, 15:00 WIB'],
    ['hours of tomorrow', '2 - 4 hours', handed(noon, aDayBefore), 'tomorrow, 14:00–16:00 WIB'],
    ['a day without its hours', '1 - 3 hours', handed('2026-11-22T22:00+07:00'), 'tomorrow, Mon 23'],
    ['two days for hours across midnight', '4 - 8 hours', handed('2026-11-22T17:30+07:00'), 'Sun 22 – Mon 23'],
    ['months in a receipt', '2 - 3 days', handed(noon, { kept: true }), 'Tue 24 – Wed 25 Nov'],
    ['no “tomorrow” in a receipt', '1 days', handed(noon, { kept: true }), 'Mon 23 Nov'],
    ['hours in a receipt', '2 - 4 hours', handed(noon, { kept: true }), 'Sun 22 Nov, 14:00–16:00 WIB'],
    ['a duration if nobody says when it is ready', '2 - 3 days', { ...handed(), readyAt: undefined }, '2–3 days'],
    ['days if the dates are over', '2 - 3 days', handed(noon, aMonthLater), '2–3 days'],
    ['hours if the dates are over', '1 - 3 hours', handed(noon, aMonthLater), '1–3 hours'],
  ];
  for (const [what, duration, when, sentence] of cases)
    it(`say ${what}`, () => {
      expect(spaced(text(takes(duration), when))).to.equal(sentence);
    });

  it('break no line within the hours', () => {
    expect(text(takes('2 - 4 hours'), handed())).to.equal('today, 14:00–\u206016:00\u00a0WIB');
  });

  it('are empty if the service says nothing', () => {
    expect(text({ ...takes(''), duration: '' }, handed())).to.equal('');
  });
});

describe('the words for a promised arrival', () => {
  const promise: PromisedArrival = {
    ...{ first: '2026-11-26', last: '2026-11-27', hand_over: '2026-11-24T15:00+07:00', later: false },
    ...{ cut_off: '2026-11-24T15:00+07:00', until: '2026-11-24T15:00+07:00' },
  };
  const inHours = { first: '2026-11-24T14:00+07:00', last: '2026-11-24T16:00+07:00' };
  const inMakassar = {
    ...{ first: '2026-11-24T14:00+08:00', last: '2026-11-24T16:00+08:00', hand_over: '2026-11-24T13:00+08:00' },
    cut_off: '2026-11-24T15:00+08:00',
  };
  const at = (time: string, changes: Partial<PromisedArrival> = {}, style: Partial<Style> = {}) => ({
    promise: { ...promise, ...changes },
    style: { words: english, language: 'en', now: Date.parse(`${time}+07:00`), ...style },
  });
  const id = { words: indonesian, language: 'id' };
  const row = takes('2 - 3 days');

  for (const [what, when, sentence] of [
    ['days', at('2026-11-24T12:00'), 'Thu 26 – Fri 27'],
    [
      'days before a later hand-over of the page',
      { ...at('2026-11-24T12:00'), readyAt: new Date(0) },
      'Thu 26 – Fri 27',
    ],
    ['hours', at('2026-11-24T12:00', inHours), 'today, 14:00–16:00 WIB'],
    ['hours of the shop, wherever the reader is', at('2026-11-24T12:00', inMakassar), 'today, 14:00–16:00 WITA'],
    ['tomorrow by the days of the shop', at('2026-11-23T23:30', inMakassar), 'today, 14:00–16:00 WITA'],
    ['the weeks of Idul Fitri', at('2026-11-24T12:00', { later: true }), 'Thu 26 – Fri 27, or later'],
    ['these weeks in Indonesian', at('2026-11-24T12:00', { later: true }, id), 'Kam 26 – Jum 27, atau lebih lambat'],
    ['a duration if the promise is over', at('2026-12-24T12:00'), '2–3 days'],
  ] as const)
    it(`say ${what}`, () => {
      expect(spaced(text(row, when))).to.equal(sentence);
    });

  it('are empty once the promises of the gateway are over, because its calendar knows better than hours', () => {
    const when = { style: at('2026-11-24T20:40').style };
    expect(text({ ...takes('1 - 3 hours'), arrivals: [promise] }, when)).to.equal('');
  });

  for (const [what, when, sentence] of [
    ['hours left', at('2026-11-24T13:00'), 'Order before 15:00 WIB (2 hours left)'],
    ['them in Indonesian', at('2026-11-24T13:00', {}, id), 'Pesan sebelum 15.00 WIB (2 jam lagi)'],
    ['an hour', at('2026-11-24T13:00:01'), 'Order before 15:00 WIB (1 hour left)'],
    ['minutes', at('2026-11-24T14:01', {}, id), 'Pesan sebelum 15.00 WIB (59 menit lagi)'],
    ['the last minute', at('2026-11-24T14:59:59'), 'Order before 15:00 WIB (1 minute left)'],
    ['a minute after it', at('2026-11-24T15:01'), 'Order before 15:00 WIB (1 minute left)'],
    ['another day', at('2026-11-22T14:00'), 'Order before Tue 24 Nov, 15:00 WIB'],
    ['the night before', at('2026-11-23T20:00'), 'Order before Tue 24 Nov, 15:00 WIB'],
    [
      'the hours of the shop',
      at('2026-11-24T13:00', { ...inMakassar, first: '2026-11-26', last: '2026-11-27' }),
      'Order before 15:00 WITA (1 hour left)',
    ],
    [
      'the hours until the end of the day',
      at('2026-11-24T20:00', { cut_off: '2026-11-25T00:00+07:00' }),
      'Order before 24:00 WIB (4 hours left)',
    ],
    [
      'the end of another day, in Indonesian',
      at('2026-11-22T22:00', { cut_off: '2026-11-25T00:00+07:00' }, id),
      'Pesan sebelum Sel 24 Nov, 24.00 WIB',
    ],
  ] as const)
    it(`count ${what} until the cut-off`, () => {
      const { promise, style } = when;
      expect(cutOffText(promise, style).replaceAll('\u00a0', ' ')).to.equal(sentence);
    });
});
