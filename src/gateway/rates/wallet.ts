import { type CourierService, type Rate, type RatesRequest, RatesResponse } from '../../contract/index.ts';
import { digest } from '../../tokens/index.ts';
import type { Allowance } from '../door/index.ts';
import type { Cache } from '../store/index.ts';
import {
  canonical,
  couriersAnswer,
  Refusal,
  rateRow,
  refusedAnswer,
  ServiceRefusal,
  type Upstream,
} from '../wire/index.ts';

export interface WalletOptions {
  account: string;
  upstream: Upstream;
  cache: Cache;
  allowance: Allowance;
  /** Milliseconds for an answer. */
  patience: number;
  /** Seconds that prices are good for. */
  seconds: number;
}

/** Seconds that the list of couriers is good for: it changes on a few days a year. */
const couriersSeconds = 600;

/**
 * Spends the merchant's money: each question to the service is paid for (contract/README.md §1.10). The same question at the same
 * time is one, and its answer serves whoever asks it for a while, in this process and in others.
 */
export class Wallet {
  readonly #options: WalletOptions;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(options: WalletOptions) {
    this.#options = options;
  }

  couriers(): Promise<CourierService[]> {
    return this.#read('couriers', couriersSeconds, async () => {
      const answer = await this.#ask('listCouriers');
      return couriersAnswer(answer);
    });
  }

  /**
   * What the service charges.
   * @param fresh past what is kept; what the service says then is kept
   * @param asked called where it is really asked, and paid for
   * @throws {Refusal | ServiceRefusal}
   */
  rates(request: RatesRequest, fresh = false, asked: () => void = () => {}): Promise<Rate[]> {
    // All of the question is in the key: another cart, another place or another amount is another question.
    const ask = async () => {
      if (!(await this.#options.allowance.quote())) throw new Refusal('quotes-exhausted');
      asked();
      return this.#quote(request);
    };
    return this.#read(`rates ${canonical(request)}`, this.#options.seconds, ask, fresh);
  }

  /** The same, asked now: what is about to be ordered. The day's cap does not hold back what was paid for. */
  async freshRates(request: RatesRequest): Promise<Rate[]> {
    await this.#options.allowance.quote();
    return this.#quote(request);
  }

  async #quote(request: RatesRequest): Promise<Rate[]> {
    const read = RatesResponse.safeParse(await this.#ask('quoteRates', JSON.stringify(request)));
    if (!read.success) throw new Refusal('service-unreadable');
    return read.data.pricing.map(rateRow);
  }

  async #ask(operation: 'listCouriers' | 'quoteRates', body?: string): Promise<unknown> {
    const { upstream, patience } = this.#options;
    const answer = await upstream({ operation, patience, ...(body !== undefined && { body }) });
    if (answer.kind === 'accepted') return answer.json;
    if (answer.kind === 'no-proof') throw new Refusal(answer.why, { retryAfter: answer.retryAfter });
    throw new ServiceRefusal(refusedAnswer(answer.status, answer.refusal, answer.reason));
  }

  async #read<T>(question: string, seconds: number, ask: () => Promise<T>, fresh = false): Promise<T> {
    const { account, cache } = this.#options;
    const key = await digest(`${account} ${question}`);
    const known = this.#underWay.get(key) as Promise<T> | undefined;
    if (known) return known;
    const work = async () => {
      const kept = seconds > 0 && !fresh ? await cache.get(key) : undefined;
      if (kept !== undefined) return JSON.parse(kept) as T;
      const answer = await ask();
      if (seconds > 0) await cache.set(key, JSON.stringify(answer), seconds);
      return answer;
    };
    const answer = work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, answer);
    return answer;
  }
}
