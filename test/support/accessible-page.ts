import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Asked {
  /** A selector. The default is the whole page. */
  part?: string;
  /** axe does not see forced colours, so it must not check contrast. */
  forcedColours?: boolean;
  /** Checks contrast alone: nothing else depends on the colour scheme. */
  contrastAlone?: boolean;
}

/** Throws with the violations that axe finds: WCAG 2.2 A and AA, and best practices. */
export async function expectAccessiblePage(
  page: Page,
  { part, forcedColours, contrastAlone }: Asked = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: script });
  const options = contrastAlone
    ? { runOnly: ['color-contrast'] }
    : { runOnly: { type: 'tag' as const, values }, rules: { 'color-contrast': { enabled: !forcedColours } } };
  const found = await page.evaluate(
    async ([selector, options]) => {
      const results = await window.axe?.run(selector ? { include: [selector] } : document, options);
      return results?.violations.map(
        ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(', ')})`,
      );
    },
    [part, options] as const,
  );
  if (!found) throw new Error('axe-core did not load.');
  if (found.length) throw new Error(found.join('\n'));
}
