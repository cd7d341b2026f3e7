import { refusalReason } from '../../client/index.ts';
import { blockingExtras, extraNames, perExtra, type Rate } from '../../contract/index.ts';
import { extraRules, lockOf } from '../../extras/index.ts';
import { cheapestOf, findRate, keepOrClear, orderRows, serviceKey } from '../../quote/index.ts';
import { inProgress, nextOrder, noticeOf } from './order.ts';
import * as prices from './prices.ts';
import type { Action, Choice, Input, OrderAction, OrderPhase, Question, Quote, QuoteAnswer, State } from './state.ts';
import * as views from './views.ts';

/** Refusals that prove the rates on screen out of date. */
const outdating: readonly string[] = [
  'service-removed',
  ...extraNames.flatMap((name) => extraRules[name].refusals),
  'price-changed',
];

/**
 * The only code that changes the state. While an order is in progress, actions of the page wait in `queued` and the shopper's
 * choices are ignored.
 */
export function update(state: State, action: Action): State {
  if (inProgress(state.order) && !appliesInOrder(state, action)) {
    // A value that a framework repeats would be chosen again after the order.
    if (action.type === 'set-value' && action.key === upcoming(state).choice.given) return state;
    return pageActions.includes(action.type) ? { ...state, queued: [...state.queued, action] } : state;
  }
  const next = withConsequences(state, apply(state, action));
  if (!next.queued.length || inProgress(next.order)) return next;
  // An action of the page that has ended the order is newer than those that waited.
  return withQueued(next, pageActions.includes(action.type) ? [...next.queued, action] : next.queued);
}

/** Applies actions that waited. Their consequences follow at the end: a value set and set back has none. */
const withQueued = (state: State, queued: readonly Action[]): State =>
  withConsequences(state, queued.reduce(apply, { ...state, queued: [] }));

/** The states after the order in progress. Undefined while nothing waits. */
const upcomingStates = new WeakMap<State, State>();

/** What the page has set, as it will apply: the state with the actions that wait for the order in progress. */
export function upcoming(state: State): State {
  if (!state.queued.length) return state;
  const found = upcomingStates.get(state) ?? withQueued(state, state.queued);
  upcomingStates.set(state, found);
  return found;
}

/** These wait while an order is in progress. */
const pageActions: readonly Action['type'][] = [
  ...(['set', 'set-extras', 'set-value', 'set-default', 'reset', 'restore', 'refresh'] as const),
];

/** These are ignored while an order is in progress. */
const rateActions: readonly Action['type'][] = [
  ...(['choose', 'switch', 'pick', 'answered', 'quote-failed', 'renew', 'expire', 'tick'] as const),
];

/**
 * Whether an action applies while an order is in progress. The order's own steps do. So do contacts, a cart or an order that the page
 * sets while it is asked. Another reference applies once the order is placed, and if the sent one is used.
 */
function appliesInOrder(state: State, action: Action): boolean {
  const { phase } = state.order;
  if (action.type !== 'set') return !pageActions.includes(action.type) && !rateActions.includes(action.type);
  if (phase.status === 'asking') {
    const names = Object.keys(action.input);
    return !phase.attempt.body && names.every((name) => name === 'contacts' || name === 'cart' || name === 'body');
  }
  if (phase.status === 'unconfirmed') return isOtherOrder(phase, action.input.reference ?? '', false);
  return phase.status === 'placed' && namesNextOrder(state, action.input);
}

/** Another reference starts the next order. A cart does not, because a shop signs it again for the same goods. */
const namesNextOrder = ({ input }: State, { reference }: Partial<Input>): boolean =>
  Boolean(reference) && reference !== input.reference;

/**
 * Starts the next order after one was placed or cancelled. Nothing is chosen, neither a default nor a preselected rate: the next click
 * must not order by accident.
 */
function withNextOrder(state: State): State {
  const order = nextOrder(state.order, { type: 'next-order' });
  if (order === state.order) return state;
  return {
    ...state,
    order,
    choice: { ...state.choice, key: null, rate: undefined, notice: undefined, origin: 'reset' },
  };
}

