import { initialState, Task, TaskStatus } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { ShippingClient } from '../../client/index.ts';
import type { Rate } from '../../contract/index.ts';
import { type Extras, ratesRequest, type Shipment } from '../../quote/index.ts';
import { AbortOnDisconnect } from '../shared/abort-on-disconnect.ts';
import { quoted } from '../shared/quoted.ts';

export interface Question {
  client: ShippingClient;
  shipment: Shipment;
  /** Courier codes; none means all that the service lists. */
  couriers: readonly string[];
  extras: Extras;
}

export interface Quote {
  question: Question;
  /** The codes that were asked. */
  couriers: readonly string[];
  rates: readonly Rate[];
  /** Milliseconds. */
  duration: number;
}

/** Milliseconds that an edited shipment rests before it is asked for: typing is many edits, every call is charged. */
const settling = 300;

/** Asks for rates whenever the question changes; the latest question's answer is the only one that counts. */
export class QuoteTask {
  readonly #task: Task<readonly unknown[], Quote>;
  #question: Question | undefined;
  #asked: string | undefined;
  #fresh = false;

  constructor(host: ReactiveControllerHost, ask: () => Question | undefined) {
    this.#task = new Task(host, {
      args: () => {
        this.#question = ask();
        return [this.#question?.client, textOf(this.#question)];
      },
      task: async (_args, { signal }) => {
        if (this.#question) return this.#quote(this.#question, signal);
        // A digit that is deleted and typed again is an edit like any other.
        this.#asked &&= '';
        return initialState;
      },
    });
    new AbortOnDisconnect(host, this.#task);
  }

  /** Whether this question has no answer yet, nor an error; it may be one that is about to be asked. */
  waitsFor(question: Question | undefined): boolean {
    return this.#task.status === TaskStatus.PENDING || textOf(question) !== textOf(this.#question);
  }

  /** The latest answer; kept while the next one is on its way. */
  get quote(): Quote | undefined {
    return this.#task.value;
  }

  get error(): Error | undefined {
    const { status, error } = this.#task as { status: TaskStatus; error: Error };
    // Given up because the element left the page: nobody is there to be told.
    return status === TaskStatus.ERROR && error?.name !== 'AbortError' ? error : undefined;
  }

  /** Asks the same question again, past every cache. */
  refresh(): Promise<void> {
    this.#fresh = true;
    return this.#task.run();
  }

  async #quote(question: Question, signal: AbortSignal): Promise<Quote> {
    const shipment = JSON.stringify(question.shipment);
    const edited = this.#asked !== undefined && this.#asked !== shipment;
    this.#asked = shipment;
    const fresh = this.#fresh;
    this.#fresh = false;
    if (edited) await settle(signal);
    const started = performance.now();
    const { client, extras } = question;
    const couriers = question.couriers.length ? question.couriers : await allCouriers(client, signal);
    const request = ratesRequest(question.shipment, couriers, extras);
    const rates = couriers.length ? await quoted(client, request, { signal, fresh }) : [];
    return { question, couriers, rates, duration: performance.now() - started };
  }
}

async function allCouriers(client: ShippingClient, signal: AbortSignal): Promise<string[]> {
  const { couriers } = await client.listCouriers({}, { signal });
  return [...new Set(couriers.map(({ courier_code }) => courier_code))].filter((code) => /^[^\s,]+$/.test(code));
}

function textOf(question: Question | undefined): string | undefined {
  return question && JSON.stringify({ ...question, client: 0 });
}

function settle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, settling);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
