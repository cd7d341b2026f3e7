import { fileURLToPath } from 'node:url';
import { renderToString } from 'react-dom/server';
import { bundle } from '../support/build-script.ts';
import { app } from '../support/react-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const entry = fileURLToPath(new URL('../support/react-page.ts', import.meta.url));

const pageWith = (body: string) => `<!doctype html>
  <html lang="en">
    <head><title>React</title><script defer src="react.js"></script></head>
    <body><div id="app">${body}</div></body>
  </html>`;

test.describe('a checkout in a React page', () => {
  let files: Record<string, string>;

  test.beforeAll(async () => {
    const script = await bundle({
      mode: 'development',
      define: { 'process.env.NODE_ENV': '"development"' },
      build: { lib: { entry, formats: ['iife'], name: 'page' }, minify: false, copyPublicDir: false },
    });
    files = { 'server.html': pageWith(renderToString(app)), 'browser.html': pageWith(''), 'react.js': script };
  });

  test('is rendered by a server as a tag with its slots', () => {
    expect(files['server.html']).toContain(
      '<ship-checkout id="shipping" aria-label="Shipping" class="wide"><b slot="legend">Delivery</b></ship-checkout>',
    );
  });

  for (const [where, name] of Object.entries({
    'that a server has rendered': 'server.html',
    'made in the browser': 'browser.html',
  })) {
    test(`gets properties and dispatches events, ${where}`, async ({ page, serve, problems }) => {
      const { address } = await serve(files);
      await page.goto(address + name);
      const heard = page.locator('#heard');
      await expect(heard).toHaveText('0 none');
      await page.getByRole('radio').first().check();
      await expect(heard).toHaveText(/^1 \d+$/);
      expect(await page.getByRole('radiogroup', { name: 'Delivery' }).count()).toBe(1);
      await page.getByRole('button', { name: /^Confirm delivery Rp/ }).click();
      await expect(page.locator('ship-checkout:state(placed)')).toBeVisible();
      expect(problems).toStrictEqual([]);
    });
  }

  test('keeps the shopper’s switch when the page renders again', async ({ page, serve }) => {
    const { address } = await serve(files);
    await page.goto(`${address}browser.html`);
    const insured = page.getByRole('switch', { name: /insurance/i });
    await expect(insured).toBeChecked();
    await insured.click();
    await expect(insured).not.toBeChecked();
    await page.getByRole('radio').first().check();
    await expect(page.locator('#heard')).toHaveText(/^1 \d+$/);
    await expect(insured).not.toBeChecked();
  });

  test('keeps the choice when React creates a new checkout with the value', async ({ page, serve }) => {
    const { address } = await serve(files);
    await page.goto(`${address}browser.html`);
    const second = page.getByRole('radio').nth(1);
    await second.check();
    const value = await second.inputValue();
    const checkout = page.locator('ship-checkout');
    await checkout.evaluate((element) => element.setAttribute('data-first', ''));
    await page.getByRole('button', { name: 'Begin anew' }).click();
    await expect(page.locator('ship-checkout[data-first]')).toHaveCount(0);
    await expect(page.getByRole('radio', { checked: true })).toHaveValue(value);
  });
});
