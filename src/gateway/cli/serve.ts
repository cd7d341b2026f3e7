import type { Server } from 'node:http';
import { type HttpBindings, serve as listen } from '@hono/node-server';
import { createShippingGateway } from '../create-gateway.ts';
import type { GatewayStore } from '../store/index.ts';
import { startProblems } from './check-settings.ts';
import { Metrics } from './metrics.ts';
import { CommandError, configFile, openDatabase, optionsOf, type Settings } from './settings.ts';

/** Milliseconds that open requests may take after SIGTERM or SIGINT. Docker kills the process after ten seconds. */
const stopTimeout = 8_000;

export interface Running {
  /** The address for pages. */
  address: string;
  /** The address of `/health` and `/metrics`. */
  admin: string;
  /** Answers the open requests, then ends. */
  stop(): Promise<void>;
}

/**
 * Serves pages, and on another port health and metrics, which no page can reach.
 * @param write one JSON line a request
 * @throws {CommandError} a setting is wrong, a port is in use, or the database cannot be opened
 */
export async function serveGateway(settings: Settings, write: (line: string) => void): Promise<Running> {
  const problems = startProblems(settings);
  if (problems.length) throw new CommandError(problems.join('\n'));
  const store = await openDatabase(settings);
  const opened: Server[] = [];
  try {
    return await serveOver(store, settings, write, opened);
  } catch (problem) {
    for (const server of opened) server.close();
    await store.close();
    throw problem;
  }
}

async function serveOver(
  store: GatewayStore,
  settings: Settings,
  write: (line: string) => void,
  opened: Server[],
): Promise<Running> {
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
  const stopping = new AbortController();

  const answer = async (request: Request, { incoming }: HttpBindings) => {
    const response = await gateway.fetch(request, { address: incoming.socket.remoteAddress });
    // Otherwise a kept-alive connection could bring more requests, and the server would wait for the time-out.
    if (stopping.signal.aborted) response.headers.set('connection', 'close');
    return response;
  };
  const { host = '127.0.0.1', port = 8787, adminPort = 9464 } = settings;
  const pages = await listening(answer, host, { port });
  opened.push(pages);

  const healthy = async () => {
    const isWritable = await store.ping().then(
      () => true,
      () => false,
    );
    return Response.json({ database: isWritable ? 'ok' : 'not writable' }, { status: isWritable ? 200 : 503 });
  };
  const administer = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/health') return healthy();
    if (pathname !== '/metrics') return new Response('There are /health and /metrics.\n', { status: 404 });
    const text = await metrics.text(store, options.account);
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4' } });
  };
  const admin = await listening(administer, '127.0.0.1', { adminPort });
  opened.push(admin);

  const background = gateway.start({ signal: stopping.signal });

  return {
    address: addressOf(pages),
    admin: addressOf(admin),
    async stop() {
      stopping.abort();
      await Promise.all([closed(pages), closed(admin)]);
      await background;
      await store.close();
    },
  };
}

/** @throws {CommandError} naming the setting whose port is in use */
function listening(
  answer: (request: Request, bindings: HttpBindings) => Promise<Response>,
  hostname: string,
  setting: Record<string, number>,
): Promise<Server> {
  const [[name = '', port = 0] = []] = Object.entries(setting);
  return new Promise((resolve, reject) => {
    const fetch = (request: Request, bindings: unknown) => answer(request, bindings as HttpBindings);
    const server = listen({ fetch, hostname, port, overrideGlobalObjects: false }, () => resolve(server as Server));
    server.once('error', (problem: NodeJS.ErrnoException) => {
      const sentence = `Port ${port} on ${hostname} is in use: set ${name} in ${configFile} to one that is free.`;
      reject(problem.code === 'EADDRINUSE' ? new CommandError(sentence, { cause: problem }) : problem);
    });
  });
}

function addressOf(server: Server): string {
  const address = server.address();
  return address && typeof address === 'object' ? `http://${address.address}:${address.port}` : '';
}

/** Connections without a request close at once, others after their answer or the time-out. */
const closed = (server: Server) =>
  new Promise<void>((done) => {
    const timer = setTimeout(() => server.closeAllConnections(), stopTimeout);
    server.close(() => {
      clearTimeout(timer);
      done();
    });
    server.closeIdleConnections();
  });
