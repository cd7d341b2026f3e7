import { checkoutTag, shipment } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

test('a wrong shipment is named in the console by its field, without personal data', async ({
  page,
  openPage,
  messages,
}) => {
  const wrong = shipment.replace('12440', '"Jakarta"').replace('Batik scarf', 'For Siti Rahayu');
  await openPage(checkoutTag().replace(shipment, wrong));
  await page.locator('ship-checkout .problem').first().waitFor();
  const said = messages.join('\n');
  expect(said).toMatch(/^warning: .*origin_postal_code must be a postal code as a number of five digits/m);
  expect(said).not.toContain('Siti');
});
