import { expect } from 'chai';
import { all } from '../../support/elements.ts';
import { type Cases, describeFields } from './rendered-field.ts';

type Control = Pick<HTMLInputElement, 'checkValidity' | 'validity' | 'willValidate' | 'matches'>;

/** What a control says of its validity, to a script and to a style sheet. */
function said(control: Control) {
  const { valueMissing, customError, valid } = control.validity;
  const pseudo = [':valid', ':invalid', ':enabled', ':disabled'].filter((name) => control.matches(name));
  return { valueMissing, customError, valid, willValidate: control.willValidate, pseudo };
}

const cases: Cases = {
  async 'is invalid as long as it is required and has no choice, and valid with one'(renderField) {
    const { form, field, native, choose } = await renderField();
    expect(said(field)).to.deep.equal(said(native)).and.to.include({ valueMissing: true });
    expect([field.checkValidity(), form.checkValidity()]).to.deep.equal([false, false]);
    expect(field.validationMessage).not.to.equal('');
    choose('jne/reg');
    native.value = 'jne/reg';
    expect(said(field)).to.deep.equal(said(native)).and.to.include({ valid: true });
    expect([field.checkValidity(), field.reportValidity(), form.checkValidity()]).to.deep.equal([true, true, true]);
    expect(field.validationMessage).to.equal('');
  },

  async 'is valid without a choice where none is required, from the start or later'(renderField) {
    const { field, native, rest } = await renderField({ attributes: 'name="shipping"', native: 'name="native"' });
    expect(said(field)).to.deep.equal(said(native)).and.to.include({ valid: true });
    field.required = true;
    native.required = true;
    await rest();
    expect([field.hasAttribute('required'), said(field)]).to.deep.equal([true, said(native)]);
    field.removeAttribute('required');
    native.removeAttribute('required');
    await rest();
    expect([field.required, said(field)]).to.deep.equal([false, said(native)]);
  },

  async 'tells of being invalid once a check, by an event that can be cancelled and does not bubble'(renderField) {
    const { form, field, native } = await renderField();
    const heard: unknown[] = [];
    for (const control of [field, native]) {
      control.addEventListener('invalid', (event) => {
        event.preventDefault();
        heard.push([event.bubbles, event.composed, event.defaultPrevented, event.target === control]);
      });
    }
    let bubbled = 0;
    form.addEventListener('invalid', () => (bubbled += 1));
    expect(form.checkValidity()).to.equal(false);
    expect(heard).to.deep.equal([
      [false, false, true, true],
      [false, false, true, true],
    ]);
    expect([field.checkValidity(), field.reportValidity(), heard.length, bubbled]).to.deep.equal([false, false, 4, 0]);
  },

  async 'takes focus where the choice is made when its problem is reported'(renderField) {
    const { form, field, native } = await renderField();
    native.focus();
    expect(form.reportValidity()).to.equal(false);
    expect(document.activeElement).to.equal(field);
    const focused = all(field, ':focus').at(-1);
    expect(focused?.matches('[type=radio]')).to.equal(true);
  },

  async 'leaves focus where it is when the page reports the problem itself'(renderField) {
    const { field, native } = await renderField();
    native.focus();
    field.addEventListener('invalid', (event) => event.preventDefault());
    expect(field.reportValidity()).to.equal(false);
    expect(document.activeElement).to.equal(native);
  },

  async 'takes a problem of the page’s beside its own, and says it first'(renderField) {
    const { form, field, native, choose } = await renderField();
    for (const control of [field, native]) control.setCustomValidity('Not today.');
    expect(said(field)).to.deep.equal(said(native)).and.to.include({ customError: true, valueMissing: true });
    choose('jne/reg');
    native.value = 'jne/reg';
    expect(said(field)).to.deep.equal(said(native)).and.to.include({ customError: true, valueMissing: false });
    expect([field.validationMessage, form.checkValidity()]).to.deep.equal(['Not today.', false]);
    for (const control of [field, native]) control.setCustomValidity('');
    expect(said(field)).to.deep.equal(said(native)).and.to.include({ valid: true });
    expect([field.validationMessage, form.checkValidity()]).to.deep.equal(['', true]);
  },

  async 'is asked nothing while it is disabled'(renderField) {
    const { form, field, native, rest } = await renderField();
    const heard: string[] = [];
    field.addEventListener('invalid', () => heard.push('invalid'));
    for (const control of [field, native]) control.disabled = true;
    await rest();
    expect([field.willValidate, native.willValidate, form.checkValidity()]).to.deep.equal([false, false, true]);
    expect([field.checkValidity(), field.reportValidity(), ...heard]).to.deep.equal([true, true]);
    for (const control of [field, native]) control.disabled = false;
    await rest();
    expect(said(field)).to.deep.equal(said(native)).and.to.include({ willValidate: true, valid: false });
  },

  async 'holds its form back until it is valid, unless the form does not validate'(renderField) {
    const { form, field, native, choose } = await renderField();
    native.value = 'there';
    const submitted: unknown[] = [];
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted.push(new FormData(form).get('shipping'));
    });
    form.requestSubmit();
    expect([document.activeElement === field, ...submitted]).to.deep.equal([true]);
    form.noValidate = true;
    form.requestSubmit();
    form.noValidate = false;
    choose('jne/reg');
    form.requestSubmit();
    expect(submitted).to.deep.equal([null, 'jne/reg']);
  },
};

describeFields('as what a form checks', cases);
