import { expect } from 'chai';
import type { ReactiveController } from 'lit';
import { type Clock, OfferRenewal } from '../../src/elements/element/offer-renewal.ts';
import type { Action } from '../../src/elements/store/actions.ts';
import { rate } from '../support/fixtures.ts';
import { oke, reg, widget } from './widget.ts';

const minute = 60_000;

/** A clock with one timer, which the test moves, in a page that is visible or hidden. */
class TestClock implements Clock {
  isAway = false;
  #now = 0;
  timer: { due: number; act: () => void } | undefined;
  #look = () => {};

  now = () => this.#now;
  isHidden = () => this.isAway;

  after(milliseconds: number, act: () => void): () => void {
    const timer = { due: this.#now + milliseconds, act };
    this.timer = timer;
    return () => {
      if (this.timer === timer) this.timer = undefined;
    };
  }

  onVisibilityChange(act: () => void): () => void {
    this.#look = act;
    return () => {
      this.#look = () => {};
    };
  }

  show(): void {
    this.isAway = false;
    this.#look();
  }

  /** Time passes, and each timer runs when it is due. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    while (this.timer && this.timer.due <= end) {
      const { due, act } = this.timer;
      this.timer = undefined;
      this.#now = Math.max(this.#now, due);
      act();
    }
    this.#now = end;
  }
}

const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

/** An offer that is valid for twenty minutes of the gateway's clock, which differs from ours. */
const offer = (lifetime: unknown = 1_200, iat = 5_000_000_000) =>
  `header.${encoded({ courier: 'jné', iat, exp: typeof lifetime === 'number' ? iat + lifetime : lifetime })}.signature`;

const signed = rate({ offer: offer() });

/** Rates with offers, `jne/reg` chosen. */
function renewing(first = signed) {
  const clock = new TestClock();
  const page = widget();
  const asked: Action['type'][] = [];
  page.store.subscribe(({ type }) => {
    if (type === 'refresh' || type === 'renew') asked.push(type);
  });
  const host = { store: page.store, addController() {} };
  const renewal: ReactiveController = new OfferRenewal(host as never, clock);
  renewal.hostConnected?.();
  page.answer(first, oke);
  page.choose('jne/reg');
  return { clock, page, asked, renewal };
}

describe('OfferRenewal', () => {
  it('asks again at three quarters of the lifetime, while the offers stay valid', () => {
    const { clock, page, asked } = renewing();
    clock.pass(15 * minute - 1);
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
    expect([asked.at(-1), page.submittable, page.status]).to.deep.equal(['refresh', false, 'stale']);
  });

  it('asks once a minute at most, however short the lifetime is', () => {
    const short = rate({ offer: offer(1) });
    const { clock, page, asked } = renewing(short);
    for (let time = 0; time < 3; time += 1) {
      clock.pass(minute);
      page.answer(short);
    }
    expect(asked.length).to.equal(3);
  });

  for (const [what, odd] of Object.entries({
    'there is no offer': undefined,
    'an offer is no token': 'a.b',
    'an offer has no times': `a.${encoded({})}.c`,
    'an offer expires at a word': offer('soon'),
    'an offer expires before it is issued': offer(-5),
  }))
    it(`does nothing if ${what}`, () => {
      expect(renewing({ ...reg, offer: odd as string }).clock.timer).to.equal(undefined);
    });

  it('waits while the page is hidden, and asks once when it is visible again', () => {
    const { clock, asked, page } = renewing();
    clock.isAway = true;
    clock.pass(60 * minute);
    expect(asked).to.deep.equal([]);
    clock.show();
    clock.show();
    expect([asked, page.submittable], 'the offers have expired meanwhile').to.deep.equal([['refresh'], false]);
  });

  it('waits while the element is out of the page, and leaves no timer behind', () => {
    const { clock, asked, renewal } = renewing();
    renewal.hostDisconnected?.();
    expect(clock.timer).to.equal(undefined);
    clock.pass(16 * minute);
    clock.show();
    expect(asked).to.deep.equal([]);
    renewal.hostConnected?.();
    expect(asked).to.deep.equal(['renew']);
  });
});
