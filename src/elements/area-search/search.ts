import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type AreaClient, pause } from '../../client/index.ts';
import type { Area } from '../../contract/index.ts';
import { asError } from '../store/as-error.ts';
import { questionOf } from './question.ts';

/** Milliseconds without a key before a text is asked for. Every new text is charged. */
const typingPause = 300;

/** Milliseconds. A framework may set the client, or its base URL, after the text. */
const clientPause = 100;

export interface SearchState {
  readonly status: 'idle' | 'searching' | 'found' | 'empty' | 'error';
  /** The text that was asked. */
  readonly text: string;
  readonly areas: readonly Area[];
  readonly error?: Error;
}

const idle: SearchState = { status: 'idle', text: '', areas: [] };

interface Host extends ReactiveControllerHost {
  /** The client to ask. Undefined while there is none. */
  readonly activeClient: AreaClient | undefined;
}

/**
 * Asks for the text that the shopper has typed. The newest text wins. A request is not aborted, because it is charged all the same: the
 * client keeps its answer, so that no text is asked twice.
 */
export class Search implements ReactiveController {
  readonly #host: Host;
  readonly #onChange: (state: SearchState) => void;
  #state = idle;
  /** The text that is asked. Empty for none. */
  #text = '';
  #typing = new AbortController();

  /** @param onChange called after each change of the state */
  constructor(host: Host, onChange: (state: SearchState) => void) {
    this.#host = host;
    this.#onChange = onChange;
    host.addController(this);
  }

  get state(): SearchState {
    return this.#state;
  }

  hostConnected(): void {
    // The element was moved before the answer.
    if (this.#text) this.retry();
  }

  hostDisconnected(): void {
    this.#typing.abort();
  }

  /**
   * Asks for a text, after a pause.
   * @returns false if the text is the same question, which changes nothing
   */
  ask(given: string, delay: number = typingPause): boolean {
    const { text, isTooLong } = questionOf(given);
    if (text && text === this.#text && this.#state.status !== 'error') return false;
    this.#text = isTooLong ? '' : text;
    this.#typing.abort();
    if (this.#text) void this.#search(delay);
    else this.#show(isTooLong ? { ...idle, status: 'empty', text } : idle);
    return true;
  }

  /** Asks again after a failure. */
  retry(): void {
    void this.#search(0);
  }

  clear(): void {
    this.ask('');
  }

  async #search(delay: number): Promise<void> {
    const text = this.#text;
    const areas: readonly Area[] = [];
    this.#typing = new AbortController();
    const { signal } = this.#typing;
    try {
      await pause(delay, signal);
      while (!this.#host.activeClient) await pause(clientPause, signal);
      this.#show({ status: 'searching', text, areas });
      const found = await this.#host.activeClient.searchAreas({ input: text });
      if (!signal.aborted) this.#show({ status: found.areas.length ? 'found' : 'empty', text, areas: found.areas });
    } catch (thrown) {
      if (!signal.aborted) this.#show({ status: 'error', text, areas, error: asError(thrown) });
    }
  }

  #show(state: SearchState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange(state);
  }
}
