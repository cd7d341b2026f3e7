import { readFileSync } from 'node:fs';
import { scripts } from '../../src/package/script.ts';
import { buildScript } from '../support/build-script.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

/** An earlier version, without the order button. */
function earlier(code: string, path: string): string {
  if (path === 'elements/core/ship-element.ts') return code.replace(/(?<=version = )'[\d.]+'/, `'0.0.9'`);
  return path === 'define.ts' ? code.replace(`, 'ship-order-button': OrderButtonElement`, '') : code;
}

const tags = ['ship-checkout', 'ship-courier-picker', 'ship-rate-comparison', 'ship-order-button'];

const classic = '<script defer src="ship-elements.js"></script>';
const module = '<script type="module" src="ship-elements.js"></script>';
const old = '<script defer src="earlier.js"></script>';

const pageWith = (scripts: string, mode = 'order') => `<!doctype html>
  <html lang="en">
    <head><title>Twice</title>${scripts}</head>
    <body><form>${checkoutTag(`name="shipping" order-mode="${mode}"`)}</form></body>
  </html>`;

/** Two copies of the file make two policies of one name. */
const policy = "script-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'";

const pages = {
  'twice.html': pageWith(classic + classic),
  'both.html': pageWith(classic + module),
  'both-turned.html': pageWith(module + classic),
  'old-first.html': pageWith(old + classic, 'none'),
  'new-first.html': pageWith(classic + old),
};

test.describe('the script-tag file on a page that has already loaded it', () => {
  let files: Record<string, string>;

  test.beforeAll(async () => {
    files = { ...pages, 'earlier.js': await buildScript(earlier) };
  });

  const versions = (page: Page) =>
    page.evaluate(
      (all) => all.map((tag) => (customElements.get(tag) as { version?: string } | undefined)?.version),
      tags,
    );

  /** Chooses a rate, and expects the form to submit it. */
  const works = async (page: Page) => {
    await page.getByRole('radio').nth(1).check();
    const [chosen, sent] = await page.evaluate(() => {
      const { value } = document.querySelector('ship-checkout') ?? {};
      return [value, new FormData(document.forms[0]).get('shipping')];
    });
    expect(chosen ?? '').toMatch(/^\w+\/\w+$/);
    expect(sent).toBe(chosen);
  };

  for (const [how, name] of Object.entries({
    'by two tags': 'twice.html',
    'as a classic script and as a module': 'both.html',
    'as a module and as a classic script': 'both-turned.html',
  })) {
    test(`registers once without a message when it is loaded ${how}`, async ({ page, serve, messages }) => {
      const { address } = await serve(files, policy);
      await page.goto(address + name);
      await works(page);
      expect(messages).toStrictEqual([]);
      expect(new Set(await versions(page)).size).toBe(1);
    });
  }

  test('does not mix with an earlier version that was first, and warns once', async ({ page, serve, messages }) => {
    const { address } = await serve(files);
    await page.goto(`${address}old-first.html`);
    await works(page);
    expect(await versions(page)).toStrictEqual(['0.0.9', '0.0.9', '0.0.9', undefined]);
    expect(messages).toStrictEqual([
      expect.stringMatching(/^warning: ship-elements (?!0\.0\.9)[\d.]+ was not registered: version 0\.0\.9 /),
    ]);
  });

  test('is not disturbed by an earlier version that comes later and warns once', async ({ page, serve, messages }) => {
    const { address } = await serve(files);
    await page.goto(`${address}new-first.html`);
    await works(page);
    const [version, ...others] = await versions(page);
    expect(others).toStrictEqual([version, version, version]);
    expect(messages).toStrictEqual([
      `warning: ship-elements 0.0.9 was not registered: version ${version} already is on this page.`,
    ]);
  });
});

test.describe('two script-tag files of one version', () => {
  const registered: Record<string, readonly string[]> = {
    checkout: tags,
    choice: tags.slice(0, 3),
    'checkout-with-area-search': [...tags, 'ship-area-search'],
    tracking: ['ship-tracking'],
    promise: ['ship-promise'],
  };
  const files = Object.fromEntries(
    scripts.map(({ name, file }) => [
      `${name}.js`,
      readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8'),
    ]),
  );

  /** They stand in the page before their file comes. */
  const standing = `<ship-area-search for="nothing"></ship-area-search><ship-tracking></ship-tracking>
    <ship-promise area='{ "id": "IDNP9", "name": "Coblong, Bandung", "postal_code": 40132 }' weight="1"></ship-promise>`;

  for (const first of Object.keys(registered))
    test(`register what each of them has, whatever comes after ${first}`, async ({ page, serve, messages }) => {
      const thrown: string[] = [];
      page.on('pageerror', (error) => thrown.push(String(error)));
      const others = Object.keys(registered).filter((name) => name !== first);
      const pages = others.map((second) => [
        `${first}-${second}.html`,
        pageWith(`<script defer src="${first}.js"></script><script defer src="${second}.js"></script>`).replace(
          '</body>',
          `${standing}</body>`,
        ),
      ]);
      const { address } = await serve({ ...files, ...Object.fromEntries(pages) });
      for (const second of others) {
        await page.goto(`${address}${first}-${second}.html`);
        const wanted = new Set([...(registered[first] ?? []), ...(registered[second] ?? [])]);
        const missing = await page.evaluate((all) => all.filter((tag) => !customElements.get(tag)), [...wanted]);
        expect({ second, missing }).toStrictEqual({ second, missing: [] });
        if (!wanted.has('ship-order-button')) continue;
        await page.getByRole('radio').nth(1).check();
        await expect(page.locator('ship-order-button').getByRole('button')).toBeVisible();
      }
      expect(thrown).toStrictEqual([]);
      // The choice alone says which file it needs for an order mode.
      if (wantsOrders(first))
        expect(messages.filter((message) => !message.includes('for="nothing"'))).toStrictEqual([]);
    });
});

const wantsOrders = (name: string) => name.startsWith('checkout');
