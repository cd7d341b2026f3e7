import { Hono } from 'hono';
import { type Clock, machineClock } from '../client/index.ts';
import { allOperations } from '../contract/index.ts';
import { problemsOf } from './check-options.ts';
import { forEach } from './for-each.ts';
import { type Connection, clientAddress, corsHeaders, preflight } from './http/addresses.ts';
import { refusedAnswer } from './http/answers.ts';
import { readBody, readMessage } from './http/bodies.ts';
import { type Context, handlers, promise, trackOrder } from './http/operations.ts';
import { RateLimiter, usualLimits } from './http/rate-limiter.ts';
import { type GatewayAnswer, isRefusal, Refusal } from './http/refusal.ts';
import { createUpstream, type Upstream } from './http/upstream.ts';
import { createInProcess, type InProcess } from './in-process.ts';
import { Ledger } from './ledger/ledger.ts';
import type { Kind, State } from './ledger/transitions.ts';
import { deliverNews as deliverAll, newsOf } from './news/news.ts';
import { addEarlyWebhooks, requireSecret, takeWebhooks } from './news/service-webhooks.ts';
import { answered, faultOf, observed, report, reportFinding, type SentEvent, sayingOnce } from './observe.ts';
import {
  type GatewayOptions,
  GatewayOptionsError,
  type GatewaySettings,
  timeoutsOf,
  usualRetention,
} from './options.ts';
import { followDrafts } from './orders/drafts.ts';
import { type Erased, eraseExpired, eraseOrder, exportOrder, type OrderExport } from './orders/erase.ts';
import { priceCheck } from './orders/place-order.ts';
import type { OrderDeps } from './orders/send.ts';
import { type Found, resolveOrder, settle as settleOrders } from './orders/settle.ts';
import { RatesService } from './quote/rates-service.ts';
import type { GatewayStore } from './store/store.ts';
import { Turns } from './turns.ts';

