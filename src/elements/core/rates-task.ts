import { initialState, Task } from '@lit/task';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  type Clock,
  machineClock,
  pause,
  type RatesClient,
  type ReadOptions,
  refusalReason,
} from '../../client/index.ts';
import { extraNames, extraTable, type Rate, type RatesRequest } from '../../contract/index.ts';
import { extraRules, withoutFlag } from '../../extras/index.ts';
import { isOffline } from '../words/sentences.ts';
import type { Watch } from './browser.ts';
import * as prices from './prices.ts';
import type { OpenQuestion, Question, QuoteAction } from './state.ts';
import { resultOf, type Store } from './store.ts';

interface RatesHost extends ReactiveControllerHost {
  readonly isConnected: boolean;
  readonly store: Store;
  /** The client to ask. Undefined while there is none. */
  readonly activeClient: RatesClient | undefined;
}

/** Asks the store's question. The newest question wins. */
export class RatesTask implements ReactiveController {
  readonly #host: RatesHost;
  readonly #editPause: number;
  readonly #clock: Clock;
  readonly #task: Task<readonly unknown[], undefined>;
  /** The question that is being asked. */
  #question: OpenQuestion | undefined;
  /** Ends with the answer or the failure. The Task itself is restarted by the dispatched answer. */
  #done: Promise<unknown> = Promise.resolve();
  /** How often the host was connected. A question that was aborted on disconnect is asked again. */
  #connections = 0;
  #lastSubject: string | undefined;

