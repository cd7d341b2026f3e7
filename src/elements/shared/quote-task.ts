import { initialState, Task, TaskStatus } from '@lit/task';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ShippingClient } from '../../client/index.ts';
import type { Rate } from '../../contract/index.ts';
import {
  type Answer,
  keepOrClear,
  orderedWith,
  requoteRequest,
  serviceKey,
  switchesOf,
  type Verdict,
} from '../../quote/index.ts';
import { copyOf } from '../state/copy-of.ts';
import type { OrderBody } from '../state/order-flow.ts';
import type { Selection } from '../state/selection.ts';
import { asText, type Question, type Quote } from '../state/terms.ts';
import { AbortOnDisconnect } from './abort-on-disconnect.ts';
import { answersTo, answerTo, quoteRates } from './ask-rates.ts';
import { worthRetrying } from './error-sentence.ts';

/** Milliseconds that an edited shipment rests before it is asked for: typing is many edits, every call is charged. */
const settling = 300;

/** Whose rates are asked, and where; undefined while nobody can be asked. */
interface Asked {
  client: ShippingClient;
  question: Question;
  /** The question, to compare by. */
  text: unknown;
  /** How often rates were wanted anew, while an order was under way, before this. */
  postponed: number;
}

/**
 * Asks for rates whenever the question of a selection changes, and hands it the answer; the latest question's answer is the
 * only one that counts. A combination of the switches that the answer does not tell is asked for itself.
 */