/** A refused token was that of the earlier cart. Another cart has a token of its own: the order is not placed, and may be sent again. */
function withNewCart(state: State, { cart }: Partial<Input>): State {
  const { phase } = state.order;
  const isOther = cart !== undefined && cart !== state.input.cart;
  if (!isOther || phase.status !== 'refused' || phase.byPage || !refusalReason(phase.error)?.startsWith('token-'))
    return state;
  return { ...state, order: { ...state.order, phase: { ...phase, byPage: true } } };
}

/** Applies one action, without its consequences. */
function apply(state: State, action: Action): State {
  const { input, quote, choice } = state;
  switch (action.type) {
    case 'set': {
      const next = namesNextOrder(state, action.input) ? withNextOrder(state) : withNewCart(state, action.input);
      return { ...next, input: inputWith(input, action.input) };
    }
    case 'next-order':
      return withNextOrder(state);
    case 'set-extras':
      return { ...state, input: { ...input, extras: { ...input.extras, ...action.extras } } };
    case 'set-value':
      return { ...state, choice: choiceWith(state, action.key) };
    case 'set-default': {
      const isUnused = choice.key === undefined || (choice.key === null && choice.origin === 'reset');
      const moved = isUnused && choice.default !== action.key;
      const cleared = moved && { key: undefined, rate: undefined, notice: undefined, origin: 'preset' as const };
      return { ...state, choice: { ...choice, default: action.key, ...cleared } };
    }
    case 'reset':
      return restored(state, undefined, action.switches, 'reset');
    case 'restore':
      return restored(state, action.key, action.switches, 'restored');
    case 'refresh':
      return { ...state, quote: askedAgain(state) };
    case 'renew': {
      // A question that is on its way brings new offers.
      if (questionInFlight(state)) return state;
      const outdated = union(quote.outdated, Object.keys(quote.answers));
      const refreshes = quote.refreshes + 1;
      return { ...state, quote: { ...quote, outdated, refreshes, failed: undefined, isPaused: false } };
    }
    case 'expire': {
      const { keys } = action;
      const shown = prices.current(state).answer?.question.key ?? '';
      const isPaused = quote.isPaused || keys.includes(shown);
      const answers = Object.fromEntries(Object.entries(quote.answers).filter(([key]) => !keys.includes(key)));
      return { ...state, quote: { ...quote, answers, outdated: union(quote.outdated, keys), isPaused } };
    }
    case 'choose': {
      const rate = findRate(prices.rates(state), action.key);
      if (!rate || prices.missing(state).length) return state;
      return { ...state, choice: { ...choice, key: action.key, rate, origin: 'user', notice: undefined } };
    }
    case 'switch': {
      const { name, on } = action;
      const switched = { ...input.switched, [name]: true };
      return { ...state, input: { ...input, switched, extras: { ...input.extras, [name]: on } } };
    }
    case 'pick': {
      const offered = prices.codes(input.couriers);
      const picks = action.couriers.filter((code) => !offered.length || offered.includes(code));
      return { ...state, input: { ...input, picks } };
    }
    case 'answered': {
      const { question, couriers, refresh } = action;
      const rates = orderRows(action.rates, 'price');
      const { subject, cart, key } = question;
      const ofCart = ([, { question: asked }]: [string, QuoteAnswer]) =>
        asked.subject === subject && asked.cart === cart;
      const kept = Object.entries(quote.answers).filter((entry) => entry[0] !== key && ofCart(entry));
      const answer = { question, couriers, rates };
      const answers = { ...Object.fromEntries(kept.slice(1 - mostAnswers)), [key]: answer };
      const listed = Object.fromEntries(
        Object.entries({ ...quote.listed, ...answers })
          .filter((entry) => ofCart(entry) && !blockingExtras.some((name) => entry[1].question.extras[name]))
          .slice(-mostAnswers),
      );
      const outdated = refresh < quote.refreshes ? quote.outdated : quote.outdated.filter((other) => other !== key);
      return { ...state, quote: { ...quote, answers, listed, outdated, failed: undefined } };
    }
    case 'quote-failed': {
      const { question, error, offline } = action;
      return { ...state, quote: { ...quote, failed: { key: question.key, error, offline } } };
    }
    case 'announce':
    case 'report':
    case 'tick':
      return state;
    case 'requoted': {
      const next = { ...state, order: nextOrder(state.order, action) };
      return next.order === state.order || action.verdict.kind === 'kept' ? next : repriced(next, action);
    }
    case 'refused': {
      const { error } = action;
      const next = { ...state, order: nextOrder(state.order, action) };
      const reason = refusalReason(error);
      if (!reason || !outdating.includes(reason)) return next;
      const rate = views.rate(state);
      const { effective } = prices.extrasOf(input);
      const name = blockingExtras.find((extra) => effective[extra] && extraRules[extra].refusals.includes(reason));
      const refused = rate && name ? union(quote.refused, [prices.refusalKey(name, rate, input)]) : quote.refused;
      return { ...next, quote: { ...askedAgain(state), refused } };
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

/**
 * A value that the page repeats changes nothing. Frameworks bind null at first and repeat it with every update, so null clears only a
 * choice that the shopper has made and that can be submitted.
 */
function choiceWith(state: State, key: string | null): Choice {
  const { choice } = state;
  const isRepeated = choice.given === null && choice.origin !== 'user';
  if (key === null && (isRepeated || views.value(state) !== views.chosenKey(state))) return choice;
  if (key === views.chosenKey(state))
    return choice.given === key && (choice.key === key || !key)
      ? choice
      : { ...choice, given: key, key: key ?? choice.key };
  return { ...choice, key, given: key, rate: undefined, origin: 'preset', notice: undefined };
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
    input: { ...input, extras: { ...input.extras, ...switches }, switched: perExtra(() => origin === 'restored') },
    choice: { ...choice, key, origin, rate: undefined, notice: undefined },
  };
}

/** Every combination of the switches, with and without amounts of the page. */
const mostAnswers = 8;

/** Marks all answers as out of date, and the question that is on its way. A question that was never answered is not. */
const askedAgain = (state: State): Quote => {
  const { quote } = state;
  const asked = questionInFlight(state);
  return {
    ...quote,
    answers: {},
    failed: undefined,
    refreshes: quote.refreshes + 1,
    outdated: union(quote.outdated, [...Object.keys(quote.answers), ...(asked ? [asked.key] : [])]),
    isPaused: false,
  };
};

/** The question that waits for its answer. None if it has failed. */
function questionInFlight(state: State): Question | undefined {
  const asked = prices.question(state);
  return asked && state.quote.failed?.key !== asked.key ? asked : undefined;
}

/** Keys that are out of date, the newest ones last. The oldest are let go: each cart that is signed again has keys of its own. */
const union = (one: readonly string[], other: readonly string[]): readonly string[] =>
  [...new Set([...one, ...other])].slice(-2 * mostAnswers);

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
    quote: { ...askedAgain(state), shown: shown && { ...shown, rates: orderRows(rates, 'price') } },
    choice: { ...choice, key: now ? key : null, rate: now, notice: noticeOf(verdict) },
  };
}

