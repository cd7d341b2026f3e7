import { expect } from 'chai';
import type { ReactiveController } from 'lit';
import { type Clock, OfferRenewal } from '../../src/elements/element/offer-renewal.ts';
import type { Action } from '../../src/elements/store/actions.ts';
import { rate } from '../support/fixtures.ts';
import { oke, reg, widget } from './widget.ts';

const minute = 60_000;

/** A clock that the test moves, in a page that is visible or hidden. */
function testClock() {
  let now = 0;
  let hidden = false;
  const timers = new Set<{ due: number; act: () => void }>();
  const watchers = new Set<() => void>();
  const clock: Clock = {
    now: () => now,
    after(milliseconds, act) {
      const timer = { due: now + milliseconds, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    isHidden: () => hidden,
    onVisibilityChange(act) {
      watchers.add(act);
      return () => watchers.delete(act);
    },
  };
  return {
    clock,
    timers,
    /** The device sleeps: time passes, and timers do not run. */
    sleep(milliseconds: number) {
      now += milliseconds;
    },
    hide() {
      hidden = true;
    },
    show() {
      hidden = false;
      for (const act of watchers) act();
    },
    /** Time passes, and each timer runs when it is due. */
    pass(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.due);
        next.act();
      }
      now = end;
    },
  };
}

const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

/** An offer that is valid for twenty minutes of the gateway's clock, which differs from ours. */
const offer = (lifetime: unknown = 1_200, iat = 5_000_000_000) =>
  `header.${encoded({ courier: 'jné', iat, exp: typeof lifetime === 'number' ? iat + lifetime : lifetime })}.signature`;

/** Rates with offers, `jne/reg` chosen. */
function renewing(first = rate({ offer: offer() })) {
  const time = testClock();
  const page = widget();
  let controller: ReactiveController | undefined;
  const host = {
    store: page.store,
    addController(added: ReactiveController) {
      controller = added;
    },
  };
  new OfferRenewal(host as never, time.clock);
  controller?.hostConnected?.();
  const asked: Action['type'][] = [];
  page.store.subscribe(({ type }) => {
    if (type === 'refresh' || type === 'renew') asked.push(type);
  });
  page.answer(first, oke);
  page.choose('jne/reg');
  return { ...time, page, asked, controller };
}

describe('offers that are about to expire', () => {
  it('are asked again at three quarters of their lifetime, while they stay valid', () => {
    const { pass, page, asked } = renewing();
    pass(15 * minute - 1);
    expect(asked).to.deep.equal([]);
    pass(1);
    expect([asked, page.submittable]).to.deep.equal([['renew'], true]);
    page.answer(rate({ offer: offer() }), oke);
    pass(14 * minute);
    expect(asked).to.deep.equal(['renew']);
    pass(minute);
    expect(asked).to.deep.equal(['renew', 'renew']);
  });

  it('are tried again each minute if that fails, and are not submitted once they have expired', () => {
    const { pass, page, asked } = renewing();
    pass(15 * minute);
    page.fail();
    pass(minute);
    expect([asked, page.submittable]).to.deep.equal([['renew', 'renew'], true]);
    pass(4 * minute);
    expect([asked.at(-1), page.submittable, page.status]).to.deep.equal(['refresh', false, 'stale']);
  });

  it('are never asked in a loop, however short their lifetime is', () => {
    const { pass, page, asked } = renewing(rate({ offer: offer(1) }));
    for (let time = 0; time < 3; time += 1) {
      pass(minute);
      page.answer(rate({ offer: offer(1) }));
    }
    expect(asked.length).to.equal(3);
  });

  it('are left alone if nothing says how long they are valid', () => {
    for (const odd of [undefined, 'a.b', `a.${encoded({})}.c`, offer('soon'), offer(-5)]) {
      const { timers } = renewing({ ...reg, offer: odd as string });
      expect(timers.size, String(odd)).to.equal(0);
    }
  });

  it('wait while the page is hidden, and are asked once when it is visible again', () => {
    const { pass, hide, show, asked, page } = renewing();
    hide();
    pass(60 * minute);
    expect(asked).to.deep.equal([]);
    show();
    show();
    expect([asked, page.submittable], 'they have expired meanwhile').to.deep.equal([['refresh'], false]);
  });

  it('are asked once a device wakes up', () => {
    const { sleep, show, asked } = renewing();
    sleep(16 * minute);
    show();
    expect(asked).to.deep.equal(['renew']);
  });

  it('wait while the element is out of the page, and leave no timer behind', () => {
    const { pass, timers, show, asked, controller } = renewing();
    controller?.hostDisconnected?.();
    expect(timers.size).to.equal(0);
    pass(16 * minute);
    show();
    expect(asked).to.deep.equal([]);
    controller?.hostConnected?.();
    expect(asked).to.deep.equal(['renew']);
  });

  it('are announced only if a price has changed', () => {
    const { pass, page } = renewing();
    pass(15 * minute);
    page.answer(rate({ offer: offer() }), oke);
    expect(page.said).to.equal(undefined);
    pass(15 * minute);
    page.told();
    page.answer(rate({ price: 17_000, shipping_fee: 17_000, offer: offer() }), oke);
    expect(page.told()).to.include('jne/reg 15000 → jne/reg 17000: price-changed');
  });
});
