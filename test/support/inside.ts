import type { LitElement } from 'lit';

/** All matches inside an element, through shadow roots. */
export function all<T extends Element = HTMLElement>(root: Element, selector: string): T[] {
  const inside = root.shadowRoot ?? root;
  const nested = [...inside.querySelectorAll('*')].filter(({ shadowRoot }) => shadowRoot);
  return [...inside.querySelectorAll<T>(selector), ...nested.flatMap((element) => all<T>(element, selector))];
}

/** The first match inside an element, through shadow roots. */
export function one<T extends Element = HTMLElement>(root: Element, selector: string): T {
  const [found] = all<T>(root, selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
}

/** The text inside an element, through shadow roots and slots, with white space collapsed, and without word joiners. */
export const textOf = (element: Element) => composedText(element).replaceAll('\u2060', '').replace(/\s+/g, ' ').trim();

function composedText(node: Node): string {
  if (node instanceof Text) return node.data;
  const filled = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
  const children = filled.length ? filled : ((node as Element).shadowRoot ?? node).childNodes;
  return [...children].map(composedText).join(node instanceof HTMLSpanElement ? '' : ' ');
}

/** Focuses a control and clicks it, as a shopper does. Waits until the element has rendered. */
export async function press(element: Element, selector: string): Promise<void> {
  const control = one(element, selector);
  control.focus();
  control.click();
  await settled(element);
}

/**
 * Waits until an element and its parts have rendered. It does not wait for requests, nor for parts that were never
 * connected.
 */
export async function settled(element: Element): Promise<void> {
  for (let restless = true; restless; ) {
    const parts = rendering(element);
    const isRestless = () => parts.some(({ isUpdatePending }) => isUpdatePending);
    const wasRestless = isRestless();
    for (const { updateComplete } of parts) await updateComplete;
    restless = wasRestless || isRestless();
  }
}

const rendering = (element: Element) =>
  ([element, ...all(element, '*')] as Partial<LitElement>[]).filter(
    ({ updateComplete, isConnected, hasUpdated }) => updateComplete && (isConnected || hasUpdated),
  );
