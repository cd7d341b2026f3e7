import { longRates, serviceOf, wideRates } from '../support/rates.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, openDetails, type Page, painted, setContacts, test } from '../support/shop-test.ts';

const widths = [280, 360, 640, 1280];

/** The courier that always insures has the longest name. */
const rows = [...longRates, ...wideRates.filter(({ courier_code }) => courier_code !== 'jntcargo')];

/** Lists elements that leave the place, are cut, or overlap a neighbour. */
const troubles = (page: Page) =>
  page.locator('ship-checkout, ship-checkout *').evaluateAll((elements) => {
    const found: string[] = [];
    const place = (document.querySelector('#place') as Element).getBoundingClientRect();
    const seen: Element[] = elements.filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.hidden, option'),
    );
    for (const element of seen) {
      const name = `${element.localName}.${element.className} “${element.textContent?.trim().slice(0, 20)}”`;
      const { left, right } = element.getBoundingClientRect();
      if (left < place.left - 0.5 || right > place.right + 0.5) found.push(`${name} sticks out: ${left} to ${right}`);
      const { display, direction } = getComputedStyle(element);
      // A long name ends with an ellipsis, and the radio has it all. The whole list scrolls.
      const { textOverflow, overflowY } = getComputedStyle(element);
      const isMeant = textOverflow === 'ellipsis' || overflowY === 'auto';
      if (display !== 'inline' && !isMeant && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name} is cut ${direction}`);
      if (!/flex|grid/.test(display)) continue;
      const neighbours = [...element.children].filter((child) => seen.includes(child));
      for (const [index, one] of neighbours.entries()) {
        for (const other of neighbours.slice(index + 1)) {
          const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 0.5 && down > 0.5) found.push(`in ${name} ${one.className} lies over ${other.className}`);
        }
      }
    }
    return { found, seen: seen.length };
  });

test.describe('in a narrow or a wide place', () => {
  test.use({ viewport: { width: 1300, height: 3000 } });

  async function fits(page: Page, what: string): Promise<void> {
    for (const direction of ['ltr', 'rtl']) {
      for (const width of widths) {
        await page.evaluate(
          ([direction, width]) => {
            document.dir = `${direction}`;
            (document.querySelector('#place') as HTMLElement).style.inlineSize = `${width}px`;
          },
          [direction, width],
        );
        await painted(page);
        const { found, seen } = await troubles(page);
        expect(found, `${what}, ${direction}, ${width} px`).toStrictEqual([]);
        expect(seen).toBeGreaterThan(30);
      }
    }
  }

  test('the widget fits with the longest names, from the rates to the cancellation', async ({ page, openPage }) => {
    let raise = 0;
    const attributes = 'picker-open all-rates order-mode="order" insurance cash-on-delivery';
    await openPage(`<div id="place">${checkoutTag(attributes)}</div>`, {
      service: (request) => serviceOf(rows.map((row) => ({ ...row, price: row.price + raise })))(request),
    });
    await page.getByRole('checkbox').first().waitFor();
    await page.locator('.fold').click();
    await page.getByRole('radio', { name: /Wahana.*No COD/ }).waitFor();
    // The list has just changed, so the first click may come too soon.
    await expect(async () => {
      await page.locator('[value="jntcargo/reg"]').click();
      await page.locator('.locked').first().waitFor({ timeout: 500 });
    }).toPass();
    await fits(page, 'rates');
    await setContacts(page);
    raise = 1000;
    await page.getByRole('button', { name: 'Book delivery' }).click();
    await page.locator('[part=row]', { hasText: 'was Rp' }).first().waitFor();
    await fits(page, 'price changed');
    // Keys, because a pointer's press on what has just appeared does not count.
    await page.getByRole('button', { name: 'Book delivery' }).press('Enter');
    await openDetails(page);
    await page.getByRole('button', { name: 'Cancel order' }).press('Enter');
    await page.getByRole('button', { name: 'Yes, cancel the order' }).waitFor();
    await fits(page, 'order');
  });
});
