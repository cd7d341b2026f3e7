import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { tokens } from '../../demo/elements/tokens.ts';
import { openShop } from '../support/open-shop.ts';

describe('the theme panel', () => {
  const demo = openShop();
  let page: Page;

  afterEach(() => page?.close());

  async function open(): Promise<void> {
    page = await demo.browser.newPage({ colorScheme: 'light' });
    await page.goto(`${demo.shop.address}elements/order-button.html`);
    await page.locator('ship-order-button [part=button]').waitFor();
  }

  const printed = () => page.locator('#theme code').innerText();
  const set = (token: string, value: string) => page.getByLabel(token, { exact: true }).fill(value);
  const button = () =>
    page.locator('ship-order-button [part=button]').evaluate((element) => {
      const { backgroundColor, color, borderRadius, fontFamily } = getComputedStyle(element);
      return { backgroundColor, color, borderRadius, fontFamily };
    });

  it('prints the rule that the element has, whole', async () => {
    await open();
    const values = {
      '--ship-accent': '#7a1f5c',
      '--ship-on-accent': 'rgb(255, 255, 240)',
      '--ship-border': 'gray',
      '--ship-danger': 'hsl(0 70% 40%)',
      '--ship-radius': '4px',
      '--ship-space': '10px',
      '--ship-font': '16px Georgia',
      '--ship-row-size': '5rem',
    };
    for (const [token, value] of Object.entries(values)) await set(token, value);
    const lines = Object.entries(values).map(([token, value]) => `  ${token}: ${value};`);
    assert.equal(await printed(), ['ship-order-button {', ...lines, '}'].join('\n'));
    assert.deepEqual(await button(), {
      backgroundColor: 'rgb(122, 31, 92)',
      color: 'rgb(255, 255, 240)',
      borderRadius: '4px',
      fontFamily: 'Georgia',
    });
    const rule = await printed();
    const used = await page.evaluate(() =>
      [...(document.adoptedStyleSheets[0]?.cssRules ?? [])].map((own) => own.cssText),
    );
    assert.deepEqual(used, [rule.replaceAll(/\s+/g, ' ')]);
  });

  it('begins with the shop’s theme, and has the built-in look when nothing is set', async () => {
    await open();
    assert.match(await printed(), /--ship-accent: light-dark\(#1f6b45, #8fd6ae\);/);
    assert.equal((await button()).backgroundColor, 'rgb(31, 107, 69)');
    await page.getByRole('button', { name: 'Built-in' }).click();
    assert.match(await printed(), /Nothing to paste/);
    assert.equal((await button()).backgroundColor, 'rgb(11, 87, 208)');
  });

  it('knows the built-in values as the elements have them', () => {
    const styles = ['shared/styles.ts', 'rate-comparison/row-styles.ts']
      .map((file) => readFileSync(new URL(`../../src/elements/${file}`, import.meta.url), 'utf8'))
      .join('\n');
    for (const { name, builtIn } of tokens) assert.ok(styles.includes(`var(${name}, ${builtIn})`), name);
  });

  it('leaves out what the elements cannot use, and says so', async () => {
    await open();
    await set('--ship-radius', 'big');
    await set('--ship-danger', 'red } body { display: none');
    assert.doesNotMatch(await printed(), /radius|danger/);
    await page.getByText('Not a length: left out.').waitFor();
    assert.equal(await page.getByLabel('--ship-danger', { exact: true }).getAttribute('aria-invalid'), 'true');
  });

  it('warns in words when what stands on the accent cannot be read, in one scheme too', async () => {
    await open();
    const said = page.locator('#contrast');
    assert.match(await said.innerText(), /^Contrast of words on the accent: 6\.4:1 in light, 8\.5:1 in dark\.$/);
    await set('--ship-accent', '#ffd54a');
    await set('--ship-on-accent', 'white');
    assert.match(await said.innerText(), /^Too little contrast: .* 1\.4:1 in light, 1\.4:1 in dark\. Below 4\.5:1/);
    await set('--ship-on-accent', 'light-dark(black, white)');
    assert.match(await said.innerText(), /^Too little contrast: .* 14\.8:1 in light, 1\.4:1 in dark/);
    await set('--ship-on-accent', 'black');
    assert.match(await said.innerText(), /^Contrast of words/);
  });

  it('takes a picked colour, and copies the rule', async () => {
    await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Pick --ship-accent').fill('#112233');
    assert.equal((await button()).backgroundColor, 'rgb(17, 34, 51)');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await printed());
  });
});
