/** Playwright's `test` with fixtures: the demo shop, one for each worker, and `serve` for shops of plain files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startShop } from './demo-shop.ts';
import { contacts } from './fixtures.ts';
import { type PageOptions, pageOf, type ScriptShop, startScriptShop } from './script-shop.ts';

export type { Locator, Page } from '@playwright/test';
export { expect };

interface DemoShop {
  /** Its address, with a slash at the end. */
  readonly address: string;
  /** The path of its database file. */
  readonly database: string;
}

interface OfTests {
  /** Serves a shop of plain files for this test. */
  serve(...shop: Parameters<typeof startScriptShop>): Promise<ScriptShop>;
  /** Serves a page with the script-tag file, and opens it. */
  openPage(body: string, options?: PageOptions): Promise<ScriptShop>;
  /** All messages of the page's console, and its errors. */
  messages: string[];
  /** Errors of the page and its console. */
  problems: string[];
}

interface OfWorkers {
  demo: DemoShop;
}

export const test = base.extend<OfTests, OfWorkers>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the parameter what a fixture needs.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'ship-elements-shop-'));
      const database = join(folder, 'shop.db');
      const shop = await startShop(database);
      await use({ database, address: shop.address });
      await shop.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  serve: async ({}, use) => {
    const open: ScriptShop[] = [];
    await use(async (...parameters) => {
      const shop = await startScriptShop(...parameters);
      open.push(shop);
      return shop;
    });
    await Promise.all(open.map((shop) => shop.stop()));
  },

  openPage: async ({ page, serve }, use) => {
    await use(async (body, { policy, service, script, ...around } = {}) => {
      const files = { 'index.html': pageOf(body, around), ...(script && { 'ship-elements.js': script }) };
      const shop = await serve(files, policy, service);
      await page.goto(`${shop.address}index.html`);
      return shop;
    });
  },

  messages: async ({ page }, use) => {
    const messages: string[] = [];
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
    await use(messages);
  },

  problems: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await use(problems);
  },
});

/** Sets the contacts of an order on each checkout of the page. */
export const setContacts = (page: Page) =>
  page.locator('ship-checkout').evaluateAll((checkouts, contacts) => {
    for (const checkout of checkouts) Object.assign(checkout, { contacts });
  }, contacts);

/** Orders in the demo shop, where the shopper pays first. With a key, because a pointer's press on what has just appeared does not count. */
export async function payAndOrder(page: Page): Promise<void> {
  await page.locator('ship-order-button [part=button]').click();
  await page.locator('#payment .pay').press('Enter');
}

/** Opens what the receipt has folded, with a key as well. */
export const openDetails = (page: Page) => page.locator('ship-order-button summary').press('Enter');

/** Cancels the placed order. */
export async function cancelOrder(page: Page): Promise<void> {
  await openDetails(page);
  for (const name of ['Cancel order', 'Yes, cancel the order']) await page.getByRole('button', { name }).press('Enter');
}

/** Reads a receipt of the demo that was loaded again: it has what the one of the widget has, in its order, and copies its number. */
export async function expectReceipt(page: Page, number: string | RegExp): Promise<void> {
  await page.locator('ship-tracking [part=headline]').first().waitFor();
  const parts = ['h1', '#number', 'ship-tracking', '#summary', '#cancel summary', '#cancel-until', '#save'];
  const tops = await page.evaluate(
    (parts) => parts.map((part) => document.querySelector(part)?.getBoundingClientRect().top ?? Number.NaN),
    parts,
  );
  expect(tops).toStrictEqual(tops.toSorted((one, other) => one - other));
  await expect(page.locator('#number b')).toHaveText(number);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#number').getByRole('button', { name: 'Copy Order number' }).click();
  await expect(page.locator('#number [role=status]')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(number);
  const isPrinted = page.evaluate(() => new Promise((done) => addEventListener('beforeprint', () => done(true))));
  await page.getByRole('button', { name: 'Save receipt' }).click();
  expect(await isPrinted).toBe(true);
  await expect(page.getByRole('link', { name: 'Contact the shop' })).toBeVisible();
}

/** Delays the requests to an address until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await free;
    await route.continue();
  });
  return letGo;
}

/** Waits until changes are painted. */
export const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
