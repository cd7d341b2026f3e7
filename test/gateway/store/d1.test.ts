import { expect } from 'chai';
import { createD1Store, type D1Binding } from '../../../src/gateway/store/d1.ts';

/** A D1 that answers its first statements as the test says, and has an empty database. */
function binding(...answers: (() => Promise<never>)[]): D1Binding {
  const waiting = [...answers];
  let version = 0;
  const all = () => (waiting.shift() ?? (async () => ({ results: [{ version }], meta: { changes: 1 } })))();
  return { prepare: () => ({ bind: () => ({ all }) }), batch: async () => void version++ };
}

describe('a D1 store', () => {
  it('looks for its tables again if the request that looked first never finishes', async () => {
    const store = createD1Store(binding(() => new Promise(() => {})));
    void store.ping();
    await store.ping();
  });

  it('looks for its tables again after a failure of D1', async () => {
    const store = createD1Store(binding(() => Promise.reject(new Error('D1_ERROR: overloaded'))));
    expect(await store.ping().catch(({ message }) => message)).to.equal('D1_ERROR: overloaded');
    await store.ping();
  });
});
