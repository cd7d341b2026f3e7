import { expect } from 'chai';
import { html } from 'lit';
import type { ShippingClient } from '../../src/client/index.ts';
import type { Rate } from '../../src/contract/index.ts';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { clientOf, next, one, record, render, sandboxClient, textOf } from '../support/elements.ts';
import { contacts, item, json, rate, shipment } from '../support/fixtures.ts';

const oke = rate({
  courier_service_code: 'oke',
  type: 'oke',
  courier_service_name: 'OKE',
  price: 9_000,
  shipping_fee: 9_000,
});
const quote = (...pricing: Rate[]) => json({ success: true, pricing });

/** A service that quotes these rows until told otherwise, and keeps the orders that reach it. */
function shop(...rows: Rate[]) {
  const orders: Record<string, unknown>[] = [];
  const answers = { rates: () => quote(...rows), orders: () => json({ success: true, id: `o${orders.length}` }) };
  let quotes = 0;
  const client = clientOf(async (request) => {
    if (request.method === 'GET') return json({ success: true, couriers: [] });
    if (request.url.includes('/rates/')) {
      quotes += 1;
      return answers.rates();
    }
    orders.push(await request.json());
    return answers.orders();
  });
  return { client, orders, answers, quotes: () => quotes };
}

async function renderCheckout(client: ShippingClient, value: string | null = null, lang = 'en') {
  const form = await render<HTMLFormElement>(html`
    <form>
      <ship-checkout
        lang=${lang}
        name="shipping"
        couriers="jne"
        order-mode="order"
        required
        value=${value ?? ''}
        .shipment=${shipment}
        .order=${contacts}
        .client=${client}
      ></ship-checkout>
    </form>
  `);
  const checkout = form.firstElementChild as CheckoutElement;
  await next(checkout, 'ship-quote');
  await settled(checkout);
  return {
    form,
    checkout,
    entries: () => Object.fromEntries(new FormData(form)),
    choose: (key: string) => one(checkout, `input[value="${key}"]`).click(),
    order: () => one(checkout, '[part=button]').click(),
  };
}

async function settled(checkout: CheckoutElement): Promise<void> {
  for (const tag of ['ship-rate-comparison', 'ship-order-button']) {
    await checkout.updateComplete;
    await one<RateComparisonElement>(checkout, tag).updateComplete;
  }
  await checkout.updateComplete;
}

