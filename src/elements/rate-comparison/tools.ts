import { html, type TemplateResult } from 'lit';
import type { Rate } from '../../contract/index.ts';
import { type RowOrder, serviceKey, speedOf } from '../../quote/index.ts';
import type { Words } from '../shared/words.ts';
import { speedName } from './speed-name.ts';

/** What a row can be found by, in the shopper's words: its courier, how fast it is, payment on delivery. */
function keywordsOf(rate: Rate, words: Words): string[] {
  const { courier_name, courier_code, available_for_cash_on_delivery } = rate;
  const speed = speedOf(rate);
  const keywords = [courier_name || courier_code];
  if (speed) keywords.push(speedName(speed, words));
  if (available_for_cash_on_delivery) keywords.push(words.cashOnDelivery);
  return keywords;
}

/**
 * The rates that the shopper wants to see; the chosen one always is among them. All of them where none has the keyword any
 * more: other couriers are asked, or it is said in another language.
 * @param keyword what the list is narrowed by; '' for all rates
 */
export function narrow(rates: readonly Rate[], keyword: string, chosen: string | null, words: Words): readonly Rate[] {
  if (!keyword) return rates;
  const found = new Set(rates.filter((rate) => keywordsOf(rate, words).includes(keyword)));
  return found.size ? rates.filter((rate) => found.has(rate) || serviceKey(rate) === chosen) : rates;
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

/** Sorting and narrowing, for a list that is too long to be taken in at a glance and is not divided by speed. */
export function renderTools({ rates, rowOrder, keyword, words, handleSort, handleNarrow }: Tools): TemplateResult {
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
