import { expect, type Page, test } from '../support/shop-test.ts';

test.describe('the demo shop on small and large screens', () => {
  test.describe.configure({ mode: 'parallel' });

  async function open(page: Page, address: string, width: number, text = '100%'): Promise<void> {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${address}shop.html`);
    await page.addStyleTag({ content: `:root { font-size: ${text} }` });
  }

  async function order(page: Page, mode: 'order' | 'draft'): Promise<void> {
    await page.getByRole('button', { name: 'Demo controls' }).click();
    await page.locator('#mode').selectOption(mode);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('radio').first().check();
    await page.locator('ship-order-button [part=button]').click();
    await page.locator('ship-order-button code').first().waitFor();
  }

  /** Elements that leave the screen, by tag and text. */
  const beyond = (page: Page) =>
    page.evaluate(() => {
      const { clientWidth } = document.documentElement;
      const cut = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
      );
      return cut.map((element) => `${element.localName} ${element.textContent?.trim().slice(0, 40)}`);
    });

  const screens = [
    { width: 280, text: '100%' },
    { width: 640, text: '200%' },
    { width: 1280, text: '100%' },
  ];

  for (const { width, text } of screens) {
    test(`fits the checkout on ${width} px, its text at ${text}`, async ({ page, demo }) => {
      await open(page, demo.address, width, text);
      await page.getByRole('radio').first().waitFor();
      await page.getByText('Change', { exact: true }).click();
      for (const drawer of ['closed', 'open']) {
        expect(await page.evaluate(() => document.scrollingElement?.scrollWidth), drawer).toBe(width);
        expect(await beyond(page), drawer).toStrictEqual([]);
        await page.getByRole('button', { name: 'Demo controls' }).click();
      }
    });
  }

  for (const width of [280, 1280]) {
    test(`shows a whole order and a whole draft on the desk, on ${width} px`, async ({ page, demo }) => {
      for (const mode of ['order', 'draft'] as const) {
        await open(page, demo.address, width);
        await order(page, mode);
        await page.goto(`${demo.address}desk.html`);
        await page.locator(`#${mode}s tbody tr`).first().waitFor();
        expect(await beyond(page)).toStrictEqual([]);
      }
    });
  }

  test('keeps the summary in sight while the page scrolls', async ({ page, demo }) => {
    await open(page, demo.address, 1280);
    await page.getByRole('button', { name: /^Show all/ }).click();
    await page.evaluate(() => scrollTo(0, 400));
    await page.waitForFunction(() => scrollY === 400);
    const top = await page.locator('.side').evaluate((side) => side.getBoundingClientRect().top);
    expect(top).toBe(16);
  });
});
