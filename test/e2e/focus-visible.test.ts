import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { serviceOf } from '../support/five-rates.ts';
import { contacts } from '../support/fixtures.ts';
import { type Focus, lookAtFocus } from '../support/focus-ring.ts';
import { openScriptShop } from '../support/open-script-shop.ts';
import { shipment } from '../support/script-shop.ts';

const page = `<!doctype html>
  <html lang="en">
    <head>
      <title>Shop</title>
      <style>:root { color-scheme: light dark; background: light-dark(#ffffff, #121212); color: light-dark(#111111, #eeeeee) }</style>
      <script defer src="ship-elements.js"></script>
    </head>
    <body>
      <a href="#before">Before</a>
      <ship-checkout base-url="/shipping" order-mode="order" shipment='${shipment}'></ship-checkout>
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
    assert.ok(ring >= 2, `${name} has a ring of ${ring} px`);
    assert.equal(others, 0, `beside ${name} something else has a ring`);
    assert.ok(contrast >= 3, `the ring of ${name} has a contrast of ${contrast}`);
    assert.ok(inSight, `${name} is out of sight`);
  }
  const passed = stops.map(({ name }) => name).join('\n');
  for (const name of names) assert.match(passed, name);
}

const choices = [/input “Anteraja”/, /select “Cheapest/, /Reguler/, /Insurance/, /Cash on delivery/];

describe('what has focus', () => {
  const open = openScriptShop({ 'index.html': page }, undefined, serviceOf());

  async function openPage(colorScheme: 'light' | 'dark'): Promise<Page> {
    const tab = await open.browser.newPage({ colorScheme, viewport: { width: 420, height: 560 } });
    await tab.goto(`${open.shop.address}index.html`);
    return tab;
  }

  for (const scheme of ['light', 'dark'] as const) {
    it(`is seen at every step of the Tab key, from the rates to the cancellation, in ${scheme}`, async () => {
      const tab = await openPage(scheme);
      await tab.getByRole('button', { name: 'Show all 5 options' }).waitFor();
      await tab.getByRole('checkbox').first().waitFor();
      assertSeen(await walk(tab), [...choices, /Show all 5 options/, /Order delivery/]);

      await tab.getByRole('button', { name: 'Show all 5 options' }).click();
      await tab.getByRole('radio', { name: 'J&T Cargo' }).check();
      await tab.getByRole('button', { name: 'Order delivery Rp' }).waitFor();
      assertSeen(await walk(tab), [...choices, /J&T Cargo/, /always ins/, /Order delivery/]);

      await tab.locator('ship-checkout').evaluate((element, order) => Object.assign(element, { order }), contacts);
      await tab.getByRole('button', { name: 'Order delivery' }).click();
      await tab.getByRole('button', { name: 'Cancel order' }).waitFor();
      assertSeen(await walk(tab), [/Cancel order/]);
      await tab.getByRole('button', { name: 'Cancel order' }).click();
      assertSeen(await walk(tab), [/select “I want another/, /Cancel the order now/, /Keep it/]);
      await tab.close();
    });

    it(`is seen where asking again is all there is to do, in ${scheme}`, async () => {
      const tab = await openPage(scheme);
      await tab.getByRole('radio').first().check();
      await tab.route('**/v1/rates/couriers', (route) => route.abort());
      await tab.getByRole('switch', { name: 'Insurance' }).click();
      await tab.getByRole('button', { name: 'Try again' }).waitFor();
      assertSeen(await walk(tab), [...choices, /Try again/, /Order delivery/]);
      await tab.unroute('**/v1/rates/couriers');
      await tab.getByRole('button', { name: 'Try again' }).click();
      await tab.locator('ship-checkout:not(:state(error), :state(stale))').waitFor();
      await tab.locator('ship-checkout').evaluate((element, order) => Object.assign(element, { order }), contacts);
      await tab.route('**/v1/orders', (route) => route.abort());
      await tab.getByRole('button', { name: 'Order delivery' }).click();
      await tab.getByRole('button', { name: 'Check again' }).waitFor();
      assertSeen(await walk(tab), [/Check again/]);
      await tab.close();
    });
  }
});
