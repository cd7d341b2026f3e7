import type { ComplexAttributeConverter } from 'lit';
import { type CalledOperation, type ClientOptions, InvalidRequestError, requireWritable } from '../../client/index.ts';
import { fractionIn } from '../../contract/index.ts';
import { asError } from './asking.ts';
import type { Input, OrderMode } from './state.ts';
import type { Store } from './store.ts';
import { copyOf } from './submission.ts';
import { upcoming } from './update.ts';

/**
 * Clients by base URL, one for each, so that elements used alone share their requests. A missing address is an error. No shop's service is
 * at the page's own root by chance.
 */
export function clientsBy<Client>(
  operation: CalledOperation,
  create: (options: ClientOptions) => Client,
): (baseUrl: string) => Client {
  const clients = new Map<string, Client>();
  const refuse = (): never => {
    const remedy = 'is missing: set it to the URL of your gateway';
    throw new InvalidRequestError(operation, [{ path: 'base-url', remedy }]);
  };
  return (baseUrl) => {
    const client = clients.get(baseUrl) ?? create({ baseUrl, ...(!baseUrl && { headers: refuse, fetch: refuse }) });
    clients.set(baseUrl, client);
    return client;
  };
}

/** `"false"` means false: React 18 and Vue write it. */
export const isOn = (value: string | null): boolean => value !== null && value !== 'false';

/** An attribute that is on, or off where it is absent or `false`. */
export const flag: ComplexAttributeConverter<boolean> = {
  fromAttribute: isOn,
  toAttribute: (value) => (value ? '' : null),
};

/** An empty text is no attribute. A page that a server has rendered has none, and a framework would report a mismatch. */
export const filled: ComplexAttributeConverter<string> = {
  fromAttribute: (value) => value ?? '',
  toAttribute: (value) => value || null,
};

/**
 * What a page has set: an object, or its JSON, as an attribute has it and a page that a server renders. Text that is not JSON is passed on
 * unchanged. The property reports it.
 */
export function objectOf<Given>(given: Given | string): Given | string {
  try {
    return typeof given === 'string' ? JSON.parse(given) : given;
  } catch {
    return given;
  }
}

/** A time without its zone would be a different moment in each time zone. */
const momentWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Browsers disagree about days such as 30 February. */
const isDayOfMonth = (date: string): boolean => new Date(date).getUTCDate() === Number(date.slice(-2));

/** The Date of a frame is no instance of the page's own Date. */
const isDate = (given: unknown): boolean => Object.prototype.toString.call(given) === '[object Date]';

