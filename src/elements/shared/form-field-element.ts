import type { PropertyDeclarations, PropertyValues } from 'lit';
import { flag } from './converters.ts';
import { ShipElement } from './ship-element.ts';

/**
 * An element that takes part in a form: submits `name` with its value, `name-insured` and `name-cash-on-delivery` as
 * `on` or not at all, and never a bare price, which a server could not trust.
 */
export abstract class FormFieldElement extends ShipElement {
  static override properties: PropertyDeclarations = {
    name: { reflect: true },
    required: { converter: flag, reflect: true },
    defaultValue: { attribute: 'value' },
    userValidity: { state: true },
  };

  static readonly formAssociated = true;

  name = '';

  required = false;

  /** The chosen service, `jne/reg`. The attribute is the default that a form's reset returns to. */
  defaultValue: string | null = null;

  /** Whether the shopper has chosen or has tried to submit: only then does `:state(user-invalid)` match. */
  protected userValidity = false;

  #custom = '';
  #value: string | null | undefined;
  #disabledByForm = false;

  constructor() {
    super();
    // A click on a <label> of the page's arrives at the host itself.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this) this.focus();
    });
    this.addEventListener('invalid', () => {
      this.userValidity = true;
      this.syncForm();
    });
  }

  /** The chosen service, `jne/reg`, or null. Setting it fires no event; it shows once the service is quoted. */
  get value(): string | null {
    return (this.#value === undefined ? this.defaultValue : this.#value) || null;
  }

  set value(key: string | null) {
    const old = this.value;
    this.#value = key || null;
    this.requestUpdate('value', old);
    this.syncForm();
  }

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  get labels(): NodeList {
    return this.internals.labels;
  }

  /** @internal What the page's labels call this field, themselves without what they are wrapped around. */
  get calledBy(): string {
    const texts = [...(this.labels ?? [])].map(({ textContent }) => textContent?.replace(this.textContent ?? '', ''));
    return texts.join(' ').trim();
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

  /** Disabled by itself or by a fieldset around it. */
  protected get off(): boolean {
    return this.disabled || this.#disabledByForm;
  }

  /** Whether the value is one that may be submitted. */
  protected abstract get submittable(): boolean;
  protected abstract get switches(): { insured: boolean; cashOnDelivery: boolean };
  /** Where the browser's bubble points, inside this element. */
  abstract get anchor(): HTMLElement | undefined;
  /** What the shopper has to do before there is a value. */
  protected abstract get whyNot(): string;
  protected abstract reset(): void;
  /** What a browser keeps of it for a page that is loaded again. */
  protected abstract get memory(): string;
  protected abstract recall(memory: string): void;

  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  setCustomValidity(message: string): void {
    this.#custom = message;
    this.syncForm();
  }

  formResetCallback(): void {
    this.userValidity = false;
    this.reset();
  }

  formDisabledCallback(disabled: boolean): void {
    this.#disabledByForm = disabled;
    // It also comes amid an update of ours, which reflects `disabled`: one that is asked for then would be lost.
    void this.updateComplete.then(() => this.requestUpdate());
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    if (typeof state === 'string') this.recall(state);
  }

  protected override updated(changed: PropertyValues): void {
    this.syncForm();
    super.updated(changed);
  }

  /** Takes a value without a word to the rest of the element; undefined for the default. */
  protected keep(key: string | null | undefined): void {
    this.#value = key;
  }

  /** Form value and validity, always before an event tells of a change. */
  protected syncForm(): void {
    const { value, name } = this;
    const submitted = this.submittable ? value : null;
    this.internals.setFormValue(submitted && name ? this.#entries(name, submitted) : null, this.memory);
    const valueMissing = this.required && !submitted;
    const message = this.#custom || (valueMissing ? this.whyNot : '');
    this.internals.setValidity({ valueMissing, customError: this.#custom !== '' }, message, this.anchor);
    this.showStates({ 'user-invalid': this.userValidity && this.willValidate && !this.validity.valid });
  }

  /** As a native field does, when the shopper has changed something; what it says is true by then. */
  protected tellInput(): void {
    this.userValidity = true;
    this.syncForm();
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #entries(name: string, value: string): FormData {
    const entries = new FormData();
    entries.set(name, value);
    // PHP drops what follows a bracket: `order[ship]-insured` would take the place of `order[ship]`.
    const set = (part: string) => entries.set(name.replace(/]?$/, `-${part}$&`), 'on');
    if (this.switches.insured) set('insured');
    if (this.switches.cashOnDelivery) set('cash-on-delivery');
    return entries;
  }
}
