import { expect, test } from '../support/shop-test.ts';

test.describe('the script-tag page of the demo', () => {
  test('loads one file, and submits the choice with a plain form', async ({ page, demo, messages }) => {
    const scripts = new Set<string>();
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && scripts.add(new URL(request.url()).pathname),
    );
    // Vite adds its client to each page. A shop's server does not.
    await page.route('**/@vite/client', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(`${demo.address}script-tag.html`);
    const radio = page.getByRole('radio').first();
    const service = await radio.inputValue();
    await radio.check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/shipping=/);
    expect(new URL(page.url()).searchParams.get('shipping')).toBe(service);
    // Beside the demo's own scripts, which switch the page's language.
    expect([...scripts].filter((path) => !path.startsWith('/assets/'))).toStrictEqual(['/dist/ship-elements.js']);
    expect(messages).toStrictEqual([]);
  });

  test('adds only the marks of Lit and zod to `window`', async ({ page, openPage }) => {
    await page.addInitScript(() => {
      Object.assign(window, { before: Object.getOwnPropertyNames(window) });
    });
    await openPage('');
    const added = await page.evaluate(() => {
      const { before } = window as unknown as { before: string[] };
      return Object.getOwnPropertyNames(window).filter((name) => name !== 'before' && !before.includes(name));
    });
    expect(added).not.toStrictEqual([]);
    expect(added.filter((name) => !/^(lit|reactiveElement)[A-Z]|^__zod_/.test(name))).toStrictEqual([]);
  });
});
