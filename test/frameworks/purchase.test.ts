import { expect } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { type InstalledPage, installPage, npm, quiet } from '../support/installed-page.ts';
import { hasPhpWithSqlite } from '../support/php.ts';
import { runProgram } from '../support/running-program.ts';
import { openShop } from '../support/shop-front.ts';
import { arrive, serveBuilt, startSandbox, startShop, test } from './page-test.ts';
import { choose, purchase, purchaseWithoutScripts, refusedPurchase, shownPrice, signedPurchase } from './purchase.ts';
import { stacks } from './stacks.ts';

const shown = Object.entries(stacks).filter(([, { php }]) => !php || hasPhpWithSqlite());

for (const [name, stack] of shown) {
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
    async function visit(scenario?: string) {
      const sandbox = opened(await startSandbox(installed, scenario));
      if (stack.signed) {
        const shop = opened(await startShop(installed, stack, sandbox.origin));
        return { origin: shop.origin, sandbox: sandbox.origin, shop };
      }
      const built = opened(await serveBuilt(installed, stack));
      const { origin } = opened(await openShop(built.origin, sandbox.origin));
      return { origin, sandbox: sandbox.origin };
    }

    const runDevelopment = (port: number, env: NodeJS.ProcessEnv) =>
      runProgram(['npm', 'run', 'dev', '--', '--port', String(port)], {
        cwd: installed.folder,
        env: { ...quiet, ...env },
      });

    /** Runs the framework's development server. Where the shop has a server of its own, it passes questions on to that. */
    async function develop(sandbox: string) {
      if (stack.rendered) {
        const shop = opened(await startShop(installed, stack, sandbox, { script: 'dev' }));
        return { origin: shop.origin, shop };
      }
      const port = await freePort();
      const shop = opened(await startShop(installed, stack, sandbox, { origin: `http://localhost:${port}` }));
      const { origin } = opened(await runDevelopment(port, { SHOP_URL: shop.origin }));
      return { origin, shop };
    }

    if (stack.signed)
      test('signs the cart, takes the money once, orders once and shows the receipt', async ({ page, complaints }) => {
        const { origin, sandbox, shop } = await visit();
        await arrive(page, origin, complaints);
        if (shop) await signedPurchase(page, { sandbox, shop, form: stack.signed === 'form' }, complaints);
      });
    else
      test('sells, loses an answer, finds the order and cancels it', async ({ page, complaints }) => {
        const { origin, sandbox } = await visit();
        await arrive(page, origin, complaints);
        await purchase(page, sandbox, complaints);
      });

    if (stack.priced && stack.signed === 'form') {
      test('sells without JavaScript, to the receipt', async ({ browser }) => {
        const { origin, sandbox, shop } = await visit();
        const context = await browser.newContext({ javaScriptEnabled: false });
        const page = await context.newPage();
        await page.goto(origin);
        expect(await purchaseWithoutScripts(page, sandbox, stack.php)).toEqual(shop?.paid());
        await context.close();
      });

      test('says in the receipt that the courier was refused', async ({ page }) => {
        const { origin, sandbox, shop } = await visit('price-rises');
        await page.goto(origin);
        if (shop) await refusedPurchase(page, sandbox, shop);
      });
    }

    if (stack.priced) {
      test('has its prices in the page, and asks for none and moves nothing when its script arrives', async ({
        page,
        complaints,
      }) => {
        const { origin } = await visit();
        const asked: string[] = [];
        page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
        let arrive = () => {};
        const arrived = new Promise<void>((resolve) => {
          arrive = resolve;
        });
        await page.route(/\.js$/, async (route) => {
          await arrived;
          await route.continue();
        });
        const boxes = () =>
          Promise.all(
            ['.row >> nth=0', '.row >> nth=1', 'ship-checkout + *'].map((part) => page.locator(part).boundingBox()),
          );
        const answer = await page.goto(origin, { waitUntil: 'commit' });
        expect(answer?.headers()['cache-control']).toMatch(/^private\b.*\bno-store\b/);
        await page.locator('.ship-quote').waitFor();
        // A box is measured without its style, too.
        await page.waitForFunction(() =>
          [...document.querySelectorAll('link')].every(({ rel, sheet }) => rel !== 'stylesheet' || sheet),
        );
        const before = await boxes();
        arrive();
        // The rows of the server have these parts, too.
        await expect(page.locator('.ship-quote')).toHaveCount(0);
        await page.locator('ship-checkout [part=row]').first().waitFor();
        expect(await boxes()).toEqual(before);
        expect(asked).toEqual([]);
        expect(complaints).toEqual([]);
      });
    }

    if (stack.priced && !stack.php) {
      test('does not wait for the prices of a slow service', async () => {
        const { origin } = await visit('slow');
        const sent = await (await fetch(origin)).text();
        expect(sent).toMatch(/<ship-checkout\b/);
        expect(sent).not.toContain('radio');
      });
    }

    if (stack.develops) {
      test('does the same in development, without a warning of the framework', async ({ page, complaints }) => {
        const sandbox = opened(await startSandbox(installed));
        if (stack.signed) {
          const { origin, shop } = await develop(sandbox.origin);
          await arrive(page, origin, complaints);
          return signedPurchase(page, { sandbox: sandbox.origin, shop, form: stack.signed === 'form' }, complaints);
        }
        const { origin } = opened(await runDevelopment(await freePort(), { SHIPPING_URL: sandbox.origin }));
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
        const insurance = await shownPrice(page, plain);
        const fold = page.getByRole('button', { name: 'Delivery', exact: true });
        await fold.click();
        await expect(page.locator('ship-checkout')).toHaveCount(0);
        await fold.click();
        await expect(page.locator('ship-checkout input[value="sicepat/reg"]')).toBeChecked();
        expect(await shownPrice(page)).toBe(insurance);
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
  });
}
