import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startFileHost } from '../support/file-host.ts';
import { type InstalledPage, installPage, npm, quiet } from '../support/installed-page.ts';
import { type Packed, pack } from '../support/packed.ts';
import { type RunningProgram, runProgram } from '../support/running-program.ts';
import { openShop } from '../support/shop-front.ts';
import { choose, purchase, shownPrice } from './purchase.ts';
import { type Stack, stacks } from './stacks.ts';

interface OfTests {
  /** What the page and its console have complained of, warnings among it. */
  complaints: string[];
}

interface OfWorkers {
  packed: Packed;
}

const test = base.extend<OfTests, OfWorkers>({
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the parameter what a fixture needs.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'ship-elements-packed-'));
      await use(pack(folder));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const complains = ['warning', 'error'].includes(message.type()) && !development.test(message.text());
      if (complains) complaints.push(message.text());
    });
    await use(complaints);
  },
});

/** What a development server's Lit says of itself. */
const development = /^Lit is in dev mode\./;

/** What Chromium itself writes of an answer that did not come, and of one that says no: that the order is there already. */
const unanswered = /^Failed to load resource: /;

/** The sandbox as the page's developer runs it; the first answer about each order is lost. */
const startSandbox = ({ folder }: InstalledPage) =>
  runProgram(['node_modules/.bin/ship-sandbox', '--port', '0', '--scenario', 'lost-answer'], { cwd: folder });

/** The page as it was built: its files, or the server that it has of its own. */
async function serveBuilt({ folder }: InstalledPage, { files }: Stack): Promise<RunningProgram> {
  if (files === undefined) return runProgram(['npm', 'start'], { cwd: folder, env: { ...quiet, PORT: '0' } });
  const { address, stop } = await startFileHost(join(folder, files));
  return { origin: address.replace(/\/$/, ''), stop };
}

/** Opens the page, and waits until there is something to choose. Nothing was wrong until then. */
async function arrive(page: Page, address: string, complaints: string[]): Promise<void> {
  await page.goto(address);
  await page.locator('ship-checkout input[type=radio]').first().waitFor();
  expect(complaints).toEqual([]);
}

for (const [name, stack] of Object.entries(stacks)) {
  test.describe(name, () => {
    // A page that fails is not installed once more for each test that follows.
    test.describe.configure({ mode: 'serial' });
    let installed: InstalledPage;
    const open: { stop(): Promise<void> }[] = [];
    const opened = <T extends { stop(): Promise<void> }>(shop: T): T => {
      open.unshift(shop);
      return shop;
    };

    test.beforeAll(async ({ packed }) => {
      test.setTimeout(600_000);
      installed = await installPage(name, packed);
      await npm(installed.folder, ['run', 'build', '--if-present']);
    });
    test.afterEach(async () => {
      for (const { stop } of open.splice(0)) await stop();
    });
    test.afterAll(() => installed.remove());

    /** The built page at one origin with its sandbox. */
    async function visit() {
      const sandbox = opened(await startSandbox(installed));
      const built = opened(await serveBuilt(installed, stack));
      const { origin } = opened(await openShop(built.origin, sandbox.origin));
      return { origin, sandbox: sandbox.origin };
    }

    test('sells, loses an answer, finds the order again and cancels it', async ({ page, complaints }) => {
      const { origin, sandbox } = await visit();
      await arrive(page, origin, complaints);
      await purchase(page, sandbox);
      expect(complaints.filter((complaint) => !unanswered.test(complaint))).toEqual([]);
    });

    if (stack.develops) {
      test('does the same under development, and its framework warns of nothing', async ({ page, complaints }) => {
        const sandbox = opened(await startSandbox(installed));
        const env = { ...quiet, SHIPPING_URL: sandbox.origin };
        const { origin } = opened(
          await runProgram(['npm', 'run', 'dev', '--', '--port', '0'], { cwd: installed.folder, env }),
        );
        await arrive(page, origin, complaints);
        await purchase(page, sandbox.origin);
        expect(complaints.filter((complaint) => !unanswered.test(complaint))).toEqual([]);
      });
    }

    if (stack.folds) {
      test('keeps choice and switches while the delivery is folded away', async ({ page, complaints }) => {
        const { origin } = await visit();
        await arrive(page, origin, complaints);
        const plain = await choose(page, 'sicepat/reg');
        await page.locator('#insurance').click();
        const insured = await shownPrice(page, plain);
        const fold = page.getByRole('button', { name: 'Delivery', exact: true });
        await fold.click();
        await expect(page.locator('ship-checkout')).toHaveCount(0);
        await fold.click();
        await expect(page.locator('ship-checkout input[value="sicepat/reg"]')).toBeChecked();
        expect(await shownPrice(page)).toBe(insured);
        expect(complaints).toEqual([]);
      });
    }

    if (stack.rendered) {
      test('has its checkout in what the server sends', async () => {
        const { origin } = await visit();
        const sent = await (await fetch(origin)).text();
        expect(sent).toMatch(/<ship-checkout\b/);
      });
    }

    if (stack.posts) {
      test('has the choice in the form that it posts', async ({ page, complaints }) => {
        const { origin } = await visit();
        await arrive(page, origin, complaints);
        await page.getByLabel('Your name').fill('Siti Rahayu');
        await choose(page, 'jne/oke');
        await page.locator('#insurance').click();
        await page.getByRole('button', { name: 'Continue to payment' }).click();
        await expect(page.getByText('By jne/oke, insured')).toBeVisible();
      });
    }
  });
}
