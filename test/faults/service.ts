import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { type ClientOptions, createShippingClient } from '../../src/client/index.ts';
import { createMemoryStore, createSandbox } from '../../src/sandbox/index.ts';

/** What a server does with a request. `work` lets the sandbox answer it and returns that answer as text. */
export type Meeting = (outgoing: ServerResponse, work: () => Promise<string>) => unknown;

/** A sandbox on a port of its own, and a client whose requests meet the fault until `lift` is called. */
export async function openService(meeting: Meeting, options: Partial<ClientOptions> = {}) {
  const store = createMemoryStore();
  const sandbox = createSandbox({ store });
  const answerWell = getRequestListener((request) => sandbox.fetch(request), { overrideGlobalObjects: false });
  const underWay = new Set<ServerResponse>();
  const seen = { sent: 0 };
  let lifted = false;

  const server = createServer(async (incoming, outgoing) => {
    underWay.add(outgoing);
    outgoing.once('close', () => underWay.delete(outgoing));
    if (lifted) return answerWell(incoming, outgoing);
    const request = await requestOf(incoming);
    await meeting(outgoing, async () => (await sandbox.fetch(request)).text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { baseUrl = address } = options;
  const client = createShippingClient({
    retry: { delay: 0 },
    ...options,
    baseUrl,
    fetch: (input, init) => {
      seen.sent += 1;
      return fetch(lifted ? String(input).replace(baseUrl, address) : input, init);
    },
  });

  return {
    client,
    store,
    seen,
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
    },
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url } = incoming;
  const body = await text(incoming);
  const headers = { 'content-type': incoming.headers['content-type'] ?? '' };
  return new Request(`http://sandbox.invalid${url}`, { method, headers, ...(method === 'POST' && { body }) });
}
