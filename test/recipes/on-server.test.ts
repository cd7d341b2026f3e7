/** The recipes for a shop's server, as they stand, over the built package, a gateway and the sandbox. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import type { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import type { Rate } from '../../src/contract/index.ts';
import type { GatewayOptions } from '../../src/gateway/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import type { ScenarioName } from '../../src/sandbox/index.ts';
import { type AcceptedOffer, verifyOffer } from '../../src/server.ts';
import { cart, destination, openSandboxShop } from '../gateway/shop.ts';
import { contacts, item } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { hasPhp } from '../support/php.ts';
import { runProgram } from '../support/running-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'ship-elements-recipes-'));
after(() => rmSync(folder, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: recipes are JavaScript.
const recipe = async (name: string): Promise<any> => import(`../../demo/recipes/${name}`);

const openShop = (options: Partial<GatewayOptions> = {}, scenario: ScenarioName = 'normal') =>
  openSandboxShop({ orders: 'order', ...options }, { scenario });
type Shop = ReturnType<typeof openShop>;

const ordersOf = (shop: Shop) => shop.paths().filter((path) => path === 'POST /v1/orders').length;

/** The row of JNE Reguler, with insurance and COD. */
async function rowOf(shop: Shop, signed = cart) {
  const { body } = await shop.quote({ courier_insurance: 1, destination_cash_on_delivery: 1 }, signed);
  return body.pricing.find((row: Rate) => serviceKey(row) === 'jne/reg');
}

const acceptedOf = async (shop: Shop): Promise<AcceptedOffer> =>
  verifyOffer((await rowOf(shop)).offer, { cart, destination, service: 'jne/reg' }, shop.keys);

/** Rupiah for the carriage alone. */
const carriageOf = (row: { price: number; insurance_fee: number; cash_on_delivery_fee: number }) =>
  row.price - row.insurance_fee - row.cash_on_delivery_fee;

const serve = ({ gateway }: Shop) => listen(getRequestListener((request) => gateway.fetch(request)));

