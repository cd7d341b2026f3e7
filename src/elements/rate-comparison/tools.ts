import { html, nothing, type TemplateResult } from 'lit';
import type { Rate } from '../../contract/index.ts';
import { type Extras, eligibleFirst, keepRowOrder, orderRows, type RowOrder, serviceKey } from '../../quote/index.ts';
import { own } from '../shared/own.ts';
import type { Words } from '../shared/words.ts';

/** How the shopper looks at the list; kept when rates are asked anew. */
export interface View {
  sorted: RowOrder;
  /** One of the words that rows are narrowed by; '' for all rows. */
  narrowed: string;
}

/** What a row can be found by, in the shopper's words: its courier, its kind of service, payment on delivery. */
function wordsOf(rate: Rate, say: Words): string[] {
  const { service_type: type, courier_name, courier_code, available_for_cash_on_delivery } = rate;
  const words = [courier_name || courier_code];
  if (type) words.push(own(say.serviceType, type) ?? type.replaceAll('_', ' '));
  if (available_for_cash_on_delivery) words.push(say.cashOnDelivery);
  return words;
}

/** Asked again the same, rows stay where they are; asked anew by the shopper's own doing, the cheapest comes first. */
export const arranged = (rates: readonly Rate[], before: readonly Rate[], { sorted }: View, again: boolean) =>
  again ? keepRowOrder(rates, before) : orderRows(rates, sorted);

/**
 * The rows that the shopper wants to see, those that can be chosen first; the chosen one always is among them. All of them
 * where none has the word any more: other couriers are asked, or it is said in another language.
 */
export function seen(
  rates: readonly Rate[],
  { narrowed }: View,
  chosen: string | null,
  extras: Extras,
  say: Words,
): Rate[] {
  const found = rates.filter((rate) => wordsOf(rate, say).includes(narrowed));
  const rows = found[0] ? rates.filter((rate) => found.includes(rate) || serviceKey(rate) === chosen) : rates;
  return eligibleFirst(rows, extras);
}

/**
 * Sorting and narrowing, for a list that is too long to be taken in at a glance; their room is kept while it is on its way.
 */
export function renderTools(
  there: boolean,
  rates: readonly Rate[],
  { sorted, narrowed }: View,
  say: Words,
  handleView: (view: Partial<View>) => void,
): TemplateResult | typeof nothing {
  if (!there) return nothing;
  if (!rates.length) return html`<div class="tools"></div>`;
  const words = [...new Set(rates.flatMap((rate) => wordsOf(rate, say)))].map((word) => [word, word] as const);
  const all = [['', say.allRates], ...words] as const;
  const orders = Object.entries(say.sortBy) as [RowOrder, string][];
  return html`
    <div part="tools" class="tools">
      ${renderSelect(say.sort, orders, sorted, (value) => handleView({ sorted: value as RowOrder }))}
      ${renderSelect(say.narrow, all, narrowed, (value) => handleView({ narrowed: value }))}
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
