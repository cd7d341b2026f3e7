import { once } from 'node:events';
import { request as send } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import { type Clock, createMemoryStore, createSandbox } from '../../src/sandbox/index.ts';
import { overSocket } from '../../src/sandbox/serve.ts';
import { failure } from '../client/service.ts';
import { listen } from '../support/listen.ts';
import { orderBody } from './shop.ts';

/** Called with the signal of a latency that begins. It ends only with an abort. */
let onLatency = (_signal: AbortSignal): void => undefined;
const clock: Clock = {
  elapsed: () => 0,
  wait: (_milliseconds, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      onLatency(signal);
    }),
};

const store = createMemoryStore();
const sandbox = overSocket(createSandbox({ clock, store }));
const { address, close } = await listen(getRequestListener(sandbox, { overrideGlobalObjects: false }));
after(close);

const post = (path: string, body: object, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

const large = { note: 'a'.repeat(5_000_000) };

describe('over a socket', () => {
  it('a fault closes the connection without a byte', async () => {
    const sent = send(`${address}/v1/orders`, { method: 'POST', headers: { 'sandbox-fault': 'drop' } });
    let answered = false;
    sent.once('response', () => {
      answered = true;
    });
    sent.end('{}');
    const [problem] = await once(sent, 'error').catch((error) => [error]);
    expect(problem.code).to.equal('ECONNRESET');
    expect(answered).to.equal(false);
  });

  it('a body of 5 MB is answered, and so is the next request', async () => {
    expect((await post('/v1/orders', large)).status).to.equal(413);
    expect((await post('/v1/nowhere', large)).status).to.equal(404);
    expect(await failure(post('/v1/orders', large, { 'sandbox-fault': 'drop' }))).to.be.an.instanceOf(TypeError);
    expect((await fetch(`${address}/v1/couriers`)).status).to.equal(200);
  });

  it('a latency ends when the client leaves, without effect', async () => {
    const abort = new AbortController();
    const begun = new Promise<AbortSignal>((resolve) => {
      onLatency = resolve;
    });
    const answer = post('/v1/orders', orderBody, { 'sandbox-fault': 'latency=60000' }, abort.signal);
    const signal = await begun;
    const noticed = once(signal, 'abort');
    abort.abort();
    expect(await failure(answer)).to.include({ name: 'AbortError' });
    await noticed;
    expect(await store.list('order')).to.deep.equal([]);
  }).timeout(10_000);
});
