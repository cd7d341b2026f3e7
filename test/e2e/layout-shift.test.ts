import { readFileSync } from 'node:fs';
import { contacts } from '../support/fixtures.ts';
import { shipment } from '../support/script-shop.ts';
import { expect, hold, type Locator, painted, test } from '../support/shop-test.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The rule in README. */
const room = readme.match(/^ship-checkout:not\(:defined\) \{[^}]+\}/m)?.[0] ?? '';

const below = Array.from({ length: 20 }, (_nothing, index) => `<p>What the shop says below, ${index}.</p>`).join('');

const page = `<!doctype html>
  <html lang="en">
    <head>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Shop</title>
      <style>${room}</style>
      <script defer src="ship-elements.js"></script>
    </head>
    <body>
      <h1>Checkout</h1>
      <ship-checkout base-url="/shipping" order-mode="order" shipment='${shipment}'></ship-checkout>
      <main id="below">${below}</main>
    </body>
  </html>`;

/** Records each layout shift that the browser reports. */
const watch = () => {
  const seen: { value: number; hadRecentInput: boolean }[] = [];
  const observer = new PerformanceObserver((list) => void seen.push(...(list.getEntries() as never[])));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, {
    takeShifts() {
      seen.push(...(observer.takeRecords() as never[]));
      return seen.splice(0).map(({ value, hadRecentInput }) => ({ value, hadRecentInput }));
    },
  });
};

declare global {
  interface Window {
    takeShifts(): { value: number; hadRecentInput: boolean }[];
  }
}

test.describe('a page that reserves the space that README says', () => {
  for (const [width, height] of [
    [360, 800],
    [1280, 900],
  ] as const) {
    test(`moves nothing while answers come, at ${width} px`, async ({ page: tab, serve }) => {
      const { address } = await serve({ 'index.html': page });
      await tab.setViewportSize({ width, height });
      await tab.addInitScript(watch);
      let sum = 0;
      /** An answer moves nothing, even soon after a click, so all shifts count. */
      const answered = async () => {
        await painted(tab);
        for (const { value } of await tab.evaluate(() => window.takeShifts())) sum += value;
      };
      /** Shifts right after a click do not count. The browser marks them with `hadRecentInput`. */
      const clicked = async () => {
        await painted(tab);
        for (const { value, hadRecentInput } of await tab.evaluate(() => window.takeShifts())) {
          if (!hadRecentInput) sum += value;
        }
      };
      const place = () =>
        tab.locator('#below').evaluate((element) => element.getBoundingClientRect().top + window.scrollY);

      const [script, couriers, first] = [
        await hold(tab, '**/ship-elements.js'),
        await hold(tab, '**/v1/couriers'),
        await hold(tab, '**/v1/rates/couriers'),
      ];
      await tab.goto(`${address}index.html`, { waitUntil: 'commit' });
      await tab.locator('#below').waitFor();
      await answered();
      script();
      await tab.getByText('Comparing couriers…').waitFor();
      await answered();
      const loading = await place();
      couriers();
      const choose = tab.getByRole('button', { name: /Choose$/ });
      await choose.waitFor();
      await answered();
      expect(await place(), 'couriers').toBe(loading);
      first();
      await tab.getByRole('radio').first().waitFor();
      await answered();

      /** The pressed control stays in place, as far as the page can scroll, and nothing else moves. */
      const pressed = async (what: string, control: Locator) => {
        await control.scrollIntoViewIfNeeded();
        const top = () => control.evaluate((element) => element.getBoundingClientRect().top);
        const before = await top();
        await control.click();
        await clicked();
        expect(Math.abs((await top()) - before), what).toBeLessThan(2);
      };
      const [insurance, cashOnDelivery] = [
        tab.getByRole('switch', { name: 'Insurance' }),
        tab.getByRole('switch', { name: 'Cash on delivery' }),
      ];
      await pressed('insurance on', insurance);
      await pressed('a choice', tab.getByRole('radio').nth(1));
      await pressed('a group opened', tab.getByRole('button', { name: /^Regular/ }));
      await pressed('another choice', tab.getByRole('radio').nth(3));
      await pressed('a group closed', tab.getByRole('button', { name: /^Regular/ }));
      await pressed('cash on delivery on', cashOnDelivery);
      await pressed('those without it opened', tab.getByRole('button', { name: /^Without COD/ }));
      await pressed('insurance off', insurance);
      await pressed('cash on delivery off', cashOnDelivery);
      await pressed('the couriers unfolded', choose);
      await pressed('a courier', tab.getByRole('checkbox').first());
      await pressed('all couriers', tab.getByRole('checkbox').first());
      await pressed('a courier that does not insure', tab.getByRole('radio', { name: 'Wahana Deno' }));
      await pressed('the courier again', tab.getByRole('checkbox').first());
      await pressed('the last choice', tab.getByRole('radio').first());

      const order = await hold(tab, '**/v1/orders');
      await tab.locator('ship-checkout').evaluate((element, order) => Object.assign(element, { order }), contacts);
      await tab.getByRole('button', { name: /^Confirm delivery/ }).click();
      await tab.locator('ship-checkout:state(ordering)').waitFor();
      await clicked();
      order();
      await tab.locator('ship-checkout:state(placed)').waitFor();
      // The receipt replaces the form, so the content below moves up.
      await painted(tab);
      const receipt = await tab.locator('[part=receipt]').boundingBox();
      expect(receipt && receipt.y >= 0 && receipt.y < height, 'the receipt is in sight').toBe(true);
      expect(sum, `the sum of the shifts is ${sum}`).toBeLessThan(0.01);
    });
  }
});
