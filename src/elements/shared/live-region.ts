import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** One status region: a sentence at a time for screen readers. */
export class LiveRegion {
  readonly #host: ReactiveControllerHost;
  #sentence = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  announce(sentence: string): void {
    // The same words again would change nothing in the page, and nothing would be heard.
    this.#sentence = sentence === this.#sentence ? `${sentence}\u00a0` : sentence;
    this.#host.requestUpdate();
  }

  render(): TemplateResult {
    return html`<p class="hidden" role="status">${this.#sentence}</p>`;
  }
}