/** Callbacks as the two providers document them. */
const midtransKey = 'midtrans-server-key';
const xenditToken = 'xendit-callback-token';
const midtrans = (reference: string, amount: number, status = 'settlement') => {
  const gross_amount = `${amount}.00`;
  const signature_key = createHash('sha512').update(`${reference}200${gross_amount}${midtransKey}`).digest('hex');
  return { order_id: reference, status_code: '200', gross_amount, transaction_status: status, signature_key };
};
const callback = (body: object, headers: object = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

describe('the recipes for the server of a shop', () => {
  it('makes shipping free from the amount on', async () => {
    const shop = openShop(await recipe('free-shipping.mjs'));
    expect((await rowOf(shop)).price).to.be.above(5_000);
    expect(carriageOf(await rowOf(shop, { ...cart, subtotal: 500_000 }))).to.equal(0);
  });

  it('offers its own price as an estimate while the service is down', async () => {
    const shop = openShop(await recipe('service-down.mjs'), 'offline');
    expect(await rowOf(shop)).to.include({ courier_code: 'jne', price: 20_000, estimate: true });
  });

  it('charges what the offer says, and refuses another service', async () => {
    const shop = openShop();
    const { acceptedOffer } = await recipe('charge-delivery.mjs');
    const row = await rowOf(shop);
    const form = { shipping: 'jne/reg', 'shipping-offer': row.offer };
    const charged = await acceptedOffer(form, { cart, destination }, shop.keys);
    expect([charged.payNow, charged.payAtDoor]).to.deep.equal([150_000 + carriageOf(row), 0]);
    const other = { ...form, shipping: 'jne/oke' };
    const refused = await acceptedOffer(other, { cart, destination }, shop.keys).catch((problem: Error) => problem);
    expect(refused).to.have.property('code', 'other-service');
  });

  it('orders once for callbacks of Midtrans and Xendit, and refuses forged ones', async () => {
    const shop = openShop();
    const { address: gatewayUrl, close } = await serve(shop);
    const order = { offer: await acceptedOf(shop), contacts };
    const { payNow } = order.offer;
    const orders = new Map(['INV-1', 'INV-2'].map((reference) => [reference, order]));
    const { createPaymentWebhooks } = await recipe('payment-webhook.mjs');
    const webhooks: Hono = createPaymentWebhooks({ orders, keys: shop.keys, gatewayUrl, midtransKey, xenditToken });
    const call = async (path: string, body: object, headers = {}) =>
      (await webhooks.request(path, callback(body, headers))).status;

    const paid = midtrans('INV-1', payNow);
    expect(await call('/midtrans', { ...paid, order_id: 'INV-2' })).to.equal(403);
    expect(await call('/midtrans', midtrans('INV-1', payNow, 'pending'))).to.equal(200);
    expect(await call('/midtrans', midtrans('INV-1', 1))).to.equal(200);
    expect(ordersOf(shop)).to.equal(0);
    expect(await Promise.all([call('/midtrans', paid), call('/midtrans', paid)])).to.deep.equal([200, 200]);
    expect(await call('/midtrans', paid)).to.equal(200);
    expect(ordersOf(shop)).to.equal(1);
    expect(orders.get('INV-1')).to.include({ shipping: 'placed' });

    const invoice = { external_id: 'INV-2', status: 'PAID', amount: payNow };
    expect(await call('/xendit', invoice, { 'x-callback-token': 'guessed' })).to.equal(403);
    expect(await call('/xendit', invoice, { 'x-callback-token': xenditToken })).to.equal(200);
    expect(ordersOf(shop)).to.equal(2);
    await close();
  });

  it('asks the payment provider to call again while the service is down', async () => {
    const shop = openShop();
    const offer = await acceptedOf(shop);
    const down = openShop({ timeouts: { pause: 0, wait: 0 } }, 'offline');
    const { address: gatewayUrl, close } = await serve(down);
    const orders = new Map([['INV-3', { offer, contacts }]]);
    const { createPaymentWebhooks } = await recipe('payment-webhook.mjs');
    const webhooks: Hono = createPaymentWebhooks({ orders, keys: down.keys, gatewayUrl, midtransKey, xenditToken });
    expect((await webhooks.request('/midtrans', callback(midtrans('INV-3', offer.payNow)))).status).to.equal(503);
    await close();
  });

  if (hasPhp())
    it('orders once for callbacks in PHP', async () => {
      const shop = openShop();
      const { address: url, close } = await serve(shop);
      const docs = readFileSync(new URL('../../demo/docs/whole-shops.md', import.meta.url), 'utf8');
      const [, functions = ''] = /```php\n(<\?php[\s\S]*?)```/.exec(docs) ?? [];
      const ours = functions.replace("'toko-senja'", `'${shop.account}'`).replace("'2026-11'", "'now'");
      writeFileSync(join(folder, 'ship.php'), ours);
      const code = readFileSync(new URL('../../demo/recipes/payment-webhook.php', import.meta.url), 'utf8');
      writeFileSync(join(folder, 'webhook.php'), code);
      // The parts of ship_accept's answer that ship_grant reads, as PHP would have kept them.
      const price = carriageOf(await rowOf(shop));
      const payNow = 150_000 + price;
      const kept = { courier: 'jne', service: 'reg', cart, destination, price, payNow, insurance: null, cash: null };
      writeFileSync(join(folder, 'INV-4.json'), JSON.stringify({ accepted: kept, contacts }));
      const port = await freePort();
      const env = {
        ...{ ORDERS: folder, GATEWAY_URL: url, MIDTRANS_KEY: midtransKey, XENDIT_TOKEN: xenditToken },
        SHIPPING_SECRET: shop.keys.current.secret,
      };
      const php = await runProgram(['php', '-S', `127.0.0.1:${port}`, 'webhook.php'], { cwd: folder, env });
      const call = async (path: string, body: object, headers = {}) =>
        (await fetch(`http://127.0.0.1:${port}${path}`, callback(body, headers))).status;
      const paid = midtrans('INV-4', payNow);
      expect(await call('/midtrans', { ...paid, signature_key: 'forged' })).to.equal(403);
      expect(await call('/midtrans', paid)).to.equal(200);
      expect(await call('/midtrans', paid)).to.equal(200);
      const invoice = { external_id: 'INV-4', status: 'PAID', amount: payNow };
      expect(await call('/xendit', invoice)).to.equal(403);
      expect(await call('/xendit', invoice, { 'x-callback-token': xenditToken })).to.equal(200);
      expect(ordersOf(shop)).to.equal(1);
      await php.stop();
      await close();
    });

  it('shows the shopper the tracking number of the service', async () => {
    const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;
    const { createTracking } = await recipe('tracking.mjs');
    const tracking: Hono = createTracking({ secret, parcels: new Map() });
    const news = async (type: string, data: object) => {
      const [id, body] = [`msg_${type}`, JSON.stringify({ type, timestamp: '2026-11-23T08:00:00Z', data })];
      const headers = {
        ...{ 'webhook-id': id, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) },
        'webhook-signature': new Webhook(secret).sign(id, new Date(), body),
      };
      return (await tracking.request('/shipping-news', { method: 'POST', headers, body })).status;
    };
    expect((await tracking.request('/orders/INV-1')).status).to.equal(404);
    expect(await news('order.placed', { reference: 'INV-1', id: 'o1' })).to.equal(204);
    expect(await (await tracking.request('/orders/INV-1')).text()).to.match(/Status: placed[\s\S]*comes as soon/);
    expect(
      await news('order.status', { reference: 'INV-1', id: 'o1', status: 'picked', waybill_id: 'JNE17' }),
    ).to.equal(204);
    expect(await (await tracking.request('/orders/INV-1')).text()).to.match(/Status: picked[\s\S]*JNE17/);
    const forged = await tracking.request('/shipping-news', { method: 'POST', body: '{}' });
    expect(forged.status).to.equal(403);
  });

  it('finds an area by its name', async () => {
    const asked: Request[] = [];
    const { createAreaSearch } = await recipe('area-search.mjs');
    const answered = { id: 'IDNP9IDNC74IDND6066IDZ40132', name: 'Coblong, Bandung', postal_code: 40132, country: 'ID' };
    const search: Hono = createAreaSearch({
      ...{ upstream: 'https://service.test', key: 'merchant-key' },
      fetch: async (input: string, init: RequestInit) => {
        asked.push(new Request(input, init));
        return Response.json({ success: true, areas: [answered] });
      },
    });
    expect(await (await search.request('/areas?q=co')).json()).to.deep.equal([]);
    expect(await (await search.request('/areas?q=coblong')).json()).to.deep.equal([
      { id: answered.id, name: answered.name, postalCode: 40132 },
    ]);
    expect(asked.map(({ url }) => new URL(url).searchParams.get('input'))).to.deep.equal(['coblong']);
    expect(asked[0]?.headers.get('authorization')).to.equal('merchant-key');
  });

  it('ships from the nearest warehouse', async () => {
    const shop = openShop();
    const { deliveryFrom } = await recipe('several-warehouses.mjs');
    const starts = await Promise.all(
      [40111, 60299].map(async (destination_postal_code) => {
        const to = { destination_postal_code };
        const { cart: token, shipment } = await deliveryFrom([item], to, 'visit', shop.keys);
        const { status } = await shop.post('/v1/rates/couriers', { ...to, couriers: 'jne', cart: token });
        return [shipment.origin_postal_code, status];
      }),
    );
    expect(starts).to.deep.equal([
      [12440, 200],
      [60231, 200],
    ]);
  });

  it('passes rates to the sheets of three wallets', async () => {
    const { shippingOptions, shippingMethods, shippingOptionParameters } = await recipe('wallet-options.js');
    const row = await rowOf(openShop());
    expect(shippingOptions([row])).to.deep.equal([
      { id: 'jne/reg', label: 'JNE Reguler', amount: { currency: 'IDR', value: String(row.price) }, selected: true },
    ]);
    expect(shippingMethods([row])[0]).to.include({ identifier: 'jne/reg', amount: String(row.price) });
    expect(shippingOptionParameters([row]).defaultSelectedOptionId).to.equal('jne/reg');
  });
});
