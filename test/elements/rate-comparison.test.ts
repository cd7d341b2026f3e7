import { expect } from 'chai';
import { html } from 'lit';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import type { Shipment } from '../../src/quote/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, next, one, press, record, render, requoted, settled, textOf } from '../support/elements.ts';
import { item, json, rate, shipment } from '../support/fixtures.ts';
import { oke, quote, shop } from '../support/shop.ts';

/** Renders a comparison, and waits for its rates or its error. */
async function renderComparison(service = shop(rate(), oke), more: Partial<RateComparisonElement> = {}) {
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang="en" couriers="jne"></ship-rate-comparison>
  `);
  const answered = Promise.race([next(comparison, 'ship-rates'), next(comparison, 'ship-error')]);
  Object.assign(comparison, { shipment, client: service.client, ...more });
  await answered;
  await settled(comparison);
  return {
    ...service,
    comparison,
    press: (selector: string) => press(comparison, selector),
    requoted: (act: () => unknown) => requoted(comparison, act),
    radio: (key: string) => one<HTMLInputElement>(comparison, `input[value="${key}"]`),
    text: (selector: string) => textOf(one(comparison, selector)),
  };
}

describe('<ship-rate-comparison>', () => {
  it('is accessible with rates, a choice and both switches on', async () => {
    const { comparison, press, requoted } = await renderComparison();
    await press('input[value="jne/reg"]');
    await press('#insurance');
    await requoted(() => press('#cash-on-delivery'));
    await expectAccessible(comparison);
  });

  it('chooses only the rate that was pressed, though an answer moves the rows before the finger is up', async () => {
    const { comparison, answers } = await renderComparison(undefined, { allRates: true });
    const changes = record(comparison, 'ship-rate-change');
    const row = one(comparison, '[part=row]');
    const finger = (type: string, detail: number) =>
      row.dispatchEvent(new MouseEvent(type, { detail, bubbles: true, composed: true, cancelable: true }));
    finger('pointerdown', 0);
    answers.rates = () => quote(rate());
    await comparison.refresh();
    await settled(comparison);
    expect(one<HTMLInputElement>(row, 'input').value, 'beneath the finger').to.equal('jne/reg');
    finger('click', 1);
    await settled(comparison);
    expect([comparison.value, ...changes]).to.deep.equal([null]);
    finger('pointerdown', 0);
    finger('click', 1);
    expect(comparison.value).to.equal('jne/reg');
  });

  it('says in its row and below the sum what the choice has cost before its price changed, and that its service is gone', async () => {
    const { comparison, answers, text, press, requoted } = await renderComparison();
    await press('input[value="jne/reg"]');
    answers.rates = () => quote(rate({ price: 16_500, shipping_fee: 16_500 }), oke);
    await requoted(() => comparison.refresh());
    const told = () => [comparison.value, text('.row:has(:checked) .note'), text('.sum')];
    const alarms = () => all(comparison, '.row:has(:checked) .reason, .sum .dearer').map(textOf);
    expect([...told(), ...alarms()]).to.deep.equal([
      ...['jne/reg', 'was Rp 15,000', 'Delivery total Rp 16,500 was Rp 15,000'],
      ...['was Rp 15,000', 'was Rp 15,000'],
    ]);
    answers.rates = () => quote(rate({ price: 14_000, shipping_fee: 14_000 }), oke);
    await requoted(() => comparison.refresh());
    expect([...told(), ...alarms()], 'a lower price').to.deep.equal([
      ...['jne/reg', 'was Rp 16,500', 'Delivery total Rp 14,000 was Rp 16,500'],
    ]);
    expect(all(comparison, '.notice')).to.deep.equal([]);
    answers.rates = () => quote(oke);
    await requoted(() => comparison.refresh());
    const gone = 'JNE Reguler is no longer available for this delivery.';
    expect([comparison.value, text('.notice')]).to.deep.equal([null, gone]);
  });

  it('rounds fractions of a rupiah up, in the row, in the parts and in the total', async () => {
    const parts = { shipping_fee: 10_000.3, shipping_fee_discount: 100.2, insurance_fee: 1000.1 };
    const fraction = shop(rate({ ...parts, price: 10_900.2 }));
    const { comparison, text, press } = await renderComparison(fraction, { insurance: true });
    await press('[type=radio]');
    expect([text('[part=price]'), text('.row s')]).to.deep.equal(['Rp 10,901', 'Rp 11,001']);
    expect([text('.bill'), text('.sum')]).to.deep.equal([
      'Shipping Rp 10,001 Rp 9,901 Insurance +Rp 1,001 Covers Rp 150,000 Cash on delivery see when on Cash at the door',
      'Delivery total Rp 10,901',
    ]);
    comparison.lang = 'id';
    await settled(comparison);
    expect(text('[part=price]')).to.equal('Rp10.901');
  });

  for (const [what, missing, sentence] of [
    [
      'postal code',
      { destination_postal_code: undefined },
      /^Enter your district or postal code to see delivery options\.$/,
    ],
    ['fifth digit of the postal code', { destination_postal_code: 4011 }, /^Enter your district or postal code/],
    ['items and origin', { items: [], origin_postal_code: null }, /need what is in your cart and where the shop ships/],
  ] as const)
    it(`asks for the ${what} if it is missing, and for no rates`, async () => {
      const { comparison, quotes, text } = await renderComparison();
      comparison.shipment = { ...shipment, ...missing } as Shipment;
      await settled(comparison);
      expect([comparison.status, quotes()]).to.deep.equal(['incomplete', 1]);
      expect(text('.message')).to.match(sentence);
      expect(all(comparison, '.bar, [role=switch]').length, 'switches').to.equal(0);
    });

  for (const [what, couriers, destination, sentence] of [
    ['to check the postal code', 'jne,gojek', {}, 'No courier delivers to this address. Please check the postal code.'],
    ['for nothing if there is no postal code', 'jne', { area: 'IDNP6' }, 'No courier delivers to this address.'],
    ['for a map pin if each courier needs one', 'gojek', {}, 'Gojek needs a map pin: the exact spot of your address.'],
  ] as const)
    it(`asks ${what} when no courier serves the lane`, async () => {
      const nobody = shop();
      nobody.answers.rates = () => json({ success: false, error: 'No courier', code: 40001010 }, { status: 400 });
      const origin = { items: shipment.items, origin_latitude: -6.2, origin_longitude: 106.8 };
      const to = 'area' in destination ? { destination_area_id: destination.area } : { destination_postal_code: 40111 };
      const { comparison, text } = await renderComparison(nobody, { couriers, shipment: { ...origin, ...to } });
      expect(text('.message')).to.equal(sentence);
      expect(all(comparison, '.bar, [role=switch]').length, 'switches').to.equal(0);
    });

  it('says why the cargo courier is missing for goods without a declared value', async () => {
    const undeclared = { ...shipment, items: [{ ...item, value: 0 }] };
    const { text } = await renderComparison(shop(rate()), { couriers: 'jne,jntcargo', shipment: undeclared });
    expect(text('.rows')).to.include(
      'J&T Cargo isn’t listed: it insures the goods by their value, and no value is declared.',
    );
  });

  it('says when the service is busy, and asks again by a button', async () => {
    const busy = shop();
    busy.answers.rates = () => new Response('', { status: 503, headers: { 'retry-after': '7' } });
    const { comparison, answers, text, press, requoted } = await renderComparison(busy);
    expect(text('.problem')).to.include('Please try again in 7 seconds.');
    await expectAccessible(comparison);
    answers.rates = () => quote(rate());
    await requoted(() => press('.problem button'));
    expect([comparison.status, comparison.rates.length]).to.deep.equal(['ready', 1]);
  });

  it('says when a token has expired, and asks again by a button: the page may have signed another one', async () => {
    const shopOfAnHour = shop();
    shopOfAnHour.answers.rates = () => json({ success: false, reason: 'token-expired' }, { status: 401 });
    const { comparison, answers, text, press, requoted } = await renderComparison(shopOfAnHour);
    expect(text('.problem')).to.equal('This page is out of date. Please try again, or reload the page. Try again');
    answers.rates = () => quote(rate());
    await requoted(() => press('.problem button'));
    expect(comparison.status).to.equal('ready');
  });

  it('says when a busy service may be asked in an hour, and has no button to ask it at once', async () => {
    const busy = shop();
    busy.answers.rates = () => new Response('', { status: 429, headers: { 'retry-after': '3600' } });
    const { comparison, text } = await renderComparison(busy);
    expect(text('.problem')).to.equal('The shipping service is busy. Please try again in 60 minutes.');
    expect(all(comparison, '.problem button').length).to.equal(0);
  });

  it('counts the seconds until the next try on screen, and announces them once', async () => {
    const busy = shop();
    busy.answers.rates = () => new Response('', { status: 503, headers: { 'retry-after': '2' } });
    const { comparison, text } = await renderComparison(busy);
    const announced = text('[role=status]');
    const waits: string[] = [];
    await new Promise<void>((over) => {
      const read = () => {
        waits.push(text('.problem p').replace(/.*again /, ''));
        if (waits.at(-1) === 'in a moment.') over();
      };
      read();
      new MutationObserver(read).observe(one(comparison, '.problem p'), { characterData: true, subtree: true });
    });
    expect(waits).to.deep.equal(['in 2 seconds.', 'in 1 second.', 'in a moment.']);
    expect(announced).to.include('in 2 seconds.');
    expect(text('[role=status]')).to.equal(announced);
  });

  it('asks again when the connection is back, unless it has rates', async () => {
    const offline = shop();
    offline.answers.rates = () => Promise.reject(new TypeError('cut off'));
    const { comparison, answers, quotes, requoted } = await renderComparison(offline);
    expect(comparison.status).to.equal('error');
    answers.rates = () => quote(rate());
    await requoted(() => dispatchEvent(new Event('online')));
    dispatchEvent(new Event('online'));
    await settled(comparison);
    expect([comparison.status, quotes()]).to.deep.equal(['ready', 2]);
  });
});
