import type { FormParticipation } from './form-participation.ts';

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
