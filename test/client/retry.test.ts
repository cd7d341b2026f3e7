import { expect } from 'chai';
import { json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { couriersAnswer, cutOff, failure, forever, ratesAnswer, refusal, serve } from './service.ts';

const busy = (retryAfter?: string) =>
  json({}, { status: 503, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

describe('a read', () => {
  const faults: Record<string, () => Response | Promise<Response>> = {
    'no answer': cutOff,
    'a time-out of the service': () => json({}, { status: 408 }),
    'a busy service': () => json({}, { status: 429 }),
    'a broken service': () => json({}, { status: 500 }),
    'a broken gateway': () => json({}, { status: 502 }),
  };
  for (const [what, fault] of Object.entries(faults))
    it(`is retried and answered: ${what}`, async () => {
      const { client, requests } = serve((_, count) => (count < 3 ? fault() : json(ratesAnswer)));
      expect(await client.quoteRates(ratesRequest)).to.deep.include({ pricing: [] });
      expect(requests).to.have.lengthOf(3);
      const [first, , third] = await Promise.all(requests.map((request) => request.text()));
      expect(third).to.equal(first);
    });

  it('is retried and answered after an attempt without an answer', async () => {
    const { client, requests } = serve((_, count) => (count === 1 ? forever : json(ratesAnswer)), {
      timeout: 1500,
      retry: { times: 1, delay: 0 },
    });
    expect(await client.quoteRates(ratesRequest)).to.deep.include({ pricing: [] });
    expect(requests.map(({ signal }) => signal.aborted)).to.deep.equal([true, false]);
  });

  it('fails after two retries, even if the option asks for more', async () => {
    const { client, requests } = serve(cutOff, { retry: { times: 9, delay: 0 } });
    expect(await failure(client.listCouriers())).to.include({ code: 'network' });
    expect(requests).to.have.lengthOf(3);
  });

  it('is sent once without retries', async () => {
    const { client, requests } = serve(cutOff, { retry: { times: 0 } });
    await failure(client.listCouriers());
    expect(requests).to.have.lengthOf(1);
  });

  const answers: Record<string, () => Response> = {
    'a refusal': () => refusal(40001010),
    'an answer that cannot be read': () => new Response('<h1>Welcome</h1>'),
    'a page that is not there': () => new Response('', { status: 404 }),
  };
  for (const [what, answer] of Object.entries(answers))
    it(`is not retried after ${what}`, async () => {
      const { client, requests } = serve(answer);
      await failure(client.quoteRates(ratesRequest));
      expect(requests).to.have.lengthOf(1);
    });

  it('asks for its headers again, because a token may have expired', async () => {
    let token = 0;
    const headers = () => ({ authorization: `token ${++token}` });
    const { client, requests } = serve((_, count) => (count === 1 ? busy() : json(couriersAnswer)), {
      headers,
    });
    await client.listCouriers();
    expect(requests.map((request) => request.headers.get('authorization'))).to.deep.equal(['token 1', 'token 2']);
  });
});

describe('the deadline', () => {
  it('bounds all attempts, and the error names it', async () => {
    const started = performance.now();
    const { client } = serve(() => forever, { timeout: 40 });
    expect(await failure(client.listCouriers())).to.include({ code: 'timeout', timeout: 40 });
    expect(performance.now() - started).to.be.at.least(37);
  });

  it('prevents a retry if Retry-After is longer', async () => {
    const { client, requests } = serve(() => busy('30'), { timeout: 10_000 });
    expect(await failure(client.listCouriers())).to.include({ code: 'unavailable', retryAfter: 30 });
    expect(requests).to.have.lengthOf(1);
  });

  it('includes the time for headers', async () => {
    const { client, requests } = serve(cutOff, { timeout: 10, headers: () => forever });
    expect(await failure(client.listCouriers())).to.include({ code: 'timeout' });
    expect(requests).to.have.lengthOf(0);
  });
});

describe('between two attempts', () => {
  it('the wait is at least 150 ms by default', async () => {
    const moments: number[] = [];
    const { client } = serve(
      (_, count) => {
        moments.push(performance.now());
        return count === 1 ? busy() : json(couriersAnswer);
      },
      { retry: {} },
    );
    await client.listCouriers();
    const [first = 0, second = 0] = moments;
    expect(second - first).to.be.at.least(148);
  });
});

describe('a write', () => {
  it('is never retried', async () => {
    const { client, requests } = serve(() => busy('0'));
    await failure(client.createOrder(orderRequest));
    await failure(client.createDraftOrder(orderRequest));
    await failure(client.cancelOrder({ id: 'a1' }));
    expect(requests).to.have.lengthOf(3);
  });
});
