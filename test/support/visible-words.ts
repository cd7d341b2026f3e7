import type { Page } from '@playwright/test';

/** The words of the checkout that a shopper sees, those of them on this screen, and those that break in the middle. */
export function visibleWords(page: Page): Promise<{ words: string[]; inSight: string[]; broken: string[] }> {
  return page.evaluate(() => {
    const words: string[] = [];
    const inSight: string[] = [];
    const broken: string[] = [];
    const roots: Node[] = [(document.querySelector('ship-checkout') as HTMLElement).shadowRoot as Node];
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Element && node.shadowRoot) roots.push(node.shadowRoot);
        const parent = node.parentElement;
        // What is hidden for the eye alone is a pixel wide.
        if (!(node instanceof Text) || !parent?.checkVisibility({ checkVisibilityCSS: true }) || parent.offsetWidth < 2)
          continue;
        if (parent.closest('style, select, .hidden')) continue;
        for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.,–\u2060]*/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          words.push(word);
          if (range.getBoundingClientRect().bottom < innerHeight) inSight.push(word);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
    }
    return { words, inSight, broken };
  });
}
