import { readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { docsPage } from '../support/docs.ts';
import { checkoutTag, pageOf } from '../support/script-shop.ts';
import type { Report } from '../support/scripted-shopper.ts';
import { expect, test } from '../support/shop-test.ts';
import { visitIn } from '../support/visit.ts';

/** The policy in the docs. */
const policy = docsPage('security').match(/^Content-Security-Policy: (.+)$/m)?.[1] ?? '';

const shopper = new URL('../support/scripted-shopper.ts', import.meta.url);

const html = pageOf(`<form>${checkoutTag('name="shipping" order-mode="order"')}</form>`, {
  head: '<link rel="stylesheet" href="shop.css"><script type="module" src="shopper.js"></script>',
});

/** The browsers of this machine beside Chromium. */
const others = (['firefox', 'webkit'] as const).flatMap((engine) => {
  const visit = visitIn(engine);
  return visit ? [{ engine, visit }] : [];
});

const trail = [
  'rates',
  'courier-change',
  'rate-change',
  ...['extras-change', 'rates', 'rate-change'],
  ...['order-submit', 'order-placed', 'order-cancelled'],
];

test.describe('a page with the docs’ policy', () => {
  let files: Record<string, string>;

  test.beforeAll(async () => {
    const { code } = await transformWithOxc(readFileSync(shopper, 'utf8'), 'shopper.ts');
    files = { 'index.html': html, 'shopper.js': code, 'shop.css': 'body { margin: 2rem }' };
  });

  test('has no unsafe source', () => {
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) {
      expect(policy.split('; '), part).toContain(part);
    }
    expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'$/);
    expect(policy).not.toMatch(/unsafe|nonce|sha\d|\*/);
  });

  test('has a whole purchase in chromium without a violation', async ({ page, serve, messages }) => {
    const shop = await serve(files, policy);
    const reported = shop.report() as Promise<Report>;
    await page.goto(`${shop.address}index.html`);
    const report = await reported;
    expect({ ...report, provoked: [] }).toStrictEqual({ trail, violations: [], problems: [], provoked: [] });
    // The page breaks its policy on purpose in the end.
    expect(messages.filter((text) => !/style|TrustedHTML/.test(text))).toStrictEqual([]);
    expect(report.provoked.map((heard) => heard.split(' ')[0])).toStrictEqual([
      'style-src-attr',
      'require-trusted-types-for',
    ]);
  });

  for (const { engine, visit } of others)
    test(`has a whole purchase in ${engine} without a violation`, async ({ serve }) => {
      const shop = await serve(files, policy);
      const reported = shop.report() as Promise<Report>;
      const leave = await visit(`${shop.address}index.html`);
      const report = await reported;
      await leave();
      expect({ ...report, provoked: [] }).toStrictEqual({ trail, violations: [], problems: [], provoked: [] });
      // Older versions have no Trusted Types.
      expect(report.provoked.join()).toMatch(/^style-src-attr [^,]+(,require-trusted-types-for [^,]+)?$/);
    });
});
