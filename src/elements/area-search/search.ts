import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type AreaClient, pause } from '../../client/index.ts';
import { type Area, type AreaQuestion, areaFits, areaQuestion } from '../../contract/index.ts';
import { asError } from '../store/as-error.ts';
import { narrowed } from './question.ts';

/** Milliseconds without a key before a text is asked for. Every new text is charged, and many shoppers type three keys a second. */
const typingPause = 500;

/** Milliseconds. A framework may set the client, or its base URL, after the text. */
const clientPause = 100;

export interface SearchState {
  readonly status: 'idle' | 'searching' | 'found' | 'empty' | 'error';
  readonly question: AreaQuestion;
  /** What is asked, or the beginning of a text that cannot be asked. */
  readonly text: string;
  readonly areas: readonly Area[];
  readonly error?: Error;
}

const nothing = areaQuestion('');
const idle: SearchState = { status: 'idle', question: nothing, text: '', areas: [] };

interface Host extends ReactiveControllerHost {
  readonly isConnected: boolean;
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
  #question = nothing;
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
    // The element was moved before the answer, or the page has set a postal code while it was away.
    if (this.#question.texts.length) this.retry();
  }

  hostDisconnected(): void {
    this.#typing.abort();
  }

  /**
   * Asks for a text, after a pause.
   * @returns false if the text is the same question, which changes nothing
   */
  ask(given: string, delay: number = typingPause): boolean {
    const question = areaQuestion(given);
    const { texts, isAddress } = question;
    if (texts.length && keyOf(question) === keyOf(this.#question) && this.#state.status !== 'error') return false;
    const { status, areas } = this.#state;
    this.#question = question;
    this.#typing.abort();
    const known = status === 'found' ? narrowed(areas, this.#state.question, question) : [];
    // More words find no more than fewer.
    const isHopeless = status === 'empty' && !question.codes.length && texts.at(-1)?.startsWith(`${this.#state.text} `);
    if (known.length) this.#show('found', known);
    else if (isHopeless) this.#show('empty');
    else if (texts.length) void this.#search(delay);
    else this.#show(isAddress ? 'empty' : 'idle', [], given);
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
    const question = this.#question;
    const areas: Area[] = [];
    this.#typing = new AbortController();
    const { signal } = this.#typing;
    // The host asks when it comes into the page.
    if (!this.#host.isConnected) return;
    try {
      await pause(delay, signal);
      while (!this.#host.activeClient) await pause(clientPause, signal);
      this.#show('searching');
      for (const input of question.texts) {
        const found = await this.#host.activeClient.searchAreas({ input });
        if (signal.aborted) return;
        areas.push(...found.areas.filter(({ id }) => areas.every((area) => area.id !== id)));
        if (areas.some((area) => areaFits(area, question))) break;
      }
      this.#show(areas.length ? 'found' : 'empty', areas);
    } catch (thrown) {
      if (!signal.aborted) this.#show('error', [], '', asError(thrown));
    }
  }

  #show(status: SearchState['status'], areas: readonly Area[] = [], given = '', error?: Error): void {
    const question = this.#question;
    const [text = shortened(given)] = question.texts;
    if (status === 'idle' && this.#state.status === 'idle') return;
    this.#state = { status, question, text, areas, ...(error && { error }) };
    this.#onChange(this.#state);
  }
}

/** Equal for equal questions, which have one answer. */
const keyOf = ({ texts, named, isSure }: AreaQuestion) => String([texts, named, isSure]);

/** The beginning of a text, without characters that change the direction of writing. */
function shortened(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words.length > 40 ? `${words.slice(0, 40)}…` : words;
}
