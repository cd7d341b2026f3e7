import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { machineClock } from '../../src/client/clock.ts';
import { normalised, Reads } from '../../src/client/reads.ts';
import { item, json, ratesRequest } from '../support/fixtures.ts';
import { couriersAnswer, failure, priced, serve } from './service.ts';

type Options = Parameters<Reads['share']>[1];

/** A cache whose requests the test answers, and whose clocks it sets. */
function caching(lifetime = 1000) {
  const clocks = { wall: 1_700_000_000_000, steady: 5_000 };
  const reads = new Reads(lifetime, { ...machineClock, now: () => clocks.wall, elapsed: () => clocks.steady });
  const requests: { signal: AbortSignal; answer(value: object): void; fail(thrown: Error): void }[] = [];
  const ask = (options: Options = {}, key = 'rates') =>
    reads.share(
      key,
      options,
      (signal) =>
        new Promise<() => object>((answer, fail) => {
          requests.push({ signal, answer: (value) => answer(() => ({ ...value })), fail });
        }),
    );
  /** Asks, and answers at once if that sends a request. */
  const number = async (options?: Options, key?: string) => {
    const before = requests.length;
    const call = ask(options, key) as Promise<{ number: number }>;
    if (requests.length > before) requests.at(-1)?.answer({ number: requests.length });
    return (await call).number;
  };
  return { clocks, requests, ask, number };
}

describe('identical reads in flight', () => {
  it('share one request, and each caller gets a copy of its answer', async () => {
    const { requests, ask } = caching();
    const both = [ask(), ask()];
    expect(requests).to.have.lengthOf(1);
    requests[0]?.answer({ pricing: [1] });
    const [first, second] = await Promise.all(both);
    expect(first).to.not.equal(second);
    expect([first, second]).to.deep.equal([{ pricing: [1] }, { pricing: [1] }]);
  });

  it('leave a cached answer as it was when a caller changes its copy', async () => {
    const { client, requests } = serve(() => priced(1));
    const first = await client.quoteRates(ratesRequest);
    first.pricing.pop();
    expect((await client.quoteRates(ratesRequest)).pricing).to.have.lengthOf(1);
    expect(requests).to.have.lengthOf(1);
  });

  it('share a failure, which is not cached', async () => {
    const { requests, ask, number } = caching();
    const both = [failure(ask()), failure(ask())];
    const thrown = new Error('no courier');
    requests[0]?.fail(thrown);
    expect(await Promise.all(both)).to.deep.equal([thrown, thrown]);
    expect(await number()).to.equal(2);
  });
});

describe('the key of a request', () => {
  const spoon = { ...item, name: 'Spoon', value: 9000 };
  const asked = { ...ratesRequest, items: [item, spoon] };

  it('is the same with keys and items in any order', () => {
    const reverse = (value: object) => Object.fromEntries(Object.entries(value).reverse());
    expect(normalised(reverse({ ...asked, items: [spoon, reverse(item)] }))).to.equal(normalised(asked));
  });

  it('is another one if anything differs', () => {
    for (const changes of [{ courier_insurance: 1 }, { items: [item] }, { items: [item, { ...spoon, weight: 1 }] }])
      expect(normalised({ ...asked, ...changes })).to.not.equal(normalised(asked));
  });

  it('tells couriers and rates apart', async () => {
    const { client, requests } = serve(({ method }) => (method === 'GET' ? json(couriersAnswer) : priced(1)));
    await client.listCouriers();
    await client.quoteRates(ratesRequest);
    await client.listCouriers({});
    expect(requests.map(({ method }) => method)).to.deep.equal(['GET', 'POST']);
  });
});

