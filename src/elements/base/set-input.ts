import type { Input } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { upcoming } from '../store/update.ts';

/** Whether a page sets another value. Frameworks set every property again: an equal value in a new object is no change. */
export const hasNews = <Values extends object>(now: Values, given: Partial<Values>): boolean =>
  Object.entries(given).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name as keyof Values]));

/** Dispatches what a page has set, unless it was set before. While an order is in progress, it is compared with what applies after it. */
export function setInput(store: Store, input: Partial<Input>): void {
  if (hasNews(upcoming(store.state).input, input)) store.dispatch({ type: 'set', input });
}
