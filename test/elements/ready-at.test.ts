import { expect } from 'chai';
import { html } from 'lit';
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

  it('are what the calendar of the shop promises, with its cut-off once under the list', async () => {
    const { comparison, arrivals } = await renderComparison('', 'id');
    expect(comparison.renderRoot.querySelector('.cut-off')).to.equal(null);
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
    expect(all(comparison, '.cut-off').map(textOf).join()).to.match(
      /^Pesan sebelum Sen 24 Nov 2036, 15\.00 WIB, tiba Rab 26 – Kam 27 Nov 2036, atau lebih lambat$/,
    );
    comparison.calendar = undefined;
    expect((await arrivals())[1]).to.equal('2–3 hari');
  });

  for (const [end, now] of [
    ['a month', Date.parse('2036-11-29T10:25+07:00')],
    ['a year', Date.parse('2036-12-29T10:25+07:00')],
  ] as const)
    it(`have a line of one height for each cut-off at the end of ${end}, so that nothing moves when one passes, at each width`, async () => {
      const { comparison } = await renderComparison('', 'en', new TestClock(now));
      const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString().replace(/:..\..*/, '+00:00');
      const promise = (cutOff: number, later: boolean) => {
        const [first, last, cut_off] = [at(cutOff + 24).slice(0, 10), at(cutOff + 96).slice(0, 10), at(cutOff)];
        return { first, last, hand_over: cut_off, cut_off, until: cut_off, later };
      };
      for (const lang of ['id', 'en'])
        for (const width of [280, 320, 345, 360, 480, 520, 640, 780, 830]) {
          comparison.lang = lang;
          comparison.style.inlineSize = `${width}px`;
          const heights = new Set<number>();
          for (const [cutOff, later] of [
            [0.5, false],
            [72, false],
            [0.5, true],
            [72, true],
          ] as const) {
            const calendar = { days: { mon: `${cutOff} ${later}` } } as ShopCalendar;
            comparison.calendar = { calendar, promise: () => promise(cutOff, later) };
            await settled(comparison);
            heights.add(one(comparison, '.cut-off').getBoundingClientRect().height);
          }
          expect(heights, `${lang}, ${width} px`).to.have.lengthOf(1);
        }
    });

  it('keep the room of the cut-off when what is chosen has no promise', async () => {
    const { comparison } = await renderComparison();
    const cut_off = '2036-11-24T15:00+07:00';
    const promise = {
      ...{ first: '2036-11-26', last: '2036-11-27', hand_over: cut_off, cut_off, until: cut_off },
      later: false,
    };
    comparison.calendar = {
      calendar: {} as ShopCalendar,
      promise: ({ courier_service_code }) => (courier_service_code === 'days' ? promise : undefined),
    };
    const look = async (value: string) => {
      comparison.value = value;
      await settled(comparison);
      const line = one<HTMLElement>(comparison, '.cut-off');
      return [line.offsetHeight, getComputedStyle(line).visibility];
    };
    const [height, seen] = await look('jne/days');
    expect([seen, ...(await look('jne/hours'))]).to.deep.equal(['visible', height, 'hidden']);
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
