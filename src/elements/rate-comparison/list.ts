import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { badges, type ShipmentPart, type Switches, serviceKey } from '../../quote/index.ts';
import { errorSentence, worthRetrying } from '../shared/error-sentence.ts';
import type { Words } from '../shared/words.ts';
import type { ComparisonStatus } from '../state/selection.ts';
import { renderRow, renderSkeleton } from './row.ts';

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
  /** As rates were asked with. */
  switches: Switches;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  arrives: (rate: Rate) => string;
  handleExpand: () => void;
  handleRetry: () => void;
}

/**
 * The rates, or what there is to say instead: one slot a state. Rates that were there stay where they are, unsettled,
 * while an address is being typed or an answer has failed: nothing jumps, and focus stays.
 */
export function renderList(list: List): TemplateResult {
  return html`${renderStatus(list)}${renderRates(list)}`;
}

function renderStatus(list: List): TemplateResult | typeof nothing {
  const { status, words } = list;
  switch (status) {
    case 'incomplete':
      return html`<slot name="incomplete"><p class="message">${words.incomplete(list.missing)}</p></slot>`;
    case 'loading':
      return html`<slot name="loading">${renderSkeleton(list.rows, words)}</slot>`;
    case 'empty':
      return html`<slot name="empty"><p class="message">${words.noRates}</p></slot>`;
    case 'stale':
      return html`<slot name="stale"></slot>`;
    case 'error':
    case 'offline':
      return html`<slot name=${status}>${renderError(list)}</slot>`;
    case 'ready':
      return nothing;
  }
}

function renderRates(list: List): TemplateResult {
  const { rates, chosen, rows, expanded, switches, words, formatRupiah, arrives, handleExpand } = list;
  const logos = list.logos ?? {};
  const best = badges(rates, switches);
  const shown = rates.filter((rate, index) => {
    const key = serviceKey(rate);
    return expanded || index < rows || key === chosen || list.shown.has(key);
  });
  for (const rate of shown) list.shown.add(serviceKey(rate));
  return html`
    ${shown.map((rate, index) => {
      const [key, code] = [serviceKey(rate), rate.courier_code];
      return renderRow({
        rate,
        index,
        chosen: key === chosen,
        logo: Object.hasOwn(logos, code) ? logos[code] : undefined,
        badges: best.get(key) ?? [],
        switches,
        words,
        formatRupiah,
        arrives,
      });
    })}
    ${
      shown.length < rates.length
        ? html`<button part="more" class="more" type="button" @click=${handleExpand}>
            ${words.showAllRates(rates.length)}
          </button>`
        : nothing
    }
    ${list.note ? html`<p class="quiet">${list.note}</p>` : nothing}
  `;
}

function renderError({ error, words, handleRetry }: List): TemplateResult {
  return html`
    <div class="message problem">
      <p>${errorSentence(error, words)}</p>
      ${worthRetrying(error) ? html`<button type="button" @click=${handleRetry}>${words.retry}</button>` : nothing}
    </div>
  `;
}
