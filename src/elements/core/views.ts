import { refusalReason } from '../../client/index.ts';
import {
  type BlockingExtra,
  blockingExtras,
  extraNames,
  extraTable,
  type PromisedArrival,
  perExtra,
  type Rate,
  type RatesRequest,
  type Rupiah,
} from '../../contract/index.ts';
import {
  availabilityOf,
  type CourierLimit,
  type ExtraName,
  effectiveSwitches,
  extraRules,
  isAvailable,
  isBlocked,
  lacking,
  lockOf,
  orderedWith,
  type Payments,
  paymentsFor,
  type Switches,
  switchesOf,
  withoutBlocking,
} from '../../extras/index.ts';
import {
  type ArrivalSpan,
  breakdown,
  cheapestOf,
  findRate,
  orderRequest,
  type PaidBreakdown,
  promiseAt,
  ratesRequest,
  recommendedOf,
  requoteRequest,
  type Shipment,
  selectableOf,
  serviceKey,
  spanOf,
} from '../../quote/index.ts';
import { inProgress } from './order.ts';
import { extrasOf, type Prices, pricesFor } from './questions.ts';
import type { OpenQuestion, OrderMode, Question, State } from './state.ts';
import type { OrderBody } from './submission.ts';

export const comparisonStates = ['incomplete', 'loading', 'stale', 'empty', 'error', 'offline'] as const;
export type ComparisonStatus = (typeof comparisonStates)[number] | 'ready';

/** A selector that computes its value once for each state. */
function perState<Value>(compute: (state: State) => Value): (state: State) => Value {
  const known = new WeakMap<State, { value: Value }>();
  return (state) => {
    const found = known.get(state) ?? { value: compute(state) };
    known.set(state, found);
    return found.value;
  };
}

/** When a rate is promised to arrive, by the page's calendar or the gateway's. The same object until the promise changes. */
export const promised = ({ input, moment }: State, rate: Rate | undefined): PromisedArrival | undefined =>
  rate && (input.calendar ? input.calendar.promise(rate, moment) : promiseAt(rate.arrivals, moment));

/** The dates of a rate, as its row says them. */
export const dates = (state: State, rate: Rate): ArrivalSpan | undefined =>
  spanOf(rate, { promise: promised(state, rate), readyAt: state.input.readyAt }, state.moment);

/** Whether a row says when it arrives: it changes with the time. */
export const isDated = (state: State): boolean =>
  rates(state).length > 0 &&
  (state.input.readyAt !== undefined || rates(state).some((rate) => promised(state, rate) !== undefined));

const none: readonly never[] = [];

/** The parts that the shipment lacks. */
export const missing = ({ input }: State) => (input.rates ? none : extrasOf(input).missing);

/** Rupiah: Σ value × quantity. */
export const declared = ({ input }: State): Rupiah => extrasOf(input).declared;

/** The prices for the switches as they stand, or the question that they need. */
export const prices = perState(({ input, quote }): Prices => {
  if (input.rates) return { rates: input.rates };
  const { missing, effective } = extrasOf(input);
  return missing.length || input.problem ? {} : pricesFor(input, quote, effective);
});

/** The rates that the short list is made of: without extras, even if some are switched on. */
export const bare = perState(({ input, quote }): readonly Rate[] => {
  if (input.rates) return input.rates;
  const none = perExtra(() => false);
  const { rates } = pricesFor(input, quote, none);
  return rates ?? pricesFor(input, quote, withoutBlocking(extrasOf(input).effective)).rates ?? quote.shown?.rates ?? [];
});

/** The rates on screen that have the extras that are on. */
export const selectable = perState((state): readonly Rate[] =>
  selectableOf(rates(state), extrasOf(state.input).effective),
);

/** The rate that is recommended, by the prices and dates on screen. */
export const recommended = perState((state): Rate | undefined =>
  recommendedOf(selectable(state), state.input.recommended, declared(state), (rate) => dates(state, rate)),
);

/** What the service has to be asked now. Undefined if every price is known, and while an order is in progress. */
export const question = perState((state): OpenQuestion | undefined => {
  const { refreshes, outdated, isPaused } = state.quote;
  const { next, answer } = prices(state);
  const asked = next ?? answer?.question;
  const fresh = asked !== undefined && outdated.includes(asked.key);
  const isAnswered = !next && !fresh;
  if (!asked || isAnswered || inProgress(state.order) || (fresh && isPaused)) return undefined;
  return { ...asked, refresh: refreshes, fresh };
});

/**
 * The question what COD costs, before its switch is moved. Undefined unless the page offers COD, it is off and possible, and at least one
 * rate can have it.
 */
