import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { transformWithOxc } from 'vite';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { type ScriptShop, shipment, startScriptShop } from '../support/script-shop.ts';
import type { Report } from '../support/scripted-shopper.ts';
import { visitIn } from '../support/visit.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The line that README gives to paste. */
const policy = readme.match(/^Content-Security-Policy: (.+)$/m)?.[1] ?? '';

const shopper = new URL('../support/scripted-shopper.ts', import.meta.url);

const page = `<!doctype html>
  <html lang="en">
    <head>
      <title>Strict</title>
      <link rel="stylesheet" href="shop.css">
      <script type="module" src="shopper.js"></script>
      <script defer src="ship-elements.js"></script>
    </head>
    <body>
      <form><ship-checkout name="shipping" base-url="/shipping" order-mode="order" shipment='${shipment}'></ship-checkout></form>
    </body>
  </html>`;

const trail = [
  'quote',
  ...['courier-change', 'quote'],
  'rate-change',
  ...['extras-change', 'quote', 'rate-change'],
  ...['order-submit', 'quote', 'order-placed', 'order-cancelled'],
];

describe('a page that allows what README’s policy allows and nothing else', { timeout: 120_000 }, () => {
  let shop: ScriptShop;
  let browser: Browser;

  before(async () => {
    const { code } = await transformWithOxc(readFileSync(shopper, 'utf8'), 'shopper.ts');
    shop = await startScriptShop(
      { 'index.html': page, 'shopper.js': code, 'shop.css': 'body { margin: 2rem }' },
      policy,
    );
  });

  before(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  });

  after(async () => {
    await browser?.close();
    await shop?.stop();
  });

  it('is as strict as can be', () => {
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) {
      assert.ok(policy.split('; ').includes(part), part);
    }
    assert.match(policy, /require-trusted-types-for 'script'; trusted-types lit-html$/);
    assert.doesNotMatch(policy, /unsafe|nonce|sha\d|\*/);
  });

  it('has a whole purchase in Chromium, and nothing to forbid in it', async () => {
    const tab = await browser.newPage();
    const said: string[] = [];
    tab.on('console', (message) => said.push(message.text()));
    const reported = shop.report() as Promise<Report>;
    await tab.goto(`${shop.address}index.html`);
    const report = await reported;
    assert.deepEqual({ ...report, provoked: [] }, { trail, violations: [], problems: [], provoked: [] });
    // Said by the browser when the page broke its policy on purpose.
    assert.deepEqual(
      said.filter((text) => !/style|TrustedHTML/.test(text)),
      [],
    );
    assert.deepEqual(
      report.provoked.map((heard) => heard.split(' ')[0]),
      ['style-src-attr', 'require-trusted-types-for'],
    );
  });

  for (const [engine, name] of [
    ['firefox', 'Firefox'],
    ['webkit', 'WebKit'],
  ] as const) {
    const visit = visitIn(engine);
    it(`has a whole purchase in ${name}, and nothing to forbid in it`, {
      skip: !visit && `no ${name} here`,
    }, async () => {
      const reported = shop.report() as Promise<Report>;
      const leave = await visit?.(`${shop.address}index.html`);
      const report = await reported;
      await leave?.();
      assert.deepEqual({ ...report, provoked: [] }, { trail, violations: [], problems: [], provoked: [] });
      // Older ones know no trusted types.
      assert.match(report.provoked.join(), /^style-src-attr [^,]+(,require-trusted-types-for [^,]+)?$/);
    });
  }
});
