import type { html, nothing, TemplateResult } from 'lit';
import type { guard } from 'lit/directives/guard.js';
import { extraNames, extraTable, type Rate, type Rupiah } from '../../contract/index.ts';
import { type ExtraName, extraRules, isAvailable, type Lock, lacking, lockOf } from '../../extras/index.ts';
import {
  type ArrivalSpan,
  type Badge,
  badges,
  breakdown,
  carriage,
  praiseOf,
  serviceKey,
  wallDay,
} from '../../quote/index.ts';
import * as prices from '../core/prices.ts';
import type { State } from '../core/state.ts';
import * as views from '../core/views.ts';
import { arrivalText, cutOffText, isOfAnotherMonth, lastDayText } from '../words/arrival-text.ts';
import {
  courierName,
  hints,
  limitText,
  lockSentence,
  nameInstead,
  serviceName,
  serviceOf,
  shortName,
  type Voice,
} from '../words/sentences.ts';
import type { Words } from '../words/words.ts';
import type { ShortList } from './rows-in-sight.ts';

/** What makes templates: Lit in a page, and `quote-html.ts` on a server, which loads no Lit. */
export interface Templates {
  html: typeof html;
  nothing: typeof nothing;
  guard: typeof guard;
}

/** Everything that a row shows. A row is rendered again only if one of these changes. */
export interface Row {
  rate: Rate;
  /** The shop's picture of the courier, instead of its short name. */
  logo: string | undefined;
  badge: Badge | undefined;
  /** Why the recommended row is recommended. Its line stays when it is not recommended any more, so that no row moves. */
  why: string | undefined;
  /** An extra that it is in the short list for, although a better rate is there. */
  has: ExtraName | undefined;
  /** Until when its dates hold, for the chosen row, and for the recommended one, which keeps its room. Undefined without a promise. */
  until: string | undefined;
  /** Whether that is in sight: it is chosen, and has all that is switched on. */
  showsUntil: boolean;
  /** Rupiah that the chosen rate has cost before its price changed. Undefined for all others. */
  previous: Rupiah | undefined;
  /** The extra that is switched on and that this rate does not have. */
  lacks: ExtraName | undefined;
  /** Why the courier does not have it, if its limit is the reason. */
  limit: string;
  /** Whether it cannot be insured, and another row can. Price and dates tell the cheapest and the fastest, and nothing else tells this. */
  isUninsured: boolean;
  words: Words;
  formatRupiah: (amount: Rupiah) => string;
  language: string;
  /** Its dates. Undefined for a row that says a duration, or nothing. */
  span: ArrivalSpan | undefined;
  /** Whether days have their month: a row of the list is in another one than today. */
  monthly: boolean;
  /** The day of the span's zone: a row says "tomorrow", and renders again on the next day. */
  today: number;
}

interface List {
  lit: Templates;
  state: State;
  voice: Voice;
  logos: Readonly<Record<string, string>> | undefined;
  rows: readonly Rate[];
  short: ShortList | undefined;
  isWhole: boolean;
}

/** Returns what renders the row of a rate, as the switches and the dates of the whole list stand now. */
export function rowRenderer({ lit, state, voice, logos, rows, short, isWhole }: List) {
  const { words, formatRupiah, language } = voice;
  const { effective, requested } = prices.extrasOf(state.input);
  const isInsurable =
    state.input.offered.includes('insurance') &&
    !extraRules.insurance.impossible(requested) &&
    prices.rates(state).some((rate) => isAvailable('insurance', rate));
  const dates = (rate: Rate) => prices.dates(state, rate);
  const monthly = rows.some((rate) => {
    const span = dates(rate);
    return span && isOfAnotherMonth(span, state.moment);
  });
  const marked = views.marked(state);
  const isTop = (rate: Rate | undefined) => rate && serviceKey(rate) === short?.recommended;
  const recommended = prices.recommended(state);
  const top = isTop(recommended) ? recommended : undefined;
  const best = badges(prices.selectable(state), top, (rate) => rows.includes(rate), dates);
  return (rate: Rate) => {
    const has = short?.has[serviceKey(rate)];
    const span = dates(rate);
    const lacks = lacking(rate, effective);
    const isMarked = serviceKey(rate) === marked && !lacks;
    const promise = prices.promised(state, rate);
    const why = isTop(rate) && !state.input.recommended ? whyRecommended(rate, span, state, voice) : undefined;
    const row: Row = {
      rate,
      words,
      formatRupiah,
      language,
      span,
      monthly,
      previous: isMarked ? views.previousPrice(state) : undefined,
      showsUntil: isMarked && promise !== undefined,
      until: promise && (isMarked || why ? cutOffText(promise, { words, language, now: state.moment }) : ''),
      today: span ? wallDay(state.moment, span.zone) : 0,
      logo: logos && Object.hasOwn(logos, rate.courier_code) ? logos[rate.courier_code] : undefined,
      badge: best.get(rate),
      why,
      has: has && !effective[has] && !isWhole && !extraRules[has].impossible(requested) ? has : undefined,
      lacks,
      limit: lacks ? limitText(state, lacks, rate, voice) : '',
      isUninsured: isInsurable && !rate.estimate && !isAvailable('insurance', rate),
    };
    return lit.guard(Object.values(row), () => renderContent(lit, row, state.moment));
  };
}

