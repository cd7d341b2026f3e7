import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Which slots the page has filled. A slot handed on to an inner element counts as filled there even when it is empty,
 * and would hide the inner element's own words; so only filled ones are handed on.
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
    // Rendered on a server, an element has no nodes at all.
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
 * The slot that a child fills; the default one is ''. White space between tags fills none. A test environment that is torn down amid
 * an update has no `Element` any more, and its nodes know what they are.
 */
function slotOf(child: ChildNode): string | undefined {
  if (child.nodeType === child.ELEMENT_NODE) return (child as Element).slot;
  return child.nodeType === child.TEXT_NODE && child.textContent?.trim() ? '' : undefined;
}
