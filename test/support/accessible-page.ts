import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Asked {
  /** A selector; the whole page where there is none. */
  part?: string;
  /** axe reads what colour a text was given, and not what it is forced to: contrast is then the system's. */
  forcedColours?: boolean;
}

/** Throws with what axe finds in the page, or in a part of it, against WCAG 2.2 A and AA, best practices included. */
export async function expectAccessiblePage(page: Page, { part, forcedColours }: Asked = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: script });
  const options = {
    runOnly: { type: 'tag' as const, values },
    rules: { 'color-contrast': { enabled: !forcedColours } },
  };
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
