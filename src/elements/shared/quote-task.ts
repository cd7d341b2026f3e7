import { initialState, Task, TaskStatus } from '@lit/task';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isShippingFailure, type ReadOptions, type ShippingClient } from '../../client/index.ts';
import type { Rate, RatesRequest } from '../../contract/index.ts';
import { keepOrClear, requoteRequest, serviceKey, switchesOf, type Verdict } from '../../quote/index.ts';
import { copyOf } from '../state/copy-of.ts';
import type { OrderBody } from '../state/order-flow.ts';
import type { Selection } from '../state/selection.ts';
import { asText, type Question, type Quote, requestOf } from '../state/terms.ts';
import { AbortOnDisconnect } from './abort-on-disconnect.ts';
import { worthRetrying } from './error-sentence.ts';

/** Milliseconds that an edited shipment rests before it is asked for: typing is many edits, every call is charged. */
const settling = 300;

/** Whose rates are asked, and where; undefined while nobody can be asked. */
interface Asked {
  client: ShippingClient;
  question: Question;
  /** How often rates were wanted anew, while an order was under way, before this. */
  postponed: number;
}

/**
 * Asks for rates whenever the question of a selection changes, and hands it the answer; the latest question's answer is the
 * only one that counts.
 */
export class QuoteTask implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #selection: Selection;
  readonly #task: Task<readonly unknown[], Quote>;
  #asked: Asked | undefined;
  /** What makes a question another one. */
  #wanted: readonly unknown[] = [];
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
          this.#asked = asking && question && { client: asking, question, postponed: this.#postponed };
          this.#wanted = [asking, asText(question, question?.shipment), this.#postponed];
        }
        return this.#wanted;
      },
      task: async (_args, { signal }) => {
        if (this.#asked) return this.#ask(this.#asked, signal);
        // A digit that is deleted and typed again is an edit like any other.
        this.#lastShipment &&= '';
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
    else await this.#askAgain(quiet);
  }

  #askAgain(quiet: boolean): Promise<void> {
    this.#fresh = true;
    this.#quiet = quiet;
    return this.#task.run();
  }

  /** Asks once more for the price of a rate that is about to be ordered; undefined where there is no answer, which is told. */
  async requote(rate: Rate): Promise<Verdict | undefined> {
    const before = this.#selection.quote;
    await this.#askAgain(true);
    await this.#host.updateComplete;
    // An element that the page has moved meanwhile has given up its question, and asks it once more.
    while (this.#task.status === TaskStatus.PENDING) {
      await this.#task.taskComplete.catch(() => {});
      await this.#host.updateComplete;
    }
    const { quote, rates, extras } = this.#selection;
    return quote === before ? undefined : keepOrClear(serviceKey(rate), rate, rates, extras, true);
  }

  /** What the screen says of the connection is no longer true. */
  readonly #handleOnline = (): void => {
    if (worthRetrying(this.#selection.error)) void this.refresh();
  };

  async #ask({ client, question, postponed }: Asked, signal: AbortSignal): Promise<Quote> {
    this.#selection.ask();
    const shipment = asText(question.shipment, question.shipment);
    const edited = this.#lastShipment !== undefined && this.#lastShipment !== shipment;
    this.#lastShipment = shipment;
    const [fresh, quiet] = [this.#fresh || postponed !== this.#caughtUp, this.#quiet];
    this.#caughtUp = postponed;
    this.#fresh = false;
    this.#quiet = false;
    if (edited) await pause(settling, signal);
    const started = performance.now();
    const couriers = question.couriers.length ? question.couriers : await allCouriers(client, signal);
    const request = requestOf(question, couriers);
    const rates = couriers.length ? await quoteRates(client, request, { signal, fresh }) : [];
    return { question, couriers, rates, duration: performance.now() - started, quiet };
  }
}

/** What the service says now of a rate that is about to be ordered; one question, about its courier alone. */
export async function quoteAgain(client: ShippingClient, order: OrderBody, cart: string, rate: Rate): Promise<Verdict> {
  const request = { ...requoteRequest(order, rate), ...(cart && { cart }) };
  const rates = await quoteRates(client, request, { fresh: true });
  return keepOrClear(serviceKey(rate), rate, rates, switchesOf(order), true);
}

/** The rates of a lane; a lane that nobody serves is refused by the service, and here an empty list. */
export async function quoteRates(client: ShippingClient, request: RatesRequest, options: ReadOptions): Promise<Rate[]> {
  try {
    return (await client.quoteRates(request, options)).pricing;
  } catch (error) {
    if (isShippingFailure(error) && error.code === 'refused' && error.reason === 'no-courier') return [];
    throw error;
  }
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
