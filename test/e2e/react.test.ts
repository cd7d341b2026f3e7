import { fileURLToPath } from 'node:url';
import { renderToString } from 'react-dom/server';
import { bundle } from '../support/build-script.ts';
import { app } from '../support/react-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const entry = fileURLToPath(new URL('../support/react-page.ts', import.meta.url));

test('React hydrates a checkout, hears each event once, and keeps the shopper’s switch when it renders again', async ({
  page,
  serve,
  problems,
}) => {
  const script = await bundle({
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { lib: { entry, formats: ['iife'], name: 'page' }, minify: false, copyPublicDir: false },
  });
  const html = `<!doctype html>
    <html lang="en">
      <head><title>Shop</title><script defer src="react.js"></script></head>
      <body><div id="app">${renderToString(app)}</div></body>
    </html>`;
  const { address } = await serve({ 'index.html': html, 'react.js': script });
  await page.goto(`${address}index.html`);
  const insurance = page.getByRole('switch', { name: /insurance/i });
  await expect(insurance).toBeChecked();
  await insurance.click();
  await page.getByRole('radio').first().check();
  await expect(page.locator('output')).toHaveText(/^1 \d+$/);
  await expect(insurance).not.toBeChecked();
  expect(problems).toStrictEqual([]);
});