/** The gateway of one shop: for pages `fetch`, and its functions for the shop’s own server. */
export interface Gateway extends InProcess {
  /**
   * Answers one request of a page.
   * @param connection the client's address, as the platform reports it
   */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /**
   * Runs `settle` and `deliverNews` at once and then every five seconds, for a process that lives long. A run that fails is reported to
   * `observe`, and the next one follows. It does not keep a process alive.
   * @param options.signal ends it
   * @returns resolves after the signal, when the last runs have ended. It never rejects
   */
  start(options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Continues orders without a result, asks the service about saved drafts with `tracking` or `webhooks`, deletes expired data, and erases orders that are older than `retention`, a hundred at a time. Call it every minute by a schedule where no process lives long.
   * @param options.signal aborts it. Open sends stay unanswered until the next call
   * @returns how many orders were due, at most 50
   * @throws the first problem, after everything was tried
   */
  settle(options?: { signal?: AbortSignal }): Promise<number>;
  /**
   * Sends the waiting news to `notify`, of at most 50 orders. Call it beside `settle` by a schedule where no process lives long.
   * @param options.signal aborts it. What was not delivered is sent by a later call
   */
  deliverNews(options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Resolves one order that needs attention, by what the merchant has found at the service.
   * @returns its new state
   * @throws {ResolveOrderError} with a sentence for the merchant
   */
  resolveOrder(order: { reference: string; kind?: Kind }, found: Found): Promise<State>;
  /**
   * Erases all that is kept of an order and of its draft, or of a purchase by the number of any of its parcels, for the person who asked for it. Its reference is never ordered again: later
   * requests are refused with `order-erased`. Erasing it again changes nothing. While its delivery is open, what its label and its cancellation
   * need is kept until the parcel's end, for 30 days at most.
   * @param reference the shop's own number of the order
   * @param options.anyway also if the shop's server has not received all of its news, because that server is gone. They are lost
   * @returns what is left, until when, and who else has the data
   * @throws {EraseError} with a sentence: there is no such order, or it is open, or the shop's server has not received all of its
   * news. Nothing was erased then. Or it has changed at that moment, and not all of it was erased
   */
  erase(reference: string, options?: { anyway?: boolean | undefined }): Promise<Erased>;
  /**
   * Lists all that is kept of an order and of its draft.
   * @throws {EraseError} if there is no such order
   */
  export(reference: string): Promise<OrderExport>;
}

/**
 * Creates the server between a shop's pages and the shipping service. It serves the five operations, `/v1/tracking`, areas with
 * `areas: true`, `/v1/promise` with `promises`, and `/v1/webhooks` if `webhooks` is set. It adds the merchant's key, which no page sees.
 * @throws {GatewayOptionsError} with a sentence for each option that it cannot start with
 */
export function createShippingGateway(options: GatewayOptions): Gateway {
  return createGateway(options);
}

/** As `createShippingGateway`, also with what only tests set. */
export function createGateway(options: GatewaySettings): Gateway {
  const problems = problemsOf(options);
  if (problems.length) throw new GatewayOptionsError(problems);
  const { account, store, trustedHops = 0, basePath = '', notify, webhooks, areas = false } = options;
  const { retention = usualRetention } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const origins = new Set(options.origins);
  const context = contextOf(options);
  const { limiter } = context;
  const { turns, clock } = context.orderDeps;
  const observe = sayingOnce(options.observe, clock);
  const timeouts = timeoutsOf(options);
  const webhookDeps = { account, news: store.news, parcels: store.parcels, passOn: notify !== undefined };

  const app = new Hono<{ Bindings: { connection: Connection; event: SentEvent } }>().basePath(basePath);

  /** Answers the requests of one operation. */
  function route(operation: string, path: string, work: (call: Arrived) => Promise<GatewayAnswer>): void {
    app.all(path, ({ req, env: { connection, event } }) => {
      event.operation = operation;
      const request = req.raw;
      const address = clientAddress(request.headers, connection, trustedHops);
      event.sender = address;
      return withCors(request, () => work({ request, address, id: req.param('id') ?? '', event }), event);
    });
  }

  const served = (Object.keys(handlers) as (keyof typeof handlers)[]).filter((name) => name !== 'searchAreas' || areas);
  for (const name of served) {
    const { method, path } = allOperations[name];
    route(name, path, async ({ request, address, id, event }) => {
      if (path.includes(':id') && !plainId.test(id)) throw new Refusal('no-operation');
      if (request.method === 'OPTIONS') return { status: 204, body: {}, headers: preflight(method) };
      requireMethod(request, method);
      const query = () => Object.fromEntries(new URL(request.url).searchParams);
      const body = method === 'POST' ? await readBody(request, timeouts.body) : query();
      const quoted = () => {
        event.quoted = true;
      };
      return turns.run(async () => {
        // A body may have a token. Its operation counts it by what the token names, because shoppers share mobile addresses.
        if (method === 'GET') await limiter.admit('address', address);
        return handlers[name](context, { body, id, address, quoted });
      });
    });
  }
  route('tracking', '/v1/tracking', async ({ request, address }) => {
    if (request.method === 'OPTIONS') return { status: 204, body: {}, headers: preflight('GET', 'authorization') };
    requireMethod(request, 'GET');
    return turns.run(() => trackOrder(context, request.headers, address));
  });
  if (options.promises)
    route('promise', '/v1/promise', async ({ request, address, event }) => {
      if (request.method === 'OPTIONS') return { status: 204, body: {}, headers: preflight('POST') };
      requireMethod(request, 'POST');
      const body = await readBody(request, timeouts.body);
      const quoted = () => {
        event.quoted = true;
      };
      return turns.run(() => promise(context, { body, id: '', address, quoted }));
    });
  if (webhooks)
    route('webhook', '/v1/webhooks', async ({ request, address }) => {
      requireMethod(request, 'POST');
      await requireSecret(request.headers, webhooks).catch(async (problem) => {
        await limiter.admit('address', address);
        throw problem;
      });
      await limiter.admit('webhooks', 'all');
      // The service calls a new webhook address once without a body.
      const message = (await readMessage(request, timeouts.body)) ?? {};
      return turns.run(() => takeWebhooks([message].flat(), webhookDeps, context.now()));
    });
  app.notFound(({ req, env: { event } }) =>
    withCors(req.raw, () => Promise.reject(noOperation(req.path, basePath)), event),
  );

  async function withCors(request: Request, work: () => Promise<GatewayAnswer>, event: SentEvent): Promise<Response> {
    let cors: Record<string, string> = { vary: 'Origin' };
    const { status, body, headers } = await answered(event, async () => {
      cors = corsHeaders(request, origins);
      return work();
    });
    const text = status === 204 ? null : JSON.stringify(body);
    return new Response(text, { status, headers: { ...always, ...cors, ...headers } });
  }

  const now = () => context.now().getTime();

  /** The orders and drafts of `settle`: no answer to a request says what is wrong with the merchant's key. */
  const { upstream, check } = context.orderDeps;
  const unasked: OrderDeps = {
    ...context.orderDeps,
    async upstream(request) {
      const answer = await upstream(request);
      if (answer.kind === 'refused')
        reportFinding(observe, 'settle', refusedAnswer(answer.status, answer.refusal, answer.reason));
      return answer;
    },
    check: (entry) =>
      check(entry).catch((problem) => {
        if (isRefusal(problem)) reportFinding(observe, 'settle', problem.answer());
        throw problem;
      }),
  };

  async function settle(signal?: AbortSignal): Promise<number> {
    let due = 0;
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        due = await settleOrders(unasked, signal);
      },
      () => followDrafts(unasked, { reads: context.options.tracks, signal }),
      async () => webhooks && addEarlyWebhooks(webhookDeps, clock),
      () => pruneOnce(store, now(), clock),
      () => eraseExpired(store, account, { days: retention, now: now(), hears: Boolean(notify), clock, signal }),
    ];
    // One after another, and one that fails skips none of the others.
    await forEach(steps, (step) => step(), { atOnce: 1, clock });
    return due;
  }

