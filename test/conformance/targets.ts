import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createShippingGateway, openLibsqlStore } from '../../src/gateway/index.ts';
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

async function throughGateway(): Promise<Service> {
  const sandbox = createSandbox({ key });
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const store = await openLibsqlStore(join(folder, 'gateway.db'));
  const gateway = createShippingGateway({
    account: 'conformance',
    upstream: 'http://sandbox.test',
    key,
    store,
    secrets: { current: { kid: 'conformance', secret: 'nothing-is-signed-in-these-requests' } },
    origins: ['http://shop.test'],
    limits: { address: 10_000 },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
  const send = (request: Request) => gateway.fetch(request);
  return {
    name: 'the gateway over the sandbox',
    live: false,
    keyless: true,
    readsOnly: true,
    baseUrl: 'http://shop.test',
    key: '',
    send,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
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

export const targets = async (): Promise<Service[]> => [
  inProcess(),
  await overSocket(),
  await throughGateway(),
  ...live(),
];
