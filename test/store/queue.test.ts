import { expect } from 'chai';
import { RefusedError } from '../../src/client/index.ts';
import type { Action, Input, Question } from '../../src/elements/core/state.ts';
import type { PlacedOrder } from '../../src/elements/core/submission.ts';
import { upcoming } from '../../src/elements/core/update.ts';
import { contacts, orderRequest, shipment } from '../support/fixtures.ts';
import { attempt, placedOrder, submission } from './order-fixtures.ts';
import { at, chosen, elsewhere, oke, reg, widget } from './widget.ts';

/** A widget whose page is asked for its consent to an order of `jne/reg`. */
function asking(input: Partial<Input> = {}) {
  const page = chosen();
  page.set({ contacts, ...input });
  page.dispatch({ type: 'place', attempt });
  page.events();
  return Object.assign(page, {
    refuse: (error = new Error('no')) => page.dispatch({ type: 'refused', error }),
  });
}

/** The same, with the order on its way to the service. */
function sending(input: Partial<Input> = {}) {
  const page = asking(input);
  page.dispatch({ type: 'confirm', submission, requote: false });
  return page;
}

describe('an order in progress', () => {
  const switches = { insurance: false, cashOnDelivery: false };
  const ofPage: Action[] = [
    { type: 'set', input: { shipment: elsewhere, orderMode: 'order' } },
    { type: 'set-extras', extras: { insurance: true } },
    { type: 'set-value', key: 'jne/oke' },
    { type: 'set-default', key: 'jne/oke' },
    { type: 'reset', switches },
    { type: 'restore', key: 'jne/oke', switches },
    { type: 'refresh' },
  ];
  for (const action of ofPage)
    it(`queues the action ${action.type} of the page, and applies it when it ends`, () => {
      const page = sending();
      const { input, quote, choice } = page.state;
      page.dispatch(action);
      expect(page.state).to.include({ input, quote, choice });
      expect(page.state.queued).to.deep.equal([action]);
      page.refuse();
      expect(page.state.queued).to.deep.equal([]);
      const { input: i, quote: q, choice: c } = page.state;
      expect(i !== input || q !== quote || c !== choice, 'it is applied').to.equal(true);
    });

  it('ignores the shopper, late answers and the age of offers, and asks for no rates', () => {
    const page = chosen();
    page.dispatch({ type: 'renew' });
    const question = page.question as Question & { refresh: number };
    const { couriers, refresh } = question;
    page.dispatch({ type: 'place', attempt });
    const before = page.state;
    page.dispatch({ type: 'answered', question, couriers, rates: [at(17_000), oke], duration: 7, refresh });
    page.dispatch({ type: 'quote-failed', question, error: new Error('late'), offline: false });
    page.choose('jne/oke');
    page.insure(true);
    page.dispatch({ type: 'pick', couriers: ['jne'] });
    page.dispatch({ type: 'renew' });
    page.dispatch({ type: 'expire', keys: Object.keys(before.quote.answers) });
    expect(page.state).to.equal(before);
    expect(page.question).to.equal(undefined);
  });

  it('applies what was queued in its order: the last value wins', () => {
    const page = sending();
    page.set({ shipment: elsewhere });
    page.set({ shipment });
    page.setValue('jne/oke');
    page.setValue('sicepat/best');
    page.refuse();
    expect([page.value, page.status, page.submittable]).to.deep.equal(['sicepat/best', 'ready', true]);
  });

  it('knows what will apply after it, and changes nothing until then', () => {
    const page = sending();
    expect(upcoming(page.state), 'nothing waits').to.equal(page.state);
    page.set({ shipment: elsewhere, couriers: 'jne' });
    page.set({ couriers: '' });
    page.setExtras({ insurance: true });
    page.setDefault('jne/oke');
    const { input, choice } = upcoming(page.state);
    expect([input.shipment, input.couriers, input.extras.insurance, choice.default]).to.deep.equal([
      ...[elsewhere, '', true, 'jne/oke'],
    ]);
    expect(upcoming(page.state), 'computed once').to.equal(upcoming(page.state));
    expect([page.state.input.shipment, page.state.input.extras.insurance]).to.deep.equal([shipment, false]);
    page.refuse();
    expect([page.state.input, page.state.choice.default]).to.deep.equal([input, 'jne/oke']);
  });

  it('leaves its message and the switches if a value was set and set back', () => {
    const page = chosen();
    page.set({ contacts });
    page.collect(reg, oke);
    page.dispatch({ type: 'place', attempt });
    page.set({ shipment: elsewhere });
    page.set({ shipment });
    page.setExtras({ cashOnDeliveryAmount: 16_000_000 });
    page.setExtras({ cashOnDeliveryAmount: undefined });
    page.dispatch({ type: 'refused', error: new Error('no') });
    expect([page.state.order.phase.status, page.state.input.extras.cashOnDelivery]).to.deep.equal(['refused', true]);
  });

  it('is ended by another reference, though an earlier one waits', () => {
    const page = chosen();
    page.dispatch({ type: 'place', attempt });
    page.dispatch({ type: 'confirm', submission: { ...submission, shopReference: 'cart-1' }, requote: false });
    page.set({ reference: 'cart-2' });
    const used = { status: 400, serviceCode: 40002060, serviceMessage: 'used', details: undefined };
    page.dispatch({ type: 'unanswered', error: new RefusedError(used, { operation: 'createOrder' }) });
    page.set({ reference: 'cart-3' });
    expect([page.state.order.phase.status, page.state.input.reference]).to.deep.equal(['ready', 'cart-3']);
  });

  it('tells the page of a queued reset when it is applied, and of nothing that the page has set', () => {
    const page = sending();
    page.setExtras({ insurance: true });
    page.dispatch({ type: 'reset', switches: { insurance: true, cashOnDelivery: false } });
    page.refuse();
    const reset = 'jne/reg 15000 → none: reset';
    expect(page.events()).to.deep.equal(['ship-extras-change', 'ship-rates', reset, 'ship-error']);
    const unset = sending();
    unset.setValue(null);
    unset.refuse();
    expect(unset.events()).to.deep.equal(['ship-error']);
  });

  it('takes contacts and a cart of the page only until its listeners have run', () => {
    const page = asking();
    page.set({ cart: 'late', body: orderRequest });
    expect(page.state.input).to.include({ cart: 'late', body: orderRequest });
    page.set({ cart: 'with couriers', couriers: 'jne' });
    page.dispatch({ type: 'seal', body: orderRequest });
    page.set({ cart: 'too late' });
    expect(page.state.input.cart).to.equal('late');
    expect(page.state.queued).to.have.lengthOf(2);
  });
});

