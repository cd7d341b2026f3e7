import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openShop } from '../support/open-shop.ts';

describe('the demo’s checkout page', () => {
  const demo = openShop();
  let page: Page;

  beforeEach(async () => {
    await page?.close();
    page = await demo.browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(demo.shop.address);
    await page.locator('ship-checkout .message').first().waitFor();
  });

  const fillExample = async () => {
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByRole('radio').first().waitFor();
  };
  const shipment = () => page.evaluate(() => document.querySelector('ship-checkout')?.shipment);

  it('takes coordinates with a comma, as Indonesians write them', async () => {
    await fillExample();
    await page.getByText('Map coordinates').click();
    await page.getByLabel('Latitude').fill('-6,9175');
    await page.getByLabel('Longitude').fill('107.6191');
    const { destination_latitude, destination_longitude } = (await shipment()) ?? {};
    assert.deepEqual([destination_latitude, destination_longitude], [-6.9175, 107.6191]);
    const fields = page.locator('#checkout details input');
    assert.ok(await fields.evaluateAll((all) => all.every((field) => (field as HTMLInputElement).checkValidity())));
  });

  it('opens the coordinates when one of them is not a number', async () => {
    await fillExample();
    await page.getByText('Map coordinates').click();
    await page.getByLabel('Latitude').fill('about seven');
    await page.getByText('Map coordinates').click();
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: /^Order delivery/ }).click();
    await page.locator('details[open]').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'latitude');
  });

  it('is as the shopper left it when Back returns to it', async () => {
    await fillExample();
    await page.locator('#language').selectOption('id');
    await page.locator('#mode').selectOption('draft');
    await page.getByRole('link', { name: 'Shop’s desk' }).click();
    await page.getByRole('heading', { name: 'Drafts' }).waitFor();
    await page.goBack();
    await page.getByRole('radio').first().waitFor();
    assert.equal(await page.locator('[name=postal]').inputValue(), '40111');
    const widget = page.locator('ship-checkout');
    assert.equal(
      await widget.evaluate((element) => (element as HTMLElement).lang),
      await page.locator('#language').inputValue(),
    );
    assert.equal(await page.locator('#language').inputValue(), 'id');
    assert.equal(
      await widget.evaluate((element) => (element as HTMLElementTagNameMap['ship-checkout']).orderMode),
      'draft',
    );
  });

  it('says nothing of cash on delivery when the widget no longer offers it', async () => {
    await fillExample();
    await page.getByRole('switch', { name: 'Cash on delivery' }).check();
    await page
      .locator('#log li', { hasText: /^ship-quote/ })
      .nth(1)
      .waitFor();
    await page.getByRole('radio').first().check();
    const collected = page.locator('#summary', { hasText: 'of which to the courier' });
    await collected.waitFor();
    await page.getByLabel('Quantity of Compact camera').fill('4');
    await collected.waitFor({ state: 'detached' });
  });
});
