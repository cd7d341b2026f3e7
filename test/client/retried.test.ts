import { expect } from 'chai';
import { NetworkError, type ShippingFailure, TimeoutError, UnavailableError } from '../../src/client/index.ts';
import { type Retry, retried } from '../../src/client/retry.ts';
import { breath } from './interleavings/breath.ts';
import { failure } from './service.ts';

const operation = 'listCouriers';
const offline = () => new NetworkError({ operation });
const busy = (retryAfter: number) => new UnavailableError(503, retryAfter, { operation });

/** Enough repetitions to average out chance. */
const often = Array.from({ length: 20 });

/** Attempts that all fail; records the time and the timeout of each. */
function failing(retry: Retry, timeout: number, fault: () => ShippingFailure = offline) {
  const page = new AbortController();
  const moments: number[] = [];
  const timeouts: number[] = [];
  const call = failure(
    retried(retry, timeout, page.signal, async (milliseconds) => {
      moments.push(performance.now());
      timeouts.push(milliseconds);
      throw fault();
    }),
  );
  return { page, moments, timeouts, call };
}

/** The result of a call that is aborted when all microtasks are done. */
async function left({ page, call }: ReturnType<typeof failing>) {
  await breath();
  page.abort('left');
  return call;
}

describe('an attempt', () => {
  const hour = 3_600_000;
  const minute = 60_000;

  it('may take half of the remaining time, the last one all of it', async () => {
    const { timeouts, call } = failing({ delay: 0 }, hour, () => new TimeoutError(hour, { operation }));
    expect(await call).to.include({ code: 'timeout' });
    expect(timeouts).to.have.lengthOf(3);
    for (const [attempt, expected] of [hour / 2, hour / 2, hour].entries())
      expect(timeouts[attempt]).to.be.closeTo(expected, minute);
  });

  it('has less time after a longer one', async () => {
    const { timeouts, call } = failing({ delay: 40, times: 1 }, hour);
    await call;
    const [first = 0, last = 0] = timeouts;
    expect(first).to.be.at.most(hour / 2);
    expect(last).to.be.at.most(hour - 19);
  });
});

describe('the wait', () => {
  it('is never longer than the option says', async () => {
    const calls = often.map(() => failing({ delay: 60_000 }, 66_000));
    expect(await Promise.all(calls.map(left))).to.deep.equal(often.map(() => 'left'));
  });

  it('is never shorter than half of that', async () => {
    const calls = often.map(() => failing({ delay: 60_000 }, 27_000));
    for (const thrown of await Promise.all(calls.map(left))) expect(thrown).to.include({ code: 'network' });
  });

  it('is twice as long before the second retry', async () => {
    const { moments, call } = failing({ delay: 40 }, 60_000);
    await call;
    const [first = 0, second = 0, third = 0] = moments;
    expect(second - first).to.be.at.least(19);
    expect(third - second).to.be.at.least(39);
  });

  it('is as long as Retry-After', async () => {
    const { moments, call } = failing({ delay: 0, times: 1 }, 60_000, () => busy(0.04));
    await call;
    const [first = 0, second = 0] = moments;
    expect(second - first).to.be.at.least(39);
  });

  it('reads Retry-After in seconds', async () => {
    const waiting = failing({ delay: 0 }, 66_000, () => busy(60));
    expect(await left(waiting)).to.equal('left');
    const refused = failing({ delay: 0 }, 60_000, () => busy(60));
    expect(await left(refused)).to.include({ code: 'unavailable', retryAfter: 60 });
  });

  it('does not happen after an error that a retry cannot change', async () => {
    const { timeouts, call } = failing({ delay: 0 }, 60_000, () => new Error('odd') as ShippingFailure);
    expect(await call).to.include({ message: 'odd' });
    expect(timeouts).to.have.lengthOf(1);
  });
});

describe('an abort', () => {
  it('ends the wait at once, and nothing more is sent', async () => {
    const waiting = failing({ delay: 60_000 }, 600_000);
    expect(await left(waiting)).to.equal('left');
    expect(waiting.timeouts).to.have.lengthOf(1);
  });

  it('during an attempt starts no wait', async () => {
    const page = new AbortController();
    const call = retried({ delay: 60_000 }, 600_000, page.signal, async () => {
      page.abort('left');
      throw offline();
    });
    expect(await failure(call)).to.equal('left');
  });
});
