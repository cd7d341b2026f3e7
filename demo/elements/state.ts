import type { Circumstances, ShippingService } from './service.ts';

/** One element on its page, and the service behind it. */
export interface Trial<Shown extends HTMLElement> {
  element: Shown;
  service: ShippingService;
  form: HTMLFormElement;
}

/** One state of an element, and what leads there: nothing is set from outside that a shop or a shopper could not. */
export interface State<Shown extends HTMLElement> extends Circumstances {
  /** One sentence for the menu of states. */
  shows: string;
  /** Properties that it has beside those of every state. */
  properties?: Partial<Shown>;
  /** What happens once the element has what it needs: the shopper's part, or the page's. */
  act?(trial: Trial<Shown>): void | Promise<void>;
}

/** The states of an element by their names, in groups by what they are about. */
export type States<Shown extends HTMLElement> = Record<string, Record<string, State<Shown>>>;

/** A latency that outlasts a look. */
export const held = 'latency=60000';

/** The next event of that name; wait for it before what brings it about. */
export function next(element: HTMLElement, name: string): Promise<Event> {
  return new Promise((resolve) => element.addEventListener(name, resolve, { once: true }));
}
