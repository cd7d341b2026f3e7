import { expect } from 'chai';
import { retried } from '../../src/client/exchange.ts';
import { NetworkError, type ShippingFailure, TimeoutError, UnavailableError } from '../../src/client/index.ts';
import type { Retry } from '../../src/client/options.ts';
import { json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { couriersAnswer, cutOff, failure, forever, ratesAnswer, refusal, serve } from './service.ts';

const operation = 'listCouriers';
const offline = () => new NetworkError({ operation });
const busy = (retryAfter: number) => new UnavailableError(503, retryAfter, { operation });

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
  const waits = async () => {
    await call;
    return moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
  };
  /** Aborts the call. It ends with `left` if it is about to wait, and with its fault if it is not retried. */
  const left = () => {
    page.abort('left');
    return call;
  };
  return { page, timeouts, call, waits, left };
}

describe('a read', () => {
  const faults: Record<string, () => Response | Promise<Response>> = {
    'no answer': cutOff,
    'a busy service': () => json({}, { status: 429 }),
    'a broken service': () => json({}, { status: 500 }),
  };
  for (const [what, fault] of Object.entries(faults))
    it(`is retried and answered after ${what}`, async () => {
      const { client, requests } = serve((_, count) => (count < 3 ? fault() : json(ratesAnswer)));
      expect(await client.quoteRates(ratesRequest)).to.deep.include({ pricing: [] });
      const bodies = await Promise.all(requests.map((request) => request.text()));
      expect(bodies).to.deep.equal(Array(3).fill(bodies[0]));
    });

  it('is retried and answered after an attempt without an answer', async () => {
    const { client, requests } = serve((_, count) => (count === 1 ? forever : json(ratesAnswer)), {
      timeout: 1500,
      retry: { times: 1, delay: 0 },
    });
    expect(await client.quoteRates(ratesRequest)).to.deep.include({ pricing: [] });
    expect(requests.map(({ signal }) => signal.aborted)).to.deep.equal([true, false]);
  });

  it('fails after two retries, or as few as the option says', async () => {
    for (const [times, sent] of [
      [9, 3],
      [0, 1],
    ] as const) {
      const { client, requests } = serve(cutOff, { retry: { times, delay: 0 } });
      expect(await failure(client.listCouriers())).to.include({ code: 'network' });
      expect(requests).to.have.lengthOf(sent);
    }
  });

  it('is not retried after a refusal, an answer that cannot be read, or an error of another kind', async () => {
    for (const answer of [() => refusal(40001010), () => new Response('<h1>Welcome</h1>')]) {
      const { client, requests } = serve(answer);
      await failure(client.quoteRates(ratesRequest));
      expect(requests).to.have.lengthOf(1);
    }
    const { timeouts, call } = failing({ delay: 0 }, 60_000, () => new Error('odd') as ShippingFailure);
    expect(await call).to.include({ message: 'odd' });
    expect(timeouts).to.have.lengthOf(1);
  });

  it('asks for its headers again, because a token may have expired', async () => {
    let token = 0;
    const headers = () => ({ authorization: `token ${++token}` });
    const { client, requests } = serve((_, count) => (count === 1 ? cutOff() : json(couriersAnswer)), { headers });
    await client.listCouriers();
    expect(requests.map((request) => request.headers.get('authorization'))).to.deep.equal(['token 1', 'token 2']);
  });
});

describe('a write', () => {
  it('is never retried', async () => {
    const { client, requests } = serve(() => json({}, { status: 503, headers: { 'retry-after': '0' } }));
    await failure(client.createOrder(orderRequest));
    await failure(client.createDraftOrder(orderRequest));
    await failure(client.cancelOrder({ id: 'a1' }));
    expect(requests).to.have.lengthOf(3);
  });
});

describe('the deadline', () => {
  it('bounds all attempts, and the error names it', async () => {
    const started = performance.now();
    const { client } = serve(() => forever, { timeout: 40 });
    expect(await failure(client.listCouriers())).to.include({ code: 'timeout', timeout: 40 });
    expect(performance.now() - started).to.be.at.least(37);
  });

  it('gives an attempt half of the remaining time, and the last one all of it', async () => {
    const hour = 3_600_000;
    const { timeouts, call } = failing({ delay: 0 }, hour, () => new TimeoutError(hour, { operation }));
    expect(await call).to.include({ code: 'timeout' });
    expect(timeouts).to.have.lengthOf(3);
    for (const [attempt, expected] of [hour / 2, hour / 2, hour].entries())
      expect(timeouts[attempt]).to.be.closeTo(expected, 60_000);
  });

  it('prevents a retry if Retry-After, in seconds, is longer', async () => {
    expect(await failing({ delay: 0 }, 66_000, () => busy(60)).left()).to.equal('left');
    expect(await failing({ delay: 0 }, 60_000, () => busy(60)).left()).to.include({ code: 'unavailable' });
  });
});

describe('the wait between two attempts', () => {
  for (const [retry, longest, shortest] of [
    [{ delay: 60_000 }, 60_000, 30_000],
    [{}, 300, 150],
  ] as const)
    it(`is from ${shortest} to ${longest} ms, with the option ${JSON.stringify(retry)}`, async () => {
      // Enough repetitions to average out chance.
      for (let time = 1; time <= 20; time += 1) {
        expect(await failing(retry, longest + 6_000).left()).to.equal('left');
        expect(await failing(retry, shortest - 1).left()).to.include({ code: 'network' });
      }
    });

  it('is twice as long before the second retry, and is part of the deadline', async () => {
    const { timeouts, waits } = failing({ delay: 40 }, 3_600_000);
    const [first, second] = await waits();
    expect(first).to.be.at.least(19);
    expect(second).to.be.at.least(39);
    expect(timeouts[2]).to.be.at.most(3_600_000 - 58);
  });

  it('ends with an abort', async () => {
    const { page, timeouts, call } = failing({ delay: 60_000 }, 600_000);
    // By then the first attempt has failed, and the wait has begun.
    await new Promise((resolve) => setImmediate(resolve));
    page.abort('left');
    expect(await call).to.equal('left');
    expect(timeouts).to.have.lengthOf(1);
  });
});
