import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { breakdown } from '../../quote/index.ts';
import { type ChoiceNews, nameOf, newsSentence } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';

/** What there is to say once new rates are there: one sentence. */
export function ratesSentence(
  { news, rate }: Pick<Panel, 'news' | 'rate'>,
  /** How many can be had. */
  count: number,
  words: Words,
  formatRupiah: (amount: Rupiah) => string,
): string {
  if (news) return newsSentence(news, words, formatRupiah);
  if (rate) return `${nameOf(rate)}: ${formatRupiah(rate.price)}`;
  return count ? words.ratesFound(count) : words.noRates;
}

interface Panel {
  rate: Rate | undefined;
  news: ChoiceNews | undefined;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
}

/** The price of the chosen rate in its parts, what became of the choice, or that one is missing. */
export function renderPricePanel({ rate, news, words, formatRupiah }: Panel): TemplateResult {
  return html`
    <div class="panel">
      ${news ? html`<p class="news ${news.kind}">${newsSentence(news, words, formatRupiah)}</p>` : nothing}
      ${rate ? renderBreakdown(rate, words, formatRupiah) : news ? nothing : html`<p>${words.chooseRate}</p>`}
    </div>
  `;
}

function renderBreakdown(rate: Rate, words: Words, formatRupiah: (amount: Rupiah) => string): TemplateResult {
  const parts = breakdown(rate)?.parts ?? [];
  return html`
    <p class="choice">${nameOf(rate)}</p>
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
        <dt>${words.total}${rate.estimate ? ` (${words.estimated})` : ''}</dt>
        <dd>${formatRupiah(rate.price)}</dd>
      </div>
    </dl>
  `;
}
