import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { type HttpBindings, serve as listen } from '@hono/node-server';
import { createShippingGateway, type Gateway } from '../create-gateway.ts';
import type { Connection } from '../http/addresses.ts';
import { readBody } from '../http/bodies.ts';
import { Refusal } from '../http/refusal.ts';
import { answered, observed } from '../observe.ts';
import { type GatewayEvent, timeoutsOf } from '../options.ts';
import type { GatewayStore } from '../store/interfaces.ts';
import { startProblems } from './check.ts';
import { CommandError, configFile, openDatabase, optionsOf, type Settings } from './settings.ts';

/** Milliseconds that open requests may take after SIGTERM or SIGINT. Docker kills the process after ten seconds. */
const stopTimeout = 8_000;

interface Running {
  address: string;
  /** Answers the open requests, then ends. */
  stop(): Promise<void>;
}

/** Loads `quoteHtml` of ship-elements/server. It is handed over, because the gateway knows no element. */
export type LoadQuoteHtml = () => Promise<{ quoteHtml(given: never): string }>;

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

interface QuoteHtmlDeps {
  settings: Settings;
  gateway: Gateway;
  connection: Connection;
  load: LoadQuoteHtml;
  /** Hears of what is refused or fails here. The gateway reports what it answers itself. */
  observe: (event: GatewayEvent) => void;
}

/**
 * Answers a shop's server in any language with the HTML of `quoteHtml`. The request has its options in JSON, and the signed cart among them.
 * The prices are those that a page with this cart would get. A refusal is answered as a page gets it.
 */
async function quoteHtmlFor(
  request: Request,
  { settings, gateway, connection, load, observe }: QuoteHtmlDeps,
): Promise<Response> {
  try {
    const given = await readBody(request, timeoutsOf(settings).body);
    const { cart, shipment, couriers, switches, insurance = false } = given;
    // Without a cart there are no offers: the question to the service would be paid in vain.
    if (!cart) throw new Refusal('token-missing', { details: { token: 'cart' } });
    // As the element asks, so that it can tell what insurance costs.
    const isInsured =
      switches === undefined ||
      String(switches)
        .split(/[\s,]+/)
        .includes('insurance') ||
      insurance;
    const question = { ...Object(shipment), cart, couriers, courier_insurance: Number(isInsured) };
    const url = new URL(`${settings.basePath ?? ''}/v1/rates/couriers`, request.url);
    const forwarded = request.headers.get('x-forwarded-for') ?? '';
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
    const asked = new Request(url, { method: 'POST', headers, body: JSON.stringify(question) });
    const answer = await gateway.fetch(asked, connection);
    if (!answer.ok) return answer;
    const { pricing } = (await answer.json()) as { pricing: object[] };
    const { quoteHtml } = await load();
    const html = quoteHtml({ ...given, quote: pricing.map((rate) => ({ rate })) } as never);
    // Not text/html: the answer is for the shop's server, and never a page of its own.
    const plain = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
    return new Response(html, { headers: { ...plain, 'cache-control': 'no-store' } });
  } catch (problem) {
    // `quoteHtml` throws a TypeError for what its options lack.
    const unusable = problem instanceof TypeError && new Refusal('invalid-request', { sentence: problem.message });
    return observed(observe, { operation: 'quoteHtml', method: request.method }, async (event) => {
      const { status, body } = await answered(event, () => Promise.reject(unusable || problem));
      return Response.json(body, { status });
    });
  }
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
