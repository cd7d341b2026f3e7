import type { Server } from 'node:http';
import { type HttpBindings, serve as listen } from '@hono/node-server';
import { createShippingGateway } from '../create-gateway.ts';
import { Metrics } from './metrics.ts';
import { openDatabase, optionsOf, type Settings } from './settings.ts';

/** Milliseconds between two looks after orders that got no answer. */
const often = 5_000;

export interface Running {
  /** Where pages reach it. */
  address: string;
  /** Where `/health` and `/metrics` are. */
  admin: string;
  /** Answers what is under way, and ends. */
  stop(): Promise<void>;
}

/**
 * Serves pages, and health and metrics beside it, where no page gets.
 * @param write one JSON line a request
 */
export async function serveGateway(settings: Settings, write: (line: string) => void): Promise<Running> {
  const store = await openDatabase(settings);
  const metrics = new Metrics();
  const log = (line: object) => write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
  const options = optionsOf(settings, store);
  const gateway = createShippingGateway({
    ...options,
    observe(event) {
      metrics.observe(event);
      log({ ...event, milliseconds: Math.round(event.milliseconds * 10) / 10 });
    },
  });

  const answer = (request: Request, { incoming }: HttpBindings) =>
    gateway.fetch(request, { address: incoming.socket.remoteAddress });
  const { host = '127.0.0.1', port = 8787, adminPort = 9464 } = settings;
  const pages = await listening(answer, host, port);

  const healthy = async () => {
    const well = await store.ping().then(
      () => true,
      () => false,
    );
    return Response.json({ database: well ? 'well' : 'cannot be written to' }, { status: well ? 200 : 503 });
  };
  const administer = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/health') return healthy();
    if (pathname !== '/metrics') return new Response('There are /health and /metrics.\n', { status: 404 });
    const text = await metrics.text(store, options.account);
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4' } });
  };
  const admin = await listening(administer, '127.0.0.1', adminPort);

  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(async () => void (await gateway.settle()))
      .catch((problem) => log({ operation: 'settle', fault: problem instanceof Error ? problem.name : 'unknown' }));
  }, often);

  return {
    address: addressOf(pages),
    admin: addressOf(admin),
    async stop() {
      clearInterval(timer);
      await Promise.all([closed(pages), closed(admin)]);
      await looking;
      await store.close();
    },
  };
}

function listening(
  answer: (request: Request, bindings: HttpBindings) => Promise<Response>,
  hostname: string,
  port: number,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const fetch = (request: Request, bindings: unknown) => answer(request, bindings as HttpBindings);
    const server = listen({ fetch, hostname, port, overrideGlobalObjects: false }, () => resolve(server as Server));
    server.once('error', reject);
  });
}

function addressOf(server: Server): string {
  const address = server.address();
  return address && typeof address === 'object' ? `http://${address.address}:${address.port}` : '';
}

const closed = (server: Server) =>
  new Promise<void>((done) => {
    server.close(() => done());
    // Kept alive without a request under way, a connection would hold the end up.
    server.closeIdleConnections();
  });
