import { expect } from 'chai';
import { html } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { next, one, record, render, sandboxClient } from '../support/elements.ts';
import { shipment } from '../support/fixtures.ts';

const fields = {
  'ship-checkout': (value?: string) => html`
    <form>
      <ship-checkout name="shipping" value=${ifDefined(value)} couriers="jne" rows="50" required .shipment=${shipment} .client=${sandboxClient()}>
      </ship-checkout>
    </form>
  `,
  'ship-rate-comparison': (value?: string) => html`
    <form>
      <ship-rate-comparison name="shipping" value=${ifDefined(value)} couriers="jne" rows="50" required .shipment=${shipment} .client=${sandboxClient()}>
      </ship-rate-comparison>
    </form>
  `,
} as const;

for (const [tag, template] of Object.entries(fields)) {
  describe(`<${tag}> in a form`, () => {
    async function renderField() {
      const form = await render<HTMLFormElement>(template());
      const field = form.firstElementChild as CheckoutElement | RateComparisonElement;
      await next(field, 'ship-quote');
      await field.updateComplete;
      return { form, field, entries: () => Object.fromEntries(new FormData(form)) };
    }

    it('submits nothing, and is invalid when required, until the shopper chooses', async () => {
      const { form, field, entries } = await renderField();
      expect(entries()).to.deep.equal({});
      expect(field.validity.valueMissing).to.equal(true);
      expect(field.validationMessage).not.to.equal('');
      expect(form.checkValidity()).to.equal(false);
    });

    it('submits the service and the switches, and never a price', async () => {
      const { form, field, entries } = await renderField();
      let submitted: unknown;
      field.addEventListener('ship-rate-change', () => {
        submitted = entries();
      });
      one(field, 'input[value="jne/reg"]').click();
      expect(submitted).to.deep.equal({ shipping: 'jne/reg' });
      one(field, '#insurance').click();
      await next(field, 'ship-rate-change');
      expect(entries()).to.deep.equal({ shipping: 'jne/reg', 'shipping-insured': 'on' });
      expect(form.checkValidity()).to.equal(true);
    });

    it('goes back to its default when the form is reset, and tells so', async () => {
      const { form, field, entries } = await renderField();
      one(field, 'input[value="jne/reg"]').click();
      const changed = next(field, 'ship-rate-change');
      form.reset();
      expect((await changed).reason).to.equal('reset');
      expect(field.value).to.equal(null);
      expect(entries()).to.deep.equal({});
    });

    it('holds its default when the form is reset before there are rates', async () => {
      const form = await render<HTMLFormElement>(template('jne/reg'));
      const field = form.firstElementChild as CheckoutElement | RateComparisonElement;
      form.reset();
      await next(field, 'ship-quote');
      await field.updateComplete;
      expect(Object.fromEntries(new FormData(form))).to.deep.equal({ shipping: 'jne/reg' });
    });

    it('has no choice, and says nothing of one, where its value attribute is empty', async () => {
      const form = await render<HTMLFormElement>(template(''));
      const field = form.firstElementChild as CheckoutElement | RateComparisonElement;
      const seen = record(field, 'ship-rate-change');
      await next(field, 'ship-quote');
      await field.updateComplete;
      expect([field.value, ...seen]).to.deep.equal([null]);
    });

    it('is disabled with the fieldset around it', async () => {
      const { form, field } = await renderField();
      const fieldset = document.createElement('fieldset');
      form.append(fieldset);
      fieldset.append(field);
      fieldset.disabled = true;
      await field.updateComplete;
      await one<RateComparisonElement>(form, tag).updateComplete;
      await Promise.resolve();
      expect(one(field, 'input[value="jne/reg"]').matches(':disabled')).to.equal(true);
    });

    it('takes a custom validity', async () => {
      const { field } = await renderField();
      field.setCustomValidity('Not today.');
      expect(field.validationMessage).to.equal('Not today.');
      field.setCustomValidity('');
      expect(field.validity.customError).to.equal(false);
    });
  });
}
