import { readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { shipment } from '../support/script-shop.ts';
import type { Report } from '../support/scripted-shopper.ts';
import { expect, test } from '../support/shop-test.ts';

const replacements = {
  'a class of its own': 'window.Event = class { constructor(type) { this.type = type; } };',
  'nothing at all': 'window.Event = undefined;',
};

/** What a page, or an extension of the browser, has made of it: nothing is dispatched any more. */
const broken = `EventTarget.prototype.dispatchEvent = () => { throw new TypeError('Broken'); };`;

const elements = '<script defer src="ship-elements.js"></script>';
const replacing = '<script defer src="replacement.js"></script>';

const page = (...scripts: string[]) => `<!doctype html>
  <html lang="en">
    <head><title>Replaced</title>${scripts.join('')}</head>
    <body>
      <form>
        <ship-checkout name="shipping" base-url="/shipping" order-mode="order" view="list" rows="50" shipment='${shipment}'></ship-checkout>
      </form>
    </body>
  </html>`;

test.describe('a page that has replaced window.Event', () => {
  let shopper: string;

  test.beforeAll(async () => {
    const source = readFileSync(new URL('../support/scripted-shopper.ts', import.meta.url), 'utf8');
    shopper = `<script type="module">${(await transformWithOxc(source, 'shopper.ts')).code}</script>`;
  });

  for (const [what, replacement] of Object.entries(replacements)) {
    for (const [when, scripts] of Object.entries({
      before: [replacing, elements],
      after: [elements, replacing],
    })) {
      test(`by ${what} ${when} our script has a whole purchase, and hears of it`, async ({
        page: tab,
        serve,
        problems,
      }) => {
        const shop = await serve({ 'index.html': page(...scripts, shopper), 'replacement.js': replacement });
        const reported = shop.report() as Promise<Report>;
        await tab.goto(`${shop.address}index.html`);
        const { trail, problems: thrown } = await reported;
        expect(thrown).toStrictEqual([]);
        expect(trail.slice(-3)).toStrictEqual(['quote', 'order-placed', 'order-cancelled']);
        expect(problems).toStrictEqual([]);
      });
    }
  }
});

test.describe('a page in which nothing can be dispatched', () => {
  test('lets the shopper compare, choose and switch, has its form data, and is told once', async ({
    page: tab,
    serve,
    problems,
  }) => {
    const { address } = await serve({ 'index.html': page(elements, replacing), 'replacement.js': broken });
    await tab.goto(`${address}index.html`);
    await tab.getByRole('radio', { name: 'JNE Reguler' }).click();
    await tab.getByRole('radio', { name: 'JNE YES' }).click();
    await tab.getByRole('switch', { name: 'Insurance' }).click();
    await tab.locator('[part=breakdown]').getByText('Insurance').waitFor();
    const sent = await tab.evaluate(() => [...new FormData(document.forms[0])]);
    expect(sent).toStrictEqual([
      ['shipping', 'jne/yes'],
      ['shipping-insured', 'on'],
    ]);
    await tab.evaluate(() => {
      const picker = document.createElement('ship-courier-picker');
      document.body.append(Object.assign(picker, { baseUrl: '/shipping' }));
    });
    await tab.locator('body > ship-courier-picker').getByRole('checkbox').first().click();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/could not be dispatched/);
  });

  test('is not left ordering for ever', async ({ page: tab, serve }) => {
    const { address } = await serve({ 'index.html': page(elements, replacing), 'replacement.js': broken });
    await tab.goto(`${address}index.html`);
    await tab.getByRole('radio', { name: 'JNE Reguler' }).click();
    await tab.getByRole('button', { name: /^Confirm delivery/ }).click();
    await tab.locator('ship-checkout:not(:state(ordering))').waitFor();
    await tab.getByRole('radio', { name: 'JNE YES' }).click();
    await expect(tab.getByRole('radio', { name: 'JNE YES' })).toBeChecked();
  });
});
