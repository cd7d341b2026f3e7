import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { errorSentence, waitOf, worthRetrying } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';

/** Updates its host each second while the error on screen names the seconds until a retry. */
export class Countdown implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #errorOf: () => unknown;
  #shown: unknown;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param errorOf returns the error that the host shows */
  constructor(host: ReactiveControllerHost, errorOf: () => unknown) {
    this.#host = host;
    this.#errorOf = errorOf;
    host.addController(this);
  }

  /** Whole seconds since the error was first shown. The clock of `performance` stops while the device sleeps. */
  get elapsed(): number {
    const error = this.#errorOf();
    if (error !== this.#shown) this.#since = Date.now();
    this.#shown = error;
    return Math.floor((Date.now() - this.#since) / 1000);
  }

  hostUpdated(): void {
    this.hostDisconnected();
    if (waitOf(this.#errorOf(), this.elapsed)) this.#timer = setTimeout(() => this.#host.requestUpdate(), 1000);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }
}

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
