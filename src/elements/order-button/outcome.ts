import { html, nothing, type TemplateResult } from 'lit';
import { refusalReason, refusalsOfExtra } from '../../client/index.ts';
import { blockingExtras, type ExtraName } from '../../contract/index.ts';
import type { OrderPhase } from '../store/order.ts';
import type { PlacedOrder } from '../store/submission.ts';
import { isReferenceUsed } from '../store/views.ts';
import { orderSentence } from '../words/order-sentence.ts';
import { serviceName } from '../words/sentences.ts';
import { type CancelPanel, renderCancelPanel } from './cancel-panel.ts';
import { type Receipt, renderReceipt } from './receipt.ts';

interface Outcome extends Omit<Receipt, 'order'>, Omit<CancelPanel, 'isCancelling'> {
  phase: OrderPhase;
  /** Seconds since its error was first shown. */
  elapsed: number;
  handleTurnOff: (name: ExtraName) => void;
}

/** Renders the outcome of the order: one sentence, or the receipt with its cancel panel. */
export function renderOutcome(outcome: Outcome): TemplateResult | typeof nothing {
  const { phase, voice } = outcome;
  const sentence = orderSentence(phase, voice, outcome.elapsed);
  switch (phase.status) {
    case 'unconfirmed':
      return html`<slot name="unconfirmed"
        ><p class="message ${isReferenceUsed(phase.error) ? 'problem' : 'waiting'}">${sentence}</p></slot
      >`;
    case 'cancelled':
      return renderCancelled(outcome, phase.order);
    case 'refused':
      return html`<slot name="error">${renderProblem(sentence, renderTurnOff(outcome, phase.error))}</slot>`;
    case 'placed':
    case 'cancelling': {
      const { order } = phase;
      const hasFailed = phase.status === 'placed' && phase.error;
      return html`
        ${renderReceipt({ ...outcome, order })} ${hasFailed ? renderProblem(sentence) : nothing}
        ${order.cancellable ? renderCancelPanel({ ...outcome, isCancelling: phase.status === 'cancelling' }) : nothing}
      `;
    }
    default:
      return sentence ? renderProblem(sentence) : nothing;
  }
}

const renderProblem = (sentence: string, remedy: TemplateResult | typeof nothing = nothing): TemplateResult =>
  html`<div class="message problem"><p>${sentence}</p>${remedy}</div>`;

/** The remedy for an order that was refused because of COD. */
function renderTurnOff({ voice, handleTurnOff }: Outcome, error: Error): TemplateResult | typeof nothing {
  const reason = refusalReason(error);
  const refused = reason && blockingExtras.find((name) => refusalsOfExtra[name].includes(reason));
  if (!refused) return nothing;
  return html`<button type="button" @click=${() => handleTurnOff(refused)}>${voice.words.turnOff[refused]}</button>`;
}

function renderCancelled({ voice: { words }, level }: Outcome, { id, rate }: PlacedOrder): TemplateResult {
  const name = rate ? serviceName(rate) : '';
  const number = id ? html`${words.orderNumber}: <code>${id}</code>` : nothing;
  return html`
    <div class="message">
      <h3 class="headline" aria-level=${level}>${words.cancelled}</h3>
      <p class="quiet">${name}${name && id ? ' · ' : ''}${number}</p>
    </div>
  `;
}
