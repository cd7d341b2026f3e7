import { expectAccessiblePage } from '../support/accessible-page.ts';
import { cutOff } from '../support/cut-off.ts';
import { offlineTellings, openElement, ownStatesOf, reach, reachOffline } from '../support/element-page.ts';
import { expect, type Page, painted, test } from '../support/shop-test.ts';
import { smallTargets } from '../support/small-targets.ts';
import { tellings } from './element-states.ts';

const plain = { colorScheme: 'light', forcedColors: 'none', width: 1280, text: '100%' } as const;

const ways = {
  'forced colours, text of 200 %': { ...plain, colorScheme: 'dark', forcedColors: 'active', text: '200%' },
  'dark, on a small screen': { ...plain, colorScheme: 'dark', width: 360 },
  // The last one, because the sizes of what one hits are measured in it.
  plain,
} as const;

type Way = (typeof ways)[keyof typeof ways];

/** Hides the page around the element, which other tests look at. */
const aside = '.masthead, .page > :not(.bench), .bench > :not(.main), .main > :not(.room) { display: none }';

/** The window is as high as its content, because rows out of sight are not painted. */
const heights = [2400, 9000];

test.describe('every state of every element', () => {
  test.describe.configure({ mode: 'parallel' });

  async function look(page: Page, { colorScheme, forcedColors, width, text }: Way): Promise<void> {
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, text);
    for (const height of heights) {
      const now = page.viewportSize();
      if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height });
      // Colours are forced when it is painted.
      await painted(page);
      if (await page.evaluate(() => (document.scrollingElement?.scrollHeight ?? 0) <= innerHeight)) return;
    }
  }

  for (const name of Object.keys(tellings)) {
    test(`is accessible, large enough to hit and not cut off: ship-${name}`, async ({ page, demo }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openElement(page, demo.address, name);
      await page.addStyleTag({ content: aside });
      const trouble: string[] = [];
      let targets = 0;
      const lookAt = async (state: string) => {
        for (const [way, settings] of Object.entries(ways)) {
          await look(page, settings);
          const asked = { part: '#stage', forcedColours: settings.forcedColors === 'active' };
          await expectAccessiblePage(page, asked).catch(({ message }) => trouble.push(`${state}, ${way}: ${message}`));
          trouble.push(...(await cutOff(page)).map((found) => `${state}, ${way}: ${found}`));
        }
        const { small, seen } = await smallTargets(page);
        trouble.push(...small.map((found) => `${state}: ${found}`));
        targets += seen;
      };
      for (const state of ownStatesOf(name)) {
        await reach(page, name, state);
        await lookAt(state);
      }
      if (offlineTellings[name]) {
        await reachOffline(page, name);
        await lookAt('offline');
      }
      expect(trouble).toStrictEqual([]);
      expect(targets, `${targets} targets`).toBeGreaterThan(5);
    });
  }
});
