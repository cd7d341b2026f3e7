import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { badges, type Extras, type ShipmentPart, serviceKey } from '../../quote/index.ts';
import { errorSentence, worthRetrying } from '../shared/error-sentence.ts';
import type { Words } from '../shared/words.ts';
import { renderRow, renderSkeleton } from './row.ts';

export type ComparisonStatus = 'incomplete' | 'loading' | 'stale' | 'ready' | 'empty' | 'error' | 'offline';

export interface List {
  status: ComparisonStatus;
  missing: readonly ShipmentPart[];
  error: Error | undefined;
  rates: readonly Rate[];
  /** The key of the chosen rate. */
  chosen: string | null;
  /** How many rates are shown before "show all". */
  rows: number;
  expanded: boolean;
  extras: Extras;
  say: Words;
  rupiah: (amount: Rupiah) => string;
  handleExpand: () => void;
  handleRetry: () => void;
}

/** The rates, or in their place what there is to say instead: one slot a state. */
export function renderList(list: List): TemplateResult {
  const { status, say } = list;
  switch (status) {
    case 'incomplete':
      // While an address is being typed the rates it had so far stay where they are, dimmed.
      if (list.rates.length) return renderRates(list);
      return html`<slot name="incomplete"><p class="message">${say.incomplete(list.missing)}</p></slot>`;
    case 'loading':
      return html`<slot name="loading">${renderSkeleton(list.rows, say)}</slot>`;
    case 'empty':
      return html`<slot name="empty"><p class="message">${say.noRates}</p></slot>`;
    case 'error':
    case 'offline':
      return html`<slot name=${status}>${renderError(list)}</slot>`;
    case 'stale':
    case 'ready':
      return renderRates(list);
  }
}

function renderRates({ rates, chosen, rows, expanded, extras, say, rupiah, handleExpand }: List): TemplateResult {
  const best = badges(rates, extras);
  const shown = expanded ? rates : rates.filter((rate, index) => index < rows || serviceKey(rate) === chosen);
  return html`
    ${repeat(shown, serviceKey, (rate, index) => {
      const key = serviceKey(rate);
      return renderRow({ rate, index, chosen: key === chosen, badges: best.get(key) ?? [], extras, say, rupiah });
    })}
    ${
      shown.length < rates.length
        ? html`<button part="more" class="more" type="button" @click=${handleExpand}>
            ${say.showAllRates(rates.length)}
          </button>`
        : nothing
    }
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
