import { expect } from 'chai';
import { renderCheckout } from '../../support/checkout-in-form.ts';
import { next, one, settled, textOf } from '../../support/elements.ts';
import { rate } from '../../support/fixtures.ts';
import { oke, quote, shop } from '../../support/shop.ts';

describe('what is chosen is what is shown', () => {
  it('explains a value that the page sets and nobody quotes', async () => {
    const { client } = shop(rate());
    const { checkout } = await renderCheckout(client);
    const changed = next(checkout, 'ship-rate-change');
    checkout.value = 'jne/eko';
    expect(await changed).to.include({ rate: undefined, reason: 'service-unavailable' });
    expect(checkout.value).to.equal(null);
    expect(textOf(one(checkout, '.news'))).to.include('JNE EKO is no longer available for this delivery.');
  });

  for (const [lang, sentence] of [
    ['en', 'JNE OKE isn’t offered here. Please choose another option.'],
    ['id', 'JNE OKE tidak ditawarkan di sini. Silakan pilih yang lain.'],
  ] as const)
    it(`says of a choice whose courier the page compares no more that it is not offered, in ${lang}`, async () => {
      const { client, answers } = shop(rate(), oke);
      const { checkout, choose } = await renderCheckout(client, null, lang);
      choose('jne/oke');
      answers.rates = () => quote(rate({ courier_code: 'tiki' }));
      checkout.couriers = 'tiki,jn';
      expect(await next(checkout, 'ship-rate-change')).to.include({ rate: undefined, reason: 'service-unavailable' });
      await settled(checkout);
      expect(textOf(one(checkout, '.news'))).to.equal(sentence);
    });

  for (const [lang, sentence] of [
    ['en', 'TIKI SDS has not been offered since 18 September 2026.'],
    ['id', 'TIKI SDS tidak lagi tersedia sejak 18 September 2026.'],
  ] as const)
    it(`explains a saved choice whose service was given up, with the day, in ${lang}`, async () => {
      const { client } = shop(rate());
      const { checkout } = await renderCheckout(client, 'tiki/sds', lang);
      expect(textOf(one(checkout, '.news'))).to.include(sentence);
      expect(checkout.value).to.equal(null);
      expect(one(checkout, 'input[type=radio]')).to.include({ value: 'jne/reg', checked: false });
    });

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
