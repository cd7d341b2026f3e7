import { checkoutTag, scriptOfChoice } from '../support/script-shop.ts';
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

  test('adds only the marks of Lit to `window`', async ({ page, openPage }) => {
    await page.addInitScript(() => {
      Object.assign(window, { before: Object.getOwnPropertyNames(window) });
    });
    await openPage('');
    const added = await page.evaluate(() => {
      const { before } = window as unknown as { before: string[] };
      return Object.getOwnPropertyNames(window).filter((name) => name !== 'before' && !before.includes(name));
    });
    expect(added).not.toStrictEqual([]);
    expect(added.filter((name) => !/^(lit|reactiveElement)[A-Z]/.test(name))).toStrictEqual([]);
  });
});

test.describe('the script-tag file without orders', () => {
  const form = (attributes = '') =>
    `<form action="/orders" method="post">${checkoutTag(`name="shipping" ${attributes}`)}<button>Pay</button></form>`;

  test('submits the choice with a form', async ({ page, openPage, messages }) => {
    const shop = await openPage(form(), { script: scriptOfChoice });
    await page.getByRole('radio').nth(1).check();
    await page.getByRole('switch', { name: 'Insurance' }).check();
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL(/orders/);
    expect(shop.posted.join()).toMatch(/^shipping=\w+%2F\w+&.*shipping-insurance=on/);
    expect(messages).toStrictEqual([]);
  });

  test('says where a page wants orders, and names the file to load', async ({ page, openPage, messages }) => {
    await openPage(form('order-mode="order"'), { script: scriptOfChoice });
    await page.getByRole('radio').nth(1).check();
    await expect(
      page.getByText('The shipping service couldn’t do this. Please contact the shop.').first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /book|order/i })).toHaveCount(0);
    expect(messages).toStrictEqual([
      expect.stringMatching(/order-mode cannot be order without ship-order-button: load ship-elements-[\d.]+js/),
    ]);
    const { code, value } = await page.evaluate(async () => {
      const checkout = document.querySelector('ship-checkout');
      await checkout?.placeOrder();
      return { code: (checkout?.error as { code?: string } | undefined)?.code, value: checkout?.value };
    });
    expect(code).toBe('invalid-request');
    expect(value).toMatch(/\w+\/\w+/);
  });
});
