import { isShippingFailure, type Reason } from '../../client/index.ts';
import type { Rate } from '../../contract/index.ts';
import {
  ableOf,
  cheapestOf,
  findRate,
  isBlocked,
  keepOrClear,
  lockOf,
  orderRows,
  recommendedOf,
  serviceKey,
} from '../../quote/index.ts';
import type { Action, OrderAction } from './actions.ts';
import { inProgress, newsOfVerdict, nextOrder, type OrderPhase } from './order.ts';
import { codes, pricesFor, termsOf, uncollectableRow } from './questions.ts';
import type { Choice, Input, Quote, State } from './state.ts';
import * as views from './views.ts';

/** Refusals that prove the rates on screen out of date. */
const outdating: readonly Reason[] = ['service-removed', 'cod-unavailable', 'insurance-unavailable', 'price-changed'];

/**
 * The only code that changes the state. While an order is in progress, actions of the page wait in `queued` and the shopper's
 * choices are ignored.
 */
export function update(state: State, action: Action): State {
  if (inProgress(state.order) && !appliesInOrder(state, action)) {
    return pageActions.includes(action.type) ? { ...state, queued: [...state.queued, action] } : state;
  }
  const next = settle(state, apply(state, action));
  if (!next.queued.length || inProgress(next.order)) return next;
  return next.queued.reduce(update, { ...next, queued: [] });
}

/** These wait while an order is in progress. */
const pageActions: readonly Action['type'][] = [
  ...(['set', 'set-extras', 'set-value', 'set-default', 'reset', 'restore', 'refresh', 'renew'] as const),
];

/** These are ignored while an order is in progress. */
const rateActions: readonly Action['type'][] = ['choose', 'switch', 'pick', 'answered', 'quote-failed'];

/**
 * Whether an action applies while an order is in progress. The order's own steps do. So do contacts, a cart or an order that the page
 * sets while it is asked. Another mode applies after the order was placed. Another reference applies if the sent one is used.
 */
function appliesInOrder({ input, order: { phase } }: State, action: Action): boolean {
  if (action.type !== 'set') return !pageActions.includes(action.type) && !rateActions.includes(action.type);
  if (phase.status === 'asking') {
    const names = Object.keys(action.input);
    return !phase.attempt.body && names.every((name) => name === 'contacts' || name === 'cart' || name === 'body');
  }
  const { orderMode, reference = '' } = action.input;
  if (phase.status === 'unconfirmed') return isOtherOrder(phase, reference, false);
  return phase.status === 'placed' && orderMode !== undefined && orderMode !== input.orderMode;
}

/** Applies one action, without its consequences. */
function apply(state: State, action: Action): State {
  const { input, quote, choice } = state;
  switch (action.type) {
    case 'set':
      return { ...state, input: inputWith(input, action.input) };
    case 'set-extras':
      return { ...state, input: { ...input, extras: { ...input.extras, ...action.extras } } };
    case 'set-value':
      return { ...state, choice: choiceWith(state, action.key) };
    case 'set-default': {
      const moved = choice.key === undefined && choice.default !== action.key;
      const cleared = moved && { rate: undefined, news: undefined, origin: 'preset' as const };
      return { ...state, choice: { ...choice, default: action.key, ...cleared } };
    }
    case 'reset':
      return restored(state, undefined, action.switches, 'reset');
    case 'restore':
      return restored(state, action.key, action.switches, 'restored');
    case 'refresh':
      return { ...state, quote: askedAgain(quote) };
    case 'renew':
      return { ...state, quote: { ...quote, refreshes: quote.refreshes + 1 } };
    case 'choose': {
      const rate = findRate(views.rates(state), action.key);
      if (!rate || isBlocked(rate, termsOf(input).standing)) return state;
      return { ...state, choice: { ...choice, key: action.key, rate, origin: 'user', news: undefined } };
    }
    case 'switch':
      return { ...state, input: { ...input, extras: { ...input.extras, [action.name]: action.on } } };
    case 'pick': {
      const offered = codes(input.couriers);
      const picks = action.couriers.filter((code) => !offered.length || offered.includes(code));
      return { ...state, input: { ...input, picks } };
    }
    case 'answered': {
      const { question, couriers, duration, refresh } = action;
      const rates = orderRows(action.rates, 'price');
      const kept = Object.entries(quote.answers).filter(([, answer]) => answer.question.subject === question.subject);
      const answers = { ...Object.fromEntries(kept), [question.key]: { question, couriers, rates, duration, refresh } };
      return { ...state, quote: { ...quote, answers, failed: undefined } };
    }
    case 'quote-failed': {
      const { question, error, offline } = action;
      return { ...state, quote: { ...quote, failed: { key: question.key, error, offline } } };
    }
    case 'announce':
    case 'report':
      return state;
    case 'requoted': {
      const next = { ...state, order: nextOrder(state.order, action) };
      return next.order === state.order || action.verdict.kind === 'kept' ? next : repriced(next, action);
    }
    case 'refused': {
      const { error } = action;
      const next = { ...state, order: nextOrder(state.order, action) };
      const isOutdated = isShippingFailure(error) && error.code === 'refused' && outdating.includes(error.reason);
      return isOutdated ? { ...next, quote: askedAgain(quote) } : next;
    }
    default:
      return { ...state, order: nextOrder(state.order, action) };
  }
}

