import type { Answer } from './answers.ts';
import type { Ask } from './asks.ts';
import type { Caller, End, Send } from './promised.ts';
import type { Settings } from './steps.ts';

/** A question that was put to the service. */
interface Question {
  ask: Ask;
  key: string;
  waiting: Set<Caller>;
  retries: number;
  value?: object;
}

/**
 * What the client promises of its two reads:
 *
 * - A question that is under way, or whose answer is remembered, is not put again, except by who wants it `fresh`.
 * - All who wait for it get the same answer, each as an object of his own, or the same failure.
 * - Who aborts gets the reason of his own abort, at once. When nobody waits any more the request is aborted.
 * - A failure that may pass is asked again, so many times; no failure is remembered.
 * - Of several answers to a question, that to the latest asking is remembered.
 */
export class PromisedReads {
  readonly #latest = new Map<string, Question>();
  readonly #remembers: boolean;
  readonly #retries: number;

  constructor({ cache, retries }: Settings) {
    this.#remembers = cache > 0;
    this.#retries = retries;
  }

  /** @returns the request that must go out for it, if any */
  call(caller: Caller): Send | undefined {
    const { ask, key, fresh, reason } = caller;
    caller.leave = () => {
      caller.end = { reason };
    };
    const known = this.#latest.get(key);
    const usable = known && !fresh && (this.#remembers || !known.value) ? known : undefined;
    if (usable?.value) {
      caller.end = { value: usable.value };
      return undefined;
    }
    const question = usable ?? { ask, key, waiting: new Set(), retries: this.#retries };
    this.#latest.set(key, question);
    question.waiting.add(caller);
    caller.leave = () => {
      caller.end = { reason };
      question.waiting.delete(caller);
      if (question.waiting.size === 0) this.#forget(question);
    };
    return usable ? undefined : this.#attempt(question);
  }

  #attempt(question: Question): Send {
    const { ask, key, waiting } = question;
    return {
      ask,
      key,
      reference: key,
      get abandoned() {
        return waiting.size === 0;
      },
      meets: (answer) => this.#meets(question, answer),
    };
  }

  #meets(question: Question, { value, failure, passing }: Answer): Send | undefined {
    if (question.waiting.size === 0) return undefined;
    if (passing && question.retries > 0) {
      question.retries -= 1;
      return this.#attempt(question);
    }
    if (value) question.value = { ...value, dropped: [] };
    else this.#forget(question);
    const end: End = question.value
      ? { value: question.value }
      : { failure: { code: 'none', ...failure, outcome: undefined } };
    for (const caller of question.waiting) caller.end = end;
    return undefined;
  }

  #forget(question: Question): void {
    if (this.#latest.get(question.key) === question) this.#latest.delete(question.key);
  }
}