export const ahead = perState((state): Question | undefined => {
  const { input, quote, order } = state;
  if (input.rates || inProgress(order) || status(state) !== 'ready' || question(state)) return undefined;
  const { requested, effective } = extrasOf(input);
  const name = blockingExtras.find(
    (name) =>
      input.offered.includes(name) &&
      !effective[name] &&
      !lockOf(name, requested) &&
      rates(state).some((row) => isAvailable(name, row)),
  );
  return name && pricesFor(input, quote, { ...effective, [name]: true }).next;
});

/** Why the rates could not be asked. */
export function error(state: State): Error | undefined {
  const { input, quote } = state;
  if (input.rates) return undefined;
  if (input.problem) return input.problem;
  const { next } = prices(state);
  return next && quote.failed?.key === next.key ? quote.failed.error : undefined;
}

export const status = perState((state): ComparisonStatus => {
  const { input, quote } = state;
  if (missing(state).length && !input.problem) return 'incomplete';
  if (error(state)) return quote.failed?.offline && !input.problem ? 'offline' : 'error';
  const { rates } = prices(state);
  if (!rates) return quote.shown?.rates.length ? 'stale' : 'loading';
  return rates.length ? 'ready' : 'empty';
});

/** Whether a message stands in place of the rates and says what to do, and nothing is said of an order. */
export const hasMessage = (state: State): boolean =>
  state.order.phase.status === 'ready' && ['incomplete', 'empty', 'error', 'offline'].includes(status(state));

/** The custom states of the status: at most one of them is on. */
export const statusStates = (state: State): Record<string, boolean> =>
  Object.fromEntries(comparisonStates.map((name) => [name, name === status(state)]));

/** The rates on screen, cheapest first. */
export const rates = ({ quote }: State): readonly Rate[] => quote.shown?.rates ?? none;

/** The key of the choice, whether or not it can be had. */
export const chosenKey = ({ choice }: State): string | null =>
  (choice.key === undefined ? choice.default : choice.key) || null;

/** The chosen rate that takes no COD, while COD is switched on. It comes back when COD is switched off. */
export function suspended({ input, choice }: State): Rate | undefined {
  return choice.rate && isBlocked(choice.rate, extrasOf(input).effective) ? choice.rate : undefined;
}

/** The chosen rate. A button that stands alone has one of the page's. */
export const rate = (state: State): Rate | undefined =>
  state.input.rate ?? (suspended(state) ? undefined : state.choice.rate);

/** The rates on screen are those of an earlier shipment, and this one lacks something: none can be chosen. */
const isWithdrawn = (state: State): boolean => state.quote.shown !== undefined && missing(state).length > 0;

/** The chosen service, `jne/reg`. Null while it is suspended, and while the shipment lacks something again. */
export const value = (state: State): string | null =>
  suspended(state) || isWithdrawn(state) ? null : chosenKey(state);

/** Whether the choice has a price for exactly this shipment and these switches. */
export function submittable(state: State): boolean {
  const chosen = rate(state);
  const { rates } = prices(state);
  return chosen !== undefined && rates?.includes(chosen) === true;
}

/** The service whose radio is checked. None while the rates on screen belong to another shipment and no others are on their way. */
export const marked = (state: State): string | null =>
  (error(state) && !submittable(state)) || isWithdrawn(state) ? null : chosenKey(state);

/** What the gateway has signed of the chosen rate. */
export const offer = (state: State): string | undefined => (submittable(state) && rate(state)?.offer) || undefined;

/**
 * How the choice is paid. Undefined without one, and for a button that stands alone: its order is the page's own. Until the price with
 * COD is there, the shown price is that without it, and so are the sums.
 */
export function payments(state: State): Payments | undefined {
  const { input, quote } = state;
  const chosen = input.body ? undefined : rate(state);
  const { effective } = extrasOf(input);
  const asked = quote.shown?.answer?.question.extras ?? effective;
  return (
    chosen &&
    paymentsFor({ ...effective, cashOnDelivery: effective.cashOnDelivery && asked.cashOnDelivery }, chosen.price)
  );
}

/** The parts of the chosen price, and how it is paid. Undefined if the service's numbers do not add up. */
export const priceParts = perState((state): PaidBreakdown | undefined => {
  const chosen = rate(state);
  const [parts, paid] = [chosen && breakdown(chosen), payments(state)];
  return parts && paid && { ...parts, ...paid };
});

/** The switches as they are shown and submitted. The chosen courier may override insurance. */
export function switches(state: State): Switches {
  const { body } = state.input;
  return body ? switchesOf(body) : effectiveSwitches(extrasOf(state.input).requested, rate(state));
}

/** The extra that was switched off because the cart grew above its limit. */
export function switchedOffByLimit(before: State, after: State): ExtraName | undefined {
  const [was, is] = [requestedSwitches(before), requestedSwitches(after)];
  const { requested } = extrasOf(after.input);
  return extraNames.find((name) => was[name] && !is[name] && lockOf(name, requested)?.reason === 'above-limit');
}

