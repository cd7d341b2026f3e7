import { css, html, nothing, type TemplateResult } from 'lit';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { paymentsFor } from '../../extras/index.ts';
import { serviceKey } from '../../quote/index.ts';
import { arrivalText, lastDayText } from '../words/arrival-text.ts';
import { nameInstead, otherCouriers, serviceOf, shortName, type Voice } from '../words/sentences.ts';
import * as prices from './prices.ts';
import type { Action, State } from './state.ts';
import * as views from './views.ts';

/**
 * Reasons for some rules. A comment among them would be loaded by every shopper.
 *
 * - `.bar`: one height, whether it has the sum and the button or the two remedies.
 * - `.lack`: two of its lines fit, because the names of couriers and services are long.
 * - `.lack ~ .primary`: a courier and its price fit in one line of a phone, and when it comes in the next.
 * - `margin`: it reaches the edges of the frame around it.
 */
export const barStyles = css`
  .bar {
    display: flex;
    gap: 4px 9.6px;
    align-items: center;
    align-content: center;
    justify-content: space-between;
    min-block-size: max(5.25em, 84px);
    padding-block: 3.2px;
  }
  .bar:has(.lack) {
    flex-wrap: wrap;
  }
  .bar.alone {
    min-block-size: max(4.5em, 72px);
    margin-block-end: calc(var(--space) * -1.5);
  }
  .bar .sum {
    flex: 1 1 0;
    min-inline-size: min-content;
    color: var(--quiet);
    font-size: 0.82em;
    line-height: 1.35;
  }
  .sum strong {
    display: block;
    color: var(--ink);
    font-size: 1.35em;
    white-space: nowrap;
  }
  .bar button {
    min-block-size: 52px;
    padding-inline: 17.6px;
    font-weight: 700;
  }
  .lack {
    flex: 1 0 100%;
    color: var(--warn);
    font-size: 0.82em;
    font-weight: 600;
    line-height: 1.2;
  }
  .bar .lack ~ button {
    flex: 1 1 0;
    min-inline-size: min-content;
    min-block-size: 44px;
    padding: 1.6px 6px;
    font-size: 0.85em;
    font-weight: 600;
    line-height: 1.15;
  }
  .bar .lack ~ .primary {
    flex-grow: 2;
  }
  .primary span {
    display: block;
    font-weight: 400;
  }
  .dearer {
    color: var(--warn);
    font-weight: 600;
  }
  .primary {
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
  }
  .primary:hover {
    background: color-mix(in srgb, var(--accent) 88%, var(--ink));
  }
  .primary[aria-disabled='true']:not(.busy),
  .primary:disabled {
    border-color: transparent;
    background: var(--wash);
    color: var(--quiet);
    opacity: 1;
  }
  @media (forced-colors: active) {
    .primary[aria-disabled='true']:not(.busy) {
      border: 1px dashed GrayText;
    }
  }
  @container (inline-size < 17em) {
    .bar {
      flex-wrap: wrap;
      gap: 8px;
      min-block-size: max(9.5em, 152px);
    }
    .bar .sum {
      flex-basis: 100%;
    }
    .bar :is(.sum, .lack) ~ button {
      flex: 1 0 100%;
    }
  }
`;

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

/**
 * What the shopper pays next, beside the order button. If the choice lacks an extra that is on, the two remedies take their place.
 * "Choose a delivery option." stands alone: there is nothing to order yet.
 */
export function renderBar(bar: Bar): TemplateResult {
  const trouble = views.trouble(bar.state);
  return html`<div class="bar ${bar.button === nothing ? 'alone' : ''}">${
    trouble
      ? renderRemedies(bar, trouble)
      : html`<p class="sum">${renderSum(bar)}</p>${asksToChoose(bar) ? nothing : bar.button}`
  }</div>`;
}

