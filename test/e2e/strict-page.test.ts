import { readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { docsPage } from '../support/docs.ts';
import { shipment } from '../support/script-shop.ts';
import type { Report } from '../support/scripted-shopper.ts';
import { expect, test } from '../support/shop-test.ts';
import { visitIn } from '../support/visit.ts';

/** The policy in the docs. */
const policy = docsPage('security').match(/^Content-Security-Policy: (.+)$/m)?.[1] ?? '';

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
  'courier-change',
  'rate-change',
  ...['extras-change', 'quote', 'rate-change'],
  ...['order-submit', 'order-placed', 'order-cancelled'],
];

test.describe('a page with the docs’ policy', () => {
  let files: Record<string, string>;

  test.beforeAll(async () => {
    const { code } = await transformWithOxc(readFileSync(shopper, 'utf8'), 'shopper.ts');
    files = { 'index.html': page, 'shopper.js': code, 'shop.css': 'body { margin: 2rem }' };
  });

  test('has no unsafe source', () => {
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) {
      expect(policy.split('; '), part).toContain(part);
    }
    expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types lit-html$/);
    expect(policy).not.toMatch(/unsafe|nonce|sha\d|\*/);
  });

  test('has a whole purchase in Chromium without a violation', async ({ page: tab, serve }) => {
    const shop = await serve(files, policy);
    const said: string[] = [];
    tab.on('console', (message) => said.push(message.text()));
    const reported = shop.report() as Promise<Report>;
    await tab.goto(`${shop.address}index.html`);
    const report = await reported;
    expect({ ...report, provoked: [] }).toStrictEqual({ trail, violations: [], problems: [], provoked: [] });
    // The page breaks its policy on purpose in the end.
    expect(said.filter((text) => !/style|TrustedHTML/.test(text))).toStrictEqual([]);
    expect(report.provoked.map((heard) => heard.split(' ')[0])).toStrictEqual([
      'style-src-attr',
      'require-trusted-types-for',
    ]);
  });

  for (const [engine, name] of [
    ['firefox', 'Firefox'],
    ['webkit', 'WebKit'],
  ] as const) {
    const visit = visitIn(engine);
    test(`has a whole purchase in ${name} without a violation`, async ({ serve }) => {
      test.skip(!visit, `no ${name} here`);
      const shop = await serve(files, policy);
      const reported = shop.report() as Promise<Report>;
      const leave = await visit?.(`${shop.address}index.html`);
      const report = await reported;
      await leave?.();
      expect({ ...report, provoked: [] }).toStrictEqual({ trail, violations: [], problems: [], provoked: [] });
      // Older versions have no Trusted Types.
      expect(report.provoked.join()).toMatch(/^style-src-attr [^,]+(,require-trusted-types-for [^,]+)?$/);
    });
  }
});
