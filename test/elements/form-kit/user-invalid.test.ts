import { expect } from 'chai';
import { all, textOf } from '../../support/elements.ts';
import { type Cases, describeFields, type FormField } from './rendered-field.ts';

const wrong = (field: FormField) => field.matches(':state(user-invalid)');

const cases: Cases = {
  async 'is not marked before the shopper has done anything'(renderField) {
    const { field, native } = await renderField();
    expect([wrong(field), native.matches(':user-invalid')]).to.deep.equal([false, false]);
  },

  async 'is marked once the shopper tries to submit, until there is a choice'(renderField) {
    const { form, field, native, choose } = await renderField();
    form.requestSubmit();
    expect([wrong(field), native.matches(':user-invalid')]).to.deep.equal([true, true]);
    native.value = 'there';
    choose('jne/reg');
    expect([wrong(field), native.matches(':user-invalid')]).to.deep.equal([false, false]);
  },

  async 'is marked once the shopper has switched something and has chosen nothing'(renderField) {
    const { field, flip } = await renderField();
    let told: boolean | undefined;
    field.addEventListener('input', () => {
      told = wrong(field);
    });
    flip('insurance');
    expect([told, wrong(field)]).to.deep.equal([true, true]);
  },

  async 'is marked again when the choice goes away, and not where none is required'(renderField) {
    const { field, rest, choose } = await renderField();
    choose('jne/reg');
    field.value = null;
    await rest();
    expect(wrong(field)).to.equal(true);
    field.required = false;
    await rest();
    expect(wrong(field)).to.equal(false);
  },

  async 'is marked by a problem of the page’s'(renderField) {
    const { field, choose } = await renderField();
    choose('jne/reg');
    field.setCustomValidity('Not today.');
    expect(wrong(field)).to.equal(true);
    field.setCustomValidity('');
    expect(wrong(field)).to.equal(false);
  },

  async 'is not marked any more once the form is reset'(renderField) {
    const { form, field, native, rest } = await renderField();
    form.requestSubmit();
    form.reset();
    await rest();
    expect([wrong(field), native.matches(':user-invalid')]).to.deep.equal([false, false]);
  },

  async 'is not marked while it is disabled'(renderField) {
    const { form, field, native, rest } = await renderField();
    form.requestSubmit();
    for (const control of [field, native]) control.disabled = true;
    await rest();
    expect([wrong(field), native.matches(':user-invalid')]).to.deep.equal([false, false]);
  },

  async 'says it beneath the rates, whose colours stay'(renderField) {
    const { form, field, rest } = await renderField();
    const colour = () => getComputedStyle(all(field, '[part=row]')[0] as Element).borderColor;
    const said = () => all(field, '.panel').map(textOf);
    const before = colour();
    form.requestSubmit();
    await rest();
    expect([said(), colour()]).to.deep.equal([['Choose a delivery option.'], before]);
    form.reset();
    await rest();
    expect(said()).to.be.empty;
  },
};

describeFields('as a field that the shopper has left wrong', cases);
