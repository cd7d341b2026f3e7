import { expect, test } from '../support/shop-test.ts';

test.describe('a basket of two sellers in the demo shop', () => {
  test('is bought with one payment, and its receipt follows both parcels, also after a reload, until it is cancelled', async ({
    page,
    demo,
    problems,
  }) => {
    await page.goto(`${demo.address}index.html`);
    await page.getByRole('link', { name: 'Two parcels' }).click();
    const parcels = page.locator('ship-parcels');
    await expect(parcels.locator('[part=head]')).toHaveText([
      /Rumah Teduh.*Batik scarf × 1/s,
      /Kopi Senja.*Gayo.* × 2/s,
    ]);
    await expect(parcels).not.toHaveJSProperty('value', null);
    const rate = parcels.getByRole('radio').last();
    // A press on what has just appeared does not count.
    while (!(await rate.isChecked())) await rate.click();
    const { payNow, deliveries } = await parcels.evaluate((element: HTMLElementTagNameMap['ship-parcels']) => ({
      payNow: element.payNow ?? Number.NaN,
      deliveries: element.chosen.map(({ rate }) => rate?.price ?? Number.NaN),
    }));
    const sum = 185_000 + 2 * 160_000 + deliveries.reduce((total, price) => total + price, 0);
    expect(payNow).toBe(sum);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/basket.html?order=*');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order');
    const paid = page.locator('#summary div', { hasText: 'Paid' }).locator('dd');
    expect(Number((await paid.textContent())?.replace(/\D/g, ''))).toBe(sum);
    await expect(page.locator('#parcels h2:not([part])')).toHaveText(['Rumah Teduh', 'Kopi Senja']);
    await expect(page.locator('ship-tracking [part=headline]')).toHaveText([/\w/, /\w/]);
    await page.getByRole('button', { name: 'Cancel the order' }).click();
    await expect(page.getByText('Cancelled. Nothing is sent.')).toHaveCount(2);
    await expect(page.locator('ship-tracking')).toHaveCount(0);
    const back = page.locator('#summary div', { hasText: 'Goes back to you' }).locator('dd');
    expect(await back.textContent()).toBe(await paid.textContent());
    expect(problems).toEqual([]);
  });

  test('says what is wrong with the address, and keeps what was typed and chosen', async ({ page, demo }) => {
    await page.goto(`${demo.address}basket.html`);
    const parcels = page.locator('ship-parcels');
    await expect(parcels).not.toHaveJSProperty('value', null);
    const value = await parcels.evaluate((element: HTMLElementTagNameMap['ship-parcels']) => element.value);
    await page.getByLabel('Phone').fill('0812');
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please check your name, phone and address.');
    await expect(page.getByLabel('Phone')).toHaveValue('0812');
    await expect(parcels).toHaveJSProperty('value', value);
    await page.getByLabel('Phone').fill('081234567890');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/basket.html?order=*');
  });
});
