import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import { Miniflare } from 'miniflare';
import { build } from 'vite';
import { signCart, signGrant, type TokenKeys, verifyOffer } from '../../../src/server.ts';
import { cart, destination, openSandboxShop, order, question } from '../shop.ts';

const keys: TokenKeys = {
  account: 'toko',
  current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' },
};

interface Told {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  body: any;
}

/** One purchase from the page's first question to the cancellation, the order clicked three times. */
async function purchase(post: (path: string, body: object) => Promise<Told>, shopKeys = keys): Promise<void> {
  const quoted = await post('/v1/rates/couriers', { ...question, cart: await signCart(cart, shopKeys) });
  expect(quoted.status, JSON.stringify(quoted.body)).to.equal(200);
  const [row] = quoted.body.pricing;
  const service = `${row.courier_code}/${row.courier_service_code}`;
  const { price } = await verifyOffer(row.offer, { cart, destination, service }, shopKeys);
  const chosen = { ...order, courier_company: row.courier_code, courier_type: row.courier_service_code };
  const grant = await signGrant({ order: chosen, reference: 'CART-1', price_max: price }, shopKeys);
  const clicks = await Promise.all([1, 2, 3].map(() => post('/v1/orders', { grant })));
  const ids = new Set(clicks.map(({ body }) => body.id));
  expect([...ids]).to.have.lengthOf(1);
  const [id] = ids;
  expect(clicks[0]).to.deep.include({ status: 200 });
  const cancelled = await post(`/v1/orders/${id}/cancel`, { cancel: clicks[0]?.body.cancel });
  expect(cancelled.body).to.include({ status: 'cancelled', id });
}

/** Its types are those of another world's Request. */
interface Scheduled {
  scheduled(event: { cron: string }): Promise<{ outcome: string }>;
}

const json = { 'content-type': 'application/json', origin: 'https://shop.test' };

describe('the gateway in Node, over a socket', () => {
  const { gateway, keys: own, seen } = openSandboxShop({ orders: 'order', cancels: true });
  const listener = getRequestListener((request) => gateway.fetch(request), { overrideGlobalObjects: false });
  const server = createServer(listener);
  const port = () => (server.address() as AddressInfo).port;

  before(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('serves a purchase from the first price to the cancellation', () =>
    purchase(async (path, body) => {
      const init = { method: 'POST', headers: json, body: JSON.stringify(body) };
      const answer = await fetch(`http://127.0.0.1:${port()}${path}`, init);
      return { status: answer.status, body: await answer.json() };
    }, own));

  /** The status lines of what a connection is told. */
  const raw = (text: string): Promise<string[]> =>
    new Promise((resolve) => {
      let told = '';
      const socket = connect(port(), '127.0.0.1', () => socket.end(text));
      socket.on('data', (chunk) => {
        told += chunk;
      });
      socket.once('close', () => resolve(told.match(/^HTTP\/1.1 \d+/gm) ?? []));
    });

  it('is not talked into a second request that hides in the first', async () => {
    const before = seen.length;
    const hidden = 'GET /v1/couriers?hidden HTTP/1.1\r\nhost: x\r\n\r\n';
    const head = 'POST /v1/rates/couriers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const lengths = [
      'content-length: 0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'content-length: 2\r\ncontent-length: 60\r\n\r\n{}',
      'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n',
      'content-length: +2\r\n\r\n{}',
      'x: y\rcontent-length: 2\r\n\r\n{}',
    ];
    for (const length of lengths) expect(await raw(head + length + hidden), length).to.deep.equal(['HTTP/1.1 400']);
    expect(seen.length).to.equal(before);
  });
});

describe('the gateway in workerd, over D1 and KV', () => {
  let miniflare: Miniflare;
  let folder: string;

  before(async () => {
    const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'ship-worker-'));
    const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { target: 'webworker', noExternal: true, external: ['pg', 'libsql'] },
      build: { ssr: entry, outDir: folder, copyPublicDir: false },
    });
    miniflare = new Miniflare({
      modules: true,
      script: readFileSync(join(folder, 'worker.js'), 'utf8'),
      compatibilityDate: '2026-04-01',
      d1Databases: ['DB'],
      kvNamespaces: ['KV'],
      cf: false,
    });
  }).timeout(60_000);

  after(async () => {
    await miniflare.dispose();
    rmSync(folder, { recursive: true });
  });

  const ask = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = json,
  ): Promise<Told> => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await miniflare.dispatchFetch(`https://gateway.test${path}`, init);
    return { status: answer.status, body: await answer.json() };
  };

  it('serves a purchase from the first price to the cancellation', () =>
    purchase((path, body) => ask('POST', path, body))).timeout(30_000);

  it('says no as everywhere', async () => {
    expect((await ask('GET', '/v1/orders')).status).to.equal(405);
    expect((await ask('POST', '/v1/orders', {}, { ...json, origin: 'https://evil.test' })).status).to.equal(403);
    expect((await ask('POST', '/v1/orders', {}, { 'content-type': 'text/plain' })).status).to.equal(415);
  });

  it('looks after orders by its schedule', async () => {
    const worker = (await miniflare.getWorker()) as unknown as Scheduled;
    expect((await worker.scheduled({ cron: '* * * * *' })).outcome).to.equal('ok');
  });

  it('counts by the address that Cloudflare tells', async () => {
    const from = (address: string) => ask('GET', '/v1/couriers', undefined, { 'cf-connecting-ip': address });
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await from('192.0.2.1')).status);
    expect(statuses.slice(0, 20).every((status) => status === 200)).to.equal(true);
    expect(statuses[20]).to.equal(429);
    expect((await from('192.0.2.2')).status).to.equal(200);
  }).timeout(30_000);
});
