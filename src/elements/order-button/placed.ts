import { html, nothing, type TemplateResult } from 'lit';
import type { Words } from '../shared/words.ts';

export interface PlacedOrder {
  id: string;
  /** Undefined until the courier has booked the parcel. */
  waybill: string | undefined;
  draft: boolean;
  /** An earlier try had no answer; it had placed the order. */
  recovered: boolean;
}

export function renderPlaced({ id, waybill, draft }: PlacedOrder, say: Words): TemplateResult {
  return html`
    <div class="message placed">
      <p class="headline">${draft ? say.placedDraft : say.placed}</p>
      <dl>
        <dt>${say.orderNumber}</dt>
        <dd><code>${id}</code></dd>
        ${
          draft
            ? nothing
            : html`
                <dt>${say.waybill}</dt>
                <dd>${waybill ? html`<code>${waybill}</code>` : say.waybillLater}</dd>
              `
        }
      </dl>
      <slot name="placed"></slot>
    </div>
  `;
}
