import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { GatewayEvent } from '../../src/gateway/index.ts';
import type { EntryState } from '../../src/gateway/ledger/transitions.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { type Cart, type Destination, type Grant, signCart, signGrant, type TokenKeys } from '../../src/server.ts';
import { sign } from '../../src/tokens/token.ts';
import { item, orderRequest, rate } from '../support/fixtures.ts';

export const key = 'merchant-key-that-stays-here';
export const site = 'https://shop.test';

const folder = mkdtempSync(join(tmpdir(), 'ship-gateway-'));
export const shopFile = join(folder, 'gateway.db');
export const store = await openLibsqlStore(shopFile);
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

let opened = 0;

export const cart: Cart = {
  items: [item],
  origin: { origin_postal_code: 12440 },
  subtotal: 150_000,
  session: 'visit-1',
};

export const destination: Destination = { destination_postal_code: 40111 };

/** What a page asks with a signed cart, which `quote` adds. */
export const question = { ...destination, couriers: 'jne,sicepat' };

export const order: Grant['order'] = orderRequest;

/** A request that reached the service. */
interface Seen {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  body: any;
}

type Serve = (request: Request) => Response | Promise<Response>;
type ServiceAnswer = () => Response | Promise<Response>;

/** A service that quotes `jne/reg` for 15,000 rupiah and gives these answers to writes. Later writes get no answer. */
export function serving(...answers: ServiceAnswer[]): Serve {
  const waiting = [...answers];
  return ({ url }) =>
    url.includes('/rates/') ? Response.json({ success: true, pricing: [rate()] }) : (waiting.shift() ?? lost)();
}

export const lost = () => Promise.reject<Response>(new TypeError('cut off'));
/** The service takes no connection. */
export const unreached = () =>
  Promise.reject<Response>(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
export const made = (id = 'o1', status = 'confirmed') =>
  Response.json({ success: true, object: 'order', id, status, price: 15_000 });
export const cancelled = (id = 'o1') => Response.json({ success: true, object: 'order', id, status: 'cancelled' });
export const refused = (code: number, details: object = {}, error = 'no') =>
  Response.json({ success: false, error, code, details }, { status: Math.floor(code / 100_000) });
export const used = (reference_id = 'CART-1') => refused(40002060, { order_id: 'o7', reference_id, waybill_id: null });

/** A shop that grants orders. An order without an answer may be sent again at once. */
export const openGrantingShop = (answers: ServiceAnswer[], options: Partial<GatewaySettings> = {}) =>
  openShop(serving(...answers), { orders: 'order', timeouts: { pause: 0, wait: 0 }, ...options });

/** Opens a gateway with an account of its own over a service. The shops of a test file share one database. */
export function openShop(serve: Serve, options: Partial<GatewaySettings> = {}) {
  const account = `shop-${++opened}`;
  const keys: TokenKeys = { account, current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' } };
  const seen: Seen[] = [];
  const events: GatewayEvent[] = [];
  const settings: GatewaySettings = {
    account,
    upstream: 'https://upstream.test/',
    key,
    store,
    secrets: { current: keys.current },
    origins: [site],
    observe: (event) => events.push(event),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const body = request.method === 'POST' ? JSON.parse(await request.clone().text()) : {};
      const { pathname, search } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      seen.push({ method: request.method, path: pathname + search, headers, body });
      return serve(request);
    },
    ...options,
  };
  const gateway = createGateway(settings);

  async function ask(method: string, path: string, init: RequestInit = {}, address = '203.0.113.7'): Promise<Answer> {
    const headers: HeadersInit = method === 'POST' ? { 'content-type': 'application/json' } : {};
    const request = new Request(`https://gateway.test${path}`, { method, headers, ...init });
    const answer = await gateway.fetch(request, { address });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
  }
  const post = (path: string, body: unknown, address?: string) =>
    ask('POST', path, { body: JSON.stringify(body) }, address);

  const grant = (changes: Partial<Grant> = {}) =>
    signGrant({ order, reference: 'CART-1', price_max: 100_000, ...changes }, keys, settings.now?.());

  /** As a server in another language signs it, which checks nothing. */
  const grantUnchecked = (changes: object) => {
    const kind = { name: 'grant', reader: 'gateway', lifetime: 600, claims: z.looseObject({}) } as const;
    return sign(
      kind,
      { order, reference: 'CART-1', price_max: 100_000, ...changes },
      keys,
      settings.now?.() ?? new Date(),
    );
  };

  return {
    account,
    keys,
    gateway,
    settings,
    seen,
    events,
    ask,
    post,
    /** Another process of the same gateway. */
    another: () => createGateway(settings),
    quote: async (body: object = {}, signed: Cart = cart) =>
      post('/v1/rates/couriers', { ...question, cart: await signCart(signed, keys, settings.now?.()), ...body }),
    grant,
    grantUnchecked,
    place: async (changes: Partial<Grant> = {}) => post('/v1/orders', { grant: await grant(changes) }),
    /** The paths of what reached the service. */
    paths: () => seen.map(({ method, path }) => `${method} ${path}`),
    /** What reached the service, without questions for prices. */
    writes: () => seen.filter(({ method, path }) => method !== 'GET' && !path.includes('/rates/')),
    /** The ledger's entries, those in these states or all. */
    entries: (...states: EntryState[]) => settings.store.ledger.list(account, states.length ? states : undefined, 99),
  };
}

/** A shop whose service is the sandbox. */
export function openSandboxShop(options: Partial<GatewaySettings> = {}, sandboxOptions: SandboxOptions = {}) {
  const sandbox = createSandbox({ key, ...sandboxOptions });
  const shop = openShop((request) => sandbox.fetch(request), options);
  return {
    ...shop,
    sandbox,
    /** The orders and drafts that the service has. */
    async placed(): Promise<{ orders: Placed[]; draft_orders: Placed[] }> {
      const headers = { authorization: key };
      return (await sandbox.fetch(new Request('http://sandbox.test/v1/orders', { headers }))).json();
    },
  };
}

export interface Placed {
  id: string;
  status: string;
  reference_id: string;
  price: number;
  destination: { contact_name: string };
}

export const couriersAnswer = () => Response.json({ success: true, object: 'courier', couriers: [] });
