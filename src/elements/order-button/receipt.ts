import { html, nothing, type TemplateResult } from 'lit';
import { refusalReason } from '../../client/index.ts';
import {
  blockingExtras,
  type CancellationReason,
  cancellationReasons,
  type ExtraName,
  extraNames,
  extraTable,
  type Rupiah,
} from '../../contract/index.ts';
import { extraRules } from '../../extras/index.ts';
import { breakdown, carriage, dayLength, readersZone, spanOf, zoneOf } from '../../quote/index.ts';
import { linkOf, takeEscape } from '../core/browser.ts';
import type { Copying } from '../core/copying.ts';
import { linked, renderAddressLink } from '../core/errors.ts';
import type { OrderPhase } from '../core/state.ts';
import { type PlacedOrder, shopperPrice } from '../core/submission.ts';
import { isReferenceUsed } from '../core/views.ts';
import { arrivalText, momentText } from '../words/arrival-text.ts';
import { chargedSentence, headline, orderSentence, serviceName, stepsOf, type Voice } from '../words/sentences.ts';

/** What a shopper gets back for a cancelled order. */
export interface Refund {
  /** Rupiah. 0 if nothing is paid yet. */
  amount: Rupiah;
  /** Where it goes, in the language of the page: "your GoPay". */
  to?: string | undefined;
  /** The last day on which it arrives there: `2026-12-03`. */
  by?: string | undefined;
}

/** What every part of the outcome needs. */
interface Page {
  voice: Voice;
  /** Milliseconds since the epoch. */
  now: number;
  /** Where the shopper reaches the shop. Empty if the page does not say. */
  contactUrl: string;
  addressUrl: string;
  refund: Refund | undefined;
}

/** What the question about a cancellation shows. */
export interface CancelPanel extends Page {
  order: PlacedOrder;
  isPanelOpen: boolean;
  isCancelling: boolean;
  handleToggle: () => void;
  handleConfirm: (reason: CancellationReason) => void;
}

/**
 * Cancelling takes two steps: a row opens what happens to the money, and the reason is given. The panel is a `div`, because a sandboxed frame may forbid forms. While the
 * order is being cancelled, its controls are not `disabled`: the one that has focus would lose it.
 */
export function renderCancelPanel(panel: CancelPanel): TemplateResult {
  const { order, now, isPanelOpen, isCancelling, voice, handleToggle, handleConfirm } = panel;
  const { words } = voice;
  const { cancelUntil } = order;
  if (cancelUntil && cancelUntil.getTime() <= now && !isCancelling)
    return html`<p class="terms">${linked(panel, words.cancelLate)}</p>`;
  const until = cancelUntil
    ? words.cancelUntil(momentText(cancelUntil, readersZone(), { language: voice.language, now }).inZone)
    : words.cancelUntilPickup;
  return html`
    <button
      part="cancel"
      class="more"
      type="button"
      aria-expanded=${isPanelOpen}
      aria-disabled=${isCancelling}
      @click=${() => isCancelling || handleToggle()}
    >
      ${isCancelling && !isPanelOpen ? words.cancelling : words.cancel}
    </button>
    ${
      isPanelOpen
        ? html`<div class="why" @keydown=${(event: KeyboardEvent) => !isCancelling && takeEscape(event) && handleToggle()}>
            <p id="terms">${linked(panel, refundSentence(panel))} ${until}</p>
            <label for="reason">${words.cancelWhy}</label>
            <select id="reason" aria-describedby="terms">
              ${cancellationReasons.map((reason) => html`<option value=${reason}>${words.cancelReason[reason]}</option>`)}
            </select>
            <button
              type="button"
              class="confirm"
              aria-disabled=${isCancelling}
              @click=${(event: Event) => isCancelling || handleConfirm(reasonIn(event))}
            >
              ${isCancelling ? words.cancelling : words.cancelConfirm}
            </button>
            <button type="button" aria-disabled=${isCancelling} @click=${() => isCancelling || handleToggle()}>${words.cancelKeep}</button>
          </div>`
        : nothing
    }
  `;
}

function reasonIn({ target }: Event): CancellationReason {
  const panel = (target as Element).closest('.why');
  return panel?.querySelector('select')?.value as CancellationReason;
}

