import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expectAccessiblePage } from '../support/accessible-page.ts';
import { cutOff } from '../support/cut-off.ts';
import { offlineTellings, openElement, reach, reachOffline, statesOf } from '../support/element-page.ts';
import { openShop } from '../support/open-shop.ts';
import { tellings } from './element-states.ts';

/** How people look at a page, beside the way that it was made in. */
interface Way {
  colorScheme: 'light' | 'dark';
  forcedColors: 'active' | 'none';
  width: number;
  /** Of the root's font, as somebody sets it who needs larger text. */
  text: '100%' | '200%';
}

const ways: Record<string, Way> = {
  light: { colorScheme: 'light', forcedColors: 'none', width: 1280, text: '100%' },
  dark: { colorScheme: 'dark', forcedColors: 'none', width: 360, text: '100%' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active', width: 1280, text: '100%' },
  'text of 200 %': { colorScheme: 'light', forcedColors: 'none', width: 1280, text: '200%' },
  'text of 200 % on a small screen': { colorScheme: 'light', forcedColors: 'none', width: 360, text: '200%' },
};

describe('every state of every element', () => {
  const demo = openShop();
  let page: Page | undefined;

  after(() => page?.close());

  async function look({ colorScheme, forcedColors, width, text }: Way): Promise<void> {
    await page?.emulateMedia({ colorScheme, forcedColors });
    await page?.setViewportSize({ width, height: 9000 });
    await page?.evaluate((size) => {
      document.documentElement.style.fontSize = size;
      // Colours are forced when it is painted.
      return new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }, text);
  }

  for (const name of Object.keys(tellings)) {
    it(`gives nobody trouble to read or to use ship-${name}, and is whole, whatever way it is looked at`, async () => {
      page = await openElement(demo.browser, demo.shop.address, name, { reducedMotion: 'reduce' });
      const trouble: string[] = [];
      const lookAt = async (state: string) => {
        for (const [way, settings] of Object.entries(ways)) {
          await look(settings);
          await expectAccessiblePage(page as Page, '#stage', settings.forcedColors === 'active').catch(({ message }) =>
            trouble.push(`${state}, ${way}: ${message}`),
          );
          trouble.push(...(await cutOff(page as Page)).map((found) => `${state}, ${way}: ${found}`));
        }
        await look(ways.light as Way);
      };
      for (const state of statesOf(name)) {
        await reach(page, name, state);
        await lookAt(state);
      }
      if (offlineTellings[name]) {
        await reachOffline(page, name);
        await lookAt('offline');
      }
      await page.close();
      assert.deepEqual(trouble, []);
    });
  }
});