  async function deliverNews(signal?: AbortSignal): Promise<void> {
    const found = (mismatch: string) => reportFinding(observe, 'news', { mismatch });
    if (notify) await deliverAll({ account, store: store.news, notify, fetch, now, clock, found }, signal);
  }

  const tasks: Task[] = [
    { operation: 'settle', run: settle },
    { operation: 'news', run: deliverNews },
  ];

  return {
    ...createInProcess(context, observe),
    fetch: (request, connection = {}) =>
      observed(observe, { operation: 'none', method: request.method }, (event) =>
        app.fetch(request, { connection, event }),
      ),
    start: ({ signal } = {}) => runTasks(tasks, { observe, signal }),
    settle: ({ signal } = {}) => settle(signal),
    deliverNews: ({ signal } = {}) => deliverNews(signal),
    erase: (reference, { anyway } = {}) =>
      eraseOrder(store, account, reference, { now: now(), hears: Boolean(notify), anyway }),
    export: (reference) => exportOrder(store, account, reference),
    async resolveOrder({ reference, kind = 'order' }, found) {
      const { account, ledger } = context.orderDeps;
      return (await resolveOrder(ledger, { account, kind, reference }, found, now())).state;
    },
  };
}

/** A request for one operation. */
interface Arrived {
  request: Request;
  /** The client's address, by which requests are counted. */
  address: string;
  /** The id in the path. */
  id: string;
  event: SentEvent;
}

/** Letters, digits, `-` and `_`. A dot, a slash or an escape could lead to another path. */
const plainId = /^[\w-]{1,64}$/;

/** A browser must read an answer as JSON only, and no cache may keep it. */
const always = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** The usual mistakes of a base URL. The path itself is left out: it may be anything. */
function noOperation(path: string, basePath: string): Refusal {
  if (!path.startsWith(`${basePath}/`)) {
    const mismatch = `The path of the request does not begin with basePath, ${basePath}: is it what your proxy forwards?`;
    return new Refusal('no-operation', { sentence: `There is no such operation here. ${mismatch}`, mismatch });
  }
  if (!path.includes('/v1/v1/')) return new Refusal('no-operation');
  const mismatch = 'The path of the request has /v1 twice: the base URL must not end in /v1.';
  return new Refusal('no-operation', { sentence: `There is no such operation here. ${mismatch}`, mismatch });
}

function requireMethod(request: Request, method: string): void {
  if (request.method !== method) throw new Refusal('method-not-allowed', { headers: { allow: method } });
}

