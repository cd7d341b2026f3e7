import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * The slots that the page has filled. A forwarded slot counts as filled in the inner element, even if it is empty. It would hide the
 * inner element's own words. So only filled slots are forwarded.
 */
export class Slotted implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #names: readonly string[];
  #observer: MutationObserver | undefined;

  constructor(host: ReactiveControllerHost & Element, names: readonly string[]) {
    this.#host = host;
    this.#names = names;
    host.addController(this);
  }

  get filled(): string[] {
    // On a server an element has no nodes at all.
    const slots = new Set([...(this.#host.childNodes ?? [])].map(slotOf));
    return this.#names.filter((name) => slots.has(name));
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.#host.requestUpdate());
    this.#observer.observe(this.#host, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['slot'],
    });
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}

/**
 * The slot that a child fills. The default slot is ''. White space between tags fills none. Node types are compared by number, because
 * `Element` may be gone if a test environment ends during an update.
 */
function slotOf(child: ChildNode): string | undefined {
  if (child.nodeType === child.ELEMENT_NODE) return (child as Element).slot;
  return child.nodeType === child.TEXT_NODE && child.textContent?.trim() ? '' : undefined;
}
