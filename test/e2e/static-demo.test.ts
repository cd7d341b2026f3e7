import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { startFileHost } from '../support/file-host.ts';

describe('the demo built to static files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-static-'));
  let host: Awaited<ReturnType<typeof startFileHost>>;
  let browser: Browser;

  before(async () => {
    await build({ mode: 'static', logLevel: 'silent', build: { outDir: folder } });
    host = await startFileHost(folder);
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  });

  after(async () => {
    await browser?.close();
    await host?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes an order and cancels it with nothing but files behind it', async () => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(host.address);
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: /^Order delivery/ }).click();
    await page.getByText('Your delivery is ordered.').first().waitFor();
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('button', { name: 'Cancel the order now' }).click();
    await page.getByRole('button', { name: 'Order again' }).waitFor();
    assert.deepEqual(problems, []);
    assert.deepEqual(
      host.asked.filter((path) => !/^\/(assets\/[\w-]+\.(js|css))?$/.test(path)),
      [],
    );
  });

  it('has the pages of the elements, which run under the strictest policy that a shop may have', async () => {
    const policy = [
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'",
      "require-trusted-types-for 'script'; trusted-types lit-html",
    ].join('; ');
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.route('**/*.html', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    });
    await page.goto(host.address);
    await page.getByRole('link', { name: 'Elements' }).click();
    const elements = page.getByRole('navigation', { name: 'Elements' }).getByRole('link');
    for (const name of await elements.allTextContents()) {
      await elements.filter({ hasText: name }).click();
      await page.waitForURL(`**/${name.toLowerCase().replace(' ', '-')}.html`);
      await page.locator('#readings dd', { hasText: 'ready' }).waitFor();
      await page.getByLabel('--ship-radius', { exact: true }).fill('1px');
      await page.locator('pre', { hasText: '--ship-radius: 1px;' }).waitFor();
    }
    assert.equal(await page.getByRole('link', { name: /desk|Script tag/ }).count(), 0);
    assert.deepEqual(problems, []);
    await assert.rejects(
      page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p>')),
      /TrustedHTML/,
    );
  });
});
