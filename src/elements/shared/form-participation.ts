import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { extraRows, type Switches } from '../../quote/index.ts';
import { internalsOf, showStates } from './internals.ts';

/** What a field holds, as far as a form is concerned. */
export interface FieldContent {
  name: string;
  required: boolean;
  /** The chosen service where it may be submitted, or null. */
  value: string | null;
  /** What the gateway has signed of it. */
  offer: string | undefined;
  switches: Switches;
  /** What a browser keeps for a page that is loaded again. */
  restorable: string;
  /** What the shopper has to do before there is a value. */
  missingSentence(): string;
  /** Where the browser's bubble points, inside the element. */
  anchor(): HTMLElement | undefined;
}

interface Host extends ReactiveControllerHost, HTMLElement {}

/**
 * Takes part in a form: submits `name` with the value, `name-offer` where the gateway has signed it, `name-insured` and
 * `name-cash-on-delivery` as `on` or not at all, and never a bare price, which a server could not trust.
 */
export class FormParticipation implements ReactiveController {
  readonly internals: ElementInternals;
  readonly #host: Host;
  readonly #content: () => FieldContent;
  #customMessage = '';
  #touched = false;
  #disabled = false;
  /** What the form knows: the entries, what is wrong, and where. */
  #entries = '';
  #problem = '';
  #anchor: HTMLElement | undefined;

  constructor(host: Host, content: () => FieldContent) {
    this.#host = host;
    this.#content = content;
    this.internals = internalsOf(host);
    host.addController(this);
    // A click on a <label> of the page's arrives at the host itself.
    host.addEventListener('click', (event) => {
      if (event.composedPath()[0] === host) host.focus();
    });
    host.addEventListener('invalid', () => this.touch());
  }

  hostConnected(): void {
    this.sync();
  }

  /** Disabled by a fieldset around it. */
  get disabled(): boolean {
    return this.#disabled;
  }

  set disabled(disabled: boolean) {
    this.#disabled = disabled;
    // It also comes amid an update of ours, which reflects `disabled`: one that is asked for then would be lost.
    void this.#host.updateComplete.then(() => this.#host.requestUpdate());
  }

  set customMessage(message: string) {
    this.#customMessage = message;
    this.sync();
  }

  /** Wrong, and the shopper has chosen or has tried to submit: only then `:state(user-invalid)` matches. */
  get userInvalid(): boolean {
    return this.#touched && this.internals.willValidate && !this.internals.validity.valid;
  }

  /** What the page's labels call the field, themselves without what they are wrapped around. */
  get labelText(): string {
    const texts = [...(this.internals.labels ?? [])].map(({ textContent }) =>
      textContent?.replace(this.#host.textContent ?? '', ''),
    );
    return texts.join(' ').trim();
  }

  /** The shopper has done something with it. */
  touch(): void {
    this.#touched = true;
    this.sync();
    this.#host.requestUpdate();
  }

  reset(): void {
    this.#touched = false;
  }

  /**
   * Makes form value and validity say what the field holds: always before an event tells of a change. What is said already is
   * not said again; where the bubble points is looked up only while there is one.
   */
  sync(): void {
    const { name, required, value, offer, restorable, switches, ...content } = this.#content();
    const entries = JSON.stringify([name, value, offer, switches, restorable]);
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.internals.setFormValue(value && name ? formEntries(name, value, offer, switches) : null, restorable);
    }
    const valueMissing = required && !value;
    const message = this.#customMessage || (valueMissing ? content.missingSentence() : '');
    const anchor = message ? content.anchor() : undefined;
    const problem = JSON.stringify([valueMissing, this.#customMessage, message]);
    if (problem !== this.#problem || anchor !== this.#anchor) {
      this.#problem = problem;
      this.#anchor = anchor;
      this.internals.setValidity({ valueMissing, customError: this.#customMessage !== '' }, message, anchor);
    }
    showStates(this.internals, { 'user-invalid': this.userInvalid });
  }
}

function formEntries(name: string, value: string, offer: string | undefined, switches: Switches): FormData {
  const entries = new FormData();
  // PHP drops what follows a bracket: `order[ship]-insured` would take the place of `order[ship]`.
  const beside = (what: string) => name.replace(/]?$/, `-${what}$&`);
  entries.set(name, value);
  if (offer) entries.set(beside('offer'), offer);
  for (const { property, attribute } of extraRows) if (switches[property]) entries.set(beside(attribute), 'on');
  return entries;
}
