import { html, nothing, type TemplateResult } from 'lit';
import type { PlacedOrder } from '../store/submission.ts';
import { arrivalText } from '../words/arrival-text.ts';
import { serviceName, type Voice } from '../words/sentences.ts';

/** The numbers of an order that a shopper may want to keep. */
export type OrderNumber = 'id' | 'reference' | 'waybill';

export interface Receipt {
  order: PlacedOrder;
  headline: string;
  /** Says that another price is charged than the one that was shown. Empty if not. */
  charged: string;
  /** The number that was copied last. */
  copied: OrderNumber | undefined;
  voice: Voice;
  language: string;
  handleCopy: (number: OrderNumber) => void;
}

/** What was ordered, what it costs and its numbers. The shop's own reference comes first. */
export function renderReceipt(receipt: Receipt): TemplateResult {
  const { order, headline, charged, voice } = receipt;
  const { words } = voice;
  const { id, draft, before, waybill } = order;
  return html`
    <div part="receipt" class="placed">
      <div class="head">
        ${tick}
        <h3 class="headline">${headline}</h3>
      </div>
      <dl>
        ${renderDelivery(receipt)} ${renderNumber('reference', words.reference, receipt)}
        ${id ? renderNumber('id', words.orderNumber, receipt) : nothing}
        ${
          draft || before
            ? nothing
            : waybill
              ? renderNumber('waybill', words.waybill, receipt)
              : renderFact(words.waybill, words.waybillLater, 'later')
        }
      </dl>
      ${charged ? html`<p class="problem">${charged}</p>` : nothing}
      <slot name="placed"></slot>
    </div>
  `;
}

/** Nothing for an order of an earlier page: its details are not known. */
function renderDelivery({ order, voice, language }: Receipt): TemplateResult | typeof nothing {
  const { words, formatRupiah } = voice;
  const { rate, price, insured, payAtDoor, readyAt } = order;
  if (!rate) return nothing;
  const arrival = arrivalText(rate, { words, language, readyAt });
  return html`
    ${renderFact(words.courier, serviceName(rate))}
    ${arrival ? renderFact(words.estimatedArrival, arrival) : nothing}
    ${renderFact(words.deliveryPrice, formatRupiah(price ?? rate.price))}
    ${payAtDoor ? renderFact(words.payAtDoor, formatRupiah(payAtDoor)) : nothing}
    ${renderFact(words.insurance, insured ? words.insuredFor(formatRupiah(insured)) : words.notInsured)}
  `;
}

const renderFact = (label: string, value: string, kind = ''): TemplateResult => html`
  <div><dt>${label}</dt><dd class=${kind}>${value}</dd></div>
`;

function renderNumber(
  number: OrderNumber,
  label: string,
  { order, copied, voice, handleCopy }: Receipt,
): TemplateResult {
  const { words } = voice;
  return html`
    <div>
      <dt id="${number}-label">${label}</dt>
      <dd class="number">
        <code>${order[number]}</code>
        <button
          part="copy"
          id="copy-${number}"
          type="button"
          aria-labelledby="copy-${number} ${number}-label"
          @click=${() => handleCopy(number)}
        >
          ${copied === number ? words.copied : words.copy}
        </button>
      </dd>
    </div>
  `;
}

const tick = html`<svg class="tick" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 12.5l4 4 8-9" /></svg>`;