/** Whether nothing is chosen from the rates above. A button elsewhere in the page stays, and has a hint. */
const asksToChoose = ({ state, hint }: Bar): boolean =>
  !hint && !views.rate(state) && !state.input.body && prices.status(state) === 'ready';

function renderSum(bar: Bar): TemplateResult | string | typeof nothing {
  const { state, voice, hint, button } = bar;
  const { words, formatRupiah } = voice;
  const status = prices.status(state);
  const rate = views.rate(state);
  const isOwn = Boolean(state.input.body || state.input.rate);
  // The list above says it, too: a bar without a button has nothing to add.
  if (!isOwn && (status === 'stale' || (status === 'loading' && button !== nothing))) return words.loadingRates;
  if (!rate) return hint ?? (isOwn || status === 'ready' ? words.chooseRate : nothing);
  const { effective, goods } = prices.extrasOf(state.input);
  const { payNow, payAtDoor } = paymentsFor(effective, rate.price);
  const isCollected = !isOwn && payAtDoor > 0;
  const line = (label: string, amount: number) => html`<span>${label}</span> <strong>${formatRupiah(amount)}</strong>`;
  if (isCollected && payNow)
    return html`${line(words.payNow, payNow)} <span>${words.dueAtDoor(formatRupiah(payAtDoor))}</span>`;
  const isWhole = !isOwn && goods !== undefined;
  const [total, prepaid] = isWhole ? [words.totalWithGoods, payNow] : [words.total, rate.price];
  const label = rate.estimate ? `${total} (${words.estimated})` : total;
  const sum = payAtDoor || prepaid;
  return html`${isCollected ? line(words.payAtDoor, payAtDoor) : line(label, prepaid)} ${renderBelow(bar, rate, sum, isWhole)}`;
}

/**
 * Below the sum: the latest day of arrival, or what the delivery has cost before its price changed. Its row says that, too.
 * @param isWhole whether the sum is what the whole purchase costs
 */
function renderBelow(
  { state, voice }: Bar,
  rate: Rate,
  sum: Rupiah,
  isWhole: boolean,
): TemplateResult | typeof nothing {
  const { words, formatRupiah, language } = voice;
  const previous = views.previousPrice(state);
  if (previous !== undefined && sum === rate.price)
    return html`<span class=${previous < rate.price ? 'dearer' : nothing}>${words.insteadOf(formatRupiah(previous))}</span>`;
  const span = isWhole ? prices.dates(state, rate) : undefined;
  if (!span || span.later) return nothing;
  return html`<span>${words.latest(lastDayText(span, { words, language, now: state.moment, kept: true }))}</span>`;
}

function renderRemedies(bar: Bar, trouble: views.Trouble): TemplateResult {
  const { name, instead } = trouble;
  const { state, voice, disabled, handleRemedy } = bar;
  const { words, formatRupiah, language } = voice;
  return html`
    <p class="lack" id="lack" tabindex="-1">${otherCouriers(state, trouble, voice) || (trouble.rate ? words.obstructed[name](`${shortName(trouble.rate)} ${serviceOf(trouble.rate)}`.trim()) : words.nowhere[trouble.name])}</p>
    ${
      state.input.offered.includes(name)
        ? html`<button type="button" aria-describedby="lack" ?disabled=${disabled} @click=${(event: MouseEvent) => handleRemedy({ type: 'switch', name, on: false }, event)}>${words.turnOff[name]}</button>`
        : nothing
    }
    ${
      instead
        ? html`<button
            type="button"
            class="primary"
            aria-describedby="lack"
            ?disabled=${disabled}
            @click=${(event: MouseEvent) => handleRemedy({ type: 'choose', key: serviceKey(instead) }, event)}
          >${words.useInstead(nameInstead(instead, trouble.rate), formatRupiah(instead.price))} <span>${arrivalText(instead, prices.dates(state, instead), { words, language, now: state.moment })}</span></button>`
        : nothing
    }
  `;
}
