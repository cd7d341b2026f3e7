import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { breakdown, type Payments } from '../../quote/index.ts';
import { type ChoiceNews, nameOf, newsSentence } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';

/** What there is to say once new rates are there: one sentence. */
export function ratesSentence(
  { news, rate }: Pick<Panel, 'news' | 'rate'>,
  /** How many can be had. */
  count: number,
  /** Why there are none. */
  noRates: string,
  words: Words,
  formatRupiah: (amount: Rupiah) => string,
): string {
  if (news) return newsSentence(news, words, formatRupiah);
  if (rate) return `${nameOf(rate)}: ${formatRupiah(rate.price)}`;
  return count ? words.ratesFound(count) : noRates;
}

interface Panel {
  /** Whether other prices are on their way, or could not be had: these are no promise. */
  unsettled: boolean;
  rate: Rate | undefined;
  news: ChoiceNews | undefined;
  /** When what is paid, where cash is collected. */
  payments: Payments | undefined;
  /** When it arrives, in words; empty where nobody says. */
  arrival: string;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  handleCompareAll: () => void;
}

/** The price of the chosen rate in its parts, what became of the choice, or that one is missing. */
export function renderPricePanel(panel: Panel): TemplateResult {
  const { unsettled, rate, news, words, formatRupiah, handleCompareAll } = panel;
  return html`
    <div class="panel ${unsettled ? 'unsettled' : ''}">
      ${news ? html`<p class="news">${newsSentence(news, words, formatRupiah)}</p>` : nothing}
      ${
        news?.kind === 'hidden'
          ? html`<button type="button" @click=${handleCompareAll}>${words.compareAll}</button>`
          : nothing
      }
      ${rate ? renderBreakdown(rate, panel) : news ? nothing : html`<p>${words.chooseRate}</p>`}
    </div>
  `;
}

function renderBreakdown(rate: Rate, { payments, arrival, words, formatRupiah }: Panel): TemplateResult {
  const parts = breakdown(rate)?.parts ?? [];
  const line = (kind: string, name: string, amount: Rupiah) => html`
    <div class=${kind}>
      <dt>${name}</dt>
      <dd>${formatRupiah(amount)}</dd>
    </div>
  `;
  return html`
    <p class="choice">${nameOf(rate)}</p>
    ${arrival ? html`<p class="quiet">${`${words.estimatedArrival}: ${arrival}`}</p>` : nothing}
    <dl part="breakdown">
      ${parts.map(({ kind, amount }) => line(kind, words.part[kind], amount))}
      ${line('total', rate.estimate ? `${words.total} (${words.estimated})` : words.total, rate.price)}
      ${payments ? line('payment', words.payNow, payments.now) : nothing}
      ${payments ? line('payment', words.payAtDoor, payments.atDoor) : nothing}
    </dl>
  `;
}
