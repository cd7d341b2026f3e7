import { isShippingFailure, reasonOfField, type Unavailability } from '../../client/index.ts';
import {
  cashOnDeliveryLimit,
  type ExtraName,
  type PerExtra,
  type Rate,
  type Rupiah,
  removedSince,
} from '../../contract/index.ts';
import { type CompleteExtras, isAvailable, type LockReason, paidWithoutInsurance } from '../../extras/index.ts';
import { lackingMapPin } from '../../quote/index.ts';
import * as prices from '../core/prices.ts';
import type { ChoiceNotice, OrderPhase, State } from '../core/state.ts';
import { type PlacedOrder, shopperPrice } from '../core/submission.ts';
import * as views from '../core/views.ts';
import { isReferenceUsed } from '../core/views.ts';
import type { Words } from './words.ts';

/** The words in force, and how amounts are written. */
export interface Voice {
  readonly words: Words;
  readonly formatRupiah: (amount: Rupiah) => string;
  /** BCP 47: how dates are written. */
  readonly language: string;
}

export const isOffline = () => globalThis.navigator?.onLine === false;

/**
 * The sentence for a failure. It says what the shopper can do, and has no error code.
 * @param elapsed seconds since the failure, which a sentence on screen counts
 */
export function errorSentence(error: unknown, words: Words, elapsed = 0): string {
  const failure = isShippingFailure(error) ? error : undefined;
  const lasting = failure?.code === 'unavailable' ? lastingReason(failure.reason) : undefined;
  if (lasting) return words.refused[lasting];
  // It may be cancelled, whatever else is known.
  if (failure?.operation === 'cancelOrder' && failure.outcome === 'unknown') return words.cancelUnconfirmed;
  switch (failure?.code) {
    case 'invalid-request':
      return words.refused[reasonOfField(failure.fields[0]?.path ?? '')] ?? words.refused.other;
    case 'network':
    case 'timeout':
      return isOffline() ? words.offline : words.unreachable;
    case 'unavailable':
      return words.unavailable(waitOf(failure, elapsed));
    case 'refused':
      // The token that cancels an order is valid for a quarter of an hour.
      if (failure.operation === 'cancelOrder' && failure.reason.startsWith('token-')) return words.cancelLate;
      return words.refused[failure.reason] ?? words.refused.other;
    default:
      return words.unexpected;
  }
}

const lastingReason = (reason: Unavailability | undefined) =>
  reason === 'quotes-exhausted' || reason === 'needs-attention' ? reason : undefined;

/** Whole seconds until asking again may help. Undefined if the error does not say, or once they are over. */
export function waitOf(error: unknown, elapsed: number): number | undefined {
  const wait =
    isShippingFailure(error) && error.code === 'unavailable' ? Math.ceil(error.retryAfter ?? 0) - elapsed : 0;
  return wait > 0 ? wait : undefined;
}

/** Whether asking again may help. It does not after a refusal, or after an answer that cannot be read. */
export const worthRetrying = (error: unknown): boolean =>
  ['network', 'timeout', 'unavailable'].includes(Object(error).code);

/** A name without the characters that change the direction of writing: in a sentence they would turn the amounts around. */
export const plainName = (name: string) => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** The name of a courier as shoppers know it. */
export const courierName = (rate: Pick<Rate, 'courier_name' | 'courier_code'>) =>
  plainName(rate.courier_name || rate.courier_code);

/** Couriers write their services in abbreviations that few shoppers know. */
const spelledOut: Readonly<Record<string, string>> = {
  sds: 'Same Day',
  smd: 'Same Day',
  ods: 'One Day',
  ons: 'One Night',
  nds: 'Next Day',
  reg: 'Reguler',
  eko: 'Ekonomi',
  std: 'Standar',
};

/** The service as shoppers know it. Never its code: empty if it has no name. */
export function serviceOf({ courier_service_name }: Rate): string {
  const name = plainName(courier_service_name ?? '');
  return spelledOut[name.toLowerCase()] ?? name;
}

/** The courier's name in one short word: "Pos" of "Pos Indonesia". */
export function shortName(rate: Rate): string {
  const name = courierName(rate);
  return name.length > 10 ? (name.split(' ', 1)[0] as string) : name;
}

