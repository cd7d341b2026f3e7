import { readFileSync } from 'node:fs';
import { scriptName } from '../../src/package/script.ts';
import { checkoutTag, script } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const instructions = readFileSync(new URL('../../dist/script-tag.md', import.meta.url), 'utf8');
const tag = instructions.match(/^<script .*<\/script>$/m)?.[0] ?? '';
const policy = instructions.match(/^Content-Security-Policy: (.+)$/m)?.[1] ?? '';

const html = `<!doctype html>
  <html lang="en">
    <head><meta charset="utf-8"><title>Shop</title>${tag}</head>
    <body>${checkoutTag()}</body>
  </html>`;

test.describe('the tag and the policy of the build', () => {
  test('show rates without a violation', async ({ page, serve, messages }) => {
    const { address } = await serve({ 'index.html': html, [scriptName]: script }, policy);
    await page.goto(`${address}index.html`);
    await expect(page.getByRole('radio').first()).toBeVisible();
    expect(messages).toStrictEqual([]);
  });

  test('do not run a file with one changed byte', async ({ page, serve, messages }) => {
    const { address } = await serve({ 'index.html': html, [scriptName]: `${script} ` }, policy);
    await page.goto(`${address}index.html`);
    expect(await page.evaluate(() => customElements.get('ship-checkout') === undefined)).toBe(true);
    expect(messages.join()).toMatch(/integrity/);
  });
});
