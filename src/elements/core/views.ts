import { refusalReason } from '../../client/index.ts';
import {
  type BlockingExtra,
  extraNames,
  extraTable,
  perExtra,
  type Rate,
  type RatesRequest,
  type Rupiah,
} from '../../contract/index.ts';
import {
  type ExtraName,
  effectiveSwitches,
  isBlocked,
  lacking,
  lockOf,
  orderedWith,
  type Payments,
  paymentsFor,
  type Switches,
  switchesOf,
} from '../../extras/index.ts';
import {
  breakdown,
  cheapestOf,
  orderRequest,
  type PaidBreakdown,
  ratesRequest,
  requoteRequest,
  type Shipment,
} from '../../quote/index.ts';
import * as prices from './prices.ts';
import type { OrderMode, State } from './state.ts';
import type { OrderBody } from './submission.ts';

/** Whether a message stands in place of the rates and says what to do, and nothing is said of an order. */
export const hasMessage = (state: State): boolean =>
  state.order.phase.status === 'ready' && ['incomplete', 'empty', 'error', 'offline'].includes(prices.status(state));

/** The key of the choice, whether or not it can be had. */
export const chosenKey = ({ choice }: State): string | null =>
  (choice.key === undefined ? choice.default : choice.key) || null;

/** The chosen rate that an extra blocks that is switched on. It comes back when the extra is switched off. */
export function suspended({ input, choice }: State): Rate | undefined {
  return choice.rate && isBlocked(choice.rate, prices.extrasOf(input).effective) ? choice.rate : undefined;
}

/** The chosen rate. A button that stands alone has one of the page's. */
export const rate = (state: State): Rate | undefined =>
  state.input.rate ?? (suspended(state) ? undefined : state.choice.rate);

/** The rates on screen are those of an earlier shipment, and this one lacks something: none can be chosen. */
const isWithdrawn = (state: State): boolean => state.quote.shown !== undefined && prices.missing(state).length > 0;

/** The chosen service, `jne/reg`. Null while it is suspended, and while the shipment lacks something again. */
export const value = (state: State): string | null =>
  suspended(state) || isWithdrawn(state) ? null : chosenKey(state);

/** Whether the choice has a price for exactly this shipment and these switches. */
export function submittable(state: State): boolean {
  const chosen = rate(state);
  const { rates } = prices.current(state);
  // An element of another script-tag file derives rows of its own from the same answer.
  const isEqual = (one: Rate) => JSON.stringify(one) === JSON.stringify(chosen);
  return Boolean(chosen && (rates?.includes(chosen) || rates?.some(isEqual)));
}

/** The service whose radio is checked. None while the rates on screen belong to another shipment and no others are on their way. */
export const marked = (state: State): string | null =>
  (prices.error(state) && !submittable(state)) || isWithdrawn(state) ? null : chosenKey(state);

/** What the gateway has signed of the chosen rate. */
export const offer = (state: State): string | undefined => (submittable(state) && rate(state)?.offer) || undefined;

/**
 * How the choice is paid. Undefined without one, and for a button that stands alone: its order is the page's own. Until the price with
 * an extra is there, the shown price is that without it, and so are the sums.
 */
export function payments(state: State): Payments | undefined {
  const { input, quote } = state;
  const chosen = input.body ? undefined : rate(state);
  const { effective } = prices.extrasOf(input);
  const asked = quote.shown?.answer?.question.extras ?? effective;
  const priced = perExtra((name) => effective[name] && asked[name]);
  return chosen && paymentsFor({ ...effective, ...priced }, chosen.price);
}

/** What the chosen rate has cost before its price changed. Undefined if it did not. */
export const previousPrice = ({ choice: { notice, rate } }: State): Rupiah | undefined =>
  notice?.kind === 'price-changed' && rate ? notice.previous.price : undefined;

/** The parts of the chosen price, and how it is paid. Undefined if the service's numbers do not add up. */
export const paidBreakdown = prices.memoised((state: State): PaidBreakdown | undefined => {
  const chosen = rate(state);
  const [parts, paid] = [chosen && breakdown(chosen), payments(state)];
  return parts && paid && { ...parts, ...paid };
});

/** The rate that the switches speak of: the chosen one, also while it is suspended. */
export const spokenOf = ({ input, choice }: State): Rate | undefined => input.rate ?? choice.rate;

/** The switches as they are shown and submitted. The chosen courier may override an extra. */
export function switches(state: State): Switches {
  const { body } = state.input;
  return body ? switchesOf(body) : effectiveSwitches(prices.extrasOf(state.input).requested, spokenOf(state));
}

/** The extra that was switched off because the cart grew above its limit. */
export function switchedOffByLimit(before: State, after: State): ExtraName | undefined {
  const [was, is] = [requestedSwitches(before), requestedSwitches(after)];
  const { requested } = prices.extrasOf(after.input);
  return extraNames.find((name) => was[name] && !is[name] && lockOf(name, requested)?.reason === 'above-limit');
}

/** The switches as they were set, possible or not. */
export const requestedSwitches = ({ input: { extras } }: State): Switches => perExtra((name) => extras[name] === true);

/** An extra that is on and that the choice cannot have, and the rate that may be used instead. */
export type Trouble =
  | { readonly name: ExtraName; readonly rate: Rate; readonly instead: Rate | undefined }
  /** No rate at all can have it. */
  | { readonly name: BlockingExtra; readonly rate: undefined; readonly instead: undefined };

/** Why the choice cannot be ordered as the switches stand. Undefined if it can. */
export function trouble(state: State): Trouble | undefined {
  const { effective } = prices.extrasOf(state.input);
  const { rate } = state.choice;
  if (prices.status(state) !== 'ready' || state.input.rate) return undefined;
  const nowhere = prices.blockedEverywhere(state);
  if (nowhere) return { name: nowhere, rate: undefined, instead: undefined };
  const name = rate && lacking(rate, effective);
  if (!rate || !name) return undefined;
  const instead = cheapestOf(prices.selectable(state));
  // Where no courier has it and it blocks no row, the parcel goes without, and every row says so.
  return !extraTable[name].blocks && !instead ? undefined : { name, rate, instead };
}

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
  if (!contacts || !chosen || prices.missing(state).length) return undefined;
  return orderRequest(shipment as Shipment, contacts, chosen, { ...extras, ...prices.extrasOf(state.input).effective });
}

/** The question for the price of an order: the one that was quoted, for its courier alone. */
export function requoteFor(state: State, body: OrderBody, chosen: Rate): RatesRequest {
  const { shipment, cart, body: own } = state.input;
  const { effective } = prices.extrasOf(state.input);
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
