import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import { createShippingGateway, type GatewayStore } from '../../src/gateway/index.ts';
import { createPurchases } from '../../src/purchases/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { signCart, signGrant, type TokenKeys, verifyOffer } from '../../src/server.ts';
import { contacts, item } from '../support/fixtures.ts';
import { listen } from '../support/listen.ts';

const secret = 'a-secret-of-the-shop-and-its-gateway-only';
const key = 'merchant-key-that-stays-here';
const site = 'https://shop.example';

/** As all examples of `demo/hosts` have them. */
const keys: TokenKeys = { account: 'toko-senja', current: { kid: '2026-11', secret } };

/** The shipping service behind a host. */
export interface Service {
  /** The variables that the hosts read. */
  environment: Record<'SHIPPING_URL' | 'SHIPPING_KEY' | 'SHIPPING_SECRET' | 'SHOP_ORIGINS', string>;
  /** The references of the orders that have reached it, one for each send. */
  sends: string[];
  /** It makes the next order, and its answer is lost. */
  loseAnswer(): void;
  /** It refuses the next order, or the next one with this reference. */
  refuseOrder(reference?: string): void;
  /** It is overloaded for what is posted to this path, until the returned function is called. */
  overload(path: string): () => void;
  /** It keeps the answers to all orders, or to what is posted to another path, until the returned function is called. */
  hold(path?: string): () => void;
  /** The courier picks up the parcel with this reference: from then on it cannot be cancelled. */
  pickUp(reference: string): Promise<void>;
  /** The parcel with this reference comes into these states, one after another. @returns the service's id of it */
  move(reference: string, ...states: string[]): Promise<string>;
  stop(): Promise<void>;
}

export async function startService(): Promise<Service> {
  const sandbox = createSandbox({ key });
  const sends: string[] = [];
  let loses = false;
  let refused: string | true | undefined;
  const held: Record<string, Promise<void>> = {};
  const overloaded = new Set<string>();
  const listener = getRequestListener(
    async (request) => {
      const { pathname } = new URL(request.url);
      const isOrder = request.method === 'POST' && pathname === '/v1/orders';
      const reference = isOrder && (await request.clone().json()).reference_id;
      if (isOrder) sends.push(reference);
      if (request.method === 'POST') await held[pathname];
      if (isOrder && (refused === true || refused === reference)) {
        request.headers.set('sandbox-fault', 'error=40002031');
        refused = undefined;
      }
      if (overloaded.has(pathname)) request.headers.set('sandbox-fault', 'status=503');
      const answer = await sandbox.fetch(request);
      if (!isOrder || !loses) return answer;
      loses = false;
      return new Response('lost', { status: 502 });
    },
    { overrideGlobalObjects: false },
  );
  const { address, close } = await listen(listener);
  async function move(reference: string, ...states: string[]): Promise<string> {
    const ask = async (path: string, body?: object) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      const headers = { authorization: key, 'content-type': 'application/json' };
      return (await sandbox.fetch(new Request(address + path, { ...init, headers }))).json();
    };
    const { orders } = await ask('/v1/orders');
    const { id } = orders.find((order: { reference_id: string }) => order.reference_id === reference);
    for (const status of states)
      expect(await ask(`/sandbox/orders/${id}/status`, { status })).to.include({ success: true });
    return id;
  }
  return {
    environment: { SHIPPING_URL: address, SHIPPING_KEY: key, SHIPPING_SECRET: secret, SHOP_ORIGINS: site },
    sends,
    loseAnswer() {
      loses = true;
    },
    refuseOrder(reference) {
      refused = reference ?? true;
    },
    overload(path) {
      overloaded.add(path);
      return () => overloaded.delete(path);
    },
    hold(path = '/v1/orders') {
      let release = () => {};
      held[path] = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    pickUp: async (reference) => void (await move(reference, 'allocated', 'picking_up', 'picked')),
    move,
    stop: close,
  };
}

/** Sends a request to the host, with a path as pages send it. */
export type Ask = (path: string, init?: RequestInit) => Promise<Pick<Response, 'status' | 'text'>>;

/** Through a proxy of the shop's own, as a page asks. */
export const through =
  (origin: string): Ask =>
  (path, init) => {
    const headers = { ...init?.headers, 'x-forwarded-for': '203.0.113.7' };
    return fetch(`${origin}${path}`, { ...init, headers });
  };

