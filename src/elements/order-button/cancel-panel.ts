import { html, type TemplateResult } from 'lit';
import { type CancellationReason, cancellationReasons } from '../../contract/index.ts';
import type { Words } from '../shared/words.ts';

interface CancelPanel {
  open: boolean;
  cancelling: boolean;
  words: Words;
  handleToggle: () => void;
  handleConfirm: (reason: CancellationReason) => void;
}

/**
 * Cancelling takes two steps: one to ask for it, one to say why and confirm. It is no form: a sandboxed frame may not have one
 * sent, and then nobody hears of it.
 */
export function renderCancelPanel({
  open,
  cancelling,
  words,
  handleToggle,
  handleConfirm,
}: CancelPanel): TemplateResult {
  if (!open) {
    return html`
      <button part="cancel" type="button" aria-disabled=${cancelling} @click=${() => cancelling || handleToggle()}>
        ${cancelling ? words.cancelling : words.cancel}
      </button>
    `;
  }
  return html`
    <div
      class="why"
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && !cancelling && handleToggle()}
    >
      <label for="reason">${words.cancelWhy}</label>
      <select id="reason" ?disabled=${cancelling}>
        ${cancellationReasons.map((reason) => html`<option value=${reason}>${words.cancelReason[reason]}</option>`)}
      </select>
      <div class="choices">
        <button
          type="button"
          class="confirm"
          aria-disabled=${cancelling}
          @click=${(event: Event) => cancelling || handleConfirm(reasonIn(event))}
        >
          ${cancelling ? words.cancelling : words.cancelConfirm}
        </button>
        <button type="button" @click=${handleToggle} ?disabled=${cancelling}>${words.keepOrder}</button>
      </div>
    </div>
  `;
}

function reasonIn({ target }: Event): CancellationReason {
  const panel = (target as Element).closest('.why');
  return panel?.querySelector('select')?.value as CancellationReason;
}
