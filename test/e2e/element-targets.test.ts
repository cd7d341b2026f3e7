import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openShop } from '../support/open-shop.ts';
import { tellings } from './element-states.ts';
import { inEveryState } from './every-state.ts';

/** CSS pixels: what a finger hits (WCAG 2.2, 2.5.5). */
const least = 44;

/** What can be clicked or tapped: a control, or the label around it that takes the click for it. */
const targetsIn = (page: Page) =>
  page.locator('#stage :is(button, input, select, a[href])').evaluateAll((controls, least) => {
    return controls.map((control) => {
      const target = control.closest('label') ?? control;
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y, reach] = [left + width / 2, top + height / 2, least / 2 - 0.5];
      const root = target.getRootNode() as ShadowRoot;
      const missed = [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ].filter(([x = 0, y = 0]) => !target.contains(root.elementFromPoint(x, y)));
      const name = `${control.localName} “${(target.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)}”`;
      return { name, width, height, hit: missed.length === 0 };
    });
  }, least);

describe('what can be clicked', () => {
  const demo = openShop();
  let page: Page;

  afterEach(() => page.close());

  for (const name of Object.keys(tellings)) {
    it(`is ${least} by ${least} pixels or more, in every state of ship-${name}, narrow and wide`, async () => {
      page = await demo.browser.newPage({ viewport: { width: 1700, height: 8000 } });
      await page.goto(`${demo.shop.address}elements/${name}.html`);
      const small = new Set<string>();
      let seen = 0;
      await inEveryState(page, name, async (state) => {
        for (const width of ['280px', '1280px']) {
          await page.locator('#stage').evaluate((stage, width) => {
            // Over everything else on the page: its own place is not as wide.
            Object.assign(stage.style, {
              position: 'absolute',
              inset: '0 auto auto 0',
              zIndex: '1',
              inlineSize: width,
            });
          }, width);
          for (const { name, width, height, hit } of await targetsIn(page)) {
            seen += 1;
            if (width < least || height < least || !hit)
              small.add(`${state}: ${name} ${width} × ${height}, hit: ${hit}`);
          }
        }
      });
      assert.deepEqual([...small], []);
      assert.ok(seen > 20, `${seen} targets`);
    });
  }
});
