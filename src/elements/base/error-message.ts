import { html, nothing, type TemplateResult } from 'lit';
import { errorSentence, waitOf, worthRetrying } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';

/** Seconds. Until a longer wait is over, there is nothing to press. */
const longWait = 600;

/**
 * The sentence for a failed question, and a button that asks again if that may help.
 * @param elapsed whole seconds since the error was first shown
 */
export function renderError(error: unknown, elapsed: number, words: Words, handleRetry: () => unknown): TemplateResult {
  const isLong = (waitOf(error, elapsed) ?? 0) > longWait;
  return html`
    <div class="message problem">
      <p>${errorSentence(error, words, elapsed)}</p>
      ${worthRetrying(error) && !isLong ? html`<button type="button" @click=${handleRetry}>${words.retry}</button>` : nothing}
    </div>
  `;
}
