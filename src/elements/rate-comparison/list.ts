import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { badges, type Extras, type ShipmentPart, serviceKey } from '../../quote/index.ts';
import { errorSentence, worthRetrying } from '../shared/error-sentence.ts';
import { own } from '../shared/own.ts';
import type { Words } from '../shared/words.ts';
import { renderRow, renderSkeleton } from './row.ts';

export const comparisonStates = ['incomplete', 'loading', 'stale', 'empty', 'error', 'offline'] as const;
export type ComparisonStatus = (typeof comparisonStates)[number] | 'ready';

export interface List {
  status: ComparisonStatus;
  missing: readonly ShipmentPart[];
  error: Error | undefined;
  rates: readonly Rate[];
  /** What there is to say beneath them. */
  note: string;
  /** The key of the chosen rate. */
  chosen: string | null;
  /** How many rates are shown before "show all". */
  rows: number;
  /** The shop's pictures of couriers, by their codes. */
  logos: Readonly<Record<string, string>> | undefined;
  /** Keys of rows that were shown before; added to. */
  shown: Set<string>;
  expanded: boolean;
  extras: Extras;
  say: Words;
  rupiah: (amount: Rupiah) => string;
  handleExpand: () => void;
  handleRetry: () => void;
}

/**
 * The rates, or what there is to say instead: one slot a state. Rates that were there stay where they are, unsettled,
 * while an address is being typed or an answer has failed: nothing jumps, and focus stays.
 */
export function renderList(list: List): TemplateResult {
  return html`${renderWords(list)}${renderRates(list)}`;
}

function renderWords(list: List): TemplateResult | typeof nothing {
  const { status, say } = list;
  switch (status) {
    case 'incomplete':
      return html`<slot name="incomplete"><p class="message">${say.incomplete(list.missing)}</p></slot>`;
    case 'loading':
      return html`<slot name="loading">${renderSkeleton(list.rows, say)}</slot>`;
    case 'empty':
      return html`<slot name="empty"><p class="message">${say.noRates}</p></slot>`;
    case 'stale':
      return html`<slot name="stale"></slot>`;
    case 'error':
    case 'offline':
      return html`<slot name=${status}>${renderError(list)}</slot>`;
    default:
      return nothing;
  }
}

function renderRates(list: List): TemplateResult {
  const { rates, chosen, rows, logos, expanded, extras, say, rupiah, handleExpand } = list;
  const best = badges(rates, extras);
  const shown = rates.filter((rate, index) => {
    const key = serviceKey(rate);
    return expanded || index < rows || key === chosen || list.shown.has(key);
  });
  for (const rate of shown) list.shown.add(serviceKey(rate));
  return html`
    ${shown.map((rate, index) => {
      const key = serviceKey(rate);
      const shared = { logo: own(logos, rate.courier_code), badges: best.get(key) ?? [], extras, say, rupiah };
      return renderRow({ rate, index, ...shared });
    })}
    ${
      shown.length < rates.length
        ? html`<button part="more" class="more" type="button" @click=${handleExpand}>
            ${say.showAllRates(rates.length)}
          </button>`
        : nothing
    }
    ${list.note ? html`<p class="quiet">${list.note}</p>` : nothing}
  `;
}

function renderError({ error, say, handleRetry }: List): TemplateResult {
  return html`
    <div class="message problem">
      <p>${errorSentence(error, say)}</p>
      ${worthRetrying(error) ? html`<button type="button" @click=${handleRetry}>${say.retry}</button>` : nothing}
    </div>
  `;
}