/** Other couriers of the page take the shopper's filter away. */
function inputWith(input: Input, set: Partial<Input>): Input {
  const names = Object.keys(set) as (keyof Input)[];
  if (names.every((name) => Object.is(input[name], set[name]))) return input;
  const picks = set.couriers !== undefined && set.couriers !== input.couriers ? [] : input.picks;
  return { ...input, picks, ...set };
}

/** A value that the page repeats changes nothing. A suspended choice is not given up by a page that repeats null. */
function choiceWith(state: State, key: string | null): Choice {
  const { choice } = state;
  if (key === null && views.suspended(state)) return choice;
  if (key === views.chosenKey(state)) return choice.key === key ? choice : { ...choice, key };
  return { ...choice, key, rate: undefined, origin: 'preset', news: undefined };
}

function restored(
  state: State,
  key: string | null | undefined,
  switches: State['input']['extras'],
  origin: 'reset' | 'restored',
): State {
  const { input, choice } = state;
  return {
    ...state,
    input: { ...input, extras: { ...input.extras, ...switches } },
    choice: { ...choice, key, origin, rate: undefined, news: undefined },
  };
}

/** Marks all answers as out of date. */
const askedAgain = (quote: Quote): Quote => ({
  ...quote,
  answers: {},
  failed: undefined,
  refreshes: quote.refreshes + 1,
});

/** The price of the order has changed, or its service is gone. The list changes at once, and all prices are asked again. */
function repriced(state: State, { verdict }: OrderAction & { type: 'requoted' }): State {
  const { input, quote, choice } = state;
  const now = verdict.kind === 'price-changed' ? verdict.rate : undefined;
  if (input.rate) return { ...state, input: { ...input, rate: now } };
  const key = views.chosenKey(state);
  const { shown } = quote;
  const rates = shown?.rates.flatMap((row) => (serviceKey(row) !== key ? row : (now ?? []))) ?? [];
  return {
    ...state,
    quote: askedAgain(shown ? { ...quote, shown: { ...shown, rates: orderRows(rates, 'price') } } : quote),
    choice: { ...choice, key: now ? key : null, rate: now, news: newsOfVerdict(verdict) },
  };
}

/** Applies the consequences of an action to the switches, the rates on screen, the choice, and the order's sentence. */
function settle(before: State, state: State): State {
  if (state === before) return state;
  const limited = withinLimit(state);
  const held = hold(limited);
  return reconsidered(before, preselected(held));
}

/** COD is switched off when the cart grows above the limit. */
function withinLimit(state: State): State {
  const { input } = state;
  const { wished } = termsOf(input);
  if (!wished.cashOnDelivery || lockOf('cashOnDelivery', wished)?.reason !== 'above-limit') return state;
  return { ...state, input: { ...input, extras: { ...input.extras, cashOnDelivery: false } } };
}

