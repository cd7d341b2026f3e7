import { html, nothing, type TemplateResult } from 'lit';

interface CopyWords {
  copy: string;
  copied: string;
  notCopied: string;
}

/** Copies the numbers of an element, and says beside each whether the browser has let the page do it. */
export class Copying {
  readonly #announce: (sentence: string) => void;
  #copied: { number: string; isDone: boolean } | undefined;

  /** @param announce says it to screen readers, and has the element rendered again */
  constructor(announce: (sentence: string) => void) {
    this.#announce = announce;
  }

  /** @param kind its label has the id `KIND-label` */
  render(number: string, kind: string, words: CopyWords): TemplateResult {
    const { isDone } = this.#copied?.number === number ? this.#copied : {};
    return html`
      <button
        part="copy"
        class="text"
        id="copy-${kind}"
        type="button"
        aria-labelledby="copy-${kind} ${kind}-label"
        @click=${() => this.#copy(number, words)}
      >
        ${isDone ? words.copied : words.copy}
      </button>
      ${isDone === false ? html`<small class="later">${words.notCopied}</small>` : nothing}
    `;
  }

  async #copy(number: string, words: CopyWords): Promise<void> {
    // A page without HTTPS has no clipboard: the number can be selected.
    const isDone = await navigator.clipboard?.writeText(number).then(
      () => true,
      () => false,
    );
    this.#copied = { number, isDone: isDone === true };
    this.#announce(isDone ? words.copied : words.notCopied);
  }
}