describe('a cached answer', () => {
  it('is skipped with `fresh`, whose answer replaces it', async () => {
    const { number } = caching();
    expect([await number(), await number({ fresh: true }), await number()]).to.deep.equal([1, 2, 2]);
  });

  it('is not replaced by the answer or failure of a request that `fresh` overtook', async () => {
    for (const end of ['answer', 'fail'] as const) {
      const { requests, ask, number } = caching();
      const older = ask();
      older.catch(() => {});
      const newer = ask({ fresh: true });
      requests[1]?.answer({ number: 2 });
      await newer;
      requests[0]?.[end](Object.assign(new Error(), { number: 1 }));
      await older.catch(() => {});
      expect(await number()).to.equal(2);
    }
  });

  it('expires when it is as old as its lifetime', async () => {
    const { clocks, number } = caching();
    await number();
    Object.assign(clocks, { wall: clocks.wall + 999, steady: clocks.steady + 999 });
    expect(await number()).to.equal(1);
    Object.assign(clocks, { wall: clocks.wall + 1, steady: clocks.steady + 1 });
    expect(await number()).to.equal(2);
  });

  it('expires if the clock of the device is set back, or if the other one stands still while it sleeps', async () => {
    const { clocks, number } = caching();
    await number();
    Object.assign(clocks, { wall: clocks.wall - 3_600_000, steady: clocks.steady + 1000 });
    expect(await number()).to.equal(2);
    clocks.wall += 1000;
    expect(await number()).to.equal(3);
  });

  it('is kept by the real clocks, unless `cache` is 0', async () => {
    for (const [cache, requests] of [
      [60_000, 1],
      [0, 2],
    ]) {
      const service = serve(() => priced(1), { cache });
      await service.client.quoteRates(ratesRequest);
      await service.client.quoteRates(ratesRequest);
      expect(service.requests).to.have.lengthOf(requests ?? 0);
    }
  });

  it('is dropped when there are fifty newer ones', async () => {
    const { requests, number } = caching();
    for (let key = 0; key <= 50; key += 1) await number({}, `${key}`);
    await number({}, '50');
    await number({}, '1');
    expect(requests).to.have.lengthOf(51);
    await number({}, '0');
    expect(requests).to.have.lengthOf(52);
  });
});

describe('the abort of a caller', () => {
  it('ends its own call at once and no other, whether that has a signal or not', async () => {
    for (const options of [{}, { signal: new AbortController().signal }]) {
      const { requests, ask } = caching();
      const page = new AbortController();
      const left = failure(ask({ signal: page.signal }));
      const stayed = ask(options);
      page.abort('left');
      expect(await left).to.equal('left');
      expect(requests[0]?.signal.aborted).to.equal(false);
      requests[0]?.answer({ number: 1 });
      expect(await stayed).to.deep.equal({ number: 1 });
    }
  });

  it('ends the request if no other caller waits, and the next caller sends another', async () => {
    const { requests, ask, number } = caching();
    const pages = [new AbortController(), new AbortController()];
    const both = pages.map(({ signal }) => failure(ask({ signal })));
    for (const page of pages) page.abort('left');
    expect(await number()).to.equal(2);
    expect(await Promise.all(both)).to.deep.equal(['left', 'left']);
    expect(requests[0]?.signal).to.include({ aborted: true, reason: 'left' });
  });

  it('just as the answer comes, or later, keeps the answer', async () => {
    const { requests, ask, number } = caching();
    const page = new AbortController();
    const call = ask({ signal: page.signal });
    requests[0]?.answer({ number: 1 });
    // After the answer is known, and before it is handed over.
    await undefined;
    page.abort('left');
    expect(await failure(call)).to.equal('left');
    expect(await number()).to.equal(1);
    expect(requests[0]?.signal.aborted).to.equal(false);
  });

  it('listens no longer than the call', async () => {
    const { signal } = new AbortController();
    const { requests, ask } = caching();
    const ends = [ask({ signal }), failure(ask({ signal }, 'couriers'))];
    expect(getEventListeners(signal, 'abort')).to.have.lengthOf(2);
    requests[0]?.answer({});
    requests[1]?.fail(new Error());
    await Promise.all(ends);
    expect(getEventListeners(signal, 'abort')).to.have.lengthOf(0);
  });
});
