import { isShippingFailure, reasonOfField, type Unavailability } from '../../client/index.ts';
import { cashOnDeliveryLimit, type Rate, type Rupiah, removedSince } from '../../contract/index.ts';
import { type LockReason, lackingMapPin } from '../../quote/index.ts';
import { codes } from '../store/questions.ts';
import type { ChoiceNews, State } from '../store/state.ts';
import * as views from '../store/views.ts';
import type { Words } from './words.ts';

/** The words in force, and how amounts are written. */
export interface Voice {
  readonly words: Words;
  readonly formatRupiah: (amount: Rupiah) => string;
}

export const isOffline = () => globalThis.navigator?.onLine === false;

/** The sentence for a failure. It says what the shopper can do, and has no error code. */
export function errorSentence(error: unknown, words: Words): string {
  const failure = isShippingFailure(error) ? error : undefined;
  switch (failure?.code) {
    case 'invalid-request':
      return words.refused[reasonOfField(failure.fields[0]?.path ?? '')];
    case 'network':
    case 'timeout':
      return isOffline() ? words.offline : words.unreachable;
    case 'unavailable':
      return isLasting(failure.reason) ? words.refused[failure.reason] : words.unavailable(waitOf(failure.retryAfter));
    case 'refused':
      // The token that cancels an order is valid for a quarter of an hour.
      if (failure.operation === 'cancelOrder' && failure.reason.startsWith('token-')) return words.cancelLate;
      return words.refused[failure.reason] ?? words.refused.other;
    default:
      return words.unexpected;
  }
}

const isLasting = (reason: Unavailability | undefined) => reason === 'quotes-exhausted' || reason === 'needs-attention';

/** Seconds that are named. A wait of 0, or of more than ten minutes, is "in a moment". */
const waitOf = (seconds: number | undefined) => (seconds && seconds <= 600 ? Math.ceil(seconds) : undefined);

/** Whether asking again may help. It does not after a refusal, or after an answer that cannot be read. */
export function worthRetrying(error: unknown): boolean {
  return isShippingFailure(error) && ['network', 'timeout', 'unavailable'].includes(error.code);
}

/** A name without the characters that change the direction of writing: in a sentence they would turn the amounts around. */
export const plainName = (name: string) => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

export const courierName = (rate: Rate) => plainName(rate.courier_name || rate.courier_code);

export const serviceName = (rate: Rate) =>
  plainName(`${courierName(rate)} ${rate.courier_service_name || rate.courier_service_code}`);

/** The sentence about a change of the choice. */
export function newsSentence(news: ChoiceNews, { words, formatRupiah }: Voice): string {
  if (news.kind === 'price-changed')
    return words.priceChanged(serviceName(news.rate), formatRupiah(news.previous.price), formatRupiah(news.rate.price));
  const { key, previous, unasked } = news;
  // A saved choice is known by its key alone: `jne/jtr_250` is called JNE JTR 250.
  const name = previous ? serviceName(previous) : key.replace(/[/_]/g, ' ').toUpperCase();
  const since = removedSince(key);
  if (unasked && !since) return words.notOffered(name);
  return words.noLongerAvailable(name, since ? new Date(`${since}T12:00`) : undefined);
}

/** Why a switch cannot be moved. */
export function lockSentence(reason: LockReason, state: State, { words, formatRupiah }: Voice): string {
  const rate = views.rate(state);
  switch (reason) {
    case 'mandatory':
      return words.insuranceLocked(
        rate ? courierName(rate) : '',
        formatRupiah(views.declared(state)),
        formatRupiah(rate?.insurance_fee ?? 0),
      );
    case 'unavailable':
      return words.cannotInsure(rate ? courierName(rate) : '');
    case 'above-limit':
      return words.cashOnDeliveryAbove(formatRupiah(cashOnDeliveryLimit));
    case 'nothing-declared':
      return words.nothingDeclared;
  }
}

/** Why there is no rate: the couriers need a map pin, or none serves the lane. */
export function noRatesSentence({ input }: State, words: Words): string {
  const { shipment, couriers } = input;
  const asked = codes(couriers);
  const pinless = lackingMapPin(asked, shipment);
  // Names of couriers come with rates: `gojek` is called Gojek.
  if (asked.length && pinless.length === asked.length)
    return words.needMapPin(asked.map((code) => code.slice(0, 1).toUpperCase() + code.slice(1)));
  return shipment?.destination_postal_code ? `${words.noRates} ${words.checkPostalCode}` : words.noRates;
}

/** The sentence about the shopper's next step before the choice can be submitted. Undefined if there is none. */
export function missingSentence(state: State, voice: Voice): string | undefined {
  const { words } = voice;
  const suspended = views.suspended(state);
  switch (views.status(state)) {
    case 'incomplete':
      return words.incomplete(views.missing(state));
    case 'empty':
      return noRatesSentence(state, words);
    case 'error':
    case 'offline':
      return errorSentence(views.error(state), words);
    case 'loading':
    case 'stale':
      return words.orderWaits;
    default:
      if (suspended) return words.obstructed(serviceName(suspended));
      return views.rate(state) ? undefined : words.chooseRate;
  }
}
