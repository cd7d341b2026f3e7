import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { type ClientOptions, createShippingClient } from '../../src/client/index.ts';
import { createMemoryStore, createSandbox } from '../../src/sandbox/index.ts';
import { overSocket } from '../../src/sandbox/over-socket.ts';
import { noon, orderBody, today } from '../sandbox/shop.ts';
import type { Fault } from './fault.ts';

/** Milliseconds. If a fault hangs, the three attempts of a read take a half and two quarters. */
export const deadline = (fault: Fault) => (fault.hangs ? 4_000 : 20_000);

/** Servers that a failed test left open. */
const open = new Set<Server>();

after(() => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
});

/**
 * A shipping service on a port of its own, a fault on the way to it, and a client that meets the fault until it is lifted. A
 * test closes it; where it fails before, it is closed after the last of all.
 */
export async function openService(fault: Fault, options: Partial<ClientOptions> = {}) {
  const { met } = fault;
  const store = createMemoryStore();
  const sandbox = createSandbox({ store, now: () => noon(today) });
  const answerWell = getRequestListener(overSocket(sandbox), { overrideGlobalObjects: false });
  const seen = { arrived: 0, sent: 0 };
  const underWay = new Set<ServerResponse>();
  let lifted = false;

  const server = createServer(async (incoming, outgoing) => {
    seen.arrived += 1;
    underWay.add(outgoing);
    outgoing.once('close', () => underWay.delete(outgoing));
    if (lifted || !('by' in met)) return answerWell(incoming, outgoing);
    const request = await requestOf(incoming);
    await met.by(outgoing, () => sandbox.fetch(request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.add(server);

  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const baseUrl = 'at' in met ? await met.at() : address;
  const client = createShippingClient({
    baseUrl,
    timeout: deadline(fault),
    retry: { delay: 0 },
    headers: (): Record<string, string> => (!lifted && 'header' in met ? { 'sandbox-fault': met.header } : {}),
    fetch: (input, init) => {
      seen.sent += 1;
      return fetch(lifted ? String(input).replace(baseUrl, address) : input, init);
    },
    ...options,
  });

  return {
    client,
    store,
    seen,
    /** An order to cancel. */
    earlier: await placeEarlier(sandbox.fetch),
    /** Ends the fault for the same client. */
    lift: () => {
      lifted = true;
    },
    /** Resolves when every request has ended and everything is closed. */
    close: async () => {
      await Promise.all([...underWay].map((outgoing) => once(outgoing, 'close')));
      // The rest are idle connections, which Node's fetch keeps.
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      open.delete(server);
    },
  };
}

export type Service = Awaited<ReturnType<typeof openService>>;

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url, headers } = incoming;
  const body = await text(incoming);
  const type = headers['content-type'] ?? '';
  return new Request(`http://sandbox.invalid${url}`, {
    method,
    headers: { 'content-type': type },
    ...(method === 'POST' && { body }),
  });
}

async function placeEarlier(send: (request: Request) => Promise<Response>): Promise<string> {
  const body = JSON.stringify({ ...orderBody, reference_id: 'EARLIER' });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  return ((await (await send(new Request('http://sandbox.invalid/v1/orders', init))).json()) as { id: string }).id;
}