/** Why the row is recommended, by what the rows say now. */
function whyRecommended(rate: Rate, span: ArrivalSpan | undefined, state: State, voice: Voice): string {
  const { words, language } = voice;
  const praise = praiseOf(rate, prices.selectable(state), prices.declared(state), (other) =>
    prices.dates(state, other),
  );
  // Its dates have their month above it.
  const date = span ? lastDayText(span, { words, language, now: state.moment, monthly: false }) : '';
  const isByDate = praise === 'byDate' || praise === 'insurableByDate';
  const reason = isByDate ? words.cheapestBy(date, praise !== 'byDate') : praise && words.praise[praise];
  return [words.badge.recommended, reason].filter(Boolean).join(': ');
}

/**
 * One rate: a native radio with a full accessible name, and the visible row, which screen readers skip. A list may have a thousand
 * rows, so every node counts. The template has no space between its tags, and binds `textContent`. The comparison checks the radio.
 * @param now milliseconds since the epoch
 */
function renderContent({ html, nothing }: Templates, row: Row, now: number): TemplateResult {
  const {
    rate,
    logo,
    badge,
    why,
    lacks,
    limit,
    isUninsured,
    showsUntil,
    until,
    previous,
    words,
    formatRupiah,
    language,
    span,
    monthly,
  } = row;
  const discount = rate.shipping_fee_discount ?? 0;
  const price = formatRupiah(rate.price);
  const before = discount ? formatRupiah(rate.price + discount) : '';
  const arrival = capitalised(arrivalText(rate, span, { words, language, now, monthly }));
  const reason = lacks && (limit || words.lacks[lacks]);
  const isPraised = why && badge === 'recommended' && !reason && !rate.estimate;
  const praise = isPraised ? '' : noteOf(row);
  const change = previous === undefined ? '' : words.insteadOf(formatRupiah(previous));
  const note = change || (isUninsured ? words.lacks.insurance : praise);
  const spoken = [serviceName(rate), arrival && span ? words.arrives(arrival) : arrival, price, reason];
  const more = [
    reason ? '' : note,
    isUninsured && !reason && praise,
    isPraised && why,
    before && words.insteadOf(before),
    showsUntil && until,
  ]
    .filter(Boolean)
    .join(', ');
  const isDearer = previous !== undefined && previous < rate.price;
  const kind = reason || isDearer || (isUninsured && !change) ? 'reason' : 'badge';
  return html`<label part="row" class="row ${reason ? 'lacking' : ''} ${why ? 'praised' : ''} ${until === undefined ? '' : 'dated'}"
    ><input
      part="radio"
      type="radio"
      name="rate"
      .value=${serviceKey(rate)}
      aria-label=${spoken.filter(Boolean).join(', ')}
      aria-description=${more || nothing}
    /><span class="lead" aria-hidden="true" .textContent=${arrival || courierName(rate)}></span
    ><span part="price" class="price" aria-hidden="true" .textContent=${price}></span
    ><span class="by" aria-hidden="true">${
      logo ? html`<img class="logo" src=${logo} alt="" loading="lazy" width="20" height="20" />` : nothing
    }<span class="chip" ?hidden=${Boolean(logo)} .textContent=${shortName(rate)}></span> <span class="name" .textContent=${beside(rate, Boolean(arrival))}></span></span
    >${
      limit && reason
        ? html`<span part="reason" class="note reason" aria-hidden="true"><span class="narrow" .textContent=${words.lacks[lacks]}></span><span class="wide" .textContent=${limit}></span></span>`
        : note || reason
          ? html`<span part=${kind} class="note ${reason || badge || change || isUninsured || rate.estimate ? kind : ''}" aria-hidden="true" .textContent=${reason || note}></span>`
          : before
            ? html`<s class="note" aria-hidden="true">${before}</s>`
            : nothing
    }${
      why
        ? html`<span part=${isPraised ? 'badge' : nothing} class="why badge ${isPraised ? '' : 'invisible'}" aria-hidden="true" .textContent=${why}></span>`
        : nothing
    }${until ? html`<span class="why until ${showsUntil ? '' : 'invisible'}" aria-hidden="true" .textContent=${until}></span>` : nothing}</label
  >`;
}

