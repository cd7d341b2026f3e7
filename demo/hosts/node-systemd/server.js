import { serve } from '@hono/node-server';
import { gateway, purchases, store } from './gateway.js';

const server = serve(
  {
    hostname: '127.0.0.1',
    port: Number(process.env.PORT ?? 8787),
    fetch: (request, { incoming }) => gateway.fetch(request, { address: incoming.socket.remoteAddress }),
  },
  ({ address, port }) => console.log(`http://${address}:${port}`),
);

const stopping = new AbortController();
const { signal } = stopping;
const tasks = [gateway.start({ signal }), purchases.start({ signal })];

// Answers what is under way, then ends.
process.once('SIGTERM', async () => {
  stopping.abort();
  await Promise.all([new Promise((closed) => server.close(closed)), ...tasks]);
  await store.close();
});
