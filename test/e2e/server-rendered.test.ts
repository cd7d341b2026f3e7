import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { buildScript } from '../support/build-script.ts';
import { type ScriptShop, shipment, startScriptShop } from '../support/script-shop.ts';

/** By a name that is not known before the build: the package as a consumer gets it. */
const definition: string = 'ship-elements/define';

const hydrating = (code: string, path: string) =>
  path === 'embed.ts' ? `import '@lit-labs/ssr-client/lit-element-hydrate-support.js';\n${code}` : code;

const pageWith = (file: string, body: string) => `<!doctype html>
  <html lang="en">
    <head><title>Served</title><script defer src="${file}"></script></head>
    <body lang="id">${body}</body>
  </html>`;

describe('a checkout that a server has rendered', () => {
  let shop: ScriptShop;
  let browser: Browser;

  before(async () => {
    await import(definition);
    const body = await collectResult(
      render(html`<ship-checkout base-url="/shipping" order-mode="order" shipment=${shipment}>
        <b slot="legend">Kirim ke mana?</b>
      </ship-checkout>`),
    );
    shop = await startScriptShop({
      'index.html': pageWith('ship-elements.js', body),
      'hydrating.html': pageWith('hydrating.js', body),
      'hydrating.js': await buildScript(hydrating),
    });
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  });

  after(async () => {
    await browser?.close();
    await shop?.stop();
  });

  for (const [when, name] of Object.entries({
    'when the script arrives': 'index.html',
    'beside Lit’s own hydration': 'hydrating.html',
  })) {
    it(`is the page’s own ${when}: once, in the page’s language, with the page’s heading`, async () => {
      const page = await browser.newPage();
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(String(error)));
      page.on('console', (message) => said.push(message.text()));
      await page.goto(shop.address + name);
      await page.getByRole('radio').first().check();
      await page.getByRole('button', { name: /^Pesan pengiriman Rp/ }).waitFor();
      assert.equal(await page.getByRole('radiogroup', { name: 'Kirim ke mana?' }).count(), 1);
      const checkout = page.locator('ship-checkout');
      assert.equal(await checkout.locator('fieldset').count(), 3);
      assert.equal(await checkout.locator('style').count(), 0);
      assert.equal(await checkout.getByText(/Delivery|Couriers/).count(), 0);
      assert.equal(await checkout.evaluate((element) => getComputedStyle(element).display), 'block');
      assert.deepEqual(said, []);
    });
  }
});
