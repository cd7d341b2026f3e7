import { isShippingFailure } from '../../client/index.ts';
import { type Action, initialState, type State } from './state.ts';
import { update } from './update.ts';

/** Called after an action, with the state before it. */
export type Listener = (action: Action, before: State) => void;

/** Holds the state of one widget, applies actions to it and notifies subscribers. */
export class Store {
  #state = initialState;
  readonly #listeners = new Set<Listener>();

  get state(): State {
    return this.#state;
  }

  dispatch(action: Action): void {
    const before = this.#state;
    this.#state = update(before, action);
    for (const listener of [...this.#listeners]) listener(action, before);
  }

  /** @returns ends the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

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
