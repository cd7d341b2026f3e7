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
  /** Seconds that prices are kept. */
  seconds: number;
}

export interface RatesOptions {
  /** The daily budget that pays for it. */
  budget: 'quotes' | 'unsignedQuotes';
  /** Asks the service even if a kept answer is still valid. The new answer is kept. */
  fresh?: boolean;
  /** Called when the service is asked, which costs money. */
  asked?(): void;
}

/** Seconds that the list of couriers is kept. It changes on a few days a year. */
const couriersSeconds = 600;

/** Seconds that the price of an order is kept. */
const recentSeconds = 10;

/**
 * The share of its timeout that a request waits for the same question of another request. In a Worker that question may never be
 * answered, because the platform ends the work for a page that was closed.
 */
const joinFraction = 0.4;

interface Read<T> {
  /** The whole question as text: another cart, place or amount is another question. */
  question: string;
  /** Seconds that its answer is kept. */
  seconds: number;
  fresh?: boolean | undefined;
  /** Asks the service. */
  ask(timeout: number): Promise<T>;
}

/**
 * Asks the service for couriers and prices. Each question for prices costs money (contract/README.md §1.10), so answers are kept and
 * shared by all processes. A process asks the same question once at a time.
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
   * Returns the service's own prices.
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
   * Returns the rows for an order, at most ten seconds old. So many clicks on a risen price are one paid question. The daily budget
   * counts it but does not block it.
   * @throws {Refusal | ServiceRefusal}
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

/** Returns the answer. Undefined if it takes longer than so many milliseconds. */
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
