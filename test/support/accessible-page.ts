import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Throws with what axe finds in the whole page against WCAG 2.2 A and AA, best practices included. */
export async function expectAccessiblePage(page: Page): Promise<void> {
  await page.addScriptTag({ path: script });
  const found = await page.evaluate(async () => {
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const results = await window.axe?.run(document, { runOnly: { type: 'tag', values } });
    return results?.violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(', ')})`,
    );
  });
  if (!found) throw new Error('axe-core did not load.');
  if (found.length) throw new Error(found.join('\n'));
}
