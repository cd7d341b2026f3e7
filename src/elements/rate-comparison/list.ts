import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Rate } from '../../contract/index.ts';
import { cheapestOf, type ShipmentPart, serviceKey } from '../../quote/index.ts';
import { errorSentence, worthRetrying } from '../shared/error-sentence.ts';
import type { ComparisonStatus } from '../state/selection.ts';
import { type Row, renderRow, renderSkeleton } from './row.ts';
import { inSight, type Section, type Sections } from './sections.ts';
import { speedName } from './speed-name.ts';

export interface List extends Pick<Row, 'words' | 'formatRupiah' | 'language' | 'readyAt'> {
  status: ComparisonStatus;
  missing: readonly ShipmentPart[];
  error: Error | undefined;
  divided: Sections;
  /** What there is to say beneath them. */
  note: string;
  /** How many rows room is kept for while they are on their way. */
  rows: number;
  /** The shop's pictures of couriers, by their codes. */
  logos: Readonly<Record<string, string>> | undefined;
  /** Keys of rows that stay in sight: the chosen one, and those that were it. */
  kept: ReadonlySet<string>;
  /** The sections that are open. */
  opened: ReadonlySet<string>;
  handleOpen: (section: Section) => void;
  handleClose: (section: Section) => void;
  /** There are rates, and none of the couriers that the shopper has picked. */
  hidden: boolean;
  /** Why there are none. */
  noRates: string;
  handleRetry: () => void;
  handleCompareAll: () => void;
}

/**
 * The rates, or what there is to say instead: one slot a state. Rates that were there stay where they are, unsettled,
 * while an address is being typed or an answer has failed: nothing jumps, and focus stays.
 */
export function renderList(list: List): TemplateResult {
  return html`
    ${renderStatus(list)} ${list.divided.sections.map((section) => renderSection(section, list))}
    ${list.note ? html`<p class="quiet">${list.note}</p>` : nothing}
  `;
}

function renderStatus(list: List): TemplateResult | typeof nothing {
  const { status, words } = list;
  switch (status) {
    case 'incomplete':
      return html`<slot name="incomplete"><p class="message">${words.incomplete(list.missing)}</p></slot>`;
    case 'loading':
      return html`<slot name="loading">${renderSkeleton(list.rows, words)}</slot>`;
    case 'empty':
      return html`<slot name="empty">${renderEmpty(list)}</slot>`;
    case 'stale':
      return html`<slot name="stale"></slot>`;
    case 'error':
    case 'offline':
      return html`<slot name=${status}>${renderError(list)}</slot>`;
    case 'ready':
      return nothing;
  }
}

/** Why there are no rates, and what helps. */
function renderEmpty({ hidden, noRates, words, handleCompareAll }: List): TemplateResult {
  return html`
    <div class="message">
      <p>${noRates}</p>
      ${hidden ? html`<button type="button" @click=${handleCompareAll}>${words.compareAll}</button>` : nothing}
    </div>
  `;
}

/** Its button stands above what it opens, so that it stays where it was pressed; that of the whole list goes with its use. */
function renderSection(section: Section, list: List): TemplateResult {
  const { words, kept, opened } = list;
  const { shown, hidden } = inSight(section, kept);
  const open = opened.has(section.id);
  const rows = renderRates(open ? section.rates : shown, list);
  switch (section.kind) {
    case 'all':
      return html`${rows}${
        hidden.length && !open ? renderToggle(section, words.showAllRates(section.rates.length), list) : nothing
      }`;
    case 'speed':
      return html`
        <div class="group">
          <div class="heading">
            <h5 id="speed-${section.id}">${speedName(section.speed, words)}</h5>
            ${hidden.length ? renderToggle(section, open ? words.showFewer : moreFrom(hidden, list), list) : nothing}
          </div>
          ${rows}
        </div>
      `;
    case 'without':
      return html`
        <div class="group">
          <h5 class="heading">${renderToggle(section, words.without[section.extra](section.rates.length), list)}</h5>
          ${rows}
        </div>
      `;
  }
}

function moreFrom(hidden: readonly Rate[], { words, formatRupiah }: List): string {
  return words.moreFrom(hidden.length, formatRupiah(cheapestOf(hidden)?.price ?? 0));
}

function renderToggle(section: Section, label: string, { opened, handleOpen, handleClose }: List): TemplateResult {
  const { id, kind } = section;
  const open = opened.has(id);
  return html`<button
    part="more"
    class="more ${kind}"
    type="button"
    id="more-${id}"
    aria-expanded=${kind === 'all' ? nothing : String(open)}
    aria-labelledby=${kind === 'speed' ? `speed-${id} more-${id}` : nothing}
    @click=${() => (open ? handleClose : handleOpen)(section)}
  >${label}</button>`;
}

/** Not rendered again for another choice; for other switches, row by row. */
function renderRates(rates: readonly Rate[], list: List) {
  const { divided, logos, words, language, readyAt } = list;
  return guard([divided, logos, words, language, readyAt, ...rates], () => rates.map((rate) => renderRate(rate, list)));
}

function renderRate(rate: Rate, list: List) {
  const { divided, words, formatRupiah, language, readyAt } = list;
  const logos = list.logos ?? {};
  const [key, code] = [serviceKey(rate), rate.courier_code];
  return renderRow({
    rate,
    logo: Object.hasOwn(logos, code) ? logos[code] : undefined,
    recommended: key === divided.recommended,
    badges: divided.best.get(key),
    lacks: divided.lacks.get(rate),
    words,
    formatRupiah,
    language,
    readyAt,
  });
}

function renderError({ error, words, handleRetry }: List): TemplateResult {
  return html`
    <div class="message problem">
      <p>${errorSentence(error, words)}</p>
      ${worthRetrying(error) ? html`<button type="button" @click=${handleRetry}>${words.retry}</button>` : nothing}
    </div>
  `;
}
