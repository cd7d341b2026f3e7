import { readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { shipment } from '../support/script-shop.ts';
import type { Report } from '../support/scripted-shopper.ts';
import { expect, test } from '../support/shop-test.ts';

/** What old libraries do to every object of a page, and what makes it worse. */
const extensions = {
  'a method': 'Object.prototype.each = function each(visit) { Object.keys(this).forEach(visit); };',
  'a text': `Object.prototype.edition = 'of the shop';`,
  'nothing at all': 'Object.prototype.later = undefined;',
  'what nobody can take away again': `
    Object.defineProperty(Object.prototype, 'each', { enumerable: true, value: function each() {} });
    Object.freeze(Object.prototype);`,
};

const shopper = new URL('../support/scripted-shopper.ts', import.meta.url);

const page = `<!doctype html>
  <html lang="en">
    <head>
      <title>Extended</title>
      <script src="extension.js"></script>
      <script defer src="ship-elements.js"></script>
      <script type="module" src="shopper.js"></script>
    </head>
    <body>
      <form><ship-checkout name="shipping" base-url="/shipping" view="list" rows="50" order-mode="order" shipment='${shipment}'></ship-checkout></form>
    </body>
  </html>`;

test.describe('a page where every object has', () => {
  let shopperScript: string;

  test.beforeAll(async () => {
    shopperScript = (await transformWithOxc(readFileSync(shopper, 'utf8'), 'shopper.ts')).code;
  });

  for (const [what, extension] of Object.entries(extensions)) {
    test(`${what} has a whole purchase`, async ({ page: tab, serve, problems }) => {
      const shop = await serve({ 'index.html': page, 'extension.js': extension, 'shopper.js': shopperScript });
      const reported = shop.report() as Promise<Report>;
      await tab.goto(`${shop.address}index.html`);
      const report = await reported;
      expect(report.problems).toStrictEqual([]);
      expect(report.trail.slice(-3)).toStrictEqual(['quote', 'order-placed', 'order-cancelled']);
      expect(problems).toStrictEqual([]);
    });

    test(`${what} has its words and its form data`, async ({ page: tab, serve, problems }) => {
      const quiet = page.replace(/<script type="module".*/, '');
      const shop = await serve({ 'index.html': quiet, 'extension.js': extension });
      await tab.goto(`${shop.address}index.html`);
      await tab.evaluate(() => {
        document.querySelectorAll('ship-checkout').forEach((checkout) => {
          checkout.words = { order: 'Ship it' };
        });
      });
      await tab.locator('[value="jne/reg"]').check();
      await tab.getByRole('switch').first().click();
      await tab.getByRole('button', { name: 'Ship it' }).waitFor();
      const sent = await tab.evaluate(() => [...new FormData(document.forms[0]).entries()]);
      expect(sent).toStrictEqual([
        ['shipping', 'jne/reg'],
        ['shipping-insured', 'on'],
      ]);
      const own = await tab.evaluate(() => Object.keys(document.querySelector('ship-checkout')?.rates[0] ?? {}));
      expect(own).not.toContain('each');
      expect(own).toContain('price');
      expect(problems).toStrictEqual([]);
    });
  }
});
