import { expect } from 'chai';
import { hear } from './hear.ts';
import { type Cases, describeFields } from './rendered-field.ts';

const names = ['input', 'change', 'ship-rate-change', 'ship-extras-change'] as const;

const cases: Cases = {
  async 'tells of a choice by input, then change, then its own event, each from itself'(renderField) {
    const { place, field, choose } = await renderField();
    const heard: unknown[] = [];
    for (const name of names) {
      place.addEventListener(name, (event) => heard.push([event.type, event.target === event.composedPath()[0]]));
      place.addEventListener(name, (event) => expect(event.target).to.equal(field));
    }
    choose('jne/reg');
    expect(heard).to.deep.equal([
      ['input', true],
      ['change', true],
      ['ship-rate-change', true],
    ]);
  },

  async 'tells of a switch by input, then change, then its own event'(renderField) {
    const { field, flip } = await renderField();
    const heard = hear(field);
    flip('insurance');
    expect(heard).to.deep.equal(['input', 'change', 'insured, paid before']);
  },

  async 'dispatches input and change as a native control does'(renderField) {
    const { field, native, choose } = await renderField({
      native: 'type="checkbox" name="native"',
    });
    const heard: unknown[][] = [];
    for (const control of [field, native]) {
      const kinds: unknown[] = [];
      heard.push(kinds);
      for (const name of ['input', 'change']) {
        control.addEventListener(name, ({ type, bubbles, composed, cancelable }) =>
          kinds.push({ type, bubbles, composed, cancelable }),
        );
      }
    }
    choose('jne/reg');
    native.click();
    expect(heard[0]).to.deep.equal(heard[1]).and.to.have.length(2);
  },

  async 'has value, form and validity as an event says, at each of them'(renderField) {
    const { form, field, choose, entries } = await renderField({
      attributes: 'name="shipping" required',
      native: 'name="native"',
    });
    const seen: unknown[] = [];
    for (const name of names) {
      form.addEventListener(
        name,
        () =>
          seen.push([name, field.value, field.rate?.price, field.breakdown?.total, entries(), form.checkValidity()]),
        { once: true },
      );
    }
    choose('jne/reg');
    const state = ['jne/reg', 15_000, 15_000, { shipping: 'jne/reg', native: '' }, true];
    expect(seen).to.deep.equal([
      ['input', ...state],
      ['change', ...state],
      ['ship-rate-change', ...state],
    ]);
  },

  async 'has switch and form as an event says, at each of them'(renderField) {
    const { field, choose, flip, entries } = await renderField();
    choose('jne/reg');
    const seen: unknown[] = [];
    for (const name of names) {
      field.addEventListener(name, () => seen.push([name, field.cashOnDelivery, entries()]), { once: true });
    }
    flip('cash-on-delivery');
    const state = [true, { shipping: 'jne/reg', 'shipping-cash-on-delivery': 'on', native: '' }];
    expect(seen).to.deep.equal([
      ['input', ...state],
      ['change', ...state],
      ['ship-extras-change', ...state],
    ]);
  },

  async 'tells nothing when the choice is clicked again'(renderField) {
    const { field, choose } = await renderField();
    choose('jne/reg');
    const heard = hear(field);
    choose('jne/reg');
    expect(heard).to.deep.equal([]);
  },

  async 'tells nothing of a click while it is disabled'(renderField) {
    const { field, rest, choose, flip } = await renderField();
    field.disabled = true;
    await rest();
    const heard = hear(field);
    choose('jne/reg');
    flip('insurance');
    expect([field.value, field.insured, ...heard]).to.deep.equal([null, false]);
  },
};

describeFields('as what a page listens to', cases);
