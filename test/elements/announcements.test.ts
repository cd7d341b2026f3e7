import { expect } from 'chai';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { all, next, one, requoted, settled, textOf } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';
import { renderHeldCheckout, renderQuotedCheckout } from '../support/held-checkout.ts';

const words = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

/** Returns what a screen reader says since the last call: changes of live regions, and the name of a place that gets focus. */
function listenTo(checkout: CheckoutElement): () => Promise<string[]> {
  const heard: string[] = [];
  for (const region of all(checkout, '[role=status], [role=alert], [aria-live]')) {
    let isWaiting = false;
    // A browser tells a screen reader once a frame. It says nothing of an emptied region.
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
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    const [place = null] = all(checkout, '[tabindex="-1"]:focus');
    if (place?.ariaLabel && place !== before) heard.push(`focus: ${words(place.ariaLabel)}`);
    before = place;
    return heard.splice(0);
  };
}

async function renderHeard() {
  const held = await renderQuotedCheckout();
  return { ...held, heard: listenTo(held.checkout) };
}

const mandatory = 'J&T Cargo always insures';

describe('the announcements of a checkout', () => {
  it('say nothing while the first rates are asked, and one sentence when they arrive', async () => {
    const { checkout, quoted } = await renderHeldCheckout();
    const heard = listenTo(checkout);
    expect(await heard()).to.deep.equal([]);
    await quoted();
    expect(await heard()).to.deep.equal(['5 delivery options found.']);
  });

  it('say at once what a switch adds, and that it is off', async () => {
    const { checkout, service, heard, watchRequote, press } = await renderHeard();
    service.rates = [{ ...rate(), insurance_fee: 750, price: 15_750 }];
    await watchRequote(() => void checkout.refresh(), heard);
    await press('#insurance');
    expect(await heard()).to.deep.equal(['Insurance adds at least Rp 750.']);
    await press('#insurance');
    expect(await heard()).to.deep.equal(['Without insurance.']);
    await press('input[value="jne/reg"]');
    await press('#insurance');
    expect(await heard()).to.deep.equal(['Insurance adds Rp 750.']);
  });

  it('leave a choice to the radio button, unless its insurance is locked', async () => {
    const { heard, press } = await renderHeard();
    await press('input[value="jne/reg"]');
    expect(await heard()).to.deep.equal([]);
    await press('input[value="jntcargo/reg"]');
    expect(await heard()).to.deep.equal([mandatory]);
    await press('#insurance');
    expect(await heard()).to.deep.equal([mandatory]);
  });

  it('say why an order was refused, and not the same price again', async () => {
    const { checkout, service, heard, press } = await renderHeard();
    await press('input[value="jne/reg"]');
    service.refusal = 40002028;
    await requoted(checkout, () => press('[part=button]'));
    expect(await heard()).to.deep.equal(['This courier doesn’t take COD at your address.']);
  });

  it('say what became of an order that was not sent, and not again while the screen says the same', async () => {
    const { checkout, service, heard, press } = await renderHeard();
    checkout.cashOnDeliveryAmount = 185_000;
    await press('input[value="jne/reg"]');
    const label = () => textOf(one(checkout, '[part=button]'));
    expect(label()).to.equal('Pay');
    service.broken = true;
    const failed = next(checkout, 'ship-error');
    await press('[part=button]');
    await failed;
    await settled(checkout);
    const sentence = 'The shipping service isn’t answering.';
    expect([await heard(), label()], 'it may be paid').to.deep.equal([[sentence], 'Try again']);
    dispatchEvent(new Event('online'));
    expect(await heard()).to.deep.equal([]);
  });

  it('say where nothing is delivered, and nothing of a choice that is gone with it', async () => {
    const { checkout, service, heard, watchRequote, press } = await renderHeard();
    await press('input[value="jne/reg"]');
    service.rates = [];
    await watchRequote(
      () => void checkout.refresh(),
      async () => {},
    );
    const sentence = 'No courier delivers to this address. Please check the postal code.';
    expect(await heard()).to.deep.equal([sentence]);
    expect(all(checkout, '.notice').map(textOf)).to.deep.equal([]);
  });

  it('take back that there is no connection once prices are asked again', async () => {
    const { checkout, service, heard, watchRequote } = await renderHeard();
    service.broken = true;
    const failed = next(checkout, 'ship-error');
    void checkout.refresh();
    await failed;
    await heard();
    service.broken = false;
    const region = one(checkout, '[role=status]');
    const [asking] = await watchRequote(
      () => dispatchEvent(new Event('online')),
      async () => {
        await settled(checkout);
        return textOf(region);
      },
    );
    expect(asking).to.equal('');
  });

  it('say one sentence for an order that has to wait, an order and a cancellation', async () => {
    const { checkout, hold, heard, press } = await renderHeard();
    await press('input[value="jne/reg"]');
    const answer = hold();
    void checkout.refresh();
    await settled(checkout);
    for (const time of ['once', 'again']) {
      await press('[part=button]');
      expect(await heard(), time).to.deep.equal(['Please wait until the prices are up to date.']);
    }
    await requoted(checkout, answer);
    await heard();
    const placed = next(checkout, 'ship-order-placed');
    await press('[part=button]');
    await placed;
    expect(await heard()).to.deep.equal(['focus: Order received.']);
    await press('summary');
    await press('[part=cancel]');
    expect(await heard()).to.deep.equal([]);
    const cancelled = next(checkout, 'ship-order-cancelled');
    await press('.confirm');
    await cancelled;
    expect(await heard()).to.deep.equal(['focus: Your order has been cancelled.']);
  });
});

describe('the status region of a checkout', () => {
  async function renderSpeaking() {
    const held = await renderQuotedCheckout();
    const said = async () => {
      await settled(held.checkout);
      return textOf(one(held.checkout, '[role=status]'));
    };
    return { ...held, said };
  }

  it('follows an order that a script places, from no answer to the cancellation', async () => {
    const { checkout, service, said } = await renderSpeaking();
    // Focus stays elsewhere: it would speak for itself.
    one(checkout, 'input[value="jne/reg"]').click();
    service.lost = true;
    const unconfirmed = next(checkout, 'ship-order-unconfirmed');
    void checkout.placeOrder();
    await unconfirmed;
    expect(await said()).to.include('We are still waiting for the courier’s answer.');
    service.lost = false;
    const placed = next(checkout, 'ship-order-placed');
    void checkout.placeOrder();
    await placed;
    expect(await said()).to.include('Order received.');
    const cancelled = next(checkout, 'ship-order-cancelled');
    void checkout.cancelOrder();
    await cancelled;
    expect(await said()).to.equal('Your order has been cancelled.');
  });

  it('takes a sentence back when it is no longer true', async () => {
    const { checkout, hold, press, said } = await renderSpeaking();
    const shipTo = (destination_postal_code?: number) => {
      checkout.shipment = { ...shipment, destination_postal_code };
    };
    await press('input[value="jne/reg"]');
    await requoted(checkout, () => shipTo(60111));
    expect(await said()).to.equal('JNE Reguler: Rp 15,000');
    const answer = hold();
    shipTo(70111);
    expect(await said()).to.equal('');
    shipTo(undefined);
    expect(await said()).to.equal('Enter your district or postal code to see delivery options.');
    answer();
  });
});
