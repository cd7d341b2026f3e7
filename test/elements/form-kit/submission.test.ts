import { expect } from 'chai';
import { rate } from '../../support/fixtures.ts';
import { oke, quote as quoteOf } from '../../support/shop.ts';
import { type Cases, describeFields } from './rendered-field.ts';

const both = (name: string) => ({ attributes: `name="${name}"`, native: `name="${name}" value="jne/reg"` });

const cases: Cases = {
  async 'submits its name and its choice in its place, and never a price'(renderField) {
    const { form, choose } = await renderField();
    expect([...new FormData(form)]).to.deep.equal([['native', '']]);
    choose('jne/reg');
    expect([...new FormData(form)]).to.deep.equal([
      ['shipping', 'jne/reg'],
      ['native', ''],
    ]);
  },

  async 'submits each switch that is on'(renderField) {
    const { form, choose, flip } = await renderField();
    choose('jne/reg');
    flip('cash-on-delivery');
    const one = ['shipping-cash-on-delivery', 'on'];
    expect([...new FormData(form)]).to.deep.equal([['shipping', 'jne/reg'], one, ['native', '']]);
    flip('insurance');
    const other = ['shipping-insured', 'on'];
    expect([...new FormData(form)]).to.deep.equal([['shipping', 'jne/reg'], other, one, ['native', '']]);
  },

  async 'submits the offer of the chosen row beside it, the one of the latest answer, and none where the row has none'(
    renderField,
  ) {
    const { form, field, quote, choose, answers } = await renderField();
    answers.rates = () => quoteOf(rate({ offer: 'first' }), oke);
    void field.refresh();
    await quote();
    choose('jne/reg');
    const offered = (offer: string) => [
      ['shipping', 'jne/reg'],
      ['shipping-offer', offer],
      ['native', ''],
    ];
    expect([...new FormData(form)]).to.deep.equal(offered('first'));
    answers.rates = () => quoteOf(rate({ offer: 'second' }), oke);
    void field.refresh();
    await quote();
    expect([...new FormData(form)]).to.deep.equal(offered('second'));
    choose('jne/oke');
    expect([...new FormData(form)]).to.deep.equal([
      ['shipping', 'jne/oke'],
      ['native', ''],
    ]);
  },

  async 'keeps the switches within the brackets that a name ends with'(renderField) {
    const { form, choose, flip } = await renderField(both('order[ship]'));
    choose('jne/reg');
    flip('insurance');
    expect([...new FormData(form)]).to.deep.equal([
      ['order[ship]', 'jne/reg'],
      ['order[ship-insured]', 'on'],
      ['order[ship]', 'jne/reg'],
    ]);
  },

  async 'submits nothing without a name, as a native control does, but is valid or not all the same'(renderField) {
    for (const name of ['', 'name=""']) {
      const { form, field, native, rest, choose } = await renderField({ attributes: `${name} required`, native: name });
      expect(form.checkValidity()).to.equal(false);
      choose('jne/reg');
      native.value = 'jne/reg';
      expect([[...new FormData(form)], form.checkValidity()]).to.deep.equal([[], true]);
      for (const control of [field, native]) control.name = 'late';
      await rest();
      const late = ['late', 'jne/reg'];
      expect([...new FormData(form)]).to.deep.equal([late, late]);
      expect([field.getAttribute('name'), native.getAttribute('name')]).to.deep.equal(['late', 'late']);
    }
  },

  async 'submits nothing while it is disabled, by attribute or property, and its choice again afterwards'(renderField) {
    const { form, field, native, rest, choose } = await renderField(both('both'));
    choose('jne/reg');
    const twice = [
      ['both', 'jne/reg'],
      ['both', 'jne/reg'],
    ];
    expect([...new FormData(form)]).to.deep.equal(twice);
    for (const control of [field, native]) control.disabled = true;
    await rest();
    expect([[...new FormData(form)], field.matches(':disabled')]).to.deep.equal([[], true]);
    for (const control of [field, native]) control.removeAttribute('disabled');
    await rest();
    expect([[...new FormData(form)], field.disabled]).to.deep.equal([twice, false]);
    for (const control of [field, native]) control.setAttribute('disabled', '');
    expect([...new FormData(form)]).to.deep.equal([]);
  },

  async 'submits names of any characters as a native control does'(renderField) {
    for (const name of ['shipping[method].x', 'a b&amp;c=d', 'kurir—é', '&quot;quoted&quot;', 'isindex', '0', 'a\nb']) {
      const { form, native, choose, flip } = await renderField(both(name));
      choose('jne/reg');
      flip('insurance');
      const plain = native.name;
      expect([...new FormData(form)], name).to.deep.equal([
        [plain, 'jne/reg'],
        [`${plain}-insured`, 'on'],
        [plain, 'jne/reg'],
      ]);
    }
  },

  async 'is in the entries that a page may change as they are collected'(renderField) {
    const { form, choose } = await renderField();
    choose('jne/reg');
    const collected: string[] = [];
    form.addEventListener('formdata', ({ formData }) => {
      collected.push(...formData.keys());
      formData.set('shipping', 'pickup');
    });
    expect(new FormData(form).get('shipping')).to.equal('pickup');
    expect(collected).to.deep.equal(['shipping', 'native']);
  },

  async 'submits its choice under the button that was pressed'(renderField) {
    const { form, native, choose } = await renderField();
    choose('jne/reg');
    native.value = 'there';
    const button = form.querySelector('button') as HTMLButtonElement;
    Object.assign(button, { name: 'action', value: 'pay' });
    let sent: unknown;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sent = Object.fromEntries(new FormData(form, event.submitter));
    });
    button.click();
    expect(sent).to.deep.equal({ shipping: 'jne/reg', native: 'there', action: 'pay' });
  },
};

describeFields('as what a form submits', cases);
