import { expect } from 'chai';
import { cashOnDeliveryLimit } from '../../src/contract/index.ts';
import type { ShipRateChangeEvent } from '../../src/elements/element/events.ts';
import * as views from '../../src/elements/store/views.ts';
import { contacts } from '../support/fixtures.ts';
import { at, bare, chosen, oke, reg, widget } from './widget.ts';

/** `jne/reg` for 18,000 with COD, over goods of 150,000. */
function collecting(cart = '', row = reg) {
  const page = widget();
  page.set({ contacts, cart });
  while (page.question) page.answer(row, oke);
  page.choose('jne/reg');
  page.turn('cashOnDelivery', true);
  while (page.question) page.answer(row, oke);
  return page;
}

const collected = (page: ReturnType<typeof chosen>) => views.orderBody(page.state)?.destination_cash_on_delivery;
const asGoods = { type: 'set-extras', extras: { cashOnDeliveryCollects: 'goods' } } as const;
const signed = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.e30`;

describe('cash on delivery', () => {
  it('collects goods and the shown delivery price, which are asked with the goods alone', () => {
    const page = collecting();
    expect(page.price).to.equal(18_000);
    expect(views.priceParts(page.state)).to.include({ total: 18_000, payNow: 0, payAtDoor: 168_000 });
    expect(collected(page)).to.equal(168_000);
    const body = views.orderBody(page.state) as NonNullable<ReturnType<typeof views.orderBody>>;
    const asked = views.requoteFor(page.state, body, views.rate(page.state) as typeof reg);
    expect(asked.destination_cash_on_delivery).to.equal(150_000);
  });

  it('collects the goods alone where the page says so, and asks no other price for it', () => {
    const page = collecting();
    page.dispatch(asGoods);
    expect([page.status, collected(page)]).to.deep.equal(['ready', 150_000]);
    expect(views.payments(page.state)).to.deep.equal({ payNow: 18_000, payAtDoor: 150_000 });
  });

  it('collects nothing while it is off', () => {
    const page = collecting();
    page.turn('cashOnDelivery', false);
    expect(views.payments(page.state)).to.deep.equal({ payNow: 165_000, payAtDoor: 0 });
  });

  it('tells both payments with the change of the rate, also where the parts do not add up', () => {
    for (const row of [reg, bare()]) {
      const page = collecting('', row);
      const [event] = page.events.filter(({ type }) => type === 'ship-rate-change').slice(-1);
      const { payNow, payAtDoor, breakdown } = event as ShipRateChangeEvent;
      expect([payNow, payAtDoor]).to.deep.equal([0, 150_000 + (page.price ?? 0)]);
      expect(breakdown?.payAtDoor).to.equal(row === reg ? payAtDoor : undefined);
    }
  });

  it('collects what the signed cart says, before the attributes', () => {
    const page = collecting(signed({ subtotal: 100_000, cash_on_delivery_collects: 'goods' }));
    expect(collected(page)).to.equal(100_000);
    const total = collecting(signed({ subtotal: 100_000 }));
    total.dispatch(asGoods);
    expect(collected(total)).to.equal(118_000);
  });

  it('cannot be chosen where the delivery lifts the sum above the limit', () => {
    const page = chosen();
    page.dispatch({ type: 'set-extras', extras: { cashOnDeliveryAmount: cashOnDeliveryLimit - 18_000 } });
    page.turn('cashOnDelivery', true);
    page.answer(reg, at(15_001, { ...reg, courier_service_code: 'dear' }));
    expect(views.rates(page.state).map((row) => row.available_for_cash_on_delivery)).to.deep.equal([true, false]);
    expect(page.value).to.equal('jne/reg');
    page.choose('jne/dear');
    expect(page.value).to.equal('jne/reg');
    page.told();
    page.set({ readyAt: new Date(0) });
    expect(page.told(), 'the same rows are no news').to.deep.equal([]);
    page.dispatch(asGoods);
    page.choose('jne/dear');
    expect(page.value).to.equal('jne/dear');
  });
});
