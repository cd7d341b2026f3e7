import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import type { Words } from '../shared/words.ts';
import type { OrderMode, OrderStatus } from './attempt.ts';
import { busy } from './states.ts';

interface Button {
  step: OrderStatus;
  rate: Rate | undefined;
  mode: OrderMode;
  /** Why the order cannot be placed now. */
  hint: string | undefined;
  /** Whether the page has given a label of its own. */
  labelled: boolean;
  disabled: boolean;
  say: Words;
  rupiah: (amount: Rupiah) => string;
  handleClick: (event: MouseEvent) => void;
}

/** One button from the first press to the last check, so that focus stays on it; and why it waits, below. */
export function renderButton(button: Button): TemplateResult {
  const { step, disabled, handleClick } = button;
  const hint = busy(step) ? undefined : button.hint;
  return html`
    <button
      part="button"
      class="primary"
      type="button"
      ?disabled=${disabled}
      aria-disabled=${busy(step) || hint ? 'true' : nothing}
      aria-describedby="hint"
      @click=${handleClick}
    >
      ${renderLabel(button)}
    </button>
    <p class="hint" id="hint">${hint}</p>
  `;
}

function renderLabel({ step, rate, mode, labelled, say, rupiah }: Button): TemplateResult | string {
  if (busy(step)) return say.ordering;
  if (step === 'unconfirmed') return say.checkAgain;
  if (step === 'cancelled' || step === 'placed') return say.orderAgain;
  const label = labelled ? html`<slot></slot>` : mode === 'order' ? say.order : say.orderDraft;
  return html`${label}${rate ? html`<b>${` ${rupiah(rate.price)}`}</b>` : nothing}`;
}
