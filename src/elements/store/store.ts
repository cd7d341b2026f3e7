import type { Action } from './actions.ts';
import { initialState, type State } from './state.ts';
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
