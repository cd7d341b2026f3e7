import type { Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type HttpBindings, serve as listen } from '@hono/node-server';
import { createShippingGateway } from '../create-gateway.ts';
import type { State } from '../ledger/transitions.ts';
import type { GatewayEvent } from '../options.ts';
import type { GatewayStore } from '../store/store.ts';
import { startProblems } from './check.ts';
import { CommandError, configFile, openDatabase, optionsOf, type Settings } from './settings.ts';

/** Seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** States of orders that are not complete. */
const watched: readonly State[] = ['claimed', 'sending', 'unknown', 'cancelling', 'needs-attention'];

/** Counts the events of `observe` for Prometheus (text format 0.0.4). */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #seconds = new Map<string, { counts: number[]; sum: number; count: number }>();
  readonly #eventLoop = monitorEventLoopDelay();
  #quotes = 0;

  constructor() {
    this.#eventLoop.enable();
  }

  observe({ operation, status, reason = '', milliseconds, quoted }: GatewayEvent): void {
    const labels = `operation="${operation}",status="${status}",reason="${reason}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    const seconds = milliseconds / 1000;
    const known = this.#seconds.get(operation) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 };
    known.counts = known.counts.map((count, at) => count + (seconds <= (buckets[at] ?? 0) ? 1 : 0));
    known.sum += seconds;
    known.count += 1;
    this.#seconds.set(operation, known);
    if (quoted) this.#quotes += 1;
  }

  async text(store: GatewayStore, account: string): Promise<string> {
    const lines = [
      '# HELP ship_gateway_requests_total Requests that were answered.',
      '# TYPE ship_gateway_requests_total counter',
      ...[...this.#requests].map(([labels, count]) => `ship_gateway_requests_total{${labels}} ${count}`),
      '# HELP ship_gateway_request_seconds How long answers took.',
      '# TYPE ship_gateway_request_seconds histogram',
      ...[...this.#seconds].flatMap(([operation, { counts, sum, count }]) => [
        ...counts.map(
          (below, at) => `ship_gateway_request_seconds_bucket{operation="${operation}",le="${buckets[at]}"} ${below}`,
        ),
        `ship_gateway_request_seconds_bucket{operation="${operation}",le="+Inf"} ${count}`,
        `ship_gateway_request_seconds_sum{operation="${operation}"} ${sum}`,
        `ship_gateway_request_seconds_count{operation="${operation}"} ${count}`,
      ]),
      '# HELP ship_gateway_paid_quotes_total Prices that were asked of the service for pages.',
      '# TYPE ship_gateway_paid_quotes_total counter',
      `ship_gateway_paid_quotes_total ${this.#quotes}`,
      '# HELP ship_gateway_event_loop_lag_seconds The longest stall of the event loop since the last reading.',
      '# TYPE ship_gateway_event_loop_lag_seconds gauge',
      `ship_gateway_event_loop_lag_seconds ${this.#eventLoop.max / 1e9}`,
      '# HELP ship_gateway_orders Orders that are not complete.',
      '# TYPE ship_gateway_orders gauge',
    ];
    this.#eventLoop.reset();
    for (const [state, orders] of await store.ledger.count(account, watched))
      lines.push(`ship_gateway_orders{state="${state}"} ${orders}`);
    return `${lines.join('\n')}\n`;
  }
}

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
