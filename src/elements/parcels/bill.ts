import { html, nothing, type TemplateResult } from 'lit';
import { extraNames, extraTable, perExtra } from '../../contract/index.ts';
import type { CompleteExtras, ExtraName } from '../../extras/index.ts';
import { type Remedy, renderBar } from '../core/bar.ts';
import * as prices from '../core/prices.ts';
import * as views from '../core/views.ts';
import { renderLine, signed } from '../rates/row.ts';
import { lastDayText } from '../words/arrival-text.ts';
import { hints, lockSentence, missingSentence, type Voice } from '../words/sentences.ts';
import type { ParcelsWords, Words } from '../words/words.ts';
import {
  type JointExtra,
  jointExtra,
  lackAlike,
  latestOf,
  type Part,
  statusOf,
  sum,
  sumsOf,
  troubleOf,
  waitingOf,
} from './basket.ts';

/** The words in force, with those of several parcels. */
export interface ParcelsVoice extends Voice {
  readonly words: Words & ParcelsWords;
}

interface Bill {
  parts: readonly Part[];
  voice: ParcelsVoice;
  /** The extras that the shopper may switch. */
  offered: readonly ExtraName[];
  disabled: boolean;
  handleSwitch: (name: ExtraName, on: boolean) => void;
  /** Chooses another rate of one parcel, which can have the extra. */
  handleInstead: (part: Part, name: ExtraName, key: string) => void;
  handleLocked: (reason: string) => void;
}

/** The bill of all parcels: goods, deliveries, and one switch for each extra. */
export function renderBill(bill: Bill): TemplateResult {
  const { parts, voice, offered, disabled } = bill;
  const { words, formatRupiah } = voice;
  const { goods, shipping, chosen } = sumsOf(parts);
  const line = (label: string, amount: string) =>
    html`<div class="line base"><span class="label">${label}</span> <span class="fee">${amount}</span></div>`;
  return html`
    <fieldset part="extras" class="frame bill" role="group" aria-label=${words.extras} ?disabled=${disabled}>
      ${goods === undefined ? nothing : line(words.goods, formatRupiah(goods))}
      ${line(words.shippingOf(chosen, parts.length), chosen ? formatRupiah(shipping) : '–')}
      ${extraNames.filter((name) => offered.includes(name)).map((name) => renderSwitch(name, bill))}
    </fieldset>
  `;
}

function renderSwitch(name: ExtraName, bill: Bill): TemplateResult {
  const { parts, voice, disabled, handleSwitch, handleInstead, handleLocked } = bill;
  const extra = jointExtra(parts, name);
  const { isOn, lock, without, instead } = extra;
  const wayOut = isOn ? undefined : instead;
  const names = without.map((part) => part.name);
  const lacks = voice.words.lacks[name];
  const lacked = names.length < parts.length ? `${names.join(', ')}: ${lacks}` : lacks;
  const hint = wayOut ? lacked : hintOf(name, extra, bill);
  const whose = `${wayOut?.part.name}: `;
  return renderLine({
    lit: { html, nothing },
    ...{ name, lock, hint, short: hint, voice, disabled, handleSwitch, handleLocked },
    cost: costOf(extra, voice),
    rate: wayOut?.part.state.choice.rate,
    instead: wayOut?.rate,
    // One name stands before the button already. A screen reader that lists buttons hears it alone.
    whose: names.length > 1 ? whose : html`<span class="hidden">${whose}</span>`,
    handleInstead: (_name, key) => wayOut && handleInstead(wayOut.part, name, key),
  });
}

function costOf({ isOn, lock, fee }: JointExtra, { words, formatRupiah }: Voice): string {
  if (!fee || (lock && lock.reason !== 'mandatory')) return '';
  if (fee === 'unknown') return isOn ? '' : words.feeLater;
  return fee.least ? words.from(formatRupiah(fee.fee)) : signed(fee.fee, formatRupiah);
}

/** Why it is locked, or what it does, and the parcels that go without. */
function hintOf(name: ExtraName, { lock, without }: JointExtra, { parts, voice }: Bill): string {
  const [first] = parts;
  if (lock && first) return lockSentence(name, lock.reason, first.state, voice);
  const others = without.length ? voice.words.notFor(without.map((part) => part.name)) : '';
  const collected = (extraTable[name].blocks && sumsOf(parts).collected) || undefined;
  if (others && !collected) return others;
  // One bill of all parcels, so its amounts are their sums.
  const requested = parts.map(({ state }) => prices.extrasOf(state.input).requested);
  const amount = `${name}Amount` as const;
  const whole = collected ?? sum(requested.map((extras) => extras[amount]));
  const joint = { ...(requested[0] as CompleteExtras), [amount]: whole, collected };
  return [hints[name]?.(joint, voice), others].filter(Boolean).join('. ');
}

/** Says a sentence of one parcel behind its name. */
const behind =
  <Values extends unknown[]>(name: string, say: (...values: Values) => string) =>
  (...values: Values): string =>
    `${name}: ${say(...values)}`;

const withWords = ({ words, formatRupiah, language }: ParcelsVoice, own: Partial<Words>): ParcelsVoice => ({
  ...{ formatRupiah, language },
  words: { ...words, ...own },
});