/** Applies the consequences of an action to the switches, the rates on screen, the choice, and the order's sentence. */
function withConsequences(before: State, state: State): State {
  if (state === before) return state;
  const limited = withinLimit(state);
  const held = hold(limited);
  return reconsidered(before, withOffer(preselected(held)));
}

/** An extra is switched off when the cart grows above its limit. */
function withinLimit(state: State): State {
  const { input } = state;
  const { requested } = prices.extrasOf(input);
  const above = extraNames.filter((name) => requested[name] && lockOf(name, requested)?.reason === 'above-limit');
  if (!above.length) return state;
  const off = Object.fromEntries(above.map((name) => [name, false]));
  return { ...state, input: { ...input, extras: { ...input.extras, ...off } } };
}

/** Shows the rates once every price is known, and compares the choice with them. It is kept or cleared, never replaced. */
function hold(state: State): State {
  const { input, quote, choice } = state;
  const { subject, extras } = prices.extrasOf(input);
  const before = quote.shown;
  const { rates, answer } = prices.current(state);
  // The choice comes back with its next price.
  if (prices.missing(state).length && choice.rate) return { ...state, choice: { ...choice, rate: undefined } };
  if (!rates) return state;
  const isSame = before?.subject === subject && before.extras === extras;
  const key = views.chosenKey(state);
  const isHeld = key === null ? !choice.rate : choice.rate !== undefined && serviceKey(choice.rate) === key;
  if (isSame && before.rates === rates && isHeld) return state;
  const shown = { rates, answer, subject, extras };
  return {
    ...state,
    quote: { ...quote, shown },
    choice: heldChoice(state, rates, key, isSame, before?.subject === subject),
  };
}

