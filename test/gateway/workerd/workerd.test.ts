import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Miniflare } from 'miniflare';
import { build } from 'vite';
import { signCart, signGrant, verifyOffer } from '../../../src/server.ts';
import { cart, destination, order, question, site } from '../shop.ts';

const keys = { account: 'toko', current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' } };

/** Miniflare's own type has another Request. */
interface Scheduled {
  scheduled(event: { cron: string }): Promise<{ outcome: string }>;
}

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
      ssr: { target: 'webworker', noExternal: true },
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

  // biome-ignore lint/suspicious/noExplicitAny: the test reads what it expects.
  async function post(path: string, body: object, shop = 'toko'): Promise<{ status: number; body: any }> {
    const headers = { 'content-type': 'application/json', origin: site };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await miniflare.dispatchFetch(`https://${shop}.gateway.test${path}`, init);
    return { status: answer.status, body: await answer.json() };
  }

  it('quotes, orders once for three clicks, and cancels', async () => {
    const quoted = await post('/v1/rates/couriers', { ...question, cart: await signCart(cart, keys) });
    expect(quoted.status, JSON.stringify(quoted.body)).to.equal(200);
    const [row] = quoted.body.pricing;
    const service = `${row.courier_code}/${row.courier_service_code}`;
    const { price } = await verifyOffer(row.offer, { cart, destination, service }, keys);
    const chosen = { ...order, courier_company: row.courier_code, courier_type: row.courier_service_code };
    const grant = await signGrant({ order: chosen, reference: 'CART-1', price_max: price }, keys);
    const clicks = await Promise.all([1, 2, 3].map(() => post('/v1/orders', { grant })));
    expect(clicks.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const ids = new Set(clicks.map(({ body }) => body.id));
    expect(ids.size).to.equal(1);
    const [id] = ids;
    const cancelled = await post(`/v1/orders/${id}/cancel`, { cancel: clicks[0]?.body.cancel });
    expect(cancelled.body).to.include({ status: 'cancelled', id });
  }).timeout(30_000);

  it('answers another shop while one sends 32 questions at once', async () => {
    const ask = async (shop: string, n: number) => {
      const signed = await signCart({ ...cart, session: `visit-${n}` }, { ...keys, account: shop });
      return post('/v1/rates/couriers', { ...question, destination_postal_code: 40_111 + n, cart: signed }, shop);
    };
    await ask('lain', 0);
    const asked = Array.from({ length: 32 }, (_, n) => ask('toko', n));
    const answers = await Promise.all([...asked, ask('lain', 1)]);
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
  }).timeout(60_000);

  it('settles orders by its schedule', async () => {
    const worker = (await miniflare.getWorker()) as unknown as Scheduled;
    expect((await worker.scheduled({ cron: '* * * * *' })).outcome).to.equal('ok');
  });
});
