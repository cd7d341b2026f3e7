import { expect } from 'chai';
import { failure } from '../client/service.ts';
import { orderRequest, ratesRequest } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { type FaultyHandler, openService } from './service.ts';

interface Fault {
  handler: FaultyHandler;
  /** Whether the order was placed. */
  placed: boolean;
  /** Fields of the client's error. */
  error: { code: string; status?: number };
  /** How often the client sends a read. */
  reads: 1 | 3;
}

const json = { 'content-type': 'application/json' };

/** Sends half of the body, and then does what `next` says. */
const halfThen =
  (next: FaultyHandler): FaultyHandler =>
  async (outgoing, work) => {
    const text = await work();
    outgoing.writeHead(200, { ...json, 'content-length': text.length });
    outgoing.write(text.slice(0, text.length / 2), () => next(outgoing, work));
  };
const afterWork =
  (handler: FaultyHandler): FaultyHandler =>
  async (outgoing, work) => {
    await work();
    return handler(outgoing, work);
  };
/** Redirects to this server. If the client followed, it would find another redirect until it fails. */
const redirect =
  (status: number): FaultyHandler =>
  (outgoing) =>
    outgoing.writeHead(status, { ...json, location: outgoing.req.url }).end('{"success":false,"code":40002031}');

const network = { code: 'network' };
const timeout = { code: 'timeout' };
const unexpected = (status: number) => ({ code: 'unexpected-response', status });

/**
 * What only a real connection shows. `test/client` has the statuses and the bodies. The client cannot tell whether an order
 * was placed, so its outcome is unknown.
 */
const faults: Record<string, Fault> = {
  'no answer': { handler: afterWork(() => {}), placed: true, error: timeout, reads: 3 },
  'a body that stops': { handler: halfThen(() => {}), placed: true, error: timeout, reads: 3 },
  'a body cut off': { handler: halfThen((outgoing) => outgoing.destroy()), placed: true, error: network, reads: 3 },
  'a connection closed after the work': {
    handler: afterWork((outgoing) => outgoing.socket?.end()),
    placed: true,
    error: network,
    reads: 3,
  },
  'a body that is not compressed as it says': {
    handler: async (outgoing, work) =>
      outgoing.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(await work()),
    placed: true,
    error: network,
    reads: 3,
  },
  'no HTTP': {
    handler: (outgoing) => outgoing.socket?.end('220 mail.invalid ESMTP\r\n\r\n'),
    placed: false,
    error: network,
    reads: 3,
  },
  'a redirect before the work': { handler: redirect(307), placed: false, error: unexpected(307), reads: 1 },
  'a redirect after the work': { handler: afterWork(redirect(303)), placed: true, error: unexpected(303), reads: 1 },
};

const order = { ...orderRequest, reference_id: 'CART-1' };

describe('the client over HTTP', () => {
  for (const [name, { handler, placed, error, reads }] of Object.entries(faults)) {
    it(`ends a read as ${error.code} after ${name}`, async () => {
      const { client, seen, close } = await openService(handler, { timeout: 1500 });
      expect(await failure(client.quoteRates(ratesRequest))).to.include({ ...error, outcome: undefined });
      expect(seen.sent).to.equal(reads);
      await close();
    });

    it(`does not know what became of an order after ${name}, and places it once when it is sent again`, async () => {
      const { client, store, seen, endFault, close } = await openService(handler, { timeout: 1500 });
      expect(await failure(client.createOrder(order))).to.include({ ...error, outcome: 'unknown' });
      expect(await store.list('order')).to.have.lengthOf(placed ? 1 : 0);
      endFault();
      expect((await client.createOrder(order)).recovered === true).to.equal(placed);
      expect(seen.sent).to.equal(2);
      expect(await store.list('order')).to.have.lengthOf(1);
      await close();
    });
  }

  for (const [name, addressOf] of [
    ['a refused connection', async () => `http://127.0.0.1:${await freePort()}`],
    ['an unknown host', async () => 'http://nobody.invalid'],
  ] as const)
    it(`knows that nothing was ordered after ${name}`, async () => {
      const { client, seen, close } = await openService(() => {}, { baseUrl: await addressOf() });
      expect(await failure(client.listCouriers())).to.include(network);
      expect(await failure(client.createOrder(order))).to.include({ ...network, outcome: undefined });
      expect(seen.sent).to.equal(4);
      await close();
    });

  it('ends the request of an aborted order, and finds the order when it is sent again', async () => {
    const page = new AbortController();
    const { client, endFault, close } = await openService(afterWork(() => page.abort('left')));
    expect(await failure(client.createOrder(order, { signal: page.signal }))).to.equal('left');
    endFault();
    expect(await client.createOrder(order)).to.include({ recovered: true });
    await close();
  });

  it('finds a draft and a cancellation without an answer when they are sent again', async () => {
    const { client, store, endFault, close } = await openService(afterWork((outgoing) => outgoing.destroy()));
    await failure(client.createOrder(order));
    const [{ id = '' } = {}] = await store.list('order');
    expect(await failure(client.createDraftOrder(order))).to.include({ outcome: 'unknown' });
    expect(await failure(client.cancelOrder({ id }))).to.include({ outcome: 'unknown' });
    endFault();
    expect(await client.createDraftOrder(order)).to.include({ recovered: true });
    expect(await client.cancelOrder({ id })).to.include({ id, status: 'cancelled' });
    expect(await store.list('draft_order')).to.have.lengthOf(1);
    await close();
  });
});