export class QuoteTask implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #selection: Selection;
  readonly #task: Task<readonly unknown[], Quote>;
  #asked: Asked | undefined;
  /** What makes a question another one. */
  #wanted: readonly unknown[] = [];
  /** The question that was answered last, and by whom. */
  #answered: Pick<Asked, 'client' | 'text'> | undefined;
  /** The rate that is about to be ordered. */
  #ordered: Rate | undefined;
  /** How often rates were wanted anew while an order was under way. */
  #postponed = 0;
  /** How many of these have been asked for since. */
  #caughtUp = 0;
  #lastShipment: unknown;
  #fresh = false;
  #quiet = false;
  #handled: unknown;

  /** @param client the client to ask; undefined while there is none, or while the element is not in a page */
  constructor(host: ReactiveControllerHost, selection: Selection, client: () => ShippingClient | undefined) {
    this.#host = host;
    this.#selection = selection;
    // Before the task, which asks again where an answer has changed the question.
    host.addController(this);
    this.#task = new Task(host, {
      args: () => {
        // While an order is under way nothing is asked but its price: what is shown stays what was clicked.
        if (!selection.isFrozen) {
          const asking = client();
          // A copy: a page that changes its shipment in place has changed the question, not the one that was asked.
          const question = asAsked(selection.question);
          const text = asText(question, question?.shipment);
          this.#asked = asking && question && { client: asking, question, text, postponed: this.#postponed };
          const lacking = selection.lacking.length && JSON.stringify([selection.extras, selection.lacking]);
          this.#wanted = [asking, text, this.#postponed, lacking];
        }
        return this.#wanted;
      },
      task: async (_args, { signal }) => {
        if (this.#asked) return this.#ask(this.#asked, signal);
        // A digit that is deleted and typed again is an edit like any other.
        this.#lastShipment &&= '';
        this.#answered = undefined;
        return initialState;
      },
    });
    new AbortOnDisconnect(host, this.#task);
  }

  hostConnected(): void {
    globalThis.addEventListener?.('online', this.#handleOnline);
  }

  hostDisconnected(): void {
    globalThis.removeEventListener?.('online', this.#handleOnline);
  }

  hostUpdate(): void {
    const { status, value, error } = this.#task;
    if (status === TaskStatus.COMPLETE && value && value !== this.#handled) {
      this.#handled = value;
      this.#selection.answer(value);
    }
    // Given up because the element left the page: nobody is there to hear of it.
    const failed = status === TaskStatus.ERROR && (error as Error).name !== 'AbortError';
    if (failed && error !== this.#handled) {
      this.#handled = error;
      this.#selection.fail(error as Error);
    }
  }

  /**
   * Asks the same question again, past every cache.
   * @param quiet on behalf of an order, where the same price is no news
   */
  async refresh({ quiet = false } = {}): Promise<void> {
    if (this.#selection.isFrozen) this.#postponed += 1;
    else {
      this.#fresh = true;
      this.#quiet = quiet;
      await this.#task.run();
    }
  }

  /**
   * Asks once more for the price of a rate that is about to be ordered, exactly as it will be; undefined where there is no
   * answer, which is told.
   */
  async requote(rate: Rate): Promise<Verdict | undefined> {
    const before = this.#selection.quote;
    this.#ordered = rate;
    await this.#task.run();
    await this.#host.updateComplete;
    // An element that the page has moved meanwhile has given up its question, and asks it once more.
    while (this.#task.status === TaskStatus.PENDING) {
      await this.#task.taskComplete.catch(() => {});
      await this.#host.updateComplete;
    }
    this.#ordered = undefined;
    const { quote, extras } = this.#selection;
    if (!quote || quote === before) return undefined;
    // By what was answered: what is shown stays as it is where its courier has to be asked for other services' prices first.
    const rates = quote.answers.flatMap((answer) => answer.rates);
    const verdict = keepOrClear(serviceKey(rate), rate, rates, extras, true);
    // What else there is may be gone as well.
    if (verdict.kind === 'cleared') void this.refresh({ quiet: true });
    return verdict;
  }

  /** What the screen says of the connection is no longer true. */
  readonly #handleOnline = (): void => {
    if (worthRetrying(this.#selection.error)) void this.refresh();
  };

  async #ask(asked: Asked, signal: AbortSignal): Promise<Quote | typeof initialState> {
    const { client, question, text, postponed } = asked;
    const selection = this.#selection;
    const known = this.#answered?.client === client && this.#answered.text === text;
    const whole = this.#fresh || !known || postponed !== this.#caughtUp;
    const rate = this.#ordered;
    if (!rate && !whole && !selection.lacking.length) {
      selection.stopAsking();
      return initialState;
    }
    selection.ask();
    const started = performance.now();
    const done = (
      couriers: readonly string[],
      answers: readonly Answer[],
      more: Pick<Quote, 'part' | 'quiet'>,
    ): Quote => ({
      ...{ question, couriers, answers, ...more, duration: performance.now() - started },
    });
    if (rate || !whole) {
      const couriers = rate ? [rate.courier_code] : selection.lacking;
      const switched = rate ? orderedWith(selection.extras, rate) : selection.extras;
      const answer = await answerTo(client, question, couriers, switched, { signal, fresh: rate !== undefined });
      return done(selection.quote?.couriers ?? couriers, [answer], { part: true, quiet: rate !== undefined });
    }
    this.#answered = undefined;
    const edited =
      this.#lastShipment !== undefined && this.#lastShipment !== asText(question.shipment, question.shipment);
    this.#lastShipment = asText(question.shipment, question.shipment);
    const [fresh, quiet] = [this.#fresh || postponed !== this.#caughtUp, this.#quiet];
    this.#caughtUp = postponed;
    this.#fresh = false;
    this.#quiet = false;
    if (edited) await pause(settling, signal);
    const couriers = question.couriers.length ? question.couriers : await allCouriers(client, signal);
    const answers = await answersTo(client, question, couriers, () => selection.extras, { signal, fresh });
    this.#answered = { client, text };
    return done(couriers, answers, { part: false, quiet });
  }
}

/** What the service says now of a rate that is about to be ordered; one question, about its courier alone. */
export async function quoteAgain(client: ShippingClient, order: OrderBody, cart: string, rate: Rate): Promise<Verdict> {
  const request = { ...requoteRequest(order, rate), ...(cart && { cart }) };
  const rates = await quoteRates(client, request, { fresh: true });
  return keepOrClear(serviceKey(rate), rate, rates, switchesOf(order), true);
}

async function allCouriers(client: ShippingClient, signal: AbortSignal): Promise<string[]> {
  const { couriers } = await client.listCouriers({}, { signal });
  return [...new Set(couriers.map(({ courier_code }) => courier_code))].filter((code) => /^[^\s,]+$/.test(code));
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** A question that JSON cannot write stays as it is: the client will say what is wrong with it. */
function asAsked(question: Question | undefined): Question | undefined {
  try {
    return copyOf(question);
  } catch {
    return question;
  }
}
