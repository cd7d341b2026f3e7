import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Stand-ins for what a browser or a test environment does not have. */
const without = () => ({
  states: new Set<string>(),
  form: null,
  labels: [],
  validity: { valid: true },
  validationMessage: '',
  willValidate: false,
  setFormValue() {},
  setValidity() {},
  checkValidity: () => true,
  reportValidity: () => true,
});

/**
 * The internals of an element. jsdom, happy-dom and older browsers have some of them or none. The element renders there all the same, and
 * takes no part in forms.
 */
export function internalsOf(host: HTMLElement): ElementInternals {
  const internals = host.attachInternals?.() ?? {};
  for (const [name, value] of Object.entries(without())) {
    if (!(name in internals)) Object.defineProperty(internals, name, { value });
  }
  return internals as ElementInternals;
}

/** The states that match. WebKit's own set forgets some states that still match. */
const matching = new WeakMap<ElementInternals, Set<string>>();

/** Makes the states that are on match `:state()`. A state that has not changed is not written: it would restyle the page. */
export function showStates(internals: ElementInternals, table: Record<string, boolean>): void {
  const { states } = internals;
  const known = matching.get(internals) ?? new Set();
  matching.set(internals, known);
  for (const [name, on] of Object.entries(table)) {
    if (on === known.has(name)) continue;
    if (on) known.add(name);
    else known.delete(name);
    try {
      if (on) states.add(name);
      else states.delete(name);
    } catch {
      // A browser that only takes names with two dashes does not know `:state()` either.
    }
  }
}

/** Includes changed text, as old values of it are asked for. */
const everything = { childList: true, subtree: true, characterDataOldValue: true };

/**
 * Watches what others change in a shadow root, and returns a function that undoes it. An element calls it before each update: a page
 * translator replaces text nodes, and Lit would write the next amount into a node that is no longer on screen.
 */
export function watchForeignChanges(root: Node): () => void {
  const changes: MutationRecord[] = [];
  const keep = (more: MutationRecord[]) => changes.push(...more);
  const observer = new MutationObserver(keep);
  observer.observe(root, everything);
  return () => {
    keep(observer.takeRecords());
    observer.disconnect();
    for (let change = changes.pop(); change; change = changes.pop()) undo(change);
  };
}

function undo({ target, addedNodes, removedNodes, nextSibling, oldValue }: MutationRecord): void {
  const [node] = [...addedNodes, ...removedNodes];
  // Dark Reader adds its style sheets to shadow roots. An announced sentence is written between two updates.
  if (node?.nodeName === 'STYLE' || (target as Element).matches?.('[role=status]')) return;
  if (oldValue !== null) (target as Text).data = oldValue;
  for (const added of addedNodes) (added as ChildNode).remove();
  for (const removed of removedNodes) target.insertBefore(removed, nextSibling);
}

/**
 * Draws the content of an element again when Chromium has lost it: in a fieldset, the content of a container (`container-type`) has no boxes
 * if it changes in the frame in which something else comes into the fieldset (shadcn-ui/ui#9147, sveltejs/svelte#18679). The element's size
 * changes then. It is drawn in the next frame, because the page would hear of a loop if an observer of sizes changed one. Neither a server
 * nor jsdom has the observer.
 */
export const lostBoxes: ResizeObserver | undefined =
  globalThis.ResizeObserver &&
  new ResizeObserver((entries) => {
    for (const { target } of entries) if (isLost(target)) requestAnimationFrame(() => draw(target));
  });

const partsOf = ({ shadowRoot }: Element) => [...(shadowRoot?.children ?? [])] as HTMLElement[];

const hasBox = (element: Element): boolean => element.getClientRects().length > 0;

const isLost = (element: Element): boolean => hasBox(element) && !partsOf(element).some(hasBox);

function draw(element: Element): void {
  const show = (display: string) => {
    for (const { style } of partsOf(element)) style.display = display;
  };
  show('none');
  element.getClientRects();
  show('');
}

interface Host extends ReactiveControllerHost {
  readonly shadowRoot: ShadowRoot | null;
}