/** The service, beside the chip that has said its courier. Without a name of its own it is its courier's, unless that is said. */
function beside(rate: Rate, isCourierUnsaid: boolean): string {
  const [service, chip] = [serviceOf(rate), shortName(rate)];
  const name = service || (isCourierUnsaid ? courierName(rate) : '');
  return `${name} `.toLowerCase().startsWith(`${chip} `.toLowerCase()) ? name.slice(chip.length + 1) : name;
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const noteOf = ({ rate, badge, has, words }: Row): string =>
  rate.estimate ? words.estimated : badge ? words.badge[badge] : has ? words.has[has] : '';

interface Extras {
  lit: Templates;
  state: State;
  voice: Voice;
  disabled: boolean;
  handleSwitch: (name: ExtraName, on: boolean) => void;
  /** Chooses a rate that can have the extra of a switch. */
  handleInstead: (name: ExtraName, key: string) => void;
  /** Announces why a locked switch cannot be changed. */
  handleLocked: (reason: string) => void;
}

/** The bill: the goods, the delivery, and the switches that the page offers, with the cost of each. */
export function renderExtras(extras: Extras): TemplateResult {
  const { lit, state, voice, disabled } = extras;
  const { html, nothing } = lit;
  const { words, formatRupiah } = voice;
  const { offered } = state.input;
  const { goods } = prices.extrasOf(state.input);
  const names = extraNames.filter((name) => offered.includes(name));
  return html`
    <fieldset part="extras" class="frame bill" role="group" aria-label=${words.extras} ?disabled=${disabled}>
      ${
        goods === undefined
          ? nothing
          : html`<div class="line base"><span class="label">${words.goods}</span> <span class="fee">${formatRupiah(goods)}</span></div>`
      }
      ${renderShipping(extras, names.length ? words.extras : '')} ${names.map((name) => renderSwitch(name, extras))}
    </fieldset>
  `;
}

/**
 * The price of the choice without extras, unless the sum in the bar is the same amount.
 * @param heading is in its place then, and before there is a choice, so that nothing moves
 */
function renderShipping({ lit: { html, nothing }, state, voice }: Extras, heading: string): TemplateResult {
  const { words, formatRupiah } = voice;
  const { rate: chosen } = state.choice;
  const discount = chosen?.shipping_fee_discount ?? 0;
  const isRepeated =
    prices.extrasOf(state.input).goods === undefined &&
    !views.payments(state)?.payAtDoor &&
    !discount &&
    heading &&
    chosen &&
    carriage(chosen) === chosen.price;
  const rate = isRepeated ? undefined : chosen;
  const amount = rate ? formatRupiah(carriage(rate)) : '';
  const before = rate ? formatRupiah(carriage(rate) + discount) : '';
  return html`
    <div part="breakdown" class="line base" aria-hidden=${rate ? nothing : 'true'}>
      <span class="label">${rate ? words.shipping : heading || '\u00a0'}</span>
      <span class="fee">${
        rate && discount && breakdown(rate) ? html`<s aria-label=${words.insteadOf(before)}>${before}</s> ` : nothing
      }${amount}</span>
    </div>
  `;
}

/**
 * A locked switch shows the real state: it is never on for a parcel that goes without. The state of the store keeps what the shopper has set.
 * It is not `disabled`, because a screen reader would never read its reason then. The comparison checks the switch.
 */
function renderSwitch(name: ExtraName, extras: Extras): TemplateResult {
  const { state, voice } = extras;
  const { requested, effective, collected } = prices.extrasOf(state.input);
  const given = { ...requested, collected };
  const { rate } = state.choice;
  const lock = lockOf(name, requested, views.spokenOf(state));
  // What it does and costs is not said of a choice that cannot have it.
  const isLacking = rate && !isAvailable(name, rate);
  const reason = lock?.reason ?? (isLacking ? 'unavailable' : undefined);
  const isPossible = !reason || reason === 'unavailable';
  const instead = effective[name] || !isPossible ? undefined : prices.insteadFor(state, name);
  const why = reason && lockSentence(name, reason, state, voice);
  const hint = why ?? hints[name]?.(given, voice, state) ?? '';
  // A sum is never cut off: what has no room is not shown.
  const short = instead ? '' : (why ?? hints[name]?.(given, voice) ?? '');
  const lacked = instead ? extras.voice.words.lacks[name] : '';
  const cost = isLacking ? lacked : costOf(name, lock, extras);
  return renderLine({ ...extras, name, cost, hint, short, rate, instead, lock });
}

/** A switch of the bill, and what is said of it. */
export interface SwitchLine extends Omit<Extras, 'state' | 'lit'> {
  lit: Pick<Templates, 'html' | 'nothing'>;
  name: ExtraName;
  cost: string;
  hint: string;
  /** The hint where there is little room. */
  short: string;
  lock: Lock | undefined;
  /** The choice that lacks the extra, and the rate that may be used instead of it. */
  rate: Rate | undefined;
  instead: Rate | undefined;
  /** What the button for it begins with: whose rate it is, where there are several. */
  whose?: TemplateResult | string;
}

export function renderLine(line: SwitchLine): TemplateResult {
  const { name, cost, hint, short, rate, instead, lock } = line;
  const { html, nothing } = line.lit;
  const { words, formatRupiah } = line.voice;
  const label = words.extra[name];
  const handleClick = (event: Event) => {
    if (!lock) return;
    event.preventDefault();
    line.handleLocked(hint);
  };
  return html`
    <label class="line ${lock ? 'locked' : ''}">
      <input
        part="switch"
        type="checkbox"
        role="switch"
        id=${extraTable[name].word}
        aria-disabled=${lock ? 'true' : nothing}
        aria-label=${label}
        aria-description=${[!instead && cost, hint].filter(Boolean).join(', ')}
        @click=${handleClick}
        @change=${(event: Event) => line.handleSwitch(name, (event.target as HTMLInputElement).checked)}
      />
      <span class="label" aria-hidden="true">${label}</span>
      <span class="fee ${/^[+−]/.test(cost) ? '' : 'later'}" aria-hidden="true">${cost}</span>
      ${
        instead && rate
          ? html`<span class="way">${short && html`<span class="hint" aria-hidden="true" .textContent=${`${short}.`}></span> `}<button type="button" class="instead" ?disabled=${line.disabled} @click=${() => line.handleInstead(name, serviceKey(instead))}>${line.whose ?? ''}${words.useInstead(nameInstead(instead, rate), signed(instead.price - rate.price, formatRupiah))}</button></span>`
          : html`<span class="hint" aria-hidden="true">${
              short === hint ? hint : html`<span class="narrow">${short}</span><span class="wide">${hint}</span>`
            }</span>`
      }
    </label>
  `;
}

/** The amount that a switch adds to the price, or what is known of it. */
function costOf(name: ExtraName, lock: Lock | undefined, { state, voice: { words, formatRupiah } }: Extras): string {
  if (lock && lock.reason !== 'mandatory') return '';
  const fee = prices.feeOf(state, name);
  if (!fee) return '';
  // Once it is on, it is being asked.
  if (fee === 'unknown') return prices.extrasOf(state.input).effective[name] ? '' : words.feeLater;
  return fee.least ? words.from(formatRupiah(fee.fee)) : signed(fee.fee, formatRupiah);
}

/** "+Rp 2.800" */
export const signed = (amount: Rupiah, formatRupiah: (amount: Rupiah) => string): string =>
  `${amount < 0 ? '' : '+'}${formatRupiah(amount)}`;
