import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, CourierPickerElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, clientOf, next, one, render, settled } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';
import { serviceOf } from '../support/rates.ts';
import { oke, shop } from '../support/shop.ts';

const fields = {
  'ship-checkout': (client: unknown) => html`
    <form>
      <ship-checkout
        name="shipping" couriers="jne" order-mode="order" .shipment=${shipment} .client=${client}
      ></ship-checkout>
    </form>
  `,
  'ship-rate-comparison': (client: unknown) => html`
    <form>
      <ship-rate-comparison name="shipping" couriers="jne" .shipment=${shipment} .client=${client}></ship-rate-comparison>
    </form>
  `,
};

for (const [tag, template] of Object.entries(fields)) {
  describe(`<${tag}> in a page that undoes the choice of the shopper`, () => {
    async function renderField() {
      const { client, quotes } = shop(rate(), oke);
      const form = await render<HTMLFormElement>(template(client));
      const field = form.firstElementChild as CheckoutElement | RateComparisonElement;
      await next(field, 'ship-quote');
      const rest = () => settled(field);
      await rest();
      const checked = () => all<HTMLInputElement>(field, 'input:checked').map(({ id, value }) => id || value);
      return { form, field, rest, quotes, checked, entries: () => Object.fromEntries(new FormData(form)) };
    }

    for (const heard of ['input', 'change', 'ship-rate-change'] as const)
      it(`shows and submits the service that the page sets at ${heard}`, async () => {
        const { field, rest, checked, entries } = await renderField();
        one(field, 'input[value="jne/oke"]').click();
        await rest();
        field.addEventListener(heard, () => {
          field.value = 'jne/oke';
        });
        one(field, 'input[value="jne/reg"]').click();
        await rest();
        expect(checked()).to.include('jne/oke').and.not.to.include('jne/reg');
        expect(field.rate?.price).to.equal(9_000);
        expect(entries()).to.deep.equal({ shipping: 'jne/oke' });
      });

    it('dispatches no `ship-rate-change` if the page undoes the choice at `input`', async () => {
      const { field, rest } = await renderField();
      field.addEventListener('input', () => {
        field.value = null;
      });
      const told: unknown[] = [];
      field.addEventListener('ship-rate-change', ({ rate }) => told.push(rate));
      one(field, 'input[value="jne/reg"]').click();
      await rest();
      expect(told).to.deep.equal([]);
      expect(field.rate).to.equal(undefined);
    });

    for (const heard of ['change', 'ship-extras-change'] as const)
      it(`shows, prices and submits the insurance that the page sets at ${heard}`, async () => {
        const { field, rest, quotes, checked, entries } = await renderField();
        one(field, 'input[value="jne/reg"]').click();
        await rest();
        const asked = quotes();
        const told: boolean[] = [];
        field.addEventListener('ship-extras-change', ({ insured }) => told.push(insured));
        field.addEventListener(heard, () => {
          field.insured = false;
        });
        one(field, '#insurance').click();
        await rest();
        expect(checked()).not.to.include('insurance');
        expect(quotes()).to.equal(asked);
        expect(told).to.deep.equal(heard === 'change' ? [] : [true]);
        expect(entries()).to.deep.equal({ shipping: 'jne/reg' });
        field.insured = true;
        await rest();
        expect(checked()).to.include('insurance');
      });
  });
}

describe('<ship-courier-picker> in a page that undoes the choice of the shopper', () => {
  it('ticks the couriers that the page sets', async () => {
    const picker = await render<CourierPickerElement>(
      html`<ship-courier-picker .client=${clientOf(serviceOf())}></ship-courier-picker>`,
    );
    while (picker.status === 'loading') await new Promise(requestAnimationFrame);
    await settled(picker);
    picker.addEventListener('ship-courier-change', () => {
      picker.value = 'jne';
    });
    one(picker, 'input[value=gojek]').click();
    await settled(picker);
    const ticked = all<HTMLInputElement>(picker, 'input:checked').map(({ value }) => value);
    expect([picker.value, ...ticked]).to.deep.equal(['jne', 'jne']);
  });
});
