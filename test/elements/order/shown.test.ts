import { expect } from 'chai';
import { renderCheckout } from '../../support/checkout-in-form.ts';
import { next, one, settled, textOf } from '../../support/elements.ts';
import { item, rate, shipment } from '../../support/fixtures.ts';
import { oke, shop } from '../../support/shop.ts';

describe('what is shown is what is ordered', () => {
  it('orders and submits the rate that the page has set', async () => {
    const { client, orders } = shop(rate(), oke);
    const { checkout, choose, order, entries } = await renderCheckout(client);
    choose('jne/reg');
    checkout.value = 'jne/oke';
    await settled(checkout);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke' });
    expect(textOf(one(checkout, '[part=button]'))).to.include('Rp 9,000');
    order();
    await next(checkout, 'ship-order-placed');
    expect(orders[0]).to.include({ courier_type: 'oke' });
  });

  it('switches COD off if the cart grows above the limit, and tells the page', async () => {
    const { client, orders } = shop(rate());
    const { checkout, choose, order } = await renderCheckout(client);
    choose('jne/reg');
    one(checkout, '#cash-on-delivery').click();
    await settled(checkout);
    const told = next(checkout, 'ship-extras-change');
    const quoted = next(checkout, 'ship-quote');
    checkout.shipment = { ...shipment, items: [{ ...item, quantity: 300 }] };
    expect(await told).to.include({ cashOnDelivery: false });
    expect(checkout.cashOnDelivery).to.equal(false);
    expect(textOf(one(checkout, '#cash-on-delivery-hint'))).to.include('at most Rp 15,000,000');
    await quoted;
    await settled(checkout);
    order();
    await next(checkout, 'ship-order-placed');
    expect(orders[0]).not.to.have.property('destination_cash_on_delivery');
  });
});
