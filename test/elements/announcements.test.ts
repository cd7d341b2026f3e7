import { expect } from 'chai';
import { html } from 'lit';
import type { RatesRequest } from '../../src/contract/index.ts';
import type { CheckoutElement, OrderButtonElement } from '../../src/elements/index.ts';
import { all, clientOf, next, one, render } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { renderHeldCheckout } from '../support/held-checkout.ts';

const words = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

/** Until whatever a change leads to has been said. */
const settled = async () => {
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
};

/** What a screen reader says by itself: each change of a live region, and the name of the place that focus has come to. */
function listenTo(checkout: CheckoutElement): () => Promise<string[]> {
  const heard: string[] = [];
  for (const region of all(checkout, '[role=status], [role=alert], [aria-live]')) {
    let isWaiting = false;
    // A browser tells a screen reader once a frame. A region that is emptied says nothing.
    const tell = () => {
      isWaiting = false;
      heard.push(...[words(region.textContent)].filter(Boolean));
    };
    const observer = new MutationObserver(() => {
      if (!isWaiting) requestAnimationFrame(tell);
      isWaiting = true;
    });
    observer.observe(region, { subtree: true, childList: true, characterData: true });
  }
  let before: Element | null | undefined;
  return async () => {
    await settled();
    const [place = null] = all(checkout, '[tabindex="-1"]:focus');
    if (place?.ariaLabel && place !== before) heard.push(`focus: ${words(place.ariaLabel)}`);
    before = place;
    return heard.splice(0);
  };
}

async function renderHeard() {
  const held = await renderHeldCheckout();
  const heard = listenTo(held.checkout);
  /** What is said while rates are on their way, and once they are there. */
  const requoted = async (act: () => void) => {
    const letGo = held.hold();
    act();
    const loading = await heard();
    const quoted = next(held.checkout, 'ship-quote');
    letGo();
    await quoted;
    return [loading, await heard()];
  };
  return { ...held, heard, requoted };
}

/** With rates, and what was said of them heard. */
async function renderQuoted() {
  const rendered = await renderHeard();
  const quoted = next(rendered.checkout, 'ship-quote');
  rendered.letGo();
  await quoted;
  await rendered.heard();
  return rendered;
}

describe('the announcements of a checkout', () => {
  it('are none while the first rates are asked, and one sentence once they are there', async () => {
    const { checkout, heard, letGo } = await renderHeard();
    expect(await heard()).to.deep.equal([]);
    const quoted = next(checkout, 'ship-quote');
    letGo();
    await quoted;
    expect(await heard()).to.deep.equal(['5 delivery options found.']);
  });

  it('say at once what a switch adds, in one sentence', async () => {
    const { checkout, service, heard, requoted, click } = await renderQuoted();
    service.rates = [{ ...rate(), insurance_fee: 750, price: 15_750 }];
    await requoted(() => void checkout.refresh());
    click('#insurance');
    expect(await heard()).to.deep.equal(['Insurance adds at least Rp 750.']);
    click('input[value="jne/reg"]');
    await heard();
    click('#insurance');
    expect(await heard()).to.deep.equal(['Without insurance.']);
  });

  it('say that a switch has cost the choice, and not what the switch adds', async () => {
    const bare = { shipping_fee: undefined, insurance_fee: undefined };
    const [jne, sicepat] = [rate(bare), rate({ ...bare, courier_code: 'sicepat', courier_name: 'SiCepat' })];
    const client = clientOf(async (request) => {
      const { courier_insurance: insured }: RatesRequest = await request.json();
      return json({ success: true, pricing: insured ? [jne, sicepat] : [sicepat] });
    });
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout lang="en" couriers="jne,sicepat" insured value="jne/reg" .shipment=${shipment} .client=${client}></ship-checkout>
    `);
    await next(checkout, 'ship-quote');
    await settled();
    const heard = listenTo(checkout);
    one(checkout, '#insurance').click();
    await next(checkout, 'ship-rate-change');
    expect(await heard()).to.deep.equal([
      'JNE Reguler is no longer available for this delivery. Please choose another option.',
    ]);
  });

  it('leave a choice to the radio button, unless its insurance is locked', async () => {
    const { heard, click } = await renderQuoted();
    click('input[value="jne/reg"]');
    expect(await heard()).to.deep.equal([]);
    click('input[value="jntcargo/reg"]');
    expect(await heard()).to.deep.equal([
      'J&T Cargo always insures the goods: Rp 5,000 for the declared value of Rp 150,000.',
    ]);
    click('#insurance');
    expect(await heard()).to.deep.equal([
      'J&T Cargo always insures the goods: Rp 5,000 for the declared value of Rp 150,000.',
    ]);
  });

  it('say why an order was refused, and not the same price again', async () => {
    const { checkout, service, heard, hold, requoted, click } = await renderQuoted();
    click('input[value="jne/reg"]');
    await heard();
    service.refusal = 40002028;
    one(checkout, '[part=button]').focus();
    let letGo = () => {};
    const refused = new Promise((resolve) =>
      checkout.addEventListener('ship-error', (event) => {
        letGo = hold();
        resolve(event);
      }),
    );
    click('[part=button]');
    await refused;
    expect(await heard()).to.deep.equal([
      'Cash on delivery isn’t possible here. Please choose another option, or pay now.',
    ]);
    const quoted = next(checkout, 'ship-quote');
    letGo();
    await quoted;
    expect(await heard()).to.deep.equal([]);
    expect(await requoted(() => void checkout.refresh())).to.deep.equal([[], []]);
  });

  it('are one sentence for an order, a cancellation and an order that has to wait', async () => {
    const { checkout, heard, click } = await renderQuoted();
    const order = one(checkout, '[part=button]');
    order.focus();
    order.click();
    expect(await heard()).to.deep.equal(['Choose a delivery option.']);
    order.click();
    expect(await heard(), 'the same again').to.deep.equal(['Choose a delivery option.']);
    click('input[value="jne/reg"]');
    await heard();
    const placed = next(checkout, 'ship-order-placed');
    order.focus();
    order.click();
    await placed;
    const { reference } = one<OrderButtonElement>(checkout, 'ship-order-button').placed ?? {};
    expect(await heard()).to.deep.equal([`focus: Your delivery is confirmed. Reference: ${reference}`]);
    one(checkout, '[part=cancel]').focus();
    click('[part=cancel]');
    expect(await heard()).to.deep.equal([]);
    const cancelled = next(checkout, 'ship-order-cancelled');
    one(checkout, '.confirm').focus();
    click('.confirm');
    await cancelled;
    expect(await heard()).to.deep.equal(['focus: Your order has been cancelled.']);
  });
});
