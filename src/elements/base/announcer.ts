import { html, type TemplateResult } from 'lit';

interface Host {
  readonly shadowRoot: ShadowRoot | null;
}

/** One status region for screen readers. A new sentence replaces the old one. */
export class Announcer {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Written without rendering: nothing else in the element depends on it. */
  announce(sentence: string): void {
    const region = this.#host.shadowRoot?.querySelector('[role=status]');
    if (!region || (!sentence && !region.textContent)) return;
    // Screen readers announce changes only, and an equal text is no change.
    region.textContent = sentence && sentence === region.textContent ? `${sentence}\u00a0` : sentence;
  }

  render(): TemplateResult {
    return html`<p class="hidden" role="status"></p>`;
  }
}