describe('the message about an order', () => {
  it('stays for the same order, also if the shop signs its cart again', () => {
    const page = sending();
    page.refuse();
    page.set({ cart: 'again' });
    page.answer({ ...reg, offer: 'again' }, oke);
    expect(page.state.order.phase.status).to.equal('refused');
  });

  const changes: Record<string, (page: ReturnType<typeof sending>) => void> = {
    'another rate': (page) => page.choose('jne/oke'),
    'another price': (page) => page.refresh(at(17_000), oke),
    'other contacts': (page) => page.set({ contacts: undefined }),
    'another order mode': (page) => page.set({ orderMode: 'order' }),
  };
  for (const [what, change] of Object.entries(changes))
    it(`goes with ${what}`, () => {
      const page = sending();
      page.refuse();
      change(page);
      expect(page.state.order.phase).to.deep.equal({ status: 'ready' });
    });

  const placed = (order: PlacedOrder, input: Partial<Input> = {}) => {
    const page = sending(input);
    page.dispatch({ type: 'placed', order });
    page.choose('jne/oke');
    return page;
  };

  const others: Record<string, Partial<Input>> = {
    'a newly signed cart': { cart: 'again' },
    'another shipment': { shipment: elsewhere },
    'other contacts': { contacts: undefined },
    'another order mode': { orderMode: 'order' },
    'no reference': { reference: '' },
    'its own reference': { reference: 'cart-7' },
  };
  for (const [what, input] of Object.entries(others))
    it(`about a placed order stays with ${what}`, () => {
      const page = placed(placedOrder, { reference: 'cart-7' });
      page.set(input);
      expect([page.state.order.phase.status, page.state.queued.length]).to.deep.equal(['placed', 1]);
    });

  for (const reference of ['cart-8', undefined])
    it(`about a placed order goes with ${reference ? 'another reference' : 'a reset'}, and so does the choice`, () => {
      const page = placed(placedOrder, { reference: 'cart-7' });
      page.set({ shipment: elsewhere });
      page.events();
      if (reference) page.set({ reference });
      else page.dispatch({ type: 'next-order' });
      expect(page.state.order).to.deep.equal({ phase: { status: 'ready' }, placed: undefined });
      expect([page.value, page.state.input.shipment, page.state.input.reference]).to.deep.equal([
        ...[null, elsewhere, reference ?? 'cart-7'],
      ]);
      expect(page.events()).to.deep.equal(['jne/reg 15000 → none: reset']);
    });

  it('about another order goes with another rate, and stays if the shop signs its cart again', () => {
    const page = sending();
    page.dispatch({ type: 'placed', order: { ...placedOrder, other: true } });
    page.set({ cart: 'again' });
    expect(page.state.order.phase.status).to.equal('placed');
    page.answer(reg, oke);
    page.choose('jne/oke');
    expect(page.state.order.phase.status).to.equal('ready');
  });

  const found: [string, Partial<Input>, string][] = [
    ['goes with another reference', { reference: 'other' }, 'ready'],
    ['goes with another order mode', { orderMode: 'order' }, 'ready'],
    ['stays without a reference', { cart: 'again' }, 'unconfirmed'],
    ['stays with its own reference', { reference: 'cart' }, 'unconfirmed'],
  ];
  for (const [what, input, status] of found)
    it(`about an order that an earlier page has sent ${what}`, () => {
      const page = chosen();
      page.dispatch({ type: 'found-unanswered', reference: 'cart', shopReference: 'cart' });
      page.set(input);
      expect(page.state.order.phase.status).to.equal(status);
    });
});

