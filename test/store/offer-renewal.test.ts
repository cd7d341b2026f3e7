import { expect } from 'chai';
import type { ReactiveController } from 'lit';
import type { PromisedArrival } from '../../src/contract/index.ts';
import type { ShipRateChangeEvent } from '../../src/elements/core/events.ts';
import { OfferRenewal } from '../../src/elements/core/offer-renewal.ts';
import * as prices from '../../src/elements/core/prices.ts';
import type { Action } from '../../src/elements/core/state.ts';
import * as views from '../../src/elements/core/views.ts';
import { rate } from '../support/fixtures.ts';
import { TestClock } from '../support/test-clock.ts';
import { attempt, placedOrder, submission } from './order-fixtures.ts';
import { oke, reg, widget } from './widget.ts';

const minute = 60_000;

const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

/** An offer that is valid for twenty minutes of the gateway's clock, which differs from ours. */
const offer = (lifetime: unknown = 1_200, iat = 5_000_000_000) =>
  `header.${encoded({ courier: 'jné', iat, exp: typeof lifetime === 'number' ? iat + lifetime : lifetime })}.signature`;

const signed = rate({ offer: offer() });

const promise = (day: number): PromisedArrival => ({
  first: `2036-11-${day + 1}`,
  last: `2036-11-${day + 2}`,
  hand_over: `2036-11-${day}T15:00+07:00`,
  cut_off: `2036-11-${day}T15:00+07:00`,
  until: `2036-11-${day}T15:00+07:00`,
  later: false,
});
const promising = rate({ arrivals: [promise(26), promise(27)] });

/** Rates with offers, `jne/reg` chosen. */
function renewing(first = signed, start = 0) {
  const clock = new TestClock(start);
  const page = widget(undefined, clock.now);
  const asked: Action['type'][] = [];
  page.store.subscribe(({ type }) => {
    if (type === 'refresh' || type === 'renew' || type === 'expire') asked.push(type);
  });
  const host = { store: page.store, clock, addController() {} };
  const renewal: ReactiveController = new OfferRenewal(host as never);
  renewal.hostConnected?.();
  page.answer(first, oke);
  page.choose('jne/reg');
  return { clock, page, asked, renewal };
}

/** Milliseconds that an answer of `widget` has taken. Its offers were signed within them, so they count as that old. */
const took = 7;

