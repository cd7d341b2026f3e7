import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { OrderResponse } from '../../src/index.ts';
import { createMemoryStore, createSandbox } from '../../src/sandbox/index.ts';
import { changeOrder, withStatus } from '../../src/sandbox/orders.ts';
import { overSocket } from '../../src/sandbox/serve.ts';
import { listen } from '../support/listen.ts';
import type { ServiceAddress } from './shop.ts';

/** The sandbox as the shipping service of a shop, over real HTTP. */
export interface Service extends ServiceAddress {
  /** While it is down, each connection breaks before its request has an effect. */
  isDown: boolean;
  /** Makes the next order, and breaks the connection before the answer. */
  loseNextAnswer(): void;
  /** Keeps orders and cancellations without an answer, until the returned function is called. */
  hold(): () => void;
  /** How many of them it keeps now. */
  held: number;
  /** The courier ends a delivery without a webhook, as `rejected` or `returned`. */
  end(id: string, status: string): Promise<void>;
  /** How many questions for prices it was asked. */
  questions: number;
  /** The orders that were made, oldest first. */
  orders(): Promise<OrderResponse[]>;
  stop(): Promise<void>;
}

export async function startService(): Promise<Service> {
  const key = 'merchant-key';
  let loses = false;
  const faults = (request: Request) => {
    if (request.url.includes('/v1/rates/')) service.questions += 1;
    if (service.isDown) return 'drop';
    if (!loses || request.method !== 'POST' || new URL(request.url).pathname !== '/v1/orders') return undefined;
    loses = false;
    return 'drop-after';
  };
  const store = createMemoryStore();
  const sandbox = createSandbox({ key, faults, store });
  let held: Promise<void> | undefined;
  const answer = overSocket({
    ...sandbox,
    async fetch(request) {
      if (held && request.url.includes('/v1/orders')) {
        service.held += 1;
        await held;
        service.held -= 1;
      }
      return sandbox.fetch(request);
    },
  });
  const { address: url, close: stop } = await listen(
    getRequestListener((request, env) => answer(request, env as HttpBindings)),
  );
  const service: Service = {
    ...{ url, key, stop, isDown: false, questions: 0, held: 0 },
    loseNextAnswer() {
      loses = true;
    },
    hold() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        held = undefined;
        release();
      };
    },
    async end(id, status) {
      await changeOrder(store, id, (order) => withStatus(order, status, new Date()));
    },
    async orders() {
      // A fault of its own: this question is answered while the service is down.
      const headers = { authorization: key, 'sandbox-fault': 'latency=0' };
      const list = await sandbox.fetch(new Request(`${url}/v1/orders`, { headers }));
      const { orders } = (await list.json()) as { orders: OrderResponse[] };
      return orders.reverse();
    },
  };
  return service;
}
