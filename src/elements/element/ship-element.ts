import {
  adoptStyles,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { requireWritable, type ShippingClient } from '../../client/index.ts';
import type { Action } from '../store/actions.ts';
import { copyOf } from '../store/copy-of.ts';
import type { State } from '../store/state.ts';
import { Store } from '../store/store.ts';
import { version } from '../version.ts';
import { LocaleController } from '../words/locale.ts';
import type { Voice } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';
import { sentenceBetween } from './announcements.ts';
import { Announcer } from './announcer.ts';
import { clientFor } from './clients.ts';
import { flag } from './converters.ts';
import { eventsBetween } from './events-between.ts';
import { FocusKeeper } from './focus-keeper.ts';
import { internalsOf, showStates } from './internals.ts';
import { asError } from './rates-task.ts';
import { StoreController } from './store-controller.ts';

/** Milliseconds after the page has loaded in which a framework may set `base-url` or `client`. Then a missing one is an error. */
const missingUrlDelay = 1_000;

/** Actions of the shopper whose events are dispatched at once, as those of a native control. */
const immediate: readonly Action['type'][] = ['choose', 'switch', 'pick'];

/**
 * The base class of the four elements. An element shows the store that it is given, or creates its own. The owner of a store updates
 * the page: first form value and states, then the events.
 */
export abstract class ShipElement extends LitElement {
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    client: { attribute: false },
    words: { attribute: false },
    disabled: { converter: flag, reflect: true },
  };

  static readonly version = version;

  /** The base URL of the gateway (or of a sandbox), without `/v1`. */
  baseUrl = '';

  /** A client of the page's own, instead of `base-url`. */
  client: ShippingClient | undefined;

  /** Words of the page's own, instead of the built-in English or Indonesian ones. */
  words: Partial<Words> | undefined = {};

  /** Shows everything, and lets nothing be changed. */
  disabled = false;

  /** @internal */
  protected readonly internals = internalsOf(this);
  /** @internal */
  protected readonly focusKeeper = new FocusKeeper(this);
  /** @internal */
  protected readonly locale = new LocaleController(this, () => this.words);
  readonly #announcer = new Announcer(this);
  readonly #storeController = new StoreController(this, (state) => this.select(state));
  #store: Store | undefined;
  /** The store that it has created. Undefined if it was given one. */
  #own: Store | undefined;
  /** Actions whose events were not dispatched yet, and the state that the last events described. */
  #pending: Action[] = [];
  #known: State | undefined;
  #isOverdue = false;
  #leaving = new AbortController();

  /** @internal The state that it shows and changes. */
  get store(): Store {
    if (!this.#store) {
      this.#own = new Store();
      this.#store = this.#own;
      this.#known = this.#own.state;
      this.#own.subscribe((action) => this.#handleAction(action));
      this.#storeController.follow(this.#own);
      this.own(this.#own);
    }
    return this.#store;
  }

  set store(store: Store) {
    this.#store = store;
    this.#storeController.follow(store);
  }

  /** @internal The client to ask. Undefined while there is none. */
  get activeClient(): ShippingClient | undefined {
    return this.client ?? (this.baseUrl || this.#isOverdue ? clientFor(this.baseUrl || '') : undefined);
  }

  override connectedCallback(): void {
    // Makes the store, if none was given.
    void this.store;
    super.connectedCallback();
    if (this.#own) void this.#waitForClient();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
  }

  /** @internal Adds the work of a store's owner: tasks and form participation. */
  protected abstract own(store: Store): void;

  /** @internal The parts of the state that it renders. */
  protected abstract select(state: State): readonly unknown[];

  /** @internal The custom states, and whether they match. */
  protected abstract get states(): Record<string, boolean>;

  /** @internal Dispatches the events of orders. */
  get orderTarget(): EventTarget {
    return this;
  }

  /** @internal */
  protected get state(): State {
    return this.store.state;
  }

  /** @internal */
  protected get voice(): Voice {
    return this.locale;
  }

  /** @internal A copy of an order. Undefined if JSON cannot hold it: the wrong field is reported to the page. */
  protected copyOfOrder<Order extends object>(order: Order | null | undefined): Order | undefined {
    try {
      requireWritable('createOrder', order);
      return order ? copyOf(order) : undefined;
    } catch (error) {
      this.store.dispatch({ type: 'report', error: asError(error) });
      return undefined;
    }
  }

  /** @internal Has a sentence announced by the owner of the store. */
  protected announce(sentence: string): void {
    this.store.dispatch({ type: 'announce', sentence });
  }

  /** @internal */
  protected renderLiveRegion(): TemplateResult | typeof nothing {
    return this.store === this.#own ? this.#announcer.render() : nothing;
  }

  /** @internal Writes custom states, form value and validity from the state. */
  protected sync(): void {
    showStates(this.internals, this.states);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.sync();
    this.#dispatchEvents();
  }

  /**
   * Prepares the shadow root. A server does not know the page's language and slots, so its shadow root is rendered again.
   * A native `input` of an inner control must not reach the page before the host's own.
   */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const { shadowRoot } = this;
    const root = shadowRoot ?? super.createRenderRoot();
    root.addEventListener('input', (event) => root.contains(event.target as Node) && event.stopPropagation());
    if (shadowRoot) {
      shadowRoot.replaceChildren();
      adoptStyles(shadowRoot, (this.constructor as typeof LitElement).elementStyles);
    }
    return root;
  }

  #handleAction(action: Action): void {
    this.#pending.push(action);
    this.sync();
    if (immediate.includes(action.type)) this.#dispatchEvents();
    else this.requestUpdate();
  }

  /** Dispatches the events of the pending actions. A listener may change the state: later events describe the newer state. */
  #dispatchEvents(): void {
    const store = this.#own;
    if (!store || !this.#pending.length) return;
    const pending = this.#pending.splice(0).sort((a, b) => rank(a) - rank(b));
    for (const action of pending) {
      const before = this.#known ?? store.state;
      const sent = new Set<string>();
      for (;;) {
        const event = eventsBetween(before, store.state, action).find(({ type }) => !sent.has(type));
        if (!event || (event.type === 'input' && before === store.state)) break;
        sent.add(event.type);
        const isOfOrder = event.type.startsWith('ship-order');
        warn(event);
        (isOfOrder ? this.orderTarget : this).dispatchEvent(event);
      }
      this.#known = store.state;
      const sentence = sentenceBetween(before, store.state, action, this.voice);
      if (sentence !== undefined) this.#announcer.announce(sentence);
    }
  }

  async #waitForClient(): Promise<void> {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    if (document.readyState !== 'complete')
      await new Promise((loaded) => addEventListener('load', loaded, { once: true, signal }));
    await new Promise((over) => setTimeout(over, missingUrlDelay));
    if (signal.aborted) return;
    const isMissing = !this.activeClient;
    this.#isOverdue = true;
    if (isMissing) this.requestUpdate();
  }
}

/**
 * The order in which actions explain a change. Actions of the page come last. Among them its own choice comes first, because it needs
 * no event.
 */
const rank = ({ type }: Action): number => {
  if (type === 'set-value' || type === 'set-default') return 1;
  return type === 'set' || type === 'set-extras' || type === 'announce' ? 2 : 0;
};

/** Writes invalid requests to the console, because the page may not listen for errors. */
function warn(event: Event): void {
  if (!('error' in event)) return;
  const { error } = event as { error: unknown };
  // biome-ignore lint/suspicious/noConsole: the author of the page has to read it
  if (error instanceof Error && 'code' in error && error.code === 'invalid-request') console.warn(error);
}
