import { extraNames, type Rate, sameAmount } from '../../contract/index.ts';
import { serviceKey } from '../../quote/index.ts';
import {
  type RateChangeReason,
  ShipCourierChangeEvent,
  ShipErrorEvent,
  ShipExtrasChangeEvent,
  ShipOrderCancelledEvent,
  ShipOrderPlacedEvent,
  ShipOrderUnconfirmedEvent,
  ShipRateChangeEvent,
  ShipRatesEvent,
} from './events.ts';
import * as prices from './prices.ts';
import type { Action, State } from './state.ts';
import * as views from './views.ts';

/**
 * Returns the events of a change, in their order. Only this function decides which event is sent and why.
 * @param before the state that the last events described
 * @param after the current state
 * @param action the action that has changed it
 */
export function eventsBetween(before: State, after: State, action: Action): Event[] {
  return [
    ...inputEvents(action),
    ...extrasEvents(before, after, action),
    ...quoteEvents(before, after, action),
    ...rateEvents(before, after, action),
    ...errorEvents(before, after, action),
    ...orderEvents(before, after, action),
  ];
}

/** The action, and the queued actions that were applied because it ended an order. */
const typesOf = (before: State, after: State, action: Action): readonly Action['type'][] => [
  action.type,
  ...(after.queued.length ? [] : before.queued.map(({ type }) => type)),
];

/** Native events come from the shopper only. */
function inputEvents(action: Action): Event[] {
  switch (action.type) {
    case 'pick':
      return [new ShipCourierChangeEvent(action)];
    case 'choose':
    case 'switch':
      return [new Event('input', { bubbles: true, composed: true }), new Event('change', { bubbles: true })];
    default:
      return [];
  }
}

/** The shopper, a form, or a limit has changed a switch. If the page sets a property, no event follows. */
function extrasEvents(before: State, after: State, action: Action): Event[] {
  const [was, is] = [views.requestedSwitches(before), views.requestedSwitches(after)];
  if (extraNames.every((name) => was[name] === is[name])) return [];
  const isOfPage = !typesOf(before, after, action).some((type) => ['switch', 'reset', 'restore'].includes(type));
  return isOfPage && !views.switchedOffByLimit(before, after) ? [] : [new ShipExtrasChangeEvent(is)];
}

/** The page's own rates cause no event. */
function quoteEvents(before: State, after: State, action: Action): Event[] {
  const { shown } = after.quote;
  if (!shown?.answer || shown.rates === before.quote.shown?.rates) return [];
  const duration = action.type === 'answered' ? action.duration : 0;
  return [new ShipRatesEvent({ rates: shown.rates, duration })];
}

function rateEvents(before: State, after: State, action: Action): Event[] {
  const [previous, rate] = [views.rate(before), views.rate(after)];
  const isSame =
    previous === rate ||
    (previous && rate && serviceKey(previous) === serviceKey(rate) && sameAmount(previous.price, rate.price));
  const isPaidAlike = JSON.stringify(views.payments(before)) === JSON.stringify(views.payments(after));
  const isMoved = previous && rate && subjectOf(before) !== subjectOf(after) && subjectOf(before) !== undefined;
  // A cut-off has passed: while the page slept, new offers may have come at once.
  const isLater = promiseOf(before, previous) !== promiseOf(after, rate);
  if (isSame && isPaidAlike && !isMoved && !isLater && !isGivenUp(before, after)) return [];
  const reason = isSame && isPaidAlike && isLater ? 'arrival-changed' : reasonOf(before, after, action);
  if (!reason) return [];
  const [breakdown, payments] = [views.paidBreakdown(after), views.payments(after)];
  const arrival = prices.promised(after, rate);
  return [new ShipRateChangeEvent({ rate, previous, breakdown, payments, arrival, reason })];
}

/** What the page says of an arrival, as text. */
const promiseOf = (state: State, rate: Rate | undefined) => {
  const { first, last, later, cut_off } = prices.promised(state, rate) ?? {};
  return JSON.stringify([first, last, later, cut_off]);
};

/** Whether a choice was cleared or suspended now. Its rate may have been undefined before. */
function isGivenUp(before: State, after: State): boolean {
  if (views.rate(after)) return false;
  const isCleared = after.choice.notice?.kind === 'cleared' && after.choice.notice !== before.choice.notice;
  return isCleared || (views.suspended(after) !== undefined && !views.suspended(before));
}

const subjectOf = ({ quote }: State) => quote.shown?.subject;

/** Why the chosen rate or its price has changed. Undefined if the page has set it. */
function reasonOf(before: State, after: State, action: Action): RateChangeReason | undefined {
  const [previous, rate] = [views.rate(before), views.rate(after)];
  const notice = after.choice.notice ?? ('notice' in after.order.phase ? after.order.phase.notice : undefined);
  const types = typesOf(before, after, action);
  if (action.type === 'set' && ('rate' in action.input || 'body' in action.input)) return undefined;
  if (!rate) {
    if (views.suspended(after)) return 'not-eligible';
    if (notice?.kind === 'cleared') return 'service-unavailable';
    // The goods came before their destination: what was chosen has no price until the next answer.
    const isChosen = before.choice.rate && after.choice.key === before.choice.key && views.chosenKey(after);
    if (isChosen) return 'shipment-changed';
    const isNextOrder = before.order.placed && !after.order.placed;
    return types.includes('reset') || isNextOrder ? 'reset' : types.includes('restore') ? 'restored' : undefined;
  }
  if (action.type === 'set-value' || action.type === 'set-default') return undefined;
  if (action.type === 'choose') return 'user';
  if (types.includes('reset')) return 'reset';
  if (!previous && views.suspended(before)) return 'restored';
  const isBack = before.choice.key === after.choice.key && ['user', 'preselected'].includes(after.choice.origin);
  if (!previous) return isBack ? 'shipment-changed' : after.choice.origin;
  if (serviceKey(previous) !== serviceKey(rate)) return after.choice.origin;
  if (types.includes('restore')) return 'restored';
  // The page has changed what the goods cost, or who pays it when.
  const isOfPage = types.includes('set') || types.includes('set-extras');
  if (subjectOf(before) !== subjectOf(after) || (isOfPage && sameAmount(previous.price, rate.price)))
    return 'shipment-changed';
  return notice?.kind === 'price-changed' && notice.rate === rate ? 'price-changed' : 'user';
}

function errorEvents(before: State, after: State, action: Action): Event[] {
  switch (action.type) {
    case 'refused':
    case 'unanswered':
    case 'cancel-failed':
    case 'report':
      return [new ShipErrorEvent(action)];
    case 'decline':
      return action.error ? [new ShipErrorEvent({ error: action.error })] : [];
    default: {
      const error = prices.error(after);
      return error && error !== prices.error(before) ? [new ShipErrorEvent({ error })] : [];
    }
  }
}

function orderEvents(before: State, after: State, action: Action): Event[] {
  const { phase } = after.order;
  switch (action.type) {
    case 'placed':
      return [new ShipOrderPlacedEvent(action.order)];
    case 'unanswered':
    case 'found-unanswered':
      return phase.status === 'unconfirmed' ? [new ShipOrderUnconfirmedEvent(phase)] : [];
    case 'cancelled':
      return before.order.phase.status === 'cancelling' ? [new ShipOrderCancelledEvent(before.order.phase.order)] : [];
    default:
      return [];
  }
}
