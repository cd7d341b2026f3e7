import { expect } from 'chai';
import { html } from 'lit';
import type { ShippingClient } from '../../src/client/index.ts';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, next, one, record, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

const quote = (...pricing: Rate[]) => json({ success: true, pricing });

async function renderComparison(client: ShippingClient = sandboxClient(), couriers = 'jne,sicepat,jntcargo,wahana') {
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang="en" name="shipping" couriers=${couriers} view="list" .shipment=${shipment} .client=${client}>
    </ship-rate-comparison>
  `);
  const quoted = comparison.rates.length ? undefined : next(comparison, 'ship-quote');
  return {
    comparison,
    quoted,
    radios: () => all<HTMLInputElement>(comparison, 'input[type=radio]'),
    radio: (key: string) => one<HTMLInputElement>(comparison, `input[value="${key}"]`),
    row: (key: string) => one<HTMLInputElement>(comparison, `input[value="${key}"]`).closest('label') as HTMLElement,
    insurance: () => one<HTMLInputElement>(comparison, '#insurance'),
    cashOnDelivery: () => one<HTMLInputElement>(comparison, '#cash-on-delivery'),
    parts: () => all(comparison, 'dl div').map(textOf),
  };
}

describe('<ship-rate-comparison>', () => {
  it('is accessible with rates, a choice and both switches on', async () => {
    const { comparison, quoted, radio, insurance, cashOnDelivery } = await renderComparison();
    await quoted;
    await settled(comparison);
    radio('jne/reg').click();
    insurance().click();
    const collected = next(comparison, 'ship-quote');
    cashOnDelivery().click();
    await collected;
    await settled(comparison);
    await expectAccessible(comparison);
  });

  it('lists the rates from the cheapest to the dearest and chooses none for the shopper', async () => {
    const { comparison, quoted, radios } = await renderComparison();
    await quoted;
    const prices = comparison.rates.map(({ price }) => price);
    expect(prices).to.have.length.above(4);
    expect(prices).to.deep.equal([...prices].sort((a, b) => a - b));
    expect(radios().filter(({ checked }) => checked).length).to.equal(0);
    expect(comparison.value).to.equal(null);
  });

  it('has the price with insurance within the click, and shows the service’s fee in the parts', async () => {
    const { comparison, quoted, radio, insurance, parts } = await renderComparison();
    await quoted;
    radio('jne/reg').click();
    const before = comparison.rate?.price ?? 0;
    const heard = record(comparison, 'input', 'change', 'ship-extras-change', 'ship-quote', 'ship-rate-change');
    const changed = next(comparison, 'ship-rate-change');
    insurance().click();
    expect(heard).to.deep.equal(['input', 'change', 'ship-extras-change', 'ship-quote', 'ship-rate-change']);
    const { rate: insured, reason } = await changed;
    await settled(comparison);
    expect(reason).to.equal('user');
    expect(insured?.insurance_fee).to.equal(750);
    expect(insured?.price).to.equal(before + 750);
    expect(parts()).to.include('Insurance Rp 750');
  });

  it('asks for the address, and for no choice, while there is nothing to choose from', async () => {
    const { items, origin_postal_code } = shipment;
    const form = await render<HTMLFormElement>(html`
      <form>
        <ship-rate-comparison lang="en" required .shipment=${{ items, origin_postal_code }} .client=${sandboxClient()}>
        </ship-rate-comparison>
      </form>
    `);
    const comparison = form.firstElementChild as RateComparisonElement;
    form.requestSubmit();
    await settled(comparison);
    expect(comparison.matches(':state(user-invalid)')).to.equal(true);
    const sentence = 'Enter your postal code to see delivery options.';
    expect([comparison.validationMessage, textOf(one(comparison, '.message'))]).to.deep.equal([sentence, sentence]);
    expect(all(comparison, '.panel, [role=switch]').length).to.equal(0);
    const quoted = next(comparison, 'ship-quote');
    comparison.shipment = shipment;
    await quoted;
    await settled(comparison);
    expect(textOf(one(comparison, '.panel'))).to.equal('Choose a delivery option.');
  });

  it('says which rows take no COD, and does not let them be chosen', async () => {
    const { comparison, quoted, row, radio, cashOnDelivery } = await renderComparison();
    await quoted;
    await settled(comparison);
    const collected = next(comparison, 'ship-quote');
    cashOnDelivery().click();
    await collected;
    await settled(comparison);
    expect(textOf(row('wahana/normal'))).to.include('No COD');
    expect(textOf(row('jne/reg'))).not.to.include('No COD');
    radio('wahana/normal').click();
    expect([radio('wahana/normal').checked, comparison.value]).to.deep.equal([false, null]);
  });

  it('suspends a choice that takes no COD, says why in the event, and has it back', async () => {
    const { comparison, quoted, radio, cashOnDelivery } = await renderComparison();
    await quoted;
    await settled(comparison);
    radio('wahana/normal').click();
    let changed = next(comparison, 'ship-rate-change');
    cashOnDelivery().click();
    const { rate: cleared, previous, reason } = await changed;
    expect([cleared, reason, previous?.courier_service_code]).to.deep.equal([undefined, 'not-eligible', 'normal']);
    expect(comparison.value).to.equal(null);
    changed = next(comparison, 'ship-rate-change');
    cashOnDelivery().click();
    expect(await changed).to.include({ previous: undefined, reason: 'restored' });
    await settled(comparison);
    expect([comparison.value, radio('wahana/normal').checked]).to.deep.equal(['wahana/normal', true]);
  });

  it('locks the insurance of the cargo courier on, with the reason and the amount', async () => {
    const { comparison, quoted, radio, insurance, parts } = await renderComparison();
    await quoted;
    radio('jntcargo/ft').click();
    await settled(comparison);
    expect(insurance().checked).to.equal(true);
    expect(insurance().ariaDisabled).to.equal('true');
    insurance().click();
    expect(insurance().checked).to.equal(true);
    expect(textOf(one(comparison, '#insurance-hint'))).to.equal(
      'J&T Cargo always insures the goods: Rp 5,000 for the declared value of Rp 150,000.',
    );
    expect(parts()).to.include('Insurance Rp 5,000');
    radio('jne/reg').click();
    await settled(comparison);
    expect(insurance().checked).to.equal(false);
  });

  it('asks nothing of an unfinished address and says what is missing', async () => {
    let calls = 0;
    const { comparison } = await renderComparison(
      clientOf(async () => {
        calls += 1;
        return quote(rate());
      }),
    );
    await next(comparison, 'ship-quote');
    calls = 0;
    comparison.shipment = { origin_postal_code: 12440, items: shipment.items };
    await settled(comparison);
    expect(comparison.status).to.equal('incomplete');
    const fresh = await render<RateComparisonElement>(html`
      <p></p>
      <ship-rate-comparison lang="en" .client=${comparison.client} .shipment=${{ items: [] }}></ship-rate-comparison>
    `);
    const empty = fresh.nextElementSibling as RateComparisonElement;
    await settled(empty);
    expect(textOf(empty)).to.include(
      'we still need what is in your cart, where the shop ships from, and your postal code',
    );
    expect(calls).to.equal(0);
  });

  it('takes a postal code of four digits for one that is still being typed', async () => {
    const { comparison, quoted } = await renderComparison(clientOf(async () => quote(rate())));
    await quoted;
    const errors = record(comparison, 'ship-error');
    comparison.shipment = { ...shipment, destination_postal_code: 4011 };
    await settled(comparison);
    expect(textOf(one(comparison, '.message'))).to.equal('Enter your postal code to see delivery options.');
    expect([comparison.status, errors]).to.deep.equal(['incomplete', []]);
  });

  it('shows a lane that nobody serves as an empty list with words, not as an error', async () => {
    const refused = () => json({ success: false, error: 'No courier available', code: 40001010 }, { status: 400 });
    const { comparison, quoted } = await renderComparison(clientOf(async () => refused()));
    const errors = record(comparison, 'ship-error');
    expect((await quoted)?.rates).to.deep.equal([]);
    expect(comparison.matches(':state(empty)')).to.equal(true);
    expect(textOf(comparison)).to.include('No courier delivers to this address');
    expect(errors).to.deep.equal([]);
  });

  it('says when the service is busy, and asks again on request', async () => {
    const answers = [new Response('', { status: 503, headers: { 'retry-after': '7' } }), quote(rate())];
    const client = clientOf(async () => answers.shift() as Response);
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en" couriers="jne" .shipment=${shipment} .client=${client}></ship-rate-comparison>`,
    );
    const { error } = await next(comparison, 'ship-error');
    expect(error).to.have.property('code', 'unavailable');
    expect(textOf(one(comparison, '.problem'))).to.include('Please try again in 7 seconds.');
    await expectAccessible(comparison);
    const quoted = next(comparison, 'ship-quote');
    one(comparison, '.problem button').click();
    expect((await quoted).rates).to.have.length(1);
    expect(comparison.status).to.equal('ready');
  });

  it('asks again by itself once the connection is back, unless it has rates', async () => {
    let asked = 0;
    const client = clientOf(async () => {
      asked += 1;
      if (asked === 1) throw new TypeError('cut off');
      return quote(rate());
    });
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en" couriers="jne" .shipment=${shipment} .client=${client}></ship-rate-comparison>`,
    );
    await next(comparison, 'ship-error');
    const quoted = next(comparison, 'ship-quote');
    dispatchEvent(new Event('online'));
    expect((await quoted).rates).to.have.length(1);
    dispatchEvent(new Event('online'));
    await settled(comparison);
    expect([comparison.status, asked]).to.deep.equal(['ready', 2]);
  });

  it('tells of a shipment attribute that is no JSON with one event', async () => {
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en"></ship-rate-comparison>`,
    );
    comparison.setAttribute('shipment', '{oops');
    const { error } = await next(comparison, 'ship-error');
    expect(error).to.have.property('code', 'invalid-request');
    expect(comparison.status).to.equal('incomplete');
  });

  it('shows the price without its parts where the parts do not add up', async () => {
    const odd = rate({ price: 20_000 });
    const { comparison, quoted, radio, parts } = await renderComparison(clientOf(async () => quote(odd)));
    await quoted;
    radio('jne/reg').click();
    await settled(comparison);
    expect(comparison.breakdown).to.equal(undefined);
    expect([textOf(one(comparison, '[part=price]')), parts()]).to.deep.equal(['Rp 20,000', []]);
  });

  it('speaks Indonesian as soon as the page does', async () => {
    const { comparison, quoted } = await renderComparison(clientOf(async () => quote(rate())));
    await quoted;
    comparison.parentElement?.setAttribute('lang', 'id');
    comparison.removeAttribute('lang');
    await Promise.resolve();
    await settled(comparison);
    expect(textOf(comparison)).to.include('Bayar di Tempat (COD)');
    expect(textOf(comparison)).to.include('2–3 hari');
    expect(textOf(one(comparison, '[part=price]'))).to.equal('Rp 15.000');
    comparison.parentElement?.removeAttribute('lang');
  });

  it('says the page’s own words instead of its own', async () => {
    const { comparison, quoted } = await renderComparison(clientOf(async () => quote(rate())));
    await quoted;
    comparison.words = { insurance: 'Keep it safe' };
    await settled(comparison);
    expect(textOf(one(comparison, '#insurance-label'))).to.equal('Keep it safe');
  });
});
