/** The form in PHP of `demo/frameworks`, over a gateway and a sandbox: what a shopper, or a page, may try. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { freePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { hasPhpWithSqlite } from '../support/php.ts';
import { runProgram } from '../support/running-program.ts';
import { openShop } from './server-shop.ts';

const demo = new URL('../../demo/frameworks/form-php/', import.meta.url);

if (hasPhpWithSqlite())
  describe('the form in PHP', () => {
    const shop = openShop({ tracking: true });
    const folder = mkdtempSync(join(tmpdir(), 'ship-elements-php-'));
    const env = { SHIPPING_SECRET: shop.keys.current.secret, SHOP_DATABASE: join(folder, 'shop.db'), GATEWAY_URL: '' };
    /** What the gateway answers instead. */
    let instead: (() => Response) | undefined;
    let gateway: Awaited<ReturnType<typeof listen>>;
    let php: Awaited<ReturnType<typeof runProgram>>;

    before(async () => {
      const functions = readFileSync(new URL('ship.php', demo), 'utf8')
        .replace("'toko-senja'", `'${shop.account}'`)
        .replace("'2026-11'", "'now'");
      writeFileSync(join(folder, 'ship.php'), functions);
      copyFileSync(new URL('index.php', demo), join(folder, 'index.php'));
      gateway = await listen(
        getRequestListener((request) => (instead ? instead() : shop.gateway.fetch(request)), {
          overrideGlobalObjects: false,
        }),
      );
      env.GATEWAY_URL = gateway.address;
      const command = ['php', '-S', `127.0.0.1:${await freePort()}`, 'index.php'];
      php = await runProgram(command, { cwd: folder, env: { ...env, PHP_CLI_SERVER_WORKERS: '2' } });
    });
    after(async () => {
      await php.stop();
      await gateway.close();
      rmSync(folder, { recursive: true });
    });

    /** A browser with its own cookie, at the page. */
    async function arrive() {
      const first = await fetch(php.origin);
      const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
      const look = async () => (await fetch(php.origin, { headers: { cookie } })).text();
      const post = (path: string, fields: Record<string, string>) =>
        fetch(`${php.origin}${path}`, {
          method: 'POST',
          headers: { cookie },
          body: new URLSearchParams(fields),
          redirect: 'manual',
        });
      const attribute = (text: string, name: RegExp) => name.exec(text)?.[1] ?? '';
      /** What the form has after the shopper has chosen. */
      async function choose(service = 'jne/reg') {
        const text = await look();
        const cart = attribute(text, / cart="([^"]+)"/);
        const { body } = await shop.quote({ destination_postal_code: 40111, couriers: 'jne', cart });
        const row = body.pricing.find((rate: Rate) => serviceKey(rate) === service);
        const reference = attribute(text, /name="reference" value="([^"]+)"/);
        return { shipping: service, 'shipping-offer': row.offer, reference, name: 'Siti Rahayu' };
      }
      return { look, post, choose };
    }
    const paidFor = (reference: string) =>
      [...php.output().matchAll(new RegExp(`Paid for ${reference}: Rp (\\d+)`, 'g'))].map(([, rupiah]) =>
        Number(rupiah),
      );
    const ordersOf = async (reference: string) =>
      (await shop.placed()).orders.filter((order) => order.reference_id === reference);

    it('takes no money for another service, cart or order, a forged offer, or without a name', async () => {
      const [{ post, choose }, other] = [await arrive(), await arrive()];
      const form = await choose();
      for (const changes of [
        { shipping: 'jne/oke' },
        { 'shipping-offer': `${form['shipping-offer']}x` },
        { 'shipping-offer': '' },
        { reference: (await other.choose()).reference },
        { name: ' ' },
      ])
        expect((await post('/orders', { ...form, ...changes })).status, JSON.stringify(changes)).to.equal(409);
      await post('/cart', { quantity: '2' });
      expect((await post('/orders', form)).status).to.equal(409);
      expect(paidFor('.*')).to.deep.equal([]);
    });

    it('pays and orders once, from two clicks at a time and after a reload', async () => {
      const { look, post, choose } = await arrive();
      const [form, other] = [await choose(), await choose('jne/oke')];
      const answers = await Promise.all([post('/orders', form), post('/orders', form)]);
      expect(answers.map(({ status }) => status)).to.deep.equal([303, 303]);
      for (const again of [form, other]) expect((await post('/orders', again)).status).to.equal(303);
      expect(await Promise.all([look(), look()])).to.satisfy((pages: string[]) =>
        pages.every((page) => page.includes('Ordered: ')),
      );
      const [order, ...others] = await ordersOf(form.reference);
      expect(others).to.deep.equal([]);
      // The provider takes one key once.
      expect(new Set(paidFor(form.reference))).to.deep.equal(new Set([185_000 + (order?.price ?? 0)]));
    });

    it('keeps a paid order while the gateway is down, and its own timer orders it', async () => {
      const { look, post, choose } = await arrive();
      const form = await choose();
      instead = () => new Response('', { status: 502 });
      await post('/orders', form);
      expect(await look()).to.include('We are booking the courier.');
      await post('/cart', { quantity: '5' });
      instead = undefined;
      await promisify(execFile)('php', ['index.php'], { cwd: folder, env: { ...process.env, ...env } });
      expect(await ordersOf(form.reference)).to.have.length(1);
      expect(await look())
        .to.include('Ordered: ')
        .and.include('/track#t=');
      expect(paidFor(form.reference)).to.have.length(1);
    });

    it('tells who has paid that the service refuses, and looks no more', async () => {
      const { look, post, choose } = await arrive();
      const form = await choose();
      instead = () => Response.json({ success: false, reason: 'service-gone' }, { status: 409 });
      await post('/orders', form);
      const page = await look();
      instead = undefined;
      expect(page).to.include('The courier could not be booked.').and.not.include('http-equiv="refresh"');
    });
  });
