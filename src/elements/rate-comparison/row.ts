import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { type Badge, insuranceOf, obstacle, type Switches, serviceKey } from '../../quote/index.ts';
import { checked } from '../shared/checked.ts';
import type { Words } from '../shared/words.ts';

export interface Row {
  rate: Rate;
  index: number;
  chosen: boolean;
  /** The shop's picture of the courier. */
  logo: string | undefined;
  badges: readonly Badge[];
  switches: Switches;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  /** When it arrives, in words; empty where nobody says. */
  arrives: (rate: Rate) => string;
}

/** One rate as a card: a native radio named by courier, service and price, described by arrival and reason. */
export function renderRow({
  rate,
  index,
  chosen,
  logo,
  badges,
  switches,
  words,
  formatRupiah,
  arrives,
}: Row): TemplateResult {
  const when = arrives(rate);
  const blocked = obstacle(rate, switches);
  const reason = blocked ? words.noCashOnDelivery : switches.insured && uninsurable(rate) ? words.notInsurable : '';
  const discount = rate.shipping_fee_discount ?? 0;
  return html`
    <label part="row" class="row ${blocked ? 'blocked' : ''}">
      <input
        part="radio"
        type="radio"
        name="rate"
        .value=${serviceKey(rate)}
        .checked=${checked(chosen)}
        aria-disabled=${blocked ? 'true' : nothing}
        aria-labelledby="name-${index} price-${index}"
        aria-describedby="about-${index}"
      />
      <span class="mark" aria-hidden="true">${logo ? html`<img src=${logo} alt="" loading="lazy" />` : monogram(rate)}</span>
      <span class="name" id="name-${index}">
        ${rate.courier_name || rate.courier_code}
        <span class="service">${rate.courier_service_name || rate.courier_service_code}</span>
      </span>
      <span class="about" id="about-${index}">
        ${when ? html`<span class="arrival">${when}</span>` : nothing}
        ${badges.map((badge) => html`<span part="badge" class="badge">${words.badge[badge]}</span>`)}
        ${discount ? html`<span class="hidden">${words.insteadOf(formatRupiah(rate.price + discount))}</span>` : nothing}
        ${reason ? html`<span part="reason" class="reason">${reason}</span>` : nothing}
      </span>
      <span class="price">
        ${discount ? html`<s aria-hidden="true">${formatRupiah(rate.price + discount)}</s>` : nothing}
        <span part="price" id="price-${index}">${formatRupiah(rate.price)}</span>
      </span>
    </label>
  `;
}

export function renderSkeleton(count: number, words: Words): TemplateResult[] {
  return Array.from({ length: count }, (_nothing, index) =>
    index === 0
      ? html`<div class="row skeleton"><p class="loading">${words.loadingRates}</p></div>`
      : html`<div class="row skeleton" aria-hidden="true"><span></span></div>`,
  );
}

const uninsurable = (rate: Rate) => insuranceOf(rate) === 'unavailable';

/** Two letters where the shop has no picture: none is fetched from anybody else. */
const monogram = (rate: Rate) => (rate.courier_name || rate.courier_code).replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2);
