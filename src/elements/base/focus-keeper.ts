import type { ReactiveController, ReactiveControllerHost } from 'lit';

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
