import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { hold, openScriptShop } from '../support/open-script-shop.ts';
import { shipment } from '../support/script-shop.ts';

const page = `<!doctype html>
  <html lang="en">
    <head><title>Shop</title><script defer src="ship-elements.js"></script></head>
    <body><ship-checkout base-url="/shipping" order-mode="order" shipment='${shipment}'></ship-checkout></body>
  </html>`;

/** How many animations and transitions run anywhere in the widget. */
const moving = (tab: Page) =>
  tab
    .locator('ship-checkout *')
    .evaluateAll((elements) => elements.flatMap((element) => element.getAnimations({ subtree: true })).length);

/** The same at once after a switch was moved: a transition is over before a test could look. */
const movingAfterSwitch = (tab: Page) =>
  tab.getByRole('switch', { name: 'Insurance' }).evaluate((input) => {
    input.getAnimations();
    (input as HTMLInputElement).checked = true;
    return input.getAnimations({ subtree: true }).length;
  });

describe('motion', () => {
  const open = openScriptShop({ 'index.html': page });

  async function whileLoading(reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
    const tab = await open.browser.newPage({ reducedMotion });
    await hold(tab, '**/v1/rates/couriers');
    await tab.goto(`${open.shop.address}index.html`);
    await tab.getByText('Comparing couriers …').waitFor();
    return tab;
  }

  it('is there while rates load and where a switch moves, for who has nothing against it', async () => {
    const tab = await whileLoading('no-preference');
    assert.ok((await moving(tab)) > 0);
    assert.ok((await movingAfterSwitch(tab)) > 0);
    await tab.close();
  });

  it('is not there at all for who wants less of it', async () => {
    const tab = await whileLoading('reduce');
    assert.equal(await moving(tab), 0);
    assert.equal(await movingAfterSwitch(tab), 0);
    await tab.close();
  });
});
