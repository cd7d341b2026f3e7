import { expect } from 'chai';
import { isShippingFailure } from '../../src/client/index.ts';
import type { Action } from '../../src/elements/store/actions.ts';
import type { Attempt } from '../../src/elements/store/order.ts';
import type { PlacedOrder, Submission } from '../../src/elements/store/submission.ts';
import * as views from '../../src/elements/store/views.ts';
import { contacts, orderRequest, shipment } from '../support/fixtures.ts';
import { at, chosen, elsewhere, oke, reg } from './widget.ts';

const switches = { insured: false, cashOnDelivery: false };

/** A widget whose order for `jne/reg` is in progress. */
function ordering() {
  const page = chosen();
  page.set({ contacts });
  const rate = views.rate(page.state);
  const attempt: Attempt = {
    ...{ id: {}, rate, switches, mode: 'order', reference: 'cart', shopReference: '', readyAt: undefined },
    ...{ again: false, from: { status: 'ready' }, body: undefined },
  };
  page.dispatch({ type: 'place', attempt });
  page.told();
  const submission: Submission = {
    ...{ request: orderRequest, reference: 'cart', shopReference: '', rate, switches, readyAt: undefined },
    ...{ payments: undefined, draft: false },
  };
  const send = () => page.dispatch({ type: 'confirm', submission, requote: false });
  return Object.assign(page, { send });
}

const order: PlacedOrder = {
  ...{ id: 'order-1', reference: 'cart', waybill: undefined, rate: reg, price: undefined, payNow: 15_000 },
  ...{ insured: undefined, payAtDoor: undefined, readyAt: undefined, cancellable: true },
  ...{ draft: false, recovered: false, other: false, before: false },
};

/** A refusal of the service for a reason that proves the rates on screen out of date. */
const serviceRemoved = Object.assign(new Error('removed'), {
  ...{ name: 'ShippingError', code: 'refused', reason: 'service-removed', operation: 'createOrder' },
});

describe('while an order is in progress', () => {
  const ofPage: Action[] = [
    { type: 'set', input: { shipment: elsewhere } },
    { type: 'set-extras', extras: { insured: true } },
    { type: 'set-value', key: 'jne/oke' },
    { type: 'set-default', key: 'jne/oke' },
    { type: 'reset', switches },
    { type: 'restore', key: 'jne/oke', switches },
    { type: 'refresh' },
    { type: 'renew' },
  ];
  for (const action of ofPage)
    it(`the action ${action.type} of the page waits until it ends`, () => {
      const page = ordering();
      page.send();
      const { input, quote, choice } = page.state;
      page.dispatch(action);
      expect(page.state).to.include({ input, quote, choice });
      expect(page.state.queued).to.deep.equal([action]);
      page.dispatch({ type: 'refused', error: new Error('no') });
      expect(page.state.queued).to.deep.equal([]);
      const { input: i, quote: q, choice: c } = page.state;
      expect(i !== input || q !== quote || c !== choice, 'it is applied').to.equal(true);
    });

  it('the shopper changes nothing, and late answers are dropped', () => {
    const page = ordering();
    page.send();
    const before = page.state;
    page.choose('jne/oke');
    page.turn('insured', true);
    page.dispatch({ type: 'pick', couriers: ['jne'] });
    expect(page.state).to.equal(before);
    expect(page.question).to.equal(undefined);
  });

  it('what the page sets is applied in its order, and the last value wins', () => {
    const page = ordering();
    page.send();
    page.set({ shipment: elsewhere });
    page.set({ shipment });
    page.setValue('jne/oke');
    page.setValue('sicepat/best');
    page.dispatch({ type: 'refused', error: new Error('no') });
    expect([page.value, page.status, page.submittable]).to.deep.equal(['sicepat/best', 'ready', true]);
  });

  it('a reset of the form is told when it is applied, and what the page sets is not', () => {
    const page = ordering();
    page.send();
    page.dispatch({ type: 'set-extras', extras: { insured: true } });
    page.dispatch({ type: 'reset', switches: { insured: true, cashOnDelivery: false } });
    page.dispatch({ type: 'refused', error: new Error('no') });
    expect(page.told()).to.deep.equal([
      ...['ship-extras-change', 'ship-quote', 'jne/reg 15000 → none: reset', 'ship-error'],
    ]);
    const unset = ordering();
    unset.send();
    unset.setValue(null);
    unset.dispatch({ type: 'refused', error: new Error('no') });
    expect(unset.told()).to.deep.equal(['ship-error']);
  });

  it('waits on while the order is placed, until it is cancelled', () => {
    const page = ordering();
    page.send();
    page.dispatch({ type: 'placed', order });
    page.setValue('jne/oke');
    expect(page.value).to.equal('jne/reg');
    page.dispatch({ type: 'cancel', reason: 'others' });
    page.dispatch({ type: 'cancelled' });
    expect(page.value).to.equal('jne/oke');
  });

  it('the page may give contacts and a cart that it did not have at the click, and no others afterwards', () => {
    const page = ordering();
    page.set({ cart: 'late' });
    expect(page.state.input.cart).to.equal('late');
    page.dispatch({ type: 'seal', body: orderRequest });
    page.set({ cart: 'too late' });
    expect(page.state.input.cart).to.equal('late');
  });

  it('waits on while an order has no answer, and not for one of an earlier page', () => {
    const page = ordering();
    page.send();
    page.dispatch({ type: 'unanswered', error: new Error('lost') });
    page.setValue('jne/oke');
    expect(page.value).to.equal('jne/reg');
    const reloaded = chosen();
    reloaded.dispatch({ type: 'found-unanswered', reference: 'cart', shopReference: '' });
    reloaded.choose('jne/oke');
    expect(reloaded.value).to.equal('jne/oke');
  });
});

