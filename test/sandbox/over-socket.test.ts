import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import { type Clock, createSandbox } from '../../src/sandbox/index.ts';
import { overSocket } from '../../src/sandbox/over-socket.ts';
import { failure } from '../client/service.ts';
import { orderBody } from './shop.ts';

/** A latency in progress, and its end. */
let waiting = (_signal: AbortSignal): void => undefined;
const clock: Clock = {
  elapsed: () => performance.now(),
  wait: (_milliseconds, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      waiting(signal);
    }),
};

const listener = getRequestListener(overSocket(createSandbox({ clock })), { overrideGlobalObjects: false });
const server = createServer(listener).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const address = `http://127.0.0.1:${port}`;
after(() => {
  server.closeAllConnections();
  server.close();
});

const order = (fault: string, body: object = orderBody, signal?: AbortSignal) =>
  fetch(`${address}/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-fault': fault },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

async function placed(): Promise<number> {
  const response = await fetch(`${address}/v1/orders`);
  return ((await response.json()) as { orders: unknown[] }).orders.length;
}

describe('over a socket', () => {
  it('drop closes the connection without a byte', async () => {
    const sent = send(`${address}/v1/orders`, { method: 'POST', headers: { 'sandbox-fault': 'drop' } });
    let answered = false;
    sent.once('response', () => {
      answered = true;
    });
    sent.end('{}');
    const [problem] = await once(sent, 'error').catch((error) => [error]);
    expect(problem.code).to.equal('ECONNRESET');
    expect(answered).to.equal(false);
    expect(await placed()).to.equal(0);
  });

  it('drop-after makes fetch reject, and the order was placed', async () => {
    const before = await placed();
    expect(await failure(order('drop-after'))).to.be.an.instanceOf(TypeError);
    expect(await placed()).to.equal(before + 1);
  });

  it('drop closes on a body of 5 MB too, and the next request is answered', async () => {
    expect(await failure(order('drop', { note: 'a'.repeat(5_000_000) }))).to.be.an.instanceOf(TypeError);
    expect((await fetch(`${address}/v1/couriers`)).status).to.equal(200);
  });

  it('a latency ends when the client leaves, without effect', async () => {
    const before = await placed();
    const abort = new AbortController();
    const begun = new Promise<AbortSignal>((resolve) => {
      waiting = resolve;
    });
    const answer = order('latency=60000', orderBody, abort.signal);
    const signal = await begun;
    const noticed = once(signal, 'abort');
    abort.abort();
    expect(await failure(answer)).to.include({ name: 'AbortError' });
    await noticed;
    expect(await placed()).to.equal(before);
  }).timeout(10_000);
});
