import { machineClock } from '../../client/index.ts';
import { inProgress } from './order.ts';
import { type Action, initialState, type State } from './state.ts';
import { update } from './update.ts';

/** Called after an action, with the state before it. */
export type Listener = (action: Action, before: State) => void;

const minute = 60_000;

/** Holds the state of one widget, applies actions to it and notifies subscribers. */
export class Store {
  #state: State;
  readonly #now: () => number;
  readonly #listeners = new Set<Listener>();

  /** @param now milliseconds since the epoch */
  constructor(now: () => number = machineClock.now) {
    this.#now = now;
    this.#state = { ...initialState, moment: this.#moment };
  }

  get state(): State {
    return this.#state;
  }

  /** An action that changes something is judged in the minute in which it happens. */
  dispatch(action: Action): void {
    const before = this.#state;
    const moment = this.#moment;
    const isOld = before.moment !== moment && !inProgress(before.order);
    const current = isOld ? { ...before, moment } : before;
    const after = update(current, action);
    this.#state = after === current && action.type !== 'tick' ? before : after;
    for (const listener of [...this.#listeners]) listener(action, before);
  }

  /** The minute, because nothing on screen is more exact. */
  get #moment(): number {
    return Math.floor(this.#now() / minute) * minute;
  }

  /** @returns ends the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
