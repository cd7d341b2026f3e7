import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { type RunningShop, startShop } from '../support/demo-shop.ts';

describe('the script-tag page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-tag-'));
  let shop: RunningShop;
  let browser: Browser;

  before(async () => {
    shop = await startShop(join(folder, 'shop.db'));
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  });

  after(async () => {
    await browser?.close();
    await shop?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('loads one file, and sends the choice with a plain form', async () => {
    const page = await browser.newPage();
    const scripts: string[] = [];
    const problems: string[] = [];
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
    );
    page.on('pageerror', (error) => problems.push(String(error)));
    // Vite adds a client of its own to every page it serves; a shop's server does not.
    await page.route('**/@vite/client', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(`${shop.address}script-tag.html`);
    const radio = page.getByRole('radio').first();
    const service = await radio.inputValue();
    await radio.check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/shipping=/);
    assert.equal(new URL(page.url()).searchParams.get('shipping'), service);
    assert.deepEqual(new Set(scripts), new Set(['/@vite/client', '/dist/ship-elements.js']));
    assert.deepEqual(problems, []);
    assert.deepEqual(await page.evaluate(() => Object.keys(window).filter((key) => /ship/i.test(key))), []);
  });

  it('loads Lit as shops do, not its development build', async () => {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${shop.address}script-tag.html`);
    await page.getByRole('radio').first().waitFor();
    assert.deepEqual(
      said.filter((text) => /dev mode/i.test(text)),
      [],
    );
  });

  it('is dark where the shopper’s system is, the page with the widget', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.goto(`${shop.address}script-tag.html`);
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return {
        backgroundColor,
        color,
        widget: getComputedStyle(document.querySelector('ship-checkout') as Element).color,
      };
    });
    const light = (colour: string) => Number(colour.match(/\d+/)?.[0]) > 127;
    assert.ok(!light(colours.backgroundColor), colours.backgroundColor);
    assert.ok(light(colours.color) && light(colours.widget), `${colours.color}, ${colours.widget}`);
  });

  it('does not let the form go before the shopper has chosen', async () => {
    const page = await browser.newPage();
    await page.goto(`${shop.address}script-tag.html`);
    await page.getByRole('radio').first().waitFor();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    assert.equal(new URL(page.url()).search, '');
    const focused = await page.evaluate(() => document.activeElement?.localName);
    assert.equal(focused, 'ship-checkout');
  });
});
