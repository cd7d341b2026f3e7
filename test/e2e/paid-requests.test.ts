import { createSandbox } from '../../src/sandbox/index.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, setContacts, test } from '../support/shop-test.ts';

/** Every rates call is charged to the merchant (contract/README.md §1.10). */
test('a purchase asks for rates three times: for the list, with COD, and for the order', async ({ page, openPage }) => {
  const sandbox = createSandbox();
  const asked: object[] = [];
  const service = async (request: Request) => {
    if (request.url.endsWith('/v1/rates/couriers')) asked.push(await request.clone().json());
    return sandbox.fetch(request);
  };
  await openPage(checkoutTag('order-mode="order" picker-open all-rates'), { service });
  await setContacts(page);
  const [insurance, cashOnDelivery, courier] = ['#insurance', '#cash-on-delivery', '[type=checkbox][value=anteraja]'];
  for (const control of ['[value="anteraja/reg"]', insurance, cashOnDelivery, cashOnDelivery, courier, courier]) {
    await page.locator(control).click();
    await expect(page.locator('ship-checkout')).toHaveJSProperty('status', 'ready');
  }
  await page.locator('[part=button]').click();
  await expect(page.locator('ship-checkout')).toHaveJSProperty('status', 'placed');
  expect(asked.map((question) => 'destination_cash_on_delivery' in question)).toStrictEqual([false, true, false]);
  const withCod = { courier_insurance: 185_000, destination_cash_on_delivery: 185_000 };
  const ordered = { courier_insurance: 185_000, couriers: 'anteraja' };
  expect(asked).toMatchObject([{ courier_insurance: 185_000 }, withCod, ordered]);
});
