/**
 * The accessibility tree that Chromium hands to a screen reader. Orca itself, on a virtual screen, was silent in three of six
 * starts, so a test of its speech would fail by chance.
 */
import { accessibilityTree } from '../support/accessibility-tree.ts';
import { serviceOf } from '../support/rates.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, type Page, setContacts, test } from '../support/shop-test.ts';

test.describe('a screen reader', () => {
  test.use({ viewport: { width: 900, height: 1600 } });

  test.beforeEach(async ({ page, openPage }) => {
    await openPage(checkoutTag('order-mode="order" required rows="5"'), { service: serviceOf() });
    await page.getByRole('radio').first().waitFor();
  });

  const tree = (page: Page) => accessibilityTree(page, 'ship-checkout');

  test('is told the rows by courier, arrival and price, with badges and the price before a discount', async ({
    page,
  }) => {
    expect(await tree(page)).toStrictEqual([
      'heading “Delivery to 40111”',
      'radiogroup “Delivery to 40111” [required]',
      '  radio “Anteraja Reguler, 2–3 days, Rp 12,000” — Recommended, instead of Rp 15,000',
      '  radio “GoSend Instant, 1–3 hours, Rp 30,000” — Fastest',
      '  radio “Wahana Reguler, 2–3 days, Rp 13,000”',
      '  radio “JNE Reguler, 2–3 days, Rp 15,000”',
      '  radio “J&T Cargo Reguler, 2–3 days, Rp 45,000” — incl. insurance',
      'heading “Extras”',
      'switch “Insurance” — covers Rp 185,000',
      'switch “Cash on delivery” — pay all at the door',
      'group',
      'button “Confirm delivery” — Choose a delivery option. [disabled]',
      'status [live: polite, atomic]',
      '  “5 delivery options found.”',
    ]);
  });

  test('is told why a row or a switch is disabled, and the parts of the price', async ({ page }) => {
    await page.getByRole('switch', { name: 'Cash on delivery' }).click();
    await page.getByRole('button', { name: 'Show all 5' }).click();
    await page.getByRole('radio', { name: 'Wahana', disabled: true }).waitFor();
    await page.getByRole('radio', { name: 'J&T Cargo' }).click();
    await page.getByRole('button', { name: 'Confirm delivery Rp 45,000' }).waitFor();
    expect(await tree(page)).toStrictEqual([
      'heading “Delivery to 40111”',
      'combobox “Sort”',
      'group “Couriers”',
      '  button “5 couriers Choose”',
      'radiogroup “Delivery to 40111” [required]',
      '  radio “Anteraja Reguler, 2–3 days, Rp 12,000” — Recommended, instead of Rp 15,000',
      '  radio “JNE Reguler, 2–3 days, Rp 15,000”',
      '  radio “GoSend Instant, 1–3 hours, Rp 30,000” — Fastest',
      '  radio “J&T Cargo Reguler, 2–3 days, Rp 45,000” — incl. insurance [checked]',
      '  radio “Wahana Reguler, 2–3 days, Rp 13,000” — No COD [disabled]',
      'button “Show fewer” [expanded]',
      'heading “Extras”',
      'switch “Insurance” — J&T Cargo always insures the goods: Rp 5,000 for the declared value of Rp 185,000. [disabled, checked]',
      'switch “Cash on delivery” — +Rp 0, pay all at the door [checked]',
      'DescriptionList',
      ...['  term “Shipping”', '  definition', '    “Rp 40,000”'],
      ...['  term “Insurance”', '  definition', '    “Rp 5,000”'],
      ...['  term “Delivery total”', '  definition', '    “Rp 45,000”'],
      ...['  term “Pay at the door”', '  definition', '    “Rp 230,000”'],
      'group',
      'button “Confirm delivery Rp 45,000”',
      'status [live: polite, atomic]',
      '  “J&T Cargo always insures the goods: Rp 5,000 for the declared value of Rp 185,000.”',
    ]);
  });

  test('is told the receipt: a heading, named facts and numbers to copy, without the form', async ({ page }) => {
    await page.getByRole('radio', { name: 'J&T Cargo' }).click();
    await setContacts(page);
    await page.locator('ship-checkout').evaluate((checkout) => checkout.setAttribute('reference', 'shop-1'));
    await page.getByRole('button', { name: 'Confirm delivery Rp 45,000' }).click();
    await page.getByRole('heading', { name: 'Your delivery is confirmed.' }).waitFor();
    expect(await tree(page)).toStrictEqual([
      'group “Your delivery is confirmed. Reference: shop-1”',
      '  heading “Your delivery is confirmed.”',
      '  DescriptionList',
      ...['    term “Courier”', '    definition', '      “J&T Cargo Reguler”'],
      ...['    term “Estimated arrival”', '    definition', '      “2–3 days”'],
      ...['    term “Delivery price”', '    definition', '      “Rp 45,000”'],
      ...['    term “Insurance”', '    definition', '      “Covered up to Rp 185,000”'],
      ...['    term “Reference”', '    definition', '      code', '      button “Copy Reference”'],
      ...['    term “Order number”', '    definition', '      code', '      button “Copy Order number”'],
      ...['    term “Tracking number”', '    definition', '      code', '      button “Copy Tracking number”'],
      '  button “Cancel order”',
      'status [live: polite, atomic]',
    ]);
  });
});
