import type { Input } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { upcoming } from '../store/update.ts';

/** Frameworks set every property again: an equal object is no change. What could not be read is an error, and is reported each time. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && !(one instanceof Error) && JSON.stringify(one) === JSON.stringify(other));

/** Whether a page sets another value than those that apply now. */
export const differs = <Values extends object>(now: Values, given: Partial<Values>): boolean =>
  Object.entries(given).some(([name, value]) => !isSame(value, now[name as keyof Values]));

/** Dispatches what a page has set, unless it was set before. While an order is in progress, it is compared with what applies after it. */
export function setInput(store: Store, input: Partial<Input>): void {
  if (differs(upcoming(store.state).input, input)) store.dispatch({ type: 'set', input });
}
