import { expect, test } from '../support/shop-test.ts';

test.describe('the demo’s checkout page', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test.beforeEach(async ({ page, demo }) => {
    await page.goto(`${demo.address}shop.html#demo`);
    await page.getByRole('radio').first().waitFor();
  });

  test('accepts coordinates with a decimal comma, and sends no order with wrong ones', async ({ page }) => {
    await page.getByText('Change', { exact: true }).first().click();
    await page.getByText('Map coordinates').click();
    await page.getByLabel('Latitude').fill('-6,9175');
    await page.getByLabel('Longitude').fill('107.6191');
    expect(await page.evaluate(() => document.querySelector('ship-checkout')?.shipment)).toMatchObject({
      destination_latitude: -6.9175,
      destination_longitude: 107.6191,
    });
    await expect(page.locator('#address input:invalid')).toHaveCount(0);
    await page.getByLabel('Latitude').fill('about seven');
    await page.locator('#address').evaluate((details: HTMLDetailsElement) => {
      for (const open of [details, ...details.querySelectorAll('details')]) open.open = false;
    });
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByLabel('Latitude')).toBeFocused();
    await expect(page.locator('ship-checkout')).toHaveJSProperty('status', 'ready');
  });

  test('restores the form when the shopper comes back', async ({ page }) => {
    await page.getByText('Change', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Change district' }).click();
    await page.keyboard.type('genteng');
    await page.locator('#area').getByRole('option').first().click();
    const search = page.locator('#area');
    const { id, postal_code } = await search.evaluate(
      ({ area }: HTMLElementTagNameMap['ship-area-search']) => area ?? { id: '', postal_code: 0 },
    );
    await page.getByRole('button', { name: 'Bahasa Indonesia' }).click();
    await page.locator('#mode').selectOption('draft');
    await page.getByRole('link', { name: 'Dasbor toko' }).click();
    await page.getByRole('heading', { name: 'Draf', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('radio').first().waitFor();
    await expect(search).toHaveJSProperty('value', id);
    await page.getByRole('link', { name: 'Dasbor toko' }).waitFor();
    const widget = page.locator('ship-checkout');
    const asked = () =>
      widget.evaluate(({ shipment }: HTMLElementTagNameMap['ship-checkout']) => shipment?.destination_postal_code);
    await expect.poll(asked).toBe(postal_code);
    await expect(widget).toHaveJSProperty('orderMode', 'draft');
  });
});
