import { expect } from 'chai';
import { canStart, hasOutcome, inProgress, nextOrder } from '../../src/elements/core/order.ts';
import type { Order, OrderAction, OrderPhase, OrderStatus } from '../../src/elements/core/state.ts';
import { orderRequest, rate } from '../support/fixtures.ts';
import { attempt, placedOrder, submission } from './order-fixtures.ts';

const error = new Error('no');
const notice = { kind: 'price-changed', rate: rate({ price: 17_000 }), previous: rate() } as const;

/** Phases by the name that the table uses. `lost` is unconfirmed by this page, `left` by an earlier page. */
const phases: Record<string, OrderPhase> = {
  ready: { status: 'ready' },
  asking: { status: 'asking', attempt },
  quoting: { status: 'quoting', attempt, submission },
  'price-changed': { status: 'price-changed', notice },
  ordering: { status: 'ordering', submission },
  refused: { status: 'refused', error },
  lost: { status: 'unconfirmed', reference: 'cart', shopReference: 'cart', submission, error },
  left: { status: 'unconfirmed', reference: 'cart', shopReference: 'cart' },
  placed: { status: 'placed', order: placedOrder },
  'placed other': { status: 'placed', order: { ...placedOrder, other: true } },
  'placed with error': { status: 'placed', order: placedOrder, error },
  cancelling: { status: 'cancelling', order: placedOrder, reason: 'others' },
  cancelled: { status: 'cancelled', order: placedOrder },
};

const actions: Record<string, OrderAction> = {
  place: { type: 'place', attempt },
  resend: { type: 'resend' },
  seal: { type: 'seal', body: orderRequest },
  decline: { type: 'decline' },
  'decline with error': { type: 'decline', error },
  confirm: { type: 'confirm', submission, requote: false },
  'confirm with requote': { type: 'confirm', submission, requote: true },
  kept: { type: 'requoted', verdict: { kind: 'kept', rate: rate() } },
  moved: { type: 'requoted', verdict: notice },
  gone: { type: 'requoted', verdict: { kind: 'cleared', reason: 'service-unavailable', previous: rate() } },
  'is placed': { type: 'placed', order: placedOrder },
  'was placed before': { type: 'placed-before', order: placedOrder },
  'is refused': { type: 'refused', error },
  unanswered: { type: 'unanswered', error },
  'found unanswered': { type: 'found-unanswered', reference: 'old', shopReference: '' },
  cancel: { type: 'cancel', reason: 'others' },
  'is cancelled': { type: 'cancelled' },
  'cancel failed': { type: 'cancel-failed', error, tooLate: true },
  dismiss: { type: 'dismiss' },
  'next order': { type: 'next-order' },
};

const begin = { place: 'asking', 'was placed before': 'placed', 'is refused': 'refused' } as const;

/** Every transition. An action that is missing here changes nothing. */
const transitions: Record<string, Partial<Record<string, OrderStatus>>> = {
  ready: { ...begin, 'found unanswered': 'unconfirmed' },
  asking: {
    ...{ seal: 'asking', decline: 'ready', 'decline with error': 'refused', 'is refused': 'refused' },
    ...{ confirm: 'ordering', 'confirm with requote': 'quoting' },
  },
  quoting: {
    ...{ decline: 'ready', 'decline with error': 'refused', 'is refused': 'refused' },
    ...{ kept: 'ordering', moved: 'price-changed', gone: 'ready' },
  },
  'price-changed': begin,
  ordering: {
    ...{ moved: 'price-changed', gone: 'ready', 'is placed': 'placed', 'is refused': 'refused' },
    unanswered: 'unconfirmed',
  },
  refused: begin,
  lost: { ...begin, resend: 'ordering' },
  left: begin,
  placed: { cancel: 'cancelling', 'next order': 'ready' },
  'placed other': { ...begin, cancel: 'cancelling', 'next order': 'ready' },
  'placed with error': { cancel: 'cancelling', dismiss: 'placed', 'next order': 'ready' },
  cancelling: { 'is cancelled': 'cancelled', 'cancel failed': 'placed' },
  cancelled: { ...begin, 'next order': 'ready' },
};

const orderIn = (name: string): Order => ({ phase: phases[name] as OrderPhase, placed: undefined });
const after = (name: string, action: string | OrderAction) =>
  nextOrder(orderIn(name), typeof action === 'string' ? (actions[action] as OrderAction) : action).phase;

describe('the state machine of an order', () => {
  for (const name of Object.keys(phases))
    it(`has a next phase for each action in ${name}, or changes nothing`, () => {
      const order = orderIn(name);
      for (const [action, means] of Object.entries(actions)) {
        const to = transitions[name]?.[action];
        const next = nextOrder(order, means);
        if (to) expect(next.phase.status, action).to.equal(to);
        else expect(next, action).to.equal(order);
      }
    });

  it('is in progress from the click to the cancellation, unless an order may be started', () => {
    const busy = Object.keys(phases).filter((name) => inProgress(orderIn(name)));
    expect(busy).to.deep.equal([
      ...['asking', 'quoting', 'ordering', 'lost', 'placed', 'placed with error', 'cancelling'],
    ]);
    const startable = Object.keys(phases).filter((name) => canStart(orderIn(name)));
    expect(startable).to.deep.equal([
      ...['ready', 'price-changed', 'refused', 'lost', 'left', 'placed other', 'cancelled'],
    ]);
  });

  it('has its outcome in place of the rates if this page has placed it, also once it is cancelled', () => {
    const shown = Object.keys(phases).filter((name) => hasOutcome(orderIn(name)));
    expect(shown).to.deep.equal(['placed', 'placed with error', 'cancelling', 'cancelled']);
  });

  it('returns to the phase before the click if the page declines', () => {
    const from: OrderPhase = { status: 'refused', error };
    const asking = nextOrder(orderIn('refused'), { type: 'place', attempt: { ...attempt, from } });
    expect(nextOrder(asking, { type: 'decline' }).phase).to.equal(from);
  });

  it('takes the contacts of the listeners once', () => {
    const sealed = nextOrder(orderIn('asking'), actions.seal as OrderAction);
    const again = nextOrder(sealed, { type: 'seal', body: { ...orderRequest, order_note: 'other' } });
    expect(again.phase).to.deep.include({ attempt: { ...attempt, body: orderRequest } });
  });

  it('keeps the notice of a price that has changed and of a service that is gone', () => {
    expect(after('ordering', 'moved')).to.deep.equal({ status: 'price-changed', notice });
    expect(after('quoting', 'gone')).to.deep.equal({
      ...{ status: 'ready' },
      notice: { kind: 'cleared', key: 'jne/reg', previous: rate(), unasked: false },
    });
  });

  it('does not cancel a draft, or an order without an id', () => {
    for (const more of [{ draft: true }, { id: undefined }]) {
      const order = { ...placedOrder, ...more };
      const before: Order = { phase: { status: 'placed', order }, placed: order };
      expect(nextOrder(before, actions.cancel as OrderAction)).to.equal(before);
    }
  });

  it('remembers the placed order after it was cancelled', () => {
    const placed = nextOrder(orderIn('ordering'), actions['is placed'] as OrderAction);
    const cancelling = nextOrder(placed, actions.cancel as OrderAction);
    expect(nextOrder(cancelling, actions['is cancelled'] as OrderAction).placed).to.equal(placedOrder);
  });
});
