import { expect } from 'chai';
import { renderCheckout } from '../../support/checkout-in-form.ts';
import { next, one, settled, textOf } from '../../support/elements.ts';
import { item, json, rate } from '../../support/fixtures.ts';
import { oke, shop } from '../../support/shop.ts';

describe('what is shown is what the form submits', () => {
  it('submits no choice whose new prices could not be asked', async () => {
    const { client, answers } = shop(rate());
    const { form, checkout, choose, entries } = await renderCheckout(client);
    choose('jne/reg');
    answers.rates = () => new Response('', { status: 500 });
    checkout.cashOnDeliveryAmount = 1_000;
    await next(checkout, 'ship-error');
    await settled(checkout);
    expect(entries()).to.deep.equal({});
    expect(form.checkValidity()).to.equal(false);
  });

  it('submits no switch whose price could not be asked, and the choice without it: it is off again', async () => {
    const { client, answers } = shop(rate({ shipping_fee: undefined }));
    const { form, checkout, choose, entries } = await renderCheckout(client);
    choose('jne/reg');
    answers.rates = () => new Response('', { status: 500 });
    one(checkout, '#cash-on-delivery').click();
    await next(checkout, 'ship-error');
    await settled(checkout);
    expect(entries()).to.deep.equal({ shipping: 'jne/reg' });
    expect(form.checkValidity()).to.equal(true);
    expect(one<HTMLInputElement>(checkout, '#cash-on-delivery').checked).to.equal(false);
  });

  it('submits nothing of a choice that the shopper’s pick of couriers hides, says so, and has it back', async () => {
    const { client } = shop(rate(), rate({ courier_code: 'tiki', courier_name: 'TIKI' }));
    const listed = ['jne', 'tiki'].map((code) => ({
      ...{ courier_code: code, courier_name: code, courier_service_code: 'reg' },
    }));
    const listCouriers = async () => ({ success: true as const, couriers: listed, dropped: [] });
    const { form, checkout, choose, entries } = await renderCheckout({ ...client, listCouriers });
    Object.assign(checkout, { couriers: '', picker: 'open' });
    await next(checkout, 'ship-quote');
    choose('jne/reg');
    await settled(checkout);
    const told = next(checkout, 'ship-rate-change');
    one(checkout, 'input[value=tiki]').click();
    expect(await told).to.include({ rate: undefined, reason: 'couriers-changed' });
    await settled(checkout);
    const sentence = 'JNE Reguler is hidden by your choice of couriers.';
    expect([entries(), form.checkValidity(), checkout.value]).to.deep.equal([{}, false, null]);
    expect([checkout.validationMessage, textOf(one(checkout, '.news'))]).to.deep.equal([sentence, sentence]);
    one(checkout, 'input[value=tiki]').click();
    await settled(checkout);
    expect([entries(), checkout.value]).to.deep.equal([{ shipping: 'jne/reg' }, 'jne/reg']);
  });

  it('submits the choice still when its order was refused for what rates know nothing of', async () => {
    const { client, answers, orders } = shop(rate());
    const { form, checkout, choose, entries, order } = await renderCheckout(client);
    checkout.addEventListener('ship-order-submit', (event) => {
      if (!form.reportValidity()) event.preventDefault();
    });
    choose('jne/reg');
    await settled(checkout);
    answers.orders = () => json({ success: false, error: 'no balance', code: 40002039 }, { status: 400 });
    order();
    await next(checkout, 'ship-error');
    await settled(checkout);
    expect(checkout.status).to.equal('refused');
    expect(entries()).to.deep.equal({ shipping: 'jne/reg' });
    expect(form.checkValidity()).to.equal(true);
    answers.orders = () => json({ success: true, id: 'o2' });
    order();
    await next(checkout, 'ship-order-placed');
    expect(orders).to.have.length(2);
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
    expect(textOf(one(checkout, '#insurance-hint'))).to.equal('Can’t be insured');
    choose('jne/oke');
    await settled(checkout);
    expect([insurance.checked, insurance.ariaDisabled]).to.deep.equal([true, null]);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', 'shipping-insured': 'on' });
  });

  it('goes back to no default that cannot be paid on delivery', async () => {
    const { client } = shop(rate(), { ...oke, available_for_cash_on_delivery: false });
    const { form, checkout } = await renderCheckout(client, 'jne/oke');
    checkout.setAttribute('cash-on-delivery', '');
    await next(checkout, 'ship-rate-change');
    const told = next(checkout, 'ship-rate-change');
    form.reset();
    expect(await told).to.include({ rate: undefined, reason: 'reset' });
    await settled(checkout);
    expect([checkout.rate, checkout.value]).to.deep.equal([undefined, null]);
  });
});
