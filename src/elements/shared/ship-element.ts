import { adoptStyles, LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import { InvalidRequestError, type ShippingClient } from '../../client/index.ts';
import { version } from '../version.ts';
import { clientFor } from './clients.ts';
import { flag } from './converters.ts';
import { ShipErrorEvent } from './events.ts';
import { LocaleController } from './locale.ts';
import type { News } from './news.ts';
import type { Words } from './words.ts';

/** What a checkout is to its parts. */
export interface Whole {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly calledBy: string;
  /** It speaks for all of them: one status region a widget. */
  announce(sentence: string): void;
  /** One of them may have another status now. */
  partUpdated(): void;
  /** Until what the page has set has reached all of them. */
  settled(): Promise<unknown>;
  /** Asks for the prices once more; what became of the choice, where it is not what it was. */
  requote(): Promise<News | undefined>;
}

/** What the four elements share: where the service is, the words, errors as one event, states for CSS. */
export abstract class ShipElement extends LitElement {
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    client: { attribute: false },
    words: { attribute: false },
    disabled: { converter: flag, reflect: true },
    whole: { attribute: false },
    announcement: { state: true },
  };

  static readonly version = version;

  /** Where the gateway (or a sandbox) answers, without `/v1`. */
  baseUrl = '';

  /** A client of the page's own, instead of `base-url`. */
  client: ShippingClient | undefined;

  /** Words to say instead of the built-in English or Indonesian ones. */
  words: Partial<Words> | undefined = {};

  disabled = false;

  /** @internal The checkout around this element, when it is part of one. */
  whole: Whole | undefined;

  /** The sentence for screen readers. */
  protected announcement = '';

  protected readonly internals = this.attachInternals();
  protected readonly locale = new LocaleController(this);
  readonly #errors: Error[] = [];
  #focused: HTMLInputElement | null | undefined;
  #key: string | undefined;

  /** The words in force: the page's own over the built-in ones of the nearest `lang`. */
  protected get say(): Words {
    return { ...this.locale.words, ...this.words };
  }

  protected get service(): ShippingClient | undefined {
    // Until the page is loaded, a script of its own may still bring a client.
    const due = this.baseUrl || (this.isConnected && document.readyState === 'complete');
    return this.client ?? (due ? clientFor(this.baseUrl || '') : undefined);
  }

  /** @internal Says a sentence to screen readers: one voice a widget. */
  announce(sentence: string): void {
    if (this.whole) this.whole.announce(sentence);
    // The same words again would change nothing in the page, and nothing would be heard.
    else this.announcement = sentence === this.announcement ? `${sentence}\u00a0` : sentence;
  }

  protected fail(error: Error): void {
    this.#errors.push(error);
    this.requestUpdate();
  }

  /** Makes exactly these custom states match `:state()`. */
  protected showStates(states: Record<string, boolean>): void {
    for (const [name, on] of Object.entries(states)) {
      if (on) this.internals.states.add(name);
      else this.internals.states.delete(name);
    }
  }

  /** Makes the custom state of this status match, and those of the others not. */
  protected showStatus(names: readonly string[], status: string): void {
    this.showStates(Object.fromEntries(names.map((name) => [name, name === status])));
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#focused = this.shadowRoot?.activeElement as HTMLInputElement | null | undefined;
    this.#key = this.#focused?.value;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.service) addEventListener('load', () => this.requestUpdate(), { once: true });
  }

  /** What a server has rendered knows neither the page's language nor its slots: it makes way for what is true here. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const { shadowRoot } = this;
    const root = shadowRoot ?? super.createRenderRoot();
    // A native `input` would reach the page, ahead of the host's own; from what the page has put into a slot it may.
    root.addEventListener('input', (event) => root.contains(event.target as Node) && event.stopPropagation());
    if (!shadowRoot) return root;
    shadowRoot.replaceChildren();
    adoptStyles(shadowRoot, (this.constructor as typeof LitElement).elementStyles);
    return root;
  }

  /** State first, event after: errors are told when the screen already says so. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // What had focus is gone, or another rate stands in its row: focus goes where that rate is now, or else to the place where
    // something else stands, never back to the page's top.
    const { isConnected, type, value } = this.#focused ?? { isConnected: true };
    if (!isConnected || (type === 'radio' && value !== this.#key)) {
      const radios = [...this.renderRoot.querySelectorAll<HTMLInputElement>('[type=radio]')];
      const same = radios.find((radio) => radio.value === this.#key);
      (same ?? this.renderRoot.querySelector<HTMLElement>('[tabindex="-1"]'))?.focus();
    }
    // Words of ours in a page of another language are pronounced as what they are.
    for (const part of this.renderRoot.children) part.setAttribute('lang', this.locale.language);
    this.whole?.partUpdated();
    for (const error of this.#errors.splice(0)) {
      // biome-ignore lint/suspicious/noConsole: what the page's author has to mend, and may not listen for
      if ((error as Partial<InvalidRequestError>).code === 'invalid-request') console.warn(error);
      this.dispatchEvent(new ShipErrorEvent({ error }));
    }
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    // Lit reads JSON that it cannot parse as null.
    if (/^(shipment|logos)$/.test(name) && value !== null && (this as Record<string, unknown>)[name] === null) {
      this.fail(new InvalidRequestError('quoteRates', [{ path: name, remedy: 'must be JSON: check its quotes' }]));
    }
  }
}
