import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** What a sentence is about: it is said for as long as all of this is as it was. */
export type Subject = () => readonly unknown[];

interface Said {
  sentence: string;
  subject: Subject;
  /** The subject as it was when it was said. */
  was: readonly unknown[];
}

/**
 * One status region: a sentence at a time for screen readers, or nothing. What stands there can be read again at any time, so
 * that each sentence comes with what it is about, and is taken back once that has become something else.
 */
export class LiveRegion {
  readonly #host: ReactiveControllerHost;
  #said: Said | undefined;
  #shown = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  announce(sentence: string, subject: Subject): void {
    // The same words again would change nothing in the page, and nothing would be heard.
    const again = sentence && sentence === this.#shown ? '\u00a0' : '';
    this.#said = { sentence: sentence + again, subject, was: subject() };
    this.#host.requestUpdate();
  }

  /** Takes back what is no longer so. */
  hush(): void {
    if (this.#shown !== this.#sentence) this.#host.requestUpdate();
  }

  render(): TemplateResult {
    this.#shown = this.#sentence;
    return html`<p class="hidden" role="status">${this.#shown}</p>`;
  }

  get #sentence(): string {
    if (!this.#said) return '';
    const { sentence, subject, was } = this.#said;
    return subject().every((part, index) => part === was[index]) ? sentence : '';
  }
}
