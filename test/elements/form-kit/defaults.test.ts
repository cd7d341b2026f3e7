import { expect } from 'chai';
import { one } from '../../support/elements.ts';
import { json, rate } from '../../support/fixtures.ts';
import { hear } from './hear.ts';
import { type Cases, describeFields, type FormField } from './rendered-field.ts';

const checked = (field: FormField, id: string) => one<HTMLInputElement>(field, `#${id}`).checked;

const cases: Cases = {
  async 'has the value of its attribute until there is a choice, as a native control has'(renderField) {
    const { field, native, rest, choose, entries } = await renderField({
      attributes: 'name="shipping" value="jne/oke"',
      native: 'name="native" value="jne/oke"',
    });
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', native: 'jne/oke' });
    for (const control of [field, native]) control.setAttribute('value', 'jne/reg');
    await rest();
    expect([field.value, field.rate?.price]).to.deep.equal([native.value, 15_000]);
    expect(entries()).to.deep.equal({ shipping: 'jne/reg', native: 'jne/reg' });
    choose('jne/oke');
    native.value = 'jne/oke';
    for (const control of [field, native]) control.setAttribute('value', 'jne/yes');
    await rest();
    expect([field.value, field.defaultValue]).to.deep.equal([native.value, native.defaultValue]);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', native: 'jne/oke' });
  },

  async 'goes back to its default at once when the form is reset, and follows it again'(renderField) {
    const { form, field, native, rest, choose, entries } = await renderField({
      attributes: 'name="shipping" value="jne/oke"',
      native: 'name="native" value="jne/oke"',
    });
    choose('jne/reg');
    native.value = 'jne/reg';
    form.reset();
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', native: 'jne/oke' });
    await rest();
    expect(field.rate?.price).to.equal(9_000);
    for (const control of [field, native]) control.setAttribute('value', 'jne/reg');
    await rest();
    expect(entries()).to.deep.equal({ shipping: 'jne/reg', native: 'jne/reg' });
  },

  async 'has no choice again where it has no default'(renderField) {
    const { form, field, rest, choose, entries } = await renderField();
    choose('jne/reg');
    const heard = hear(field);
    form.reset();
    expect([field.value, entries()]).to.deep.equal([null, { native: '' }]);
    await rest();
    expect(heard).to.deep.equal(['none: reset']);
    expect([field.rate, form.checkValidity()]).to.deep.equal([undefined, false]);
  },

  async 'switches back to what its attributes say when the form is reset, and tells so'(renderField) {
    const { form, field, rest, choose, flip, entries } = await renderField({
      attributes: 'name="shipping" value="jne/oke" insured cash-on-delivery="false"',
    });
    flip('insurance');
    flip('cash-on-delivery');
    choose('jne/reg');
    await rest();
    expect(entries()).to.deep.equal({ shipping: 'jne/reg', 'shipping-cash-on-delivery': 'on', native: '' });
    const heard = hear(field);
    form.reset();
    expect([field.insured, field.cashOnDelivery, field.value]).to.deep.equal([true, false, 'jne/oke']);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', 'shipping-insured': 'on', native: '' });
    await rest();
    expect(heard).to.deep.equal(['insured, paid before', 'oke: reset']);
    expect([checked(field, 'insurance'), checked(field, 'cash-on-delivery')]).to.deep.equal([true, false]);
  },

  async 'says that a price moved by the reset when the switches back have another'(renderField) {
    const { form, field, answers, rest, quote, flip } = await renderField({
      attributes: 'name="shipping" value="jne/reg"',
      quoted: false,
    });
    answers.rates = () => json({ success: true, pricing: [rate({ price: 15_500, insurance_fee: 500 })] });
    await quote();
    flip('insurance');
    await rest();
    expect(field.rate?.price).to.equal(15_500);
    const heard = hear(field);
    form.reset();
    await rest();
    expect(heard).to.deep.equal(['uninsured, paid before', 'reg: reset']);
    expect(field.rate?.price).to.equal(15_000);
    flip('insurance');
    await rest();
    expect(heard.at(-1)).to.equal('reg: user');
  },

  async 'holds its default when the form is reset before there are rates'(renderField) {
    const { form, field, quote, entries } = await renderField({
      attributes: 'name="shipping" value="jne/reg"',
      quoted: false,
    });
    form.reset();
    await quote();
    expect(entries()).to.deep.equal({ shipping: 'jne/reg', native: '' });
    expect(field.rate?.price).to.equal(15_000);
  },

  async 'has no choice, and says nothing of one, where its value attribute is empty'(renderField) {
    const { field, quote } = await renderField({ attributes: 'name="shipping" value=""', quoted: false });
    const heard = hear(field);
    await quote();
    expect([field.value, ...heard]).to.deep.equal([null]);
  },

  async 'keeps its attributes as the page has written them, whatever the shopper does'(renderField) {
    const { field, rest, choose, flip } = await renderField({ attributes: 'name="shipping" value="jne/oke"' });
    choose('jne/reg');
    flip('insurance');
    await rest();
    expect([field.getAttribute('value'), field.hasAttribute('insured')]).to.deep.equal(['jne/oke', false]);
  },

  async 'tells of nothing when the page sets its value and its switches'(renderField) {
    const { field, rest } = await renderField();
    const heard = hear(field);
    Object.assign(field, { value: 'jne/reg', insured: true, cashOnDelivery: true, required: false });
    await rest();
    expect(heard).to.deep.equal([]);
  },
};

describeFields('as a field with defaults', cases);
