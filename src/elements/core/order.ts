import { serviceKey, type Verdict } from '../../quote/index.ts';
import type { Attempt, ChoiceNotice, Order, OrderAction, OrderPhase, OrderStatus, State } from './state.ts';

/** An order can be placed from these. */
const startable: readonly OrderStatus[] = ['ready', 'refused', 'cancelled', 'price-changed', 'unconfirmed'];

/** If another order was found instead, the one in the page can still be placed. */
export const canStart = ({ phase }: Order): boolean =>
  startable.includes(phase.status) || (phase.status === 'placed' && phase.order.other);

/**
 * Whether an order is in progress: the rates and the choice stay as they are until it ends. An order without an answer is in
 * progress as long as this page can send it again.
 */
export function inProgress({ phase }: Order): boolean {
  return phase.status === 'unconfirmed' ? phase.submission !== undefined : !canStart({ phase, placed: undefined });
}

/** Whether a press is being carried out: the shopper waits for what becomes of it. */
export const isOnItsWay = ({ order: { phase } }: State): boolean =>
  'attempt' in phase || phase.status === 'ordering' || phase.status === 'cancelling';

/** Whether the outcome of an order takes the place of the rates: its receipt, or that it is cancelled. An order of an earlier visit does not. */
export const hasOutcome = ({ phase }: Order): boolean =>
  phase.status === 'placed' ? !phase.order.other : phase.status === 'cancelling' || phase.status === 'cancelled';

/**
 * The state machine of an order. Pure.
 * @returns the same order if the action changes nothing in its phase
 */
export function nextOrder(order: Order, action: OrderAction): Order {
  const { phase } = order;
  const to = (next: OrderPhase): Order => ({ ...order, phase: next });
  switch (action.type) {
    case 'place':
      return canStart(order) ? to({ status: 'asking', attempt: action.attempt }) : order;
    case 'resend':
      return phase.status === 'unconfirmed' && phase.submission
        ? to({ status: 'ordering', submission: phase.submission })
        : order;
    case 'seal':
      return phase.status === 'asking'
        ? to({ ...phase, attempt: { ...phase.attempt, body: phase.attempt.body ?? action.body } })
        : order;
    case 'decline':
      return 'attempt' in phase ? to(declined(phase.attempt, action.error)) : order;
    case 'confirm': {
      if (phase.status !== 'asking') return order;
      const { submission, requote } = action;
      return to(requote ? { ...phase, status: 'quoting', submission } : { status: 'ordering', submission });
    }
    case 'requoted': {
      const { verdict } = action;
      if (phase.status === 'quoting' && verdict.kind === 'kept')
        return to({ status: 'ordering', submission: phase.submission });
      if (phase.status !== 'quoting' && phase.status !== 'ordering') return order;
      const notice = noticeOf(verdict);
      if (!notice) return order;
      return to(notice.kind === 'price-changed' ? { status: 'price-changed', notice } : { status: 'ready', notice });
    }
    case 'placed':
      return phase.status === 'ordering'
        ? { phase: { status: 'placed', order: action.order }, placed: action.order }
        : order;
    case 'placed-before': {
      const { order: before, error } = action;
      const next: OrderPhase = { status: 'placed', order: before, ...(error && { error }) };
      return canStart(order) ? { phase: next, placed: before } : order;
    }
    case 'refused':
      return canStart(order) || 'attempt' in phase || phase.status === 'ordering'
        ? to({ status: 'refused', error: action.error })
        : order;
    case 'unanswered': {
      if (phase.status !== 'ordering') return order;
      const { submission } = phase;
      const { reference, shopReference } = submission;
      return to({ status: 'unconfirmed', reference, shopReference, submission, error: action.error });
    }
    case 'found-unanswered': {
      const { reference, shopReference } = action;
      return phase.status === 'ready' ? to({ status: 'unconfirmed', reference, shopReference }) : order;
    }
    case 'cancel':
      return phase.status === 'placed' && phase.order.id !== undefined && !phase.order.draft
        ? to({ status: 'cancelling', order: phase.order, reason: action.reason })
        : order;
    case 'cancelled':
      return phase.status === 'cancelling' ? to({ status: 'cancelled', order: phase.order }) : order;
    case 'cancel-failed': {
      if (phase.status !== 'cancelling') return order;
      const placed = { ...phase.order, cancellable: !action.tooLate };
      return { phase: { status: 'placed', order: placed, error: action.error }, placed };
    }
    case 'dismiss':
      return phase.status === 'placed' && phase.error ? to({ status: 'placed', order: phase.order }) : order;
    case 'next-order':
      return phase.status === 'placed' || phase.status === 'cancelled'
        ? { phase: { status: 'ready' }, placed: undefined }
        : order;
  }
}

/** If an earlier page may have placed the order, it is not shown as refused. */
const declined = ({ from, again }: Attempt, error: Error | undefined): OrderPhase =>
  error && !again ? { status: 'refused', error, byPage: true } : from;

/** The notice in a verdict. None if the rate was kept. */
export function noticeOf(verdict: Verdict): ChoiceNotice | undefined {
  switch (verdict.kind) {
    case 'kept':
      return undefined;
    case 'price-changed':
      return verdict;
    case 'cleared': {
      const { previous } = verdict;
      const key = previous ? serviceKey(previous) : '';
      return { kind: 'cleared', key, previous, unasked: false };
    }
  }
}

/** Why the last attempt failed. */
export function orderError({ order: { phase } }: State): Error | undefined {
  return 'error' in phase ? phase.error : undefined;
}

/** The custom states of an order, of its button and of the checkout around it alike. */
export function orderStates(state: State) {
  const { status } = state.order.phase;
  return {
    ordering: isOnItsWay(state) && status !== 'cancelling',
    unconfirmed: status === 'unconfirmed',
    placed: status === 'placed' || status === 'cancelling',
    cancelled: status === 'cancelled',
    error: status !== 'unconfirmed' && orderError(state) !== undefined,
  };
}
