import { checkoutTag } from '../support/script-shop.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

const form = `
  <form method="post" action="/orders">
    <input name="recipient" value="Ratna & Wulandari">
    ${checkoutTag('name="shipping" couriers="jne" required rows="50" order-mode="none"')}
    <input name="note" value="">
    <button name="action" value="pay">Continue to payment</button>
  </form>`;

test.describe('a form of a page without scripts of its own', () => {
  const submit = (page: Page) => page.getByRole('button', { name: 'Continue to payment' }).click();
  const thanked = (page: Page) => page.getByRole('heading', { name: 'Thank you' }).waitFor();

  test('is submitted once a rate is chosen, with exactly the documented fields', async ({ page, openPage }) => {
    const { posted } = await openPage(form);
    await page.getByRole('radio').first().waitFor();
    await submit(page);
    await page.locator('[value="jne/reg"]').check();
    await page.getByRole('switch').first().press(' ');
    await page.getByRole('switch').last().click();
    // Nothing can be submitted until the price with cash on delivery is there.
    await expect(page.locator('[part=list]')).toHaveAttribute('aria-busy', 'false');
    await submit(page);
    await thanked(page);
    const fields =
      'recipient=Ratna+%26+Wulandari&shipping=jne%2Freg&shipping-insurance=on&shipping-cash-on-delivery=on&note=&action=pay';
    expect(posted).toStrictEqual([fields]);
  });

  test('has choice and switches again when the shopper comes back', async ({ page, openPage }) => {
    const { posted } = await openPage(form);
    await page.locator('[value="jne/yes"]').check();
    await page.getByRole('switch').first().click();
    await submit(page);
    await thanked(page);
    await page.goBack();
    await expect(page.locator('[value="jne/yes"]')).toBeChecked();
    await expect(page.getByRole('switch').first()).toBeChecked();
    await expect(page.getByRole('switch').last()).not.toBeChecked();
    await submit(page);
    await thanked(page);
    expect(posted[1]).toContain('shipping=jne%2Fyes&shipping-insurance=on&');
    expect(posted[1]).toBe(posted[0]);
  });
});
