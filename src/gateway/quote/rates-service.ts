import type { Clock } from '../../client/index.ts';
import {
  type Area,
  type CourierService,
  canonical,
  type Rate,
  type RatesRequest,
  serviceOperations,
} from '../../contract/index.ts';
import { clockSkew, digest } from '../../tokens/index.ts';
import { answerWithin } from '../for-each.ts';
import { areasAnswer, couriersAnswer, ratesAnswer, refusedAnswer } from '../http/answers.ts';
import type { GiveBack, RateLimiter, Visitor } from '../http/rate-limiter.ts';
import { Refusal, ServiceRefusal } from '../http/refusal.ts';
import type { Upstream, UpstreamRequest } from '../http/upstream.ts';
import type { Cache } from '../store/interfaces.ts';
import type { Turns } from '../turns.ts';

interface RatesServiceOptions {
  account: string;
  upstream: Upstream;
  cache: Cache;
  limiter: RateLimiter;
  /** Milliseconds for an answer. */
  timeout: number;
  /** Milliseconds since the epoch. */
  now: () => number;
  clock: Clock;
  turns: Turns;
}

interface RatesOptions {
  /** The daily budget that pays for it. */
  budget: 'quotes' | 'unsignedQuotes';
  visitor: Visitor;
  /** Asks the service even if a kept answer is still valid. The new answer is kept. */
  fresh?: boolean;
  /** Called when the service is asked, which costs money. */
  quoted?(): void;
}

interface PromiseOptions {
  visitor: Visitor;
  hours: number;
  /** Called when the service is asked, which costs money. */
  quoted(): void;
}

/** Seconds that prices are kept. */
const ratesSeconds = 120;

/** Seconds that the list of couriers is kept. It changes on a few days a year. */
const couriersSeconds = 600;

/** Seconds that found areas are kept: a week. */
const areasSeconds = 7 * 24 * 3_600;

/** The most seconds that an answer without rows is kept, or one with a row that could not be read. The next one may be better. */
const doubtfulSeconds = 300;

/** Seconds that the price of an order is kept. */
const recentSeconds = 10;

/**
 * The share of its timeout that a request waits for the same question of another request. In a Worker that question may never be
 * answered, because the platform ends the work for a page that was closed.
 */
const joinFraction = 0.4;

/** An answer as the cache has it. Its age counts, not the cache's own lifetime: KV keeps everything for a minute. */
interface KeptAnswer<T> {
  /** Milliseconds since the epoch. */
  asked: number;
  /** Seconds that it is kept. */
  seconds: number;
  answer: T;
  /** Of a promise: since when the same couriers have answered, in milliseconds since the epoch. */
  since?: number;
}

interface Read<T> {
  /** The whole question as text: another cart, place or amount is another question. */
  question: string;
  fresh?: boolean | undefined;
  /** An answer must not be older than it is kept for, also if clocks differ. */
  exact?: boolean;
  /** Seconds that an answer is stored for, if that is longer than it is kept: the next question is told what the last answer was. */
  stored?: number;
  /**
   * Asks the service.
   * @param before the stored answer, which is too old
   */
  ask(timeout: number, before: Partial<KeptAnswer<T>>): Promise<Omit<KeptAnswer<T>, 'asked'>>;
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
    const ask = async (timeout: number) => {
      const { rows, whole } = couriersAnswer(await this.#ask({ operation: 'listCouriers', timeout }));
      return { answer: rows, seconds: whole ? couriersSeconds : doubtfulSeconds };
    };
    return this.#read({ question: 'couriers', ask });
  }

