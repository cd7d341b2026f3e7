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
      '  radio “Anteraja Reguler, 2–3 days, Rp 12,000” — Recommended: cheapest, was Rp 15,000',
      '  radio “GoSend Instant, 1–3 hours, Rp 30,000” — Fastest',
      '  radio “Wahana Reguler, 2–3 days, Rp 13,000”',
      '  radio “JNE Reguler, 2–3 days, Rp 15,000”',
      '  radio “J&T Cargo Reguler, 2–3 days, Rp 45,000”',
      'group “Extras”',
      '  switch “Insurance” — Covers Rp 185,000',
      '  switch “Cash on delivery” — see when on, Cash at the door',
      'group',
      'paragraph',
      '  “Choose a delivery option.”',
      'status [live: polite, atomic]',
      '  “5 delivery options found.”',
    ]);
  });

  test('is told why a row or a switch is disabled, and the parts of the price', async ({ page }) => {
    await page.getByRole('switch', { name: 'Cash on delivery' }).click();
    await page.getByRole('radio', { name: /Wahana.*No COD/ }).waitFor();
    await expect(page.locator('[part=list]')).toHaveAttribute('aria-busy', 'false');
    await page.getByRole('radio', { name: 'J&T Cargo' }).press(' ');
    await page.getByText('Pay at the door').waitFor();
    expect(await tree(page)).toStrictEqual([
      'heading “Delivery to 40111”',
      'radiogroup “Delivery to 40111” [required]',
      '  radio “Anteraja Reguler, 2–3 days, Rp 12,000” — Recommended: cheapest, was Rp 15,000',
      '  radio “GoSend Instant, 1–3 hours, Rp 30,000” — Fastest',
      '  radio “Wahana Reguler, 2–3 days, Rp 13,000, No COD”',
      '  radio “JNE Reguler, 2–3 days, Rp 15,000”',
      '  radio “J&T Cargo Reguler, 2–3 days, Rp 45,000” [checked]',
      'group “Extras”',
      '  switch “Insurance” — +Rp 5,000, J&T Cargo always insures [disabled, checked]',
      '  switch “Cash on delivery” — +Rp 0, Goods Rp 185,000 [checked]',
      'group',
      'strong',
      'button “Book delivery”',
      'status [live: polite, atomic]',
      '  “J&T Cargo always insures”',
    ]);
  });

  test('is told the receipt: a heading, named facts and numbers to copy, without the form', async ({ page }) => {
    await page.getByRole('radio', { name: 'J&T Cargo' }).press(' ');
    await setContacts(page);
    await page.locator('ship-checkout').evaluate((checkout) => checkout.setAttribute('reference', 'shop-1'));
    await page.getByRole('button', { name: 'Book delivery' }).click();
    await page.getByRole('heading', { name: 'Order received' }).waitFor();
    expect(await tree(page)).toStrictEqual([
      'group “Order received.”',
      '  heading “Order received”',
      ...[
        '  DescriptionList',
        '    term “Order number”',
        '    definition',
        '      code',
        '      button “Copy Order number”',
      ],
      ...['    term “Courier”', '    definition', '      “J&T Cargo Reguler”'],
      '  strong',
      ...['  paragraph', '    “Next:”', '    “the courier collects the parcel from the shop.”'],
      '  DescriptionList',
      ...['    term “Shipping”', '    definition', '      “Rp 40,000”'],
      ...['    term “Insurance”', '    definition', '      “Rp 5,000”'],
      ...['    term “Delivery total”', '    definition', '      “Rp 45,000”'],
      ...['    term “Tracking number”', '    definition', '      code', '      button “Copy Tracking number”'],
      '  group',
      '    DisclosureTriangle “Order details”',
      '  button “Cancel order”',
      '  button “Save receipt”',
      'status [live: polite, atomic]',
    ]);
  });
});
