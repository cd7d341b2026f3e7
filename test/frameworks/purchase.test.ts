import { expect } from '@playwright/test';
import { type InstalledPage, installPage, npm, quiet } from '../support/installed-page.ts';
import { runProgram } from '../support/running-program.ts';
import { openShop } from '../support/shop-front.ts';
import { arrive, serveBuilt, startSandbox, test } from './page-test.ts';
import { choose, purchase, shownPrice } from './purchase.ts';
import { stacks } from './stacks.ts';

for (const [name, stack] of Object.entries(stacks)) {
  test.describe(name, () => {
    // Serial, so that a failing page is not installed again for each test.
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

    /** Serves the built page and its sandbox at one origin. */
    async function visit() {
      const sandbox = opened(await startSandbox(installed));
      const built = opened(await serveBuilt(installed, stack));
      const { origin } = opened(await openShop(built.origin, sandbox.origin));
      return { origin, sandbox: sandbox.origin };
    }

    test('sells, loses an answer, finds the order and cancels it', async ({ page, complaints }) => {
      const { origin, sandbox } = await visit();
      await arrive(page, origin, complaints);
      await purchase(page, sandbox, complaints);
    });

    if (stack.develops) {
      test('does the same in development, without a warning of the framework', async ({ page, complaints }) => {
        const sandbox = opened(await startSandbox(installed));
        const env = { ...quiet, SHIPPING_URL: sandbox.origin };
        const command = ['npm', 'run', 'dev', '--', '--port', '0'];
        const { origin } = opened(await runProgram(command, { cwd: installed.folder, env }));
        await arrive(page, origin, complaints);
        await purchase(page, sandbox.origin, complaints);
      });
    }

    if (stack.folds) {
      test('keeps choice and switches while the delivery is hidden', async ({ page, complaints }) => {
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
      test('has its checkout in the server’s HTML', async () => {
        const { origin } = await visit();
        const sent = await (await fetch(origin)).text();
        expect(sent).toMatch(/<ship-checkout\b/);
      });
    }

    if (stack.posts) {
      test('posts the choice with its form', async ({ page, complaints }) => {
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
