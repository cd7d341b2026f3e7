import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import { expect } from 'chai';
import { createSandbox } from '../../src/sandbox/index.ts';
import { type OfferGrant, type TokenKeys, verifyOffer } from '../../src/server.ts';
import { contacts, rate } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { hasPhp } from '../support/php.ts';
import { cart, destination, key, openSandboxShop, openShop } from './shop.ts';

const readme = readFileSync(new URL('../../demo/docs/whole-shops.md', import.meta.url), 'utf8');
const src = new URL('../../src/', import.meta.url);
// Below the repository, where the examples find its packages.
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'paid-shops-'));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true });
});

/** The first example below a heading of the page, as it stands there, over the sources. */
function exampleBelow(heading: string, language: 'js' | 'php', number = 0): string {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const examples = [...section.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))];
  return (examples[number]?.[1] ?? '')
    .replaceAll("'ship-elements/gateway'", `'${new URL('gateway/index.ts', src).href}'`)
    .replaceAll("'ship-elements/server'", `'${new URL('server.ts', src).href}'`);
}

const secret = 'thirty-two-bytes-that-nobody-guesses';

/** Resolves with what it says first. `lines` takes what it says later. */
async function started(
  command: string,
  flags: string[],
  env: NodeJS.ProcessEnv,
  lines: string[] = [],
): Promise<string> {
  const child = spawn(command, flags, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  child.stdout?.on('data', (text) => lines.push(String(text)));
  const [said] = await Promise.race([
    once(child.stdout as Readable, 'data'),
    once(child.stderr as Readable, 'data'),
    once(child, 'exit'),
  ]);
  return String(said).trim();
}

const post = async (url: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};

describe('“A shop whose page orders” of the docs', () => {
  const sandbox = createSandbox({ key });
  const service = serve({ fetch: sandbox.fetch, hostname: '127.0.0.1', port: 0 });
  let address = '';
  /** What the shop has written: its payments. */
  const lines: string[] = [];

  /** @param claims more claims of the cart, as source text */
  async function open(claims = ''): Promise<void> {
    const { port } = service.address() as { port: number };
    const example = exampleBelow('A shop whose page orders', 'js');
    writeFileSync(join(folder, 'shop.mjs'), example.replace("session: 'visit-17'", `session: 'visit-17'${claims}`));
    const env = {
      PORT: String(await freePort()),
      SHIPPING_URL: `http://127.0.0.1:${port}`,
      SHIPPING_KEY: key,
      SHIPPING_SECRET: secret,
    };
    address = await started(process.execPath, ['--import', import.meta.resolve('tsx'), 'shop.mjs'], env, lines);
    expect(address).to.match(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  }

  before(() => {
    mkdirSync(join(folder, 'public'));
    return open();
  }).timeout(60_000);
  after(() => service.close());

  /** What its page does: asks for prices, chooses, and hands on what the event says. */
  async function chosen(changes: object = {}) {
    const page = await (await fetch(address)).text();
    const [, signed] = /cart="([^"]+)"/.exec(page) ?? [];
    const question = { ...destination, couriers: 'jne', courier_insurance: 1, destination_cash_on_delivery: 1 };
    const quoted = await post(`${address}shipping/v1/rates/couriers`, { ...question, cart: signed });
    const [row] = quoted.body.pricing;
    const service = `${row.courier_code}/${row.courier_service_code}`;
    return {
      offer: row.offer,
      service,
      insured: true,
      cashOnDelivery: false,
      reference: 'INV-1',
      again: false,
      ...changes,
    };
  }

  it('orders what was chosen, insured, and once', async () => {
    const order = await chosen();
    const { body } = await post(`${address}grant`, order);
    const placed = await post(`${address}shipping/v1/orders`, { grant: body.grant });
    expect(placed.body).to.include({ success: true, reference_id: 'INV-1' });
    expect(placed.body.courier.insurance.amount).to.equal(185_000);
    const again = await post(`${address}grant`, { ...order, offer: undefined, again: true });
    const second = await post(`${address}shipping/v1/orders`, { grant: again.body.grant });
    expect(second.body.id).to.equal(placed.body.id);
  });

  /** Orders under a reference. Resolves with the goods and the delivery, and with what is charged and collected for them. */
  async function bought(reference: string, cashOnDelivery: boolean) {
    const { body } = await post(`${address}grant`, await chosen({ reference, cashOnDelivery }));
    const order = async () => (await post(`${address}shipping/v1/orders`, { grant: body.grant })).body;
    const paid = lines.join('').matchAll(new RegExp(`Paid for ${reference}: Rp (-?\\d+)`, 'g'));
    const charged = [...paid].reduce((sum, [, rupiah]) => sum + Number(rupiah), 0);
    return { order, charged };
  }

  for (const [collects, claims, cashOnDelivery] of [
    ['nothing', '', false],
    ['all', '', true],
    ['the goods', ", cash_on_delivery_collects: 'goods'", true],
  ] as const)
    it(`charges and collects goods and delivery once each, where the courier collects ${collects}`, async () => {
      if (claims) await open(claims);
      const reference = `INV-${collects.replace(' ', '-')}`;
      const { order, charged } = await bought(reference, cashOnDelivery);
      const placed = await order();
      const collected = placed.cash_on_delivery?.amount ?? 0;
      const due = 185_000 + placed.price;
      expect([charged, collected]).to.deep.equal(
        collects === 'all' ? [0, due] : collects === 'nothing' ? [due, 0] : [placed.price, 185_000],
      );
    }).timeout(60_000);

  it('pays back what was charged before the shopper changed to cash on delivery', async () => {
    await bought('INV-9', false);
    const { order, charged } = await bought('INV-9', true);
    const placed = await order();
    expect(charged + placed.cash_on_delivery.amount).to.equal(185_000 + placed.price);
  });

  it('grants nothing for an offer that is not for the choice', async () => {
    const order = await chosen({ service: 'jne/other', reference: 'INV-2' });
    expect((await post(`${address}grant`, order)).status).to.equal(409);
  });
});

