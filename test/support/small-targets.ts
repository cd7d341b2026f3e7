import type { Page } from '@playwright/test';

/** CSS pixels (WCAG 2.2, 2.5.5). */
const least = 44;

/** The click targets: controls, or the labels around them. */
const targetsIn = (page: Page) =>
  page.locator('#stage :is(button, input, select, a[href])').evaluateAll((controls, least) => {
    const shown = controls.filter((control) => control.checkVisibility());
    return shown.map((control) => {
      const target = control.closest('label') ?? control;
      // The whole list scrolls in itself: a row is measured where a finger would reach it.
      target.scrollIntoView({ block: 'center' });
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

/** Lists targets that are too small or covered, on a narrow and on a wide stage. */
export async function smallTargets(page: Page): Promise<{ small: string[]; seen: number }> {
  const stage = page.locator('#stage');
  const before = await stage.getAttribute('style');
  const small: string[] = [];
  let seen = 0;
  for (const width of ['280px', '1280px']) {
    await stage.evaluate((stage, inlineSize) => {
      // Over the rest of the page, because its own place is narrower.
      Object.assign(stage.style, { position: 'absolute', inset: '0 auto auto 0', zIndex: '1', inlineSize });
    }, width);
    for (const { name, width, height, hit } of await targetsIn(page)) {
      seen += 1;
      if (width < least || height < least || !hit) small.push(`${name} ${width} × ${height}, hit: ${hit}`);
    }
  }
  await stage.evaluate((stage, style) => stage.setAttribute('style', style ?? ''), before);
  return { small, seen };
}