async function post(ask: Ask, path: string, body: object) {
  const headers = { 'content-type': 'application/json', origin: site };
  const answer = await ask(`/shipping${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  expect(text, path).to.match(/^\{/);
  return { status: answer.status, body: JSON.parse(text) };
}

const origin = { origin_postal_code: 12440 };
const destination = { destination_postal_code: 40111 };

/** A grant for what the host offers. */
async function granted(ask: Ask, reference: string): Promise<string> {
  const goods = { items: [item], origin, subtotal: 150_000, session: 'visit-1' };
  const cart = await signCart(goods, keys);
  const { status, body } = await post(ask, '/v1/rates/couriers', { ...destination, couriers: 'jne', cart });
  expect(status, JSON.stringify(body)).to.equal(200);
  const [{ courier_code, courier_service_code, offer }] = body.pricing;
  const service = `${courier_code}/${courier_service_code}`;
  const accepted = await verifyOffer(offer, { cart: goods, destination, service }, keys);
  return signGrant({ offer: accepted, contacts, reference }, keys);
}

/** Buys as a page with a signed cart does, with two clicks. */
export async function buy(ask: Ask, { sends }: Service): Promise<void> {
  const grant = await granted(ask, 'INV-1');
  const clicks = await Promise.all([1, 2].map(() => post(ask, '/v1/orders', { grant })));
  expect(clicks.map(({ status }) => status)).to.deep.equal([200, 200]);
  expect(clicks[0]?.body).to.include({ status: 'confirmed' });
  expect(clicks[0]?.body.track, 'the link to the parcel').to.be.a('string');
  expect((await post(ask, '/v1/maps/areas', { input: 'coblong' })).body.areas).to.be.an('array').that.is.not.empty;
  expect(clicks[1]?.body.id).to.equal(clicks[0]?.body.id);
  expect(sends).to.deep.equal(['INV-1']);
}

/** Loses the answer to an order. The host's schedule finishes it, and no page asks again. */
export async function finishBySchedule(ask: Ask, service: Service, run: () => Promise<unknown>): Promise<void> {
  const grant = await granted(ask, 'INV-2');
  service.loseAnswer();
  const { status, body } = await post(ask, '/v1/orders', { grant });
  expect({ status, ...body }).to.include({ status: 504, reason: 'unconfirmed' });
  const again = () => service.sends.filter((reference) => reference === 'INV-2').length;
  // The first pause of the gateway is two seconds.
  while (again() === 1) await run();
  expect((await post(ask, '/v1/orders', { grant })).status).to.equal(200);
  expect(again()).to.equal(2);
}

/**
 * Pays for a purchase whose page is closed. The host's schedule ships it, and nobody asks for it.
 * @param store over the database of the host
 * @param callBack the provider's callback, where the host has a route for it
 */
export async function shipBySchedule(
  store: GatewayStore,
  service: Service,
  run: () => Promise<unknown>,
  callBack?: (payment: string, rupiah: number) => Promise<unknown>,
): Promise<void> {
  const { SHIPPING_URL: upstream } = service.environment;
  const shop = { account: keys.account, secrets: keys };
  const gateway = createShippingGateway({ ...shop, upstream, key, store, origins: [site], orders: 'order' });
  const purchases = createPurchases({ gateway, keys, store });
  const visit = 'visit-2';
  const { reference } = await purchases.begin(visit);
  const cart = { items: [item], origin, subtotal: 150_000 };
  const [rate] = await gateway.quote({ cart: { ...cart, session: reference }, destination, couriers: ['jne'] });
  const chosen = { service: String(rate?.service), offer: rate?.offer, insurance: false, cashOnDelivery: false };
  const parcel = { cart, contacts, choice: { ...chosen, destination } };
  const { pay } = await purchases.accept({ visit, reference }, parcel);
  const [payment, rupiah] = [String(pay?.id), Number(pay?.rupiah)];
  await (callBack?.(payment, rupiah) ?? purchases.paid(payment, { id: 'transaction-1', rupiah }));
  while ((await purchases.find({ reference }))?.state !== 'shipped') await run();
  expect(service.sends.filter((sent) => sent === reference)).to.have.lengthOf(1);
  await store.close();
}