/** The switches as they were set, possible or not. */
export const requestedSwitches = ({ input: { extras } }: State): Switches => perExtra((name) => extras[name] === true);

/**
 * The fee of an extra in rupiah: of the chosen rate, or else the least of all. Undefined if the choice, or every rate, cannot have it.
 * `unknown`: it was not asked yet.
 */
export function feeOf(state: State, name: ExtraName): { fee: Rupiah; least: boolean } | 'unknown' | undefined {
  const { input, quote, choice } = state;
  if (input.rates) return undefined;
  const { rates } = pricesFor(input, quote, { ...extrasOf(input).effective, [name]: true });
  if (!rates) return quote.shown && extraTable[name].asked === 'switched' ? 'unknown' : undefined;
  const own = choice.rate && findRate(rates, chosenKey(state));
  // The switch does not add a mandatory extra.
  const rows = own
    ? [own].filter((row) => isAvailable(name, row))
    : rates.filter((row) => availabilityOf(name, row) === 'optional');
  // "From Rp 0" would say nothing.
  const fees = rows
    .map((row) => row[extraTable[name].fee] ?? Number.POSITIVE_INFINITY)
    .filter((fee) => own || fee !== 0);
  const fee = Math.min(...fees);
  return Number.isFinite(fee) ? { fee, least: !own } : undefined;
}

/** The limit that keeps the courier of a row from an extra that is on, if the service has it for other sums. */
export function limitOf(state: State, name: ExtraName, rate: Rate): CourierLimit | undefined {
  const { input, quote } = state;
  const { effective } = extrasOf(input);
  const before = pricesFor(input, quote, withoutBlocking(effective)).rates ?? [];
  const otherwise = findRate(before, serviceKey(rate));
  return otherwise && isAvailable(name, otherwise) ? extraRules[name].beyond(rate, effective) : undefined;
}

/** An extra that is on and that the choice cannot have, and the rate that may be used instead. */
export type Trouble =
  | { readonly name: ExtraName; readonly rate: Rate; readonly instead: Rate | undefined }
  /** No rate at all can have it. */
  | { readonly name: BlockingExtra; readonly rate: undefined; readonly instead: undefined };

/** Why the choice cannot be ordered as the switches stand. Undefined if it can. */
export function trouble(state: State): Trouble | undefined {
  const { effective } = extrasOf(state.input);
  const { rate } = state.choice;
  if (status(state) !== 'ready' || state.input.rate) return undefined;
  const nowhere = blockedEverywhere(state);
  if (nowhere) return { name: nowhere, rate: undefined, instead: undefined };
  const name = rate && lacking(rate, effective);
  if (!rate || !name) return undefined;
  const instead = recommended(state) ?? cheapestOf(selectable(state));
  // Where no courier insures, the parcel goes uninsured, and every row says so.
  return !extraTable[name].blocks && !instead ? undefined : { name, rate, instead };
}

/** The extra that is on and that no rate can have, so that none can be chosen. */
export const blockedEverywhere = (state: State): BlockingExtra | undefined => {
  const { effective } = extrasOf(state.input);
  const shown = rates(state);
  return blockingExtras.find(
    (name) => effective[name] && shown.length > 0 && shown.every((row) => !isAvailable(name, row)),
  );
};

/** Whether an order can be placed now. */
export function canOrder(state: State, mode: OrderMode): boolean {
  const { input } = state;
  if (mode === 'none') return false;
  // A button that stands alone may save a draft without a courier.
  if (input.body || input.rate) return input.rate !== undefined || mode !== 'order';
  return submittable(state);
}

/** The order as it would be placed now. Undefined while something is missing. */
export function orderBody(state: State): OrderBody | undefined {
  const { shipment, extras, contacts, body } = state.input;
  const chosen = rate(state);
  if (body) return body;
  if (!contacts || !chosen || missing(state).length) return undefined;
  return orderRequest(shipment as Shipment, contacts, chosen, { ...extras, ...extrasOf(state.input).effective });
}

/** The question for the price of an order: the one that was quoted, for its courier alone. */
export function requoteFor(state: State, body: OrderBody, chosen: Rate): RatesRequest {
  const { shipment, cart, body: own } = state.input;
  const { effective } = extrasOf(state.input);
  const request = own
    ? requoteRequest(body, chosen)
    : ratesRequest(shipment as Shipment, [chosen.courier_code], { ...effective, ...orderedWith(effective, chosen) });
  return { ...request, ...(cart && { cart }) };
}

/** What an order is about, as text. A refusal counts for as long as this stays the same. */
export function orderSubject(state: State): string {
  const chosen = rate(state);
  return JSON.stringify([orderBody(state), chosen && { ...chosen, offer: undefined }]);
}

/** Whether the shop's own reference is used, by this order or by another one. */
export const isReferenceUsed = (error: Error | undefined): boolean => refusalReason(error) === 'reference-used';
