import { type CourierService, type Rate, type RatesRequest, RatesResponse } from '../../contract/index.ts';
import { digest } from '../../tokens/index.ts';
import type { RateLimiter } from '../http/index.ts';
import type { Cache } from '../store/index.ts';
import {
  canonical,
  couriersAnswer,
  Refusal,
  rateRows,
  refusedAnswer,
  ServiceRefusal,
  type Upstream,
} from '../upstream/index.ts';

export interface RatesServiceOptions {
  account: string;
  upstream: Upstream;
  cache: Cache;
  limiter: RateLimiter;
  /** Milliseconds for an answer. */
  timeout: number;
  /** Seconds that prices are good for. */
  seconds: number;
}

export interface RatesOptions {
  /** Which day's budget pays for it. */
  budget: 'quotes' | 'unsignedQuotes';
  /** Asks the service even if a kept answer is still good. The new answer is kept. */
  fresh?: boolean;
  /** Called when the service is asked, which is paid for. */
  asked?(): void;
}

/** Seconds that the list of couriers is good for: it changes on a few days a year. */
const couriersSeconds = 600;

/** Seconds that the price of an order is good for. */
const recentSeconds = 10;

/**
 * How much of its time a request waits for the same question of another request. In a Worker that question may never be answered,
 * because the platform ends the work of a page that has gone away.
 */
const joinFraction = 0.4;

interface Read<T> {
  /** All of it: another cart, another place or another amount is another question. */
  question: string;
  /** How long its answer is good for. */
  seconds: number;
  fresh?: boolean | undefined;
  /** Asks the service. */
  ask(timeout: number): Promise<T>;
}

/**
 * Asks the service for couriers and prices. Each question for prices is paid for (contract/README.md §1.10), so answers are kept for
 * a while, for all processes. The same question at the same time is asked once in a process.
 */
export class RatesService {
  readonly #options: RatesServiceOptions;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(options: RatesServiceOptions) {
    this.#options = options;
  }

  couriers(): Promise<CourierService[]> {
    const ask = async (timeout: number) => couriersAnswer(await this.#ask('listCouriers', undefined, timeout));
    return this.#read({ question: 'couriers', seconds: couriersSeconds, ask });
  }

  /**
   * What the service charges.
   * @throws {Refusal | ServiceRefusal}
   */
  rates(request: RatesRequest, { budget, fresh = false, asked = () => {} }: RatesOptions): Promise<Rate[]> {
    const ask = async (timeout: number) => {
      if (!(await this.#options.limiter.quote(budget))) throw new Refusal('quotes-exhausted');
      asked();
      return this.#quote(request, timeout);
    };
    return this.#read({ question: `rates ${canonical(request)}`, seconds: this.#options.seconds, fresh, ask });
  }

  /**
   * What is about to be ordered, asked at most ten seconds ago: many clicks on a price that has risen are one paid question. The
   * budget of the day counts it and does not hold it back.
   */
  recentRates(request: RatesRequest): Promise<Rate[]> {
    const ask = async (timeout: number) => {
      await this.#options.limiter.quote('quotes');
      return this.#quote(request, timeout);
    };
    const seconds = Math.min(recentSeconds, this.#options.seconds);
    return this.#read({ question: `order ${canonical(request)}`, seconds, ask });
  }

  async #quote(request: RatesRequest, timeout: number): Promise<Rate[]> {
    const read = RatesResponse.safeParse(await this.#ask('quoteRates', JSON.stringify(request), timeout));
    if (!read.success) throw new Refusal('service-unreadable');
    return rateRows(read.data.pricing);
  }

  async #ask(operation: 'listCouriers' | 'quoteRates', body: string | undefined, timeout: number): Promise<unknown> {
    const { upstream } = this.#options;
    const answer = await upstream({ operation, timeout, ...(body !== undefined && { body }) });
    if (answer.kind === 'accepted') return answer.json;
    if (answer.kind === 'no-proof') throw new Refusal(answer.why, { retryAfter: answer.retryAfter });
    throw new ServiceRefusal(refusedAnswer(answer.status, answer.refusal, answer.reason));
  }

  async #read<T>(read: Read<T>, timeout = this.#options.timeout): Promise<T> {
    const name = await digest(`${this.#options.account} ${read.question}`);
    // A fresh question must not join one that may be answered from the cache.
    const key = read.fresh ? `fresh ${name}` : name;
    const first = this.#underWay.get(key) as Promise<T> | undefined;
    if (first) {
      const wait = timeout * joinFraction;
      const answer = await within(first, wait);
      if (answer !== undefined) return answer;
      if (this.#underWay.get(key) === first) this.#underWay.delete(key);
      return this.#read(read, timeout - wait);
    }
    const answer = this.#keptOrAsked(name, read, timeout);
    this.#underWay.set(key, answer);
    const forget = () => void (this.#underWay.get(key) === answer && this.#underWay.delete(key));
    answer.then(forget, forget);
    return answer;
  }

  async #keptOrAsked<T>(name: string, { seconds, ask, fresh }: Read<T>, timeout: number): Promise<T> {
    const { cache } = this.#options;
    const kept = seconds > 0 && !fresh ? await cache.get(name, seconds) : undefined;
    if (kept !== undefined) return JSON.parse(kept);
    const answer = await ask(timeout);
    if (seconds > 0) await cache.set(name, JSON.stringify(answer), seconds);
    return answer;
  }
}

/** The answer; undefined if it does not come in so many milliseconds. */
async function within<T>(answer: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
