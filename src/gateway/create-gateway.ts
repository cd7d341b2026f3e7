import { Hono } from 'hono';
import { type Clock, idle, machineClock } from '../client/index.ts';
import { allOperations, type GatewayOperation, type Route } from '../contract/index.ts';
import { problemsOf } from './check-options.ts';
import { forEach } from './for-each.ts';
import { type Connection, clientAddress, corsHeaders, oneForAll, preflight } from './http/addresses.ts';
import { refusedAnswer } from './http/answers.ts';
import { readBody } from './http/bodies.ts';
import type { Context } from './http/call.ts';
import { handlers } from './http/operations.ts';
import { RateLimiter, usualLimits } from './http/rate-limiter.ts';
import { type GatewayAnswer, isRefusal, Refusal } from './http/refusal.ts';
import { createUpstream, type Upstream } from './http/upstream.ts';
import { createInProcess, type InProcess } from './in-process.ts';
import { Ledger } from './ledger/ledger.ts';
import type { EntryState, Kind } from './ledger/transitions.ts';
import { deliverNews as deliverAll, newsOf } from './news/news.ts';
import { addEarlyWebhooks } from './news/service-webhooks.ts';
import { answered, faultOf, observed, report, reportFinding, type SentEvent, sayingOnce, warning } from './observe.ts';
import {
  type GatewayOptions,
  GatewayOptionsError,
  type GatewaySettings,
  timeoutsOf,
  usualRetention,
} from './options.ts';
import { followDrafts } from './orders/drafts.ts';
import { type Erased, eraseExpired, eraseOrder, exportOrder, type OrderExport } from './orders/erase.ts';
import { type OrderDeps, settle as settleOrders } from './orders/order.ts';
import { priceCheck } from './orders/price-check.ts';
import { type Found, resolveOrder } from './orders/resolve-order.ts';
import { RatesService } from './quote/rates-service.ts';
import type { GatewayStore } from './store/interfaces.ts';
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
   * Continues orders without a result, asks the service about saved drafts with `tracking` or `webhooks`, deletes expired data, and erases orders that are older than `retention`, a hundred at a time. Call it every minute by a schedule where no process lives long, beside the `settle` of purchases, which ships what is paid.
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
  resolveOrder(order: { reference: string; kind?: Kind }, found: Found): Promise<EntryState>;
  /**
   * Erases all that is kept of an order and of its draft, or of a purchase by the number of any of its parcels, for the person who asked for it. Later
   * requests with its reference are refused with `order-erased`. Erasing it again changes nothing. While its delivery is open, what its label and its cancellation
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
  const { account, store, trustedHops = 0, basePath = '', notify } = options;
  const { retention = usualRetention } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const origins = new Set(options.origins);
  const context = contextOf(options);
  const { turns, clock } = context.orderDeps;
  const observe = sayingOnce(options.observe ?? warning(options.account), clock);
  const timeouts = timeoutsOf(options);

  const app = new Hono<{ Bindings: { connection: Connection; event: SentEvent } }>().basePath(basePath);

  for (const name of Object.keys(handlers) as GatewayOperation[]) {
    const { method, path, optIn, bearer, caller }: Route = allOperations[name];
    // Hono answers HEAD by the handler of GET, and another method as a path that does not exist. So it routes by the path alone.
    app.all(path, ({ req, env: { connection, event } }) => {
      const request = req.raw;
      const id = req.param('id') ?? '';
      const address = clientAddress(request.headers, connection, trustedHops);
      Object.assign(event, { operation: eventNames[name] ?? name, sender: address });
      const quoted = () => {
        event.quoted = true;
      };
      const answer = async () => {
        if (optIn && !options[optIn])
          throw new Refusal('no-operation', { mismatch: `A page or the service asks for what is off: set ${optIn}.` });
        if (path.includes(':id') && !plainId.test(id)) throw new Refusal('no-operation');
        if (request.method === 'OPTIONS' && caller !== 'service')
          return { status: 204, body: {}, headers: preflight(method, bearer ? 'authorization' : 'content-type') };
        if (request.method !== method) throw new Refusal('method-not-allowed', { headers: { allow: method } });
        const isOfPage = method === 'POST' && caller !== 'service';
        const query = () => Object.fromEntries(new URL(request.url).searchParams);
        const body = isOfPage ? await readBody(request, timeouts.body) : query();
        const handled = turns.run(() => handlers[name](context, { body, id, address, request, quoted }));
        return handled.catch((problem) => {
          if (!(problem instanceof Refusal && problem.options.isOfAddress)) throw problem;
          const mismatch = oneForAll(address, request.headers, trustedHops);
          throw new Refusal(problem.reason, { ...problem.options, mismatch });
        });
      };
      return withCors(request, answer, event);
    });
  }
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
      async () => context.webhooks.access && addEarlyWebhooks(context.webhooks, clock),
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

  const gateway: Gateway = {
    ...createInProcess(context, { observe, trustedHops }),
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
      return (await resolveOrder({ ...context.tracking, ledger }, { account, kind, reference }, found, now())).state;
    },
  };
  return Object.defineProperty(gateway, givenOptions, { value: options });
}

/** The options of a gateway, for `npx ship-elements gateway check MODULE`. Not enumerable: no log of a gateway has the key. */
export const givenOptions = Symbol.for('ship-elements.gateway.options');

/** What `observe` calls an operation, where that is older than its name in the contract. */
const eventNames: Partial<Record<GatewayOperation, string>> = {
  readPromise: 'promise',
  trackParcel: 'tracking',
  takeWebhooks: 'webhook',
};

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

/** Puts the parts of a gateway together. */
export function contextOf(options: GatewaySettings): Context & { ratesService: RatesService } {
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
    webhooks: {
      access: options.webhooks,
      account,
      news: store.news,
      parcels: store.parcels,
      passOn: options.notify !== undefined,
      timeout: timeouts.body,
    },
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
  const { observe, signal, pause = idle } = options;
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
