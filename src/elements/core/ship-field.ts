import type { PropertyDeclarations } from 'lit';
import type { RatesClient } from '../../client/index.ts';
import type { Words } from '../words/words.ts';
import { filled, flag } from './page-input.ts';
import { ShipElement } from './ship-element.ts';

/** The value of a field, as its form sees it. */
export interface FieldContent {
  /** What it submits under its name, or null. */
  value: string | null;
  /** What it submits beside that, by the ends of the names. Empty texts are left out. */
  beside: Readonly<Record<string, string>>;
  /** The state that the browser stores for a reload. */
  restorable: string;
  /** The validation message: what the shopper has to do before there is a value. */
  missingSentence(): string;
  /** The element inside that the browser's bubble points at. */
  anchor(): HTMLElement | undefined;
}

/** What every form field has, as `<input>` does: name, value, validity, labels, focus. */
export abstract class ShipField<OwnWords extends object = Words, Client = RatesClient> extends ShipElement<
  OwnWords,
  Client
> {
  static readonly formAssociated = true;

  static override properties: PropertyDeclarations = {
    name: { converter: filled, reflect: true },
    required: { converter: flag, reflect: true },
  };

  /** The name of its form field. Others begin with it: `-offer`, `-insurance` and `-cash-on-delivery`; of a district `-postal-code` and `-name`. */
  name = '';

  /** The form waits for a choice. */
  required = false;

  #isFieldsetDisabled = false;
  #customMessage = '';
  #isTouched = false;
  /** The entries, the problem and its place that were last written to the form. */
  #entries = '';
  #problem = '';
  #anchor: HTMLElement | undefined;

  constructor() {
    super();
    // A click on a <label> of the page arrives at the element itself.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this && this.content) this.focus();
    });
    // A browser sends no keypress if the page has prevented the keydown.
    this.addEventListener('keypress', (event) => {
      const [{ type }] = event.composedPath() as [HTMLInputElement];
      const isInside = event.target === this && /^(radio|checkbox)$/.test(type);
      if (isInside && event.key === 'Enter' && !event.repeat) this.submitForm();
    });
    this.addEventListener('invalid', () => this.#touch());
    this.addEventListener('input', ({ target }) => target === this && this.content && this.#touch());
  }

  /** @readonly for a page's types: what is set is the attribute. */
  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  /** @internal The attribute `form`: React 19 and Solid set an attribute by its property where there is one (descope/descope-js#857). */
  set form(id: unknown) {
    if (id === null || id === undefined) this.removeAttribute('form');
    else this.setAttribute('form', `${id}`);
  }

  get labels(): NodeList {
    return this.internals.labels;
  }

  get validity(): ValidityState {
    return this.internals.validity;
  }

  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  setCustomValidity(message: string): void {
    this.#customMessage = message;
    this.sync();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#syncForm();
  }

  /** An attribute is a default. As in a native field, it does not take back what the shopper has done (bigskysoftware/htmx#4030). */
  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (!this.isShoppersOwn(name)) super.attributeChangedCallback(name, before, value);
  }

  formDisabledCallback(disabled: boolean): void {
    this.#isFieldsetDisabled = disabled;
    // The browser may call this while the element updates. Lit would then ignore the request for another update.
    void this.updateComplete.then(() => this.requestUpdate());
  }

  formResetCallback(): void {
    this.#isTouched = false;
  }

  /** @internal What its form sees. Undefined for a part of another field, which submits nothing. */
  protected abstract get content(): FieldContent | undefined;

  /** @internal Whether the shopper has replaced the default that this attribute is. */
  protected abstract isShoppersOwn(attribute: string): boolean;

  /** @internal Disabled by itself or by a fieldset around it. */
  get isDisabled(): boolean {
    return this.disabled || this.#isFieldsetDisabled;
  }

  /** @internal Whether it is wrong and the shopper has used it or tried to submit: only then `:state(user-invalid)` matches. */
  protected get userInvalid(): boolean {
    return this.#isTouched && this.willValidate && !this.validity.valid;
  }

  /** @internal The text of the page's labels, without the element that a label may be wrapped around. */
  protected get labelText(): string {
    const texts = [...(this.labels ?? [])].map(({ textContent }) => textContent?.replace(this.textContent ?? '', ''));
    return texts.join(' ').trim();
  }

  /** @internal Submits the form as Enter in a native field does: by its first button, which may be disabled. */
  protected submitForm(): void {
    const fields = [...(this.form?.elements ?? [])] as HTMLButtonElement[];
    const button = fields.find(({ type }) => type === 'submit');
    if (button) button.click();
    else if (fields.length === 1) this.form?.requestSubmit();
  }

  /** @internal */
  override sync(): void {
    this.#syncForm();
    super.sync();
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    return { 'user-invalid': this.userInvalid };
  }

  /** The shopper has used it. */
  #touch(): void {
    this.#isTouched = true;
    this.sync();
    this.requestUpdate();
  }

  /** Sets form value and validity, if they have changed. Called before the events. */
  #syncForm(): void {
    const { content, required } = this;
    if (!content) return;
    // A page may set anything.
    const name = String(this.name ?? '');
    const { value, beside, restorable } = content;
    const entries = JSON.stringify([name, value, beside, restorable]);
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.internals.setFormValue(value && name ? formEntries(name, value, beside) : null, restorable);
    }
    const valueMissing = required && !value;
    const message = this.#customMessage || (valueMissing ? content.missingSentence() : '');
    const anchor = message ? content.anchor() : undefined;
    const problem = JSON.stringify([valueMissing, this.#customMessage, message]);
    if (problem === this.#problem && anchor === this.#anchor) return;
    this.#problem = problem;
    this.#anchor = anchor;
    this.internals.setValidity({ valueMissing, customError: this.#customMessage !== '' }, message, anchor);
  }
}

function formEntries(name: string, value: string, more: FieldContent['beside']): FormData {
  const entries = new FormData();
  // As `entryName`, which would weigh more here.
  const beside = (what: string) => name.replace(/]?$/, `-${what}$&`);
  entries.set(name, value);
  for (const [what, text] of Object.entries(more)) if (text) entries.set(beside(what), text);
  return entries;
}
