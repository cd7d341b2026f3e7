import { html, nothing, type TemplateResult } from 'lit';
import { ableOf, cheapestOf, type ExtraName, lacking, lockOf, serviceKey } from '../../quote/index.ts';
import { checked } from '../element/converters.ts';
import { termsOf } from '../store/questions.ts';
import type { State } from '../store/state.ts';
import * as views from '../store/views.ts';
import { lockSentence, serviceName, type Voice } from '../words/sentences.ts';

interface Extras {
  state: State;
  voice: Voice;
  disabled: boolean;
  handleSwitch: (name: ExtraName, on: boolean) => void;
  /** Switches COD off. The clicked button disappears with it. */
  handleTurnOff: () => void;
  /** Chooses another rate by its key, `jne/reg`. */
  handleUse: (key: string) => void;
  /** Announces why a locked switch cannot be changed. */
  handleLocked: (reason: string) => void;
}

/** The id of each switch. */
const ids: Record<ExtraName, string> = { insured: 'insurance', cashOnDelivery: 'cash-on-delivery' };

/** The two switches, one line each: the covered or collected amount, and the cost. */
export function renderExtras(extras: Extras): TemplateResult {
  return html`
    <h4 class="hidden">${extras.voice.words.extras}</h4>
    <fieldset part="extras" class="extras" role="none" ?disabled=${extras.disabled}>
      ${renderSwitch('insured', extras)} ${renderSwitch('cashOnDelivery', extras)}
    </fieldset>
  `;
}

/**
 * A locked switch shows the real state: it is never on for an uninsured parcel. The state of the store keeps the shopper's own wish.
 * It is not `disabled`, because a screen reader would never read its reason then.
 */
function renderSwitch(name: ExtraName, extras: Extras): TemplateResult {
  const { state, voice, handleSwitch, handleLocked } = extras;
  const { words, formatRupiah } = voice;
  const { wished } = termsOf(state.input);
  const isInsurance = name === 'insured';
  const label = isInsurance ? words.insurance : words.cashOnDelivery;
  const lock = lockOf(name, wished, views.rate(state));
  const hint = lock
    ? lockSentence(lock.reason, state, voice)
    : isInsurance
      ? words.insuranceFor(formatRupiah(wished.insuranceAmount))
      : wished.cashOnDeliveryCollects === 'goods'
        ? words.cashOnDeliveryFor(formatRupiah(wished.cashOnDeliveryAmount))
        : words.cashOnDeliveryTotal;
  const cost = lock ? '' : costOf(name, extras);
  const handleClick = (event: Event) => {
    if (!lock) return;
    event.preventDefault();
    handleLocked(hint);
  };
  const id = ids[name];
  return html`
    <label class="switch ${lock ? 'locked' : ''}">
      <input
        part="switch"
        type="checkbox"
        role="switch"
        id=${id}
        .checked=${checked(views.switches(state)[name])}
        aria-disabled=${lock ? 'true' : nothing}
        aria-label=${label}
        aria-description=${[cost, hint].filter(Boolean).join(', ')}
        @click=${handleClick}
        @change=${(event: Event) => handleSwitch(name, (event.target as HTMLInputElement).checked)}
      />
      <span class="about" aria-hidden="true"
        ><span class="label" id="${id}-label">${label}</span> <span class="hint" id="${id}-hint">${hint}</span></span
      >
      <span class="cost" aria-hidden="true">${cost}</span>
    </label>
    ${renderTrouble(name, extras)}
  `;
}

/** The amount that a switch adds to the price. Empty until it is known, and for a lowest fee of 0. */
function costOf(name: ExtraName, { state, voice: { words, formatRupiah } }: Extras): string {
  const found = views.status(state) === 'ready' ? views.feeOf(state, name) : undefined;
  if (!found || (found.least && !found.fee)) return '';
  const cost = `${found.fee < 0 ? '' : '+'}${formatRupiah(found.fee)}`;
  return found.least ? words.addsFrom(cost) : cost;
}

/** Why the choice does not have an extra that is on, with a button for each remedy. */
function renderTrouble(name: ExtraName, extras: Extras): TemplateResult | typeof nothing {
  const { state, voice, handleTurnOff, handleUse } = extras;
  const { words, formatRupiah } = voice;
  const wished = views.wishes(state);
  if (views.status(state) !== 'ready' || (name === 'cashOnDelivery' && !wished.cashOnDelivery)) return nothing;
  const suspended = views.suspended(state);
  const chosen = views.rate(state);
  const nobody = name === 'cashOnDelivery' && views.nobodyCollects(state);
  const insurable = termsOf(state.input).wished.insuranceAmount > 0;
  // A locked switch hides the shopper's wish, so the other courier is always offered.
  const uninsured = insurable && chosen && lacking(chosen, { insured: true });
  if (name === 'cashOnDelivery' ? !nobody && !suspended : !uninsured) return nothing;
  const sentence = nobody ? words.nobodyCollects : suspended ? words.obstructed(serviceName(suspended)) : '';
  const instead = cheapestOf(ableOf(views.rates(state), { ...wished, [name]: true }));
  if (name === 'insured' && !instead) return nothing;
  return html`
    <div class="repair">
      ${sentence ? html`<p>${sentence}</p>` : nothing}
      ${
        instead && instead !== chosen
          ? html`<button type="button" @click=${() => handleUse(serviceKey(instead))}>
              ${words.useInstead(serviceName(instead), formatRupiah(instead.price))}
            </button>`
          : nothing
      }
      ${
        name === 'cashOnDelivery'
          ? html`<button type="button" @click=${handleTurnOff}>${words.turnOffCashOnDelivery}</button>`
          : nothing
      }
    </div>
  `;
}
