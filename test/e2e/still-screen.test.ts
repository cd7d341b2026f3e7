import { expectAccessiblePage } from '../support/accessible-page.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, type Locator, painted, test } from '../support/shop-test.ts';
import { fontFaces } from '../visual/picture-page.ts';

/** Goods of 4,355,000 rupiah: fees of all lengths. */
const tag = (attributes = '') =>
  checkoutTag(`order-mode="order" ready-at="2036-11-24T14:00+07:00" ${attributes}`).replace('185000', '4355000');

const head = `<meta name="viewport" content="width=device-width"><style>
  body { margin: 0; padding: 14px; font: 16px/1.5 system-ui, sans-serif }</style>`;

const switches = ['#insurance', '#cash-on-delivery', '#insurance', '#cash-on-delivery'];

test.describe('the screen', () => {
  test('keeps the order of the whole list for each switch', async ({ page, openPage }) => {
    await openPage(tag('all-rates'), { head });
    const keys = () =>
      page.getByRole('radio').evaluateAll((radios) => radios.map((radio) => `${(radio as HTMLInputElement).value}`));
    await page.getByRole('radio').first().waitFor();
    const first = await keys();
    for (const control of switches) {
      await page.locator(control).press(' ');
      await expect(page.locator('ship-checkout')).toHaveJSProperty('status', 'ready');
      await painted(page);
      // Services that only the answer with COD lists join the others.
      expect(
        (await keys()).filter((key) => first.includes(key)),
        control,
      ).toStrictEqual(first);
    }
  });

  for (const width of [360, 412, 600])
    test(`ends all amounts in one column at ${width} px`, async ({ page, openPage }) => {
      await page.setViewportSize({ width, height: 1200 });
      await openPage(tag('value="pos/reguler"'), { head });
      await page.getByRole('radio', { checked: true }).waitFor();
      const ends = await page
        .locator('.price, .fee')
        .evaluateAll((amounts) => amounts.map((amount) => Math.round(amount.getBoundingClientRect().right)));
      expect(new Set(ends).size, `${ends}`).toBe(1);
    });

  for (const lang of ['en', 'id'])
    for (const width of [280, 360])
      test(`cuts off no heading, reason or remedy, in ${lang} at ${width} px`, async ({ page, openPage }) => {
        await page.setViewportSize({ width, height: 1200 });
        const font = `<style>${fontFaces} body { font-family: Pictured !important }</style>`;
        await openPage(tag('all-rates insurance cash-on-delivery'), { lang, head: head + font });
        await page.locator('.fold').click();
        await page.locator('.lacking').first().waitFor();
        await page.evaluate(() => document.fonts.ready);
        const heading = await page.locator('h3').evaluate((h3) => h3.getBoundingClientRect().height);
        expect(heading, 'lines of the heading').toBeLessThan(30);
        const cut = (what: string) =>
          page
            .locator(what)
            .evaluateAll((parts) =>
              parts
                .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
                .map((part) => part.textContent),
            );
        expect(await cut('.note')).toStrictEqual([]);
        // The longest name that a courier without COD has.
        const texts = await page.locator('.lacking').allTextContents();
        const longest = texts.reduce((most, text) => (text.length > most.length ? text : most));
        await page.locator('.lacking input').nth(texts.indexOf(longest)).press(' ');
        await page.locator('.lack').waitFor();
        expect(await cut('.lack')).toStrictEqual([]);
      });

  test('has a bar at its foot that is not fixed where large text makes it higher than a third of the screen', async ({
    page,
    openPage,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const bottoms: number[] = [];
    for (const size of [16, 32]) {
      await openPage(tag(), { head: `${head}<style>body { font-size: ${size}px }</style>` });
      await page.getByRole('radio', { checked: false }).first().waitFor();
      bottoms.push(await page.locator('ship-order-button').evaluate((bar) => bar.getBoundingClientRect().bottom));
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${size} px`).toBe(360);
    }
    expect(bottoms[0]).toBeLessThanOrEqual(640);
    expect(bottoms[1]).toBeGreaterThan(640);
  });

  for (const gap of [150, 400])
    test(`takes no second tap ${gap} ms after a slow device has painted something else there`, async ({
      page,
      openPage,
    }) => {
      await page.setViewportSize({ width: 360, height: 900 });
      await openPage(tag('value="pos/reguler"'), { head });
      await page.getByRole('radio', { checked: true }).waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await page.evaluate(() => {
        const painted = async () => {
          for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
          return performance.timeOrigin + performance.now();
        };
        addEventListener('click', () => Object.assign(globalThis, { paintedAt: painted() }), true);
      });
      const paintedAt = () => page.evaluate(() => (globalThis as unknown as { paintedAt: Promise<number> }).paintedAt);
      const middle = async (what: Locator) => {
        await what.scrollIntoViewIfNeeded();
        const box = await what.boundingBox();
        return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
      };
      /** The tap says itself when it happened. A busy machine sends it later. */
      const tapAt = async (time: number, place: { x: number; y: number }) => {
        const tap = { ...place, button: 'left', clickCount: 2, timestamp: time / 1000 } as const;
        await session.send('Input.dispatchMouseEvent', { ...tap, type: 'mousePressed' });
        await session.send('Input.dispatchMouseEvent', { ...tap, type: 'mouseReleased' });
      };
      const checkout = page.locator('ship-checkout');
      for (const what of ['#insurance', '#cash-on-delivery', '[part=more]', '[part=more]']) {
        const place = await middle(page.locator(what));
        await page.mouse.click(place.x, place.y);
        await tapAt((await paintedAt()) + gap, place);
        await expect(checkout).toHaveJSProperty('status', 'ready');
        await expect(checkout, what).toHaveJSProperty('value', 'pos/reguler');
      }
      // A row that takes no COD puts the remedies where the order button was.
      await page.locator('#cash-on-delivery').press(' ');
      await expect(checkout).toHaveJSProperty('status', 'ready');
      await page.locator('.lacking input, [value="anteraja/same_day"]').first().press(' ');
      const turnOff = await middle(page.getByRole('button', { name: 'Turn COD off' }));
      const shown = await paintedAt();
      await tapAt(shown + gap, turnOff);
      await expect(checkout).toHaveJSProperty('cashOnDelivery', true);
      await tapAt(shown + 2_000, turnOff);
      await expect(checkout).toHaveJSProperty('cashOnDelivery', false);
    });
});

/** How pages of five kinds style what they hold. */
const hosts = {
  plain: '',
  Bootstrap: 'body { color: #212529; background: #fff; font: 16px/1.5 system-ui } button { color: #0d6efd }',
  Tailwind:
    '*, ::before { border: 0 solid #e5e7eb } body { color: #6b7280; background: #f9fafb; font: 16px/1.5 ui-sans-serif }',
  'a grey WordPress theme': 'body { color: #6d6d6d; background: #f0f0f0; font: 15px/1.6 Georgia, serif }',
  'a dark page without a color-scheme': 'body { color: #d4d4d4; background: #111; font: 16px/1.5 sans-serif }',
};

const contrast = { part: 'ship-checkout', contrastAlone: true };

test.describe('text on the widget’s own ground', () => {
  for (const [host, style] of Object.entries(hosts))
    test(`has a contrast of 4.5 on ${host}`, async ({ page, openPage }) => {
      await page.setViewportSize({ width: 360, height: 1200 });
      await openPage(tag(), { head: `<style>${style}</style>` });
      await page.getByRole('radio').nth(1).check();
      await expectAccessiblePage(page, contrast);
      for (const control of ['#insurance', '#cash-on-delivery']) await page.locator(control).press(' ');
      await expect(page.locator('ship-checkout')).toHaveJSProperty('status', 'ready');
      await expectAccessiblePage(page, contrast);
      await page.locator('[part=more]').press('Enter');
      await expectAccessiblePage(page, contrast);
    });
});
