import { expectAccessiblePage } from '../support/accessible-page.ts';
import { cutOff } from '../support/cut-off.ts';
import { offlineTellings, openElement, reach, reachOffline, statesOf } from '../support/element-page.ts';
import { expect, type Page, painted, test } from '../support/shop-test.ts';
import { smallTargets } from '../support/small-targets.ts';
import { tellings } from './element-states.ts';

/** How people look at a page, beside the way that it was made in. */
interface Way {
  colorScheme: 'light' | 'dark';
  forcedColors: 'active' | 'none';
  width: number;
  /** Of the root's font, as somebody sets it who needs larger text. */
  text: '100%' | '200%';
}

/** Screen by screen, so that the window is not resized for each. */
const ways: Record<string, Way> = {
  light: { colorScheme: 'light', forcedColors: 'none', width: 1280, text: '100%' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active', width: 1280, text: '100%' },
  'text of 200 %': { colorScheme: 'light', forcedColors: 'none', width: 1280, text: '200%' },
  'text of 200 % on a small screen': {
    colorScheme: 'light',
    forcedColors: 'none',
    width: 360,
    text: '200%',
  },
  dark: { colorScheme: 'dark', forcedColors: 'none', width: 360, text: '100%' },
};

/** What is beside the element is looked at elsewhere, and would only take time: its page has more to it than most shops'. */
const aside = '.top, .page > :not(.bench), .bench > :not(.main), .main > :not(.room) { display: none }';

/** The window is as high as what is in it: what is out of sight is neither painted nor hit. */
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
    test(`gives nobody trouble to read, to hit or to use ship-${name}, and is whole, whatever way it is looked at`, async ({
      page,
      demo,
    }) => {
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
        await look(page, ways.light as Way);
        const { small, seen } = await smallTargets(page);
        trouble.push(...small.map((found) => `${state}: ${found}`));
        targets += seen;
      };
      for (const state of statesOf(name)) {
        await reach(page, name, state);
        await lookAt(state);
      }
      if (offlineTellings[name]) {
        await reachOffline(page, name);
        await lookAt('offline');
      }
      expect(trouble).toStrictEqual([]);
      expect(targets, `${targets} targets`).toBeGreaterThan(20);
    });
  }
});
