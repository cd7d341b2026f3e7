import {
  adoptStyles,
  type LitElement,
  nothing,
  type PropertyDeclarations,
  type ReactiveController,
  type TemplateResult,
} from 'lit';
import type { InvalidRequestError, ShippingClient } from '../../client/index.ts';
import { type CheckoutScope, type Part, scopeAround } from './checkout-scope.ts';
import { clientFor } from './clients.ts';
import { flag } from './converters.ts';
import { ShipErrorEvent } from './events.ts';
import { FocusKeeper } from './focus-keeper.ts';
import { LiveRegion, type Subject } from './live-region.ts';
import { LocaleController } from './locale.ts';
import { takeOver } from './take-over.ts';
import type { Words } from './words.ts';

/** The properties that all four elements have. */
export const widgetProperties: PropertyDeclarations = {
  baseUrl: { attribute: 'base-url' },
  client: { attribute: false },
  words: { attribute: false },
  disabled: { converter: flag, reflect: true },
};

/**
 * Milliseconds that a framework has, once the page is loaded and the element is in it, to set what its server could not write: it takes
 * over a page part by part.
 */
const turn = 1_000;

interface Host extends Part {
  baseUrl: string;
  client: ShippingClient | undefined;
  words: Partial<Words> | undefined;
}

/**
 * What the four elements have in common: the client, the language, the live region, focus, and the one place where what has
 * become of an element goes out: its state first, then the events that tell of it.
 */
export class Widget implements ReactiveController {
  readonly locale: LocaleController;
  readonly focus: FocusKeeper;
  readonly #host: Host;
  readonly #live: LiveRegion;
  readonly #subject: Subject;
  /** Makes form value, validity and custom states say what the element has become. */
  readonly show: () => void;
  readonly #parts = new Set<Part>();
  readonly #events: { event: Event; target: EventTarget }[] = [];
  #checkout: CheckoutScope | undefined;
  /** Whoever has not said by now where to ask has forgotten it. */
  #overdue = false;
  #waiting = new AbortController();

  /** @param subject what the element is about: what it says stands for as long as that is the same */
  constructor(host: Host, show: () => void, subject: Subject) {
    this.#host = host;
    this.show = show;
    this.#subject = subject;
    this.locale = new LocaleController(host, () => (this.#checkout ?? host).words);
    this.#live = new LiveRegion(host);
    this.focus = new FocusKeeper(host);
    host.addController(this);
  }

  /** The checkout that the element is a part of. */
  get checkout(): CheckoutScope | undefined {
    return this.#checkout;
  }

  get client(): ShippingClient | undefined {
    if (this.#checkout) return this.#checkout.client;
    const { baseUrl, client, isConnected } = this.#host;
    const due = baseUrl || (isConnected && this.#overdue);
    return client ?? (due ? clientFor(baseUrl || '') : undefined);
  }

  /** Says a sentence to screen readers, for as long as what it is about stays as it is. */
  announce(sentence: string, subject: Subject = this.#subject): void {
    (this.#checkout ?? this.#live).announce(sentence, subject);
  }

  /** Takes back what was said and is no longer so. */
  hush(): void {
    (this.#checkout ?? this.#live).hush();
  }

  renderLiveRegion(): TemplateResult | typeof nothing {
    return this.#checkout ? nothing : this.#live.render();
  }

  fail(error: Error): void {
    if (this.#checkout) this.#checkout.fail(error);
    else this.send(new ShipErrorEvent({ error }));
  }

  /** Has an event dispatched with the next update, as soon as the element says the same. */
  send(event: Event, target: EventTarget = this.#host): void {
    this.#events.push({ event, target });
    this.#host.requestUpdate();
  }

  /** Dispatches events at once, behind those that wait: what the shopper does is told as a native control tells it. */
  sendNow(...events: Event[]): void {
    this.#events.push(...events.map((event) => ({ event, target: this.#host })));
    this.#sendAll();
  }

  join(part: Part): void {
    this.#parts.add(part);
    part.requestUpdate();
  }

  leave(part: Part): void {
    this.#parts.delete(part);
  }

  /** Becomes a part of a checkout elsewhere in the page, or of none. */
  orderFor(checkout: CheckoutScope | undefined): void {
    if (checkout === this.#checkout) return;
    this.#checkout?.leave(this.#host);
    this.#checkout = checkout;
    checkout?.join(this.#host);
    this.#host.requestUpdate();
  }

  /** Until the parts show what the element has become. */
  async partsUpdated(): Promise<void> {
    for (const part of this.#parts) await part.updateComplete;
  }

  hostConnected(): void {
    takeOver(this.#host);
    this.orderFor(scopeAround(this.#host));
    if (this.client) this.#overdue = true;
    else void this.#waitForClient();
  }

  hostDisconnected(): void {
    this.#waiting.abort();
    this.orderFor(undefined);
  }

  hostUpdated(): void {
    if (this.#checkout) this.hush();
    for (const part of this.#parts) part.follow();
    this.#sendAll();
  }

  async #waitForClient(): Promise<void> {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    if (document.readyState !== 'complete') {
      await new Promise((loaded) => addEventListener('load', loaded, { once: true, signal }));
    }
    await new Promise((over) => setTimeout(over, turn));
    if (signal.aborted) return;
    this.#overdue = true;
    this.#host.requestUpdate();
  }

  /** At once, whatever is rendered next: no code of the page's runs between a change and the event that tells of it. */
  #sendAll(): void {
    this.show();
    for (let next = this.#events.shift(); next; next = this.#events.shift()) {
      const { event, target } = next;
      const { code } = ((event as Partial<ShipErrorEvent>).error ?? {}) as Partial<InvalidRequestError>;
      // biome-ignore lint/suspicious/noConsole: what the page's author has to mend, and may not listen for
      if (code === 'invalid-request') console.warn((event as ShipErrorEvent).error);
      deliver(event, target);
    }
  }
}

let undelivered = false;

/** A page, or an extension of the browser, may have broken `dispatchEvent`: it hears of nothing then, and the shopper goes on. */
function deliver(event: Event, target: EventTarget): void {
  try {
    target.dispatchEvent(event);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: there is no event to tell it by
    if (!undelivered) console.error(`${event.type} could not be dispatched, nor what follows it:`, error);
    undelivered = true;
  }
}

/** A table of states of which one is on. */
export const oneOf = (names: readonly string[], status: string): Record<string, boolean> =>
  Object.fromEntries(names.map((name) => [name, name === status]));

/**
 * Prepares a shadow root. What a server has rendered into it knows neither the page's language nor its slots, and makes way:
 * Lit's own hydration would keep it, and adopt no style sheets. A native `input` from inside would reach the page ahead of
 * the host's own, but may from what the page has slotted.
 */
export function prepareRoot(host: LitElement, create: () => HTMLElement | DocumentFragment) {
  const { shadowRoot } = host;
  const root = shadowRoot ?? create();
  root.addEventListener('input', (event) => root.contains(event.target as Node) && event.stopPropagation());
  if (!shadowRoot) return root;
  shadowRoot.replaceChildren();
  adoptStyles(shadowRoot, (host.constructor as typeof LitElement).elementStyles);
  return root;
}
