import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import { type PageClock, pageClock } from '../../src/elements/core/page-clock.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { readersZone, type ShopCalendar, shopCalendar } from '../../src/quote/index.ts';
import { all, next, one, render, settled, textOf } from '../support/elements.ts';
import { rate } from '../support/fixtures.ts';
import { TestClock } from '../support/test-clock.ts';

const takes = (range: string, unit: string) =>
  rate({ shipment_duration_range: range, shipment_duration_unit: unit, courier_service_code: unit });

const handedOver = new Date('2036-11-24T09:00+07:00');
/** Told in the reader's zone if it is in Indonesia. */
const hours = { WIB: '10:00–11:00', WITA: '11:00–12:00', WIT: '12:00–13:00' }[readersZone()];

async function renderComparison(readyAt = '', lang = 'en', clock: PageClock = pageClock) {
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang=${lang} .clock=${clock} .rates=${[takes('2 - 3', 'days'), takes('1 - 2', 'hours')]}></ship-rate-comparison>
  `);
  if (readyAt) comparison.setAttribute('ready-at', readyAt);
  const arrivals = async () => {
    await settled(comparison);
    return all(comparison, '.lead').map(textOf);
  };
  return { comparison, arrivals };
}

describe('the arrivals of rates', () => {
  it('are dates with `readyAt`, also in the names of the radio buttons, and days without it', async () => {
    const { comparison, arrivals } = await renderComparison();
    expect(await arrivals()).to.deep.equal(['1–2 hours', '2–3 days']);
    comparison.readyAt = handedOver;
    expect(await arrivals()).to.deep.equal([`Mon 24 Nov 2036, ${hours} ${readersZone()}`, 'Wed 26 – Thu 27 Nov 2036']);
    const { ariaLabel } = one(comparison, 'input[value="jne/days"]');
    expect(ariaLabel).to.match(/^JNE Reguler, Arrives Wed 26 – Thu 27 Nov 2036, Rp.15,000$/);
    comparison.readyAt = null;
    expect([comparison.readyAt, await arrivals()]).to.deep.equal([undefined, ['1–2 hours', '2–3 days']]);
  });

  it('are dates with the attribute `ready-at`, in the language of the page', async () => {
    const { comparison, arrivals } = await renderComparison(handedOver.toISOString(), 'id');
    expect((await arrivals())[1]).to.equal('Rab 26 – Kam 27 Nov 2036');
    comparison.setAttribute('ready-at', '2036-02-29T09:00Z');
    expect(comparison.readyAt?.toISOString(), 'a leap day').to.equal('2036-02-29T09:00:00.000Z');
  });

  it('are dates with the Date of another frame', async () => {
    const { comparison, arrivals } = await renderComparison();
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { Date: OtherDate } = frame.contentWindow as unknown as typeof globalThis;
    comparison.readyAt = new OtherDate(handedOver.getTime());
    frame.remove();
    expect((await arrivals())[1]).to.equal('Wed 26 – Thu 27 Nov 2036');
  });

  it('are what the calendar of the shop promises, with its cut-off in the chosen row alone', async () => {
    const { comparison, arrivals } = await renderComparison('', 'id');
    const cutOffs = () =>
      all(comparison, '.until:not(.invisible)').map((line) => textOf(line.parentElement as Element));
    const cut_off = '2036-11-24T15:00+07:00';
    const promise = {
      first: '2036-11-26',
      last: '2036-11-27',
      hand_over: cut_off,
      cut_off,
      until: cut_off,
      later: true,
    };
    comparison.calendar = { calendar: {} as ShopCalendar, promise: () => promise };
    expect(await arrivals()).to.deep.equal(Array(2).fill('Rab 26 – Kam 27 Nov 2036, atau lebih lambat'));
    expect(cutOffs()).to.deep.equal([]);
    comparison.value = 'jne/days';
    await settled(comparison);
    expect(cutOffs().join()).to.match(/JNE Reguler.* Pesan sebelum Sen 24 Nov 2036, 15\.00 WIB$/);
    expect(one(comparison, 'input[value="jne/days"]').getAttribute('aria-description')).to.match(/Pesan sebelum/);
    comparison.calendar = undefined;
    expect((await arrivals())[1]).to.equal('2–3 hari');
  });

  for (const [end, now] of [
    ['a month', Date.parse('2036-11-29T10:25+07:00')],
    ['a year', Date.parse('2036-12-29T10:25+07:00')],
  ] as const)
    it(`have rows of one height for each choice and each cut-off at the end of ${end}, so that nothing moves, at each width`, async () => {
      const { comparison } = await renderComparison('', 'en', new TestClock(now));
      const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString().replace(/:..\..*/, '+00:00');
      const promise = (cutOff: number) => {
        const [first, last, cut_off] = [at(cutOff + 24).slice(0, 10), at(cutOff + 96).slice(0, 10), at(cutOff)];
        return { first, last, hand_over: cut_off, cut_off, until: cut_off, later: false };
      };
      for (const lang of ['id', 'en'])
        for (const width of [280, 320, 328, 336, 345, 360, 480, 520, 640, 780, 830]) {
          comparison.lang = lang;
          comparison.style.inlineSize = `${width}px`;
          const heights = new Set<string>();
          for (const cutOff of [0.5, 72])
            for (const value of [null, 'jne/days', 'jne/hours']) {
              const calendar = { days: { mon: `${cutOff}` } } as ShopCalendar;
              comparison.calendar = { calendar, promise: () => promise(cutOff) };
              comparison.value = value;
              await settled(comparison);
              heights.add(`${all(comparison, '[part=row]').map((row) => row.getBoundingClientRect().height)}`);
            }
          expect([...heights], `${lang}, ${width} px`).to.have.lengthOf(1);
        }
    });

  it('have their month where one of the list is in another month than today', async () => {
    const { comparison, arrivals } = await renderComparison(
      '',
      'en',
      new TestClock(Date.parse('2036-11-27T10:00+07:00')),
    );
    const until = '2036-11-27T15:00+07:00';
    const promise = (first: string, last: string) => ({
      ...{ first, last, hand_over: until, cut_off: until, until },
      later: false,
    });
    let last = '2036-11-30';
    const promises = (rate: Rate) =>
      rate.courier_service_code === 'days' ? promise('2036-11-29', last) : promise('2036-11-28', '2036-11-28');
    const shown = () => {
      comparison.calendar = { calendar: { days: { mon: last } } as ShopCalendar, promise: promises };
      return arrivals();
    };
    expect((await shown()).sort()).to.deep.equal(['Sat 29 – Sun 30', 'Tomorrow, Fri 28']);
    last = '2036-12-01';
    expect((await shown()).sort()).to.deep.equal(['29 Nov – 1 Dec', 'Tomorrow, Fri 28 Nov']);
  });

  it('follow another calendar of the page', async () => {
    const { comparison, arrivals } = await renderComparison();
    const shown = async (zone: ShopCalendar['zone'], prepareHours: number) => {
      comparison.calendar = shopCalendar({ zone, prepareHours, days: { mon: '15:00' } });
      return (await arrivals())[1];
    };
    const first = await shown('WIB', 0);
    expect(await shown('WIB', 240)).to.not.equal(first);
  });

  it('are durations if the calendar cannot be used, which the page is told', async () => {
    const { comparison, arrivals } = await renderComparison();
    const told = next(comparison, 'ship-error');
    comparison.calendar = { zone: 'WIB' } as never;
    expect((await told).error.message).to.include('calendar must be what shopCalendar() returned');
    expect((await arrivals())[1]).to.equal('2–3 days');
  });
});
