import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { type ClientOptions, createShippingClient } from '../../src/client/index.ts';
import { createMemoryStore, createSandbox } from '../../src/sandbox/index.ts';
import { listen } from '../support/listen.ts';

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

  const { address, close } = await listen(async (incoming, outgoing) => {
    underWay.add(outgoing);
    outgoing.once('close', () => underWay.delete(outgoing));
    if (lifted) return answerWell(incoming, outgoing);
    const request = await requestOf(incoming);
    await meeting(outgoing, async () => (await sandbox.fetch(request)).text());
  });
  const client = createShippingClient({
    retry: { delay: 0 },
    baseUrl: address,
    ...options,
    fetch: (input, init) => {
      seen.sent += 1;
      return fetch(input, init);
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
      await close();
    },
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url } = incoming;
  const body = await text(incoming);
  const headers = { 'content-type': incoming.headers['content-type'] ?? '' };
  return new Request(`http://sandbox.invalid${url}`, { method, headers, ...(method === 'POST' && { body }) });
}
