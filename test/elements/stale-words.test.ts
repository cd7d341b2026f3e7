import { expect } from 'chai';
import { html } from 'lit';
import type { CourierPickerElement } from '../../src/elements/index.ts';
import { clientOf, next, one, render, settled, textOf } from '../support/elements.ts';
import { json, shipment } from '../support/fixtures.ts';
import { renderHeldCheckout } from '../support/held-checkout.ts';

/** With rates, and what is said from then on. */
async function renderQuoted() {
  const held = await renderHeldCheckout();
  const { checkout, letGo } = held;
  const quoted = next(checkout, 'ship-quote');
  letGo();
  await quoted;
  await settled(checkout);
  return {
    ...held,
    said: async () => {
      await settled(checkout);
      return textOf(one(checkout, '[role=status]'));
    },
  };
}

describe('the status region', () => {
  it('follows an order from no answer to its receipt and its cancellation', async () => {
    const { checkout, service, click, said } = await renderQuoted();
    click('input[value="jne/reg"]');
    await settled(checkout);
    service.lost = true;
    const unconfirmed = next(checkout, 'ship-order-unconfirmed');
    // By the page's script: focus is elsewhere, and says nothing.
    void checkout.placeOrder();
    await unconfirmed;
    expect(await said()).to.include('We are still waiting for the courier’s answer.');
    service.lost = false;
    const placed = next(checkout, 'ship-order-placed');
    void checkout.placeOrder();
    await placed;
    expect(await said()).to.include('Your delivery is confirmed.');
    const cancelled = next(checkout, 'ship-order-cancelled');
    void checkout.cancelOrder();
    await cancelled;
    expect(await said()).to.equal('Your order has been cancelled.');
  });

  it('drops why a row cannot be chosen when another one is chosen', async () => {
    const { checkout, click, said } = await renderQuoted();
    const quoted = next(checkout, 'ship-quote');
    click('#cash-on-delivery');
    await quoted;
    await settled(checkout);
    click('input[value="wahana/reg"]');
    expect(await said()).to.equal('No COD');
    click('input[value="jne/reg"]');
    expect(await said()).to.equal('');
  });

  it('drops that a choice is missing when one is made', async () => {
    const { click, said } = await renderQuoted();
    click('[part=button]');
    expect(await said()).to.equal('Choose a delivery option.');
    click('input[value="jne/reg"]');
    expect(await said()).to.equal('');
  });

  it('drops a price while it is asked again', async () => {
    const { checkout, hold, click, said } = await renderQuoted();
    click('input[value="jne/reg"]');
    const to = (destination_postal_code: number) => ({ ...shipment, destination_postal_code });
    const quoted = next(checkout, 'ship-quote');
    checkout.shipment = to(60111);
    await quoted;
    expect(await said()).to.equal('JNE Reguler: Rp 15,000');
    const letGo = hold();
    checkout.shipment = to(70111);
    expect(await said()).to.equal('');
    letGo();
  });

  it('drops that couriers could not be looked up once they were', async () => {
    let broken = true;
    const client = clientOf(async () => {
      if (broken) throw new TypeError('cut off');
      return json({ success: true, couriers: [{ courier_code: 'jne', courier_service_code: 'reg' }] });
    });
    const picker = await render<CourierPickerElement>(html`
      <ship-courier-picker lang="en" .client=${client}></ship-courier-picker>
    `);
    await next(picker, 'ship-error');
    await settled(picker);
    expect(textOf(one(picker, '[role=status]'))).to.include('isn’t answering');
    broken = false;
    await picker.refresh();
    await settled(picker);
    expect(textOf(one(picker, '[role=status]'))).to.equal('');
  });
});
