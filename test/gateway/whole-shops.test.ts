import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { expect } from 'chai';
import { createSandbox } from '../../src/sandbox/index.ts';
import { exampleOf } from '../support/docs.ts';
import { freePort } from '../support/free-port.ts';
import { hasPhp } from '../support/php.ts';
import { runProgram } from '../support/running-program.ts';
import { destination, key, openSandboxShop } from './shop.ts';

const page = readFileSync(new URL('../../demo/docs/whole-shops.md', import.meta.url), 'utf8');
const src = new URL('../../src/', import.meta.url);
// Below the repository, where the examples find its packages.
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'whole-shops-'));
after(() => rmSync(folder, { recursive: true }));

/** The first example after this text of the page, over the sources. */
function exampleAfter(text: string, language: 'js' | 'php'): string {
  const [, rest = ''] = page.split(`\n${text}\n`);
  return exampleOf(rest, language)
    .replaceAll("'ship-elements/gateway'", `'${new URL('gateway/index.ts', src).href}'`)
    .replaceAll("'ship-elements/gateway/libsql'", `'${new URL('gateway/store/libsql.ts', src).href}'`)
    .replaceAll("'ship-elements/purchases'", `'${new URL('purchases/index.ts', src).href}'`)
    .replaceAll("'ship-elements/server'", `'${new URL('server.ts', src).href}'`);
}

async function post(url: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

const question = { ...destination, couriers: 'jne', courier_insurance: 1, destination_cash_on_delivery: 1 };
const serviceOf = (row: { courier_code: string; courier_service_code: string }) =>
  `${row.courier_code}/${row.courier_service_code}`;

describe('“A shop whose page orders” of the docs', () => {
  const sandbox = createSandbox({ key });
  let refuses = false;
  let refusal = { success: false, error: 'No COD.', code: 40002028 };
  const service = serve({
    fetch: (request) =>
      refuses && request.url.endsWith('/v1/orders') ? Response.json(refusal, { status: 400 }) : sandbox.fetch(request),
    hostname: '127.0.0.1',
    port: 0,
  });
  let shop: Awaited<ReturnType<typeof runProgram>>;

  before(async () => {
    mkdirSync(join(folder, 'public'));
    writeFileSync(join(folder, 'shop.mjs'), exampleAfter('## A shop whose page orders', 'js'));
    const { port } = service.address() as AddressInfo;
    const env = {
      PORT: String(await freePort()),
      SHIPPING_URL: `http://127.0.0.1:${port}`,
      SHIPPING_KEY: key,
      SHIPPING_SECRET: 'thirty-two-bytes-that-nobody-guesses',
    };
    const command = [process.execPath, '--import', import.meta.resolve('tsx'), 'shop.mjs'];
    shop = await runProgram(command, { cwd: folder, env });
  }).timeout(60_000);
  after(async () => {
    await shop.stop();
    service.close();
  });

  /** What its page does: it asks for prices, chooses the first, and passes on what the event says. */
  async function choose() {
    const shown = await (await fetch(shop.origin)).text();
    // After an order the page shows it.
    const [, again] = /href="([^"]+)">Order again/.exec(shown) ?? [];
    const page = again ? await (await fetch(shop.origin + again)).text() : shown;
    const [, signed] = /cart="([^"]+)"/.exec(page) ?? [];
    const [, reference = ''] = /reference="([^"]+)"/.exec(page) ?? [];
    const quoted = await post(`${shop.origin}/shipping/v1/rates/couriers`, { ...question, cart: signed });
    const [row] = quoted.body.pricing;
    return {
      offer: row.offer,
      service: serviceOf(row),
      insurance: true,
      cashOnDelivery: false,
      reference,
      again: false,
      destination,
    };
  }
  const grant = (choice: object) => post(`${shop.origin}/grant`, choice);
  const order = async (choice: object) =>
    (await post(`${shop.origin}/shipping/v1/orders`, { grant: (await grant(choice)).body.grant })).body;
  /** Rupiah that the shop has charged for an order, each time. */
  const charged = (reference: string) =>
    [...shop.output().matchAll(new RegExp(`Paid for ${reference}: Rp (-?\\d+)`, 'g'))].map(([, rupiah]) =>
      Number(rupiah),
    );

  it('charges and orders what was chosen, insured, and once, and nothing by the offer of another service', async () => {
    const choice = await choose();
    const { reference } = choice;
    expect((await grant({ ...choice, service: 'jne/other' })).status).to.equal(409);
    const placed = await order(choice);
    expect(placed).to.include({ success: true, reference_id: reference });
    expect(placed.courier.insurance.amount).to.equal(185_000);
    expect((await order({ ...choice, offer: undefined, again: true })).id).to.equal(placed.id);
    expect(charged(reference)).to.deep.equal([185_000 + placed.price]);
  });

  it('calls the grant of an earlier payment off before it grants another choice', async () => {
    const choice = await choose();
    const earlier = (await grant(choice)).body.grant;
    const cash = await grant({ ...choice, cashOnDelivery: true });
    const orders = `${shop.origin}/shipping/v1/orders`;
    expect((await post(orders, { grant: earlier })).body).to.include({ success: false, reason: 'not-placed' });
    expect((await post(orders, { grant: cash.body.grant })).body).to.include({
      success: true,
      reference_id: `${choice.reference}-2`,
    });
    expect(charged(choice.reference)).to.have.length(1);
  });

  it('says to who pays a courier that collects no cash why the page asks again, until another choice', async () => {
    const choice = await choose();
    refuses = true;
    expect(await order({ ...choice, cashOnDelivery: true })).to.include({ success: false });
    const said = 'This courier collects no cash for this order. Pay now, or choose another one.';
    expect(await (await fetch(shop.origin)).text())
      .to.include(said)
      .and.include(`reference="${choice.reference}"`);
    refuses = false;
    expect(await order(await choose())).to.include({ success: true });
    expect(await (await fetch(shop.origin)).text()).to.not.include(said);
  });

  it('says of a paid order that the service refuses that it could not be booked, and offers no other', async () => {
    const choice = await choose();
    refuses = true;
    refusal = { success: false, error: 'The service was removed.', code: 40002026 };
    expect(await order(choice)).to.include({ success: false });
    expect(charged(choice.reference)).to.have.length(1);
    expect(await (await fetch(shop.origin)).text())
      .to.include(`<p>Order ${choice.reference} could not be booked. We will write to you. <a`)
      .and.include('<link rel="icon" href="data:,">')
      .and.not.include('<ship-checkout');
  });
});

