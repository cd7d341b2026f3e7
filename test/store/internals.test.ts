import { expect } from 'chai';
import { internalsOf, showStates } from '../../src/elements/shared/internals.ts';

/** An element of a browser or a test environment that has so much of `ElementInternals`, or nothing of it. */
const hostWith = (internals?: object) => ({ ...(internals && { attachInternals: () => internals }) }) as HTMLElement;

describe('the internals of an element, where the browser has', () => {
  for (const [what, host] of Object.entries({
    'none of them': hostWith(),
    'nothing for forms and no states': hostWith({ shadowRoot: null }),
  })) {
    it(`${what}: it takes no part in forms, is valid, and keeps its states to itself`, () => {
      const internals = internalsOf(host);
      internals.setFormValue('jne/reg');
      internals.setValidity({ valueMissing: true }, 'Choose a delivery option.');
      showStates(internals, { loading: true, empty: false });
      expect([...internals.states]).to.deep.equal(['loading']);
      expect([internals.form, internals.willValidate, internals.validationMessage]).to.deep.equal([null, false, '']);
      expect([internals.validity.valid, internals.checkValidity(), internals.reportValidity()]).to.deep.equal(
        Array(3).fill(true),
      );
      expect([...internals.labels]).to.deep.equal([]);
    });
  }

  it('all of them: each is the browser’s own', () => {
    const own = { states: new Set(), setFormValue() {}, checkValidity: () => false };
    expect(internalsOf(hostWith(own))).to.include(own);
  });

  // Chromium before 125: https://developer.mozilla.org/docs/Web/API/CustomStateSet
  it('states by names with two dashes alone: it renders without them', () => {
    const tried: string[] = [];
    const refuse = (name: string): never => {
      tried.push(name);
      throw new DOMException(`'${name}' is not a dashed ident`, 'SyntaxError');
    };
    const internals = internalsOf(hostWith({ states: { add: refuse } }));
    showStates(internals, { loading: true, empty: false, stale: true });
    expect(tried).to.deep.equal(['loading', 'stale']);
  });
});
