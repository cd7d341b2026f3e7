import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Host extends ReactiveControllerHost {
  readonly shadowRoot: ShadowRoot | null;
}

/**
 * Keeps focus inside its element when an update removes the focused control or puts another rate into its row. Focus then goes to the
 * row of that rate, or else to the element with `tabindex="-1"`. Otherwise the browser would move it to the top of the page.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: Host;
  /** Whether the last update has moved focus. A screen reader announces the focused element by itself. */
  hasMoved = false;
  #focused: HTMLInputElement | null | undefined;
  #key: string | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement as HTMLInputElement | null | undefined;
    this.#key = this.#focused?.value;
  }

  hostUpdated(): void {
    const { isConnected, type, value } = this.#focused ?? { isConnected: true };
    this.hasMoved = !isConnected || (type === 'radio' && value !== this.#key);
    if (!this.hasMoved) return;
    const root = this.#host.shadowRoot;
    const radios = [...(root?.querySelectorAll<HTMLInputElement>('[type=radio]') ?? [])];
    const same = radios.find((radio) => radio.value === this.#key);
    (same ?? root?.querySelector<HTMLElement>('[tabindex="-1"]'))?.focus();
  }
}
