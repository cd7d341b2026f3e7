import { expect } from 'chai';
import { Window } from 'happy-dom';
import { json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { couriersAnswer, cutOff, failure, forever, orderAnswer, serve } from './service.ts';

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

describe('network', () => {
  it('means that no answer came; the cause is the error of fetch', async () => {
    const cause = new TypeError('Failed to fetch');
    const { client } = serve(() => Promise.reject(cause));
    const thrown = await failure(client.listCouriers());
    expect(thrown).to.include({ code: 'network', operation: 'listCouriers', cause, outcome: undefined });
  });

  it('means that the answer was cut off', async () => {
    const { client } = serve(() => started((body) => body.error(new TypeError('connection lost'))));
    expect(await failure(client.quoteRates(ratesRequest))).to.include({ code: 'network', outcome: undefined });
  });

  it('leaves the outcome of a write unknown', async () => {
    const { client } = serve(cutOff);
    const calls = [
      client.createOrder(orderRequest),
      client.createDraftOrder(orderRequest),
      client.cancelOrder({ id: orderAnswer.id }),
    ];
    for (const call of calls) expect(await failure(call)).to.include({ code: 'network', outcome: 'unknown' });
  });
});

describe('timeout', () => {
  it('ends a call that is not answered, and its request', async () => {
    const { client, requests } = serve(() => forever, { timeout: 10 });
    const thrown = await failure(client.quoteRates(ratesRequest));
    expect(thrown).to.include({ code: 'timeout', operation: 'quoteRates', timeout: 10, outcome: undefined });
    expect(requests[0]?.signal.aborted).to.equal(true);
  });

  it('ends the reading of a body that never ends', async () => {
    const { client } = serve(() => started(() => {}), { timeout: 10 });
    expect(await failure(client.listCouriers())).to.include({ code: 'timeout' });
  });

  it('is the error if fetch rejects because of the deadline', async () => {
    const { client } = serve(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      { timeout: 10 },
    );
    expect(await failure(client.listCouriers())).to.include({ code: 'timeout' });
  });

  it('leaves the outcome of a write unknown', async () => {
    const { client } = serve(() => forever, { timeout: 10 });
    expect(await failure(client.createOrder(orderRequest))).to.include({ code: 'timeout', outcome: 'unknown' });
    const body = serve(() => started(() => {}), { timeout: 10 });
    expect(await failure(body.client.cancelOrder({ id: 'a1' }))).to.include({ code: 'timeout', outcome: 'unknown' });
  });
});

describe('an abort', () => {
  it('works with a signal of another realm, such as happy-dom’s', async () => {
    const page = new new Window().AbortController();
    const signal = page.signal as unknown as AbortSignal;
    expect(await serve(() => json(orderAnswer)).client.createOrder(orderRequest, { signal })).to.include({
      success: true,
    });
    const { client, requests, arrived } = serve(() => forever);
    const left = failure(client.createOrder(orderRequest, { signal }));
    await arrived(1);
    page.abort('left');
    expect(await left).to.equal('left');
    expect(requests[0]?.signal.aborted).to.equal(true);
  });

  it('throws the reason of the signal, on reads and writes', async () => {
    const calls = [
      ({ client }: ReturnType<typeof serve>, signal: AbortSignal) => client.listCouriers({}, { signal }),
      ({ client }: ReturnType<typeof serve>, signal: AbortSignal) => client.createOrder(orderRequest, { signal }),
      ({ client }: ReturnType<typeof serve>, signal: AbortSignal) => client.cancelOrder({ id: 'a1' }, { signal }),
    ];
    for (const call of calls) {
      const page = new AbortController();
      const reason = { left: true };
      const service = serve(() => {
        page.abort(reason);
        return forever;
      });
      expect(await failure(call(service, page.signal))).to.equal(reason);
      expect(service.requests[0]?.signal.aborted).to.equal(true);
    }
  });

  it('is an AbortError if the page gives no reason', async () => {
    const page = new AbortController();
    const { client } = serve(() => forever);
    const listing = failure(client.listCouriers({}, { signal: page.signal }));
    page.abort();
    expect(await listing).to.include({ name: 'AbortError' });
  });

  it('before the call sends nothing', async () => {
    const { client, requests } = serve(() => json(couriersAnswer));
    const signal = AbortSignal.abort('left');
    expect(await failure(client.listCouriers({}, { signal }))).to.equal('left');
    expect(await failure(client.createOrder(orderRequest, { signal }))).to.equal('left');
    expect(requests).to.have.lengthOf(0);
  });

  it('ends the reading of a body', async () => {
    const page = new AbortController();
    const { client } = serve(() => started(() => page.abort('left')));
    expect(await failure(client.createOrder(orderRequest, { signal: page.signal }))).to.equal('left');
  });

  it('after the answer changes nothing', async () => {
    const page = new AbortController();
    const { client } = serve(() => json(orderAnswer));
    const placed = await client.createOrder(orderRequest, { signal: page.signal });
    page.abort('left');
    expect(placed.id).to.equal(orderAnswer.id);
  });
});
