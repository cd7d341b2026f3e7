import { expect } from 'chai';
import { all, one } from '../../support/elements.ts';
import { type Cases, describeFields } from './rendered-field.ts';

const named = {
  attributes: 'name="shipping" value="jne/reg" id="field"',
  native: 'name="native" id="native" value="x"',
};

/** The id of what has focus, and what has it inside of that. */
const focused = () => document.activeElement?.id;

const cases: Cases = {
  async 'is among its form’s elements, and nothing of its inside is'(renderField) {
    const { form, field, native, place } = await renderField(named);
    const button = place.querySelector('button');
    expect([...form.elements]).to.deep.equal([field, native, button]);
    expect(form.elements.namedItem('shipping')).to.equal(field);
    expect([field.form, native.form]).to.deep.equal([form, form]);
  },

  async 'belongs to a form elsewhere by its id'(renderField) {
    const { field, native, place, entries } = await renderField({
      attributes: `${named.attributes} form="far"`,
      native: `${named.native} form="far"`,
      page: (one, other) => `<form>${one}${other}</form><form id="far"></form>`,
    });
    const far = one<HTMLFormElement>(place, '#far');
    expect([field.form, ...far.elements]).to.deep.equal([far, field, native]);
    expect([entries(), entries(far)]).to.deep.equal([{}, { shipping: 'jne/reg', native: 'x' }]);
    for (const control of [field, native]) control.removeAttribute('form');
    expect([entries(), entries(far)]).to.deep.equal([{ shipping: 'jne/reg', native: 'x' }, {}]);
  },

  async 'has no form where there is none, and can be chosen from'(renderField) {
    const { field, native, choose } = await renderField({ page: (one, other) => `<p>${one}${other}</p>` });
    choose('jne/oke');
    expect([field.form, native.form, field.value, field.checkValidity()]).to.deep.equal([null, null, 'jne/oke', true]);
  },

  async 'takes its choice and its switches along to another form'(renderField) {
    const { field, native, place, quotes, rest, choose, flip, entries } = await renderField({
      ...named,
      page: (one, other) => `<form>${one}${other}</form><form id="next"></form>`,
    });
    choose('jne/oke');
    flip('insurance');
    const asked = quotes();
    const next = one<HTMLFormElement>(place, '#next');
    next.append(field, native);
    const moved = { shipping: 'jne/oke', 'shipping-insured': 'on', native: 'x' };
    expect([field.form, entries(), entries(next)]).to.deep.equal([next, {}, moved]);
    await rest();
    expect([entries(next), quotes() - asked]).to.deep.equal([moved, 0]);
  },

  async 'leaves nothing behind in the form that it is taken out of, and comes back as it was'(renderField) {
    const { form, field, native, rest, choose, entries } = await renderField(named);
    choose('jne/oke');
    for (const control of [field, native]) control.remove();
    expect([entries(), field.form, form.checkValidity()]).to.deep.equal([{}, null, true]);
    form.prepend(field, native);
    await rest();
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', native: 'x' });
  },

  async 'knows its labels, around it and elsewhere, and takes focus when one of them is clicked'(renderField) {
    const { field, native, place } = await renderField({
      ...named,
      page: (one, other) => `<form>
        <label id="around">Shipping ${one}</label><label id="far" for="field">Courier</label>
        <label>Native ${other}</label><label for="native">Other</label>
      </form>`,
    });
    expect([...field.labels].map((label) => (label as Element).id)).to.deep.equal(['around', 'far']);
    expect(field.labels.length).to.equal(native.labels?.length);
    for (const id of ['#far', '#around']) {
      native.focus();
      one(place, id).click();
      expect([id, focused()]).to.deep.equal([id, 'field']);
      expect(all(field, ':focus').at(-1)).to.equal(one(field, 'input:checked'));
    }
  },

  async 'does what is clicked in it once, and leaves focus there, with a label around it'(renderField) {
    const { field, choose, flip } = await renderField({
      ...named,
      page: (one, other) => `<form><label>Shipping ${one}</label>${other}</form>`,
    });
    const heard: string[] = [];
    field.addEventListener('change', () => heard.push('change'));
    const insurance = one<HTMLInputElement>(field, '#insurance');
    insurance.focus();
    flip('insurance');
    expect([insurance.checked, heard.length, insurance.matches(':focus')]).to.deep.equal([true, 1, true]);
    choose('jne/oke');
    expect([field.value, heard.length]).to.deep.equal(['jne/oke', 2]);
  },

  async 'is disabled by a fieldset around it, as a native control is, and not by one whose legend it is in'(
    renderField,
  ) {
    const { field, native, place, rest, entries } = await renderField({
      ...named,
      page: (one, other) => `<form><fieldset><legend></legend><div>${one}${other}</div></fieldset></form>`,
    });
    const fieldset = one<HTMLFieldSetElement>(place, 'fieldset');
    const radio = () => one(field, '[type=radio]').matches(':disabled');
    const said = () => [field, native].map((control) => [control.matches(':disabled'), control.willValidate]);
    const on = [false, true];
    const off = [true, false];
    fieldset.disabled = true;
    expect([said(), entries()]).to.deep.equal([[off, off], {}]);
    await rest();
    expect([radio(), field.disabled, field.hasAttribute('disabled')]).to.deep.equal([true, false, false]);
    one(place, 'legend').append(field, native);
    await rest();
    expect([said(), radio()]).to.deep.equal([[on, on], false]);
    expect(entries()).to.deep.equal({ shipping: 'jne/reg', native: 'x' });
    one(place, 'fieldset div').append(field, native);
    expect(said()).to.deep.equal([off, off]);
    fieldset.disabled = false;
    await rest();
    expect([said(), radio()]).to.deep.equal([[on, on], false]);
  },
};

describeFields('in its form', cases);
