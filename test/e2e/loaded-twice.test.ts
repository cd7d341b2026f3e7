import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { buildScript } from '../support/build-script.ts';
import { type ScriptShop, shipment, startScriptShop } from '../support/script-shop.ts';

/** An earlier version: it had no order button yet, and its inner names are its own. */
function earlier(code: string, path: string): string {
  if (path === 'elements/version.ts') return code.replace(/'[\d.]+'/, `'0.0.9'`);
  return path === 'define.ts' ? code.replace(`'ship-order-button': OrderButtonElement,`, '') : code;
}

const tags = ['ship-checkout', 'ship-courier-picker', 'ship-rate-comparison', 'ship-order-button'];

const classic = '<script defer src="ship-elements.js"></script>';
const module = '<script type="module" src="ship-elements.js"></script>';
const old = '<script defer src="earlier.js"></script>';

const pageWith = (scripts: string, mode = 'order') => `<!doctype html>
  <html lang="en">
    <head><title>Twice</title>${scripts}</head>
    <body>
      <form>
        <ship-checkout name="shipping" base-url="/shipping" order-mode="${mode}" shipment='${shipment}'></ship-checkout>
      </form>
    </body>
  </html>`;

const pages = {
  'twice.html': pageWith(classic + classic),
  'both.html': pageWith(classic + module),
  'both-turned.html': pageWith(module + classic),
  'old-first.html': pageWith(old + classic, 'none'),
  'new-first.html': pageWith(classic + old),
};

describe('the script-tag file on a page that has it already', () => {
  let shop: ScriptShop;
  let strict: ScriptShop;
  let browser: Browser;

  before(async () => {
    const policy = "script-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'";
    shop = await startScriptShop({ ...pages, 'earlier.js': await buildScript(earlier) });
    strict = await startScriptShop(pages, policy);
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  });

  after(async () => {
    await browser?.close();
    await strict?.stop();
    await shop?.stop();
  });

  /** Opens a page and chooses there; all that was said meanwhile. */
  async function visit(name: string, { address } = shop): Promise<{ page: Page; said: string[] }> {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    await page.goto(address + name);
    await page.getByRole('radio').nth(1).check();
    return { page, said };
  }

  const versions = (page: Page) =>
    page.evaluate(
      (all) => all.map((tag) => (customElements.get(tag) as { version?: string } | undefined)?.version),
      tags,
    );

  const works = async (page: Page) => {
    const [chosen, sent] = await page.evaluate(() => {
      const { value } = document.querySelector('ship-checkout') ?? {};
      return [value, new FormData(document.forms[0]).get('shipping')];
    });
    assert.match(chosen ?? '', /^\w+\/\w+$/);
    assert.equal(sent, chosen);
  };

  for (const [how, name] of Object.entries({
    'by two tags': 'twice.html',
    'as a classic script and as a module': 'both.html',
    'as a module and as a classic script': 'both-turned.html',
  })) {
    it(`registers once and says nothing when it comes ${how}`, async () => {
      const { page, said } = await visit(name);
      await works(page);
      assert.deepEqual(said, []);
      assert.equal(new Set(await versions(page)).size, 1);
    });
  }

  it('works twice under a policy that says ’allow-duplicates’', async () => {
    const { page, said } = await visit('twice.html', strict);
    await works(page);
    assert.deepEqual(said, []);
  });

  it('leaves a page alone that an earlier version has, missing tag and all, and says so once', async () => {
    const { page, said } = await visit('old-first.html');
    await works(page);
    assert.deepEqual(await versions(page), ['0.0.9', '0.0.9', '0.0.9', undefined]);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /^warning: ship-elements (?!0\.0\.9)[\d.]+ was not registered: version 0\.0\.9 /);
  });

  it('is not disturbed by an earlier version that comes after it, which says so once', async () => {
    const { page, said } = await visit('new-first.html');
    await works(page);
    const [version, ...others] = await versions(page);
    assert.deepEqual(others, [version, version, version]);
    assert.equal(said.length, 1);
    assert.equal(
      said[0],
      `warning: ship-elements 0.0.9 was not registered: version ${version} already is on this page.`,
    );
  });
});
