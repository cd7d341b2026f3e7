import {
  adoptStyles,
  type CSSResult,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { RatesClient } from '../../client/index.ts';
import { type Languages, LocaleController, type PartialWords } from '../words/locale.ts';
import type { Words } from '../words/words.ts';
import { Announcer } from './announcements.ts';
import { FocusKeeper, internalsOf, lostBoxes, showStates, watchForeignChanges } from './browser.ts';
import { type PageClock, pageClock } from './page-clock.ts';
import { flag, warnOfAttributes, warnOfDarkPage, warnUnknown } from './page-input.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';
import type { StoreOwner } from './store-owner.ts';

/** The same as in package.json; a test holds it. */
export const version = '0.1.0';

/** Milliseconds after the page has loaded in which a framework may set `base-url` or `client`. Then a missing one is an error. */
const missingUrlDelay = 1_000;

/** A page that has set more clients than this makes one at each render. */
const mostClients = 20;

/** What every element has: a client, words, a language, one status region. Form fields extend `ShipField`. */
export abstract class ShipElement<OwnWords extends object = Words, Client = RatesClient> extends LitElement {
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    client: { attribute: false },
    words: { attribute: false },
    disabled: { converter: flag, reflect: true },
    headingLevel: { attribute: 'heading-level' },
    contactUrl: { attribute: 'contact-url' },
  };

  static readonly version = version;

  /** @internal The built-in words. Each element names its own, so that it loads no others. */
  static readonly languages: Languages<object>;

  /** @internal The client of a base URL, which is empty if it is missing. An element without a store names its own, so that it loads no other. */
  static readonly clientFor: (baseUrl: string) => unknown;

  /** The base URL of the gateway (or of a sandbox), without `/v1`. */
  baseUrl = '';

  /** A client of the page's own, instead of `base-url`. */
  client: Client | undefined;

  /**
   * Words of the page's own, instead of the built-in English or Indonesian ones. Those that are missing stay, also in a table of words.
   * @type {PartialWords<Words> | undefined}
   */
  words: PartialWords<OwnWords> | undefined = {};

  /** Shows everything, and lets nothing be changed. */
  disabled = false;

  /**
   * The level of its first heading in the page's outline, from 1 to 6: for example 2 below the only `h1`. By default the level of the markup,
   * 2 in tracking and 3 elsewhere.
   */
  headingLevel: string | number | undefined;

  /** Where the shopper reaches the shop: a URL with `https`, `mailto`, `tel`, or of the shop's own site. Sentences that say "contact the shop" link to it. */
  contactUrl = '';

  /** @internal The time. A test hands in its own before the element connects. */
  clock: PageClock = pageClock;
  /** @internal Undefined for an element without a store. */
  readonly owner: StoreOwner | undefined;
  /** @internal */
  readonly internals = internalsOf(this);
  /** @internal A field that has several comparisons announces for them. */
  announcer: Pick<Announcer, 'announce' | 'render'> = new Announcer(this);
  /** @internal */
  protected readonly focusKeeper = new FocusKeeper(this);
  /** @internal */
  protected readonly locale: LocaleController<OwnWords> = new LocaleController<OwnWords>(
    this,
    () => (this.constructor as typeof ShipElement).languages as Languages<OwnWords>,
  );
  #undoForeignChanges: (() => void) | undefined;
  /** @internal The page has loaded, and frameworks have set what they set. What is missing now is an error. */
  protected isOverdue = false;
  #leaving = new AbortController();
  #stopClock: (() => void) | undefined;
  #client: Client | undefined;
  #clients = 0;

  /** @internal The store that it shows and changes. */
  get store(): Store {
    return (this.owner as StoreOwner).store;
  }

  set store(store: Store) {
    (this.owner as StoreOwner).store = store;
  }

  /** @internal */
  get state(): State {
    return this.store.state;
  }

  /** @internal The client to ask. Undefined while there is none. */
  get activeClient(): Client | undefined {
    const { clientFor } = this.owner ?? (this.constructor as typeof ShipElement);
    return this.client ?? (this.baseUrl || this.isOverdue ? (clientFor(this.baseUrl || '') as Client) : undefined);
  }

  /** @internal Where it asks: another client asks anew, unless a page makes one at each render. Undefined while there is none. */
  get source(): unknown {
    const { client } = this;
    if (!client) return this.activeClient && this.baseUrl;
    if (client !== this.#client) this.#clients += 1;
    this.#client = client;
    if (this.#clients <= mostClients) return client;
    warnUnknown(
      `client of <${this.localName}> that lasts`,
      ['One that is made at each render'],
      ['one that is made once'],
    );
    return true;
  }

  override connectedCallback(): void {
    // Makes the store, if none was given. Its controllers are connected with the others.
    void this.owner?.store;
    super.connectedCallback();
    lostBoxes?.observe(this);
    addEventListener('online', this.#handleOnline);
    // It may have been away for days.
    if (this.hasUpdated && this.changesWithTime) this.handleTime();
    if (!this.owner || this.owner.hasOwn) void this.#waitForClient();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    lostBoxes?.unobserve(this);
    removeEventListener('online', this.#handleOnline);
    this.#leaving.abort();
    this.#watchClock(false);
  }

  /** @internal A document has style sheets of its own: those of another one are gone (lit/lit#5162). */
  adoptedCallback(): void {
    const { defaultView } = this.ownerDocument;
    const styles = (this.constructor as typeof LitElement).elementStyles as CSSResult[];
    if (!defaultView || !this.shadowRoot) return;
    this.shadowRoot.adoptedStyleSheets = styles.map(({ cssText }) => {
      const sheet = new defaultView.CSSStyleSheet();
      sheet.replaceSync(cssText);
      return sheet;
    });
  }

  /** @internal Dispatches the events of orders. */
  get orderTarget(): EventTarget {
    return this;
  }

  /** @internal */
  get voice(): LocaleController<OwnWords> {
    return this.locale;
  }

  /** @internal The `aria-level` of a heading. @param below how many levels it is below the first one */
  protected levelOf(below = 0): unknown {
    const first = Number(this.headingLevel);
    return first > 0 ? Math.min(first + below, 6) : nothing;
  }

  /** @internal Writes custom states, form value and validity. */
  sync(): void {
    showStates(this.internals, this.states);
  }

  /** @internal The custom states, and whether they match. */
  protected get states(): Record<string, boolean> {
    return {};
  }

  /** @internal Whether something on screen is another one after midnight, a cut-off, or any other minute. Only then there is a timer. */
  protected get changesWithTime(): boolean {
    return false;
  }

  /** @internal Another minute has begun, or the page was asleep. */
  protected handleTime(): void {
    this.requestUpdate();
  }

  /** @internal The connection is back: asks again for what has failed. */
  protected handleOnline(): void {}

  /** @internal Has a sentence announced: by the owner of the store, if there is one. */
  protected announce(sentence: string): void {
    if (this.owner) this.store.dispatch({ type: 'announce', sentence });
    else this.announcer.announce(sentence);
  }

  /** @internal */
  protected renderLiveRegion(): TemplateResult | typeof nothing {
    return this.owner?.showsOwn === false ? nothing : this.announcer.render();
  }

  protected override update(changed: PropertyValues): void {
    this.#undoForeignChanges?.();
    super.update(changed);
    this.#undoForeignChanges = watchForeignChanges(this.renderRoot);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.sync();
    this.owner?.dispatchEvents();
    this.#watchClock(this.isConnected && this.changesWithTime);
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

  readonly #handleOnline = (): void => this.handleOnline();

  #watchClock(on: boolean): void {
    if (on) this.#stopClock ??= this.clock.watch(() => this.handleTime());
    else {
      this.#stopClock?.();
      this.#stopClock = undefined;
    }
  }

  async #waitForClient(): Promise<void> {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    if (document.readyState !== 'complete')
      await new Promise((loaded) => addEventListener('load', loaded, { once: true, signal }));
    await new Promise((over) => setTimeout(over, missingUrlDelay));
    if (signal.aborted) return;
    warnOfAttributes(this, (this.constructor as typeof LitElement).observedAttributes);
    warnOfDarkPage(this);
    const isMissing = !this.activeClient;
    this.isOverdue = true;
    if (isMissing) this.requestUpdate();
  }
}
