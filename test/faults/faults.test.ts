import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { failure } from '../client/service.ts';
import { orderRequest, ratesRequest } from '../support/fixtures.ts';
import { type Meeting, openService } from './service.ts';

interface Fault {
  meeting: Meeting;
  /** Whether the order was placed. */
  done: boolean;
  /** Fields of the client's error. */
  end: { code: string; status?: number; reason?: string };
  /** How often the client sends a read. */
  reads: 1 | 3;
}

const json = { 'content-type': 'application/json' };
const firstHalf = (text: string) => text.slice(0, Math.ceil(text.length / 2));

const half: Meeting = async (outgoing, work) => {
  outgoing.writeHead(201, json).end(firstHalf(await work()));
};
const halfThen =
  (next: Meeting): Meeting =>
  async (outgoing, work) => {
    const text = await work();
    outgoing.writeHead(200, { ...json, 'content-length': text.length });
    outgoing.write(firstHalf(text), () => next(outgoing, work));
  };
const page =
  (status: number): Meeting =>
  (outgoing) =>
    outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><h1>Hello</h1>');
const after =
  (meeting: Meeting): Meeting =>
  async (outgoing, work) => {
    await work();
    return meeting(outgoing, work);
  };
/** Redirects to this server, so that a followed redirect counts as a request. */
const redirect =
  (status: number): Meeting =>
  (outgoing) =>
    outgoing.writeHead(status, { ...json, location: outgoing.req.url }).end('{"success":false,"code":40002031}');

const network = { code: 'network' };
const timeout = { code: 'timeout' };
const unavailable = (status: number) => ({ code: 'unavailable', status });
const unexpected = (status: number) => ({ code: 'unexpected-response', status });

/** The client cannot tell whether an order was placed, so its outcome is unknown. */
const faults: Record<string, Fault> = {
  'no answer': { meeting: after(() => {}), done: true, end: timeout, reads: 3 },
  'a body that stops': { meeting: halfThen(() => {}), done: true, end: timeout, reads: 3 },
  'a body cut off': { meeting: halfThen((outgoing) => outgoing.destroy()), done: true, end: network, reads: 3 },
  'a connection closed after the work': {
    meeting: after((outgoing) => outgoing.socket?.end()),
    done: true,
    end: network,
    reads: 3,
  },
  'a body that is not packed as it says': {
    meeting: async (outgoing, work) =>
      outgoing.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(await work()),
    done: true,
    end: network,
    reads: 3,
  },
  'no HTTP': {
    meeting: (outgoing) => outgoing.socket?.end('220 mail.invalid ESMTP\r\n\r\n'),
    done: false,
    end: network,
    reads: 3,
  },
  'status 503 before the work': { meeting: page(503), done: false, end: unavailable(503), reads: 3 },
  'status 408 after the work': { meeting: after(page(408)), done: true, end: unavailable(408), reads: 3 },
  'half of the JSON': { meeting: half, done: true, end: unexpected(201), reads: 1 },
  'a page with 200': { meeting: page(200), done: false, end: unexpected(200), reads: 1 },
  'a page with 404 after the work': { meeting: after(page(404)), done: true, end: unexpected(404), reads: 1 },
  'a refusal by a proxy after the work': {
    meeting: after((outgoing) => outgoing.writeHead(404, json).end('{"message":"no Route matched"}')),
    done: true,
    end: { code: 'refused', reason: 'other', status: 404 },
    reads: 1,
  },
  'a redirect before the work': { meeting: redirect(307), done: false, end: unexpected(307), reads: 1 },
  'a redirect after the work': { meeting: after(redirect(303)), done: true, end: unexpected(303), reads: 1 },
};

const order = { ...orderRequest, reference_id: 'CART-1' };

describe('over HTTP', () => {
  for (const [name, { meeting, done, end, reads }] of Object.entries(faults)) {
    it(`${name}: a read ends as ${end.code}`, async () => {
      const { client, seen, close } = await openService(meeting, { timeout: 1500 });
      expect(await failure(client.quoteRates(ratesRequest))).to.include({ ...end, outcome: undefined });
      expect(seen.sent).to.equal(reads);
      await close();
    });

    it(`${name}: an order ends as unknown, and is placed once when it is sent again`, async () => {
      const { client, store, seen, lift, close } = await openService(meeting, { timeout: 1500 });
      expect(await failure(client.createOrder(order))).to.include({ ...end, outcome: 'unknown' });
      expect(await store.list('order')).to.have.lengthOf(done ? 1 : 0);
      lift();
      expect((await client.createOrder(order)).recovered === true).to.equal(done);
      expect(seen.sent).to.equal(2);
      expect(await store.list('order')).to.have.lengthOf(1);
      await close();
    });
  }

  for (const [name, addressOf] of [
    ['a refused connection', closedPort],
    ['an unknown host', async () => 'http://nobody.invalid'],
  ] as const)
    it(`${name}: nothing was ordered`, async () => {
      const { client, seen, close } = await openService(() => {}, { baseUrl: await addressOf() });
      expect(await failure(client.listCouriers())).to.include(network);
      expect(await failure(client.createOrder(order))).to.include({ ...network, outcome: undefined });
      expect(seen.sent).to.equal(4);
      await close();
    });

  it('an aborted order ends its request, and is found when it is sent again', async () => {
    const page = new AbortController();
    const { client, lift, close } = await openService(after(() => page.abort('left')));
    expect(await failure(client.createOrder(order, { signal: page.signal }))).to.equal('left');
    lift();
    expect(await client.createOrder(order)).to.include({ recovered: true });
    await close();
  });

  it('a draft and a cancellation without an answer are found when they are sent again', async () => {
    const { client, store, lift, close } = await openService(after((outgoing) => outgoing.destroy()));
    await failure(client.createOrder(order));
    const [{ id = '' } = {}] = await store.list('order');
    expect(await failure(client.createDraftOrder(order))).to.include({ outcome: 'unknown' });
    expect(await failure(client.cancelOrder({ id }))).to.include({ outcome: 'unknown' });
    lift();
    expect(await client.createDraftOrder(order)).to.include({ recovered: true });
    expect(await client.cancelOrder({ id })).to.include({ id, status: 'cancelled' });
    expect(await store.list('draft_order')).to.have.lengthOf(1);
    await close();
  });
});

/** An address that answered until now. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
