import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type AreaClient, type Clock, createAreaClient, pause } from '../../client/index.ts';
import { type Area, type AreaQuestion, areaFits, areaQuestion } from '../../contract/index.ts';
import { Asking } from '../core/asking.ts';
import { clientsBy } from '../core/page-input.ts';

/** The client of a base URL. A district does not move while a page is open: its texts are asked once. */
export const areaClientFor: (baseUrl: string) => AreaClient = clientsBy('searchAreas', (options) =>
  createAreaClient({ ...options, cache: Number.POSITIVE_INFINITY }),
);

/** The five digits of a postal code, of a text or a number. Undefined for anything else. */
export function postalCodeOf(given: unknown): number | undefined {
  const digits = `${given ?? ''}`.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
  return /^[1-9]\d{4}$/.test(digits) ? Number(digits) : undefined;
}

/** The areas of the postal codes in a text. Of several, the shopper has to choose. */
export const areasOfCode = (areas: readonly Area[], question: AreaQuestion): readonly Area[] =>
  areas.filter((area) => question.codes.includes(area.postal_code ?? 0) && areaFits(area, question));

/** The position of the area that Enter alone chooses. -1 if the text may mean another one. */
export function certainOf({ areas, question }: SearchState): number {
  const { codes, isSure, isCity } = question;
  const fitting = isCity ? areas.filter((area) => areaFits(area, question)) : areas;
  const [only, another] = codes.length ? areasOfCode(areas, question) : fitting.slice(0, 1);
  return isSure && only && !another ? areas.indexOf(only) : -1;
}

/** The areas of a district: one for each of its postal codes. */
const isSameDistrict = (one: Area, other: Area): boolean => {
  const [its, others] = [textOfArea(one), textOfArea(other)];
  return its.district === others.district && its.place === others.place;
};

/** The areas, those of a district together, in the order in which the districts come. */
export function byDistrict(areas: readonly Area[]): Area[][] {
  const districts: Area[][] = [];
  for (const area of areas) {
    const district = districts.find(([first]) => first && isSameDistrict(first, area));
    if (district) district.push(area);
    else districts.push([area]);
  }
  return districts;
}

/** Whether an answer may have more areas than it shows. */
export const mayBeCut = (areas: readonly Area[]): boolean => areas.length > whole;

/** Rows of an answer that is whole. A longer one may be cut off: how many rows the service answers at most is not known. */
const whole = 9;

/**
 * The areas of a longer text, among those that an answer to its beginning has. Empty if the service has to be asked. Every text is charged,
 * and shoppers type a name letter by letter.
 */
export function narrowed(areas: readonly Area[], before: AreaQuestion, { texts, codes }: AreaQuestion): Area[] {
  const [[earlier], [text]] = [before.texts, texts];
  if (!earlier || !text?.startsWith(earlier) || codes.length || mayBeCut(areas)) return [];
  const words = text.split(' ');
  return areas.filter(({ name = '' }) => {
    const its = `${name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => its.some((one) => one.startsWith(word)));
  });
}

/** The texts of an area on screen. */
export interface AreaText {
  readonly district: string;
  /** City and province. */
  readonly place: string;
  readonly postalCode: string;
}

/** How a district is written in the list and in the field. */
export function textOfArea(area: Area): AreaText {
  const { administrative_division_level_2_name: city, administrative_division_level_1_name: province } = area;
  const [first = ''] = (area.name ?? '').split(',');
  return {
    district: area.administrative_division_level_3_name || first || area.id,
    // A remembered area has its name alone.
    place:
      [city, province].filter(Boolean).join(', ') ||
      ((area.name ?? '').slice(first.length + 2).split('.', 1)[0] as string),
    postalCode: String(area.postal_code ?? ''),
  };
}

/** The name that is submitted and announced. */
export const nameOfArea = (area: Area): string => area.name || textOfArea(area).district;

/** Milliseconds without a key before a text is asked for. Every new text is charged, and many shoppers type three keys a second. */
const typingPause = 500;

/** How much longer a number rests that may be that of a house: the district is typed behind it. */
const doubtFactor = 6;

/** Milliseconds. A framework may set the client, or its base URL, after the text. */
const clientPause = 100;

/** What the search shows. */
export interface SearchState {
  readonly status: 'idle' | 'searching' | 'found' | 'empty' | 'error';
  readonly question: AreaQuestion;
  /** What is asked, or the beginning of a text that cannot be asked. */
  readonly text: string;
  /** Those of a district are together. */
  readonly areas: readonly Area[];
  readonly error?: Error;
}

const nothing = areaQuestion('');
const idle: SearchState = { status: 'idle', question: nothing, text: '', areas: [] };

interface Host extends ReactiveControllerHost {
  readonly isConnected: boolean;
  /** The client to ask. Undefined while there is none. */
  readonly activeClient: AreaClient | undefined;
  readonly clock: Clock;
}

/**
 * Asks for the text that the shopper has typed. The newest text wins. A request that is sent is not aborted, because it is charged all the
 * same: the client keeps its answer, so that no text is asked twice.
 */
export class Search implements ReactiveController {
  readonly #host: Host;
  readonly #onChange: (state: SearchState) => void;
  #state = idle;
  #question = nothing;
  readonly #asking = new Asking();

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
    this.#asking.stop();
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
    this.#asking.stop();
    const known = status === 'found' ? narrowed(areas, this.#state.question, question) : [];
    // More words find no more than fewer.
    const isHopeless = status === 'empty' && !question.codes.length && texts.at(-1)?.startsWith(`${this.#state.text} `);
    if (known.length) this.#show('found', known);
    else if (isHopeless) this.#show('empty');
    else if (texts.length) this.#search(question.isSure ? delay : delay * doubtFactor);
    else this.#show(isAddress ? 'empty' : 'idle', [], given);
    return true;
  }

  /** Asks again after a failure. */
  retry(): void {
    this.#search(0);
  }

  clear(): void {
    this.ask('');
  }

  #search(delay: number): void {
    const question = this.#question;
    const { clock } = this.#host;
    // The host asks when it comes into the page.
    if (!this.#host.isConnected) return;
    const search = async (signal: AbortSignal) => {
      const areas: Area[] = [];
      await pause(delay, signal, clock);
      while (!this.#host.activeClient) await pause(clientPause, signal, clock);
      this.#show('searching');
      for (const input of question.texts) {
        const found = await this.#host.activeClient.searchAreas({ input });
        areas.push(...found.areas.filter(({ id }) => areas.every((area) => area.id !== id)));
        if (signal.aborted || areas.some((area) => areaFits(area, question))) break;
      }
      return areas;
    };
    void this.#asking.ask(
      search,
      (areas) => this.#show(areas.length ? 'found' : 'empty', byDistrict(areas).flat()),
      (error) => this.#show('error', [], '', error),
    );
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