describe('what is shown is what is sent', () => {
  it('orders and submits the rate that the page has set, as the one that is shown', async () => {
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

  it('orders nothing once the page has taken the choice away', async () => {
    const { client, orders } = shop(rate());
    const { checkout, choose, order } = await renderCheckout(client);
    choose('jne/reg');
    checkout.value = null;
    await settled(checkout);
    order();
    expect(checkout.status).to.equal('ready');
    expect(orders).to.be.empty;
  });

  it('explains a value that the page sets and nobody quotes', async () => {
    const { client } = shop(rate());
    const { checkout } = await renderCheckout(client);
    const changed = next(checkout, 'ship-rate-change');
    checkout.value = 'tiki/eko';
    expect(await changed).to.include({ rate: undefined, reason: 'service-unavailable' });
    expect(checkout.value).to.equal(null);
    expect(textOf(one(checkout, '.news'))).to.include('TIKI EKO is not available for this delivery any more.');
  });

  for (const [lang, sentence] of [
    ['en', 'TIKI SDS has not been offered since 18 September 2026.'],
    ['id', 'TIKI SDS tidak tersedia lagi sejak 18 September 2026.'],
  ] as const)
    it(`explains a saved choice whose service was given up, with the day, in ${lang}`, async () => {
      const { client } = shop(rate());
      const { checkout } = await renderCheckout(client, 'tiki/sds', lang);
      expect(textOf(one(checkout, '.news'))).to.include(sentence);
      expect(checkout.value).to.equal(null);
      expect(one(checkout, 'input[type=radio]')).to.include({ value: 'jne/reg', checked: false });
    });

  it('submits no choice whose new prices could not be asked', async () => {
    const { client, answers } = shop(rate());
    const { form, checkout, choose, entries } = await renderCheckout(client);
    choose('jne/reg');
    answers.rates = () => new Response('', { status: 500 });
    one(checkout, '#cash-on-delivery').click();
    await next(checkout, 'ship-error');
    await settled(checkout);
    expect(entries()).to.deep.equal({});
    expect(form.checkValidity()).to.equal(false);
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

  it('says so, and tells the page, when the cart grows above what couriers collect', async () => {
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

  it('shows and submits a parcel as insured only where it can be, and keeps the shopper’s wish for other rows', async () => {
    const { client } = shop(rate({ available_for_insurance: false }), oke);
    const { checkout, choose, entries } = await renderCheckout(client);
    const insurance = one<HTMLInputElement>(checkout, '#insurance');
    insurance.click();
    await next(checkout, 'ship-quote');
    await settled(checkout);
    choose('jne/reg');
    await settled(checkout);
    expect(entries()).to.deep.equal({ shipping: 'jne/reg' });
    expect([insurance.checked, insurance.ariaDisabled]).to.deep.equal([false, 'true']);
    expect(textOf(one(checkout, '#insurance-hint'))).to.equal('Cannot be insured');
    choose('jne/oke');
    await settled(checkout);
    expect([insurance.checked, insurance.ariaDisabled]).to.deep.equal([true, null]);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', 'shipping-insured': 'on' });
  });

  it('goes back to the default of its value attribute when the form is reset', async () => {
    const { client } = shop(rate(), oke);
    const { form, checkout, choose, entries } = await renderCheckout(client, 'jne/oke');
    choose('jne/reg');
    form.reset();
    await settled(checkout);
    expect(checkout.rate?.price).to.equal(9_000);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke' });
  });

  it('goes back to no default that cannot be paid on delivery', async () => {
    const { client } = shop(rate(), { ...oke, available_for_cash_on_delivery: false });
    const { form, checkout } = await renderCheckout(client, 'jne/oke');
    one(checkout, '#cash-on-delivery').click();
    await next(checkout, 'ship-rate-change');
    const told = next(checkout, 'ship-rate-change');
    form.reset();
    expect(await told).to.include({ rate: undefined, reason: 'reset' });
    await settled(checkout);
    expect([checkout.rate, checkout.value]).to.deep.equal([undefined, null]);
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
    one(checkout, '#cash-on-delivery').click();
    checkout.value = 'jne/oke';
    await settled(checkout);
    answers.rates = () => quote(rate(), blocked);
    void checkout.refresh();
    await next(checkout, 'ship-rate-change');
    await settled(checkout);
    const radio = one<HTMLInputElement>(checkout, 'input[value="jne/oke"]');
    radio.click();
    expect(radio.checked).to.equal(false);
  });

  it('lets the choice rest from the shopper’s word until the order is done with', async () => {
    const { client, orders, quotes } = shop(rate(), oke);
    const { checkout, choose, order } = await renderCheckout(client);
    let go: (nothing: unknown) => void = () => undefined;
    checkout.addEventListener('ship-order-submit', (event) =>
      event.waitUntil(new Promise((resolve) => (go = resolve))),
    );
    choose('jne/reg');
    await settled(checkout);
    order();
    await settled(checkout);
    expect(one(checkout, 'input[value="jne/oke"]').matches(':disabled')).to.equal(true);
    const asked = quotes();
    checkout.shipment = { ...shipment, destination_postal_code: 60111 };
    await settled(checkout);
    go(undefined);
    await next(checkout, 'ship-order-placed');
    expect(orders[0]).to.include({ destination_postal_code: 40111, courier_type: 'reg' });
    // The one question is for the price of what is ordered; the other shipment was not asked for.
    expect(quotes()).to.equal(asked + 1);
    expect(textOf(one(checkout, '.placed'))).to.include('JNE Reguler, Rp 15,000');
  });

  it('asks for fresh rates when the service has refused what it quoted', async () => {
    const { client, answers, quotes } = shop(rate(), oke);
    const { checkout, choose, order } = await renderCheckout(client);
    choose('jne/reg');
    answers.orders = () => json({ success: false, error: 'gone', code: 40002027 }, { status: 400 });
    await settled(checkout);
    const asked = quotes();
    order();
    await next(checkout, 'ship-quote');
    answers.rates = () => quote(oke);
    await next(checkout, 'ship-error');
    await next(checkout, 'ship-quote');
    expect(quotes()).to.equal(asked + 2);
    expect(checkout.value).to.equal(null);
  });

  it('has no personal data in the JSON of what it tells of an error', async () => {
    const { client, answers } = shop(rate());
    const { checkout, choose, order } = await renderCheckout(client);
    choose('jne/reg');
    const text = `${contacts.destination_contact_phone} of ${contacts.destination_contact_name} is invalid`;
    answers.orders = () => json({ success: false, error: text, code: 40002018, details: { text } }, { status: 400 });
    await settled(checkout);
    order();
    const { error } = await next(checkout, 'ship-error');
    expect(JSON.stringify(error)).not.to.include(contacts.destination_contact_name);
  });
});

describe('<ship-rate-comparison> with rates of the page’s own', () => {
  it('settles the choice with each new list, and says what became of it', async () => {
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en" .rates=${[rate(), oke]}></ship-rate-comparison>`,
    );
    one(comparison, 'input[value="jne/reg"]').click();
    let changed = next(comparison, 'ship-rate-change');
    comparison.rates = [rate({ price: 16_500, shipping_fee: 16_500 })];
    expect(await changed).to.include({ reason: 'price-changed' });
    changed = next(comparison, 'ship-rate-change');
    comparison.rates = [oke];
    expect(await changed).to.include({ rate: undefined, reason: 'service-unavailable' });
  });

  it('asks for rates again once they are taken back', async () => {
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" couriers="jne" .rates=${[oke]} .shipment=${shipment} .client=${sandboxClient()}>
      </ship-rate-comparison>
    `);
    const quoted = next(comparison, 'ship-quote');
    comparison.rates = undefined;
    expect((await quoted).rates).to.have.length.above(1);
  });
});

describe('a shipment that the page has put together wrongly', () => {
  for (const items of [[null], 'abc', { length: 2 }, [{ name: 'x' }]])
    it(`is said, and nothing breaks: items ${JSON.stringify(items)}`, async () => {
      const wrong = JSON.stringify({ origin_postal_code: 12440, destination_postal_code: 40111, items });
      const comparison = await render<RateComparisonElement>(
        html`<ship-rate-comparison lang="en" couriers="jne" .client=${sandboxClient()}></ship-rate-comparison>`,
      );
      const errors = record(comparison, 'ship-error');
      comparison.setAttribute('shipment', wrong);
      await comparison.updateComplete;
      if (comparison.status === 'loading') await next(comparison, 'ship-error');
      expect(comparison.status).to.be.oneOf(['incomplete', 'error']);
      expect(errors.length).to.be.at.most(1);
    });
});
