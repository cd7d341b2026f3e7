import { cutOff } from '../support/cut-off.ts';
import { openElement, reach } from '../support/element-page.ts';
import { expect, type Page, painted, test } from '../support/shop-test.ts';

/** The most that a reader may set (WCAG 2.2, 1.4.12). It is inherited into the elements. */
const spacing = '#stage { line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em }';

/** States with the longest words. */
const states = {
  checkout: ['ready', 'list', 'insurance locked', 'in the way', 'price moved', 'placed'],
  'courier-picker': ['ready', 'unreachable'],
  tracking: ['in transit', 'on hold', 'cancelled', 'stale'],
};

/** Words with an ellipsis. The long name of a service may have one: the radio's name has all of it. */
const shortened = (page: Page) =>
  page.locator('#stage *').evaluateAll((elements) => {
    const cut = elements.filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1);
    const ellipses = cut.filter((element) => getComputedStyle(element).textOverflow === 'ellipsis');
    return ellipses.filter((element) => !element.matches('.name')).map(({ textContent }) => `Cut: ${textContent}`);
  });

for (const [name, shown] of Object.entries(states))
  test(`words stay whole and apart with the text spacing of the reader: ship-${name}`, async ({ page, demo }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openElement(page, demo.address, name);
    await page.addStyleTag({ content: spacing });
    const trouble: string[] = [];
    for (const state of shown) {
      await page.setViewportSize({ width: 1280, height: 2400 });
      await reach(page, name, state);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 4000 });
        await painted(page);
        const found = [...(await cutOff(page)), ...(await shortened(page))];
        trouble.push(...found.map((what) => `${state}, ${width} px: ${what}`));
      }
    }
    expect(trouble).toStrictEqual([]);
  });