  /**
   * @param editPause milliseconds that an edited shipment rests before it is asked for. Typing is many edits, and every call is
   * charged
   */
  constructor(host: RatesHost, editPause = 300, clock: Clock = machineClock) {
    this.#host = host;
    this.#clock = clock;
    this.#editPause = editPause;
    host.addController(this);
    this.#task = new Task(host, {
      args: () => {
        const { store, activeClient, isConnected } = host;
        const question = prices.question(store.state);
        this.#question = question;
        // An unfinished address is an edit as well.
        if (!question && prices.missing(store.state).length) this.#lastSubject &&= '';
        return question && activeClient && isConnected
          ? [activeClient, question.key, question.refresh, this.#connections]
          : [];
      },
      task: ([client], { signal }) => {
        const run = this.#run(client as RatesClient | undefined, this.#question, signal);
        if (client) this.#done = run;
        return run;
      },
      onError: surface,
    });
  }

  hostConnected(): void {
    this.#connections += 1;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#task.abort();
  }

  /** Asks again. Resolves after the answer or the failure. */
  async refresh(): Promise<void> {
    this.#host.store.dispatch({ type: 'refresh' });
    await this.#host.updateComplete;
    await this.#done;
  }

  async #run(
    client: RatesClient | undefined,
    question: OpenQuestion | undefined,
    signal: AbortSignal,
  ): Promise<typeof initialState | undefined> {
    if (!client || !question) return initialState;
    const result = await resultOf(() => this.#ask(client, question, signal));
    if (signal.aborted) return undefined;
    const { store } = this.#host;
    if (!('error' in result)) store.dispatch(result.value);
    else store.dispatch({ type: 'quote-failed', question, error: result.error, offline: isOffline() });
    return undefined;
  }

  async #ask(client: RatesClient, question: OpenQuestion, signal: AbortSignal): Promise<QuoteAction> {
    const { subject, refresh, fresh } = question;
    const started = this.#clock.elapsed();
    const isEdited = this.#lastSubject !== undefined && this.#lastSubject !== subject;
    this.#lastSubject = subject;
    if (isEdited && this.#editPause) await pause(this.#editPause, signal, this.#clock);
    const answer = await ratesFor(client, question, { signal, fresh });
    return { type: 'answered', question, ...answer, duration: this.#clock.elapsed() - started, refresh };
  }
}

/** The run itself dispatches answers and failures. What else is thrown is a mistake in this code, which a Task would swallow. */
function surface(mistake: unknown): void {
  queueMicrotask(() => {
    throw mistake;
  });
}

/** The couriers that are asked, and their rates. */
export async function ratesFor(
  client: RatesClient,
  question: Question,
  options: ReadOptions & { signal: AbortSignal },
): Promise<{ couriers: readonly string[]; rates: readonly Rate[] }> {
  const couriers = question.couriers.length ? question.couriers : await allCouriers(client, options.signal);
  return { couriers, rates: couriers.length ? await answerTo(client, question, couriers, options) : [] };
}

/**
 * Returns the rates. If the service refuses an extra for a lane, the lane is asked without it, and the rows are marked. If the extra
 * blocks rows, as COD does, the list is empty.
 */
async function answerTo(
  client: RatesClient,
  question: Question,
  couriers: readonly string[],
  options: ReadOptions,
): Promise<readonly Rate[]> {
  try {
    return await quoteRates(client, prices.requestFor(question, couriers), options);
  } catch (error) {
    const reason = refusalReason(error);
    const { extras } = question;
    const refused = reason && extraNames.find((name) => extras[name] && extraRules[name].refusals.includes(reason));
    if (!refused) throw error;
    if (extraTable[refused].blocks) return [];
    const rates = await answerTo(client, { ...question, extras: { ...extras, [refused]: false } }, couriers, options);
    return rates.map((rate) => withoutFlag(rate, refused));
  }
}

/** Returns the rates of a lane. The service refuses a lane without couriers, which is an empty list here. */
export async function quoteRates(
  client: RatesClient,
  request: RatesRequest,
  options: ReadOptions,
): Promise<readonly Rate[]> {
  try {
    return (await client.quoteRates(request, options)).pricing;
  } catch (error) {
    if (refusalReason(error) === 'no-courier') return [];
    throw error;
  }
}

/** Every courier of the service. A code that cannot stand in a comma-separated list is left out. */
async function allCouriers(client: RatesClient, signal: AbortSignal): Promise<string[]> {
  const { couriers } = await client.listCouriers({}, { signal });
  return [...new Set(couriers.map(({ courier_code }) => courier_code))].filter((code) => /^[^\s,]+$/.test(code));
}

interface AheadHost extends ReactiveControllerHost {
  readonly store: Store;
  readonly activeClient: RatesClient | undefined;
}

/** Milliseconds without an action of the shopper, the page or the service. */
const quietPause = 1_500;

/** Every question is charged. A shopper who compares many addresses asks the others by the switch. */
const mostQuestions = 5;

/**
 * Asks what an extra costs before it is switched, once the rates are on screen, the widget is in sight and the page is quiet. The
 * question is asked once, and never after the service was busy. A failure changes nothing: it is asked when the switch is moved.
 */
export class AheadTask implements ReactiveController {
  readonly #host: AheadHost;
  readonly #watch: Watch;
  readonly #clock: Clock;
  /** The keys of the questions that were asked. */
  readonly #asked = new Set<string>();
  #isInSight = false;
  #wasRefused = false;
  #stopWatching = () => {};
  #endPause = () => {};
  #newer = new AbortController();

  constructor(host: AheadHost, watch: Watch, clock: Clock = machineClock) {
    this.#host = host;
    this.#watch = watch;
    this.#clock = clock;
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
    const question = this.#isInSight ? prices.ahead(this.#host.store.state) : undefined;
    if (!question) this.#newer.abort();
    if (!question || this.#wasRefused || this.#asked.size >= mostQuestions || this.#asked.has(question.key)) return;
    this.#endPause = this.#clock.after(quietPause, () => void this.#ask(question));
  }

  async #ask(question: Question): Promise<void> {
    const { store, activeClient } = this.#host;
    if (!activeClient || globalThis.document?.hidden) return;
    this.#asked.add(question.key);
    this.#newer = new AbortController();
    const { signal } = this.#newer;
    const { refreshes: refresh, outdated } = store.state.quote;
    const started = this.#clock.elapsed();
    try {
      const { couriers, rates } = await ratesFor(activeClient, question, {
        signal,
        fresh: outdated.includes(question.key),
      });
      const duration = this.#clock.elapsed() - started;
      if (!signal.aborted) store.dispatch({ type: 'answered', question, couriers, rates, duration, refresh });
    } catch {
      // The shopper has asked for nothing. The switch asks again, and says why it fails.
    }
  }
}
