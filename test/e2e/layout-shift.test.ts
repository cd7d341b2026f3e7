import { docsPage } from '../support/docs.ts';
import { checkoutTag, pageOf, shipment } from '../support/script-shop.ts';
import { expect, hold, type Locator, type Page, painted, setContacts, test } from '../support/shop-test.ts';
import { visibleWords } from '../support/visible-words.ts';

/** The rule in the docs. */
const room = docsPage('start').match(/^ship-checkout:not\(:defined\) \{[^}]+\}/m)?.[0] ?? '';

const below = Array.from({ length: 20 }, (_nothing, index) => `<p>What the shop says below, ${index}.</p>`).join('');

const { destination_postal_code: postalCode, ...unfinished } = JSON.parse(shipment);

const head = `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${room}</style>`;

/** A page that sets the shipment when the shopper types a postal code. */
const body = (from: string, promise?: object) => `
  <label>Postal code <input id="postal"></label>
  ${checkoutTag('order-mode="order"').replace(shipment, from)}
  <main id="below">${below}</main>
  <script>
    ${promise ? `document.querySelector('ship-checkout').calendar = { calendar: {}, promise: () => (${JSON.stringify(promise)}) };` : ''}
    document.querySelector('#postal').addEventListener('input', ({ target }) => {
      const checkout = document.querySelector('ship-checkout');
      checkout.shipment = { ...checkout.shipment, destination_postal_code: Number(target.value) };
    });
  </script>`;

const until = '2036-11-24T15:00+07:00';

/** What a calendar promises: the chosen row has the longest cut-off. */
const cutOff = {
  first: '2036-11-26',
  last: '2036-11-27',
  hand_over: until,
  cut_off: until,
  until,
  later: false,
};

interface Shift {
  value: number;
  /** The shopper has just clicked or typed. */
  hadRecentInput: boolean;
}

declare global {
  interface Window {
    takeShifts(): Shift[];
  }
}

/** Collects the layout shifts that the browser reports. */
const watch = () => {
  const seen: PerformanceEntryList = [];
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.takeShifts = () => {
    seen.push(...observer.takeRecords());
    const shifts = seen.splice(0) as unknown as Shift[];
    return shifts.map(({ value, hadRecentInput }) => ({ value, hadRecentInput }));
  };
};

/** The shifts since the last call: all of them, and those that do not follow an input. */
async function shifts(page: Page): Promise<{ all: number; unexpected: number }> {
  await painted(page);
  const taken = await page.evaluate(() => window.takeShifts());
  const sum = (some: Shift[]) => some.reduce((total, { value }) => total + value, 0);
  return { all: sum(taken), unexpected: sum(taken.filter(({ hadRecentInput }) => !hadRecentInput)) };
}

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  for (const [lang, promise] of [
    ['en', undefined],
    ['id', cutOff],
  ] as const)
    test(`rates come without a jump, the first under the title and the bar in reach, in ${lang}, ${promise ? 'with' : 'without'} a cut-off`, async ({
      page,
      openPage,
    }) => {
      await page.addInitScript(watch);
      const rates = await hold(page, '**/v1/rates/couriers');
      await openPage(body(JSON.stringify(unfinished), promise), { lang, head });
      await page.locator('ship-checkout:state(incomplete)').waitFor();
      await shifts(page);
      await page.locator('#postal').pressSequentially(`${postalCode}`);
      await page.locator('ship-checkout:state(loading)').waitFor();
      const typed = await shifts(page);
      rates();
      await page.getByRole('radio').first().waitFor();
      // An answer moves nothing, even soon after a key.
      expect(typed.unexpected + (await shifts(page)).all).toBeLessThanOrEqual(0.05);

      const place = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
      const top = await place('ship-checkout');
      expect((await place('[part=row]')) - (await place('#title'))).toBeLessThanOrEqual(50);
      expect((await place('.bar')) - top).toBeLessThanOrEqual(640);
      expect(await page.getByRole('radio').count()).toBeLessThanOrEqual(5);
      if (!promise) expect((await visibleWords(page)).words.length).toBeLessThanOrEqual(60);

      await page.addStyleTag({ content: ':root { font-size: 200% }' });
      for (const what of ['#insurance', '[part=more]', 'input[value^="wahana/"]']) {
        // A pointer's press on a row that has just come into sight does not count. A key's does.
        await page.locator(what).first().press(' ');
        await painted(page);
        expect((await visibleWords(page)).broken, what).toEqual([]);
      }
    });
});

