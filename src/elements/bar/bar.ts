import { html, nothing, type TemplateResult } from 'lit';
import { effectiveSwitches, paymentsFor, serviceKey } from '../../quote/index.ts';
import type { Action } from '../store/actions.ts';
import { extrasOf } from '../store/questions.ts';
import type { State } from '../store/state.ts';
import * as views from '../store/views.ts';
import { serviceOf, shortName, type Voice } from '../words/sentences.ts';

/** What helps a choice that lacks an extra. */
export type Remedy = Extract<Action, { type: 'switch' | 'choose' }>;

interface Bar {
  state: State;
  voice: Voice;
  disabled: boolean;
  /** Why the order has to wait, if nothing else on screen says so. */
  hint?: string | undefined;
  /** The order button. Nothing where the page has none. */
  button: TemplateResult | typeof nothing;
  /** Turns the extra off, or chooses another rate. */
  handleRemedy: (remedy: Remedy, event: MouseEvent) => void;
}

/** What stands in the bar: the button, or the remedies for a choice. */
export function barContent(state: State): string {
  const trouble = views.trouble(state);
  return trouble ? `${trouble.name} ${trouble.instead ? serviceKey(trouble.instead) : ''}` : '';
}

/** What the shopper pays next, beside the order button. If the choice lacks an extra that is on, the two remedies take their place. */
export function renderBar(bar: Bar): TemplateResult {
  const trouble = views.trouble(bar.state);
  return html`<div class="bar ${bar.button === nothing ? 'alone' : ''}">${
    trouble ? renderRemedies(bar, trouble) : html`<p class="sum">${renderSum(bar)}</p>${bar.button}`
  }</div>`;
}

function renderSum({ state, voice, hint }: Bar): TemplateResult | string | typeof nothing {
  const { words, formatRupiah } = voice;
  const status = views.status(state);
  const rate = views.rate(state);
  const isOwn = Boolean(state.input.body || state.input.rate);
  if (!isOwn && (status === 'stale' || status === 'loading')) return words.loadingRates;
  if (!rate) return hint ?? (isOwn || status === 'ready' ? words.chooseRate : nothing);
  const { effective } = extrasOf(state.input);
  const { payNow, payAtDoor } = paymentsFor(effective, rate.price);
  const isCollected = !isOwn && payAtDoor > 0;
  const line = (label: string, amount: number) => html`<span>${label}</span> <strong>${formatRupiah(amount)}</strong>`;
  if (!isCollected) return line(rate.estimate ? `${words.total} (${words.estimated})` : words.total, rate.price);
  if (!payNow) return line(words.payAtDoor, payAtDoor);
  return html`${line(words.payNow, payNow)} <span>${words.dueAtDoor(formatRupiah(payAtDoor))}</span>`;
}

function renderRemedies(bar: Bar, trouble: views.Trouble): TemplateResult {
  const { name, instead } = trouble;
  const { state, voice, disabled, handleRemedy } = bar;
  const { words, formatRupiah } = voice;
  const { insured } = effectiveSwitches(extrasOf(state.input).requested, instead);
  const [price, key] = instead ? [formatRupiah(instead.price), serviceKey(instead)] : ['', ''];
  return html`
    <p class="lack">${trouble.rate ? words.obstructed[name](`${shortName(trouble.rate)} ${serviceOf(trouble.rate)}`.trim()) : words.nowhere[trouble.name]}</p>
    ${
      state.input.offered.includes(name)
        ? html`<button type="button" ?disabled=${disabled} @click=${(event: MouseEvent) => handleRemedy({ type: 'switch', name, on: false }, event)}>${words.turnOff[name]}</button>`
        : nothing
    }
    ${
      instead
        ? html`<button
            type="button"
            class="primary"
            ?disabled=${disabled}
            @click=${(event: MouseEvent) => handleRemedy({ type: 'choose', key }, event)}
          >${words.useInstead(shortName(instead), price, insured)}</button>`
        : nothing
    }
  `;
}
