import { expect } from 'chai';
import { Window } from 'happy-dom';
import type { ReactiveControllerHost } from 'lit';
import { Slotted } from '../../src/elements/core/browser.ts';

/** The filled slots of an element. There is no global `Element` or `Text` here. */
function filledBy(markup: string): string[] {
  const host = new Window().document.createElement('div');
  host.innerHTML = markup;
  Object.assign(host, { addController() {} });
  return new Slotted(host as unknown as ReactiveControllerHost & Element, ['', 'legend', 'empty']).filled;
}

describe('the slots that the page has filled, without the globals of a browser', () => {
  for (const [markup, filled] of Object.entries({
    '<b slot="legend">Delivery</b>': ['legend'],
    '<b>Pay</b>': [''],
    Pay: [''],
    ' \n<!-- nothing --><b slot="empty"></b> ': ['empty'],
    ' \n<!-- nothing -->': [],
  })) {
    it(`are read from ${JSON.stringify(markup)}`, () => {
      expect(filledBy(markup)).to.deep.equal(filled);
    });
  }
});
