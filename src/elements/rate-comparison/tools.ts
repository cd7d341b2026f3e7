import { html, type TemplateResult } from 'lit';
import type { Rate } from '../../contract/index.ts';
import { eligibleFirst, type RowOrder, type Switches, serviceKey, speedOf } from '../../quote/index.ts';
import type { Words } from '../shared/words.ts';

/** What a row can be found by, in the shopper's words: its courier, how fast it is, payment on delivery. */
function keywordsOf(rate: Rate, words: Words): string[] {
  const { courier_name, courier_code, available_for_cash_on_delivery } = rate;
  const type = speedOf(rate);
  const keywords = [courier_name || courier_code];
  // A word of the service's that every object has, `constructor` say, is none of ours.
  const known = type && Object.hasOwn(words.serviceType, type) ? words.serviceType[type] : undefined;
  if (type) keywords.push(known ?? type.replaceAll('_', ' '));
  if (available_for_cash_on_delivery) keywords.push(words.cashOnDelivery);
  return keywords;
}

/**
 * The rates that the shopper wants to see, those that can be chosen first; the chosen one always is among them. All of them
 * where none has the keyword any more: other couriers are asked, or it is said in another language.
 * @param keyword what the list is narrowed by; '' for all rates
 */
export function narrow(
  rates: readonly Rate[],
  keyword: string,
  chosen: string | null,
  switches: Switches,
  words: Words,
): Rate[] {
  const found = rates.filter((rate) => keywordsOf(rate, words).includes(keyword));
  const shown = found[0] ? rates.filter((rate) => found.includes(rate) || serviceKey(rate) === chosen) : rates;
  return eligibleFirst(shown, switches);
}

interface Tools {
  rates: readonly Rate[];
  rowOrder: RowOrder;
  /** What the list is narrowed by; '' for all rates. */
  keyword: string;
  words: Words;
  handleSort: (rowOrder: RowOrder) => void;
  handleNarrow: (keyword: string) => void;
}

/**
 * Sorting and narrowing, for a list that is too long to be taken in at a glance; their room is kept while it is on its way.
 */
export function renderTools({ rates, rowOrder, keyword, words, handleSort, handleNarrow }: Tools): TemplateResult {
  if (!rates.length) return html`<div class="tools"></div>`;
  const keywords = [...new Set(rates.flatMap((rate) => keywordsOf(rate, words)))].map((word) => [word, word] as const);
  const orders = Object.entries(words.sortBy) as [RowOrder, string][];
  return html`
    <div part="tools" class="tools">
      ${renderSelect(words.sort, orders, rowOrder, (value) => handleSort(value as RowOrder))}
      ${renderSelect(words.narrow, [['', words.allRates], ...keywords], keyword, handleNarrow)}
    </div>
  `;
}

function renderSelect(
  label: string,
  options: readonly (readonly [value: string, name: string])[],
  chosen: string,
  handleChange: (value: string) => void,
): TemplateResult {
  const handle = (event: Event) => {
    event.stopPropagation();
    handleChange((event.target as HTMLSelectElement).value);
  };
  return html`
    <select aria-label=${label} @change=${handle}>
      ${options.map(([value, name]) => html`<option value=${value} .selected=${value === chosen}>${name}</option>`)}
    </select>
  `;
}
