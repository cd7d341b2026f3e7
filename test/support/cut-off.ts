import type { Page } from '@playwright/test';

/** Lists parts of the element that leave the screen, are cut off, or overlap other text. */
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

    /** The part of a box that the scrolling list around it shows. */
    const seen = (box: DOMRect, list: Element | null): DOMRect => {
      if (!list) return box;
      const { top, bottom } = list.getBoundingClientRect();
      const [from, to] = [Math.max(box.top, top), Math.min(box.bottom, bottom)];
      return new DOMRect(box.x, from, box.width, Math.max(to - from, 0));
    };

    const roots: ParentNode[] = element?.shadowRoot ? [element.shadowRoot] : [];
    for (const root of roots) {
      for (const child of root.querySelectorAll<HTMLElement>('*')) {
        if (child.shadowRoot) roots.push(child.shadowRoot);
        // Not visible: text for screen readers, hidden parts, and the options of a select.
        if (child.closest('.hidden, option') || !child.checkVisibility()) continue;
        // A form control shows its value, not its text.
        if (child.matches('select, label, button')) {
          fields.push({ text: child.localName, boxes: [child.getBoundingClientRect()] });
        }
        if (child instanceof HTMLSelectElement) continue;
        for (const node of child.childNodes) {
          if (!(node instanceof Text) || !node.data.trim()) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const list = child.closest('.rows');
          const isShortened = getComputedStyle(child).textOverflow === 'ellipsis';
          const rects = isShortened ? [child.getBoundingClientRect()] : [...range.getClientRects()];
          const boxes = rects.map((box) => seen(box, list));
          words.push({ text: node.data.trim(), boxes: boxes.filter((box) => box.width && box.height) });
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
              // The boxes of two lines overlap by a part of the line spacing.
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2,
          ),
        );
        if (meet) found.push(`On each other: ${text} / ${other.text}`);
      }
    });
    return found;
  });
}
