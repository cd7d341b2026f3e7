import { html, nothing, type TemplateResult } from 'lit';
import { extraNames, extraTable } from '../../contract/index.ts';
import { breakdown, carriage, type ExtraName, type Lock, lacking, lockOf } from '../../quote/index.ts';
import { extrasOf } from '../store/questions.ts';
import type { State } from '../store/state.ts';
import * as views from '../store/views.ts';
import { hints, lockSentence, type Voice } from '../words/sentences.ts';

interface Extras {
  state: State;
  voice: Voice;
  disabled: boolean;
  handleSwitch: (name: ExtraName, on: boolean) => void;
  /** Announces why a locked switch cannot be changed. */
  handleLocked: (reason: string) => void;
}

/** The bill: the delivery, and the switches that the page offers, with the cost of each. */
export function renderExtras(extras: Extras): TemplateResult {
  const { offered } = extras.state.input;
  const names = extraNames.filter((name) => offered.includes(name));
  return html`
    <fieldset part="extras" class="frame bill" role="group" aria-label=${extras.voice.words.extras} ?disabled=${extras.disabled}>
      ${renderShipping(extras)} ${names.map((name) => renderSwitch(name, extras))}
    </fieldset>
  `;
}

/** The price of the choice without extras. */
function renderShipping({ state, voice }: Extras): TemplateResult {
  const { words, formatRupiah } = voice;
  const { rate } = state.choice;
  const discount = rate?.shipping_fee_discount ?? 0;
  const amount = rate ? formatRupiah(carriage(rate)) : '';
  return html`
    <div part="breakdown" class="line base">
      <span class="label">${words.shipping}</span>
      <span class="fee">${
        rate && discount && breakdown(rate)
          ? html`<s aria-label=${words.insteadOf(formatRupiah(carriage(rate) + discount))}>${formatRupiah(carriage(rate) + discount)}</s> `
          : nothing
      }${amount}</span>
    </div>
  `;
}

/**
 * A locked switch shows the real state: it is never on for an uninsured parcel. The state of the store keeps what the shopper has set.
 * It is not `disabled`, because a screen reader would never read its reason then. The comparison checks the switch.
 */
function renderSwitch(name: ExtraName, extras: Extras): TemplateResult {
  const { state, voice, handleSwitch, handleLocked } = extras;
  const { words } = voice;
  const { requested } = extrasOf(state.input);
  const label = words.extra[name];
  const lock = lockOf(name, requested, views.rate(state));
  const hint = lock ? lockSentence(name, lock.reason, state, voice) : hints[name](requested, voice);
  const cost = costOf(name, lock, extras);
  const handleClick = (event: Event) => {
    if (!lock) return;
    event.preventDefault();
    handleLocked(hint);
  };
  const id = extraTable[name].word;
  return html`
    <label class="line ${lock ? 'locked' : ''}">
      <input
        part="switch"
        type="checkbox"
        role="switch"
        id=${id}
        aria-disabled=${lock ? 'true' : nothing}
        aria-label=${label}
        aria-description=${[cost, hint].filter(Boolean).join(', ')}
        @click=${handleClick}
        @change=${(event: Event) => handleSwitch(name, (event.target as HTMLInputElement).checked)}
      />
      <span class="label" aria-hidden="true">${label}</span>
      <span class="fee ${/^[+−]/.test(cost) ? '' : 'later'}" aria-hidden="true">${cost}</span>
      <span class="hint" id="${id}-hint" aria-hidden="true">${hint}</span>
    </label>
  `;
}

/** The amount that a switch adds to the price, or what is known of it. */
function costOf(name: ExtraName, lock: Lock | undefined, { state, voice: { words, formatRupiah } }: Extras): string {
  if (lock && lock.reason !== 'mandatory') return '';
  const { rate } = state.choice;
  const fee = views.feeOf(state, name);
  if (!fee) return rate && lacking(rate, { [name]: true }) ? words.lacks[name] : '';
  if (fee === 'unknown') return words.feeLater;
  const cost = `${fee.fee < 0 ? '' : '+'}${formatRupiah(fee.fee)}`;
  return fee.least ? words.from(formatRupiah(fee.fee)) : cost;
}
