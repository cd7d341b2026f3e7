import { LitElement, type PropertyDeclarations } from 'lit';
import type { ShippingClient } from '../../client/index.ts';
import { version } from '../version.ts';
import { internalsOf, showStates } from './internals.ts';
import { prepareRoot, Widget, widgetProperties } from './widget.ts';
import type { Words } from './words.ts';

/** What the elements share that are no form fields. */
export abstract class ShipElement extends LitElement {
  static override properties: PropertyDeclarations = widgetProperties;

  static readonly version = version;

  /** Where the gateway (or a sandbox) answers, without `/v1`. */
  baseUrl = '';

  /** A client of the page's own, instead of `base-url`. */
  client: ShippingClient | undefined;

  /** Words to say instead of the built-in English or Indonesian ones. */
  words: Partial<Words> | undefined = {};

  /** Shows, and lets nothing be changed. */
  disabled = false;

  readonly #internals = internalsOf(this);

  #followed: readonly unknown[] = [];

  /** @internal */
  protected readonly widget = new Widget(
    this,
    () => showStates(this.#internals, this.states),
    () => this.subject,
  );

  /** @internal What it is about, and what it says. */
  protected abstract get subject(): readonly unknown[];

  /** @internal All that it shows of its checkout: with the very same it is not rendered again. */
  protected abstract get shown(): readonly unknown[];

  /** @internal The custom states, those that match among them. */
  protected abstract get states(): Record<string, boolean>;

  /** @internal */
  follow(): void {
    const { shown } = this;
    if (shown.every((part, index) => part === this.#followed[index])) return;
    this.#followed = shown;
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return prepareRoot(this, () => super.createRenderRoot());
  }
}