/** A rate that may be used instead of another one: by its courier, or by its service too if that is the same. */
export const nameInstead = (instead: Rate, rate: Rate | undefined): string =>
  instead.courier_code === rate?.courier_code
    ? `${shortName(instead)} ${serviceOf(instead)}`.trim()
    : shortName(instead);

/** Courier and service: `JNE Reguler`. */
export const serviceName = (rate: Rate) => [courierName(rate), serviceOf(rate)].filter(Boolean).join(' ');

/** What is chosen, and its price. Empty if nothing is. */
export function chosenSentence(state: State, { formatRupiah }: Voice): string {
  const rate = views.rate(state);
  return rate ? `${serviceName(rate)}: ${formatRupiah(rate.price)}` : '';
}

/** The steps of a parcel. A courier does not pick up what the shop drops off. */
export function stepsOf({ steps, handedOver }: Pick<Words, 'steps' | 'handedOver'>, isDroppedOff: boolean): string[] {
  return steps.map((name, index) => (isDroppedOff && index === 1 ? handedOver : name));
}

/** The sentence about a change of the choice. */
export function noticeSentence(notice: ChoiceNotice, { words, formatRupiah }: Voice): string {
  if (notice.kind === 'price-changed')
    return words.priceChanged(
      serviceName(notice.rate),
      formatRupiah(notice.previous.price),
      formatRupiah(notice.rate.price),
    );
  const { key, previous, unasked } = notice;
  // A saved choice is known by its key alone: `jne/jtr_250` is called JNE JTR 250.
  const name = previous ? serviceName(previous) : key.replace(/[/_]/g, ' ').toUpperCase();
  const since = removedSince(key);
  if (unasked && !since) return words.notOffered(name);
  return words.noLongerAvailable(name, since ? new Date(`${since}T12:00`) : undefined);
}

/** The extras, and the goods that stand in the sum at the door and in no row: those of `prices.extrasOf`. */
type Hinted = CompleteExtras & { readonly collected: Rupiah | undefined };

/** What a switch does that can be moved, if there is more to say than its name. No row comes and goes with a switch, so its own has the goods. */
export const hints: Partial<PerExtra<(extras: Hinted, voice: Voice, state?: State) => string>> = {
  insurance({ insuranceAmount: amount }, { words, formatRupiah }, state) {
    const rate = state?.choice.rate;
    const cost = state && rate && prices.feeOf(state, 'insurance');
    const without = typeof cost === 'object' ? paidWithoutInsurance(rate as Rate, amount, cost.fee) : undefined;
    return words.insuranceFor(formatRupiah(amount), without === undefined ? '' : formatRupiah(without));
  },
  cashOnDelivery: ({ cashOnDeliveryCollects, cashOnDeliveryAmount, collected }, { words, formatRupiah }) =>
    cashOnDeliveryCollects === 'goods'
      ? words.cashOnDeliveryFor(formatRupiah(cashOnDeliveryAmount))
      : collected === undefined
        ? words.cashOnDeliveryTotal
        : `${words.goods} ${formatRupiah(collected)}`,
};

/** Why a switch cannot be moved, or what the choice does not have. */
export function lockSentence(
  name: ExtraName,
  reason: LockReason,
  state: State,
  { words, formatRupiah }: Voice,
): string {
  const rate = views.spokenOf(state);
  switch (reason) {
    case 'mandatory':
      return words.always[name as keyof Words['always']](rate ? shortName(rate) : '');
    case 'unavailable':
      return words.never[name](rate ? shortName(rate) : '');
    case 'above-limit':
      return words.cashOnDeliveryAbove(formatRupiah(cashOnDeliveryLimit));
    case 'nothing-declared':
      return words.nothingDeclared;
  }
}

/** The limit of a row's courier, if it keeps the row from an extra that is on. */
export function limitText(state: State, name: ExtraName, rate: Rate, { words, formatRupiah }: Voice): string {
  const limit = prices.limitOf(state, name, rate);
  if (!limit) return '';
  return 'most' in limit
    ? words.cashOnDeliveryAbove(formatRupiah(limit.most))
    : words.cashOnDeliveryBelow(formatRupiah(limit.least));
}

/** Names of couriers in one sentence. */
const mostNames = 2;

/** Which couriers of the list take what the chosen one does not. Empty if its limit is not the reason. */
export function otherCouriers(state: State, { name, rate }: views.Trouble, voice: Voice): string {
  const limit = rate && limitText(state, name, rate, voice);
  if (!limit) return '';
  const able = prices.rates(state).filter((row) => isAvailable(name, row));
  const others = [...new Set(able.map(shortName))].slice(0, mostNames);
  return voice.words.collectedBy(shortName(rate), limit, others);
}

