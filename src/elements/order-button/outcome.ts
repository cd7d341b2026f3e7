import { html, nothing, type TemplateResult } from 'lit';
import type { CancellationReason, Rupiah } from '../../contract/index.ts';
import { errorSentence } from '../shared/error-sentence.ts';
import { type News, nameOf, newsSentence } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';
import type { OrderStatus } from './attempt.ts';
import { renderCancelPanel } from './cancel-panel.ts';
import type { PlacedOrder } from './placed.ts';

export interface Outcome {
  step: OrderStatus;
  placed: PlacedOrder | undefined;
  error: Error | undefined;
  news: News | undefined;
  askingWhy: boolean;
  say: Words;
  rupiah: (amount: Rupiah) => string;
  handleToggle: () => void;
  handleCancel: (reason: CancellationReason) => void;
}

/** What became of the order, as one sentence. */
export function outcomeSentence(outcome: Omit<Outcome, 'askingWhy' | 'handleToggle' | 'handleCancel'>): string {
  const { step, placed, error, news, say, rupiah } = outcome;
  if (step === 'unconfirmed') return say.unconfirmed;
  if (step === 'cancelled') return say.cancelled;
  if (error) return errorSentence(error, say);
  if (news) return newsSentence(news, say, rupiah);
  if (!placed || step !== 'placed') return '';
  const number = placed.id ? `${say.orderNumber}: ${placed.id}` : `${say.reference}: ${placed.reference}`;
  return `${headline(placed, say)} ${number}`;
}

const headline = ({ draft, other }: PlacedOrder, say: Words) =>
  other ? say.placedOther : draft ? say.placedDraft : say.placed;

export function renderOutcome(outcome: Outcome): TemplateResult | typeof nothing {
  const { step, placed, error, news, say, rupiah } = outcome;
  const problem = error ? html`<p class="message problem">${errorSentence(error, say)}</p>` : nothing;
  if (step === 'unconfirmed') {
    return html`<slot name="unconfirmed"><p class="message problem">${say.unconfirmed}</p></slot>`;
  }
  if (step === 'cancelled') return html`<p class="message">${say.cancelled}</p>`;
  if (placed && (step === 'placed' || step === 'cancelling')) {
    return html`${renderPlaced(placed, outcome)}${problem}${placed.draft ? nothing : renderCancel(outcome)}`;
  }
  if (news) return html`<p class="message problem">${newsSentence(news, say, rupiah)}</p>`;
  return error ? html`<slot name="error">${problem}</slot>` : nothing;
}

function renderPlaced(placed: PlacedOrder, { say, rupiah }: Outcome): TemplateResult {
  const { id, reference, waybill, rate, draft } = placed;
  const row = (label: string, value: unknown) => html`<dt>${label}</dt><dd>${value}</dd>`;
  return html`
    <div class="message placed">
      <p class="headline">${headline(placed, say)}</p>
      <dl>
        ${id ? row(say.orderNumber, html`<code>${id}</code>`) : row(say.reference, html`<code>${reference}</code>`)}
        ${rate ? row(say.rates, `${nameOf(rate)}, ${rupiah(rate.price)}`) : nothing}
        ${draft ? nothing : row(say.waybill, waybill ? html`<code>${waybill}</code>` : say.waybillLater)}
      </dl>
      <slot name="placed"></slot>
    </div>
  `;
}

function renderCancel({ step, askingWhy, say, handleToggle, handleCancel }: Outcome): TemplateResult {
  const cancelling = step === 'cancelling';
  return renderCancelPanel({ open: askingWhy, cancelling, say, handleToggle, handleConfirm: handleCancel });
}
