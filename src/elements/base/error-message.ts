import { html, nothing, type TemplateResult } from 'lit';
import { errorSentence, worthRetrying } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';

/**
 * The sentence for a failed question, and a button that asks again if that may help.
 * @param elapsed whole seconds since the error was first shown
 */
export const renderError = (
  error: unknown,
  elapsed: number,
  words: Words,
  handleRetry: () => unknown,
): TemplateResult => html`
  <div class="message problem">
    <p>${errorSentence(error, words, elapsed)}</p>
    ${worthRetrying(error) ? html`<button type="button" @click=${handleRetry}>${words.retry}</button>` : nothing}
  </div>
`;
