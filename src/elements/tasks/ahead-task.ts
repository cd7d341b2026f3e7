import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ShippingClient } from '../../client/index.ts';
import type { Question } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import * as views from '../store/views.ts';
import { ratesFor } from './rates-task.ts';

interface Host extends ReactiveControllerHost {
  readonly store: Store;
  readonly activeClient: ShippingClient | undefined;
}

/** Milliseconds without an action of the shopper, the page or the service. */
const quietPause = 1_500;

/** Every question is charged. A shopper who compares many addresses asks the others by the switch. */
const mostQuestions = 5;

/** Calls the function after a pause. @returns ends it */
export type Pause = (work: () => void) => () => void;

const untilQuiet: Pause = (work) => {
  const timer = setTimeout(work, quietPause);
  return () => clearTimeout(timer);
};

/** Tells when a widget comes into sight. @returns ends it */
export type Watch = (handleChange: (isInSight: boolean) => void) => () => void;

/** A browser paints what is in sight. jsdom paints nothing, and has no observer: everything is in sight there. */
export const watchSight =
  (element: Element): Watch =>
  (handleChange) => {
    if (!globalThis.IntersectionObserver) {
      handleChange(true);
      return () => {};
    }
    const observer = new IntersectionObserver((entries) => handleChange(entries.at(-1)?.isIntersecting === true));
    observer.observe(element);
    return () => observer.disconnect();
  };

/**
 * Asks what an extra costs before it is switched, once the rates are on screen, the widget is in sight and the page is quiet. The
 * question is asked once, and never after the service was busy. A failure changes nothing: it is asked when the switch is moved.
 */
export class AheadTask implements ReactiveController {
  readonly #host: Host;
  readonly #watch: Watch;
  readonly #pause: Pause;
  /** The keys of the questions that were asked. */
  readonly #asked = new Set<string>();
  #isInSight = false;
  #wasRefused = false;
  #stopWatching = () => {};
  #endPause = () => {};
  #newer = new AbortController();

  constructor(host: Host, watch: Watch, pause = untilQuiet) {
    this.#host = host;
    this.#watch = watch;
    this.#pause = pause;
    host.addController(this);
    host.store.subscribe(({ type }) => {
      if (type === 'quote-failed') this.#wasRefused = true;
      this.#plan();
    });
  }

  hostConnected(): void {
    this.#stopWatching = this.#watch((isInSight) => {
      this.#isInSight = isInSight;
      this.#plan();
    });
  }

  hostDisconnected(): void {
    this.#stopWatching();
    this.#isInSight = false;
    this.#plan();
  }

  /** Another action begins the pause again, and a question that is no longer wanted is aborted. */
  #plan(): void {
    this.#endPause();
    const question = this.#isInSight ? views.ahead(this.#host.store.state) : undefined;
    if (!question) this.#newer.abort();
    if (!question || this.#wasRefused || this.#asked.size >= mostQuestions || this.#asked.has(question.key)) return;
    this.#endPause = this.#pause(() => void this.#ask(question));
  }

  async #ask(question: Question): Promise<void> {
    const { store, activeClient } = this.#host;
    if (!activeClient || globalThis.document?.hidden) return;
    this.#asked.add(question.key);
    this.#newer = new AbortController();
    const { signal } = this.#newer;
    const { refreshes: refresh, outdated } = store.state.quote;
    const started = performance.now();
    try {
      const { couriers, rates } = await ratesFor(activeClient, question, {
        signal,
        fresh: outdated.includes(question.key),
      });
      const duration = performance.now() - started;
      if (!signal.aborted) store.dispatch({ type: 'answered', question, couriers, rates, duration, refresh });
    } catch {
      // The shopper has asked for nothing. The switch asks again, and says why it fails.
    }
  }
}
