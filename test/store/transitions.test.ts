import { expect } from 'chai';
import type { OrderAction } from '../../src/elements/store/actions.ts';
import {
  type Attempt,
  canStart,
  inProgress,
  nextOrder,
  type Order,
  type OrderPhase,
  type OrderStatus,
} from '../../src/elements/store/order.ts';
import type { PlacedOrder, Submission } from '../../src/elements/store/submission.ts';
import { orderRequest, rate } from '../support/fixtures.ts';

const switches = { insured: false, cashOnDelivery: false };
const error = new Error('no');
const submission: Submission = {
  ...{ request: orderRequest, reference: 'cart', shopReference: 'cart', rate: rate(), switches, readyAt: undefined },
  ...{ payments: undefined, draft: false },
};
const attempt: Attempt = {
  ...{ id: {}, rate: rate(), switches, mode: 'order', reference: 'cart', shopReference: 'cart', readyAt: undefined },
  ...{ again: false, from: { status: 'ready' }, body: undefined },
};
const placed: PlacedOrder = {
  ...{ id: 'order-1', reference: 'cart', waybill: undefined, rate: rate(), price: undefined, payNow: undefined },
  ...{ insured: undefined, payAtDoor: undefined, readyAt: undefined, cancellable: true },
  ...{ draft: false, recovered: false, other: false, before: false },
};
const news = { kind: 'price-changed', rate: rate({ price: 17_000 }), previous: rate() } as const;

/** Phases by the name that the table uses. `lost` is unconfirmed by this page, `left` by an earlier page. */
const phases: Record<string, OrderPhase> = {
  ready: { status: 'ready' },
  asking: { status: 'asking', attempt },
  quoting: { status: 'quoting', attempt, submission },
  'price-changed': { status: 'price-changed', news },
  ordering: { status: 'ordering', submission },
  refused: { status: 'refused', error },
  lost: { status: 'unconfirmed', reference: 'cart', shopReference: 'cart', submission, error },
  left: { status: 'unconfirmed', reference: 'cart', shopReference: 'cart' },
  placed: { status: 'placed', order: placed },
  'placed other': { status: 'placed', order: { ...placed, other: true } },
  'placed with error': { status: 'placed', order: placed, error },
  cancelling: { status: 'cancelling', order: placed, reason: 'others' },
  cancelled: { status: 'cancelled', order: placed },
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
  moved: { type: 'requoted', verdict: news },
  gone: { type: 'requoted', verdict: { kind: 'cleared', reason: 'service-unavailable', previous: rate() } },
  'is placed': { type: 'placed', order: placed },
  'was placed before': { type: 'placed-before', order: placed },
  'is refused': { type: 'refused', error },
  unanswered: { type: 'unanswered', error },
  'found unanswered': { type: 'found-unanswered', reference: 'old', shopReference: '' },
  cancel: { type: 'cancel', reason: 'others' },
  'is cancelled': { type: 'cancelled' },
  'cancel failed': { type: 'cancel-failed', error, tooLate: true },
  dismiss: { type: 'dismiss' },
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
  placed: { cancel: 'cancelling' },
  'placed other': { ...begin, cancel: 'cancelling' },
  'placed with error': { cancel: 'cancelling', dismiss: 'placed' },
  cancelling: { 'is cancelled': 'cancelled', 'cancel failed': 'placed' },
  cancelled: begin,
};

const orderIn = (name: string): Order => ({ phase: phases[name] as OrderPhase, placed: undefined });
const after = (name: string, action: string | OrderAction) =>
  nextOrder(orderIn(name), typeof action === 'string' ? (actions[action] as OrderAction) : action).phase;

describe('the phases of an order', () => {
  for (const name of Object.keys(phases))
    it(`${name}: each action has its next phase, or changes nothing`, () => {
      const order = orderIn(name);
      for (const [action, means] of Object.entries(actions)) {
        const to = transitions[name]?.[action];
        const next = nextOrder(order, means);
        if (to) expect(next.phase.status, action).to.equal(to);
        else expect(next, action).to.equal(order);
      }
    });

  it('are in progress from the click to the cancellation, unless an order may be started', () => {
    const busy = Object.keys(phases).filter((name) => inProgress(orderIn(name)));
    expect(busy).to.deep.equal([
      ...['asking', 'quoting', 'ordering', 'lost', 'placed', 'placed with error', 'cancelling'],
    ]);
    const startable = Object.keys(phases).filter((name) => canStart(orderIn(name)));
    expect(startable).to.deep.equal([
      ...['ready', 'price-changed', 'refused', 'lost', 'left', 'placed other', 'cancelled'],
    ]);
  });

  it('return to the phase before the click if the page says no', () => {
    const from: OrderPhase = { status: 'refused', error };
    const asking = nextOrder(orderIn('refused'), { type: 'place', attempt: { ...attempt, from } });
    expect(nextOrder(asking, { type: 'decline' }).phase).to.equal(from);
  });

  it('say that the page has refused, but not of an order that an earlier page may have placed', () => {
    expect(after('asking', 'decline with error')).to.deep.equal({ status: 'refused', error, byPage: true });
    const from = phases.left as OrderPhase;
    const asking = nextOrder(orderIn('left'), { type: 'place', attempt: { ...attempt, from, again: true } });
    expect(nextOrder(asking, { type: 'decline', error }).phase).to.equal(from);
  });

  it('take the contacts of the listeners once', () => {
    const sealed = nextOrder(orderIn('asking'), actions.seal as OrderAction);
    const again = nextOrder(sealed, { type: 'seal', body: { ...orderRequest, order_note: 'other' } });
    expect(again.phase).to.deep.include({ attempt: { ...attempt, body: orderRequest } });
  });

  it('have the price as news if it has changed or its service is gone', () => {
    expect(after('ordering', 'moved')).to.deep.equal({ status: 'price-changed', news });
    expect(after('quoting', 'gone')).to.deep.equal({
      ...{ status: 'ready' },
      news: { kind: 'cleared', key: 'jne/reg', previous: rate(), unasked: false },
    });
  });

  it('have the very submission that had no answer, and send it again', () => {
    expect(after('ordering', 'unanswered')).to.deep.equal(phases.lost);
    expect(after('lost', 'resend')).to.deep.equal(phases.ordering);
  });

  it('do not cancel a draft, or an order without an id', () => {
    for (const order of [
      { ...placed, draft: true },
      { ...placed, id: undefined },
    ]) {
      const before: Order = { phase: { status: 'placed', order }, placed: order };
      expect(nextOrder(before, actions.cancel as OrderAction)).to.equal(before);
    }
  });

  it('keep the order and the reason if it could not be cancelled', () => {
    const { phase, placed: kept } = nextOrder(orderIn('cancelling'), actions['cancel failed'] as OrderAction);
    expect(phase).to.deep.equal({ status: 'placed', order: { ...placed, cancellable: false }, error });
    expect(kept).to.include({ cancellable: false });
    expect(after('cancelling', { type: 'cancel-failed', error, tooLate: false })).to.have.nested.property(
      'order.cancellable',
      true,
    );
  });

  it('remember the placed order after it was cancelled', () => {
    const order = nextOrder(orderIn('ordering'), actions['is placed'] as OrderAction);
    expect(order.placed).to.equal(placed);
    const cancelling = nextOrder(order, actions.cancel as OrderAction);
    expect(nextOrder(cancelling, actions['is cancelled'] as OrderAction).placed).to.equal(placed);
  });
});
