import { html, nothing, type TemplateResult } from 'lit';
import type { Placed } from '../../client/index.ts';
import type { CancellationReason, DraftOrderResponse, OrderResponse, Rate, Rupiah } from '../../contract/index.ts';
import { errorSentence } from '../shared/error-sentence.ts';
import type { Words } from '../shared/words.ts';
import type { Attempt, OrderStatus } from './attempt.ts';
import { renderCancelPanel } from './cancel-panel.ts';

export interface PlacedOrder {
  /** Undefined for a draft that was found again: the service does not say which one it is. */
  id: string | undefined;
  reference: string;
  /** Undefined until the courier has booked the parcel. */
  waybill: string | undefined;
  /** What was ordered; undefined for a draft without a courier. */
  rate: Rate | undefined;
  draft: boolean;
  /** An earlier try had no answer; it had placed the order. */
  recovered: boolean;
}

export function placedBy(
  { request, rate, draft }: Attempt,
  answer: Placed<OrderResponse | DraftOrderResponse>,
): PlacedOrder {
  const waybill = answer.recovered ? answer.waybill_id : answer.courier?.waybill_id;
  return {
    id: answer.id,
    reference: String(request.reference_id),
    waybill: waybill ?? undefined,
    rate,
    draft,
    recovered: answer.recovered === true,
  };
}

export interface Outcome {
  step: OrderStatus;
  placed: PlacedOrder | undefined;
  error: Error | undefined;
  askingWhy: boolean;
  say: Words;
  rupiah: (amount: Rupiah) => string;
  handleToggle: () => void;
  handleCancel: (reason: CancellationReason) => void;
}

/** What became of the order, as one sentence. */
export function outcomeSentence({
  step,
  placed,
  error,
  say,
}: Pick<Outcome, 'step' | 'placed' | 'error' | 'say'>): string {
  if (step === 'unconfirmed') return say.unconfirmed;
  if (step === 'cancelled') return say.cancelled;
  if (error) return errorSentence(error, say);
  if (!placed || step !== 'placed') return '';
  const number = placed.id ? `${say.orderNumber}: ${placed.id}` : `${say.reference}: ${placed.reference}`;
  return `${placed.draft ? say.placedDraft : say.placed} ${number}`;
}

export function renderOutcome(outcome: Outcome): TemplateResult | typeof nothing {
  const { step, placed, error, say } = outcome;
  const problem = error ? html`<p class="message problem">${errorSentence(error, say)}</p>` : nothing;
  if (step === 'unconfirmed') {
    return html`<slot name="unconfirmed"><p class="message problem">${say.unconfirmed}</p></slot>`;
  }
  if (step === 'cancelled') return html`<p class="message">${say.cancelled}</p>`;
  if (placed && (step === 'placed' || step === 'cancelling')) {
    return html`${renderPlaced(placed, outcome)}${problem}${placed.draft ? nothing : renderCancel(outcome)}`;
  }
  return error ? html`<slot name="error">${problem}</slot>` : nothing;
}

function renderPlaced({ id, reference, waybill, rate, draft }: PlacedOrder, { say, rupiah }: Outcome): TemplateResult {
  const service =
    rate && `${rate.courier_name || rate.courier_code} ${rate.courier_service_name || rate.courier_service_code}`;
  const row = (label: string, value: unknown) => html`<dt>${label}</dt><dd>${value}</dd>`;
  return html`
    <div class="message placed">
      <p class="headline">${draft ? say.placedDraft : say.placed}</p>
      <dl>
        ${id ? row(say.orderNumber, html`<code>${id}</code>`) : row(say.reference, html`<code>${reference}</code>`)}
        ${rate ? row(say.rates, `${service}, ${rupiah(rate.price)}`) : nothing}
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