/** What happens to the money if the order is cancelled. */
function refundSentence({ order, refund, now, voice }: Page & { order: PlacedOrder }): string {
  const { words, language, formatRupiah } = voice;
  // Of a free delivery nothing is paid now either, and its goods are.
  if (!refund) return order.payAtDoor && order.payNow === 0 ? words.nothingPaid : words.refundUnknown;
  const by = Date.parse(refund.by ?? '');
  const date = Number.isNaN(by) ? '' : momentText(new Date(by), readersZone(), { language, now }).date;
  return refund.amount ? words.refund(formatRupiah(refund.amount), refund.to ?? '', date) : words.nothingPaid;
}

/** The numbers of an order that a shopper may want to keep. */
type OrderNumber = 'id' | 'reference' | 'waybill';

/** What the receipt shows. */
export interface Receipt extends Page {
  phase: OrderPhase;
  order: PlacedOrder;
  copying: Copying;
  /** The `aria-level` of the heading. */
  level: unknown;
  /** The shop's page that shows where the parcel is. Empty if it has none. */
  trackingPage: string;
  /** Below the details. */
  cancelPanel: TemplateResult | typeof nothing;
  /** Why it could not be cancelled, beside what was pressed. */
  problem: TemplateResult | typeof nothing;
  /** Begins the next order, after this one of an earlier page. */
  handleAgain: () => void;
}

/** The shop's number, who brings it, when it arrives, what happens next, one bill, and how it is cancelled. The service's numbers are folded. */
export function renderReceipt(receipt: Receipt): TemplateResult {
  const { order, voice, now, level } = receipt;
  const { words, language } = voice;
  const { rate, readyAt, arrival: promise, isDroppedOff, draft, before, waybill } = order;
  const span = rate && spanOf(rate, { promise, readyAt }, now);
  const arrival = rate && arrivalText(rate, span, { words, language, now, kept: true });
  const charged = chargedSentence(order, voice);
  const isSent = !draft && !before;
  // If it is too late to cancel, the courier has the parcel: the first step is over, and so is what was next.
  const isWaiting = isSent && (order.cancellable || !('error' in receipt.phase));
  return html`
    <div part="receipt" class="placed">
      <div class="head">
        ${tick}
        <h3 class="headline" aria-level=${level}>${headline(order, words).replace(/^([^.]+)\.$/, '$1')}</h3>
      </div>
      <dl class="own">
        ${order.isShopReference ? renderNumber('reference', words.orderNumber, receipt) : nothing} ${renderCourier(receipt)}
      </dl>
      ${arrival ? html`<p class="eta">${words.estimatedArrival} <strong>${arrival}</strong></p>` : nothing}
      <slot name="placed">${isWaiting ? renderSteps(stepsOf(words, isDroppedOff === true)) : nothing}</slot>
      ${isWaiting ? renderNext(receipt) : nothing}
      <div class="facts">
        <dl>
          ${renderBill(receipt)} ${renderSum(receipt)}
          ${before ? renderNumbers(receipt) : nothing}
          ${
            !isSent
              ? nothing
              : waybill
                ? renderNumber('waybill', words.waybill, receipt)
                : renderFact(words.waybill, words.waybillLater, 'later')
          }
        </dl>
        ${before ? nothing : renderDetails(receipt)} ${receipt.cancelPanel}
      </div>
      ${receipt.problem} ${charged ? html`<p class="problem">${charged}</p>` : nothing}
      <div class="ends">
        ${renderContact(receipt)}
        ${before ? html`<button type="button" class="action" @click=${receipt.handleAgain}>${words.orderAgain}</button>` : nothing}
        ${isSent ? html`<button part="save" type="button" class="action" @click=${() => print()}>${words.saveReceipt}</button>` : nothing}
      </div>
    </div>
  `;
}

/** Who brings it, and the page that shows where it is. */
function renderCourier({ order, voice, trackingPage }: Receipt): TemplateResult | typeof nothing {
  const { words } = voice;
  const { rate, track } = order;
  const page = track && linkOf(trackingPage);
  const link = page
    ? html`<a part="track" class="text" href="${page.replace(/#.*/s, '')}#t=${track}">${words.track}</a>`
    : nothing;
  return rate || page
    ? html`<div class="number"><dt>${words.courier}</dt><dd><b>${rate && serviceName(rate)}</b> ${link}</dd></div>`
    : nothing;
}