if (hasPhp())
  describe('the endpoint in PHP of the docs', () => {
    it('grants an order that the gateway places as it was chosen', async () => {
      const shop = openSandboxShop({ orders: 'order' });
      const { kid, secret } = shop.keys.current;
      const functions = exampleAfter('## The same in PHP', 'php')
        .replace("'toko-senja'", `'${shop.account}'`)
        .replace("'2026-11'", `'${kid}'`);
      const endpointCode = exampleAfter(
        'The page asks this endpoint for its grant. Put the functions above before it:',
        'php',
      );
      writeFileSync(join(folder, 'grant.php'), `${functions}\n${endpointCode}`);
      const command = ['php', '-S', `127.0.0.1:${await freePort()}`, 'grant.php'];
      const php = await runProgram(command, { cwd: folder, env: { SHIPPING_SECRET: secret } });
      const endpoint = `${php.origin}/grant.php`;
      const page = await (await fetch(endpoint)).json();
      expect(page.contacts.destination_contact_name).to.equal('Siti Rahayu');
      const [row] = (await shop.post('/v1/rates/couriers', { ...question, cart: page.cart })).body.pricing;
      const form = {
        offer: row.offer,
        service: serviceOf(row),
        insurance: true,
        cashOnDelivery: true,
        reference: 'INV-7',
      };
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
      await php.stop();
    }).timeout(30_000);
  });
