import { readFileSync } from 'node:fs';
import { tokens } from '../../demo/elements/tokens.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

test.describe('the theme panel', () => {
  test.use({ colorScheme: 'light' });

  test.beforeEach(async ({ page, demo }) => {
    await page.goto(`${demo.address}elements/order-button.html`);
    await page.locator('ship-order-button [part=button]').waitFor();
  });

  const printed = (page: Page) => page.locator('#theme code').innerText();
  const set = (page: Page, token: string, value: string) => page.getByLabel(token, { exact: true }).fill(value);
  const button = (page: Page) =>
    page.locator('ship-order-button [part=button]').evaluate((element) => {
      const { backgroundColor, color, borderRadius, fontFamily } = getComputedStyle(element);
      return { backgroundColor, color, borderRadius, fontFamily };
    });

  test('prints the whole rule that the element has', async ({ page }) => {
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
    for (const [token, value] of Object.entries(values)) await set(page, token, value);
    const lines = Object.entries(values).map(([token, value]) => `  ${token}: ${value};`);
    expect(await printed(page)).toBe(['ship-order-button {', ...lines, '}'].join('\n'));
    expect(await button(page)).toStrictEqual({
      backgroundColor: 'rgb(122, 31, 92)',
      color: 'rgb(255, 255, 240)',
      borderRadius: '4px',
      fontFamily: 'Georgia',
    });
    const rule = await printed(page);
    const used = await page.evaluate(() =>
      [...(document.adoptedStyleSheets[0]?.cssRules ?? [])].map((own) => own.cssText),
    );
    expect(used).toStrictEqual([rule.replaceAll(/\s+/g, ' ')]);
  });

  test('starts with the built-in look, which is the site’s, and shows the shop’s on demand', async ({ page }) => {
    const hasBuiltInLook = async () => {
      expect(await printed(page)).toMatch(/Nothing to paste/);
      expect((await button(page)).backgroundColor).toBe('rgb(11, 87, 208)');
    };
    await hasBuiltInLook();
    await page.getByRole('button', { name: 'This shop’s' }).click();
    expect(await printed(page)).toMatch(/--ship-accent: light-dark\(#1f6b45, #8fd6ae\);/);
    expect((await button(page)).backgroundColor).toBe('rgb(31, 107, 69)');
    await page.getByRole('button', { name: 'Built-in' }).click();
    await hasBuiltInLook();
  });

  test('has the built-in values of the elements', () => {
    const styles = ['core/styles.ts', 'rates/row-styles.ts']
      .map((file) => readFileSync(new URL(`../../src/elements/${file}`, import.meta.url), 'utf8'))
      .join('\n');
    for (const { name, builtIn } of tokens) expect(styles, name).toContain(`var(${name}, ${builtIn})`);
  });

  test('leaves out invalid values, and says so', async ({ page }) => {
    await set(page, '--ship-radius', 'big');
    await set(page, '--ship-danger', 'red } body { display: none');
    expect(await printed(page)).not.toMatch(/radius|danger/);
    await page.getByText('Not a length: left out.').waitFor();
    expect(await page.getByLabel('--ship-danger', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  });

  test('warns when text on the accent has too little contrast, in either scheme', async ({ page }) => {
    const said = page.locator('#contrast');
    expect(await said.innerText()).toMatch(/^Contrast of words on the accent: 6\.3:1 in light, 7\.5:1 in dark\.$/);
    await set(page, '--ship-accent', '#ffd54a');
    await set(page, '--ship-on-accent', 'white');
    expect(await said.innerText()).toMatch(/^Too little contrast: .* 1\.4:1 in light, 1\.4:1 in dark\. Below 4\.5:1/);
    await set(page, '--ship-on-accent', 'light-dark(black, white)');
    expect(await said.innerText()).toMatch(/^Too little contrast: .* 14\.8:1 in light, 1\.4:1 in dark/);
    await set(page, '--ship-on-accent', 'black');
    expect(await said.innerText()).toMatch(/^Contrast of words/);
  });

  test('uses a picked colour, and copies the rule', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Pick --ship-accent').fill('#112233');
    expect((await button(page)).backgroundColor).toBe('rgb(17, 34, 51)');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await printed(page));
  });
});
