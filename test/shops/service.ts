import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { OrderResponse } from '../../src/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { overSocket } from '../../src/sandbox/over-socket.ts';
import type { ServiceAddress } from './shop.ts';

/** The sandbox as the shipping service of a shop, over real HTTP. */
export interface Service extends ServiceAddress {
  /** While it is down, each connection breaks before its request has an effect. */
  isDown: boolean;
  /** Makes the next order, and breaks the connection before the answer. */
  loseNextAnswer(): void;
  /** The orders that were made, oldest first. */
  orders(): Promise<OrderResponse[]>;
  stop(): Promise<void>;
}

export async function startService(): Promise<Service> {
  const key = 'merchant-key';
  let loses = false;
  const faults = (request: Request) => {
    if (service.isDown) return 'drop';
    if (!loses || request.method !== 'POST' || new URL(request.url).pathname !== '/v1/orders') return undefined;
    loses = false;
    return 'drop-after';
  };
  const sandbox = createSandbox({ key, faults });
  const answer = overSocket(sandbox);
  const server = serve({
    fetch: (request, env) => answer(request, env),
    hostname: '127.0.0.1',
    port: 0,
  }) as Server;
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: Service = {
    ...{ url, key, isDown: false },
    loseNextAnswer() {
      loses = true;
    },
    async orders() {
      // A fault of its own: this question is answered while the service is down.
      const headers = { authorization: key, 'sandbox-fault': 'latency=0' };
      const list = await sandbox.fetch(new Request(`${url}/v1/orders`, { headers }));
      const { orders } = (await list.json()) as { orders: OrderResponse[] };
      return orders.reverse();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return service;
}
