import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { breakdown } from '../../quote/index.ts';
import { type News, nameOf, newsSentence } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';

/** What there is to say once new rates are there: one sentence. */
export function ratesSentence(
  { news, rate }: Pick<Panel, 'news' | 'rate'>,
  rates: readonly Rate[],
  words: Words,
  formatRupiah: (amount: Rupiah) => string,
): string {
  if (news) return newsSentence(news, words, formatRupiah);
  if (rate) return `${nameOf(rate)}: ${formatRupiah(rate.price)}`;
  return rates.length ? words.ratesFound(rates.length) : words.noRates;
}

interface Panel {
  rate: Rate | undefined;
  news: News | undefined;
  /** When it arrives, in words; empty where nobody says. */
  arrival: string;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
}

/** The price of the chosen rate in its parts, and what became of the choice: always in the same place. */
export function renderPricePanel({ rate, news, arrival, words, formatRupiah }: Panel): TemplateResult {
  return html`
    <div class="panel">
      ${news ? html`<p class="news ${news.kind}">${newsSentence(news, words, formatRupiah)}</p>` : nothing}
      ${rate ? renderBreakdown(rate, arrival, words, formatRupiah) : news ? nothing : html`<p class="quiet">${words.chooseRate}</p>`}
    </div>
  `;
}

function renderBreakdown(
  rate: Rate,
  arrival: string,
  words: Words,
  formatRupiah: (amount: Rupiah) => string,
): TemplateResult {
  const parts = breakdown(rate)?.parts ?? [];
  return html`
    <p class="choice">${nameOf(rate)}</p>
    ${arrival ? html`<p class="quiet">${`${words.estimatedArrival}: ${arrival}`}</p>` : nothing}
    <dl part="breakdown">
      ${parts.map(
        ({ kind, amount }) => html`
          <div class=${kind}>
            <dt>${words.part[kind]}</dt>
            <dd>${formatRupiah(amount)}</dd>
          </div>
        `,
      )}
      <div class="total">
        <dt>${words.total}</dt>
        <dd>${formatRupiah(rate.price)}</dd>
      </div>
    </dl>
  `;
}
