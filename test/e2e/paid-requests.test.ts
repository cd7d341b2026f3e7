import { createSandbox } from '../../src/sandbox/index.ts';
import { contacts } from '../support/fixtures.ts';
import { shipment } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const shop = `<!doctype html><html lang="en"><title>Shop</title>
  <script src="ship-elements.js" defer></script>
  <ship-checkout base-url="/shipping" order-mode="order" picker="open" view="list" rows="50" shipment='${shipment}'></ship-checkout></html>`;

/** Every rates call is charged to the merchant (contract/README.md §1.10). */
test('a typical purchase asks for rates three times: for the list, with COD, and for the order', async ({
  page,
  serve,
}) => {
  const sandbox = createSandbox();
  const asked: Record<string, unknown>[] = [];
  const { address } = await serve({ 'shop.html': shop }, undefined, async (request) => {
    if (request.url.endsWith('/v1/rates/couriers')) asked.push(await request.clone().json());
    return sandbox.fetch(request);
  });
  await page.goto(`${address}shop.html`);
  const checkout = page.locator('ship-checkout');
  const press = async (selector: string) => {
    await checkout.locator(selector).evaluate((control: HTMLElement) => control.click());
    await expect(checkout).not.toHaveJSProperty('status', 'stale');
  };
  await expect(checkout).toHaveJSProperty('status', 'ready');
  await checkout.evaluate((element, order) => Object.assign(element, { order }), contacts);
  await press('input[type=radio][value="anteraja/reg"]');
  for (const id of ['insurance', 'cash-on-delivery', 'cash-on-delivery']) await press(`#${id}`);
  for (const courier of ['anteraja', 'idexpress', 'idexpress', 'anteraja'])
    await press(`input[type=checkbox][value=${courier}]`);
  await expect(checkout).toHaveJSProperty('value', 'anteraja/reg');
  await press('[part=button]');
  await expect(checkout).toHaveJSProperty('status', 'placed');

  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatchObject({ courier_insurance: 185_000 });
  expect(asked[0]).not.toHaveProperty('destination_cash_on_delivery');
  expect(asked[1]).toMatchObject({ courier_insurance: 185_000, destination_cash_on_delivery: 185_000 });
  expect(asked[2]).toMatchObject({ couriers: 'anteraja', courier_insurance: 185_000 });
  expect(asked[2]).not.toHaveProperty('destination_cash_on_delivery');
});
