import { html, nothing, type TemplateResult } from 'lit';
import { isShippingFailure } from '../../client/index.ts';
import type { CancellationReason, Rupiah } from '../../contract/index.ts';
import { errorSentence } from '../shared/error-sentence.ts';
import { nameOf, newsSentence } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';
import { isUsed, type OrderState, type PlacedOrder } from '../state/order-flow.ts';
import { renderCancelPanel } from './cancel-panel.ts';
import { type Receipt, renderReceipt } from './receipt.ts';

interface Outcome extends Pick<Receipt, 'copied' | 'arrivalOf' | 'handleCopy'> {
  state: OrderState;
  cancelPanelOpen: boolean;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  handleToggle: () => void;
  handleCancel: (reason: CancellationReason) => void;
}

/** What became of the order, as one sentence. */
export function orderSentence({
  state,
  words,
  formatRupiah,
}: Pick<Outcome, 'state' | 'words' | 'formatRupiah'>): string {
  switch (state.status) {
    case 'unconfirmed':
      return unconfirmedSentence(state, words);
    case 'cancelled':
      return words.cancelled;
    case 'refused':
      return errorSentence(state.error, words);
    case 'ready':
    case 'price-changed':
      return state.news ? newsSentence(state.news, words, formatRupiah) : '';
    case 'placed': {
      const { order, error } = state;
      if (error) return errorSentence(error, words);
      const number = order.id ? `${words.orderNumber}: ${order.id}` : `${words.reference}: ${order.reference}`;
      return [headline(order, words), number, chargedSentence(order, words, formatRupiah)].filter(Boolean).join(' ');
    }
    default:
      return '';
  }
}

/** The shop's own number may be used by this order, whose answer was lost, or by another one: nobody here knows. */
function unconfirmedSentence({ reference, error }: OrderState & { status: 'unconfirmed' }, words: Words): string {
  const isLeft = isShippingFailure(error) && error.code === 'unavailable' && error.reason === 'needs-attention';
  if (isLeft) return words.refused['needs-attention'];
  return isUsed(error) ? words.referenceExists(reference) : words.unconfirmed;
}

/** Nothing where the price is the one that was shown. */
function chargedSentence(
  { rate, price }: PlacedOrder,
  words: Words,
  formatRupiah: (amount: Rupiah) => string,
): string | undefined {
  if (!rate || price === undefined || price === rate.price) return undefined;
  return words.charged(formatRupiah(price), formatRupiah(rate.price));
}

function headline({ draft, other, before }: PlacedOrder, words: Words): string {
  if (before) return draft ? words.savedBefore : words.placedBefore;
  if (other) return draft ? words.savedOther : words.placedOther;
  return draft ? words.placedDraft : words.placed;
}

export function renderOutcome(outcome: Outcome): TemplateResult | typeof nothing {
  const { state, words, formatRupiah } = outcome;
  switch (state.status) {
    case 'unconfirmed':
      return html`<slot name="unconfirmed"><p class="message ${isUsed(state.error) ? 'problem' : 'waiting'}">${unconfirmedSentence(state, words)}</p></slot>`;
    case 'cancelled':
      return renderCancelled(state.order, words);
    case 'refused':
      return html`<slot name="error">${renderProblem(errorSentence(state.error, words))}</slot>`;
    case 'ready':
    case 'price-changed':
      return state.news ? renderProblem(newsSentence(state.news, words, formatRupiah)) : nothing;
    case 'placed':
    case 'cancelling': {
      const { order } = state;
      const error = state.status === 'placed' && state.error;
      return html`
        ${renderReceipt({ ...outcome, order, headline: headline(order, words), charged: chargedSentence(order, words, formatRupiah) })}
        ${error ? renderProblem(errorSentence(error, words)) : nothing}
        ${order.cancellable ? renderCancel(outcome) : nothing}
      `;
    }
    default:
      return nothing;
  }
}

const renderProblem = (sentence: string): TemplateResult => html`<p class="message problem">${sentence}</p>`;

/** What happened, and to which order. */
function renderCancelled({ id, rate }: PlacedOrder, words: Words): TemplateResult {
  const name = rate ? nameOf(rate) : '';
  const number = id ? html`${words.orderNumber}: <code>${id}</code>` : nothing;
  return html`
    <div class="message">
      <h3 class="headline">${words.cancelled}</h3>
      <p class="quiet">${name}${name && id ? ' · ' : ''}${number}</p>
    </div>
  `;
}

function renderCancel({ state, cancelPanelOpen, words, handleToggle, handleCancel }: Outcome): TemplateResult {
  const cancelling = state.status === 'cancelling';
  return renderCancelPanel({ open: cancelPanelOpen, cancelling, words, handleToggle, handleConfirm: handleCancel });
}
