import { expect } from 'chai';
import { html } from 'lit';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { render } from '../support/elements.ts';

describe('a name that is empty', () => {
  for (const tag of ['ship-checkout', 'ship-rate-comparison']) {
    it(`is no attribute of a <${tag}>`, async () => {
      const form = await render<HTMLFormElement>(html`<form></form>`);
      const element = document.createElement(tag) as RateComparisonElement;
      form.append(element);
      await element.updateComplete;
      expect(element.getAttributeNames()).to.deep.equal([]);
      element.name = 'shipping';
      await element.updateComplete;
      expect(element.getAttribute('name')).to.equal('shipping');
      element.name = '';
      await element.updateComplete;
      expect(element.hasAttribute('name')).to.equal(false);
    });
  }
});
