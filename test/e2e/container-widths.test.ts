import { contacts } from '../support/fixtures.ts';
import { longRates, serviceOf, wideRates } from '../support/rates.ts';
import { shipment } from '../support/script-shop.ts';
import { expect, type Page, painted, test } from '../support/shop-test.ts';

/** The layouts that shops put a widget into. */
const places = {
  block: '',
  flex: '#place { display: flex }',
  grid: '#place { display: grid; grid-template-columns: minmax(0, 1fr) }',
};

const widths = [280, 360, 640, 1280];

const page = (style: string) => `<!doctype html>
  <html lang="en">
    <head><title>Shop</title><style>${style}</style><script defer src="ship-elements.js"></script></head>
    <body>
      <div id="place">
        <ship-checkout base-url="/shipping" picker="open" view="list" order-mode="order" insured shipment='${shipment}'></ship-checkout>
      </div>
    </body>
  </html>`;

/** Lists elements that leave the place, are cut, or overlap a neighbour. */
const troubles = (tab: Page) =>
  tab.locator('ship-checkout, ship-checkout *').evaluateAll((elements) => {
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
      if (display !== 'inline' && element.scrollWidth > element.clientWidth + 1)
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
  test.describe.configure({ mode: 'parallel' });
  test.use({ viewport: { width: 1300, height: 3000 } });

  async function fits(tab: Page, what: string): Promise<void> {
    for (const direction of ['ltr', 'rtl']) {
      for (const width of widths) {
        await tab.evaluate(
          ([direction, width]) => {
            document.dir = `${direction}`;
            (document.querySelector('#place') as HTMLElement).style.inlineSize = `${width}px`;
          },
          [direction, width],
        );
        await painted(tab);
        const { found, seen } = await troubles(tab);
        expect(found, `${what}, ${direction}, ${width} px`).toStrictEqual([]);
        expect(seen).toBeGreaterThan(30);
      }
    }
  }

  for (const [name, style] of Object.entries(places)) {
    test(`the longest names wrap in a ${name} box, and leave room for the price`, async ({ page: tab, serve }) => {
      let raise = 0;
      const service = (request: Request) =>
        serviceOf(longRates.map((row) => ({ ...row, price: row.price + raise })))(request);
      const { address } = await serve({ 'index.html': page(style) }, undefined, service);
      await tab.goto(`${address}index.html`);
      await tab.getByRole('checkbox').first().waitFor();
      await tab.locator('[value="jntcargo/reg"]').click();
      await tab.locator('.switch.locked').first().waitFor();
      await fits(tab, 'rates');
      await tab.locator('ship-checkout').evaluate((element, order) => Object.assign(element, { order }), contacts);
      raise = 1000;
      await tab.getByRole('button', { name: 'Confirm delivery' }).click();
      await tab.locator('.news').first().waitFor();
      await fits(tab, 'price changed');
      await tab.getByRole('button', { name: 'Confirm delivery' }).click();
      await tab.getByRole('button', { name: 'Cancel order' }).waitFor();
      await fits(tab, 'order');
    });

    test(`the widget fits in a ${name} box, from the rates to the cancellation, in both directions`, async ({
      page: tab,
      serve,
    }) => {
      const { address } = await serve({ 'index.html': page(style) }, undefined, serviceOf(wideRates));
      await tab.goto(`${address}index.html`);
      await tab.getByRole('radio', { name: 'Wahana' }).waitFor();
      await tab.getByRole('checkbox').first().waitFor();
      await tab.getByRole('switch', { name: 'Cash on delivery' }).click();
      await tab.getByRole('radio', { name: 'Wahana', disabled: true }).waitFor();
      await tab.getByRole('radio', { name: 'J&T Cargo' }).click();
      await tab.getByRole('button', { name: 'Confirm delivery Rp' }).waitFor();
      await fits(tab, 'rates');
      await tab.locator('ship-checkout').evaluate((element, order) => Object.assign(element, { order }), contacts);
      await tab.getByRole('button', { name: 'Confirm delivery' }).click();
      await tab.getByRole('button', { name: 'Cancel order' }).click();
      await tab.getByRole('button', { name: 'Keep the order' }).waitFor();
      await fits(tab, 'order');
    });
  }
});
