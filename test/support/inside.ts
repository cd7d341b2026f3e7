import type { LitElement } from 'lit';

/** Everything inside an element that matches, through shadow roots. */
export function all<T extends Element = HTMLElement>(root: Element, selector: string): T[] {
  const inside = root.shadowRoot ?? root;
  const nested = [...inside.querySelectorAll('*')].filter(({ shadowRoot }) => shadowRoot);
  return [...inside.querySelectorAll<T>(selector), ...nested.flatMap((element) => all<T>(element, selector))];
}

/** The one thing inside an element that matches, through shadow roots. */
export function one<T extends Element = HTMLElement>(root: Element, selector: string): T {
  const [found] = all<T>(root, selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
}

/** The words inside an element as the page composes them, through shadow roots and slots, white space evened out. */
export const textOf = (element: Element) => composedText(element).replace(/\s+/g, ' ').trim();

function composedText(node: Node): string {
  if (node instanceof Text) return node.data;
  const filled = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
  const children = filled.length ? filled : ((node as Element).shadowRoot ?? node).childNodes;
  return [...children].map(composedText).join(node instanceof HTMLSpanElement ? '' : ' ');
}

/**
 * Until an element, and all that it is made of, have rendered what they know. Answers that are on their way are not waited
 * for; nor are parts that a page which has taken the element out has never seen, for they wait for the page.
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
