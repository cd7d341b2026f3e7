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

/** Cancelling takes two steps: one to ask for it, one to say why and confirm. */
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
    <form
      class="why"
      @submit=${(event: SubmitEvent) => handleConfirm(reasonIn(event))}
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && !cancelling && handleToggle()}
    >
      <label for="reason">${words.cancelWhy}</label>
      <select id="reason" name="reason" ?disabled=${cancelling}>
        ${cancellationReasons.map((reason) => html`<option value=${reason}>${words.cancelReason[reason]}</option>`)}
      </select>
      <div class="choices">
        <button type="submit" class="confirm" aria-disabled=${cancelling}>
          ${cancelling ? words.cancelling : words.cancelConfirm}
        </button>
        <button type="button" @click=${handleToggle} ?disabled=${cancelling}>${words.keepOrder}</button>
      </div>
    </form>
  `;
}

function reasonIn(event: SubmitEvent): CancellationReason {
  event.preventDefault();
  return new FormData(event.target as HTMLFormElement).get('reason') as CancellationReason;
}
