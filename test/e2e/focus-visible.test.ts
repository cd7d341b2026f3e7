import type { CheckoutElement } from '../../src/elements/index.ts';
import { contacts } from '../support/fixtures.ts';
import { type Focus, lookAtFocus } from '../support/focus-ring.ts';
import { serviceOf } from '../support/rates.ts';
import { shipment } from '../support/script-shop.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

const page = `<!doctype html>
  <html lang="en">
    <head>
      <title>Shop</title>
      <style>:root { color-scheme: light dark; background: light-dark(#ffffff, #121212); color: light-dark(#111111, #eeeeee) }</style>
      <script defer src="ship-elements.js"></script>
    </head>
    <body>
      <a href="#before">Before</a>
      <ship-checkout base-url="/shipping" picker="open" view="list" order-mode="order" shipment='${shipment}'></ship-checkout>
      <a href="#after">After</a>
    </body>
  </html>`;

/** Tabs from the link before the checkout to the one after it. */
async function walk(tab: Page): Promise<Focus[]> {
  await tab.getByRole('link', { name: 'Before' }).focus();
  const stops: Focus[] = [];
  for (;;) {
    await tab.keyboard.press('Tab');
    const focus = await lookAtFocus(tab);
    if (!focus.inCheckout) return stops;
    stops.push(focus);
  }
}

function assertSeen(stops: Focus[], names: RegExp[]): void {
  for (const { name, ring, others, contrast, inSight } of stops) {
    expect(ring, `${name} has a ring of ${ring} px`).toBeGreaterThanOrEqual(2);
    expect(others, `beside ${name} something else has a ring`).toBe(0);
    expect(contrast, `the ring of ${name} has a contrast of ${contrast}`).toBeGreaterThanOrEqual(3);
    expect(inSight, `${name} is out of sight`).toBeTruthy();
  }
  expect([...new Set(stops.map(({ look }) => look))], 'the ring is the same everywhere').toHaveLength(1);
  const passed = stops.map(({ name }) => name).join('\n');
  for (const name of names) expect(passed).toMatch(name);
}

const choices = [/input “Anteraja”/, /select “Cheapest/, /2–3 days/, /Insurance/, /Cash on delivery/];

test.describe('the focused control', () => {
  test.use({ viewport: { width: 420, height: 560 } });

  for (const scheme of ['light', 'dark'] as const) {
    test(`is visible at every step of the Tab key, from the rates to the cancellation, in ${scheme}`, async ({
      page: tab,
      serve,
    }) => {
      await tab.emulateMedia({ colorScheme: scheme });
      const { address } = await serve({ 'index.html': page }, undefined, serviceOf());
      await tab.goto(`${address}index.html`);
      await tab.getByRole('checkbox').first().waitFor();
      assertSeen(await walk(tab), [...choices, /Confirm delivery/]);

      await tab.getByRole('radio', { name: 'J&T Cargo' }).check();
      await tab.getByRole('button', { name: 'Confirm delivery Rp' }).waitFor();
      assertSeen(await walk(tab), [...choices, /J&T Cargo/, /always ins/, /Confirm delivery/]);

      await tab.locator('ship-checkout').evaluate((element, order) => Object.assign(element, { order }), contacts);
      await tab.getByRole('button', { name: 'Confirm delivery' }).click();
      await tab.getByRole('button', { name: 'Cancel order' }).waitFor();
      assertSeen(await walk(tab), [/Cancel order/]);
      await tab.getByRole('button', { name: 'Cancel order' }).click();
      assertSeen(await walk(tab), [/select “I want another/, /Yes, cancel the order/, /Keep the order/]);
    });

    test(`is visible when only a retry is possible, in ${scheme}`, async ({ page: tab, serve }) => {
      await tab.emulateMedia({ colorScheme: scheme });
      const { address } = await serve({ 'index.html': page }, undefined, serviceOf());
      await tab.goto(`${address}index.html`);
      await tab.getByRole('radio').first().check();
      await tab.route('**/v1/rates/couriers', (route) => route.abort());
      await tab.locator('ship-checkout').evaluate((element) => void (element as CheckoutElement).refresh());
      await tab.getByRole('button', { name: 'Try again' }).waitFor();
      assertSeen(await walk(tab), [/2–3 days/, /Try again/, /Confirm delivery/]);
      await tab.unroute('**/v1/rates/couriers');
      await tab.getByRole('button', { name: 'Try again' }).click();
      await tab.locator('ship-checkout:not(:state(error), :state(stale))').waitFor();
      await tab.locator('ship-checkout').evaluate((element, order) => Object.assign(element, { order }), contacts);
      await tab.route('**/v1/orders', (route) => route.abort());
      await tab.getByRole('button', { name: 'Confirm delivery' }).click();
      await tab.getByRole('button', { name: 'Check again' }).waitFor();
      assertSeen(await walk(tab), [/Check again/]);
    });
  }
});