describe('a price that is asked again for an order', () => {
  const moved = { kind: 'price-changed', rate: at(17_000), previous: reg } as const;

  it('changes the chosen row at once, and all prices are asked again', () => {
    const page = sending();
    page.dispatch({ type: 'requoted', verdict: moved });
    expect([page.price, page.value]).to.deep.equal([17_000, 'jne/reg']);
    expect(page.rows).to.deep.equal(['jne/oke 12000', 'sicepat/best 16000', 'jne/reg 17000']);
    expect([page.state.order.phase.status, page.status]).to.deep.equal(['price-changed', 'stale']);
    expect(page.events()).to.include('jne/reg 15000 → jne/reg 17000: price-changed');
    page.answer(at(17_000), oke);
    expect([page.submittable, page.price]).to.deep.equal([true, 17_000]);
    expect(page.state.order.phase.status).to.equal('price-changed');
    page.choose('jne/oke');
    expect(page.state.order.phase).to.deep.equal({ status: 'ready' });
  });

  it('clears the choice if its service is gone', () => {
    const page = sending();
    page.dispatch({ type: 'requoted', verdict: { kind: 'cleared', reason: 'service-unavailable', previous: reg } });
    expect(page.events()).to.include('jne/reg 15000 → none: service-unavailable');
    expect([page.value, page.rows]).to.deep.equal([null, ['jne/oke 12000', 'sicepat/best 16000']]);
    page.choose('jne/oke');
    expect(page.state.order.phase).to.deep.equal({ status: 'ready' });
  });

  it('changes the rate of a button that stands alone', () => {
    const page = widget({ body: orderRequest, rate: reg });
    page.dispatch({ type: 'place', attempt });
    page.dispatch({ type: 'confirm', submission, requote: true });
    page.dispatch({ type: 'requoted', verdict: moved });
    expect([page.price, page.state.input.body]).to.deep.equal([17_000, orderRequest]);
  });

  it('changes nothing without an order', () => {
    const page = chosen();
    const { quote } = page.state;
    page.dispatch({ type: 'requoted', verdict: moved });
    expect(page.state.quote).to.equal(quote);
  });

  for (const reason of ['service-removed', 'cod-unavailable', 'insurance-unavailable', 'price-changed'])
    it(`is asked after a refusal for ${reason}, which proves the rates out of date`, () => {
      const page = sending();
      const failure = { name: 'ShippingError', code: 'refused', reason, operation: 'createOrder' };
      page.refuse(Object.assign(new Error(reason), failure));
      expect([page.status, page.state.order.phase.status]).to.deep.equal(['stale', 'refused']);
    });
});