/** The way of the parcel, which has begun. An element that tracks it may take this place. */
const renderSteps = (steps: readonly string[]): TemplateResult =>
  html`<ol class="steps" aria-hidden="true">${steps.map((step, index) => html`<li class=${index ? '' : 'now'}>${step}</li>`)}</ol>`;

/** Who hands the parcel over, and on which day while it lies ahead. Nothing once that day is over. */
function renderNext({ order, voice, now }: Receipt): TemplateResult | typeof nothing {
  const { words } = voice;
  const { arrival: promise, readyAt, isDroppedOff } = order;
  const moment = promise ? new Date(promise.hand_over) : readyAt;
  if (moment && moment.getTime() + dayLength < now) return nothing;
  const zone = promise ? zoneOf(promise.hand_over) : readersZone();
  const date = moment ? momentText(moment, zone, { language: voice.language, now }).date : '';
  return html`<p class="next"><b>${words.next}</b> ${isDroppedOff ? words.nextHandOver(date) : words.nextPickup(date)}</p>`;
}

function renderContact({ contactUrl, voice }: Page): TemplateResult | typeof nothing {
  const url = linkOf(contactUrl);
  return url
    ? html`<a part="contact" class="action" href=${url} referrerpolicy="no-referrer">${voice.words.contact}</a>`
    : nothing;
}

/**
 * What the courier collects, and the sum that it does not. That is paid if the page would give back as much: only the page knows. Nothing
 * for an order of an earlier page: its details are not known.
 */
function renderSum({ order, voice, refund }: Receipt) {
  const { words, formatRupiah } = voice;
  const { rate, goods, payNow, payAtDoor } = order;
  const sum = (label: string, amount: Rupiah) => renderFact(label, formatRupiah(amount), 'paid');
  const atDoor = payAtDoor ? sum(words.payAtDoor, payAtDoor) : nothing;
  if (goods !== undefined && payNow) {
    const total = payAtDoor ? words.total : words.totalWithGoods;
    return [sum(refund?.amount === payNow ? words.paid : total, payNow), atDoor];
  }
  return payAtDoor || !rate ? atDoor : sum(words.total, shopperPrice(order) ?? rate.price);
}

function renderDetails(receipt: Receipt): TemplateResult {
  const { order, voice } = receipt;
  const { words, formatRupiah } = voice;
  const { rate, insuredAmount } = order;
  const insured = insuredAmount
    ? renderFact(words.insuredFor(formatRupiah(insuredAmount)), '')
    : renderFact(words.extra.insurance, words.notInsured);
  return html`<details>
    <summary class="more">${words.details}</summary>
    <dl>
      ${renderNumbers(receipt)} ${rate ? insured : nothing}
    </dl>
  </details>`;
}

/** Those that the shop has not given: it has its own above. They are all that is known of an order of an earlier page. */
const renderNumbers = (receipt: Receipt) => [
  receipt.order.isShopReference ? nothing : renderNumber('reference', receipt.voice.words.reference, receipt),
  receipt.order.id ? renderNumber('id', receipt.voice.words.serviceNumber, receipt) : nothing,
];

/**
 * The parts of the sum, as the bill has them, also a delivery that is free. COD is a fee here, because the sum below is what is paid at the
 * door. None of them if the sum has one part, if it has a part that nobody says, and if the service charges another price or tells no parts.
 */
function renderBill({ order, voice }: Receipt): TemplateResult[] {
  const { words, formatRupiah } = voice;
  const { rate, goods, payAtDoor } = order;
  const isUnknown = payAtDoor && goods === undefined;
  if (!rate || isUnknown || !breakdown(rate) || shopperPrice(order) !== rate.price) return [];
  const { shipping_fee_discount: discount } = rate;
  const before = discount ? formatRupiah(carriage(rate) + discount) : '';
  const shipping = html`${before && html`<s aria-label=${words.insteadOf(before)}>${before}</s> `}${formatRupiah(carriage(rate))}`;
  const line = (label: string, amount: Rupiah | null | undefined) =>
    amount ? [renderFact(label, formatRupiah(amount))] : [];
  const fees = extraNames.flatMap((name) => line(words.feeOf[name], rate[extraTable[name].fee]));
  const lines = [...line(words.goods, goods), renderFact(words.shipping, shipping), ...fees];
  return payAtDoor || lines.length > 1 ? lines : [];
}