/** What the choice lacks. Empty if nothing. */
export function troubleSentence(state: State, voice: Voice): string {
  const { words } = voice;
  const trouble = views.trouble(state);
  if (!trouble) return '';
  const limited = otherCouriers(state, trouble, voice);
  if (limited) return limited;
  return trouble.rate ? words.obstructed[trouble.name](serviceName(trouble.rate)) : words.nowhere[trouble.name];
}

/** Why there is no rate: the couriers need a map pin, or none serves the lane. */
export function noRatesSentence({ input }: State, words: Words): string {
  const { shipment, couriers } = input;
  const asked = prices.codes(couriers);
  const pinless = lackingMapPin(asked, shipment);
  // Names of couriers come with rates: `gojek` is called Gojek.
  if (asked.length && pinless.length === asked.length)
    return words.needMapPin(asked.map((code) => code.slice(0, 1).toUpperCase() + code.slice(1)));
  return shipment?.destination_postal_code ? `${words.noRates} ${words.checkPostalCode}` : words.noRates;
}

/** The sentence about the shopper's next step before the choice can be submitted. Undefined if there is none. */
export function missingSentence(state: State, voice: Voice): string | undefined {
  const { words } = voice;
  switch (prices.status(state)) {
    case 'incomplete':
      return words.incomplete(prices.missing(state));
    case 'empty':
      return noRatesSentence(state, words);
    case 'error':
    case 'offline':
      return errorSentence(prices.error(state), words);
    case 'loading':
    case 'stale':
      return words.orderWaits;
    default:
      return troubleSentence(state, voice) || (views.rate(state) ? undefined : words.chooseRate);
  }
}

/**
 * The outcome of an order in one sentence. Empty if there is none.
 * @param elapsed seconds since a failure, which a sentence on screen counts
 */
export function orderSentence(phase: OrderPhase, voice: Voice, elapsed?: number): string {
  const { words } = voice;
  switch (phase.status) {
    case 'unconfirmed':
      return unconfirmedSentence(phase, words);
    case 'cancelled':
      return words.cancelled;
    case 'refused':
      return refusedSentence(phase, words, elapsed);
    case 'ready':
    case 'price-changed':
      return phase.notice ? noticeSentence(phase.notice, voice) : '';
    case 'placed': {
      const { order, error } = phase;
      if (error) return errorSentence(error, words, elapsed);
      return [headline(order, words), chargedSentence(order, voice)].filter(Boolean).join(' ');
    }
    default:
      return '';
  }
}

/** Whether an order was not sent, and may be sent as it is. It may be paid already. */
export const isUnsent = (phase: OrderPhase): boolean =>
  phase.status === 'refused' && (phase.byPage || worthRetrying(phase.error));

/** The page has not agreed, or the service has refused. */
function refusedSentence(phase: OrderPhase & { status: 'refused' }, words: Words, elapsed?: number): string {
  if (isUnsent(phase) && isOffline()) return words.offlineOrder;
  return phase.byPage ? words.refused['token-missing'] : errorSentence(phase.error, words, elapsed);
}

/** The shop's own number may be used by this order, whose answer was lost, or by another one. The page cannot know which. */
function unconfirmedSentence({ reference, error }: OrderPhase & { status: 'unconfirmed' }, words: Words): string {
  if (isShippingFailure(error) && error.code === 'unavailable' && error.reason === 'needs-attention')
    return words.refused['needs-attention'];
  return isReferenceUsed(error) ? words.referenceExists(reference) : words.unconfirmed;
}

/** Empty if the shopper pays the shown price. */
export function chargedSentence(order: PlacedOrder, { words, formatRupiah }: Voice): string {
  const { rate } = order;
  const price = shopperPrice(order);
  if (!rate || price === undefined || price === rate.price) return '';
  return words.charged(formatRupiah(price), formatRupiah(rate.price));
}

/** The first sentence of a receipt. */
export function headline({ draft, other, before }: PlacedOrder, words: Words): string {
  if (before) return draft ? words.savedBefore : words.placedBefore;
  if (other) return draft ? words.savedOther : words.placedOther;
  return draft ? words.placedDraft : words.placed;
}
