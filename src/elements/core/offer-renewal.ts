import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Rate } from '../../contract/index.ts';
import { inProgress } from './order.ts';
import type { PageClock } from './page-clock.ts';
import * as prices from './prices.ts';
import type { Store } from './store.ts';
import { lifetimeOf } from './submission.ts';

interface Host extends ReactiveControllerHost {
  readonly store: Store;
  readonly clock: PageClock;
}

/** Offers are renewed at this part of their lifetime, so that the shop's server still accepts what the form submits. */
export const renewAtFraction = 3 / 4;

/** Milliseconds between two tries, however short a lifetime is. */
const leastPause = 60_000;

/** When the offers of an answer are renewed, and when they are no longer valid: milliseconds of the clock. */
interface Validity {
  readonly renew: number;
  readonly expires: number;
}

/**
 * Renews the offers of a gateway before they expire, while the page is visible. Expired offers are given up at once. Nothing is renewed
 * while an order is in progress.
 */
export class OfferRenewal implements ReactiveController {
  readonly #host: Host;
  /** By the key of the answer's question. */
  readonly #offers = new Map<string, Validity>();
  /** The least moment of the next renewal. */
  #notBefore = 0;
  #isConnected = false;
  #stopTimer = () => {};
  #stopListening = () => {};

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
    host.store.subscribe((action) => {
      if (action.type === 'renew' || action.type === 'expire' || action.type === 'tick') return;
      if (action.type === 'answered') this.#watch(action.question.key, action.rates, action.duration);
      if (action.type === 'quote-failed') this.#notBefore = host.clock.now() + leastPause;
      this.#check();
    });
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#stopListening = this.#host.clock.onWake(this.#check);
    this.#check();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#stopListening();
    this.#stopTimer();
  }

  /** @param age milliseconds since they were asked for, at most: those that came with the page are older than an answer */
  #watch(key: string, rates: readonly Rate[], age: number): void {
    const now = this.#host.clock.now();
    const asked = now - age;
    const lifetime = offerLifetime(rates);
    const { answers } = this.#host.store.state.quote;
    for (const other of this.#offers.keys()) if (!answers[other]) this.#offers.delete(other);
    if (!Number.isFinite(lifetime)) return;
    this.#offers.set(key, { renew: asked + lifetime * renewAtFraction, expires: asked + lifetime });
    this.#notBefore = now + leastPause;
  }

  /** When the shown offers are asked again. */
  get #due(): number {
    const { state } = this.#host.store;
    const { answer } = prices.current(state);
    const shown = answer && this.#offers.get(answer.question.key);
    const due = state.quote.isPaused ? 0 : (shown?.renew ?? Number.POSITIVE_INFINITY);
    return Math.max(due, this.#notBefore);
  }

  readonly #check = (): void => {
    this.#stopTimer();
    const { store } = this.#host;
    if (!this.#isConnected || inProgress(store.state.order)) return;
    const now = this.#host.clock.now();
    const isHidden = this.#host.clock.isHidden();
    const keys = [...this.#offers].flatMap(([key, { expires }]) => (expires <= now ? key : []));
    for (const key of keys) this.#offers.delete(key);
    if (keys.length) store.dispatch({ type: 'expire', keys });
    if (!isHidden && this.#due <= now) {
      this.#notBefore = now + leastPause;
      store.dispatch({ type: 'renew' });
    }
    const expiries = [...this.#offers.values()].map(({ expires }) => expires);
    const next = Math.min(isHidden ? Number.POSITIVE_INFINITY : this.#due, ...expiries);
    // Timers may stop while the device sleeps, so the clock is read once a minute.
    if (Number.isFinite(next)) this.#stopTimer = this.#host.clock.after(Math.min(next - now, leastPause), this.#check);
  };
}

/** Milliseconds that offers are valid. Infinity if there is none, or if it does not say. */
export function offerLifetime(rates: readonly Rate[]): number {
  const lifetime = lifetimeOf(rates.find(({ offer }) => offer)?.offer);
  return lifetime > 0 ? lifetime : Number.POSITIVE_INFINITY;
}
