import { isShippingFailure } from '../../client/index.ts';
import type { Rate, RatesRequest, Rupiah } from '../../contract/index.ts';
import {
  breakdown,
  type ExtraName,
  insuranceOf,
  isBlocked,
  orderedWith,
  orderRequest,
  type PaidBreakdown,
  type Payments,
  ratesRequest,
  requoteRequest,
  type Shipment,
  type Switches,
  serviceKey,
  switchesInForce,
  switchesOf,
} from '../../quote/index.ts';
import { inProgress } from './order.ts';
import { type Prices, paymentsFor, pricesFor, termsOf } from './questions.ts';
import type { OrderMode, Question, State } from './state.ts';
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

const none: readonly never[] = [];

/** The parts that the shipment lacks. */
export const missing = ({ input }: State) => (input.rates ? none : termsOf(input).missing);

/** Rupiah: Σ value × quantity. */
export const declared = ({ input }: State): Rupiah => termsOf(input).declared;

/** The prices for the switches as they stand, or the question that they need. */
export const prices = perState(({ input, quote }): Prices => {
  if (input.rates) return { rates: input.rates };
  const { missing, standing } = termsOf(input);
  return missing.length || input.problem ? {} : pricesFor(input, quote, standing);
});

/** What the service has to be asked now. Undefined if every price is known, and while an order is in progress. */
export const question = perState((state): (Question & { refresh: number }) | undefined => {
  if (inProgress(state.order)) return undefined;
  const { next, answer } = prices(state);
  const { refreshes } = state.quote;
  const asked = next ?? (answer && answer.refresh < refreshes ? answer.question : undefined);
  return asked && { ...asked, refresh: refreshes };
});

/** Why the rates could not be asked. */
export function error({ input, quote, ...rest }: State): Error | undefined {
  if (input.rates) return undefined;
  if (input.problem) return input.problem;
  const { next } = prices({ input, quote, ...rest });
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

/** The rates on screen, cheapest first. */
export const rates = ({ quote }: State): readonly Rate[] => quote.shown?.rates ?? none;

/** The key of the choice, whether or not it can be had. */
export const chosenKey = ({ choice }: State): string | null =>
  (choice.key === undefined ? choice.default : choice.key) || null;

/** The chosen rate that takes no COD, while COD is switched on. It comes back when COD is switched off. */
export function suspended({ input, choice }: State): Rate | undefined {
  return choice.rate && isBlocked(choice.rate, termsOf(input).standing) ? choice.rate : undefined;
}

/** The chosen rate. A button that stands alone has one of the page's. */
export const rate = (state: State): Rate | undefined =>
  state.input.rate ?? (suspended(state) ? undefined : state.choice.rate);

/** The chosen service, `jne/reg`. Null while it is suspended. */
export const value = (state: State): string | null => (suspended(state) ? null : chosenKey(state));

/** Whether the choice has a price for exactly this shipment and these switches. */
export function submittable(state: State): boolean {
  const chosen = rate(state);
  const { rates } = prices(state);
  return chosen !== undefined && rates?.includes(chosen) === true;
}

/** The service whose radio is checked. None while the rates on screen belong to another shipment and no others are on their way. */
export const marked = (state: State): string | null => (error(state) && !submittable(state) ? null : value(state));

/** What the gateway has signed of the chosen rate. */
export const offer = (state: State): string | undefined => (submittable(state) && rate(state)?.offer) || undefined;

/** How the choice is paid. Undefined without one, and for a button that stands alone: its order is the page's own. */
export function payments(state: State): Payments | undefined {
  const chosen = state.input.body ? undefined : rate(state);
  return chosen && paymentsFor(termsOf(state.input).standing, chosen.price);
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
  return body ? switchesOf(body) : switchesInForce(termsOf(state.input).wished, rate(state));
}

/** The switches as they were set, possible or not. */
export const wishes = ({ input: { extras } }: State): Switches => ({
  insured: extras.insured === true,
  cashOnDelivery: extras.cashOnDelivery === true,
});

/** The fee of an extra in rupiah: of the chosen rate, or else the least of all. Undefined if it is not known. */
export function feeOf(state: State, name: ExtraName): { fee: Rupiah; least: boolean } | undefined {
  const { input, quote } = state;
  if (input.rates) return undefined;
  const { rates } = pricesFor(input, quote, { ...termsOf(input).standing, [name]: true });
  const feeIn = (row: Rate) => (name === 'insured' ? row.insurance_fee : row.cash_on_delivery_fee) ?? undefined;
  // Mandatory insurance is not added by the switch.
  const able = (rates ?? none).filter((row) =>
    name === 'insured' ? insuranceOf(row) === 'optional' : !isBlocked(row, { cashOnDelivery: true }),
  );
  const key = value(state);
  const own = key ? able.find((row) => serviceKey(row) === key) : undefined;
  const fees = (own ? [own] : able).flatMap((row) => feeIn(row) ?? []);
  return fees.length ? { fee: Math.min(...fees), least: !own } : undefined;
}

/** Whether no rate can be paid on delivery, though COD is switched on. */
export const nobodyCollects = (state: State): boolean => {
  const { standing } = termsOf(state.input);
  const shown = rates(state);
  return standing.cashOnDelivery && shown.length > 0 && shown.every((row) => isBlocked(row, standing));
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
  return orderRequest(shipment as Shipment, contacts, chosen, { ...extras, ...termsOf(state.input).standing });
}

/** The question for the price of an order: the one that was quoted, for its courier alone. */
export function requoteFor(state: State, body: OrderBody, chosen: Rate): RatesRequest {
  const { shipment, cart, body: own } = state.input;
  const { standing } = termsOf(state.input);
  const request = own
    ? requoteRequest(body, chosen)
    : ratesRequest(shipment as Shipment, [chosen.courier_code], { ...standing, ...orderedWith(standing, chosen) });
  return { ...request, ...(cart && { cart }) };
}

/** What an order is about, as text. A refusal counts for as long as this stays the same. */
export function orderSubject(state: State): string {
  const chosen = rate(state);
  return JSON.stringify([orderBody(state), chosen && { ...chosen, offer: undefined }]);
}

/** Whether the shop's own reference is used, by this order or by another one. */
export const isReferenceUsed = (error: Error | undefined): boolean =>
  isShippingFailure(error) && error.code === 'refused' && error.reason === 'reference-used';
