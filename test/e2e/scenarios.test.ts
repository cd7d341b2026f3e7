import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openShop } from '../support/open-shop.ts';

describe('the demo shop while something goes wrong', () => {
  const demo = openShop();

  async function openIn(scenario: string): Promise<Page> {
    const page = await demo.browser.newPage();
    await page.goto(demo.shop.address);
    await page.locator('#scenario').selectOption(scenario);
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    return page;
  }

  const desk = async () =>
    (await fetch(`${demo.shop.address}desk/orders`)).json() as Promise<{ orders: { id: string }[] }>;

  it('finds an order again whose answer was lost, and places it once', async () => {
    const page = await openIn('lost-answer');
    await page.getByRole('radio').first().check();
    await page.locator('ship-order-button [part=button]').click();
    await page.getByText('We could not confirm your order').first().waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    const id = await page.locator('ship-order-button code').first().textContent();
    assert.deepEqual(
      (await desk()).orders.map((order) => order.id),
      [id],
    );
  });

  const ways: Record<string, (page: Page) => Promise<unknown>> = {
    'after a reload': (page) => page.reload(),
    'when Back returns to the page': async (page) => {
      await page.goto(`${demo.shop.address}desk.html`);
      await page.goBack();
    },
  };
  for (const [when, comeBack] of Object.entries(ways))
    it(`finds it ${when} as well, and once more there is nothing left to find`, async () => {
      const before = (await desk()).orders.length;
      const page = await openIn('lost-answer');
      const choose = async () => {
        await page.getByRole('button', { name: 'Fill in an example' }).click();
        await page.getByRole('radio').first().check();
      };
      await choose();
      await page.locator('ship-order-button [part=button]').click();
      await page.getByText('We could not confirm your order').first().waitFor();
      await comeBack(page);
      await choose();
      await page.getByRole('button', { name: 'Check again' }).click();
      const id = await page.locator('ship-order-button code').first().textContent();
      const { orders } = await desk();
      assert.equal(orders.length, before + 1);
      assert.ok(orders.some((order) => order.id === id));
      await comeBack(page);
      await choose();
      await page
        .getByRole('button', { name: 'Save as draft' })
        .or(page.getByRole('button', { name: 'Order' }))
        .waitFor();
      assert.equal(await page.getByText('We could not confirm').count(), 0);
    });

  it('orders at a price that rose only when the shopper has seen it', async () => {
    const before = (await desk()).orders.length;
    const page = await openIn('price-rises');
    await page.getByRole('radio').first().check();
    const button = page.locator('ship-order-button [part=button]');
    await button.click();
    await page
      .locator('ship-rate-comparison')
      .getByText(/changed from/)
      .waitFor();
    await page.getByRole('button', { name: /^Order delivery/ }).waitFor();
    assert.equal((await desk()).orders.length, before);
    await button.click();
    await page.locator('ship-order-button code').first().waitFor();
    assert.equal((await desk()).orders.length, before + 1);
  });

  it('says what can be done when nobody serves the lane, and when the service is busy', async () => {
    const empty = await openIn('empty-lane');
    await empty.getByText('No courier delivers to this address.').first().waitFor();
    const busy = await openIn('busy');
    await busy.getByText('Please try again in 2 seconds.').first().waitFor();
  });

  it('says that a service is gone, and clears the choice instead of replacing it', async () => {
    const page = await openIn('service-removed');
    await page.getByRole('radio').first().check();
    await page.locator('ship-checkout #cash-on-delivery').click();
    await page.getByText('is not available for this delivery any more').first().waitFor();
    assert.equal(await page.evaluate(() => document.querySelector('ship-checkout')?.value), null);
  });
});
