import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Throws with what axe finds in the page, or in a part of it, against WCAG 2.2 A and AA, best practices included.
 * @param forcedColours axe reads what colour a text was given, and not what it is forced to: contrast is then the system's
 */
export async function expectAccessiblePage(page: Page, part = ':root', forcedColours = false): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: script });
  const found = await page.evaluate(
    async ([selector, forced]) => {
      const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      const context = selector === ':root' ? document : { include: [selector] };
      const results = await window.axe?.run(context, {
        runOnly: { type: 'tag', values },
        rules: { 'color-contrast': { enabled: !forced } },
      });
      return results?.violations.map(
        ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(', ')})`,
      );
    },
    [part, forcedColours] as const,
  );
  if (!found) throw new Error('axe-core did not load.');
  if (found.length) throw new Error(found.join('\n'));
}
