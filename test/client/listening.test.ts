import { expect } from 'chai';
import { NetworkError } from '../../src/client/index.ts';
import { Reads } from '../../src/client/reads.ts';
import { retried } from '../../src/client/retry.ts';
import { breath } from './interleavings/breath.ts';
import { failure } from './service.ts';

/** A signal that counts its listeners. A page uses one for all calls. */
function counted() {
  const page = new AbortController();
  const { signal } = page;
  const listening = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...[type, listener, options]: Parameters<typeof addEventListener>) => {
    listening.add(listener);
    addEventListener.call(signal, type, listener, options);
  };
  signal.removeEventListener = (...[type, listener]: Parameters<typeof removeEventListener>) => {
    if (type === 'abort') listening.delete(listener);
    removeEventListener.call(signal, type, listener);
  };
  return { page, signal, listening };
}

const offline = () => new NetworkError({ operation: 'listCouriers' });

describe('the signal of a page has no listener left', () => {
  it('after a read', async () => {
    const { signal, listening } = counted();
    const reads = new Reads(60_000);
    const answer = reads.share('one', { signal }, async () => 1);
    const thrown = failure(reads.share('two', { signal }, () => Promise.reject(offline())));
    expect(listening).to.have.property('size', 2);
    expect(await answer).to.equal(1);
    expect(await thrown).to.include({ code: 'network' });
    await breath();
    expect(listening).to.have.property('size', 0);
  });

  it('after the wait between two attempts', async () => {
    const { signal, listening } = counted();
    const seen: number[] = [];
    const call = retried({ delay: 0 }, 60_000, signal, async () => {
      seen.push(listening.size);
      throw offline();
    });
    expect(await failure(call)).to.include({ code: 'network' });
    expect(seen).to.deep.equal([0, 0, 0]);
  });
});

describe('an abort just as the answer comes', () => {
  it('ends the call, and the answer is cached', async () => {
    const page = new AbortController();
    const reads = new Reads(60_000);
    const requests: AbortSignal[] = [];
    const ask = (signal?: AbortSignal) =>
      reads.share('one', { signal }, (request) => {
        requests.push(request);
        const answer = Promise.resolve(requests.length);
        // After the answer is known, and before it is handed over.
        answer.then(() => queueMicrotask(() => page.abort('left')));
        return answer;
      });
    expect(await failure(ask(page.signal))).to.equal('left');
    expect(requests[0]?.aborted).to.equal(false);
    expect(await ask()).to.equal(1);
  });
});

describe('an answer with a lifetime of 0', () => {
  it('is not cached, even within a millisecond', async () => {
    const reads = new Reads(0);
    let asked = 0;
    for (let time = 1; time <= 50; time += 1) expect(await reads.share('one', {}, async () => ++asked)).to.equal(time);
  });
});
