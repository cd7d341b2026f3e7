import { html, nothing, type TemplateResult } from 'lit';
import { isShippingFailure } from '../../client/index.ts';
import type { Area } from '../../contract/index.ts';
import { linked } from '../core/errors.ts';
import { isOffline, worthRetrying } from '../words/sentences.ts';
import type { AreaWords } from '../words/words.ts';
import { areasOfCode, byDistrict, certainOf, mayBeCut, type SearchState, textOfArea } from './search.ts';

/** What the list shows, and what it asks its element for. */
export interface AreaList {
  readonly state: SearchState;
  readonly words: AreaWords;
  readonly contactUrl: string;
  readonly label: string;
  readonly isOpen: boolean;
  /** The position of the active option. -1 for none. */
  readonly active: number;
  choose(area: Area): void;
  retry(): void;
}

const keepFocus = (event: Event) => event.preventDefault();

/** The results, or what is shown in their place. The list takes no focus: a press on it must not take focus from the text. */
export function renderList(list: AreaList): TemplateResult {
  const { state, words, label, isOpen, contactUrl } = list;
  const { status, areas, text, error } = state;
  const isListed = isOpen && status === 'found';
  const advice = adviceOf(areas, words);
  return html`
    <div class="list" part="list" ?hidden=${!isOpen || status === 'idle'} @mousedown=${keepFocus}>
      <p class="say ${status}" ?hidden=${isListed && !doubtOf(state, words)}>
        ${status === 'searching' ? html`<i></i>` : nothing}
        ${status === 'empty' ? html`<b>${words.notFound(text)}</b> ${words.notFoundHelp}` : linked({ contactUrl, voice: list }, sentenceOf(state, words))}
        ${mayRetry(error) ? html`<button type="button" @click=${list.retry}>${words.retry}</button>` : nothing}
      </p>
      <div class="options" role="listbox" id="list" aria-label=${label} ?hidden=${!isListed}>
        ${isListed ? byDistrict(areas).map((district) => renderDistrict(district, list)) : nothing}
      </div>
      <p class="say" ?hidden=${!isListed || !advice}>${advice}</p>
    </div>
  `;
}

/** A row, in which each postal code is an option if there are several. */
function renderDistrict(areas: readonly Area[], list: AreaList): TemplateResult | TemplateResult[] {
  const [first, another] = areas;
  if (!first || !another) return areas.map((area) => renderOption(area, 'row', list));
  const { district, place } = textOfArea(first);
  return html`
    <div class="row" role="group" aria-label=${`${district}, ${place}`}>
      <b>${marked(district, list)}</b> <small>${place}</small>
      <div class="codes">${areas.map((area) => renderOption(area, 'code', list))}</div>
    </div>
  `;
}

/** Its label: Chromium’s accessibility tree leaves out the space between two words that are marked. */
function renderOption(area: Area, kind: 'row' | 'code', list: AreaList): TemplateResult {
  const { district, place, postalCode } = textOfArea(area);
  const index = list.state.areas.indexOf(area);
  return html`
    <div class=${kind} role="option" part="option" id="option-${index}" aria-selected=${index === list.active}
      aria-label=${`${district} ${postalCode}, ${place}`} @click=${() => list.choose(area)}
    >
      ${kind === 'row' ? html`<b>${marked(district, list)}</b>` : nothing} <b>${marked(postalCode, list)}</b>
      ${kind === 'row' ? html`<small>${place}</small>` : nothing}
    </div>
  `;
}

/** A text in which the letters that were searched for are marked, at the beginning of each word. */
function marked(text: string, { state }: AreaList): (string | TemplateResult)[] {
  const wanted = state.question.texts.join(' ').split(' ');
  return text.split(/([\p{L}\p{N}]+)/u).map((word) => {
    const begin = wanted.find((part) => part && word.toLowerCase().startsWith(part));
    return begin ? html`<mark>${word.slice(0, begin.length)}</mark>${word.slice(begin.length)}` : word;
  });
}

/** What the search has come to. Announced, and shown under the text while the list is closed. */
export function sentenceOf(state: SearchState, words: AreaWords): string {
  const { status, text, areas, error } = state;
  switch (status) {
    case 'searching':
      return words.searching(text);
    case 'found':
      return doubtOf(state, words) || words.areasFound(byDistrict(areas).length);
    case 'empty':
      return `${words.notFound(text)}. ${words.notFoundHelp}`;
    case 'error':
      return failureOf(error, words);
    default:
      return '';
  }
}

/** Why no area is active: the postal code lies in several districts, or not in the one that the text names. Empty if one is. */
function doubtOf(state: SearchState, words: AreaWords): string {
  const { areas, question, text } = state;
  if (!areas.length || certainOf(state) >= 0) return '';
  const { length } = areasOfCode(areas, question);
  return length > 1 && question.codes.length === 1 ? words.severalDistricts(text, length) : words.uncertain;
}

/** What helps to find the right one in a list. Empty if its rows say all. */
function adviceOf(areas: readonly Area[], words: AreaWords): string {
  if (mayBeCut(areas)) return words.moreLetters;
  return areas.length > byDistrict(areas).length ? words.choosePostalCode : '';
}

function failureOf(error: unknown, words: AreaWords): string {
  if (isLasting(error)) return words.tooMany;
  if (!worthRetrying(error)) return words.searchFailed;
  return isOffline() ? words.offline : words.unreachable;
}

/** Seconds. A shopper does not wait longer. */
const longestWait = 60;

/** Whether asking again may help. */
export const mayRetry = (error: unknown): boolean => worthRetrying(error) && !isLasting(error);

/** Whether asking again fails for minutes or for the rest of the day: too many searches were made. */
const isLasting = (error: unknown): boolean =>
  isShippingFailure(error) &&
  error.code === 'unavailable' &&
  (error.reason === 'quotes-exhausted' || (error.retryAfter ?? 0) > longestWait);
