import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { idle } from '../../src/client/index.ts';

describe('a pause between two rounds', () => {
  it('leaves no listener on its signal, which is that of the whole process', async () => {
    const { signal } = new AbortController();
    const round = idle(1, signal);
    expect(getEventListeners(signal, 'abort')).to.have.length(1);
    await round;
    expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
  });

  it('ends with its signal', async () => {
    const process = new AbortController();
    const round = idle(60_000, process.signal);
    process.abort();
    await round;
    await idle(60_000, process.signal);
  });
});
