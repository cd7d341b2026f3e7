import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { type Badge, type ExtraName, serviceKey } from '../../quote/index.ts';
import { arrivalText } from '../words/arrival-text.ts';
import { courierName, serviceName, serviceOf, shortName } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';

/** Everything that a row shows. A row is rendered again only if one of these changes. */
export interface Row {
  rate: Rate;
  /** The shop's picture of the courier, instead of its short name. */
  logo: string | undefined;
  badge: Badge | undefined;
  /** The extra that is switched on and that this rate does not have. */
  lacks: ExtraName | undefined;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  language: string;
  readyAt: Date | undefined;
}

export const renderRow = (row: Row) => guard(Object.values(row), () => renderContent(row));

/**
 * One rate: a native radio with a full accessible name, and the visible row, which screen readers skip. A list may have a thousand
 * rows, so every node counts. The template has no space between its tags, and binds `textContent`. The comparison checks the radio.
 */
function renderContent(row: Row): TemplateResult {
  const { rate, logo, lacks, words, formatRupiah, language, readyAt } = row;
  const discount = rate.shipping_fee_discount ?? 0;
  const price = formatRupiah(rate.price);
  const before = discount ? formatRupiah(rate.price + discount) : '';
  const arrival = capitalised(arrivalText(rate, { words, language, readyAt }));
  const note = noteOf(row);
  const reason = lacks && words.lacks[lacks];
  const spoken = [serviceName(rate), arrival && readyAt ? words.arrives(arrival) : arrival, price, reason];
  const more = [reason ? '' : note, before && words.insteadOf(before)].filter(Boolean).join(', ');
  const kind = reason ? 'reason' : 'badge';
  return html`<label part="row" class="row ${reason ? 'lacking' : ''}"
    ><input
      part="radio"
      type="radio"
      name="rate"
      .value=${serviceKey(rate)}
      aria-label=${spoken.filter(Boolean).join(', ')}
      aria-description=${more || nothing}
    /><span class="lead" aria-hidden="true" .textContent=${arrival || courierName(rate)}></span
    ><span part="price" class="price" aria-hidden="true" .textContent=${price}></span
    ><span class="by" aria-hidden="true">${
      logo ? html`<img class="logo" src=${logo} alt="" loading="lazy" width="20" height="20" />` : nothing
    }<span class="chip" ?hidden=${Boolean(logo)} .textContent=${shortName(rate)}></span> <span class="name" .textContent=${serviceOf(rate) || (arrival ? courierName(rate) : '')}></span></span
    >${
      note || reason
        ? html`<span part=${kind} class="note ${kind}" aria-hidden="true" .textContent=${reason || note}></span>`
        : before
          ? html`<s class="note" aria-hidden="true">${before}</s>`
          : nothing
    }</label
  >`;
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const noteOf = ({ rate, badge, words }: Row): string =>
  rate.estimate ? words.estimated : badge ? words.badge[badge] : '';

export function renderSkeleton(count: number, words: Words): TemplateResult[] {
  return Array.from({ length: count }, (_nothing, index) =>
    index === 0
      ? html`<div class="row skeleton"><p class="loading">${words.loadingRates}</p></div>`
      : html`<div class="row skeleton" aria-hidden="true"><span></span><span></span></div>`,
  );
}
