import { isShippingFailure } from '../../client/index.ts';

/** Turns a thrown value into an Error. A page's own client may throw anything, and a frame's Error is no instance of this one. */
export function asError(thrown: unknown): Error {
  if (isShippingFailure(thrown) || thrown instanceof Error) return thrown;
  return new Error(String(thrown), { cause: thrown });
}

/** The result of a call, or the error of the page or the client. What happens with it afterwards is not caught. */
export async function resultOf<Value>(call: () => Promise<Value>): Promise<{ value: Value } | { error: Error }> {
  try {
    return { value: await call() };
  } catch (thrown) {
    return { error: asError(thrown) };
  }
}

/** Asks one question at a time. The newest one counts: an earlier one is aborted, and its answer is dropped. */
export class Asking {
  #pending: AbortController | undefined;

  /** Resolves when the answer or the failure was handled, or is not wanted any more. */
  async ask<Value>(
    question: (signal: AbortSignal) => Promise<Value>,
    handleAnswer: (value: Value) => void,
    handleFailure: (error: Error) => void,
  ): Promise<void> {
    this.stop();
    const pending = new AbortController();
    this.#pending = pending;
    let handle: () => void;
    try {
      const value = await question(pending.signal);
      handle = () => handleAnswer(value);
    } catch (thrown) {
      handle = () => handleFailure(asError(thrown));
    }
    if (pending !== this.#pending) return;
    this.#pending = undefined;
    // What is thrown here is a mistake of this package, and no failure of the question.
    handle();
  }

  /** Wants no answer any more. @returns whether one was on its way */
  stop(): boolean {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.abort();
    return pending !== undefined;
  }
}
