import { serviceOf } from '../support/rates.ts';
import { shipment } from '../support/script-shop.ts';
import { expect, type Locator, type Page, test } from '../support/shop-test.ts';

const page = `<!doctype html>
  <html lang="en" dir="rtl">
    <head><title>Shop</title><script defer src="ship-elements.js"></script></head>
    <body>
      <ship-checkout base-url="/shipping" order-mode="order" rows="5" value="anteraja/reg" shipment='${shipment}'>
      </ship-checkout>
    </body>
  </html>`;

/** The characters of each text as they are drawn, from left to right. */
const drawn = (tab: Page, selector: string) =>
  tab.locator(`ship-checkout ${selector}`).evaluateAll((elements) =>
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

/** The right edge of the text of an element. */
const rightOf = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right;
  });

test.describe('on a right-to-left page', () => {
  test.use({ viewport: { width: 900, height: 1600 } });

  test.beforeEach(async ({ page: tab, serve }) => {
    const { address } = await serve({ 'index.html': page }, undefined, serviceOf());
    await tab.goto(`${address}index.html`);
    await tab.getByRole('button', { name: 'Confirm delivery Rp 12,000' }).waitFor();
  });

  test('prices are drawn in their own order', async ({ page: tab }) => {
    expect(await drawn(tab, '[part=price]')).toStrictEqual([
      ...['Rp 12,000', 'Rp 30,000', 'Rp 13,000', 'Rp 15,000', 'Rp 45,000'],
    ]);
    expect(await drawn(tab, 's')).toStrictEqual(['Rp 15,000']);
    expect(await drawn(tab, 'dd')).toStrictEqual(['Rp 15,000', '−Rp 3,000', 'Rp 12,000']);
    expect(await drawn(tab, 'button b')).toStrictEqual(['Rp 12,000']);
  });

  test('the texts of a switch are drawn in their own order, from the right', async ({ page: tab }) => {
    expect(await drawn(tab, '.switch .hint')).toStrictEqual(['covers Rp 185,000', 'pay all at the door']);
    expect(await drawn(tab, '.cost:not(:empty)')).toStrictEqual(['+Rp 0']);
    const [label, hint] = [tab.locator('.switch .label').first(), tab.locator('.switch .hint').first()];
    expect(await rightOf(hint)).toBeLessThan(await rightOf(label));
  });

  test('an arrival is drawn in its own order', async ({ page: tab }) => {
    expect(await drawn(tab, '.lead')).toStrictEqual([...['2–3 days', '1–3 hours', '2–3 days', '2–3 days', '2–3 days']]);
  });

  test('the controls stand on the right, the prices on the left', async ({ page: tab }) => {
    const row = tab.locator('ship-checkout .row').first();
    const across = async (selector: string) => {
      const box = await row.locator(selector).boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    const places = [await across('.price'), await across('.lead'), await across('input')];
    expect(places).toStrictEqual([...places].sort((a, b) => a - b));
  });
});