/** Shows the rates once every price is known, and compares the choice with them. It is kept or cleared, never replaced. */
function hold(state: State): State {
  const { input, quote, choice } = state;
  const { rates, answer } = views.prices(state);
  if (!rates) return state;
  const { subject, extras, standing } = termsOf(input);
  const before = quote.shown;
  const isSame = before?.subject === subject && before.extras === extras;
  const key = views.chosenKey(state);
  const isHeld = key === null ? !choice.rate : choice.rate !== undefined && serviceKey(choice.rate) === key;
  if (isSame && before.rates === rates && isHeld) return state;
  const shown = { rates, answer, subject, extras };
  return {
    ...state,
    quote: { ...quote, shown },
    choice: heldChoice(state, rates, key, isSame, standing.cashOnDelivery),
  };
}

function heldChoice(
  state: State,
  rates: readonly Rate[],
  key: string | null,
  isSame: boolean,
  cashOnDelivery: boolean,
): Choice {
  const { choice, input, quote } = state;
  if (key === null) return { ...choice, rate: undefined, news: isSame ? choice.news : undefined };
  const previous = choice.rate && serviceKey(choice.rate) === key ? choice.rate : undefined;
  const verdict = keepOrClear(key, previous, rates, {}, isSame);
  if (verdict.kind !== 'cleared')
    return { ...choice, rate: verdict.rate, news: newsOfVerdict(verdict) ?? (isSame ? choice.news : undefined) };
  // A service may be left out of an answer that was asked with COD. It is suspended, not gone.
  const prepaid =
    cashOnDelivery && !input.rates && pricesFor(input, quote, { ...termsOf(input).standing, cashOnDelivery: false });
  const listed = prepaid ? findRate(prepaid.rates ?? [], key) : undefined;
  if (listed) return { ...choice, rate: uncollectableRow(listed), news: undefined };
  const asked = codes(input.couriers);
  const unasked = asked.length > 0 && !asked.some((code) => key.startsWith(`${code}/`));
  return { ...choice, key: null, rate: undefined, news: { kind: 'cleared', key, previous, unasked } };
}

/** Chooses for the shopper if the shop wants it and nothing was ever chosen. */
function preselected(state: State): State {
  const { input, choice, quote } = state;
  if (!input.preselect || choice.key !== undefined || choice.default || !quote.shown?.answer) return state;
  const able = ableOf(quote.shown.rates, termsOf(input).standing);
  const recommended = input.preselect === 'recommended' && recommendedOf(able, input.recommended);
  const rate = recommended || cheapestOf(able);
  return rate ? { ...state, choice: { ...choice, key: serviceKey(rate), rate, origin: 'preselected' } } : state;
}

/** Phases with a sentence about an order that was not placed. */
const saysSomething = ({ status, ...phase }: OrderPhase): boolean =>
  status === 'refused' || status === 'price-changed' || (status === 'ready' && 'news' in phase);

/** Removes the sentence about an order once the page or the shopper wants another order. */
function reconsidered(before: State, state: State): State {
  const { phase } = state.order;
  if (phase !== before.order.phase) return state;
  const { orderMode, reference } = state.input;
  const otherMode = orderMode !== before.input.orderMode;
  const isOther =
    (saysSomething(phase) && views.orderSubject(before) !== views.orderSubject(state)) ||
    (phase.status === 'placed' && phase.order.other && views.orderSubject(before) !== views.orderSubject(state)) ||
    (otherMode && ['refused', 'placed', 'cancelled'].includes(phase.status)) ||
    (phase.status === 'unconfirmed' && isOtherOrder(phase, reference, otherMode));
  return isOther ? { ...state, order: { ...state.order, phase: { status: 'ready' } } } : state;
}

/** Whether the page wants another order than the one without an answer. One that this page has sent stays until its reference is free. */
function isOtherOrder(
  { submission, shopReference, error }: OrderPhase & { status: 'unconfirmed' },
  reference: string,
  otherMode: boolean,
): boolean {
  const otherReference = Boolean(reference && shopReference && shopReference !== reference);
  return submission ? otherReference && views.isReferenceUsed(error) : otherReference || otherMode;
}
