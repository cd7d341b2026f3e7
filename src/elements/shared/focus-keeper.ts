import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Host extends ReactiveControllerHost {
  readonly shadowRoot: ShadowRoot | null;
}

/**
 * Keeps focus inside its element when an update takes away what had it, or puts another rate into its row: focus goes to
 * where that rate is now, or else to the place where something else stands, never back to the page's top.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: Host;
  #focused: HTMLInputElement | null | undefined;
  #key: string | undefined;
  #moved = false;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the last update took focus away from what had it; a screen reader says by itself where it is now. */
  get moved(): boolean {
    return this.#moved;
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement as HTMLInputElement | null | undefined;
    this.#key = this.#focused?.value;
  }

  hostUpdated(): void {
    const { isConnected, type, value } = this.#focused ?? { isConnected: true };
    this.#moved = !isConnected || (type === 'radio' && value !== this.#key);
    if (!this.#moved) return;
    const root = this.#host.shadowRoot;
    const radios = [...(root?.querySelectorAll<HTMLInputElement>('[type=radio]') ?? [])];
    const same = radios.find((radio) => radio.value === this.#key);
    (same ?? root?.querySelector<HTMLElement>('[tabindex="-1"]'))?.focus();
  }
}
