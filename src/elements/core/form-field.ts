import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Gives an element the properties and methods of classes that are not its parents, so that only one class stands between an element and
 * LitElement. Members of its own come first. Call it in a static block, before the element is registered.
 */
export function takeMembers(element: { prototype: object }, ...sources: { prototype: object }[]): void {
  for (const source of sources) {
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(source.prototype)))
      if (!Object.hasOwn(element.prototype, name)) Object.defineProperty(element.prototype, name, member);
  }
}

/** What every form field has, as `<input>` does. For an element with a `FormParticipation` (`base/take-members.ts`). */
export abstract class FormMembers {
  abstract disabled: boolean;

  /** @internal */
  abstract readonly internals: ElementInternals;

  /** @internal */
  abstract readonly field: FormParticipation;

  get form(): HTMLFormElement | null {
    return this.internals.form;
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
    this.field.customMessage = message;
  }

  formDisabledCallback(disabled: boolean): void {
    this.field.isFieldsetDisabled = disabled;
  }

  /** @internal Disabled by itself or by a fieldset around it. */
  get isDisabled(): boolean {
    return this.disabled || this.field.isFieldsetDisabled;
  }
}

/** The value of a field, as its form sees it. */
export interface FieldContent {
  name: string;
  required: boolean;
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

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly internals: ElementInternals;
  /** Writes form value, validity and custom states. */
  sync(): void;
}

/** Takes part in a form: value, validity, labels, focus. */
export class FormParticipation implements ReactiveController {
  readonly #host: Host;
  readonly #content: () => FieldContent | undefined;
  #isFieldsetDisabled = false;
  #customMessage = '';
  #isTouched = false;
  /** The entries, the problem and its place that were last written to the form. */
  #entries = '';
  #problem = '';
  #anchor: HTMLElement | undefined;

  /** @param content returns undefined for a part of another field, which submits nothing */
  constructor(host: Host, content: () => FieldContent | undefined) {
    this.#host = host;
    this.#content = content;
    host.addController(this);
    // A click on a <label> of the page arrives at the host itself.
    host.addEventListener('click', (event) => {
      if (event.composedPath()[0] === host && content()) host.focus();
    });
    // A browser sends no keypress if the page has prevented the keydown.
    host.addEventListener('keypress', (event) => {
      const [{ type }] = event.composedPath() as [HTMLInputElement];
      const isInside = event.target === host && /^(radio|checkbox)$/.test(type);
      if (isInside && event.key === 'Enter' && !event.repeat) this.submit();
    });
    host.addEventListener('invalid', () => this.touch());
    host.addEventListener('input', ({ target }) => target === host && content() && this.touch());
  }

  hostConnected(): void {
    this.sync();
  }

  set customMessage(message: string) {
    this.#customMessage = message;
    this.#host.sync();
  }

  get isFieldsetDisabled(): boolean {
    return this.#isFieldsetDisabled;
  }

  set isFieldsetDisabled(isDisabled: boolean) {
    this.#isFieldsetDisabled = isDisabled;
    // The browser may call this while the host updates. Lit would then ignore the request for another update.
    void this.#host.updateComplete.then(() => this.#host.requestUpdate());
  }

  /** Whether the field is wrong and the shopper has used it or tried to submit: only then `:state(user-invalid)` matches. */
  get userInvalid(): boolean {
    return this.#isTouched && this.#host.internals.willValidate && !this.#host.internals.validity.valid;
  }

  /** The text of the page's labels, without the host that a label may be wrapped around. */
  get labelText(): string {
    const texts = [...(this.#host.internals.labels ?? [])].map(({ textContent }) =>
      textContent?.replace(this.#host.textContent ?? '', ''),
    );
    return texts.join(' ').trim();
  }

  /** The shopper has used the field. */
  touch(): void {
    this.#isTouched = true;
    this.#host.sync();
    this.#host.requestUpdate();
  }

  reset(): void {
    this.#isTouched = false;
  }

  /** Submits the form as Enter in a native field does: by its first button, which may be disabled. */
  submit(): void {
    const { form } = this.#host.internals;
    const fields = [...(form?.elements ?? [])] as HTMLButtonElement[];
    const button = fields.find(({ type }) => type === 'submit');
    if (button) button.click();
    else if (fields.length === 1) form?.requestSubmit();
  }

  /** Sets form value and validity, if they have changed. Called before the events. */
  sync(): void {
    const given = this.#content();
    if (!given) return;
    const { name, required, value, beside, restorable, ...content } = given;
    const entries = JSON.stringify([name, value, beside, restorable]);
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.#host.internals.setFormValue(value && name ? formEntries(name, value, beside) : null, restorable);
    }
    const valueMissing = required && !value;
    const message = this.#customMessage || (valueMissing ? content.missingSentence() : '');
    const anchor = message ? content.anchor() : undefined;
    const problem = JSON.stringify([valueMissing, this.#customMessage, message]);
    if (problem === this.#problem && anchor === this.#anchor) return;
    this.#problem = problem;
    this.#anchor = anchor;
    this.#host.internals.setValidity({ valueMissing, customError: this.#customMessage !== '' }, message, anchor);
  }
}

function formEntries(name: string, value: string, more: FieldContent['beside']): FormData {
  const entries = new FormData();
  // PHP drops the text after a bracket: `order[ship]-insured` would replace `order[ship]`.
  const beside = (what: string) => name.replace(/]?$/, `-${what}$&`);
  entries.set(name, value);
  for (const [what, text] of Object.entries(more)) if (text) entries.set(beside(what), text);
  return entries;
}