describe('OfferRenewal', () => {
  it('asks again at three quarters of the lifetime, while the offers stay valid', () => {
    const { clock, page, asked } = renewing();
    clock.pass(15 * minute - took - 1);
    expect(asked).to.deep.equal([]);
    clock.pass(1);
    expect([asked, page.submittable]).to.deep.equal([['renew'], true]);
    page.answer(signed, oke);
    clock.pass(14 * minute);
    expect(asked).to.deep.equal(['renew']);
    clock.pass(minute);
    expect(asked).to.deep.equal(['renew', 'renew']);
  });

  it('tries again each minute. Offers that have expired are not submitted', () => {
    const { clock, page, asked } = renewing();
    clock.pass(15 * minute);
    page.fail();
    clock.pass(minute);
    expect([asked, page.submittable]).to.deep.equal([['renew', 'renew'], true]);
    clock.pass(4 * minute);
    expect([page.submittable, page.status, views.offer(page.state)]).to.deep.equal([false, 'stale', undefined]);
  });

  it('asks once a minute at most, however short the lifetime is', () => {
    const short = rate({ offer: offer(10) });
    const { clock, page, asked } = renewing(short);
    for (let time = 0; time < 3; time += 1) {
      clock.pass(10_000 - took - 1);
      expect(page.submittable).to.equal(true);
      clock.pass(1);
      expect([page.submittable, page.question], 'the form never carries an expired offer').to.deep.equal([
        ...[false, undefined],
      ]);
      clock.pass(minute - 10_000 + took);
      expect(page.question?.fresh).to.equal(true);
      page.answer(short);
    }
    expect(asked.filter((type) => type === 'renew').length).to.equal(3);
  });

  for (const [what, odd] of Object.entries({
    'there is no offer': undefined,
    'an offer is no token': 'a.b',
    'an offer has no times': `a.${encoded({})}.c`,
    'an offer expires at a word': offer('soon'),
    'an offer expires before it is issued': offer(-5),
  }))
    it(`does nothing if ${what}`, () => {
      expect(renewing({ ...reg, offer: odd as string }).clock.running).to.equal(0);
    });

  it('waits while the page is hidden, and asks once when it is visible again', () => {
    const { clock, asked, page } = renewing();
    clock.isAway = true;
    clock.pass(20 * minute - took - 1);
    expect(page.submittable).to.equal(true);
    clock.pass(1);
    expect([asked, page.submittable, page.question], 'the offers have expired').to.deep.equal([
      ...[['expire'], false, undefined],
    ]);
    clock.pass(60 * minute);
    expect(asked).to.deep.equal(['expire']);
    clock.show();
    clock.show();
    expect([asked, page.submittable, page.question?.fresh]).to.deep.equal([['expire', 'renew'], false, true]);
  });

  it('gives up the offers of the switches that are not shown when they expire', () => {
    const { clock, page, asked } = renewing();
    clock.pass(10 * minute);
    page.collect(signed);
    clock.pass(10 * minute);
    expect([asked, page.submittable]).to.deep.equal([['expire'], true]);
    page.prepay();
    expect([page.submittable, page.question?.fresh]).to.deep.equal([false, true]);
  });

  it('does nothing while an order is in progress or placed, and looks when it has ended', () => {
    const { clock, page, asked } = renewing();
    page.dispatch({ type: 'place', attempt });
    page.dispatch({ type: 'confirm', submission, requote: false });
    page.dispatch({ type: 'placed', order: placedOrder });
    clock.pass(60 * minute);
    expect([asked, clock.running]).to.deep.equal([[], 0]);
    page.dispatch({ type: 'cancel', reason: 'others' });
    page.dispatch({ type: 'cancelled' });
    expect([asked, page.submittable, page.question?.fresh]).to.deep.equal([['expire', 'renew'], false, true]);
  });

  it('waits while the element is out of the page, and leaves no timer behind', () => {
    const { clock, page, asked, renewal } = renewing();
    renewal.hostDisconnected?.();
    expect(clock.running).to.equal(0);
    clock.pass(16 * minute);
    clock.show();
    page.prepay();
    expect(clock.running).to.equal(0);
    expect(asked).to.deep.equal([]);
    renewal.hostConnected?.();
    expect(asked).to.deep.equal(['renew']);
  });
});

describe('a promise on screen', () => {
  /** Just before the cut-off. */
  const dated = () => {
    const { clock, page, asked } = renewing(promising, Date.parse('2036-11-26T14:59:01+07:00'));
    const tick = () => page.dispatch({ type: 'tick' });
    return { clock, page, asked, tick, shown: () => prices.promised(page.state, views.rate(page.state))?.first };
  };

  it('is the next one from the cut-off on. The page hears of it once, and nothing is asked', () => {
    const { clock, page, asked, tick, shown } = dated();
    const before = page.heard.length;
    clock.pass(minute - 2_000);
    tick();
    expect([shown(), page.heard.length]).to.deep.equal(['2036-11-27', before]);
    clock.pass(1_000);
    tick();
    expect(shown()).to.equal('2036-11-28');
    expect(page.heard.slice(before)).to.have.lengthOf(1);
    expect(page.heard.at(-1)).to.deep.include({ reason: 'arrival-changed', arrival: promising.arrivals?.[1] });
    expect(page.announced).to.match(/^JNE Reguler: Arrives .*28 – .*29/);
    clock.pass(minute);
    tick();
    expect([page.announced, page.heard.length]).to.deep.equal([undefined, before + 1]);
    expect([asked, page.submittable, page.question]).to.deep.equal([[], true, undefined]);
  });

  it('is the next one when new offers come after the device has slept past the cut-off', () => {
    const { clock, page } = dated();
    const before = page.heard.length;
    clock.sleep(60 * minute);
    page.dispatch({ type: 'refresh' });
    page.answer({ ...promising, arrivals: [promise(27), promise(28)] });
    const changes = page.heard.slice(before).filter(({ type }) => type === 'ship-rate-change');
    expect(changes.map((event) => (event as ShipRateChangeEvent).reason)).to.deep.equal(['arrival-changed']);
  });

  it('stays while an order is in progress', () => {
    const { clock, page, tick, shown } = dated();
    page.dispatch({ type: 'place', attempt });
    clock.pass(2 * minute);
    tick();
    expect(shown()).to.equal('2036-11-27');
  });
});
