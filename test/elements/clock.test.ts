import { expect } from 'chai';
import { html } from 'lit';
import { createPromiseClient } from '../../src/client/index.ts';
import type { PromisedArrival } from '../../src/contract/index.ts';
import { pageClock } from '../../src/elements/core/page-clock.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import type { PromiseElement } from '../../src/elements/promise/define.ts';
import '../../src/elements/promise/define.ts';
import type { TrackingElement } from '../../src/elements/tracking/tracking-element.ts';
import '../../src/elements/tracking/tracking-element.ts';
import { all, next, one, record, render, settled, textOf } from '../support/elements.ts';
import { rate } from '../support/fixtures.ts';
import { parcel } from '../support/parcels.ts';
import { TestClock } from '../support/test-clock.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** A minute before midnight, in the zone of the shop. */
const lateOnWednesday = Date.parse('2026-11-25T23:59+07:00');

const promised = (first: string, last: string, until: string): PromisedArrival => ({
  ...{ first, last, until, hand_over: until, cut_off: until, later: false },
});
const onThursday = promised('2026-11-26', '2026-11-26', '2026-11-26T15:00+07:00');
const onFriday = promised('2026-11-27', '2026-11-27', '2026-11-27T15:00+07:00');

/** A promise on an open page, and the answers of its gateway. */
async function renderPromise(clock: TestClock, ...answers: object[]) {
  let asked = 0;
  const client = createPromiseClient({
    baseUrl: 'https://shop.test',
    clock,
    fetch: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return Response.json({ success: true, rate: { ...rate(), price: 9_000, ...answer } });
    },
  });
  const element = await render<PromiseElement>(html`
    <ship-promise lang="en" .clock=${clock} .client=${client} .area=${{ id: 'IDNP9', name: 'Coblong' }} .items=${[{ weight: 250 }]}></ship-promise>
  `);
  const answered = () => next(element, 'ship-promise');
  if (!element.promise) await answered();
  await settled(element);
  return { element, answered, said: () => textOf(one(element, '[part=headline]')), asked: () => asked };
}

describe('the clock of the page', () => {
  for (const [target, type] of [
    [document, 'visibilitychange'],
    [window, 'pageshow'],
    [window, 'focus'],
  ] as const)
    it(`is read when the page wakes: ${type}`, () => {
      let times = 0;
      const end = pageClock.watch(() => {
        times += 1;
      });
      target.dispatchEvent(new Event(type));
      end();
      target.dispatchEvent(new Event(type));
      expect(times).to.equal(1);
    });
});

describe('a promise on an open page', () => {
  it('says today instead of tomorrow from midnight on, and asks nothing', async () => {
    const clock = new TestClock(lateOnWednesday);
    const { element, said, asked } = await renderPromise(clock, { arrivals: [onThursday] });
    expect(said()).to.equal('Arrives tomorrow, Thu 26');
    clock.pass(minute);
    await settled(element);
    expect([said(), asked()]).to.deep.equal(['Arrives today, Thu 26', 1]);
  });

  it('asks again after sleep, and shows no date that is over', async () => {
    const clock = new TestClock(lateOnWednesday);
    const { element, said, answered } = await renderPromise(
      clock,
      { arrivals: [onThursday] },
      { arrivals: [onFriday] },
    );
    const next = answered();
    clock.sleep(day);
    await next;
    await settled(element);
    expect(said()).not.to.include('Thu');
    await answered();
    await settled(element);
    expect(said()).to.equal('Arrives tomorrow, Fri 27');
  });

  it('says no hours of the service while the shop is closed', async () => {
    const evening = Date.parse('2026-11-25T20:10+07:00');
    const hours = { shipment_duration_range: '1 - 3', shipment_duration_unit: 'hours' };
    const tomorrow = promised('2026-11-26T10:00+07:00', '2026-11-26T12:15+07:00', '2026-11-25T20:15+07:00');
    const { element, said } = await renderPromise(new TestClock(evening), { ...hours, arrivals: [tomorrow] });
    expect(said().replaceAll('\u00a0', ' ')).to.equal('Arrives tomorrow, 10:00–12:15 WIB');
    (element.clock as TestClock).pass(30 * minute);
    await settled(element);
    expect(said()).not.to.match(/\d hours/);
  });

  it('asks for its price again after an hour. The old one stays until the answer is there', async () => {
    const clock = new TestClock(lateOnWednesday);
    const { element, answered } = await renderPromise(clock, { arrivals: [] }, { arrivals: [], price: 12_000 });
    const newer = answered();
    clock.pass(hour);
    expect(textOf(one(element, '[part=detail]'))).to.include('9,000');
    await newer;
    await settled(element);
    expect(textOf(one(element, '[part=detail]'))).to.include('12,000');
  });
});

