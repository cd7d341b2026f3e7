import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';

/** A server on a free port of this machine. */
export interface Listening {
  url: string;
  stop(): Promise<void>;
}

export async function listen(fetch: Parameters<typeof serve>[0]['fetch']): Promise<Listening> {
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
