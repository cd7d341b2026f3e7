import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { type HttpBindings, serve as listen } from '@hono/node-server';
import { createShippingGateway } from '../create-gateway.ts';
import type { GatewayEvent } from '../options.ts';
import type { GatewayStore } from '../store/interfaces.ts';
import { startProblems } from './check.ts';
import { type LoadQuoteHtml, quoteHtmlFor } from './quote-html.ts';
import { CommandError, configFile, openDatabase, optionsOf, type Settings } from './settings.ts';

/** Milliseconds that open requests may take after SIGTERM or SIGINT. Docker kills the process after ten seconds. */
const stopTimeout = 8_000;

interface Running {
  address: string;
  /** Answers the open requests, then ends. */
  stop(): Promise<void>;
}

/**
 * Serves pages, at `/quote-html` shops in other languages, and at `/health` whether the database can be written to.
 * @param write one JSON line a request
 * @throws {CommandError} a setting is wrong, the port is in use, or the database cannot be opened
 */
export async function serveGateway(
  settings: Settings,
  write: (line: string) => void,
  load?: LoadQuoteHtml,
): Promise<Running> {
  const problems = startProblems(settings);
  if (problems.length) throw new CommandError(problems.join('\n'));
  const store = await openDatabase(settings);
  try {
    return await serveOver(store, settings, write, load);
  } catch (problem) {
    await store.close();
    throw problem;
  }
}

async function serveOver(
  store: GatewayStore,
  settings: Settings,
  write: (line: string) => void,
  load: LoadQuoteHtml | undefined,
): Promise<Running> {
  function observe(event: GatewayEvent): void {
    const milliseconds = Math.round(event.milliseconds * 10) / 10;
    write(`${JSON.stringify({ time: new Date().toISOString(), ...event, milliseconds })}\n`);
  }
  const gateway = createShippingGateway({ ...optionsOf(settings, store), observe });
  const stopping = new AbortController();
  // Each open send listens to it, and Node warns of a leak from eleven on.
  setMaxListeners(0, stopping.signal);

  let pinging: Promise<boolean> | undefined;
  /** Many questions at once are one write, because a proxy may pass this path on to everybody. */
  async function health(): Promise<Response> {
    pinging ??= store
      .ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pinging = undefined;
      });
    const isWritable = await pinging;
    return Response.json({ database: isWritable ? 'ok' : 'not writable' }, { status: isWritable ? 200 : 503 });
  }

  const server = await listening(settings, async (request, { incoming }) => {
    const { pathname } = new URL(request.url);
    const connection = { address: incoming.socket.remoteAddress };
    const isForShop = load && request.method === 'POST' && pathname === `${settings.basePath ?? ''}/quote-html`;
    const response =
      pathname === '/health'
        ? await health()
        : isForShop
          ? await quoteHtmlFor(request, { settings, gateway, connection, load, observe })
          : await gateway.fetch(request, connection);
    // Otherwise a kept-alive connection could bring more requests, and the server would wait for the time-out.
    if (stopping.signal.aborted) response.headers.set('connection', 'close');
    return response;
  });
  const background = gateway.start({ signal: stopping.signal });

  return {
    address: addressOf(server),
    async stop() {
      stopping.abort();
      await closed(server);
      await background;
      await store.close();
    },
  };
}

/** @throws {CommandError} the port is in use */
export function listening(
  { host: hostname = '127.0.0.1', port = 8787 }: Settings,
  answer: (request: Request, bindings: HttpBindings) => Promise<Response>,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const fetch = (request: Request, bindings: unknown) => answer(request, bindings as HttpBindings);
    const server = listen({ fetch, hostname, port, overrideGlobalObjects: false }, () => resolve(server as Server));
    server.once('error', (problem: NodeJS.ErrnoException) => {
      const sentence = `Port ${port} on ${hostname} is in use: set port in ${configFile} to one that is free.`;
      reject(problem.code === 'EADDRINUSE' ? new CommandError(sentence, { cause: problem }) : problem);
    });
  });
}

function addressOf(server: Server): string {
  const address = server.address();
  return address && typeof address === 'object' ? `http://${address.address}:${address.port}` : '';
}

/** Connections without a request close at once, others after their answer or the time-out. */
export const closed = (server: Server) =>
  new Promise<void>((done) => {
    const timer = setTimeout(() => server.closeAllConnections(), stopTimeout);
    server.close(() => {
      clearTimeout(timer);
      done();
    });
    server.closeIdleConnections();
  });
