import { type ScriptShop, shipment } from '../support/script-shop.ts';
import { expect, hold, type Page, test } from '../support/shop-test.ts';

const page = `<!doctype html>
  <html lang="en">
    <head><title>Shop</title><script defer src="ship-elements.js"></script></head>
    <body><ship-checkout base-url="/shipping" order-mode="order" shipment='${shipment}'></ship-checkout></body>
  </html>`;

/** The number of running animations and transitions in the widget. */
const moving = (tab: Page) =>
  tab
    .locator('ship-checkout *')
    .evaluateAll((elements) => elements.flatMap((element) => element.getAnimations({ subtree: true })).length);

/** The same in a switch right after it was moved, because a transition is short. */
const movingAfterSwitch = (tab: Page) =>
  tab.getByRole('switch', { name: 'Insurance' }).evaluate((input) => {
    input.getAnimations();
    (input as HTMLInputElement).checked = true;
    return input.getAnimations({ subtree: true }).length;
  });

test.describe('motion', () => {
  async function openWhileLoading(tab: Page, { address }: ScriptShop, reducedMotion: 'reduce' | 'no-preference') {
    await tab.emulateMedia({ reducedMotion });
    await hold(tab, '**/v1/rates/couriers');
    await tab.goto(`${address}index.html`);
    await tab.getByText('Comparing couriers…').waitFor();
  }

  test('shows while rates load', async ({ page: tab, serve }) => {
    await openWhileLoading(tab, await serve({ 'index.html': page }), 'no-preference');
    expect(await moving(tab)).toBeGreaterThan(0);
  });

  test('does not delay a switch', async ({ page: tab, serve }) => {
    const { address } = await serve({ 'index.html': page });
    await tab.goto(`${address}index.html`);
    expect(await movingAfterSwitch(tab)).toBe(0);
  });

  test('is off with reduced motion', async ({ page: tab, serve }) => {
    await openWhileLoading(tab, await serve({ 'index.html': page }), 'reduce');
    expect(await moving(tab)).toBe(0);
  });
});
