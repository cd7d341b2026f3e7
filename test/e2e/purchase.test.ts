import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createClient } from '@libsql/client';
import type { Page } from 'playwright-core';
import { pressUntil, tabTo } from '../support/keyboard.ts';
import { openShop } from '../support/open-shop.ts';

describe('a purchase in the demo shop', () => {
  const demo = openShop();
  let page: Page;
  const problems: string[] = [];

  beforeEach(async () => {
    await page?.close();
    page = await demo.browser.newPage({ viewport: { width: 1280, height: 900 } });
    problems.length = 0;
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(demo.shop.address);
    await page.locator('ship-checkout .message').first().waitFor();
  });

  const summary = async () => ((await page.locator('#summary').textContent()) ?? '').replace(/\s+/g, ' ').trim();
  const summaryWith = (label: string) => page.locator('#summary div', { hasText: new RegExp(`^${label}Rp`) }).waitFor();
  const total = async () => Number((await summary()).match(/TotalRp ([\d,]+)/)?.[1]?.replaceAll(',', ''));

  async function typeAddress(postal = '40111') {
    await tabTo(page, /name=name/);
    for (const text of ['Sari Wulandari', '081234567890', 'Jl. Braga 12', postal]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.locator('ship-checkout input[type=radio]').first().waitFor();
  }

  it('is sorted, narrowed, made, and cancelled with a reason, with the keyboard alone; the sandbox’s database knows both', async () => {
    await typeAddress();
    await tabTo(page, /Show all \d+ couriers/);
    await page.keyboard.press('Enter');
    await tabTo(page, /value=jne JNE/);
    await page.keyboard.press('Space');
    await page.locator('#log li', { hasText: 'ship-courier-change' }).waitFor();
    await page.waitForFunction(() =>
      document.querySelector('ship-checkout')?.rates.every((rate) => rate.courier_code === 'jne'),
    );

    const shown = page.locator('ship-rate-comparison .name');
    await tabTo(page, /^select .*Fastest first/);
    await page.keyboard.press('ArrowDown');
    await shown.first().filter({ hasText: 'YES' }).waitFor();
    await tabTo(page, /^select .*All options/);
    await pressUntil(page, 'ArrowDown', /value=Regular/);
    await shown.filter({ hasText: 'YES' }).waitFor({ state: 'detached' });

    await tabTo(page, /^input .*name=rate value=jne\//);
    await page.keyboard.press('Space');
    await pressUntil(page, 'ArrowDown', /value=jne\/reg/);
    await summaryWith('Shipping');
    const plain = await total();

    await tabTo(page, /#insurance/);
    await page.keyboard.press('Space');
    await summaryWith('Insurance');
    const insured = await total();
    assert.equal(insured - plain, 4_355_000 * 0.005);

    await tabTo(page, /#cash-on-delivery/);
    await page.keyboard.press('Space');
    await summaryWith('Cash on delivery fee');
    assert.ok((await total()) > insured);
    const promised = await page.evaluate(() => document.querySelector('ship-checkout')?.rate?.price);

    await tabTo(page, /^button .*Order delivery/);
    await page.keyboard.press('Enter');
    const number = page.locator('ship-order-button code').first();
    await number.waitFor();
    const id = (await number.textContent()) ?? '';

    const stored = await readOrder(demo.database, id);
    assert.equal(stored.status, 'confirmed');
    assert.equal(stored.document.price, promised);
    assert.equal(stored.document.destination.cash_on_delivery.amount, 4_355_000);
    assert.equal(stored.document.courier.insurance.amount, 4_355_000);
    assert.equal(stored.document.destination.contact_name, 'Sari Wulandari');

    await tabTo(page, /^button .*Cancel order/);
    await page.keyboard.press('Enter');
    await page.locator('ship-order-button select').waitFor();
    await page.keyboard.press('ArrowDown');
    await tabTo(page, /^button .*Cancel the order now/);
    await page.keyboard.press('Enter');
    await page.locator('#log li', { hasText: 'ship-order-cancelled' }).waitFor();
    const cancelled = await readOrder(demo.database, id);
    assert.equal(cancelled.status, 'cancelled');
    assert.equal(cancelled.document.cancellation_reason_code, 'pickup_delay');
    assert.deepEqual(problems, []);
  });

  it('asks for new rates when the address or the cart changes, and the summary follows', async () => {
    await typeAddress();
    await page.locator('ship-checkout input[type=radio]').first().click();
    await summaryWith('Shipping');
    const near = await total();
    await page.locator('[name=postal]').fill('99351');
    await page.locator('#log li', { hasText: 'shipment-changed' }).waitFor();
    const far = await total();
    assert.ok(far > near, `${far} is not above ${near}`);
    await page.getByLabel('Quantity of Batik scarf').fill('3');
    await page.locator('#summary div', { hasText: /^Goods.*4,725,000$/ }).waitFor();
    await page.waitForFunction(() => document.querySelector('ship-checkout')?.status === 'ready');
    assert.match(await summary(), /^GoodsRp 4,725,000/);
    assert.deepEqual(problems, []);
  });

  it('keeps its orders over a restart, and the shop’s desk lists them', async () => {
    await typeAddress();
    await page.locator('ship-checkout input[type=radio]').first().click();
    await page.locator('ship-order-button [part=button]').click();
    const id = (await page.locator('ship-order-button code').first().textContent()) ?? '';
    await demo.restart();
    await page.goto(`${demo.shop.address}desk.html`);
    const row = page.locator('#orders tr', { hasText: id });
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /confirmed/);
  });

  it('is not sent while the address form is unfinished', async () => {
    await page.locator('[name=postal]').fill('40111');
    await page.locator('ship-checkout input[type=radio]').first().click();
    await page.locator('ship-order-button [part=button]').click();
    await page.locator('#log li', { hasText: 'ship-order-submit' }).waitFor();
    assert.equal(await page.evaluate(() => document.querySelector('ship-checkout')?.status), 'ready');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name');
  });
});

async function readOrder(file: string, id: string) {
  const client = createClient({ url: `file:${file}` });
  const { rows } = await client.execute("SELECT status, document FROM records WHERE kind = 'order' AND id = ?", [id]);
  client.close();
  assert.equal(rows.length, 1, `the order ${id} is not in the database`);
  return { status: rows[0]?.status, document: JSON.parse(String(rows[0]?.document)) };
}