test.describe('the first screen of the demo’s pages at 360 px', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  for (const locale of ['en-US', 'id-ID'])
    test.describe(locale, () => {
      test.use({ locale });

      test(`has at most 70 words of the checkout with dates, 60 without, and the first rate with its price above the bar, in ${locale}`, async ({
        page,
        demo,
      }) => {
        await page.clock.setFixedTime('2026-11-23T09:00:00+07:00');
        for (const name of ['index.html', 'shop.html', 'elements/checkout.html']) {
          await page.goto(demo.address + name);
          await page.getByRole('radio').first().waitFor();
          await painted(page);
          // The shop's gateway has a calendar, so a sentence says until when its dates hold, and each time of day names its zone.
          const limit = (await page.locator('.until').count()) ? 70 : 60;
          expect((await visibleWords(page)).inSight.length, name).toBeLessThanOrEqual(limit);
          const [row, bar] = await Promise.all(
            ['[part=row] .by', '.bar'].map((part) => page.locator(`ship-checkout ${part}`).first().boundingBox()),
          );
          expect((row?.y ?? 0) + (row?.height ?? 0), name).toBeLessThanOrEqual(bar?.y ?? 0);
        }
      });
    });
});

test.describe('a page that reserves the room that the docs say', () => {
  for (const [width, height] of [
    [360, 800],
    [1280, 900],
  ] as const) {
    test(`moves next to nothing while answers come, at ${width} px`, async ({ page, serve }) => {
      const { address } = await serve({ 'index.html': pageOf(body(shipment), { head }) });
      await page.setViewportSize({ width, height });
      await page.addInitScript(watch);
      const [script, first] = [await hold(page, '**/ship-elements.js'), await hold(page, '**/v1/rates/couriers')];
      await page.goto(`${address}index.html`, { waitUntil: 'commit' });
      await page.locator('#below').waitFor();
      script();
      await page.getByText('Checking rates…').first().waitFor();
      first();
      await page.getByRole('radio').first().waitFor();
      expect((await shifts(page)).all).toBeLessThanOrEqual(0.05);

      /** The pressed control stays in place, and nothing else moves later than the click. */
      const pressed = async (what: string, control: Locator) => {
        await control.scrollIntoViewIfNeeded();
        await shifts(page);
        const top = () => control.evaluate((element) => element.getBoundingClientRect().top);
        const before = await top();
        await control.click();
        const { unexpected } = await shifts(page);
        expect(Math.abs((await top()) - before), what).toBeLessThan(2);
        expect(unexpected, what).toBeLessThan(0.01);
      };
      await pressed('a choice', page.getByRole('radio').nth(1));
      await pressed('another choice', page.getByRole('radio').nth(2));

      await setContacts(page);
      await page.getByRole('button', { name: /^Book delivery/ }).click();
      await page.locator('ship-checkout:state(placed)').waitFor();
      // The receipt replaces the form, so the content below moves up.
      await painted(page);
      const receipt = await page.locator('[part=receipt]').boundingBox();
      expect(receipt && receipt.y >= 0 && receipt.y < height, 'the receipt is in sight').toBe(true);
    });
  }
});

for (const width of [280, 360, 1280])
  test(`nothing moves on the page of a product when the promise is answered: ${width} px`, async ({ page, demo }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(watch);
    await page.goto(`${demo.address}product.html`);
    await page.waitForFunction(() => document.querySelector('ship-promise:state(unknown)'));
    const box = await page.locator('ship-promise').boundingBox();
    expect((await shifts(page)).all).toBe(0);
    await page.evaluate(() => {
      const area = { id: 'IDNP9IDNC206IDND1078IDZ40111', name: 'Sumur Bandung, Bandung, Jawa Barat. 40111' };
      localStorage.setItem('ship-area', JSON.stringify({ ...area, postal_code: 40111, until: Date.now() + 60_000 }));
    });
    await page.reload();
    await page.waitForFunction(() => document.querySelector('ship-promise:state(known)'));
    expect((await shifts(page)).all).toBe(0);
    expect(await page.locator('ship-promise').boundingBox()).toEqual(box);
  });

for (const width of [360, 1280])
  test(`next to nothing moves in the demo’s cart when its goods come: ${width} px`, async ({ page, demo }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(watch);
    await page.goto(`${demo.address}cart.html`);
    await page.waitForFunction(() => document.querySelector('ship-promise:state(unknown)'));
    expect((await shifts(page)).all).toBeLessThan(0.01);
  });

test('keeps the room of the demo’s checkout while its cart is signed, and asks for no postal code that the shop knows', async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const [cart, rates] = [await hold(page, '**/checkout/cart'), await hold(page, '**/v1/rates/couriers')];
  await page.goto(`${demo.address}shop.html?lang=en`);
  await page.getByText('Sumur Bandung, Bandung 40111').waitFor();
  await expect(page.locator('ship-checkout').getByText('postal code')).toBeHidden();
  const top = async () => (await page.getByText('Free to cancel').boundingBox())?.y ?? Number.NaN;
  const before = await top();
  cart();
  await page.getByText('Checking rates…').first().waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(16);
  rates();
  await page.getByRole('radio').first().waitFor();
});
