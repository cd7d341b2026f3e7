import { docsPage } from '../support/docs.ts';
import { contacts } from '../support/fixtures.ts';
import { shipment } from '../support/script-shop.ts';
import { expect, hold, type Locator, type Page, painted, test } from '../support/shop-test.ts';
import { visibleWords } from '../support/visible-words.ts';

/** The rule in the docs. */
const room = docsPage('start').match(/^ship-checkout:not\(:defined\) \{[^}]+\}/m)?.[0] ?? '';

const below = Array.from({ length: 20 }, (_nothing, index) => `<p>What the shop says below, ${index}.</p>`).join('');

const { destination_postal_code: postalCode, ...unfinished } = JSON.parse(shipment);

/** A page that sets the shipment when the shopper types a postal code. */
const page = (lang: string, from: string) => `<!doctype html>
  <html lang="${lang}">
    <head>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Shop</title>
      <style>${room}</style>
      <script defer src="ship-elements.js"></script>
    </head>
    <body>
      <label>Postal code <input id="postal"></label>
      <ship-checkout base-url="/shipping" order-mode="order" shipment='${from}'></ship-checkout>
      <main id="below">${below}</main>
      <script>
        document.querySelector('#postal').addEventListener('input', ({ target }) => {
          const { shipment } = document.querySelector('ship-checkout');
          document.querySelector('ship-checkout').shipment =
            { ...shipment, destination_postal_code: Number(target.value) };
        });
      </script>
    </body>
  </html>`;

interface Shifts {
  answered: number;
  clicked: number;
}

declare global {
  interface Window {
    takeShifts(): Shifts;
  }
}

/** Adds up the layout shifts that the browser reports: all of them, and those that do not follow an input. */
const watch = () => {
  let sum: Shifts = { answered: 0, clicked: 0 };
  const add = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput } of entries as unknown as { value: number; hadRecentInput: boolean }[]) {
      sum.answered += value;
      if (!hadRecentInput) sum.clicked += value;
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.takeShifts = () => {
    add(observer.takeRecords());
    const found = sum;
    sum = { answered: 0, clicked: 0 };
    return found;
  };
};

/** The shifts since the last call. An answer moves nothing, even soon after a click: `answered` counts all. */
async function shifts(tab: Page): Promise<Shifts> {
  await painted(tab);
  return tab.evaluate(() => window.takeShifts());
}

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  for (const lang of ['en', 'id'])
    test(`rates come without a jump, the first near the top and the button in reach, in ${lang}`, async ({
      page: tab,
      serve,
    }) => {
      const { address } = await serve({ 'index.html': page(lang, JSON.stringify(unfinished)) });
      await tab.addInitScript(watch);
      const rates = await hold(tab, '**/v1/rates/couriers');
      await tab.goto(`${address}index.html`);
      await tab.locator('ship-checkout:state(incomplete)').waitFor();
      await shifts(tab);
      await tab.locator('#postal').pressSequentially(`${postalCode}`);
      await tab.locator('ship-checkout:state(loading)').waitFor();
      const { clicked } = await shifts(tab);
      rates();
      await tab.getByRole('radio').first().waitFor();
      const { answered } = await shifts(tab);
      expect(clicked + answered).toBeLessThanOrEqual(0.05);

      const place = async (selector: string) => (await tab.locator(selector).first().boundingBox())?.y ?? Number.NaN;
      const top = await place('ship-checkout');
      expect((await place('[part=row]')) - top).toBeLessThanOrEqual(120);
      expect((await place('[part=button]')) - top).toBeLessThanOrEqual(640);
      expect(await tab.getByRole('radio').count()).toBeLessThanOrEqual(5);
      expect((await visibleWords(tab)).words.length).toBeLessThanOrEqual(60);

      await tab.addStyleTag({ content: ':root { font-size: 200% }' });
      for (const what of ['#insurance', '[part=more]', 'input[value^="wahana/"]']) {
        await tab.locator(what).first().click();
        await painted(tab);
        expect((await visibleWords(tab)).broken, what).toEqual([]);
      }
    });
});

test.describe('a page that reserves the room that the docs say', () => {
  for (const [width, height] of [
    [360, 800],
    [1280, 900],
  ] as const) {
    test(`moves next to nothing while answers come, at ${width} px`, async ({ page: tab, serve }) => {
      const { address } = await serve({ 'index.html': page('en', shipment) });
      await tab.setViewportSize({ width, height });
      await tab.addInitScript(watch);
      const [script, first] = [await hold(tab, '**/ship-elements.js'), await hold(tab, '**/v1/rates/couriers')];
      await tab.goto(`${address}index.html`, { waitUntil: 'commit' });
      await tab.locator('#below').waitFor();
      script();
      await tab.getByText('Comparing couriers…').waitFor();
      first();
      await tab.getByRole('radio').first().waitFor();
      expect((await shifts(tab)).answered).toBeLessThanOrEqual(0.05);

      /** The pressed control stays in place, and nothing else moves later than the click. */
      const pressed = async (what: string, control: Locator) => {
        await control.scrollIntoViewIfNeeded();
        await shifts(tab);
        const top = () => control.evaluate((element) => element.getBoundingClientRect().top);
        const before = await top();
        await control.click();
        const { clicked } = await shifts(tab);
        expect(Math.abs((await top()) - before), what).toBeLessThan(2);
        expect(clicked, what).toBeLessThan(0.01);
      };
      await pressed('a choice', tab.getByRole('radio').nth(1));
      await pressed('another choice', tab.getByRole('radio').nth(2));

      await tab.locator('ship-checkout').evaluate((element, order) => Object.assign(element, { order }), contacts);
      await tab.getByRole('button', { name: /^Confirm delivery/ }).click();
      await tab.locator('ship-checkout:state(placed)').waitFor();
      // The receipt replaces the form, so the content below moves up.
      await painted(tab);
      const receipt = await tab.locator('[part=receipt]').boundingBox();
      expect(receipt && receipt.y >= 0 && receipt.y < height, 'the receipt is in sight').toBe(true);
    });
  }
});
