import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, ParcelsElement, RateComparisonElement } from '../../src/elements/index.ts';
import '../../src/elements/parcels/parcels-element.ts';
import { domCheckout, type SandboxOptions, sandboxClient } from '../../src/testing/index.ts';
import { render } from '../support/elements.ts';
import { contacts, item, shipment } from '../support/fixtures.ts';

/** A shop's page with a checkout over a sandbox, and the kit that drives it. */
async function renderShop(options: SandboxOptions = {}) {
  const shop = await render<HTMLElement>(html`<main>
    <ship-checkout
      lang="en"
      order-mode="order"
      switches="insurance, cash-on-delivery"
      .client=${sandboxClient(options)}
      .shipment=${shipment}
      .contacts=${contacts}
    ></ship-checkout>
  </main>`);
  return {
    kit: domCheckout(shop, { timeout: 5_000 }),
    checkout: shop.querySelector('ship-checkout') as CheckoutElement,
  };
}

describe('the test kit', () => {
  it('chooses a rate that is folded, switches both extras, and reads the bill', async () => {
    const { kit, checkout } = await renderShop();
    const last = (await kit.rates()).findLast(({ service }) => service.startsWith('tiki/'))?.service ?? '';
    await kit.choose(last);
    expect([await kit.chosen(), checkout.value]).to.deep.equal([last, last]);
    const plain = await kit.sums();
    await kit.choose('jne/reg');
    await kit.switch('insurance', true);
    await kit.switch('cash-on-delivery', true);
    const sums = await kit.sums();
    expect(sums?.total).to.equal(checkout.rate?.price).and.not.equal(plain?.total);
    expect(sums?.parts).to.have.keys('shipping', 'insurance', 'cash-on-delivery');
    expect(Object.values(sums?.parts ?? {}).reduce((sum, part) => sum + part)).to.equal(sums?.total);
    await kit.switch('cash-on-delivery', false);
    expect((await kit.sums())?.parts).to.have.keys('shipping', 'insurance');
  });

  it('orders, finds the order whose answer was lost, and cancels it', async () => {
    const { kit, checkout } = await renderShop({ scenario: 'lost-answer' });
    const placed = new Promise((resolve) => checkout.addEventListener('ship-order-placed', resolve, { once: true }));
    const unconfirmed = new Promise((resolve) => checkout.addEventListener('ship-order-unconfirmed', resolve));
    await kit.choose('jne/reg');
    await kit.order();
    await unconfirmed;
    expect(await kit.status()).to.equal('unconfirmed');
    await kit.order();
    await placed;
    await kit.cancel();
    expect(await kit.text()).to.include('cancelled');
  });

  it('says which rates there are, why a switch is locked, and what it waited for', async () => {
    const { kit, checkout } = await renderShop();
    const problemOf = (step: Promise<unknown>) => step.then(String, String);
    expect(await problemOf(kit.choose('jne/nothing'))).to.match(/no rate jne\/nothing: .*jne\/reg/);
    await kit.choose('jntcargo/ft');
    expect(await problemOf(kit.switch('insurance', false))).to.include('locked');
    await kit.switch('cash-on-delivery', true);
    expect(await problemOf(kit.choose('jntcargo/ft'))).to.include(
      'jntcargo/ft cannot be chosen while cash on delivery',
    );
    await kit.switch('cash-on-delivery', false);
    const hurried = domCheckout(checkout, { timeout: 50 });
    expect(await problemOf(hurried.cancel())).to.match(/a placed order. The status is \w+, and the element says: \w/);
  });

  it('drives the list of one parcel, and says so to whoever hands over all of them', async () => {
    const page = await render<HTMLElement>(html`<main>
      <ship-parcels
        lang="en"
        switches="insurance"
        .client=${sandboxClient()}
        .parcels=${['Rumah Teduh', 'Kopi Senja'].map((name) => ({ name, shipment }))}
      ></ship-parcels>
    </main>`);
    const parcels = page.querySelector('ship-parcels') as ParcelsElement;
    for (const whole of [page, parcels])
      expect(await domCheckout(whole).choose('jne/reg').catch(String)).to.include('take the list of one parcel');
    await parcels.updateComplete;
    const [first, second] = parcels.shadowRoot?.querySelectorAll<RateComparisonElement>('ship-rate-comparison') ?? [];
    await domCheckout(second as Element).choose('jne/reg');
    expect([first?.value, second?.value]).to.deep.equal([null, 'jne/reg']);
    const refused = domCheckout(second as Element).switch('insurance', true);
    expect(await refused.catch(String)).to.include('share one switch: set parcels.insurance');
    expect([parcels.insurance, second?.insurance]).to.deep.equal([false, false]);
  });

  it('says that the timers of a test are fake, while nobody advances them', async () => {
    const { kit, checkout } = await renderShop();
    await kit.settled();
    const { setTimeout } = globalThis;
    globalThis.setTimeout = Object.assign(() => 0, setTimeout) as unknown as typeof setTimeout;
    try {
      checkout.shipment = { ...shipment, items: [{ ...item, quantity: 7 }] };
      const problem = await domCheckout(checkout, { timeout: 50 }).choose('jne/reg').then(String, String);
      expect(problem).to.match(/Waited in vain for prices. The timers of this test are fake: advance them/);
    } finally {
      globalThis.setTimeout = setTimeout;
    }
  });
});