describe('what is said of an order', () => {
  it('stays for the same order, also if the shop signs its cart again', () => {
    const page = ordering();
    page.send();
    page.dispatch({ type: 'refused', error: new Error('no') });
    page.set({ cart: 'again' });
    page.answer({ ...reg, offer: 'again' }, oke);
    expect(page.state.order.phase.status).to.equal('refused');
  });

  it('ends with another rate, other contacts, or another mode', () => {
    const changes: ((page: ReturnType<typeof ordering>) => void)[] = [
      (page) => page.choose('jne/oke'),
      (page) => page.set({ contacts: undefined }),
      (page) => page.set({ orderMode: 'order' }),
    ];
    for (const change of changes) {
      const page = ordering();
      page.send();
      page.dispatch({ type: 'refused', error: new Error('no') });
      change(page);
      expect(page.state.order.phase).to.deep.equal({ status: 'ready' });
    }
  });

  it('of a placed order stays until the page has another mode', () => {
    const page = ordering();
    page.send();
    page.dispatch({ type: 'placed', order });
    page.choose('jne/oke');
    expect(page.state.order.phase.status).to.equal('placed');
    page.set({ orderMode: 'order' });
    expect(page.state.order.phase.status).to.equal('ready');
    expect(page.state.order.placed).to.equal(order);
  });
});

describe('a price that is asked again for an order', () => {
  it('moves the chosen row at once, and all prices are asked again', () => {
    const page = ordering();
    page.send();
    page.dispatch({ type: 'requoted', verdict: { kind: 'price-changed', rate: at(17_000), previous: reg } });
    expect([page.price, page.value]).to.deep.equal([17_000, 'jne/reg']);
    expect(page.rows).to.include('jne/reg 17000');
    expect([page.state.order.phase.status, page.status]).to.deep.equal(['price-changed', 'stale']);
    expect(page.told()).to.include('jne/reg 15000 → jne/reg 17000: price-changed');
    page.answer(at(17_000), oke);
    expect(page.state.order.phase.status, 'it stays said').to.equal('price-changed');
    expect([page.submittable, page.price]).to.deep.equal([true, 17_000]);
  });

  it('clears the choice if its service is gone', () => {
    const page = ordering();
    page.send();
    page.dispatch({
      type: 'requoted',
      verdict: { kind: 'cleared', reason: 'service-unavailable', previous: reg },
    });
    expect(page.told()).to.include('jne/reg 15000 → none: service-unavailable');
    expect([page.value, page.rows.includes('jne/reg 15000')]).to.deep.equal([null, false]);
  });

  it('is asked again after a refusal that proves it out of date', () => {
    expect(isShippingFailure(serviceRemoved)).to.equal(true);
    const page = ordering();
    page.send();
    page.dispatch({ type: 'refused', error: serviceRemoved });
    expect([page.status, page.state.order.phase.status]).to.deep.equal(['stale', 'refused']);
  });
});
