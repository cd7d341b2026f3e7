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
  const checkout = page.getByRole('link', { name: 'Ke checkout' });
  await page.getByRole('spinbutton').first().fill('0');
  await expect(page.getByText('Keranjang kosong. Lihat barang')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lihat barang' })).toHaveAttribute('href', 'product.html');
  await expect(checkout).toBeHidden();
  await page.getByRole('spinbutton').first().fill('3');
  await expect(page.getByText('Keranjang kosong')).toBeHidden();
  await expect(promise).toContainText('Gratis ongkir dengan Pos Reguler');

  await checkout.click();
  await expect(page.locator('#address summary').first()).toHaveText(
    /^\s*Dikirim ke\s*Sumur Bandung, Bandung 40111\s*Sari Wulandari.*Ubah\s*$/s,
  );
  expect(
    await page
      .locator('#address summary')
      .first()
      .evaluate(({ clientHeight }) => clientHeight),
  ).toBe(44);
  await expect(page.locator('ship-checkout')).toContainText('40111');
  expect(await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('ship-area') ?? '{}')))).toEqual([
    'id',
    'name',
    'postal_code',
    'until',
  ]);
});