describe('a promise whose question fails', () => {
  const offline = new TypeError('no network');

  it('stays while it holds, and is asked again each minute until the answer is there', async () => {
    const clock = new TestClock(lateOnWednesday);
    const { element, said, asked } = await renderPromise(
      clock,
      ...[{ arrivals: [onThursday] }, offline, offline, { arrivals: [onFriday] }],
    );
    const failed = () => next(element, 'ship-error');
    const first = failed();
    clock.pass(hour);
    await first;
    await settled(element);
    expect([said(), element.status]).to.deep.equal(['Arrives today, Thu 26', 'known']);
    clock.pass(minute);
    while (asked() < 3) await new Promise(requestAnimationFrame);
    const answered = next(element, 'ship-promise');
    await settled(element);
    clock.pass(minute);
    await answered;
    await settled(element);
    expect(said()).to.equal('Arrives tomorrow, Fri 27');
  });

  it('is not asked again and again where the clock of the device is wrong', async () => {
    const clock = new TestClock(lateOnWednesday + 3 * day);
    const { asked } = await renderPromise(clock, { arrivals: [onThursday] });
    clock.pass(30 * minute);
    for (let time = 0; time < 5; time += 1) clock.show();
    expect(asked()).to.equal(1);
  });
});

describe('dates on an open page', () => {
  it('are those of another day from midnight on, beside rates', async () => {
    const clock = new TestClock(lateOnWednesday);
    const row = rate({ shipment_duration_range: '1', shipment_duration_unit: 'days' });
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" .clock=${clock} .rates=${[row]} .readyAt=${new Date(lateOnWednesday)}></ship-rate-comparison>
    `);
    const lead = () => all(comparison, '.lead').map(textOf).join();
    expect(lead()).to.match(/^Tomorrow, /);
    clock.pass(day);
    await settled(comparison);
    expect(lead()).to.match(/^Today, /);
  });

  it('tell the page and the screen reader of another promise once, after sleep', async () => {
    const clock = new TestClock(Date.parse('2026-11-26T14:30+07:00'));
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" .clock=${clock} .rates=${[rate({ arrivals: [onThursday, onFriday] })]} value="jne/reg"></ship-rate-comparison>
    `);
    await settled(comparison);
    const events = record(comparison, 'ship-rate-change');
    clock.sleep(hour);
    await settled(comparison);
    clock.show();
    clock.pass(minute);
    await settled(comparison);
    expect(events).to.deep.equal(['ship-rate-change']);
    expect(textOf(one(comparison, '[role=status]'))).to.match(/Arrives Fri 27|Arrives tomorrow, Fri 27/);
  });

  it('are read again by a parcel that comes back into the page after a while', async () => {
    const clock = new TestClock(Date.parse('2026-11-26T10:00+07:00'));
    let asked = 0;
    const client = {
      track: async () => {
        asked += 1;
        return parcel('picked');
      },
    };
    const element = await render<TrackingElement>(html`
      <ship-tracking lang="en" .clock=${clock} .client=${client} .token=${'a.b.c'}></ship-tracking>
    `);
    await settled(element);
    const { parentElement } = element;
    element.remove();
    clock.sleep(3 * day);
    parentElement?.append(element);
    await settled(element);
    expect(asked).to.equal(2);
  });

  it('say that a parcel arrives today on that day alone', async () => {
    const clock = new TestClock(Date.parse('2026-11-26T10:00+07:00'));
    const history = [{ status: 'in_transit', note: null, updated_at: '2026-11-25T02:00:00Z' }];
    const sent = parcel('dropping_off', { updated_at: '2026-11-26T02:00:00Z', history });
    const client = { track: async () => sent };
    const element = await render<TrackingElement>(html`
      <ship-tracking lang="en" .clock=${clock} .client=${client} .token=${'a.b.c'}></ship-tracking>
    `);
    await settled(element);
    const headline = () => textOf(one(element, '[part=headline]'));
    expect(headline()).to.include('Arrives today');
    clock.pass(day);
    await settled(element);
    expect(headline()).not.to.include('Arrives today');
  });
});