/** Puts the parts of a gateway together. */
export function contextOf(options: GatewaySettings): Context {
  const { account, upstream: base, key, store, secrets, sender, calendar, promises } = options;
  const { orders = 'none', cancels = false, tracking = false, rates = [], fallback = [] } = options;
  const { cashOnDeliveryLimits = {} } = options;
  const { clock = machineClock } = options;
  const { now = () => new Date(clock.now()), fetch = (input, init) => globalThis.fetch(input, init) } = options;
  const timeouts = timeoutsOf(options);
  const keys = { account, ...secrets };
  const milliseconds = () => now().getTime();
  const limiter = new RateLimiter(account, key, store.counts, { ...usualLimits, ...options.limits }, milliseconds);
  const turns = new Turns(store, account, clock);
  const ask = createUpstream({ upstream: base, key, fetch, clock });
  const upstream: Upstream = (request) => turns.aside(() => ask(request));
  const ratesService = new RatesService({
    account,
    upstream,
    cache: store.cache,
    limiter,
    timeout: timeouts.read,
    now: milliseconds,
    clock,
    turns,
  });
  const { lease, pause, sends: most } = timeouts;
  const orderDeps: OrderDeps = {
    account,
    ledger: new Ledger({
      store: store.ledger,
      policy: { lease, pause, most },
      now: milliseconds,
      news: options.notify && ((before, after) => newsOf(before, after, clock)),
      random: clock.random,
    }),
    upstream,
    check: (entry) => priceCheck({ ratesService, rates, calendar, keys, now }, entry),
    timeouts,
    now: milliseconds,
    clock,
    turns,
  };
  return {
    options: {
      account,
      orders,
      cancels,
      rates,
      fallback,
      cashOnDeliveryLimits,
      tracks: tracking || options.webhooks !== undefined,
      ...(sender && { sender }),
      ...(calendar && { calendar }),
      ...(promises && { promises }),
    },
    keys,
    ratesService,
    orderDeps,
    limiter,
    tracking: { parcels: store.parcels, upstream, reads: tracking, timeout: timeouts.read, now: milliseconds },
    now,
  };
}

/** Milliseconds from the end of one run to the next one. */
const interval = 5_000;

/** When each store was pruned, in milliseconds of its process. */
const pruned = new WeakMap<GatewayStore, number>();

/** Gateways of many shops may share a store. It is pruned for all of them, once in an interval. */
async function pruneOnce(store: GatewayStore, now: number, clock: Clock): Promise<void> {
  const elapsed = clock.elapsed();
  if (elapsed - (pruned.get(store) ?? Number.NEGATIVE_INFINITY) < interval) return;
  pruned.set(store, elapsed);
  await store.prune(now).catch((problem) => {
    pruned.delete(store);
    throw problem;
  });
}

/** Work of a gateway that belongs to no request. */
interface Task {
  /** The operation of its events. */
  operation: 'settle' | 'news';
  run(signal: AbortSignal | undefined): Promise<unknown>;
}

interface TaskOptions {
  observe: GatewayOptions['observe'];
  signal: AbortSignal | undefined;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Runs each task at once and then every few seconds, and none waits for another. A run that fails is reported to `observe`.
 * @returns resolves when the signal was aborted and the last runs have ended. It never rejects
 */
export async function runTasks(tasks: readonly Task[], options: TaskOptions): Promise<void> {
  const { observe, signal, pause = pauseFor } = options;
  const repeat = async ({ operation, run }: Task) => {
    while (!signal?.aborted) {
      const begun = performance.now();
      await run(signal).catch((problem) => {
        const milliseconds = performance.now() - begun;
        const failed = { status: 500, reason: 'gateway-failed', fault: faultOf(problem), quoted: false };
        report(observe, { operation, method: 'in process', milliseconds, ...failed });
      });
      await pause(interval, signal);
    }
  };
  await Promise.all(tasks.map(repeat));
}

/** A program that has nothing else to do may end meanwhile. */
function pauseFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resume) => {
    if (signal?.aborted) return resume();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resume();
    };
    const timer = setTimeout(end, milliseconds);
    // Only Node, Deno and Bun have it.
    timer.unref?.();
    signal?.addEventListener('abort', end);
  });
}
