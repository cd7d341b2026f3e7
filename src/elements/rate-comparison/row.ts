import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { type Badge, type ExtraName, obstacle, type Switches, serviceKey } from '../../quote/index.ts';
import { arrivalSentence } from '../shared/arrival-text.ts';
import { nameOf } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';

/** All that a row is made of: as long as all of it is the very same, the row is not rendered again. */
export interface Row {
  rate: Rate;
  /** The shop's picture of the courier. */
  logo: string | undefined;
  recommended: boolean;
  badges: readonly Badge[] | undefined;
  /** What is switched on and not to be had with it. */
  lacks: ExtraName | undefined;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  /** That of the words and of the amounts. */
  language: string;
  /** When the shop hands the parcel over. */
  readyAt: Date | undefined;
}

export const renderRow = (row: Row) => guard(Object.values(row), () => renderContent(row));

/**
 * One rate as a card: a native radio that says all of it by itself, its name by courier, service and price. What is to be
 * seen beside it is hidden from whoever has heard that. Every node counts where there are a thousand rows: the template has
 * no space between its tags, and what no server has to render is bound as `textContent`, which needs no comment. Which radio is checked is no
 * matter of the row (`RateComparisonElement.updated`).
 */
function renderContent({
  rate,
  logo,
  recommended,
  badges = [],
  lacks,
  words,
  formatRupiah,
  language,
  readyAt,
}: Row): TemplateResult {
  const blocked = lacks && obstacle(rate, { [lacks]: true } as Partial<Switches>);
  const reason = lacks && lackSentence(lacks, words);
  const discount = rate.shipping_fee_discount ?? 0;
  const price = formatRupiah(rate.price);
  const before = discount ? formatRupiah(rate.price + discount) : '';
  const praise = [
    ...(recommended ? [words.recommended] : []),
    ...badges.map((badge) => words.badge[badge]),
    ...(rate.estimate ? [words.estimated] : []),
  ];
  const days = arrivalSentence(rate, { words, language, readyAt });
  const about = [days, ...praise, before && words.insteadOf(before), reason].filter(Boolean).join(', ');
  const note = reason ? 'reason' : praise.length ? 'badge' : '';
  const kind = recommended ? 'badge recommended' : note;
  const text = [...(reason ? [reason] : []), ...praise].join(' · ');
  return html`<label part="row" class="row ${blocked ? 'blocked' : ''}"
    ><input
      part="radio"
      type="radio"
      name="rate"
      .value=${serviceKey(rate)}
      aria-disabled=${blocked ? 'true' : nothing}
      aria-label=${`${nameOf(rate)} ${price}`}
      aria-description=${about || nothing}
    />${logo ? html`<img class="logo" src=${logo} alt="" loading="lazy" width="28" height="28" />` : nothing}<span
      class="name" aria-hidden="true"
      ><b>${rate.courier_name || rate.courier_code}</b>${` ${rate.courier_service_name || rate.courier_service_code}`}</span
    ><span class="about" aria-hidden="true"
      ><span class="arrival" .textContent=${days}></span>${renderNotes(note, kind, text, before)}</span
    ><span part="price" class="price" aria-hidden="true">${price}</span></label
  >`;
}

/** What else is said of a rate, and what it cost before a discount: in one place of the template, which is a node less in each row. */
function renderNotes(note: string, kind: string, text: string, before: string): TemplateResult | typeof nothing {
  if (!before) return note ? html`<span part=${note} class=${kind} .textContent=${text}></span>` : nothing;
  return note
    ? html`<span part=${note} class=${kind} .textContent=${text}></span><s .textContent=${before}></s>`
    : html`<s .textContent=${before}></s>`;
}

/** Why a row is behind the others, or cannot be chosen. */
export const lackSentence = (lacks: ExtraName, words: Words): string =>
  ({ insured: words.notInsurable, cashOnDelivery: words.noCashOnDelivery })[lacks];

export function renderSkeleton(count: number, words: Words): TemplateResult[] {
  return Array.from({ length: count }, (_nothing, index) =>
    index === 0
      ? html`<div class="row skeleton"><p class="loading">${words.loadingRates}</p></div>`
      : html`<div class="row skeleton" aria-hidden="true"><span></span></div>`,
  );
}
