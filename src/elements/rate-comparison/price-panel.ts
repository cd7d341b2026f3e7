import { html, nothing, type TemplateResult } from 'lit';
import type { Rupiah } from '../../contract/index.ts';
import { breakdown } from '../../quote/index.ts';
import type { State } from '../store/state.ts';
import * as views from '../store/views.ts';
import { newsSentence, type Voice } from '../words/sentences.ts';

/** The parts of the chosen price, news about the choice, or the reminder to choose. Nothing if the row says it all. */
export function renderPricePanel(state: State, isMissing: boolean, voice: Voice): TemplateResult | typeof nothing {
  const { words } = voice;
  const { news } = state.choice;
  const parts = renderParts(state, voice);
  if (!news && !isMissing && parts === nothing) return nothing;
  const isUnsettled = views.status(state) !== 'ready';
  return html`
    <div class="panel ${isUnsettled ? 'unsettled' : ''}">
      ${news ? html`<p class="news">${newsSentence(news, voice)}</p>` : nothing}
      ${isMissing && !news ? html`<p>${words.chooseRate}</p>` : nothing} ${parts}
    </div>
  `;
}

/** A price of one part is in its row already. */
function renderParts(state: State, { words, formatRupiah }: Voice): TemplateResult | typeof nothing {
  const rate = views.rate(state);
  if (!rate) return nothing;
  const parts = breakdown(rate)?.parts ?? [];
  const { payNow = 0, payAtDoor } = views.payments(state) ?? {};
  if (parts.length < 2 && !payAtDoor && !rate.estimate) return nothing;
  const line = (kind: string, name: string, amount: Rupiah) => html`
    <div class=${kind}>
      <dt>${name}</dt>
      <dd>${formatRupiah(amount)}</dd>
    </div>
  `;
  return html`
    <dl part="breakdown">
      ${parts.map(({ kind, amount }) => line(kind, words.part[kind], amount))}
      ${line('total', rate.estimate ? `${words.total} (${words.estimated})` : words.total, rate.price)}
      ${payAtDoor && payNow ? line('payment', words.payNow, payNow) : nothing}
      ${payAtDoor ? line('payment', words.payAtDoor, payAtDoor) : nothing}
    </dl>
  `;
}
