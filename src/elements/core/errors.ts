import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { errorSentence, waitOf, worthRetrying } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';
import { linkOf } from './browser.ts';

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

/** An element, as far as its links need it. */
interface Linking<LinkWords> {
  contactUrl: string;
  addressUrl?: string;
  voice: { words: LinkWords };
}

/** A sentence in which "contact the shop" is a link, if the page says where that is. */
export function linked({ contactUrl, voice }: Linking<Pick<Words, 'contact'>>, sentence: string) {
  const { contact } = voice.words;
  const url = linkOf(contactUrl);
  const start = url && contact ? sentence.toLowerCase().indexOf(contact.toLowerCase()) : -1;
  if (start < 0) return sentence;
  const end = start + contact.length;
  return html`${sentence.slice(0, start)}<a part="contact" href=${url} referrerpolicy="no-referrer">${sentence.slice(start, end)}</a>${sentence.slice(end)}`;
}

/** Where the page has the address, behind a sentence that refuses it. */
export function renderAddressLink({ addressUrl = '', voice }: Linking<Words>, sentence: string) {
  const { noRates, refused, changeAddress } = voice.words;
  const url = linkOf(addressUrl);
  const isRefused = [refused.location, refused.contact, refused['no-courier']].includes(sentence);
  if (!url || !(isRefused || sentence.startsWith(noRates))) return nothing;
  return html` <a part="address" href=${url}>${changeAddress}</a>`;
}

/**
 * The sentence for a failed question, and what may help: the address, the shop, or a button that asks again.
 * @param elapsed whole seconds since the error was first shown
 */
export function renderError(
  error: unknown,
  elapsed: number,
  host: Linking<Words>,
  handleRetry: () => unknown,
): TemplateResult {
  const { words } = host.voice;
  const sentence = errorSentence(error, words, elapsed);
  const isLong = (waitOf(error, elapsed) ?? 0) > longWait;
  // The page has had the time to replace a token that has expired.
  const mayHelp = worthRetrying(error) || Object(error).reason === 'token-expired';
  return html`
    <div class="message problem">
      <p>${linked(host, sentence)}${renderAddressLink(host, sentence)}</p>
      ${mayHelp && !isLong ? html`<button type="button" @click=${handleRetry}>${words.retry}</button>` : nothing}
    </div>
  `;
}
