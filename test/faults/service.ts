import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { type ClientOptions, createShippingClient } from '../../src/client/index.ts';
import { createMemoryStore, createSandbox } from '../../src/sandbox/index.ts';
import { listen } from '../support/listen.ts';

/** Answers a request badly. `work` has the sandbox process the request and resolves with its answer as text. */
export type FaultyHandler = (outgoing: ServerResponse, work: () => Promise<string>) => unknown;

/** A sandbox on its own port, and a client. Requests go to the faulty handler until `endFault` is called. */
export async function openService(handler: FaultyHandler, options: Partial<ClientOptions> = {}) {
  const store = createMemoryStore();
  const sandbox = createSandbox({ store });
  const answerNormally = getRequestListener((request) => sandbox.fetch(request), { overrideGlobalObjects: false });
  const openResponses = new Set<ServerResponse>();
  const seen = { sent: 0 };
  let ended = false;

  const { address, close } = await listen(async (incoming, outgoing) => {
    openResponses.add(outgoing);
    outgoing.once('close', () => openResponses.delete(outgoing));
    if (ended) return answerNormally(incoming, outgoing);
    const request = await requestOf(incoming);
    await handler(outgoing, async () => (await sandbox.fetch(request)).text());
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
    /** From now on the sandbox answers the same client normally. */
    endFault: () => {
      ended = true;
    },
    /** Resolves when every request has ended and everything is closed. */
    close: async () => {
      await Promise.all([...openResponses].map((outgoing) => once(outgoing, 'close')));
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
