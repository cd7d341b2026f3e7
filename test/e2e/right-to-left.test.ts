import { serviceOf } from '../support/rates.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

/** The characters of each text as they are drawn, from left to right. */
const drawn = (page: Page, selector: string) =>
  page.locator(`ship-checkout ${selector}`).evaluateAll((elements) =>
    elements.map((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const places: { character: string; left: number }[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const [index, character] of [...(node.nodeValue ?? '')].entries()) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { left, width } = range.getBoundingClientRect();
          if (width) places.push({ character, left });
        }
      }
      const line = places.sort((a, b) => a.left - b.left).map(({ character }) => character);
      return line.join('').replace(/\s+/g, ' ').trim();
    }),
  );

test.describe('on a right-to-left page', () => {
  test.use({ viewport: { width: 900, height: 1600 } });

  test.beforeEach(async ({ page, openPage }) => {
    const checkout = checkoutTag('order-mode="order" rows="5" value="anteraja/reg"');
    await openPage(`<main dir="rtl">${checkout}</main>`, { service: serviceOf() });
    await page.getByRole('button', { name: 'Book delivery' }).waitFor();
    await page.getByRole('radio').first().waitFor();
  });

  const texts: Record<string, string[]> = {
    '[part=price]': ['Rp 12,000', 'Rp 30,000', 'Rp 13,000', 'Rp 15,000', 'Rp 45,000'],
    's:first-child': ['Rp 15,000'],
    strong: ['Rp 12,000'],
    '.hint': ['Covers Rp 185,000', 'Cash at the door'],
    '.line:not(.base) .fee:not(.later)': ['+Rp 0'],
    '.lead': ['2–3 days', '1–3 hours', '2–3 days', '2–3 days', '2–3 days'],
  };

  test('amounts, arrivals and hints are drawn in their own order', async ({ page }) => {
    for (const [part, expected] of Object.entries(texts)) expect(await drawn(page, part), part).toStrictEqual(expected);
  });

  test('the controls stand on the right, the prices and the fees on the left', async ({ page }) => {
    const middle = async (selector: string) => {
      const box = await page.locator(`ship-checkout ${selector}`).first().boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    const row = [await middle('.row .price'), await middle('.row .lead'), await middle('.row input')];
    expect(row).toStrictEqual([...row].sort((a, b) => a - b));
    expect(await middle('.line .fee')).toBeLessThan(await middle('.line .label'));
  });
});
