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
import { Waiting } from './waiting.ts';

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

/**
 * Spends the merchant's money: each question to the service is paid for (contract/README.md §1.10). The same question at the same
 * time is one, and its answer serves whoever asks it for a while, in this process and in others.
 */
export class RatesService {
  readonly #options: RatesServiceOptions;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(options: RatesServiceOptions) {
    this.#options = options;
  }

  couriers(): Promise<CourierService[]> {
    const ask = async (timeout: number) => couriersAnswer(await this.#ask('listCouriers', undefined, timeout));
    return this.#read('couriers', couriersSeconds, ask);
  }

  /**
   * What the service charges.
   * @throws {Refusal | ServiceRefusal}
   */
  rates(request: RatesRequest, { budget, fresh = false, asked = () => {} }: RatesOptions): Promise<Rate[]> {
    // All of the question is in the key: another cart, another place or another amount is another question.
    const ask = async (timeout: number) => {
      if (!(await this.#options.limiter.quote(budget))) throw new Refusal('quotes-exhausted');
      asked();
      return this.#quote(request, timeout);
    };
    return this.#read(`rates ${canonical(request)}`, this.#options.seconds, ask, fresh);
  }

  /** The same, asked now: what is about to be ordered. The day's cap does not hold back what was paid for. */
  async freshRates(request: RatesRequest): Promise<Rate[]> {
    await this.#options.limiter.quote('quotes');
    return this.#quote(request);
  }

  async #quote(request: RatesRequest, timeout?: number): Promise<Rate[]> {
    const read = RatesResponse.safeParse(await this.#ask('quoteRates', JSON.stringify(request), timeout));
    if (!read.success) throw new Refusal('service-unreadable');
    return rateRows(read.data.pricing);
  }

  async #ask(
    operation: 'listCouriers' | 'quoteRates',
    body?: string,
    timeout = this.#options.timeout,
  ): Promise<unknown> {
    const { upstream } = this.#options;
    const answer = await upstream({ operation, timeout, ...(body !== undefined && { body }) });
    if (answer.kind === 'accepted') return answer.json;
    if (answer.kind === 'no-proof') throw new Refusal(answer.why, { retryAfter: answer.retryAfter });
    throw new ServiceRefusal(refusedAnswer(answer.status, answer.refusal, answer.reason));
  }

  async #read<T>(question: string, seconds: number, ask: (timeout: number) => Promise<T>, fresh = false): Promise<T> {
    const { account, cache, timeout } = this.#options;
    const key = await digest(`${account} ${question}`);
    const shared = seconds > 0 && !fresh;
    const waiting = new Waiting(timeout);
    const first = this.#underWay.get(key) as Promise<T> | undefined;
    const known = await waiting.for(first);
    if (known !== undefined) return known;
    // Of all who have waited too long one asks, and the others have its answer.
    const second = this.#underWay.get(key) as Promise<T> | undefined;
    if (second && second !== first) return second;
    const work = async () => {
      const kept = shared ? await this.#kept<T>(key, seconds, waiting) : undefined;
      if (kept !== undefined) return kept;
      const answer = await ask(waiting.left());
      if (seconds > 0) await cache.set(key, JSON.stringify(answer), seconds);
      return answer;
    };
    const answer = work().catch(async (problem) => {
      if (shared) await cache.release?.(key);
      throw problem;
    });
    this.#underWay.set(key, answer);
    const over = () => void (this.#underWay.get(key) === answer && this.#underWay.delete(key));
    answer.then(over, over);
    return answer;
  }

  /** What is kept, or another process is about to keep; undefined where it is ours to ask. */
  async #kept<T>(key: string, seconds: number, waiting: Waiting): Promise<T | undefined> {
    const { cache } = this.#options;
    for (;;) {
      const kept = await cache.get(key, seconds);
      if (kept !== undefined) return JSON.parse(kept) as T;
      const ours = (await cache.claim?.(key, waiting.whole)) ?? true;
      if (ours || (await waiting.isOver())) return undefined;
    }
  }
}
