import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { startFileHost } from '../support/file-host.ts';
import { expect, test } from '../support/shop-test.ts';

test.describe('the demo built to static files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-static-'));
  let host: Awaited<ReturnType<typeof startFileHost>>;

  test.beforeAll(async () => {
    await build({ mode: 'static', logLevel: 'silent', build: { outDir: folder } });
    host = await startFileHost(folder);
  });

  test.afterAll(async () => {
    await host?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('places and cancels an order without a server', async ({ page, problems }) => {
    await page.goto(host.address);
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: /^Confirm delivery/ }).click();
    await page.getByText('Your delivery is confirmed.').first().waitFor();
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('button', { name: 'Yes, cancel the order' }).click();
    await page.getByRole('button', { name: 'Order again' }).waitFor();
    expect(problems).toStrictEqual([]);
    expect(host.asked.filter((path) => !/^\/(assets\/[\w-]+\.(js|css))?$/.test(path))).toStrictEqual([]);
  });

  test('has the pages of the elements, under the strictest policy', async ({ page, problems }) => {
    const policy = [
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'",
      "require-trusted-types-for 'script'; trusted-types lit-html",
    ].join('; ');
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
    expect(await page.getByRole('link', { name: /desk|Script tag/ }).count()).toBe(0);
    expect(problems).toStrictEqual([]);
    await expect(page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p>'))).rejects.toThrow(
      /TrustedHTML/,
    );
  });
});