/** @param isSubject whether the shipment is the same. Only then can a price have changed: another shipment has its own */
function heldChoice(
  state: State,
  rates: readonly Rate[],
  key: string | null,
  isSame: boolean,
  isSubject: boolean,
): Choice {
  const { choice, input } = state;
  if (key === null) return { ...choice, rate: undefined, notice: isSame ? choice.notice : undefined };
  const previous = choice.rate && serviceKey(choice.rate) === key ? choice.rate : undefined;
  const verdict = keepOrClear(key, previous, rates, {}, isSame);
  if (verdict.kind !== 'cleared')
    return {
      ...choice,
      rate: verdict.rate,
      notice: (isSubject ? noticeOf(verdict) : undefined) ?? (isSame ? choice.notice : undefined),
    };
  const asked = prices.codes(input.couriers);
  const unasked = asked.length > 0 && !asked.some((code) => key.startsWith(`${code}/`));
  return { ...choice, key: null, rate: undefined, notice: { kind: 'cleared', key, previous, unasked } };
}

/** Chooses for the shopper if the shop wants it and nothing was ever chosen. */
function preselected(state: State): State {
  const { input, choice, quote } = state;
  if (!input.preselect || choice.key !== undefined || choice.default || !quote.shown?.answer) return state;
  const selectable = prices.selectable(state);
  const recommended = prices.recommended(state);
  const rate =
    input.preselect === 'recommended' && recommended
      ? findRate(selectable, serviceKey(recommended))
      : cheapestOf(selectable);
  return rate ? { ...state, choice: { ...choice, key: serviceKey(rate), rate, origin: 'preselected' } } : state;
}

/** A list that came with the page has the offers of its rows. Another rate of it, once chosen, is asked for. */
function withOffer(state: State): State {
  const { quote, choice } = state;
  const { answer } = prices.current(state);
  if (!choice.rate || choice.rate.offer || !answer?.rates.some(({ offer }) => offer)) return state;
  const { [answer.question.key]: _short, ...answers } = quote.answers;
  return { ...state, quote: { ...quote, answers } };
}

/** Phases with a sentence about an order that was not placed. */
const saysSomething = ({ status, ...phase }: OrderPhase): boolean =>
  status === 'refused' || status === 'price-changed' || (status === 'ready' && 'notice' in phase);

/** Removes the sentence about an order once the page or the shopper wants another order. */
function reconsidered(before: State, state: State): State {
  const { phase } = state.order;
  if (phase !== before.order.phase) return state;
  const { orderMode, reference } = state.input;
  const otherMode = orderMode !== before.input.orderMode;
  const isOther =
    (saysSomething(phase) && views.orderSubject(before) !== views.orderSubject(state)) ||
    (phase.status === 'placed' &&
      phase.order.other &&
      !phase.error &&
      views.orderSubject(before) !== views.orderSubject(state)) ||
    (otherMode && ['refused', 'cancelled'].includes(phase.status)) ||
    (phase.status === 'unconfirmed' && isOtherOrder(phase, reference, otherMode));
  return isOther ? { ...state, order: { ...state.order, phase: { status: 'ready' } } } : state;
}

/** Whether the page wants another order than the one without an answer. An order that this page has sent stays until its reference is free. */
function isOtherOrder(
  { submission, shopReference, error }: OrderPhase & { status: 'unconfirmed' },
  reference: string,
  otherMode: boolean,
): boolean {
  const otherReference = Boolean(reference && shopReference && shopReference !== reference);
  return submission ? otherReference && views.isReferenceUsed(error) : otherReference || otherMode;
}