/**
 * Keeps focus inside its element when an update removes the focused control (or the slot that shows it), or puts another rate into its
 * row. Focus then goes to the row of that rate, or else to the element with `tabindex="-1"`. Otherwise the browser would move it to the
 * top of the page.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: Host;
  /** Whether the last update has moved focus. A screen reader announces the focused element by itself. */
  hasMoved = false;
  #focused: HTMLInputElement | undefined;
  #key: string | undefined;
  /** Whether a slot shows it: as its fallback, or as content of the page. */
  #isSlotted = false;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const focused = this.#find();
    this.#focused = focused;
    this.#isSlotted = focused?.getRootNode() !== this.#host.shadowRoot || focused.closest('slot') !== null;
    this.#key = focused?.value;
  }

  hostUpdated(): void {
    const { isConnected, type, value } = this.#focused ?? { isConnected: true };
    const isGone = !isConnected || (this.#isSlotted && this.#focused?.getClientRects().length === 0);
    this.hasMoved = isGone || (type === 'radio' && value !== this.#key);
    if (!this.hasMoved) return;
    const root = this.#host.shadowRoot;
    const radios = [...(root?.querySelectorAll<HTMLInputElement>('[type=radio]') ?? [])];
    const same = radios.find((radio) => radio.value === this.#key);
    (same ?? root?.querySelector<HTMLElement>('[tabindex="-1"]'))?.focus();
  }

  #find(): HTMLInputElement | undefined {
    const root = this.#host.shadowRoot;
    if (root?.activeElement) return root.activeElement as HTMLInputElement;
    if (!root || document.activeElement === document.body) return undefined;
    const content = [...root.querySelectorAll('slot')].flatMap((slot) => slot.assignedElements({ flatten: true }));
    const isHere = content.some((element) => element.contains(document.activeElement));
    return isHere ? (document.activeElement as HTMLInputElement) : undefined;
  }
}

/** Keeps the second tap of a double tap from a button that has just appeared beneath it. Keys and scripts always count. */
export class PressGuard {
  #what: string | undefined;
  #since = Number.NEGATIVE_INFINITY;
  readonly #leastShown: number;

  /** @param leastShown milliseconds that a button is shown before a pointer's press on it counts */
  constructor(leastShown = 500) {
    this.#leastShown = leastShown;
  }

  /** @param what is shown in the place now. The first value counts as shown for long enough */
  watch(what: string): void {
    if (this.#what !== undefined && what !== this.#what) {
      this.#since = Number.POSITIVE_INFINITY;
      // A slow device paints it long after it was rendered.
      const painted = () => {
        if (this.#what === what) this.#since = performance.now();
      };
      requestAnimationFrame(() => requestAnimationFrame(painted));
    }
    this.#what = what;
  }

  /** Whether a click comes from a pointer, and too soon to be meant for what stands there. */
  isTooSoon({ detail, timeStamp }: MouseEvent): boolean {
    // The time of the tap, because a busy page hears of it later.
    return detail > 0 && timeStamp - this.#since < this.#leastShown;
  }
}

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

/** Tells when a widget comes into sight. @returns ends it */
export type Watch = (handleChange: (isInSight: boolean) => void) => () => void;

/** A browser paints what is in sight. jsdom paints nothing, and has no observer: everything is in sight there. */
export const watchSight =
  (element: Element): Watch =>
  (handleChange) => {
    if (!globalThis.IntersectionObserver) {
      handleChange(true);
      return () => {};
    }
    const observer = new IntersectionObserver((entries) => handleChange(entries.at(-1)?.isIntersecting === true));
    // A host with `display: contents` has no box, and its content has one.
    const hasNoBox = getComputedStyle(element).display === 'contents';
    observer.observe((hasNoBox && element.shadowRoot?.firstElementChild) || element);
    return () => observer.disconnect();
  };

/** The `keyCode` of each key of a composition. Safari has ended it when it sends its last key, so that `isComposing` is false (mantinedev/mantine#5934). */
export const composed = 229;

/** Whether it is an Escape that nothing inside has taken. It is taken then: a dialog of the page around it stays open. */
export function takeEscape(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.keyCode === composed || event.defaultPrevented) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** Links of a page. None of them runs a script. */
const schemes = /^(https?|mailto|tel|whatsapp):$/;

/** The page's link, or an empty text if its scheme may run a script. An app has a scheme of its own. */
export function linkOf(url: string): string {
  try {
    const { protocol } = new URL(url, document.baseURI);
    return url && (schemes.test(protocol) || protocol === location.protocol) ? url : '';
  } catch {
    return '';
  }
}
