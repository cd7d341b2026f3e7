import { expect } from 'chai';
import { Window } from 'happy-dom';
import type { ReactiveControllerHost } from 'lit';
import { Slotted } from '../../src/elements/shared/slotted.ts';

/** What is slotted in an element of a page that nobody but its nodes knows of: there is no `Element` here, nor `Text`. */
function filledBy(markup: string): string[] {
  const host = new Window().document.createElement('div');
  host.innerHTML = markup;
  Object.assign(host, { addController() {} });
  return new Slotted(host as unknown as ReactiveControllerHost & Element, ['', 'legend', 'empty']).filled;
}

describe('which slots the page has filled, where the globals of a test environment are gone amid an update', () => {
  for (const [markup, filled] of Object.entries({
    '<b slot="legend">Delivery</b>': ['legend'],
    '<b>Pay</b>': [''],
    Pay: [''],
    ' \n<!-- nothing --><b slot="empty"></b> ': ['empty'],
    ' \n<!-- nothing -->': [],
  })) {
    it(`is told of ${JSON.stringify(markup)}`, () => {
      expect(filledBy(markup)).to.deep.equal(filled);
    });
  }
});
