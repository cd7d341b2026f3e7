import { Hono } from 'hono';
import { type OperationName, operations } from '../contract/index.ts';
import { answered, observed } from './answered.ts';
import { contextOf } from './assemble.ts';
import { problemsOf } from './check-options.ts';
import { type Connection, clientAddress, corsHeaders, preflight, readBody } from './http/index.ts';
import { createInProcess, type InProcess } from './in-process.ts';
import type { Kind, State } from './ledger/index.ts';
import { deliverNews, requireSecret, takeWebhook } from './news/index.ts';
import { handlers } from './operations/index.ts';
import { type GatewayEvent, type GatewayOptions, GatewayOptionsError, timeoutsOf } from './options.ts';
import { type Found, lookedUp, settle } from './orders/index.ts';
import { type Answer, Refusal, type RefusalReason } from './upstream/index.ts';

export interface Gateway extends InProcess {
  /**
   * Answers one request of a page.
   * @param connection the client's address, as the platform reports it
   */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /**
   * Continues orders without a result, sends news to `notify`, and deletes expired data. Call it every few seconds, or by a schedule.
   * @param options.signal aborts it. Open sends stay unanswered until the next call
   * @returns how many orders were due, at most 20
   */
  settle(options?: { signal?: AbortSignal }): Promise<number>;
  /**
   * Settles one order that needs attention, by what the merchant has found at the service.
   * @returns its new state
   * @throws {SettlementError} with a sentence for the merchant
   */
  settleOrder(order: { reference: string; kind?: Kind }, found: Found): Promise<State>;
}

/** Letters, digits, `-` and `_`. A dot, a slash or an escape could lead to another path. */
const plainId = /^[\w-]{1,64}$/;

/** A browser must read an answer as JSON only, and no cache may keep it. */
const always = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/**
 * Creates the server between a shop's pages and the shipping service. It serves the five operations, and `/v1/webhooks` if `webhooks`
 * is set. It adds the merchant's key, which no page sees.
 * @throws {GatewayOptionsError} with a sentence for each option that it cannot start with
 */
export function createShippingGateway(options: GatewayOptions): Gateway {
  const problems = problemsOf(options);
  if (problems.length) throw new GatewayOptionsError(problems);
  const { account, store, trustedHops = 0, basePath = '', observe, notify, webhooks } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const origins = new Set(options.origins);
  const context = contextOf(options);
  const { limiter } = context;
  const timeouts = timeoutsOf(options);

  const app = new Hono<{ Bindings: { connection: Connection; event: GatewayEvent } }>().basePath(basePath);
  for (const [name, { method, path }] of Object.entries(operations)) {
    app.all(path, async ({ req, env: { connection, event } }) => {
      const request = req.raw;
      const id = req.param('id') ?? '';
      event.operation = name;
      return withCors(
        request,
        async () => {
          if (path.includes(':id') && !plainId.test(id)) throw new Refusal('no-operation');
          if (request.method === 'OPTIONS') return { status: 204, body: {}, headers: preflight(method) };
          if (request.method !== method) throw new Refusal('method-not-allowed', { headers: { allow: method } });
          const address = clientAddress(request.headers, connection, trustedHops);
          // Writes are counted in their operations, by reference or by address.
          if (operations[name as OperationName].repeatable) await limiter.admit('address', address);
          const body = method === 'POST' ? await readBody(request, timeouts.body) : {};
          const quoted = () => {
            event.quoted = true;
          };
          return handlers[name as OperationName](context, { body, id, address, quoted });
        },
        event,
      );
    });
  }
  if (webhooks)
    app.post('/v1/webhooks', ({ req, env: { event } }) => {
      event.operation = 'webhook';
      return withCors(
        req.raw,
        async () => {
          await requireSecret(req.raw.headers, webhooks);
          // The service may call a new webhook address once without a body.
          const body = await readBody(req.raw, timeouts.body).catch(ifNoJson);
          return takeWebhook(body, account, store.news, context.now());
        },
        event,
      );
    });
  app.notFound(({ req, env: { event } }) =>
    withCors(req.raw, () => Promise.reject(new Refusal('no-operation')), event),
  );

  async function withCors(request: Request, work: () => Promise<Answer>, event: GatewayEvent): Promise<Response> {
    let cors: Record<string, string> = { vary: 'Origin' };
    const { status, body, headers } = await answered(event, async () => {
      cors = corsHeaders(request, origins);
      return work();
    });
    const text = status === 204 ? null : JSON.stringify(body);
    return new Response(text, { status, headers: { ...always, ...cors, ...headers } });
  }

  return {
    ...createInProcess(context, observe),
    fetch: (request, connection = {}) =>
      observed(observe, { operation: 'none', method: request.method }, (event) =>
        app.fetch(request, { connection, event }),
      ),
    async settle({ signal } = {}) {
      const due = await settle(context.orderDeps, signal);
      const now = () => context.now().getTime();
      if (notify) await deliverNews({ account, store: store.news, notify, fetch, now }, signal);
      await store.prune(context.now().getTime());
      return due;
    },
    async settleOrder({ reference, kind = 'order' }, found) {
      const { account, ledger } = context.orderDeps;
      return (await lookedUp(ledger, { account, kind, reference }, found, context.now().getTime())).state;
    },
  };
}

function ifNoJson(problem: unknown): undefined {
  const reasons: RefusalReason[] = ['not-json', 'body-unreadable'];
  if (!(problem instanceof Refusal && reasons.includes(problem.reason))) throw problem;
}