const renderFact = (label: string, value: string | TemplateResult, kind = ''): TemplateResult => html`
  <div class=${kind}><dt>${label}</dt><dd>${value}</dd></div>
`;

const renderNumber = (kind: OrderNumber, label: string, { order, copying, voice }: Receipt): TemplateResult => html`
  <div class="number">
    <dt id="${kind}-label">${label}</dt>
    <dd><code>${order[kind]}</code> ${copying.render(order[kind] ?? '', kind, voice.words)}</dd>
  </div>
`;

const tick = html`<svg class="tick" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 12.5l4 4 8-9" /></svg>`;

interface Outcome
  extends Omit<Receipt, 'order' | 'cancelPanel' | 'problem'>,
    Omit<CancelPanel, 'order' | 'isCancelling'> {
  /** Seconds since its error was first shown. */
  elapsed: number;
  handleTurnOff: (name: ExtraName) => void;
}

/** Renders the outcome of the order: one sentence, or the receipt. */
export function renderOutcome(outcome: Outcome): TemplateResult | typeof nothing {
  const { phase, voice } = outcome;
  const sentence = orderSentence(phase, voice, outcome.elapsed);
  switch (phase.status) {
    case 'unconfirmed':
      return html`<slot name="unconfirmed"
        ><p class="message ${isReferenceUsed(phase.error) ? 'problem' : ''}">${linked(outcome, sentence)}</p></slot
      >`;
    case 'cancelled':
      return renderCancelled(outcome, phase.order);
    case 'refused':
      return html`<slot name="error">${renderProblem(outcome, sentence, renderTurnOff(outcome, phase.error))}</slot>`;
    case 'placed':
    case 'cancelling': {
      const { order } = phase;
      const isCancelling = phase.status === 'cancelling';
      const cancelPanel = order.cancellable ? renderCancelPanel({ ...outcome, order, isCancelling }) : nothing;
      const problem = !isCancelling && phase.error ? renderProblem(outcome, sentence) : nothing;
      return renderReceipt({ ...outcome, order, cancelPanel, problem });
    }
    default:
      return sentence ? renderProblem(outcome, sentence) : nothing;
  }
}

const renderProblem = (
  outcome: Outcome,
  sentence: string,
  remedy: TemplateResult | typeof nothing = nothing,
): TemplateResult =>
  html`<div class="message problem"><p>${linked(outcome, sentence)}${renderAddressLink(outcome, sentence)}</p>${remedy}</div>`;

/** The remedy for an order that was refused because of COD. */
function renderTurnOff({ voice, handleTurnOff }: Outcome, error: Error): TemplateResult | typeof nothing {
  const reason = refusalReason(error);
  const refused = reason && blockingExtras.find((name) => extraRules[name].refusals.includes(reason));
  if (!refused) return nothing;
  return html`<button type="button" @click=${() => handleTurnOff(refused)}>${voice.words.turnOff[refused]}</button>`;
}

/** Nothing is sent, and what comes back. */
function renderCancelled(outcome: Outcome, order: PlacedOrder): TemplateResult {
  const { voice, level, refund, handleAgain } = outcome;
  const { words } = voice;
  const late = refund?.amount && linkOf(outcome.contactUrl) ? ` ${words.refundLate}` : '';
  return html`
    <div class="message">
      <h3 class="headline" aria-level=${level}>${words.cancelled} ${words.nothingSent}</h3>
      <p>${linked(outcome, refundSentence({ ...outcome, order }) + late)}</p>
      ${order.isShopReference ? html`<p>${words.orderNumber} <code>${order.reference}</code></p>` : nothing}
      <div class="ends">
        ${renderContact(outcome)}
        <button type="button" class="action" @click=${handleAgain}>${words.orderAgain}</button>
      </div>
    </div>
  `;
}