interface Bar extends Pick<Bill, 'parts' | 'voice' | 'disabled'> {
  /** The parcels that are bought. */
  bought: readonly Part[];
  /** Whether a button submits the form. */
  hasButton: boolean;
  handleRemedy: (part: Part, remedy: Remedy, event: MouseEvent) => void;
  /** @param held why a press cannot lead on */
  handleSubmit: (held: string) => void;
}

/** One sum, and one button. If the choice of a parcel lacks an extra that is on, the remedies for it take their place. */
export function renderSum(bar: Bar): TemplateResult {
  const { parts, voice, disabled, hasButton, handleRemedy, handleSubmit } = bar;
  const { words, formatRupiah } = voice;
  const { now, atDoor } = sumsOf(bar.bought);
  const held = heldBy(bar.bought, voice);
  const text = !atDoor || (now && held) ? words.pay : now ? words.payPart(formatRupiah(now)) : words.placeOrder;
  const button = hasButton
    ? html`<button type="button" part="button" class="primary" ?disabled=${disabled} aria-disabled=${held ? 'true' : nothing} @click=${() => handleSubmit(held)}>${text}</button>`
    : nothing;
  const [only] = parts;
  const part = troubleOf(parts) ?? (parts.length === 1 ? only : undefined);
  if (part)
    return renderBar({
      ...{ state: part.state, disabled, button },
      voice: part.name && parts.length > 1 ? ofParcel(part.name, voice) : voice,
      handleRemedy: (remedy, event) => handleRemedy(part, remedy, event),
    });
  return html`<div class="bar"><p class="sum">${renderTotal(bar)}</p>${button}</div>`;
}

/** Whether prices are on their way: what is known is of no use. */
const asks = (bought: readonly Part[]): boolean => !bought.length || /loading|stale/.test(statusOf(bought));

/** Why a press of the button cannot lead on. Empty if it submits, or leads to a choice or to what is missing. */
function heldBy(bought: readonly Part[], voice: Voice): string {
  if (asks(bought)) return voice.words.loadingRates;
  const waiting = waitingOf(bought);
  return /error|offline|empty/.test(statusOf(waiting)) ? waitingSentence(waiting, voice) : '';
}

/** What a choice lacks is said behind the name of its parcel. */
function ofParcel(name: string, voice: ParcelsVoice): ParcelsVoice {
  const { obstructed, nowhere, collectedBy } = voice.words;
  return withWords(voice, {
    obstructed: perExtra((extra) => behind(name, obstructed[extra])),
    nowhere: { cashOnDelivery: `${name}: ${nowhere.cashOnDelivery}` },
    collectedBy: behind(name, collectedBy),
  });
}

function renderTotal({ bought, voice }: Bar): TemplateResult | string {
  const { words, formatRupiah, language } = voice;
  if (asks(bought)) return words.loadingRates;
  const waiting = waitingOf(bought);
  if (waiting.length) return waitingSentence(waiting, voice);
  const { goods, now, atDoor, isEstimate } = sumsOf(bought);
  const line = (label: string, amount: number) => html`<span>${label}</span> <strong>${formatRupiah(amount)}</strong>`;
  if (atDoor && now) return html`${line(words.payNow, now)} <span>${words.dueAtDoor(formatRupiah(atDoor))}</span>`;
  const total = goods === undefined ? words.total : words.totalWithGoods;
  const label = isEstimate ? `${total} (${words.estimated})` : total;
  const span = latestOf(bought);
  const latest = span && !span.later && lastDayText(span, { words, language, now: moment(bought), kept: true });
  const below = latest ? html`<span>${words.latest(latest)}</span>` : nothing;
  return html`${atDoor ? line(words.payAtDoor, atDoor) : line(label, now)} ${below}`;
}

const moment = ([first]: readonly Part[]): number => first?.state.moment ?? 0;

/** What the shopper has to do next, and for which parcel: the first of these, or all. */
export function waitingSentence(waiting: readonly Part[], voice: Voice): string {
  const [first] = waiting;
  const sentence = (first && missingSentence(first.state, voice)) ?? voice.words.chooseRate;
  return first?.name && !lackAlike(waiting) ? `${first.name}: ${sentence}` : sentence;
}

/** What a moved switch costs now, for screen readers. The prices of COD may still be asked. */
export function switchedSentence(parts: readonly Part[], name: ExtraName, voice: Voice): string {
  const { isOn, fee } = jointExtra(parts, name);
  if (statusOf(parts) !== 'ready') return '';
  if (!isOn) return voice.words.switchedOff[name];
  const trouble = troubleOf(parts);
  if (trouble) return waitingSentence([trouble], voice);
  return fee && fee !== 'unknown' && fee.fee
    ? voice.words.switchedOn[name](voice.formatRupiah(fee.fee), fee.least)
    : '';
}

/** What stands in the bar: a press counts once it has stood there for a moment. */
export const barContent = (parts: readonly Part[]): string => {
  const part = troubleOf(parts);
  return part ? `${part.name} ${views.trouble(part.state)?.name}` : '';
};
