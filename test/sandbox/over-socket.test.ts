import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { type Clock, createSandbox } from '../../src/sandbox/index.ts';
import { overSocket } from '../../src/sandbox/over-socket.ts';
import { orderBody } from './shop.ts';

/** Where a latency is under way, and how it ends. */
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
    assert.equal(problem.code, 'ECONNRESET');
    assert.equal(answered, false);
    assert.equal(await placed(), 0);
  });

  it('drop makes fetch reject, and the order was not placed', async () => {
    const before = await placed();
    await assert.rejects(order('drop'), TypeError);
    assert.equal(await placed(), before);
  });

  it('drop-after makes fetch reject, and the order was placed', async () => {
    const before = await placed();
    await assert.rejects(order('drop-after'), TypeError);
    assert.equal(await placed(), before + 1);
  });

  it('drop closes on a body of 5 MB too, and the next request is answered', async () => {
    await assert.rejects(order('drop', { note: 'a'.repeat(5_000_000) }), TypeError);
    assert.equal((await fetch(`${address}/v1/couriers`)).status, 200);
  });

  it('a latency ends when the client goes away, and nothing is done', { timeout: 10_000 }, async () => {
    const before = await placed();
    const abort = new AbortController();
    const begun = new Promise<AbortSignal>((resolve) => {
      waiting = resolve;
    });
    const answer = order('latency=60000', orderBody, abort.signal);
    const signal = await begun;
    const noticed = once(signal, 'abort');
    abort.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    await noticed;
    assert.equal(await placed(), before);
  });

  it('malformed, html, status and error are answers as anywhere', async () => {
    const cut = await order('malformed');
    assert.equal(cut.status, 200);
    await assert.rejects(cut.json(), SyntaxError);
    const page = await order('html');
    assert.deepEqual([page.status, (await page.text()).slice(0, 9)], [502, '<!doctype']);
    const busy = await order('status=503;retry-after=3');
    assert.deepEqual([busy.status, busy.headers.get('retry-after')], [503, '3']);
    assert.equal(((await (await order('error=40002009')).json()) as { code: number }).code, 40002009);
  });
});
