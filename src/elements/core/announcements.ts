import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { extraNames } from '../../contract/index.ts';
import { type ExtraName, lockOf } from '../../extras/index.ts';
import { arrivalText } from '../words/arrival-text.ts';
import {
  chosenSentence,
  errorSentence,
  lockSentence,
  noRatesSentence,
  noticeSentence,
  orderSentence,
  serviceName,
  troubleSentence,
  type Voice,
} from '../words/sentences.ts';
import * as prices from './prices.ts';
import type { Action, State } from './state.ts';
import * as views from './views.ts';

/**
 * Returns the announcement for screen readers after an action. An empty text clears the earlier one.
 * @returns undefined if nothing changes
 */
export function sentenceBetween(before: State, after: State, action: Action, voice: Voice): string | undefined {
  return ownSentence(before, after, action, voice) ?? arrivalSentence(before, after, voice);
}

/** What the action itself has to say. */
function ownSentence(before: State, after: State, action: Action, voice: Voice): string | undefined {
  switch (action.type) {
    case 'announce':
      return action.sentence;
    case 'choose':
      return action.instead ? insteadSentence(after, action.instead, voice) : choiceSentence(after, voice);
    case 'switch':
      return switchSentence(after, action.name, voice);
    case 'pick':
      return voice.words.ratesFound(shownCount(after));
    case 'answered':
      return answerSentence(before, after, voice);
    case 'set':
    case 'set-extras':
    case 'set-value':
      return inputSentence(before, after, voice);
    case 'place':
    case 'cancel':
      return '';
    default: {
      const [was, error] = [prices.error(before), prices.error(after)];
      if (error && error !== was) return errorSentence(error, voice.words);
      const { phase } = after.order;
      if (phase !== before.order.phase) return orderSentence(phase, voice);
      // It is asked again: the error is over.
      return was && !error ? '' : undefined;
    }
  }
}

const shownCount = (state: State): number => {
  const { picks } = state.input;
  return prices.rates(state).filter(({ courier_code }) => !picks.length || picks.includes(courier_code)).length;
};

/** Only what the choice lacks and a mandatory extra are announced. A screen reader reads everything else from the radio button. */
function choiceSentence(state: State, voice: Voice): string {
  const trouble = troubleSentence(state, voice);
  if (trouble) return trouble;
  const { requested } = prices.extrasOf(state.input);
  const mandatory = extraNames.find((name) => lockOf(name, requested, views.rate(state))?.reason === 'mandatory');
  return mandatory ? lockSentence(mandatory, 'mandatory', state, voice) : '';
}

/** What is chosen instead, and that it can have the extra: its switch has focus, and is off. */
const insteadSentence = (state: State, name: ExtraName, voice: Voice): string =>
  [chosenSentence(state, voice), choiceSentence(state, voice) || voice.words.has[name]].join('. ');

/** Nothing while the price is being asked, because the answer is announced. */
function switchSentence(state: State, name: ExtraName, voice: Voice): string {
  const { words, formatRupiah } = voice;
  const on = views.switches(state)[name];
  if (prices.status(state) !== 'ready') return '';
  if (!on) return words.switchedOff[name];
  const trouble = troubleSentence(state, voice);
  if (trouble) return trouble;
  const fee = prices.feeOf(state, name);
  // The lowest fee may be 0, if a courier insures for free.
  return fee && fee !== 'unknown' && (fee.fee || !fee.least)
    ? words.switchedOn[name](formatRupiah(fee.fee), fee.least)
    : '';
}

/** Unchanged prices are not announced. */
function answerSentence(before: State, after: State, voice: Voice): string | undefined {
  const { words } = voice;
  const { shown } = after.quote;
  if (!shown || shown === before.quote.shown) return undefined;
  // What is no longer offered does not matter where nothing is.
  if (!shown.rates.length) return noRatesSentence(after, words);
  const { notice } = after.choice;
  if (notice && notice !== before.choice.notice) return noticeSentence(notice, voice);
  const rate = views.rate(after);
  const isSame = shown.subject === before.quote.shown?.subject && shown.extras === before.quote.shown.extras;
  const stands =
    isSame && rate?.price === views.rate(before)?.price && rate?.courier_code === views.rate(before)?.courier_code;
  if (stands && !prices.error(before)) return undefined;
  const trouble = troubleSentence(after, voice);
  if (trouble) return trouble;
  return chosenSentence(after, voice) || words.ratesFound(shown.rates.length);
}

/** A cut-off has passed, and the choice comes later. Services that count in hours are later every quarter of an hour: they are silent. */
function arrivalSentence(before: State, after: State, { words, language }: Voice): string | undefined {
  const rate = views.rate(after);
  const [previous, promise] = [prices.promised(before, views.rate(before)), prices.promised(after, rate)];
  const isSame = rate && views.rate(before)?.courier_code === rate.courier_code;
  if (!isSame || !previous || !promise || promise.cut_off === previous.cut_off) return undefined;
  const arrival = arrivalText(rate, prices.dates(after, rate), { words, language, now: after.moment });
  return `${serviceName(rate)}: ${words.arrives(arrival)}`;
}

/** The page has changed its input, and with it the rates, the switches or the missing fields. */
function inputSentence(before: State, after: State, voice: Voice): string | undefined {
  const { words } = voice;
  const { notice } = after.choice;
  if (notice && notice !== before.choice.notice) return noticeSentence(notice, voice);
  const switchedOff = views.switchedOffByLimit(before, after);
  if (switchedOff) return lockSentence(switchedOff, 'above-limit', after, voice);
  // The screen already asks for an address that was never complete.
  const isIncomplete = prices.status(after) === 'incomplete' && prices.status(before) !== 'incomplete';
  if (isIncomplete && prices.rates(after).length) return words.incomplete(prices.missing(after));
  const error = prices.error(after);
  if (error && error !== prices.error(before)) return errorSentence(error, words);
  // Clears an announced price, because it is out of date.
  return prices.status(after) === 'stale' ? '' : undefined;
}

interface Host {
  readonly shadowRoot: ShadowRoot | null;
}

/** One status region for screen readers. A new sentence replaces the old one. */
export class Announcer {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Written without rendering: nothing else in the element depends on it. */
  announce(sentence: string): void {
    const region = this.#host.shadowRoot?.querySelector('[role=status]');
    if (!region || (!sentence && !region.textContent)) return;
    // Screen readers announce changes only, and an equal text is no change.
    region.textContent = sentence && sentence === region.textContent ? `${sentence}\u00a0` : sentence;
  }

  render(): TemplateResult {
    return html`<p class="hidden" role="status"></p>`;
  }
}
