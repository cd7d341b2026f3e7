/** Playwright's `test` with fixtures: the demo shop, one for each worker, and `serve` for shops of plain files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { type RunningShop, startShop } from './demo-shop.ts';
import { type ScriptShop, startScriptShop } from './script-shop.ts';

export { expect, type Locator, type Page } from '@playwright/test';

interface DemoShop {
  /** Its current address, with a slash at the end. */
  readonly address: string;
  /** The path of its database file. */
  readonly database: string;
  /** Restarts the shop on the same database. */
  restart(): Promise<void>;
}

interface OfTests {
  /** Serves a shop of plain files for this test. */
  serve(...shop: Parameters<typeof startScriptShop>): Promise<ScriptShop>;
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
      let shop: RunningShop = await startShop(database);
      await use({
        database,
        get address() {
          return shop.address;
        },
        async restart() {
          await shop.stop();
          shop = await startShop(database);
        },
      });
      await shop.stop();
      rmSync(folder, { recursive: true, force: true });
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

  problems: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await use(problems);
  },
});

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
