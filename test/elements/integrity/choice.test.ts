import { expect } from 'chai';
import { renderCheckout } from '../../support/checkout-in-form.ts';
import { next, one, settled } from '../../support/elements.ts';
import { rate } from '../../support/fixtures.ts';
import { oke, quote, shop } from '../../support/shop.ts';

describe('what is chosen is what is shown', () => {
  it('is what the one event says of a reset and a value that the page sets in the same task', async () => {
    const { client } = shop(rate(), oke, rate({ courier_service_code: 'yes', price: 30_000, shipping_fee: 30_000 }));
    const { form, checkout, choose, entries } = await renderCheckout(client, 'jne/oke');
    choose('jne/yes');
    const told: unknown[] = [];
    checkout.addEventListener('ship-rate-change', ({ rate: chosen }) =>
      told.push([chosen?.courier_service_code, checkout.rate?.courier_service_code, entries()]),
    );
    form.reset();
    checkout.value = 'jne/reg';
    await settled(checkout);
    expect(told).to.deep.equal([['reg', 'reg', { shipping: 'jne/reg' }]]);
  });

  it('keeps the value that the page sets while it hears of rates', async () => {
    const { client, answers } = shop(rate(), oke);
    const { checkout, choose, entries } = await renderCheckout(client);
    choose('jne/reg');
    answers.rates = () => quote(oke);
    checkout.addEventListener('ship-quote', () => {
      checkout.value = 'jne/oke';
    });
    void checkout.refresh();
    await next(checkout, 'ship-quote');
    await settled(checkout);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke' });
  });

  it('shows no row as chosen that is tried in vain, though the chosen one has gone', async () => {
    const blocked = { ...oke, available_for_cash_on_delivery: false };
    const { client, answers } = shop(rate(), rate({ courier_service_code: 'yes', price: 30_000 }), blocked);
    const { checkout } = await renderCheckout(client);
    checkout.view = 'list';
    const collected = next(checkout, 'ship-quote');
    one(checkout, '#cash-on-delivery').click();
    await collected;
    const gone = next(checkout, 'ship-rate-change');
    checkout.value = 'jne/oke';
    await settled(checkout);
    answers.rates = () => quote(rate(), blocked);
    await checkout.refresh();
    await gone;
    await settled(checkout);
    const radio = one<HTMLInputElement>(checkout, 'input[value="jne/oke"]');
    radio.click();
    expect(radio.checked).to.equal(false);
  });
});
