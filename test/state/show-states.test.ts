import { expect } from 'chai';
import { showStates } from '../../src/elements/shared/internals.ts';

/** The names that were written, beside those that match. */
class Written extends Set<string> {
  readonly writes: string[] = [];

  override add(name: string): this {
    this.writes.push(`+${name}`);
    return super.add(name);
  }

  override delete(name: string): boolean {
    this.writes.push(`-${name}`);
    return super.delete(name);
  }
}

describe('custom states', () => {
  it('are written where they have changed, and not once more as they stand', () => {
    const states = new Written();
    const internals = { states } as unknown as ElementInternals;
    showStates(internals, { loading: true, stale: false });
    showStates(internals, { loading: true, stale: false });
    expect(states.writes).to.deep.equal(['+loading']);
    showStates(internals, { loading: false, stale: true });
    expect(states.writes).to.deep.equal(['+loading', '-loading', '+stale']);
    expect([...states]).to.deep.equal(['stale']);
  });

  it('go where the browser’s own set has forgotten them and they match all the same', () => {
    const states = new Written();
    const internals = { states } as unknown as ElementInternals;
    showStates(internals, { loading: true });
    states.has = () => false;
    showStates(internals, { loading: false });
    expect(states.writes).to.deep.equal(['+loading', '-loading']);
  });
});