/** Undefined for a value that is no moment. */
export function momentOf(given: Date | string): Date | undefined {
  const isMoment =
    typeof given === 'string' ? momentWithZone.test(given) && isDayOfMonth(given.slice(0, 10)) : isDate(given);
  const moment = isMoment ? new Date(given) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

const written: Record<string, true> = {};

function warnOnce(...warning: unknown[]): true {
  // biome-ignore lint/suspicious/noConsole: the author of the page has to read it
  console.warn(...warning);
  return true;
}

/** The mistakes of a page and of the gateway's options, and what a browser explains by CORS, TLS or a host at most. */
const mistakes = /^(inv|unex|net)|40[134]$/;

/**
 * Tells the author of the page, once, of an error that asking again does not mend. A page may not listen for errors.
 * @param option of the gateway. Without it, the gateway answers that there is no such operation, and says no more: a wrong path has its own sentence
 */
export function warnOf(error: Error, option = ''): void {
  const { code, status, message } = Object(error);
  if (mistakes.test(code + status))
    written[message] ??= warnOnce(option && /here.$/.test(message) ? `Set ${option} in your gateway:` : '', error);
}

/** How many pairs of letters two names have in common: 1 if all. */
const likeness = (one: string, other: string): number =>
  [...one].filter((_letter, at) => other.includes(one.slice(at, at + 2))).length / Math.max(one.length, other.length);

/**
 * Warns once in the page's console of each name or value that is not known, with the most similar one and all that are known. It is for the
 * page's author: the given must have no personal data.
 */
export function warnUnknown(what: string, given: readonly unknown[], known: readonly unknown[]): void {
  for (const one of given) {
    if (known.includes(one)) continue;
    const like = (other: unknown) => likeness(`${one}`, `${other}`);
    const [nearest] = known.filter((other) => like(other) > 0.6).sort((a, b) => like(b) - like(a));
    const aKey = /key|secret/.test(`${one}`) ? ' A key stays on your server!' : '';
    written[`${what} ${one}`] ??= warnOnce(
      `${one} is no ${what}${nearest ? `: ${nearest}?` : '.'}${aKey} Known: ${known}`,
    );
  }
}

/** Warns once of a weight with a fraction, which may be kilograms. */
export function warnOfFractions(items: unknown): void {
  const { index = 0, sentence } = fractionIn(items) ?? {};
  const { name = 'an item' } = Object(Object(items)[index]);
  if (sentence) written[name + sentence] ??= warnOnce(`items.${index}.weight of ${name}: ${sentence}`);
}

/** Warns once of a page with light text and no `color-scheme`: the element stays light there. */
export function warnOfDarkPage({ parentElement }: Element): void {
  const { color, colorScheme } = getComputedStyle(parentElement ?? document.body);
  const [, green] = /, (\d+)/.exec(color) ?? [];
  if (Number(green) > 150 && !colorScheme.includes('dark'))
    written.dark ??= warnOnce('The page is dark and the widget light: set `color-scheme: dark` on :root.');
}

/** Attributes of HTML without a property of their name, `part` in jsdom, and those that frameworks write. */
const foreign = /^(aria|class|data|export|form|hx|item|ng|part$|tab|v|x|_)|[^a-z_-]/;

/** Warns of attributes that an element does not have. */
export const warnOfAttributes = (element: Element, known: readonly string[]): void =>
  warnUnknown(
    `attribute of <${element.localName}>`,
    element.getAttributeNames().filter((name) => !(name in HTMLElement.prototype || foreign.test(name))),
    known,
  );

/** Frameworks set every property again: an equal object is no change. What could not be read is an error, and is reported each time. */
const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (typeof one === 'object' && !(one instanceof Error) && JSON.stringify(one) === JSON.stringify(other));

/** Whether a page sets another value than those that apply now. */
export const differs = <Values extends object>(now: Values, given: Partial<Values>): boolean =>
  Object.entries(given).some(([name, value]) => !isSame(value, now[name as keyof Values]));

/**
 * What a page has set last. A page that renders again repeats itself, in new objects: that is no news, also if the shopper has chosen
 * something else since. The same object with other content is.
 */
export class Given {
  #text: string | undefined;

  /** Notes a value. @returns whether it is another one than before */
  isNew(value: unknown): boolean {
    const before = this.#text;
    this.#text = textOf(value);
    return this.#text === undefined || this.#text !== before;
  }

  /** The next value is another one. */
  forget(): void {
    this.#text = undefined;
  }
}

/** Undefined for what JSON cannot hold: it is reported each time. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return undefined;
  }
}

/** `hasChanged` of an object or a list: a page may have changed it in place before it sets it again. */
export const always = (): boolean => true;

/** Dispatches what a page has set, unless it was set before. While an order is in progress, it is compared with what applies after it. */
export function setInput(store: Store, input: Partial<Input>): void {
  if (differs(upcoming(store.state).input, input)) store.dispatch({ type: 'set', input });
}

/** Reports a property with a wrong value to the page. */
export const refuseOrder = (store: Store, path: string, remedy: string): void =>
  store.dispatch({ type: 'report', error: new InvalidRequestError('createOrder', [{ path, remedy }]) });

/** The mode that a page has set. An unknown one orders nothing. */
export function orderModeOf(given: unknown): OrderMode {
  warnUnknown('order-mode', [given || 'none'], ['order', 'draft', 'none']);
  return given === 'order' || given === 'draft' ? given : 'none';
}

/** A copy of an order. Undefined if JSON cannot hold it: the wrong field is reported. */
export function copyOfOrder<Order extends object>(store: Store, order: Order | null | undefined): Order | undefined {
  try {
    requireWritable('createOrder', order);
    return order ? copyOf(order) : undefined;
  } catch (error) {
    store.dispatch({ type: 'report', error: asError(error) });
    return undefined;
  }
}
