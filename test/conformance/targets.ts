import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createShippingGateway } from '../../src/gateway/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import type { Service } from './service.ts';

const key = 'conformance-key';
const close = async () => undefined;

function inProcess(): Service {
  const sandbox = createSandbox({ key });
  const send = (request: Request) => sandbox.fetch(request);
  return {
    name: 'the sandbox, in process',
    live: false,
    keyless: false,
    baseUrl: 'http://sandbox.test',
    key,
    send,
    close,
  };
}

async function overSocket(): Promise<Service> {
  const sandbox = createSandbox({ key });
  const server = createServer(
    getRequestListener((request) => sandbox.fetch(request), { overrideGlobalObjects: false }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    name: 'the sandbox, over a socket',
    live: false,
    keyless: false,
    baseUrl: `http://127.0.0.1:${port}`,
    key,
    send: fetch,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function throughGateway(): Service {
  const sandbox = createSandbox({ key });
  const gateway = createShippingGateway({
    upstream: 'http://sandbox.test',
    key,
    allow: ['listCouriers', 'quoteRates', 'createOrder', 'createDraftOrder', 'cancelOrder'],
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
  const send = (request: Request) => gateway.fetch(request);
  return {
    name: 'the gateway over the sandbox',
    live: false,
    keyless: true,
    baseUrl: 'http://shop.test',
    key: '',
    send,
    close,
  };
}

/** With a test key: `SHIPPING_BASE_URL=… SHIPPING_KEY=… npm run test:conformance`. */
function live(): Service[] {
  const { SHIPPING_BASE_URL: baseUrl, SHIPPING_KEY: secret } = process.env;
  if (!baseUrl || !secret) return [];
  return [
    {
      name: baseUrl,
      live: true,
      keyless: false,
      baseUrl: baseUrl.replace(/\/+$/, ''),
      key: secret,
      send: fetch,
      close,
    },
  ];
}

export const targets = async (): Promise<Service[]> => [inProcess(), await overSocket(), throughGateway(), ...live()];
