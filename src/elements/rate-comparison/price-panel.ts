import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { breakdown } from '../../quote/index.ts';
import { type News, nameOf, newsSentence } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';

/** What there is to say once new rates are there: one sentence. */
export function outcomeSentence(
  { news, rate }: Pick<Panel, 'news' | 'rate'>,
  rates: readonly Rate[],
  say: Words,
  rupiah: (amount: Rupiah) => string,
): string {
  if (news) return newsSentence(news, say, rupiah);
  if (rate) return `${nameOf(rate)}: ${rupiah(rate.price)}`;
  return rates.length ? say.ratesFound(rates.length) : say.noRates;
}

interface Panel {
  rate: Rate | undefined;
  news: News | undefined;
  say: Words;
  rupiah: (amount: Rupiah) => string;
}

/** The price of the chosen rate in its parts, and what became of the choice: always in the same place. */
export function renderPricePanel({ rate, news, say, rupiah }: Panel): TemplateResult {
  return html`
    <div class="panel">
      ${news ? html`<p class="news ${news.kind}">${newsSentence(news, say, rupiah)}</p>` : nothing}
      ${rate ? renderBreakdown(rate, say, rupiah) : news ? nothing : html`<p class="quiet">${say.chooseRate}</p>`}
    </div>
  `;
}

function renderBreakdown(rate: Rate, say: Words, rupiah: (amount: Rupiah) => string): TemplateResult {
  const parts = breakdown(rate)?.parts ?? [];
  return html`
    <p class="choice">${nameOf(rate)}</p>
    <dl part="breakdown">
      ${parts.map(
        ({ kind, amount }) => html`
          <div class=${kind}>
            <dt>${say.part[kind]}</dt>
            <dd>${rupiah(amount)}</dd>
          </div>
        `,
      )}
      <div class="total">
        <dt>${say.total}</dt>
        <dd>${rupiah(rate.price)}</dd>
      </div>
    </dl>
  `;
}
