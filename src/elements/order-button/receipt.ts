import { html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { nameOf } from '../shared/news.ts';
import type { Words } from '../shared/words.ts';
import type { PlacedOrder } from '../state/order-flow.ts';

/** The numbers of an order that a shopper may want to keep. */
export type OrderNumber = 'id' | 'reference' | 'waybill';

export interface Receipt {
  order: PlacedOrder;
  headline: string;
  /** That another price is charged than the one that was shown. */
  charged: string | undefined;
  /** The number that was copied last. */
  copied: OrderNumber | undefined;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  /** When a rate arrives, in words; empty where nobody says. */
  arrivalOf: (rate: Rate, order: PlacedOrder) => string;
  handleCopy: (number: OrderNumber) => void;
}

/** What was ordered, what it costs and by which numbers it is known. */
export function renderReceipt(receipt: Receipt): TemplateResult {
  const { order, headline, charged, words } = receipt;
  const { id, draft, before, waybill } = order;
  return html`
    <div part="receipt" class="placed">
      <div class="head">
        ${tick}
        <h3 class="headline">${headline}</h3>
      </div>
      <dl>
        ${renderDelivery(receipt)}
        ${id ? renderNumber('id', words.orderNumber, receipt) : renderNumber('reference', words.reference, receipt)}
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

/** Nothing of an order that was written in a page before this one: nobody here knows what it was. */
function renderDelivery({ order, words, formatRupiah, arrivalOf }: Receipt): TemplateResult | typeof nothing {
  const { rate, price, paid, draft, insured, collected } = order;
  if (!rate) return nothing;
  const arrival = arrivalOf(rate, order);
  return html`
    ${renderFact(words.courier, nameOf(rate))}
    ${arrival ? renderFact(words.estimatedArrival, arrival) : nothing}
    ${
      draft
        ? renderFact(words.deliveryPrice, formatRupiah(price ?? rate.price))
        : renderFact(words.paid, formatRupiah(paid ?? rate.price))
    }
    ${collected ? renderFact(words.paidAtTheDoor, formatRupiah(collected)) : nothing}
    ${renderFact(words.insurance, insured ? words.insuredFor(formatRupiah(insured)) : words.notInsured)}
  `;
}

const renderFact = (label: string, value: string, kind = ''): TemplateResult => html`
  <div><dt>${label}</dt><dd class=${kind}>${value}</dd></div>
`;

function renderNumber(
  number: OrderNumber,
  label: string,
  { order, copied, words, handleCopy }: Receipt,
): TemplateResult {
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
