import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import type { RatesRequest } from '../../src/contract/index.ts';
import { scriptName } from '../../src/package/script.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../support/free-port.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'demo/docs/whole-shops.md'), 'utf8');
const [, section = ''] = readme.split('\n## A plain shop\n');
const [, example = ''] = /```js\n([\s\S]*?)```/.exec(section) ?? [];

const key = 'the-merchants-own';

/** The cart and the destination of the example. */
const question: RatesRequest = {
  origin_postal_code: 12440,
  destination_postal_code: 40111,
  couriers: 'jne',
  items: [{ name: 'Batik scarf', value: 185_000, quantity: 1, weight: 250 }],
};

test.describe('“A plain shop” of the docs, pasted', () => {
  const sandbox = createSandbox({ key });
  let folder: string;
  let service: ReturnType<typeof serve>;
  let shop: ChildProcess;
  let address: string;

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ship-elements-plain-'));
    service = serve({ fetch: sandbox.fetch, hostname: '127.0.0.1', port: 0 });
    await once(service, 'listening');
    mkdirSync(join(folder, 'node_modules'));
    mkdirSync(join(folder, 'public'));
    symlinkSync(root, join(folder, 'node_modules/ship-elements'));
    for (const name of ['hono', '@hono'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    copyFileSync(join(root, 'dist', scriptName), join(folder, 'public', scriptName));
    writeFileSync(join(folder, 'shop.mjs'), example);
    const { port } = service.address() as { port: number };
    const env = {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      SHIPPING_URL: `http://127.0.0.1:${port}`,
      SHIPPING_KEY: key,
      SHIPPING_SECRET: 'thirty-two-bytes-that-nobody-guesses',
    };
    shop = spawn(process.execPath, ['shop.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await Promise.race([once(shop.stdout as Readable, 'data'), once(shop, 'exit')]);
    address = String(said).trim();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  test.afterAll(async () => {
    const ended = once(shop, 'exit');
    shop.kill();
    await ended;
    service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The price of the service itself, with these switches. */
  async function priceOf(chosen: string, insured: boolean, cashOnDelivery: boolean): Promise<number> {
    const body = JSON.stringify({
      ...question,
      ...(insured && { courier_insurance: 185_000 }),
      ...(cashOnDelivery && { destination_cash_on_delivery: 185_000, destination_cash_on_delivery_type: '7_days' }),
    });
    const headers = { authorization: key, 'content-type': 'application/json' };
    const answer = await sandbox.fetch(new Request('http://x/v1/rates/couriers', { method: 'POST', headers, body }));
    const { pricing } = (await answer.json()) as { pricing: { company: string; type: string; price: number }[] };
    return pricing.find(({ company, type }) => `${company}/${type}` === chosen)?.price ?? Number.NaN;
  }

  /** Opens the page, chooses, and sets the switches. */
  async function choose(page: Page, chosen: string, insured: boolean, cashOnDelivery: boolean): Promise<void> {
    await page.goto(address);
    await page.getByRole('radio').first().waitFor();
    for (const more of await page.locator('[part=more]').all()) await more.click();
    await page.locator(`[value="${chosen}"]`).check();
    for (const [id, on] of [
      ['insurance', insured],
      ['cash-on-delivery', cashOnDelivery],
    ] as const)
      if (on) {
        await page.locator(`#${id}`).click();
        await page.waitForFunction(() => document.querySelector('ship-checkout')?.status === 'ready');
      }
  }

  const pay = (page: Page) => page.getByRole('button', { name: 'Continue to payment' }).click();

  for (const insured of [false, true])
    for (const cashOnDelivery of [false, true])
      test(`charges what the shopper was shown, ${insured ? 'insured' : 'not insured'}, ${cashOnDelivery ? 'paid at the door' : 'paid now'}`, async ({
        page,
      }) => {
        await choose(page, 'jne/reg', insured, cashOnDelivery);
        const shown = await page.evaluate(() => document.querySelector('ship-checkout')?.rate?.price);
        const price = await priceOf('jne/reg', insured, cashOnDelivery);
        expect(shown).toBe(price);
        await pay(page);
        const [payNow, payAtDoor] = cashOnDelivery ? [0, 185_000 + price] : [185_000 + price, 0];
        await expect(page.getByRole('heading')).toHaveText(`To pay: Rp ${payNow}`);
        await expect(page.getByText('To the courier')).toHaveText(`To the courier: Rp ${payAtDoor}`);
      });

  test('renews an offer that expires after a quarter of an hour', async ({ page }) => {
    await page.clock.install();
    await choose(page, 'jne/reg', false, false);
    const shown = await page.locator('ship-rate-comparison').textContent();
    const asked: { fresh?: boolean; cart?: string }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/rates/couriers')) asked.push(request.postDataJSON());
    });
    const answered = page.waitForResponse(/rates/);
    await page.clock.fastForward('15:01');
    const { pricing } = await (await answered).json();
    const offers: string[] = pricing.map(({ offer }: { offer: string }) => offer);
    const submitted = () =>
      page.evaluate(() => new FormData(document.querySelector('form') as HTMLFormElement).get('shipping-offer'));
    await expect.poll(async () => offers.includes(String(await submitted()))).toBe(true);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.fresh).toBe(true);
    expect(await page.locator('ship-rate-comparison').textContent()).toBe(shown);
    await page.clock.fastForward('01:00:00');
    await expect.poll(() => asked.length).toBe(2);
    await pay(page);
    await expect(page.getByRole('heading')).toHaveText(/^To pay: Rp \d+$/);
  });

  /** Changes that a shopper might make to the form fields. */
  const edits: Record<string, (fields: Record<string, string>, other: Record<string, string>) => object> = {
    'names a dearer service': (fields) => ({ ...fields, shipping: 'jne/yes' }),
    'brings the offer of a cheaper row': (fields, other) => ({ ...fields, 'shipping-offer': other['shipping-offer'] }),
    'makes the offer say another price': (fields) => {
      const [head, payload, signature] = String(fields['shipping-offer']).split('.');
      const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
      const parts = { ...claims.parts, shipping: 1 };
      const forged = Buffer.from(JSON.stringify({ ...claims, price: 1, parts })).toString('base64url');
      return { ...fields, 'shipping-offer': `${head}.${forged}.${signature}` };
    },
    'signs the offer with nothing': (fields) => {
      const [, payload] = String(fields['shipping-offer']).split('.');
      const head = Buffer.from('{"alg":"none","typ":"ship-offer+jwt"}').toString('base64url');
      return { ...fields, 'shipping-offer': `${head}.${payload}.` };
    },
    'takes the offer away': ({ 'shipping-offer': _offer, ...fields }) => fields,
    'brings the cart in its place': (fields, other) => ({ ...fields, 'shipping-offer': other.cart }),
    'brings a price': (fields) => ({ shipping: fields.shipping, 'shipping-price': '1', price: '1' }),
  };

  test('refuses changed fields', async ({ page }) => {
    const fields = async (chosen: string) => {
      await choose(page, chosen, false, false);
      return page.evaluate(() => {
        const form = document.querySelector('form') as HTMLFormElement;
        const cart = document.querySelector('ship-checkout')?.cart ?? '';
        return { ...Object.fromEntries(new FormData(form)), cart } as Record<string, string>;
      });
    };
    const cheaper = await fields('jne/oke');
    const { cart: _cart, ...sent } = await fields('jne/reg');
    const post = (body: object) =>
      fetch(`${address}payment`, { method: 'POST', body: new URLSearchParams(Object.entries(body)) });
    expect((await post(sent)).status).toBe(200);
    for (const [what, edit] of Object.entries(edits)) expect((await post(edit(sent, cheaper))).status, what).toBe(409);
  });
});