if (hasPhp())
  describe('the endpoint in PHP of the docs', () => {
    it('grants an order that the gateway places as it was chosen', async () => {
      const shop = openSandboxShop({ orders: 'order' });
      const keys = shop.keys.current;
      const functions = exampleBelow('The same in PHP', 'php')
        .replace("'toko-senja'", `'${shop.account}'`)
        .replace("'2026-11'", `'${keys.kid}'`);
      writeFileSync(join(folder, 'grant.php'), `${functions}\n${exampleBelow('The same in PHP', 'php', 1)}`);
      const port = await freePort();
      await started('php', ['-S', `127.0.0.1:${port}`, 'grant.php'], { SHIPPING_SECRET: keys.secret });
      const endpoint = `http://127.0.0.1:${port}/grant.php`;
      const page = await (await fetch(endpoint)).json();
      expect(page.order.destination_contact_name).to.equal('Siti Rahayu');
      const question = { ...destination, couriers: 'jne', courier_insurance: 1, destination_cash_on_delivery: 1 };
      const quoted = await shop.post('/v1/rates/couriers', { ...question, cart: page.cart });
      const [row] = quoted.body.pricing;
      const service = `${row.courier_code}/${row.courier_service_code}`;
      const form = { offer: row.offer, service, insured: true, cashOnDelivery: true, reference: 'INV-7' };
      const granted = await post(endpoint, form);
      const { status, body } = await shop.post('/v1/orders', { grant: granted.body.grant });
      expect([status, body.reference_id], JSON.stringify([granted.body, body])).to.deep.equal([200, 'INV-7']);
      expect(shop.seen.at(-1)?.body).to.deep.include({
        ...destination,
        courier_insurance: 185_000,
        destination_cash_on_delivery: 185_000 + row.price,
        destination_cash_on_delivery_type: '7_days',
        courier_type: row.courier_service_code,
      });
      const other = await post(endpoint, { ...form, service: 'jne/other' });
      expect([other.status, other.body.error]).to.deep.equal([409, 'other-service']);
    }).timeout(30_000);
  });

describe('“Pay elsewhere, then ship” of the docs', () => {
  type ShipPaid = (
    order: OfferGrant,
    keys: TokenKeys,
    url: string,
  ) => Promise<{ state: string; id?: string; price?: number }>;
  let shipPaid: ShipPaid;
  before(async () => {
    const file = join(folder, 'ship-paid.ts');
    writeFileSync(file, `// @ts-nocheck\n${exampleBelow('Pay elsewhere, then ship', 'js')}`);
    expect(existsSync(file)).to.equal(true);
    ({ shipPaid } = await import(pathToFileURL(file).href));
  });

  const json = (body: object, status = 200) => Response.json(body, { status });

  /** A shop whose payment provider calls back, over a gateway that listens. */
  async function open(serveOrders: () => Response, price = 15_000) {
    let prices = [15_000];
    const shop = openShop(
      ({ url }) =>
        url.includes('/rates/')
          ? json({ success: true, pricing: [rate({ price: prices[0] ?? price, shipping_fee: prices[0] ?? price })] })
          : serveOrders(),
      { orders: 'order', timeouts: { pause: 0, wait: 0 } },
    );
    const { body } = await shop.quote();
    prices = [];
    const offer = await verifyOffer(body.pricing[0].offer, { cart, destination, service: 'jne/reg' }, shop.keys);
    const server = serve({ fetch: (request) => shop.gateway.fetch(request), hostname: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const order: OfferGrant = { offer, contacts, reference: 'INV-1042' };
    return {
      ...shop,
      paid: (changes: Partial<OfferGrant> = {}) =>
        shipPaid({ ...order, ...changes }, shop.keys, `http://127.0.0.1:${port}`),
      order,
      sent: () => shop.paths().filter((path) => path === 'POST /v1/orders').length,
      close: () => server.close(),
    };
  }

  const made = () => json({ success: true, object: 'order', id: 'o1', status: 'confirmed' });

  it('is one order for callbacks that come together, twice and late', async () => {
    const { paid, sent, close } = await open(made);
    const together = await Promise.all([paid(), paid()]);
    const states = new Set([...together, await paid(), await paid()].map(({ state }) => state));
    expect(states.has('placed')).to.equal(true);
    expect(await paid()).to.deep.equal({ state: 'placed', id: 'o1' });
    expect(sent()).to.equal(1);
    close();
  });

  it('goes on with an order whose answer was lost, by the next callback', async () => {
    const answers = [
      () => new Response(null, { status: 502 }),
      () =>
        json(
          { success: false, error: 'used', code: 40002060, details: { order_id: 'o7', reference_id: 'INV-1042' } },
          400,
        ),
    ];
    const { paid, close } = await open(() => (answers.shift() ?? made)());
    expect(await paid()).to.deep.equal({ state: 'unconfirmed' });
    expect(await paid()).to.deep.equal({ state: 'placed', id: 'o7' });
    close();
  });

  it('orders nothing at a price that has risen, until the shop accepts it', async () => {
    const { paid, order, sent, close } = await open(made, 18_000);
    const told = await paid();
    expect(told).to.deep.equal({ state: 'price-changed', price: 18_000 });
    expect(sent()).to.equal(0);
    const accepted = { ...order.offer, price: told.price ?? 0 };
    expect(await paid({ offer: accepted })).to.deep.equal({ state: 'placed', id: 'o1' });
    close();
  });
});
