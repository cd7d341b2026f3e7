import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openElement, reach } from '../support/element-page.ts';
import { openShop } from '../support/open-shop.ts';

/** How something is set apart where the system chooses all colours: by the lines around it, and what a knob stands on. */
const look = (place: Locator) =>
  place.evaluate((element) => {
    const { borderTopColor, borderTopStyle, borderTopWidth, outlineColor, outlineStyle, backgroundColor } =
      getComputedStyle(element);
    return {
      border: `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`,
      ring: outlineStyle === 'none' ? '' : outlineColor,
      background: backgroundColor,
    };
  });

/** A colour of the system as the page has it now. */
const system = (page: Page, name: string) =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = colour;
    probe.style.forcedColorAdjust = 'none';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`with the system’s own colours, ${colorScheme} ones`, () => {
    const demo = openShop();
    let page: Page;

    afterEach(() => page?.close());

    async function open(name: string, state: string): Promise<void> {
      page = await openElement(demo.browser, demo.shop.address, name, {
        colorScheme,
        forcedColors: 'active',
        reducedMotion: 'reduce',
      });
      await reach(page, name, state);
    }

    const row = (name: RegExp) => page.locator('[part=row]').filter({ hasText: name });

    it('the chosen rate and the chosen courier have the border of a selection, the others a plain one', async () => {
      await open('rate-comparison', 'chosen');
      const highlight = await system(page, 'Highlight');
      assert.equal((await look(row(/JNE\s+Reguler/))).border, `2px solid ${highlight}`);
      assert.match((await look(row(/Wahana\s+Deno/))).border, /^1px solid/);
      await page.close();
      await open('courier-picker', 'chosen');
      const option = (name: string) => page.locator('[part=option]').filter({ hasText: name });
      assert.equal((await look(option('JNE'))).border, `2px solid ${highlight}`);
      assert.match((await look(option('Anteraja'))).border, /^1px solid/);
    });

    it('what has the keyboard has a ring that is not the background’s colour', async () => {
      const background = 'Canvas';
      for (const [name, moment, place] of [
        ['rate-comparison', 'choice focused', '[part=row]:has(:focus-visible)'],
        ['rate-comparison', 'switch focused', '[part=switch]:focus-visible'],
        ['courier-picker', 'courier focused', '[part=option]:has(:focus-visible)'],
        ['order-button', 'focused', '[part=button]:focus-visible'],
        ['order-button', 'asked why', 'select:focus-visible'],
      ] as const) {
        await open(name, moment);
        const { ring } = await look(page.locator(place));
        assert.ok(ring && ring !== (await system(page, background)), `${name}, ${moment}: ${ring}`);
        await page.close();
      }
    });

    it('a switch that is on, one that is off and one that is locked look different from each other', async () => {
      await open('rate-comparison', 'insurance locked');
      const [locked, off] = await Promise.all([0, 1].map((at) => look(page.locator('[part=switch]').nth(at))));
      await reach(page, 'rate-comparison', 'switched on');
      const on = await look(page.locator('[part=switch]').first());
      assert.equal(new Set([locked, off, on].map((seen) => seen?.background)).size, 3);
      assert.equal(on.background, await system(page, 'Highlight'));
      assert.equal(locked?.background, await system(page, 'GrayText'));
    });

    it('a rate or an order that cannot be had is dashed, and a button that can be clicked has a whole border', async () => {
      await open('rate-comparison', 'cash on delivery');
      assert.match((await look(page.locator('[part=row]:has([aria-disabled])').first())).border, /^1px dashed/);
      await page.close();
      await open('order-button', 'no rate');
      const canvas = await system(page, 'Canvas');
      assert.match((await look(page.locator('[part=button]'))).border, /^1px dashed/);
      await reach(page, 'order-button', 'ready');
      const { border } = await look(page.locator('[part=button]'));
      assert.match(border, /^1px solid/);
      assert.ok(!border.endsWith(canvas));
    });
  });
}
