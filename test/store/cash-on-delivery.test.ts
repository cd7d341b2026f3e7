import { expect } from 'chai';
import { cashOnDeliveryLimit } from '../../src/contract/index.ts';
import type { ShipRateChangeEvent } from '../../src/elements/core/events.ts';
import * as prices from '../../src/elements/core/prices.ts';
import * as views from '../../src/elements/core/views.ts';
import { troubleSentence } from '../../src/elements/words/sentences.ts';
import { contacts, shipment } from '../support/fixtures.ts';
import { at, bare, best, chosen, elsewhere, oke, quoted, reg, voice, widget } from './widget.ts';

/** `jne/reg` for 18,000 with COD, over goods of 150,000. */
function collecting(cart = '', row = reg) {
  const page = widget();
  page.set({ contacts, cart });
  while (page.question) page.answer(row, oke);
  page.choose('jne/reg');
  page.collect();
  while (page.question) page.answer(row, oke);
  return page;
}

const collected = (page: ReturnType<typeof widget>) => views.orderBody(page.state)?.destination_cash_on_delivery;
const signed = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.e30`;

describe('the amounts of cash on delivery', () => {
  it('are goods and the shown delivery price. The price is asked with the goods alone', () => {
    const page = collecting('signed');
    expect(page.price).to.equal(18_000);
    expect(views.paidBreakdown(page.state)).to.include({ total: 18_000, payNow: 0, payAtDoor: 168_000 });
    expect(collected(page)).to.equal(168_000);
    const body = views.orderBody(page.state) as NonNullable<ReturnType<typeof views.orderBody>>;
    const asked = views.requoteFor(page.state, body, views.rate(page.state) as typeof reg);
    expect(asked).to.include({ couriers: 'jne', destination_cash_on_delivery: 150_000, cart: 'signed' });
    expect(asked.courier_insurance).to.equal(undefined);
  });

  it('are the goods alone if the page says so, without another question', () => {
    const page = collecting();
    page.setExtras({ cashOnDeliveryCollects: 'goods' });
    expect([page.status, collected(page)]).to.deep.equal(['ready', 150_000]);
    expect(views.payments(page.state)).to.deep.equal({ payNow: 18_000, payAtDoor: 150_000 });
  });

  it('are the sums without COD until the price with it is there', () => {
    const page = widget();
    while (page.question) page.answer(reg);
    page.choose('jne/reg');
    const before = views.payments(page.state);
    page.collect();
    expect([page.status, views.payments(page.state)]).to.deep.equal(['stale', before]);
    while (page.question) page.answer(reg);
    expect(views.payments(page.state)).to.deep.equal({ payNow: 0, payAtDoor: 168_000 });
  });

  for (const [what, row] of Object.entries({ 'add up': reg, 'are missing': bare() }))
    it(`are told with the change of the rate if its parts ${what}`, () => {
      const { price, heard } = collecting('', row);
      const event = heard.findLast(({ type }) => type === 'ship-rate-change') as ShipRateChangeEvent;
      const { payNow, payAtDoor, breakdown } = event;
      expect([payNow, payAtDoor]).to.deep.equal([0, 150_000 + (price ?? 0)]);
      expect(breakdown?.payAtDoor).to.equal(row === reg ? payAtDoor : undefined);
    });

  it('are those of the signed cart, before those of the page', () => {
    const page = collecting(signed({ subtotal: 100_000, cash_on_delivery_collects: 'goods' }));
    expect(collected(page)).to.equal(100_000);
    expect(collected(collecting(signed({ subtotal: '100000' }))), 'text of digits').to.equal(118_000);
    expect(collected(collecting(signed({ subtotal: true }))), 'no amount').to.equal(168_000);
    const total = collecting(signed({ subtotal: 100_000 }));
    total.setExtras({ cashOnDeliveryCollects: 'goods' });
    expect(collected(total)).to.equal(118_000);
  });
});

describe('the limit of cash on delivery', () => {
  it('switches COD off with an event and an announcement when the cart grows above it', () => {
    const page = chosen();
    page.collect(reg);
    page.events();
    page.setExtras({ cashOnDeliveryAmount: cashOnDeliveryLimit });
    expect(page.events()).to.deep.equal(['jne/reg 18000 → jne/reg 18000: shipment-changed']);
    expect(views.requestedSwitches(page.state).cashOnDelivery).to.equal(true);
    page.setExtras({ cashOnDeliveryAmount: cashOnDeliveryLimit + 1 });
    expect(page.events()).to.include('ship-extras-change');
    expect(views.requestedSwitches(page.state).cashOnDelivery).to.equal(false);
    expect(page.announced).to.match(/^COD up to Rp 15000000/);
  });

  it('takes COD from a row whose delivery price lifts the sum above it', () => {
    const page = chosen();
    page.setExtras({ cashOnDeliveryAmount: 5_000_000 - 18_000 });
    page.collect(reg, at(15_001, { ...reg, courier_service_code: 'dear' }));
    expect(prices.rates(page.state).map((row) => row.available_for_cash_on_delivery)).to.deep.equal([
      false,
      false,
      true,
      false,
    ]);
    page.choose('jne/dear');
    expect([page.value, views.trouble(page.state)?.instead?.courier_service_code]).to.deep.equal([null, 'reg']);
    page.events();
    page.set({ readyAt: new Date(0) });
    expect(page.events(), 'the same rows are no notice').to.deep.equal([]);
    page.setExtras({ cashOnDeliveryCollects: 'goods' });
    expect(page.value).to.equal('jne/dear');
  });

  it('is of each courier, and the sentence names those that collect the sum', () => {
    const page = chosen();
    page.setExtras({ cashOnDeliveryAmount: 6_000_000 });
    const able = ['sap', 'tiki', 'lion'].map((courier_code) => ({ ...reg, courier_code, courier_name: courier_code }));
    page.collect(reg, ...able);
    expect(page.value).to.equal(null);
    expect(troubleSentence(page.state, voice)).to.equal('JNE: COD up to Rp 5000000. lion and sap can collect this.');
    page.setExtras({ cashOnDeliveryAmount: 5_000, cashOnDeliveryCollects: 'goods' });
    while (page.question) page.answer(reg, ...able);
    expect(troubleSentence(page.state, voice)).to.match(/^JNE: COD from Rp 25000\./);
  });

  it('is what the shop says of the courier', () => {
    const page = chosen();
    page.setExtras({ cashOnDeliveryAmount: 6_000_000 });
    page.collect({ ...reg, cash_on_delivery_limits: { most: 7_000_000 } });
    expect([page.value, views.trouble(page.state)]).to.deep.equal(['jne/reg', undefined]);
  });

  it('is no reason of a service that collects nothing', () => {
    const page = chosen();
    page.setExtras({ cashOnDeliveryAmount: 6_000_000 });
    page.collect(reg);
    page.choose('jne/oke');
    expect(troubleSentence(page.state, voice)).to.not.contain('up to');
  });
});

describe('what is paid now and at the door', () => {
  /** COD is on, and `jne/reg` is chosen. */
  const collected = () => {
    const page = chosen();
    page.collect(reg);
    page.heard.splice(0);
    return page;
  };
  const changes: Record<
    string,
    [(page: ReturnType<typeof chosen>) => void, reason: string, now: number, door: number]
  > = {
    'the page takes a voucher off the goods': [
      (page) => page.setExtras({ cashOnDeliveryAmount: 100_000 }),
      ...(['shipment-changed', 0, 118_000] as const),
    ],
    'the page has the courier collect the goods alone': [
      (page) => page.setExtras({ cashOnDeliveryCollects: 'goods' }),
      ...(['shipment-changed', 18_000, 150_000] as const),
    ],
    'the shopper switches COD off, before its answer': [
      (page) => {
        page.dispatch({ type: 'refresh' });
        page.prepay();
      },
      ...(['user', 168_000, 0] as const),
    ],
  };
  for (const [what, [change, reason, payNow, payAtDoor]] of Object.entries(changes))
    it(`is told if ${what}`, () => {
      const page = collected();
      change(page);
      const told = page.heard.filter(({ type }) => type === 'ship-rate-change');
      expect(told.length).to.equal(1);
      expect(told[0]).to.include({ reason, payNow, payAtDoor });
    });

  it("is told of the page's own rates", () => {
    const page = widget({ shipment, rates: [reg] });
    page.choose('jne/reg');
    page.heard.splice(0);
    page.collect();
    expect(page.heard.at(-1)).to.include({ type: 'ship-rate-change', reason: 'user', payNow: 0, payAtDoor: 165_000 });
    page.setDefault('jne/reg');
    page.dispatch({ type: 'reset', switches: { insurance: false, cashOnDelivery: false } });
    expect(page.heard.at(-1)).to.include({ type: 'ship-rate-change', reason: 'reset', payNow: 165_000, payAtDoor: 0 });
  });

  it('is not told if it stays the same', () => {
    const page = collected();
    page.setExtras({ cashOnDeliveryAmount: 150_000 });
    page.set({ readyAt: new Date(0) });
    expect(page.events()).to.deep.equal([]);
  });
});

describe('a choice that takes no COD', () => {
  it('is suspended with an event when COD is switched on, and restored when COD is switched off', () => {
    const page = chosen('jne/oke');
    page.collect();
    expect(page.events()).to.deep.equal([
      'input',
      'change',
      'ship-extras-change',
      'jne/oke 12000 → none: not-eligible',
    ]);
    page.answer(reg, oke);
    expect([page.value, page.price, page.submittable]).to.deep.equal([null, undefined, false]);
    expect(page.announced).to.match(/JNE Reguler/);
    expect(prices.blockedEverywhere(page.state)).to.equal(undefined);
    page.events();
    page.prepay();
    expect(page.events().at(-1)).to.equal('none → jne/oke 12000: restored');
    expect([page.value, page.submittable]).to.deep.equal(['jne/oke', true]);
  });

  it('is suspended too if the answer with COD does not list it', () => {
    const page = chosen('jne/oke');
    page.collect(reg);
    expect([page.value, views.suspended(page.state)?.courier_service_code]).to.deep.equal([null, 'oke']);
    page.prepay();
    expect(page.value).to.equal('jne/oke');
  });

  it('is marked once an order with COD was refused, for as long as the address stays, and another courier is named', () => {
    const page = chosen();
    page.collect(reg, best);
    const failure = { name: 'ShippingError', code: 'refused', reason: 'cod-unavailable', operation: 'createOrder' };
    page.dispatch({ type: 'refused', error: Object.assign(new Error('no COD'), failure) });
    page.answer(reg, best);
    const { name, rate, instead } = views.trouble(page.state) ?? {};
    expect([name, rate?.courier_code, instead?.courier_code]).to.deep.equal(['cashOnDelivery', 'jne', 'sicepat']);
    expect([page.announced, page.state.order.phase.status]).to.deep.equal(['JNE Reguler doesn’t take COD.', 'ready']);
    page.refresh(reg, best);
    expect(views.trouble(page.state)?.name, 'the list repeats what it said').to.equal('cashOnDelivery');
    page.prepay();
    expect(page.value, 'without COD').to.equal('jne/reg');
    page.collect();
    page.set({ shipment: elsewhere });
    while (page.question) page.answer(reg, best);
    expect(views.trouble(page.state), 'at another address').to.equal(undefined);
  });

  it('is not marked any more once another sum is collected, which may be within the limit', () => {
    const page = chosen();
    page.collect(reg, best);
    const failure = { name: 'ShippingError', code: 'refused', reason: 'cod-limit', operation: 'createOrder' };
    page.dispatch({ type: 'refused', error: Object.assign(new Error('too much'), failure) });
    page.answer(reg, best);
    expect(views.trouble(page.state)?.name).to.equal('cashOnDelivery');
    page.set({ extras: { ...page.state.input.extras, cashOnDeliveryAmount: 50_000 } });
    while (page.question) page.answer(reg, best);
    expect([views.trouble(page.state), page.value]).to.deep.equal([undefined, 'jne/reg']);
  });

  it('is suspended with an event if the page sets it while COD is on', () => {
    const page = quoted();
    page.collect(reg, oke);
    page.events();
    page.setValue('jne/oke');
    expect(page.events()).to.deep.equal(['none → none: not-eligible']);
    expect([page.value, views.suspended(page.state)?.courier_service_code]).to.deep.equal([null, 'oke']);
  });

  it('is given up for another value, and not for a null that the page repeats', () => {
    const page = chosen('jne/oke');
    page.collect(reg, oke);
    page.setValue(null);
    expect(views.chosenKey(page.state)).to.equal('jne/oke');
    page.setValue('jne/reg');
    page.prepay();
    expect(page.value).to.equal('jne/reg');
  });

  it('is cleared with an event once it is not offered without COD either', () => {
    const page = chosen('jne/oke');
    page.collect(reg, oke);
    page.events();
    page.refresh(reg);
    expect(views.suspended(page.state)?.courier_service_code, 'COD says nothing of it').to.equal('oke');
    page.prepay();
    page.answer(reg);
    expect(page.events().join()).to.include('→ none: service-unavailable');
    expect([page.value, views.suspended(page.state)]).to.deep.equal([null, undefined]);
  });
});
