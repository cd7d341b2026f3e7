import { expect } from 'chai';
import { arrivalText, type Calendar } from '../../src/elements/words/arrival-text.ts';
import { english } from '../../src/elements/words/words-en.ts';
import { indonesian } from '../../src/elements/words/words-id.ts';
import { rate } from '../support/fixtures.ts';

const takes = (range: string, unit = 'days') => rate({ shipment_duration_range: range, shipment_duration_unit: unit });

const inEnglish = (readyAt: string, zone = 'Asia/Jakarta', now = readyAt): Calendar => ({
  ...{ words: english, language: 'en', zone },
  ...{ readyAt: new Date(readyAt), now: new Date(now).getTime() },
});

const inIndonesian = (readyAt: string): Calendar => ({ ...inEnglish(readyAt), words: indonesian, language: 'id' });

const morning = '2026-11-22T12:00+07:00';

describe('the arrival of a rate in words', () => {
  const said: [string, ReturnType<typeof rate>, Calendar, string][] = [
    ['days', takes('2 - 3'), inEnglish(morning), 'Tue 24 – Wed 25'],
    ['days, in Indonesian', takes('2 - 3'), inIndonesian(morning), 'Sel 24 – Rab 25'],
    ['today', takes('0'), inEnglish(morning), 'today, Sun 22'],
    ['tomorrow', takes('1'), inEnglish(morning), 'tomorrow, Mon 23'],
    ['one day', takes('2'), inEnglish(morning), 'Tue 24'],
    ['days of two months', takes('7 - 10'), inEnglish(morning), 'Sun 29 – Wed 2'],
    ['days far ahead, with their months', takes('25 - 40'), inEnglish(morning), 'Thu 17 Dec – Fri 1 Jan'],
    ['days far ahead in one month', takes('25 - 27'), inEnglish(morning), 'Thu 17 – Sat 19 Dec'],
    ['days of two years', takes('1 - 3'), inEnglish('2026-12-30T12:00+07:00'), 'Thu 31 – Sat 2'],
    ['hours', takes('2 - 4', 'hours'), inEnglish(morning), 'today, 14:00–16:00'],
    ['hours, in Indonesian', takes('2 - 4', 'hours'), inIndonesian(morning), 'hari ini, 14.00–16.00'],
    ['one number of hours', takes('3', 'hours'), inEnglish(morning), 'today, 15:00'],
    [
      ...(['hours of another day', takes('2 - 4', 'hours')] as const),
      inEnglish(morning, 'Asia/Jakarta', '2026-11-21T12:00+07:00'),
      'tomorrow, 14:00–16:00',
    ],
    [
      ...(['hours across midnight', takes('1 - 3', 'hours')] as const),
      inEnglish('2026-11-22T22:00+07:00'),
      'today, 23:00 – tomorrow, 01:00',
    ],
    [
      ...(['the days of the reader’s time zone', takes('1')] as const),
      inEnglish('2026-11-22T23:30+07:00', 'Asia/Jayapura'),
      'tomorrow, Tue 24',
    ],
    [
      ...(['days after clocks were put back', takes('1 - 2')] as const),
      inEnglish('2026-10-24T23:30+02:00', 'Europe/Berlin'),
      'Sun 25 – Mon 26',
    ],
    [
      ...(['days after clocks were put forward', takes('1 - 2')] as const),
      inEnglish('2026-03-28T00:15+01:00', 'Europe/Berlin'),
      'Sun 29 – Mon 30',
    ],
    [
      ...(['hours while clocks are put forward', takes('1 - 2', 'hours')] as const),
      inEnglish('2026-03-29T01:30+01:00', 'Europe/Berlin'),
      'today, 03:30–04:30',
    ],
  ];
  for (const [what, rate, calendar, sentence] of said)
    it(`is right for ${what}`, () => {
      expect(arrivalText(rate, calendar)).to.equal(sentence);
    });

  it('is the time that it takes if the page does not say when it is handed over, or once the dates are over', () => {
    expect(arrivalText(takes('2 - 3'), { ...inEnglish(morning), readyAt: undefined })).to.equal('2–3 days');
    const late = inEnglish(morning, 'Asia/Jakarta', '2026-12-24T12:00+07:00');
    expect(arrivalText(takes('2 - 3'), late)).to.equal('2–3 days');
    expect(arrivalText(takes('1 - 3', 'hours'), late)).to.equal('1–3 hours');
  });

  it('is empty if the service says nothing', () => {
    expect(arrivalText({ ...takes('', ''), duration: '' }, inEnglish(morning))).to.equal('');
  });

  it('is English for a language that the browser does not know', () => {
    expect(arrivalText(takes('2'), { ...inEnglish(morning), language: 'no_such' })).to.equal('Tue 24');
  });
});
