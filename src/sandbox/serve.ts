import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Http2Bindings, type HttpBindings, serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { openStore } from './libsql-store.ts';
import { createMemoryStore } from './order-store.ts';
import type { ScenarioName } from './scenarios.ts';

/**
 * A handler for @hono/node-server. If `fetch` of the sandbox rejects, it closes the socket without an answer. The server
 * alone would answer 500.
 */
export function overSocket(sandbox: Sandbox) {
  return async (request: Request, { outgoing }: HttpBindings | Http2Bindings): Promise<Response> => {
    try {
      return await sandbox.fetch(request);
    } catch {
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  };
}

const host = '127.0.0.1';

/** The command line, read. */
export interface Flags {
  /** 0 for any free port. */
  port: number;
  /** Path of the database file; undefined for a sandbox in memory. */
  db: string | undefined;
  key: string | undefined;
  /** Stops the clock at this time; undefined for the real time. */
  now: Date | undefined;
  /** The scenario of requests that name no other. */
  scenario: ScenarioName;
  rateLimit: boolean;
  /** Seconds in each state of a parcel. Undefined: no parcel moves. */
  moves: number | undefined;
  /** Gets a webhook for each change of an order. */
  webhooks: { url: string; secret: string; header?: string; times?: boolean } | undefined;
  /** Origins whose pages may send requests. None by default, because the live service may not answer browsers. */
  cors: string[];
  /** Prints the flags. */
  help: boolean;
}

/** Serves the sandbox on a local port until SIGTERM or SIGINT. Resolves when it listens. */
export async function serveSandbox(flags: Flags): Promise<void> {
  const { port, db, key, now, scenario, rateLimit, moves, webhooks, cors: origins } = flags;
  if (db) mkdirSync(dirname(db), { recursive: true });
  const store = db ? await openStore(db) : createMemoryStore();
  const sandbox = createSandbox({
    store,
    scenario,
    rateLimit,
    ...(key !== undefined && { key }),
    ...(now && { now: () => now }),
    ...(moves !== undefined && { moves }),
    ...(webhooks && { webhooks }),
  });
  // A store that fails now may work at the next second.
  if (moves !== undefined) setInterval(() => void sandbox.move().catch(() => {}), 1_000).unref();
  const answer = overSocket(sandbox);
  const app = new Hono<{ Bindings: HttpBindings }>();
  // For pages under development only: the live service may not answer browsers.
  const allowed = (origin: string) => (origins.includes(origin) ? origin : null);
  if (origins.length) app.use(cors({ origin: allowed, exposeHeaders: ['Retry-After'] }));
  app.all('*', (context) => answer(context.req.raw, context.env));
  await new Promise<void>((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: host }, (address) => {
      process.stdout.write(`sandbox listening on http://${host}:${address.port}\n`);
      resolve();
    });
    server.on('error', reject);
    // Answer the requests in flight, then close the file.
    const close = () => server.close(() => void store.close().then(() => process.exit(0)));
    process.once('SIGTERM', close);
    process.once('SIGINT', close);
  });
}
