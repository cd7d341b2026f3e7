import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Rate } from '../../contract/index.ts';
import { claimsOf } from '../store/claims.ts';
import type { Store } from '../store/store.ts';

interface Host extends ReactiveControllerHost {
  readonly store: Store;
}

/** Offers are renewed at this part of their lifetime, so that the shop's server still accepts what the form submits. */
const renewAtFraction = 3 / 4;

/** Milliseconds between two tries, however short a lifetime is. */
const leastPause = 60_000;

/** The page's time, which a test can replace. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** @returns cancels it */
  after(milliseconds: number, act: () => void): () => void;
  isHidden(): boolean;
  /** Calls `act` when the page is shown or hidden. @returns cancels it */
  onVisibilityChange(act: () => void): () => void;
}

const pageClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  isHidden: () => document.hidden,
  onVisibilityChange(act) {
    document.addEventListener('visibilitychange', act);
    return () => document.removeEventListener('visibilitychange', act);
  },
};

/** Renews the offers of a gateway before they expire, while the page is visible. */
export class OfferRenewal implements ReactiveController {
  readonly #host: Host;
  readonly #clock: Clock;
  /** Moments in milliseconds: when the offers are renewed, and when they are no longer valid. */
  #due = Number.POSITIVE_INFINITY;
  #expires = Number.POSITIVE_INFINITY;
  #stopTimer = () => {};
  #stopLooking = () => {};

  constructor(host: Host, clock = pageClock) {
    this.#host = host;
    this.#clock = clock;
    host.addController(this);
    host.store.subscribe((action) => {
      if (action.type === 'answered') this.#watch(action.rates);
      if (action.type === 'quote-failed') this.#wait(Math.max(this.#due, clock.now() + leastPause));
    });
  }

  hostConnected(): void {
    this.#stopLooking = this.#clock.onVisibilityChange(this.#look);
    this.#look();
  }

  hostDisconnected(): void {
    this.#stopLooking();
    this.#stopTimer();
  }

  #watch(rates: readonly Rate[]): void {
    const now = this.#clock.now();
    const lifetime = lifetimeOf(rates);
    this.#expires = now + lifetime;
    this.#wait(now + Math.max(lifetime * renewAtFraction, leastPause));
  }

  #wait(due: number): void {
    this.#due = due;
    this.#stopTimer();
    if (Number.isFinite(due)) this.#stopTimer = this.#clock.after(due - this.#clock.now(), this.#look);
  }

  readonly #look = (): void => {
    const now = this.#clock.now();
    if (now < this.#due || this.#clock.isHidden()) return;
    this.#wait(now + leastPause);
    this.#host.store.dispatch({ type: now >= this.#expires ? 'refresh' : 'renew' });
  };
}

/** Milliseconds that offers are valid. Infinity if there is none, or if it does not say. */
function lifetimeOf(rates: readonly Rate[]): number {
  const { exp, iat } = claimsOf(rates.find(({ offer }) => offer)?.offer);
  const milliseconds = (Number(exp) - Number(iat)) * 1000;
  return milliseconds > 0 ? milliseconds : Number.POSITIVE_INFINITY;
}
