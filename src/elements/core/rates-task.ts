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
import { Asking } from './asking.ts';
import type { Watch } from './browser.ts';
import * as prices from './prices.ts';
import type { OpenQuestion, Question, QuoteAction } from './state.ts';
import type { Store } from './store.ts';

interface RatesHost extends ReactiveControllerHost {
  readonly isConnected: boolean;
  readonly store: Store;
  /** The client to ask. Undefined while there is none. */
  readonly activeClient: RatesClient | undefined;
}

/** Asks the store's question, and dispatches the answer or the failure. */
export class RatesTask implements ReactiveController {
  readonly #host: RatesHost;
  readonly #editPause: number;
  readonly #clock: Clock;
  readonly #asking = new Asking();
  /** The client and the question that were asked last. */
  #asked: readonly unknown[] = [];
  /** Ends with the answer or the failure. */
  #done: Promise<unknown> = Promise.resolve();
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
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    const { store, activeClient, isConnected } = this.#host;
    const question = prices.question(store.state);
    // An unfinished address is an edit as well.
    if (!question && prices.missing(store.state).length) this.#lastSubject &&= '';
    const client = isConnected ? activeClient : undefined;
    const asked = [client, question?.key, question?.refresh];
    if (asked.every((part, index) => part === this.#asked[index])) return;
    this.#asked = asked;
    if (client && question) this.#done = this.#ask(client, question);
    else this.#asking.stop();
  }

  /** A question that is aborted here is asked again when the host is back. */
  hostDisconnected(): void {
    this.#asking.stop();
    this.#asked = [];
  }

  /** Asks again. Resolves after the answer or the failure. */
  async refresh(): Promise<void> {
    this.#host.store.dispatch({ type: 'refresh' });
    await this.#host.updateComplete;
    await this.#done;
  }

  #ask(client: RatesClient, question: OpenQuestion): Promise<void> {
    const { store } = this.#host;
    const isEdited = this.#lastSubject !== undefined && this.#lastSubject !== question.subject;
    this.#lastSubject = question.subject;
    return this.#asking.ask(
      (signal) => answerTo(client, question, signal, this.#clock, isEdited ? this.#editPause : 0),
      (action) => store.dispatch(action),
      (error) => store.dispatch({ type: 'quote-failed', question, error, offline: isOffline() }),
    );
  }
}

/** Asks a question. @param rest milliseconds to wait before */
async function answerTo(
  client: RatesClient,
  question: OpenQuestion,
  signal: AbortSignal,
  clock: Clock,
  rest = 0,
): Promise<QuoteAction> {
  const { refresh, fresh } = question;
  const started = clock.elapsed();
  if (rest) await pause(rest, signal, clock);
  const couriers = question.couriers.length ? question.couriers : await allCouriers(client, signal);
  const rates = couriers.length ? await ratesOf(client, question, couriers, { signal, fresh }) : [];
  return { type: 'answered', question, couriers, rates, duration: clock.elapsed() - started, refresh };
}

/**
 * Returns the rates. If the service refuses an extra for a lane, the lane is asked without it, and the rows are marked. If the extra
 * blocks rows, the list is empty.
 */
async function ratesOf(
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
    const rates = await ratesOf(client, { ...question, extras: { ...extras, [refused]: false } }, couriers, options);
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

/** Milliseconds without an action of the shopper, the page or the service. */
const quietPause = 1_500;

/** Every question is charged. A shopper who compares many addresses asks the others by the switch. */
const mostQuestions = 5;

/**
 * Asks what an extra costs before it is switched, once the rates are on screen, the widget is in sight and the page is quiet. The
 * question is asked once, and never after the service was busy. A failure changes nothing: it is asked when the switch is moved.
 */
export class AheadTask implements ReactiveController {
  readonly #host: RatesHost;
  readonly #watch: Watch;
  readonly #clock: Clock;
  /** The keys of the questions that were asked. */
  readonly #asked = new Set<string>();
  readonly #asking = new Asking();
  #isInSight = false;
  #wasRefused = false;
  #stopWatching = () => {};
  #endPause = () => {};

  constructor(host: RatesHost, watch: Watch, clock: Clock = machineClock) {
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
    if (!question) this.#asking.stop();
    if (!question || this.#wasRefused || this.#asked.size >= mostQuestions || this.#asked.has(question.key)) return;
    this.#endPause = this.#clock.after(quietPause, () => this.#ask(question));
  }

  #ask(question: OpenQuestion): void {
    const { store, activeClient } = this.#host;
    if (!activeClient || globalThis.document?.hidden) return;
    this.#asked.add(question.key);
    void this.#asking.ask(
      (signal) => answerTo(activeClient, question, signal, this.#clock),
      (action) => store.dispatch(action),
      // The shopper has asked for nothing. The switch asks again, and says why it fails.
      () => {},
    );
  }
}
