import { LitElement, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { InvalidRequestError, type ShippingClient } from '../../client/index.ts';
import { version } from '../version.ts';
import { clientFor } from './clients.ts';
import { flag } from './converters.ts';
import { ShipErrorEvent } from './events.ts';
import { LocaleController } from './locale.ts';
import type { Words } from './words.ts';

/** What a checkout is to its parts. */
export interface Whole {
  /** It speaks for all of them: one status region a widget. */
  announce(sentence: string): void;
  /** One of them may have another status now. */
  partUpdated(): void;
}

/** What the four elements share: where the service is, the words, errors as one event, states for CSS. */
export abstract class ShipElement extends LitElement {
  static readonly version = version;

  /** Where the gateway (or a sandbox) answers, without `/v1`. */
  @property({ attribute: 'base-url' }) baseUrl = '';

  /** A client of the page's own, instead of `base-url`. */
  @property({ attribute: false }) client: ShippingClient | undefined;

  /** Words to say instead of the built-in English or Indonesian ones. */
  @property({ attribute: false }) words: Partial<Words> = {};

  @property({ converter: flag, reflect: true }) disabled = false;

  /** @internal The checkout around this element, when it is part of one. */
  @property({ attribute: false }) whole: Whole | undefined;

  /** The sentence for screen readers. */
  @state() protected announcement = '';

  protected readonly internals = this.attachInternals();
  protected readonly locale = new LocaleController(this);
  readonly #errors: Error[] = [];

  /** The words in force: the page's own over the built-in ones of the nearest `lang`. */
  protected get say(): Words {
    return { ...this.locale.words, ...this.words };
  }

  protected get service(): ShippingClient | undefined {
    return this.client ?? (this.baseUrl ? clientFor(this.baseUrl) : undefined);
  }

  protected announce(sentence: string): void {
    if (this.whole) this.whole.announce(sentence);
    else this.announcement = sentence;
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

  /** State first, event after: errors are told when the screen already says so. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.whole?.partUpdated();
    for (const error of this.#errors.splice(0)) this.dispatchEvent(new ShipErrorEvent(error));
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    // Lit reads JSON that it cannot parse as null.
    if (name === 'shipment' && value !== null && (this as { shipment?: unknown }).shipment === null) {
      this.fail(
        new InvalidRequestError('quoteRates', [{ path: 'shipment', remedy: 'must be JSON: check its quotes' }]),
      );
    }
  }
}
