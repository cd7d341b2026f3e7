import { html, type TemplateResult } from 'lit';
import { type CancellationReason, cancellationReasons } from '../../contract/index.ts';
import type { Voice } from '../words/sentences.ts';

export interface CancelPanel {
  isPanelOpen: boolean;
  isCancelling: boolean;
  voice: Voice;
  handleToggle: () => void;
  handleConfirm: (reason: CancellationReason) => void;
}

/**
 * Cancelling takes two steps: ask for it, then give the reason. It is no form, because a sandboxed frame may not submit one. Meanwhile
 * nothing is `disabled`: a control that has focus would lose it.
 */
export function renderCancelPanel(panel: CancelPanel): TemplateResult {
  const { isPanelOpen, isCancelling, voice, handleToggle, handleConfirm } = panel;
  const { words } = voice;
  if (!isPanelOpen) {
    return html`
      <button part="cancel" type="button" aria-disabled=${isCancelling} @click=${() => isCancelling || handleToggle()}>
        ${isCancelling ? words.cancelling : words.cancel}
      </button>
    `;
  }
  return html`
    <div class="why" @keydown=${({ key }: KeyboardEvent) => key === 'Escape' && !isCancelling && handleToggle()}>
      <label for="reason">${words.cancelWhy}</label>
      <select id="reason">
        ${cancellationReasons.map((reason) => html`<option value=${reason}>${words.cancelReason[reason]}</option>`)}
      </select>
      <div class="choices">
        <button
          type="button"
          class="confirm"
          aria-disabled=${isCancelling}
          @click=${(event: Event) => isCancelling || handleConfirm(reasonIn(event))}
        >
          ${isCancelling ? words.cancelling : words.cancelConfirm}
        </button>
        <button type="button" aria-disabled=${isCancelling} @click=${() => isCancelling || handleToggle()}>${words.keepOrder}</button>
      </div>
    </div>
  `;
}

function reasonIn({ target }: Event): CancellationReason {
  const panel = (target as Element).closest('.why');
  return panel?.querySelector('select')?.value as CancellationReason;
}
