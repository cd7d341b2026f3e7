import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import type { Words } from '../shared/words.ts';
import type { OrderMode, OrderStatus } from '../state/order-flow.ts';

/** While the page, the prices or the order are being asked. */
const busy = (status: OrderStatus): boolean => ['asking', 'quoting', 'ordering'].includes(status);

/** The custom states of an order, of its button and of the checkout around it alike. */
export const orderStates = (status: OrderStatus, error: Error | undefined): Record<string, boolean> => ({
  ordering: busy(status),
  unconfirmed: status === 'unconfirmed',
  placed: status === 'placed' || status === 'cancelling',
  cancelled: status === 'cancelled',
  error: status !== 'unconfirmed' && error !== undefined,
});

interface Button {
  status: OrderStatus;
  rate: Rate | undefined;
  mode: OrderMode;
  /** Why the order cannot be placed now. */
  hint: string | undefined;
  /** Whether the same is to be read right above. */
  saidAbove: boolean;
  /** Whether the page has given a label of its own. */
  labelled: boolean;
  disabled: boolean;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  handleClick: (event: MouseEvent) => void;
}

/**
 * One button from the first press to the last check, so that focus stays on it; and why it waits, below. A screen reader has that
 * with the button, and not once more.
 */
export function renderButton(button: Button): TemplateResult {
  const { status, saidAbove, disabled, handleClick } = button;
  const hint = busy(status) ? undefined : button.hint;
  return html`
    <button
      part="button"
      class="primary"
      type="button"
      ?disabled=${disabled}
      aria-disabled=${busy(status) || hint ? 'true' : nothing}
      aria-describedby="hint"
      @click=${handleClick}
    >
      ${renderLabel(button)}
    </button>
    <p class="hint" id="hint" aria-hidden="true"><span class=${saidAbove ? 'hidden' : ''}>${hint}</span></p>
  `;
}

function renderLabel({ status, rate, mode, labelled, words, formatRupiah }: Button): TemplateResult | string {
  if (busy(status)) return words.ordering;
  if (status === 'unconfirmed') return words.checkAgain;
  const again = status === 'cancelled' || status === 'placed';
  const own = mode === 'order' ? words.order : words.orderDraft;
  const label = again ? words.orderAgain : labelled ? html`<slot></slot>` : own;
  return html`${label}${rate ? html`<b>${` ${formatRupiah(rate.price)}`}</b>` : nothing}`;
}
