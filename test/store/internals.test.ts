import { expect } from 'chai';
import { internalsOf, showStates } from '../../src/elements/element/internals.ts';

/** An element of a browser or a test environment that has some of `ElementInternals`, or none. */
const hostWith = (internals?: object) => ({ ...(internals && { attachInternals: () => internals }) }) as HTMLElement;

describe('the internals of an element, if the browser has', () => {
  for (const [what, host] of Object.entries({
    'none of them': hostWith(),
    'no forms and no states': hostWith({ shadowRoot: null }),
  })) {
    it(`${what}: it takes no part in forms, is valid, and its states match nothing`, () => {
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

  it('all of them: it uses the browser’s own', () => {
    const own = { states: new Set(), setFormValue() {}, checkValidity: () => false };
    expect(internalsOf(hostWith(own))).to.include(own);
  });

  // Chromium before 125: https://developer.mozilla.org/docs/Web/API/CustomStateSet
  it('only states with two dashes: it renders without them', () => {
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

describe('custom states', () => {
  /** Forgets that it has a state, as WebKit’s own set does. */
  class Forgetful extends Set<string> {
    readonly writes: string[] = [];

    override has = () => false;

    override add(name: string): this {
      this.writes.push(`+${name}`);
      return super.add(name);
    }

    override delete(name: string): boolean {
      this.writes.push(`-${name}`);
      return super.delete(name);
    }
  }

  it('are written only if they have changed, also if the browser’s set forgets them', () => {
    const states = new Forgetful();
    const internals = { states } as unknown as ElementInternals;
    showStates(internals, { loading: true, stale: false });
    showStates(internals, { loading: true, stale: false });
    expect(states.writes).to.deep.equal(['+loading']);
    showStates(internals, { loading: false, stale: true });
    expect(states.writes).to.deep.equal(['+loading', '-loading', '+stale']);
  });
});
