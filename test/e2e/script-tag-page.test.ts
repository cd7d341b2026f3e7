import { readFileSync } from 'node:fs';
import { scriptName } from '../../src/package/script.ts';
import { script, shipment } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const instructions = readFileSync(new URL('../../dist/script-tag.md', import.meta.url), 'utf8');
const tag = instructions.match(/^<script .*<\/script>$/m)?.[0] ?? '';
const policy = instructions.match(/^Content-Security-Policy: (.+)$/m)?.[1] ?? '';

const page = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Pasted</title>${tag}</head>
  <body><ship-checkout base-url="/shipping" shipment='${shipment}'></ship-checkout></body>
</html>`;

test.describe('the tag and the policy of the build', () => {
  test('offer rates without a violation', async ({ page: tab, serve }) => {
    const said: string[] = [];
    tab.on('console', (message) => said.push(message.text()));
    const shop = await serve({ 'index.html': page, [scriptName]: script }, policy);
    await tab.goto(`${shop.address}index.html`);
    await expect(tab.getByRole('radio').first()).toBeVisible();
    expect(said).toStrictEqual([]);
  });

  test('do not run a file with one changed byte', async ({ page: tab, serve }) => {
    const said: string[] = [];
    tab.on('console', (message) => said.push(message.text()));
    const shop = await serve({ 'index.html': page, [scriptName]: `${script} ` }, policy);
    await tab.goto(`${shop.address}index.html`);
    expect(await tab.evaluate(() => customElements.get('ship-checkout') === undefined)).toBe(true);
    expect(said.join()).toMatch(/integrity/);
  });
});
