import { expect } from 'chai';
import { Window } from 'happy-dom';
import { type Exchange, exchange } from '../../src/client/exchange.ts';
import { InvalidRequestError } from '../../src/client/index.ts';
import { json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { couriersAnswer, cutOff, failure, forever, serve } from './service.ts';

/** An answer whose body starts; `next` continues it. */
const started = (next: (body: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"success":true,'));
        next(body);
      },
    }),
  );

/** Timers with one delay fire in the order in which they were set. An overlong delay counts as 1 ms. */
const dueTimers = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

const call: Exchange = {
  operation: 'listCouriers',
  url: 'https://shop.test/v1/couriers',
  fetch: async () => json(couriersAnswer),
  init: {},
  timeout: 60_000,
  attemptTimeout: 60_000,
  write: false,
};

describe('network', () => {
  it('means that no answer came; the cause is the error of fetch', async () => {
    const cause = new TypeError('Failed to fetch');
    const thrown = await failure(serve(() => Promise.reject(cause)).client.listCouriers());
    expect(thrown).to.include({ code: 'network', operation: 'listCouriers', cause, outcome: undefined });
  });

  it('means that the answer was cut off', async () => {
    const { client } = serve(() => started((body) => body.error(new TypeError('connection lost'))));
    expect(await failure(client.quoteRates(ratesRequest))).to.include({ code: 'network', outcome: undefined });
    expect(await failure(client.cancelOrder({ id: 'a1' }))).to.include({ code: 'network', outcome: 'unknown' });
  });

  const orderMeeting = (cause: unknown) => {
    const thrown = cause === undefined ? undefined : Object.assign(new TypeError('fetch failed'), { cause });
    return failure(serve(() => Promise.reject(thrown)).client.createOrder(orderRequest));
  };

  it('says that a write did not happen if no server was reached', async () => {
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL'])
      expect(await orderMeeting({ code }), code).to.include({ code: 'network', outcome: undefined });
  });

  it('leaves the outcome of a write unknown for any other cause', async () => {
    const codes = ['ECONNRESET', 'ECONNREFUSED_LATE', 'NOT_ENOTFOUND', 111, undefined].map((code) => ({ code }));
    for (const cause of [...codes, 'ECONNREFUSED', null, undefined])
      expect(await orderMeeting(cause), JSON.stringify(cause)).to.include({ code: 'network', outcome: 'unknown' });
  });
});

describe('timeout', () => {
  it('ends the reading of a body that never ends, and leaves the outcome of a write unknown', async () => {
    const { client } = serve(() => started(() => {}), { timeout: 10 });
    expect(await failure(client.createOrder(orderRequest))).to.include({ code: 'timeout', outcome: 'unknown' });
  });

  it('is the error if fetch rejects because of the deadline', async () => {
    const { client } = serve(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      { timeout: 10 },
    );
    expect(await failure(client.listCouriers())).to.include({ code: 'timeout' });
  });

  it('ends the request of an attempt, and names the deadline of the call', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch: Exchange['fetch'] = (_url, init) => {
      signals.push(init?.signal);
      return forever;
    };
    const thrown = await failure(exchange({ ...call, attemptTimeout: 10, fetch }));
    expect(thrown).to.include({ code: 'timeout', operation: 'listCouriers', timeout: 60_000, outcome: undefined });
    expect(signals[0]?.aborted).to.equal(true);
  });

  it('may be longer than a timer supports', async () => {
    for (const attemptTimeout of [2 ** 31, Number.POSITIVE_INFINITY]) {
      const fetch = async () => {
        await dueTimers();
        return json(couriersAnswer);
      };
      expect(await exchange({ ...call, fetch, attemptTimeout })).to.include({ status: 200 });
    }
  });

  it('does not abort the request of an attempt that has failed', async () => {
    let sent: AbortSignal | null | undefined;
    const fetch: NonNullable<Exchange['fetch']> = async (_url, init) => {
      sent = init?.signal;
      return cutOff();
    };
    await failure(exchange({ ...call, fetch, attemptTimeout: 1 }));
    await dueTimers();
    expect(sent).to.include({ aborted: false });
  });
});

describe('an abort', () => {
  it('ends a read and its request with the reason of the signal', async () => {
    const page = new AbortController();
    const reason = { left: true };
    const { client, requests } = serve(() => {
      page.abort(reason);
      return forever;
    });
    expect(await failure(client.listCouriers({}, { signal: page.signal }))).to.equal(reason);
    expect(requests[0]?.signal.aborted).to.equal(true);
  });

  it('works with a signal of another realm, such as happy-dom’s', async () => {
    const page = new new Window().AbortController();
    const signal = page.signal as unknown as AbortSignal;
    const { client, requests, arrived } = serve(() => forever);
    const left = failure(client.createOrder(orderRequest, { signal }));
    await arrived(1);
    page.abort('left');
    expect(await left).to.equal('left');
    expect(requests[0]?.signal.aborted).to.equal(true);
  });

  it('before the call, or while it is prepared, sends nothing', async () => {
    const { client, requests } = serve(() => json(couriersAnswer));
    const signal = AbortSignal.abort('left');
    expect(await failure(client.listCouriers({}, { signal }))).to.equal('left');
    expect(await failure(client.createOrder(orderRequest, { signal }))).to.equal('left');
    expect(requests).to.have.lengthOf(0);
    const page = new AbortController();
    const prepared = Promise.resolve({});
    const init = () => {
      page.abort('left');
      return prepared;
    };
    const sent: string[] = [];
    const thrown = await failure(exchange({ ...call, init, signal: page.signal, onSend: () => sent.push('sent') }));
    expect(thrown).to.equal('left');
    await prepared;
    expect(sent).to.deep.equal([]);
  });

  it('ends the reading of a body', async () => {
    const page = new AbortController();
    const { client } = serve(() => started(() => page.abort('left')));
    expect(await failure(client.createOrder(orderRequest, { signal: page.signal }))).to.equal('left');
  });
});

it('an invalid request that is noticed while it is prepared is thrown as it is', async () => {
  const wrong = new InvalidRequestError('listCouriers', [{ path: 'baseUrl', remedy: 'must be an address' }]);
  expect(await failure(exchange({ ...call, init: () => Promise.reject(wrong) }))).to.equal(wrong);
});
