import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);

/** The face that the pictures are set in, whatever fonts a machine has. */
const weights = [400, 600, 700];
export const fontFaces = weights
  .map((weight) => {
    const file = readFileSync(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`));
    return `@font-face {
    font-family: Pictured; font-weight: ${weight}; src: url(data:font/woff2;base64,${file.toString('base64')});
  }`;
  })
  .join('\n');

/** The element alone, at whole pixels: as wide as a small screen is, or as a column of a large one. */
const style = `
  ${fontFaces}
  body { font-family: Pictured; }
  .top, .page > :not(.bench), .bench > :not(.main), .main > :not(.room) { display: none; }
  .room { position: absolute; inset: 0 auto auto 0; z-index: 1; inline-size: min(100vw, 640px); }
  .stage { padding: 8px; border: 0; border-radius: 0; }`;

/** Makes a page look alike on every machine. */
export async function prepare(page: Page): Promise<void> {
  await page.addStyleTag({ content: style });
  await page.evaluate(async (wanted) => {
    await Promise.all(wanted.map((weight) => document.fonts.load(`${weight} 16px Pictured`)));
  }, weights);
}

/**
 * Takes away what is another one each time, or on each machine: order numbers, references of drafts and waybills, the only
 * `code` in the elements, are written over, with as many signs as before and in the same face as the rest, so that a line
 * breaks alike, too; the browser's own bubble at a field, in a font of the system, goes when its field loses the focus.
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
