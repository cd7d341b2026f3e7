import { expect } from 'chai';
import { internalsOf, showStates } from '../../src/elements/core/browser.ts';

/** An element of a browser or a test environment that has some of `ElementInternals`, or none. */
const hostWith = (internals?: object) => ({ ...(internals && { attachInternals: () => internals }) }) as HTMLElement;

describe('internalsOf()', () => {
  for (const [what, internals] of [
    ['none', undefined],
    ['no forms and no states', { shadowRoot: null }],
  ] as const)
    it(`lets an element render without forms and states if the browser has ${what}`, () => {
      const found = internalsOf(hostWith(internals));
      found.setFormValue('jne/reg');
      found.setValidity({ valueMissing: true }, 'Choose a delivery option.');
      showStates(found, { loading: true, empty: false });
      expect([...found.states]).to.deep.equal(['loading']);
      const { form, willValidate, validationMessage, validity, labels } = found;
      expect([form, willValidate, validationMessage, [...labels]]).to.deep.equal([null, false, '', []]);
      expect([validity.valid, found.checkValidity(), found.reportValidity()]).to.deep.equal([true, true, true]);
    });

  it('uses what the browser has', () => {
    const own = { states: new Set(), setFormValue() {}, checkValidity: () => false };
    expect(internalsOf(hostWith(own))).to.include(own);
  });
});

describe('showStates()', () => {
  // WebKit’s own set forgets some states that still match.
  it('writes a state only if it has changed, also if the browser’s set forgets it', () => {
    const writes: string[] = [];
    const states = {
      add: (name: string) => writes.push(`+${name}`),
      delete: (name: string) => writes.push(`-${name}`),
    };
    const internals = internalsOf(hostWith({ states }));
    showStates(internals, { loading: true, stale: false });
    showStates(internals, { loading: true, stale: false });
    expect(writes).to.deep.equal(['+loading']);
    showStates(internals, { loading: false, stale: true });
    expect(writes).to.deep.equal(['+loading', '-loading', '+stale']);
  });

  // Chromium before 125: https://developer.mozilla.org/docs/Web/API/CustomStateSet
  it('goes on if the browser takes only states with two dashes', () => {
    const tried: string[] = [];
    const add = (name: string): never => {
      tried.push(name);
      throw new DOMException(`'${name}' is not a dashed ident`, 'SyntaxError');
    };
    showStates(internalsOf(hostWith({ states: { add } })), { loading: true, empty: false, stale: true });
    expect(tried).to.deep.equal(['loading', 'stale']);
  });
});
