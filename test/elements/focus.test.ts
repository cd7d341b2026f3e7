import { expect } from 'chai';
import { all, next, one, requoted, settled, textOf } from '../support/elements.ts';
import { shipment } from '../support/fixtures.ts';
import { renderPlacedCheckout, renderQuotedCheckout } from '../support/held-checkout.ts';
import { fiveRates } from '../support/rates.ts';

/** The focused control, through shadow roots, once the checkout has rendered. */
async function focused(): Promise<string> {
  await new Promise(requestAnimationFrame);
  let element = document.activeElement;
  const place = element?.localName === 'ship-checkout' ? '' : 'outside: ';
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const { value = '' } = (element ?? {}) as HTMLInputElement;
  const kind = element?.className.replace('more', '');
  const name = value || kind || element?.getAttribute('part') || element?.textContent?.trim();
  return `${place}${element?.localName} ${name?.trim()}`;
}

/** A checkout with `jne/reg` chosen and focused. */
async function renderFocused() {
  const held = await renderQuotedCheckout();
  await held.press('input[value="jne/reg"]');
  return held;
}

describe('focus in a checkout', () => {
  it('stays on a switch and on a courier', async () => {
    const { checkout, press, watchRequote } = await renderFocused();
    await press('#insurance');
    expect(await focused()).to.equal('input on');
    await press('input[value=jne]');
    const insure = () => Object.assign(checkout, { insuranceAmount: 1_000 });
    expect(await watchRequote(insure, focused)).to.deep.equal(['input jne', 'input jne']);
  });

  it('stays on its row when the rates of another address are in another order', async () => {
    const { checkout, service, watchRequote } = await renderFocused();
    service.rates = fiveRates.map((rate, index) => ({ ...rate, price: 10_000 + index, shipping_fee: 10_000 + index }));
    const shipElsewhere = () => Object.assign(checkout, { shipment: { ...shipment, destination_postal_code: 60111 } });
    expect(await watchRequote(shipElsewhere, focused)).to.deep.equal(['input jne/reg', 'input jne/reg']);
  });

  it('moves to the list when the focused row is no longer quoted', async () => {
    const { checkout, service, watchRequote } = await renderFocused();
    service.rates = fiveRates.slice(1);
    const refresh = () => void checkout.refresh();
    expect(await watchRequote(refresh, focused)).to.deep.equal(['input jne/reg', 'div rows ready']);
  });

  it('stays on a row when asking fails, and moves to the list from a switch or from “Try again”', async () => {
    const { checkout, service, press, watchRequote } = await renderFocused();
    const fail = async () => {
      service.broken = true;
      const failed = next(checkout, 'ship-error');
      void checkout.refresh();
      await failed;
      service.broken = false;
      return focused();
    };
    expect(await fail()).to.equal('input jne/reg');
    expect((await watchRequote(() => void press('.problem button'), focused)).at(-1)).to.equal('div rows ready');
    await press('#insurance');
    expect(await fail()).to.equal('div rows error');
  });

  it('moves to the receipt, to the question why to cancel, back to its button, and to the cancellation', async () => {
    const { checkout, press } = await renderPlacedCheckout();
    expect(await focused()).to.equal('div outcome');
    await press('summary');
    await press('[part=cancel]');
    expect(await focused()).to.equal('select change_courier');
    await press('[part=cancel]');
    expect(await focused()).to.equal('button cancel');
    await press('[part=cancel]');
    await press('.confirm + button');
    expect(await focused(), 'the shopper keeps the order').to.equal('button cancel');
    expect(checkout.status).to.equal('placed');
    await press('[part=cancel]');
    const cancelled = next(checkout, 'ship-order-cancelled');
    await press('.confirm');
    await cancelled;
    expect(await focused()).to.equal('div outcome');
  });

  for (const selector of ['[part=cancel]', 'select', '.confirm'])
    it(`stays on ${selector} while the page cancels`, async () => {
      const { checkout, service, press } = await renderPlacedCheckout();
      await press('summary');
      await press('[part=cancel]');
      one<HTMLElement>(checkout, selector).focus();
      const before = await focused();
      service.refusal = 40000001;
      const failed = next(checkout, 'ship-error');
      void checkout.cancelOrder();
      expect(await focused(), 'while it cancels').to.equal(before);
      await failed;
      expect(await focused(), 'after it has failed').to.equal(before);
    });

  it('moves to the list from the page’s own words for a failure, when they go', async () => {
    const { checkout, service, watchRequote } = await renderQuotedCheckout();
    const failed = async () => {
      service.broken = true;
      const error = next(checkout, 'ship-error');
      void checkout.refresh();
      await error;
      service.broken = false;
    };
    const words = document.createElement('p');
    words.slot = 'error';
    words.innerHTML = '<button>Ask us</button>';
    checkout.append(words);
    await failed();
    await new Promise(requestAnimationFrame);
    words.querySelector('button')?.focus();
    expect(await focused()).to.match(/^outside: button/);
    expect((await watchRequote(() => void checkout.refresh(), focused)).at(-1)).to.equal('div rows ready');
  });

  it('moves to the order button when placeOrder() is called from a row, and to the receipt', async () => {
    const { checkout } = await renderFocused();
    const whileAsked = new Promise<string>((resolve) => {
      checkout.addEventListener('ship-order-submit', (event) => {
        const found = new Promise(requestAnimationFrame).then(focused);
        event.waitUntil(found);
        resolve(found);
      });
    });
    await checkout.placeOrder();
    expect(await whileAsked).to.match(/^button primary/);
    expect(await focused()).to.equal('div outcome');
  });

  it('stays on the order button when an order has to wait, and when it gets no answer', async () => {
    const { checkout, service, hold, press } = await renderQuotedCheckout();
    await press('input[value="jne/reg"]');
    const answer = hold();
    void checkout.refresh();
    await settled(checkout);
    await press('[part=button]');
    expect(await focused()).to.equal('button primary');
    await requoted(checkout, answer);
    service.lost = true;
    const unconfirmed = next(checkout, 'ship-order-unconfirmed');
    await press('[part=button]');
    await unconfirmed;
    expect(await focused()).to.equal('button primary');
  });

  it('is not lost when the page takes the choice back, and the order button goes', async () => {
    const { checkout, press } = await renderQuotedCheckout();
    await press('input[value="jne/reg"]');
    one<HTMLElement>(checkout, '[part=button]').focus();
    checkout.value = '';
    expect(await focused()).to.equal('input anteraja/reg');
  });

  it('moves to the sentence that the courier takes no COD, or to the rates if it is gone, which is announced', async () => {
    const { checkout, service, press } = await renderQuotedCheckout();
    const orderBy = async (key: string) => {
      await press(`input[value="${key}"]`);
      one<HTMLElement>(checkout, '[part=button]').focus();
      await press('[part=button]');
      while (all(checkout, '[part=button]').length) await new Promise(requestAnimationFrame);
      return [await focused(), textOf(one(checkout, '[role=status]'))];
    };
    service.rates = fiveRates.filter(({ courier_code }) => courier_code !== 'jne');
    const gone = 'JNE Reguler is no longer available for this delivery.';
    expect(await orderBy('jne/reg')).to.deep.equal(['input anteraja/reg', gone]);
    checkout.cashOnDeliveryAmount = 150_000;
    await requoted(checkout, () => Object.assign(checkout, { cashOnDelivery: true }));
    service.refusal = 40002028;
    expect(await orderBy('anteraja/reg')).to.deep.equal(['p lack', '']);
    expect(textOf(one(checkout, '.lack'))).to.equal('Anteraja Reguler doesn’t take COD.');
  });

  for (const where of ['checkout', 'fieldset around it'])
    for (const event of ['ship-order-submit', 'ship-order-placed', 'ship-order-unconfirmed'] as const)
      it(`moves to the outcome once, when a listener of ${event} disables the ${where}`, async () => {
        const { checkout, service, press } = await renderQuotedCheckout();
        const fieldset = document.createElement('fieldset');
        checkout.replaceWith(fieldset);
        fieldset.append(checkout);
        await press('input[value="jne/reg"]');
        service.lost = event === 'ship-order-unconfirmed';
        const ended = Promise.race([next(checkout, 'ship-order-placed'), next(checkout, 'ship-order-unconfirmed')]);
        checkout.addEventListener(event, () => {
          (where === 'checkout' ? checkout : fieldset).disabled = true;
        });
        await press('[part=button]');
        await ended;
        expect(await focused()).to.equal('div outcome');
        if (checkout.status !== 'placed') return;
        // A control of the receipt keeps the focus that it is given.
        one(checkout, 'summary').focus();
        checkout.requestUpdate();
        expect(await focused()).to.equal('summary Order details');
      });
});