  /**
   * Returns the areas for a text of a shopper.
   * @param input as `areaText` returns it, so that equal questions are one
   * @throws {Refusal | ServiceRefusal}
   */
  areas(input: string, { address, quoted }: { address: string; quoted: () => void }): Promise<Area[]> {
    const ask = async (timeout: number) => {
      const giveBack = await this.#options.limiter.search(address);
      quoted();
      const query = serviceOperations.readAreas.query?.({ input });
      const { rows, whole } = areasAnswer(await this.#ask({ operation: 'readAreas', query, timeout }, giveBack));
      return { answer: rows, seconds: whole ? areasSeconds : doubtfulSeconds };
    };
    return this.#read({ question: `areas ${input}`, ask });
  }

  /**
   * Returns the service's own prices.
   * @throws {Refusal | ServiceRefusal}
   */
  rates(request: RatesRequest, { budget, visitor, fresh = false, quoted = () => {} }: RatesOptions): Promise<Rate[]> {
    const ask = async (timeout: number) => {
      const giveBack = await this.#options.limiter.quote(budget, visitor);
      quoted();
      return { answer: (await this.#quote(request, timeout, giveBack)).rows, seconds: ratesSeconds };
    };
    return this.#read({ question: `rates ${canonical(request)}`, fresh, ask });
  }

  /**
   * Returns the rows for an order, at most ten seconds old. So many clicks on a risen price are one paid question. The daily budget
   * counts it but does not block it.
   * @throws {Refusal | ServiceRefusal}
   */
  recentRates(request: RatesRequest): Promise<Rate[]> {
    const ask = async (timeout: number) => {
      const giveBack = await this.#options.limiter.orderQuote();
      return { answer: (await this.#quote(request, timeout, giveBack)).rows, seconds: recentSeconds };
    };
    return this.#read({ question: `order ${canonical(request)}`, exact: true, ask });
  }

  /**
   * Returns the service's own prices for a promise, at most so many hours old. It stands on each product's page, so an answer that could not be
   * read whole is kept for minutes. One in which asked couriers are missing is kept for as long as the same couriers have answered already:
   * one that was too slow is not missed for long, and those that do not serve the place cost few questions. No courier at all is such an answer.
   * @throws {Refusal | ServiceRefusal}
   */
  promised(request: RatesRequest, { visitor, hours, quoted }: PromiseOptions): Promise<Rate[]> {
    const most = hours * 3_600;
    const ask = async (timeout: number, before: Partial<KeptAnswer<Rate[]>>) => {
      const giveBack = await this.#options.limiter.promise(visitor);
      quoted();
      const asked = this.#options.now();
      const { rows, whole, missing } = await this.#quote(request, timeout, giveBack).catch((problem) =>
        unlessNotServed(problem, request.couriers),
      );
      const isSame = whole && couriersOf(rows) === couriersOf(before.answer);
      const since = (isSame && before.since) || asked;
      const unchanged = missing.length ? (asked - since) / 1000 : most;
      const seconds = whole ? Math.min(most, Math.max(doubtfulSeconds, unchanged)) : doubtfulSeconds;
      return { answer: rows, seconds, since };
    };
    // An answer that was kept for longer is another question once the shop allows fewer hours.
    return this.#read({ question: `promise ${hours} ${canonical(request)}`, stored: 2 * most, ask });
  }

  async #quote(request: RatesRequest, timeout: number, giveBack: GiveBack): Promise<ReturnType<typeof ratesAnswer>> {
    const question = { operation: 'quoteRates', body: JSON.stringify(request), timeout } as const;
    return ratesAnswer(await this.#ask(question, giveBack), request.couriers);
  }

  /** @param giveBack called if the service has not answered, or does not answer this merchant. Then nothing was paid */
  async #ask(request: UpstreamRequest, giveBack?: GiveBack): Promise<unknown> {
    const answer = await this.#options.upstream(request);
    if (answer.kind === 'accepted') return answer.json;
    if (answer.kind === 'no-proof') {
      await giveBack?.();
      const { why, retryAfter } = answer;
      const mismatch = `The shipping service gives no answer (${why}). If it stays so: is upstream its base URL?`;
      throw new Refusal(why, { retryAfter, mismatch });
    }
    const refused = refusedAnswer(answer.status, answer.refusal, answer.reason);
    if (refused.reason === 'shipping-unavailable') await giveBack?.();
    throw new ServiceRefusal(refused);
  }

  async #read<T>(read: Read<T>, timeout = this.#options.timeout): Promise<T> {
    const name = await digest(`${this.#options.account} ${read.question}`);
    // A fresh question must not join one that may be answered from the cache.
    const key = read.fresh ? `fresh ${name}` : name;
    const first = this.#underWay.get(key) as Promise<T> | undefined;
    if (first) {
      const wait = timeout * joinFraction;
      const { clock, turns } = this.#options;
      const answer = await turns.aside(() => answerWithin(first, wait, clock)).catch(unlessTooMany);
      if (answer === tooMany) return this.#read(read, timeout);
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

  async #keptOrAsked<T>(name: string, read: Read<T>, timeout: number): Promise<T> {
    const { ask, fresh, exact, stored: longest = 0 } = read;
    const { cache, now } = this.#options;
    const stored = fresh ? undefined : await cache.get(name);
    const kept: Partial<KeptAnswer<T>> = JSON.parse(stored ?? '{}');
    const age = now() - Number(kept.asked);
    // An answer with a later time than now is of a process whose clock is ahead, or of before the clock was set back: nothing tells its age.
    const earliest = exact ? 0 : -1000 * clockSkew;
    if (kept.answer !== undefined && age >= earliest && age < Number(kept.seconds) * 1000) return kept.answer;
    const asked = now();
    const fresher = await ask(timeout, kept);
    await cache.set(
      name,
      JSON.stringify({ asked, ...fresher } satisfies KeptAnswer<T>),
      Math.max(fresher.seconds, longest),
    );
    return fresher.answer;
  }
}

/** The visit that asked first has asked too often today. Another visit asks for itself. */
const tooMany = Symbol('too many requests');

function unlessTooMany(problem: unknown): typeof tooMany {
  if (problem instanceof Refusal && problem.reason === 'too-many-requests') return tooMany;
  throw problem;
}

/** The couriers of an answer, in one order. */
const couriersOf = (rows: readonly Rate[] = []): string =>
  [...new Set(rows.map(({ courier_code: courier }) => courier.toLowerCase()))].sort().join();

/** Refusals that are true of the place. That no courier serves it may also mean that all of them were too slow. */
function unlessNotServed(problem: unknown, couriers: string): ReturnType<typeof ratesAnswer> {
  const reason = problem instanceof ServiceRefusal ? problem.answer().reason : undefined;
  if (reason === 'location') return { rows: [], whole: true, missing: [] };
  if (reason === 'no-courier') return { rows: [], whole: true, missing: couriers.split(',') };
  throw problem;
}
