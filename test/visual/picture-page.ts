import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);

/** The font of the pictures, the same on each machine. */
const weights = [400, 600, 700];
export const fontFaces = weights
  .map((weight) => {
    const file = readFileSync(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`));
    return `@font-face {
    font-family: Pictured; font-weight: ${weight}; src: url(data:font/woff2;base64,${file.toString('base64')});
  }`;
  })
  .join('\n');

/** Shows the element alone, at whole pixels, as wide as a small screen or a column of a large one. */
const style = `
  ${fontFaces}
  body { font-family: Pictured; }
  .masthead, .page > :not(.bench), .bench > :not(.main), .main > :not(.room) { display: none; }
  .room { position: absolute; inset: 0 auto auto 0; z-index: 1; inline-size: min(100vw, 640px); }
  .stage { padding: 8px; border: 0; border-radius: 0; }`;

/** Makes a page look the same on each machine. */
export async function prepare(page: Page): Promise<void> {
  await page.addStyleTag({ content: style });
  await page.evaluate(async (wanted) => {
    await Promise.all(wanted.map((weight) => document.fonts.load(`${weight} 16px Pictured`)));
  }, weights);
}

/**
 * Overwrites order numbers, references and waybills, the only `code` in the elements, with as many characters in the same
 * font, so that lines break the same. Removes focus, which also closes the browser's validation bubble.
 */
export async function evenOut(page: Page): Promise<void> {
  for (const code of await page.locator('#stage code').all()) {
    await code.evaluate((element) => {
      element.textContent = element.textContent?.replace(/[\da-f]/g, '0') ?? '';
      element.style.fontFamily = 'inherit';
    });
  }
  await page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return;
    focused.blur();
    focused.focus();
  });
}
