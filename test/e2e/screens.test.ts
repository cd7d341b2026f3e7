import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openShop } from '../support/open-shop.ts';

describe('the demo shop on the screens there are', () => {
  const demo = openShop();
  let page: Page;

  afterEach(() => page.close());

  async function open(path: string, width: number, text = '100%'): Promise<void> {
    page = await demo.browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(demo.shop.address + path);
    await page.addStyleTag({ content: `:root { font-size: ${text} }` });
  }

  async function order(mode: 'order' | 'draft'): Promise<void> {
    await page.locator('#mode').selectOption(mode);
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByRole('radio').first().check();
    await page.locator('ship-order-button [part=button]').click();
    await page.locator('ship-order-button code').first().waitFor();
  }

  /** What is cut off or reaches beyond the screen, by tag and text. */
  const beyond = () =>
    page.evaluate(() => {
      const { clientWidth } = document.documentElement;
      const cut = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
      );
      return cut.map((element) => `${element.localName} ${element.textContent?.trim().slice(0, 40)}`);
    });

  const screens = [
    { width: 280, text: '100%' },
    { width: 360, text: '100%' },
    { width: 640, text: '200%' },
    { width: 1280, text: '100%' },
    { width: 1280, text: '200%' },
  ];

  for (const { width, text } of screens) {
    it(`fits the checkout on ${width} px, its text at ${text}`, async () => {
      await open('', width, text);
      await page.getByRole('button', { name: 'Fill in an example' }).click();
      await page.getByRole('radio').first().waitFor();
      assert.equal(await page.evaluate(() => document.scrollingElement?.scrollWidth), width);
      assert.deepEqual(await beyond(), []);
    });
  }

  for (const width of [280, 360, 1280]) {
    it(`shows all of an order and of a draft on the desk, on ${width} px`, async () => {
      for (const mode of ['order', 'draft'] as const) {
        await open('', width);
        await order(mode);
        await page.goto(`${demo.shop.address}desk.html`);
        await page.locator(`#${mode}s tbody tr`).first().waitFor();
        assert.deepEqual(await beyond(), []);
        await page.close();
      }
    });
  }

  it('keeps the summary in sight while the page scrolls', async () => {
    await open('', 1280);
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByRole('radio').first().waitFor();
    await page.evaluate(() => scrollTo(0, 400));
    await page.waitForFunction(() => scrollY === 400);
    const top = await page.locator('.side').evaluate((side) => side.getBoundingClientRect().top);
    assert.equal(top, 16);
  });
});
