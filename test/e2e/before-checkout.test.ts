import { expect, test } from '../support/shop-test.ts';

test.use({ viewport: { width: 360, height: 780 }, locale: 'id-ID' });

test('the district that a shopper chooses on the page of a product is asked once, from there to the checkout', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.address}product.html`);
  const promise = page.locator('ship-promise');
  await expect(promise).toContainText('Cek ongkir ke kecamatan Anda');
  await promise.getByRole('button', { name: /Pilih/ }).click();
  await page.getByRole('combobox').fill('40111');
  await page.getByRole('option').first().click();
  await expect(promise).toContainText(/Tiba .*Mulai Rp\d/s);
  await expect(promise.getByRole('button')).toBeFocused();

  await page.getByRole('button', { name: 'Keranjang' }).click();
  await expect(promise).toContainText(/Rp315\.000 lagi gratis ongkir/);
  await expect(promise.getByRole('progressbar')).toHaveAttribute('max', '500000');
  await page.getByRole('spinbutton').first().fill('3');
  await expect(promise).toContainText('Gratis ongkir dengan Pos Reguler');

  await page.getByRole('link', { name: 'Ke checkout' }).click();
  await expect(page.locator('#address-line')).toContainText('Sumur Bandung, Bandung');
  await expect(page.locator('ship-checkout')).toContainText('40111');
  expect(await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('ship-area') ?? '{}')))).toEqual([
    'id',
    'name',
    'postal_code',
    'until',
  ]);
});
