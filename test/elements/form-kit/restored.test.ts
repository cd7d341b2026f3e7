import { expect } from 'chai';
import { one } from '../../support/elements.ts';
import { json, rate } from '../../support/fixtures.ts';
import { hear } from './hear.ts';
import { type Cases, describeFields, type FormField } from './rendered-field.ts';

interface Kept {
  value: string | null;
  insured: boolean;
  cashOnDelivery: boolean;
}

/** The text that a browser keeps of a field whose shopper had these, for a page that is loaded again. */
const restorableState = ({ value, insured, cashOnDelivery }: Kept) =>
  `${Number(insured)}${Number(cashOnDelivery)}${value ?? ''}`;

const insurance = (field: FormField) => one<HTMLInputElement>(field, '#insurance').checked;

const cases: Cases = {
  async 'brings back choice and switches before there are rates, asks once, and tells of both'(renderField) {
    const state = restorableState({ value: 'jne/oke', insured: true, cashOnDelivery: false });
    const { field, quote, quotes, entries } = await renderField({
      attributes: 'name="shipping" value="jne/reg"',
      quoted: false,
    });
    const heard = hear(field);
    field.formStateRestoreCallback(state);
    expect([field.value, field.insured, field.cashOnDelivery]).to.deep.equal(['jne/oke', true, false]);
    expect(entries()).to.deep.equal({ native: '' });
    await quote();
    expect(heard).to.deep.equal(['insured, paid before', 'oke: restored']);
    expect([quotes(), insurance(field), field.rate?.price]).to.deep.equal([1, true, 9_000]);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', 'shipping-insured': 'on', native: '' });
  },

  async 'brings back choice and switches before the first rendering, asks once, and tells of both'(renderField) {
    const state = restorableState({ value: 'jne/oke', insured: true, cashOnDelivery: false });
    let heard: string[] = [];
    const { field, quote, quotes, entries } = await renderField({
      attributes: 'name="shipping" value="jne/reg"',
      quoted: false,
      begin(unrendered) {
        heard = hear(unrendered);
        unrendered.formStateRestoreCallback(state);
      },
    });
    await quote();
    expect(heard).to.deep.equal(['insured, paid before', 'oke: restored']);
    expect([quotes(), insurance(field), field.rate?.price]).to.deep.equal([1, true, 9_000]);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', 'shipping-insured': 'on', native: '' });
  },

  async 'says that the default was brought back where it was the choice'(renderField) {
    const state = restorableState({ value: 'jne/reg', insured: false, cashOnDelivery: false });
    const { field, quote } = await renderField({ attributes: 'name="shipping" value="jne/reg"', quoted: false });
    const heard = hear(field);
    field.formStateRestoreCallback(state);
    await quote();
    expect(heard).to.deep.equal(['reg: restored']);
  },

  async 'brings back that a switch was off, and that nothing was chosen'(renderField) {
    const state = restorableState({ value: null, insured: false, cashOnDelivery: false });
    const { field, quote, entries } = await renderField({
      attributes: 'name="shipping" value="jne/reg" insured',
      quoted: false,
    });
    const heard = hear(field);
    field.formStateRestoreCallback(state);
    await quote();
    expect(heard).to.deep.equal(['uninsured, paid before']);
    expect([field.value, insurance(field), entries()]).to.deep.equal([null, false, { native: '' }]);
  },

  async 'brings back a choice when the rates are there already'(renderField) {
    const state = restorableState({ value: 'jne/oke', insured: false, cashOnDelivery: false });
    const { field, rest, entries } = await renderField({ attributes: 'name="shipping" value="jne/reg"' });
    const heard = hear(field);
    field.formStateRestoreCallback(state);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', native: '' });
    await rest();
    expect(heard).to.deep.equal(['oke: restored']);
    expect(one<HTMLInputElement>(field, 'input[value="jne/oke"]').checked).to.equal(true);
  },

  async 'explains a choice that is quoted no more'(renderField) {
    const state = restorableState({ value: 'jne/oke', insured: false, cashOnDelivery: false });
    for (const quoted of [false, true]) {
      const { field, answers, rest, quote } = await renderField({ quoted: false });
      answers.rates = () => json({ success: true, pricing: [rate()] });
      const heard = hear(field);
      if (quoted) await quote();
      field.formStateRestoreCallback(state);
      await (quoted ? rest() : quote());
      expect(heard, `quoted ${quoted}`).to.deep.equal(['none: service-unavailable']);
      expect(field.value).to.equal(null);
    }
  },

  async 'goes back to the page’s defaults, not to what was brought back, when the form is reset'(renderField) {
    const state = restorableState({ value: 'jne/oke', insured: true, cashOnDelivery: false });
    const { form, field, quote, rest, entries } = await renderField({
      attributes: 'name="shipping" value="jne/reg"',
      quoted: false,
    });
    field.formStateRestoreCallback(state);
    await quote();
    form.reset();
    await rest();
    expect(entries()).to.deep.equal({ shipping: 'jne/reg', native: '' });
  },

  async 'takes nothing from a state that is none of its own'(renderField) {
    const { field, rest, choose } = await renderField();
    choose('jne/reg');
    await rest();
    const heard = hear(field);
    for (const state of [null, new FormData(), new File([], 'state')]) field.formStateRestoreCallback(state);
    await rest();
    expect([field.value, ...heard]).to.deep.equal(['jne/reg']);
  },
};

describeFields('in a page that is loaded again', cases);
