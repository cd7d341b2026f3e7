import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { type Badge, type ExtraName, serviceKey } from '../../quote/index.ts';
import { arrivalText } from '../words/arrival-text.ts';
import { serviceName } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';

/** Everything that a row shows. A row is rendered again only if one of these changes. */
export interface Row {
  rate: Rate;
  /** The shop's picture of the courier, or its initials. Empty if the shop has no pictures at all. */
  logo: string;
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
  const isBlocked = lacks === 'cashOnDelivery';
  const discount = rate.shipping_fee_discount ?? 0;
  const price = formatRupiah(rate.price);
  const before = discount ? formatRupiah(rate.price + discount) : '';
  const arrival = capitalised(arrivalText(rate, { words, language, readyAt }));
  const name = serviceName(rate);
  const [note, kind] = noteOf(row);
  const included = [
    ...(rate.insurance_fee ? [words.inclInsurance] : []),
    ...(rate.cash_on_delivery_fee ? [words.inclCashOnDelivery] : []),
  ].join(', ');
  const more = [note, before && words.insteadOf(before), included].filter(Boolean).join(', ');
  return html`<label part="row" class="row ${isBlocked ? 'blocked' : ''}"
    ><input
      part="radio"
      type="radio"
      name="rate"
      .value=${serviceKey(rate)}
      aria-disabled=${isBlocked ? 'true' : nothing}
      aria-label=${[name, arrival && readyAt ? words.arrives(arrival) : arrival, price].filter(Boolean).join(', ')}
      aria-description=${more || nothing}
    />${logo ? renderLogo(logo) : nothing}<span class="lead" aria-hidden="true">${arrival || name}</span
    ><span part="price" class="price" aria-hidden="true">${price}</span
    ><span class="name" aria-hidden="true" .textContent=${arrival ? name : ''}></span
    >${note ? html`<span part=${kind} class=${kind} aria-hidden="true" .textContent=${note}></span>` : nothing}${
      before || included
        ? html`<span class="incl" aria-hidden="true">${before ? html`<s>${before}</s> ` : nothing}${included}</span>`
        : nothing
    }</label
  >`;
}

/** A picture of the shop, or initials. */
const renderLogo = (logo: string) =>
  logo.length > 2
    ? html`<img class="logo" src=${logo} alt="" loading="lazy" width="28" height="28" />`
    : html`<span class="logo" aria-hidden="true">${logo}</span>`;

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** At most one note. A missing extra comes before a badge. */
function noteOf({ rate, badge, lacks, words }: Row): [text: string, kind: 'reason' | 'badge'] {
  // Why it cannot be chosen, or goes out uninsured.
  if (lacks) return [lacks === 'insured' ? words.notInsurable : words.noCashOnDelivery, 'reason'];
  if (rate.estimate) return [words.estimated, 'badge'];
  return [badge ? words.badge[badge] : '', 'badge'];
}

export function renderSkeleton(count: number, words: Words): TemplateResult[] {
  return Array.from({ length: count }, (_nothing, index) =>
    index === 0
      ? html`<div class="row skeleton"><p class="loading">${words.loadingRates}</p></div>`
      : html`<div class="row skeleton" aria-hidden="true"><span></span></div>`,
  );
}
