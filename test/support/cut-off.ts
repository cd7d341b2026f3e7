import type { Page } from '@playwright/test';

/** What in the element reaches beyond the screen, is cut off, or stands on other words, each as a sentence. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Words {
      text: string;
      boxes: DOMRect[];
    }
    const found: string[] = [];
    const { scrollingElement, documentElement } = document;
    const width = documentElement.clientWidth;
    if ((scrollingElement?.scrollWidth ?? 0) > width)
      found.push(`The page is ${scrollingElement?.scrollWidth} px wide.`);
    const [element] = document.querySelector('#stage')?.children ?? [];
    const host = element?.getBoundingClientRect();
    const words: Words[] = [];
    const fields: Words[] = [];

    const roots: ParentNode[] = element?.shadowRoot ? [element.shadowRoot] : [];
    for (const root of roots) {
      for (const child of root.querySelectorAll<HTMLElement>('*')) {
        if (child.shadowRoot) roots.push(child.shadowRoot);
        // What is for screen readers alone, what has given way, and a field's choices are not in sight.
        if (child.closest('.hidden, option') || !child.checkVisibility()) continue;
        // What a field shows is not in its text: it is its box.
        if (child.matches('select, label, button')) {
          fields.push({ text: child.localName, boxes: [child.getBoundingClientRect()] });
        }
        if (child instanceof HTMLSelectElement) continue;
        for (const node of child.childNodes) {
          if (!(node instanceof Text) || !node.data.trim()) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          words.push({ text: node.data.trim(), boxes: [...range.getClientRects()].filter((box) => box.width) });
        }
      }
    }

    for (const { text, boxes } of [...words, ...fields]) {
      for (const { left, right } of boxes) {
        const beyond = left < (host?.left ?? 0) - 0.5 || right > Math.min(host?.right ?? 0, width) + 0.5;
        if (beyond) found.push(`Beyond the element: ${text}`);
      }
    }
    words.forEach(({ text, boxes }, at) => {
      for (const other of words.slice(at + 1)) {
        const meet = boxes.some((a) =>
          other.boxes.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              // Boxes of lines overlap by some of what is between the lines.
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2,
          ),
        );
        if (meet) found.push(`On each other: ${text} / ${other.text}`);
      }
    });
    return found;
  });
}
