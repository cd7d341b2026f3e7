import { expect, type Page, test } from '../support/shop-test.ts';

test.describe('the demo shop on small and large screens', () => {
  /** Elements that leave the screen, by tag and text, and amounts that go on in another line. */
  const beyond = (page: Page) =>
    page.evaluate(() => {
      const { clientWidth } = document.documentElement;
      const elements = [...document.querySelectorAll('body *')];
      const cut = elements.filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5);
      const found = cut.map((element) => `${element.localName} ${element.textContent?.trim().slice(0, 40)}`);
      const texts = elements.flatMap(({ childNodes }) => [...childNodes].filter((node) => node instanceof Text));
      for (const text of texts)
        for (const { index, 0: amount } of text.data.matchAll(/Rp\s?[\d.,]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + amount.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => top));
          if (lines.size > 1) found.push(`${amount} is broken`);
        }
      return found;
    });

  for (const { width, text } of [
    { width: 280, text: '100%' },
    { width: 640, text: '200%' },
    { width: 1280, text: '100%' },
  ])
    test(`fits ${width} px with text at ${text}: the checkout, and an order and a draft on the desk`, async ({
      page,
      demo,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const open = async (name: string) => {
        await page.goto(demo.address + name);
        await page.addStyleTag({ content: `:root { font-size: ${text} }` });
      };
      for (const mode of ['order', 'draft']) {
        await open('shop.html');
        // It has the receipt of the order before.
        if (mode === 'draft') await page.getByRole('button', { name: 'Order again' }).click();
        await page.getByRole('radio').first().check();
        await page.getByText('Change', { exact: true }).first().click();
        expect(await beyond(page)).toStrictEqual([]);
        await page.getByRole('button', { name: 'Demo controls' }).click();
        await page.locator('#mode').selectOption(mode);
        expect(await beyond(page)).toStrictEqual([]);
        await page.getByRole('button', { name: 'Close' }).click();
        await page.locator('ship-order-button [part=button]').click();
        if (mode === 'order') {
          expect(await beyond(page)).toStrictEqual([]);
          await page.locator('#payment .pay').press('Enter');
        }
        await page.locator('ship-order-button code').first().waitFor({ state: 'attached' });
        await open('desk.html');
        await page.locator(`#${mode}s tbody tr`).first().waitFor();
        expect(await beyond(page)).toStrictEqual([]);
      }
    });

  test('keeps the summary in sight while the page scrolls', async ({ page, demo }) => {
    await page.goto(`${demo.address}shop.html`);
    await page.getByRole('button', { name: /\d+ more$/ }).click();
    await page.evaluate(() => scrollTo(0, 400));
    await page.waitForFunction(() => scrollY === 400);
    const top = await page.locator('.side').evaluate((side) => side.getBoundingClientRect().top);
    expect(top).toBe(16);
  });
});
