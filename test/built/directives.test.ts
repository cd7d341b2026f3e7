import { expect } from 'chai';
import { html } from 'lit';
import { all, one, render, textOf } from '../support/elements.ts';
import { define, type EveryDirective } from './directives.ts';

async function defineBuilt(tag: string): Promise<void> {
  const script = document.createElement('script');
  script.src = '/test/built/directives.js';
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  (globalThis as unknown as { builtDirectives: { define: typeof define } }).builtDirectives.define(tag);
}

describe('Lit’s directives in a template', () => {
  for (const [made, defineAs] of Object.entries({ 'from sources': define, 'as the script-tag file is': defineBuilt }))
    it(`work in an element that is made ${made}`, async () => {
      const tag = `every-directive-${made.length}`;
      await defineAs(tag);
      const place = await render<HTMLElement>(html`<div></div>`);
      const element = document.createElement(tag) as EveryDirective;
      place.append(element);
      await element.updateComplete;
      const [first, second] = all(element, 'li');
      expect([first, second].map((row) => row?.textContent)).to.deep.equal(['one', 'two']);
      expect(element.field === one(element, 'input')).to.equal(true);
      await Promise.resolve();
      expect(['b', 'i', 's', 'p'].map((part) => textOf(one(element, part)))).to.deep.equal(['2', 'one', 'late', 'few']);

      one<HTMLInputElement>(element, 'input').value = 'typed';
      const key = one(element, 'u');
      element.rows = ['two', 'one', 'three'];
      await element.updateComplete;
      const [now, then] = all(element, 'li');
      expect([now === second, then === first], 'rows are moved, not written anew').to.deep.equal([true, true]);
      expect(one<HTMLInputElement>(element, 'input').value, 'what was typed is written over').to.equal('two');
      expect(one(element, 'input').title).to.equal('three');
      expect([one(element, 'ul').className.trim(), one(element, 'ul').style.getPropertyValue('--rows')]).to.deep.equal([
        'many',
        '3',
      ]);
      expect([key.isConnected, one(element, 'u').textContent]).to.deep.equal([false, 'two']);
      expect(textOf(one(element, 'p'))).to.equal('many');
    });
});
