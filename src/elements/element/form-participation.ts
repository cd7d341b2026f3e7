import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Switches } from '../../quote/index.ts';
import { isOn } from './converters.ts';

/** The value of a field, as its form sees it. */
export interface FieldContent {
  name: string;
  required: boolean;
  /** The chosen service if it may be submitted, or null. */
  value: string | null;
  /** The offer that the gateway has signed. */
  offer: string | undefined;
  switches: Switches;
  /** The state that the browser stores for a reload. */
  restorable: string;
  /** The validation message: what the shopper has to do before there is a value. */
  missingSentence(): string;
  /** The element inside that the browser's bubble points at. */
  anchor(): HTMLElement | undefined;
}

interface Host extends ReactiveControllerHost, HTMLElement {}

/**
 * Takes part in a form. Submits `name` with the choice, and `name-offer` with the gateway's signed offer. Submits `name-insured` and
 * `name-cash-on-delivery` as `on` or not at all. Never submits a price, which a server could not trust.
 */
export class FormParticipation implements ReactiveController {
  readonly #host: Host;
  readonly #internals: ElementInternals;
  readonly #content: () => FieldContent;
  #customMessage = '';
  #isTouched = false;
  /** The entries, the problem and its place that were last written to the form. */
  #entries = '';
  #problem = '';
  #anchor: HTMLElement | undefined;

  constructor(host: Host, internals: ElementInternals, content: () => FieldContent) {
    this.#host = host;
    this.#internals = internals;
    this.#content = content;
    host.addController(this);
    // A click on a <label> of the page arrives at the host itself.
    host.addEventListener('click', (event) => {
      if (event.composedPath()[0] === host) host.focus();
    });
    host.addEventListener('invalid', () => this.touch());
  }

  hostConnected(): void {
    this.sync();
  }

  set customMessage(message: string) {
    this.#customMessage = message;
    this.sync();
  }

  /** Whether the field is wrong and the shopper has used it or tried to submit: only then `:state(user-invalid)` matches. */
  get userInvalid(): boolean {
    return this.#isTouched && this.#internals.willValidate && !this.#internals.validity.valid;
  }

  /** The text of the page's labels, without the host that a label may be wrapped around. */
  get labelText(): string {
    const texts = [...(this.#internals.labels ?? [])].map(({ textContent }) =>
      textContent?.replace(this.#host.textContent ?? '', ''),
    );
    return texts.join(' ').trim();
  }

  /** The shopper has used the field. */
  touch(): void {
    this.#isTouched = true;
    this.sync();
    this.#host.requestUpdate();
  }

  reset(): void {
    this.#isTouched = false;
  }

  /** Sets form value and validity, if they have changed. Called before the events. */
  sync(): void {
    const { name, required, value, offer, restorable, switches, ...content } = this.#content();
    const entries = JSON.stringify([name, value, offer, switches, restorable]);
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.#internals.setFormValue(value && name ? formEntries(name, value, offer, switches) : null, restorable);
    }
    const valueMissing = required && !value;
    const message = this.#customMessage || (valueMissing ? content.missingSentence() : '');
    const anchor = message ? content.anchor() : undefined;
    const problem = JSON.stringify([valueMissing, this.#customMessage, message]);
    if (problem === this.#problem && anchor === this.#anchor) return;
    this.#problem = problem;
    this.#anchor = anchor;
    this.#internals.setValidity({ valueMissing, customError: this.#customMessage !== '' }, message, anchor);
  }
}

function formEntries(name: string, value: string, offer: string | undefined, switches: Switches): FormData {
  const entries = new FormData();
  // PHP drops the text after a bracket: `order[ship]-insured` would replace `order[ship]`.
  const beside = (what: string) => name.replace(/]?$/, `-${what}$&`);
  entries.set(name, value);
  if (offer) entries.set(beside('offer'), offer);
  if (switches.insured) entries.set(beside('insured'), 'on');
  if (switches.cashOnDelivery) entries.set(beside('cash-on-delivery'), 'on');
  return entries;
}

/** A field's state as the browser keeps it. */
export interface FieldState extends Switches {
  key: string | null | undefined;
}

export const writtenState = ({ key, insured, cashOnDelivery }: FieldState): string =>
  JSON.stringify({ value: key, insured, cashOnDelivery });

/** Undefined for a text that is no state of this element. */
export function readState(text: unknown): FieldState | undefined {
  try {
    const { value, insured, cashOnDelivery } = JSON.parse(String(text));
    return { key: value, insured: insured === true, cashOnDelivery: cashOnDelivery === true };
  } catch {
    return undefined;
  }
}

/** The switches of the attributes. A reset returns to them. */
export const defaultSwitches = (host: HTMLElement): Switches => ({
  insured: isOn(host.getAttribute('insured')),
  cashOnDelivery: isOn(host.getAttribute('cash-on-delivery')),
});
