import { expect } from 'chai';
import { renderCheckout } from '../../support/checkout-in-form.ts';
import { next, one, settled, textOf } from '../../support/elements.ts';
import { item, json, rate } from '../../support/fixtures.ts';
import { oke, shop } from '../../support/shop.ts';

describe('what is shown is what the form submits', () => {
  it('submits no choice whose COD price could not be asked, and the choice without COD', async () => {
    const { client, answers } = shop(rate());
    const { checkout, choose, entries } = await renderCheckout(client);
    choose('jne/reg');
    answers.rates = () => new Response('', { status: 500 });
    one(checkout, '#cash-on-delivery').click();
    await next(checkout, 'ship-error');
    await settled(checkout);
    expect(entries()).to.deep.equal({});
    checkout.cashOnDelivery = false;
    expect(entries()).to.deep.equal({ shipping: 'jne/reg' });
  });

  it('says in its validation message what is missing now', async () => {
    const { client, answers } = shop({ ...rate(), available_for_cash_on_delivery: false }, oke);
    const { checkout, choose } = await renderCheckout(client);
    const message = () => checkout.validationMessage;
    expect(message()).to.equal('Choose a delivery option.');
    choose('jne/reg');
    expect(message()).to.equal('');
    checkout.cashOnDelivery = true;
    expect(message()).to.equal('Please wait until the prices are up to date.');
    await next(checkout, 'ship-quote');
    expect(message()).to.equal('JNE Reguler doesn’t take COD.');
    const to = (destination_postal_code?: number) => ({
      origin_postal_code: 12440,
      destination_postal_code,
      items: [item],
    });
    checkout.shipment = to();
    expect(message()).to.equal('Enter your postal code to see delivery options.');
    answers.rates = () => json({ success: false, error: 'No courier', code: 40001010 }, { status: 400 });
    checkout.shipment = to(99_351);
    await next(checkout, 'ship-quote');
    await settled(checkout);
    expect(message()).to.equal('No courier delivers to this address. Please check the postal code.');
    answers.rates = () => new Response('', { status: 500 });
    checkout.shipment = to(99_352);
    await next(checkout, 'ship-error');
    expect(message()).to.equal(one(checkout, '.problem p').textContent);
  });

  it('submits no choice that cannot be paid on delivery, from the moment that is switched on', async () => {
    const { client } = shop(rate({ available_for_cash_on_delivery: false }));
    const { checkout, choose, entries } = await renderCheckout(client);
    choose('jne/reg');
    let told: unknown;
    checkout.addEventListener('ship-extras-change', () => {
      told = entries();
    });
    one(checkout, '#cash-on-delivery').click();
    expect(told).to.deep.equal({});
  });

  it('submits no choice for an address that is unfinished, and says what is missing', async () => {
    const { client } = shop(rate());
    const { checkout, choose, entries } = await renderCheckout(client);
    choose('jne/reg');
    checkout.shipment = { origin_postal_code: 12440, items: [item] };
    await settled(checkout);
    expect(entries()).to.deep.equal({});
    expect(checkout.validationMessage).to.include('your postal code');
    expect(textOf(one(checkout, '#hint'))).to.include('your postal code');
    expect(textOf(one(checkout, '.rows')))
      .to.include('your postal code')
      .and.to.include('Rp 15,000');
  });

  it('shows and submits a parcel as insured only where it can be, and keeps the shopper’s wish for other rows', async () => {
    const { client } = shop(rate({ available_for_insurance: false }), oke);
    const { checkout, choose, entries } = await renderCheckout(client);
    const insurance = one<HTMLInputElement>(checkout, '#insurance');
    insurance.click();
    await settled(checkout);
    one(checkout, '[part=more]').click();
    await settled(checkout);
    choose('jne/reg');
    await settled(checkout);
    expect(entries()).to.deep.equal({ shipping: 'jne/reg' });
    expect([insurance.checked, insurance.ariaDisabled]).to.deep.equal([false, 'true']);
    expect(textOf(one(checkout, '#insurance-hint'))).to.equal('JNE cannot insure this parcel.');
    choose('jne/oke');
    await settled(checkout);
    expect([insurance.checked, insurance.ariaDisabled]).to.deep.equal([true, null]);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', 'shipping-insured': 'on' });
  });

  it('goes back to no default that takes no COD', async () => {
    const { client } = shop(rate(), { ...oke, available_for_cash_on_delivery: false });
    const { form, checkout, choose } = await renderCheckout(client, 'jne/oke');
    checkout.setAttribute('cash-on-delivery', '');
    await next(checkout, 'ship-quote');
    await settled(checkout);
    choose('jne/reg');
    const told = next(checkout, 'ship-rate-change');
    form.reset();
    expect(await told).to.include({ rate: undefined, reason: 'not-eligible' });
    await settled(checkout);
    expect([checkout.rate, checkout.value]).to.deep.equal([undefined, null]);
  });
});
