import { expect } from 'chai';
import type { Rate } from '../../../src/contract/index.ts';
import type { CheckoutElement } from '../../../src/elements/index.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { all, next, one, settled, textOf } from '../../support/elements.ts';
import { contacts, json, rate } from '../../support/fixtures.ts';
import { shop } from '../../support/shop.ts';
import { leavePage, reaches, renderCheckout } from './rendered.ts';

const frame = () => new Promise(requestAnimationFrame);

/** The focused element, through shadow roots. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** The facts of the receipt by their labels. */
const factsOf = (element: Element) =>
  Object.fromEntries(all(element, '.placed dl div').map((fact) => [...fact.children].map(textOf)));

interface Setting {
  withExtras?: boolean;
  answer?: object;
  prepare?: (checkout: CheckoutElement) => unknown;
  rates?: Rate[];
}

/** Orders with focus on the button, as with the keyboard. */
async function renderPlaced({ withExtras = false, answer = {}, prepare = () => {}, rates = [rate()] }: Setting = {}) {
  const service = shop(...rates);
  const placed = {
    success: true,
    object: 'order',
    id: 'order-1',
    status: 'confirmed',
    courier: { waybill_id: '0112' },
  };
  const answerWith = (body: object) => {
    service.answers.orders = () => json(body);
  };
  answerWith({ ...placed, ...answer });
  const rendered = await renderCheckout(service.client, { withExtras });
  const { checkout, click } = rendered;
  await prepare(checkout);
  await settled(checkout);
  one(checkout, '[part=button]').focus();
  const clicked = performance.now();
  click();
  await next(checkout, 'ship-order-placed');
  await settled(checkout);
  const cancel = async () => {
    answerWith({ success: true, id: 'order-1', status: 'cancelled' });
    await checkout.cancelOrder();
    answerWith(placed);
    await settled(checkout);
  };
  return { ...rendered, clicked, cancel };
}

describe('the receipt of an order', () => {
  it('replaces the rates, and the form still submits the choice', async () => {
    const { checkout, entries } = await renderPlaced({
      prepare: (checkout) =>
        checkout.append(Object.assign(document.createElement('p'), { slot: 'placed', textContent: 'Thank you!' })),
    });
    await expectAccessible(checkout);
    expect(one(checkout, 'ship-rate-comparison').checkVisibility()).to.equal(false);
    expect(checkout.querySelector('p')?.checkVisibility(), 'the slot of the page').to.equal(true);
    expect(all(checkout, '[part=button]').length).to.equal(0);
    expect([entries(), checkout.checkValidity()]).to.deep.equal([{ shipping: 'jne/reg' }, true]);
  });

  it('opens with the arrival, price, courier and waybill. Numbers of the shop are folded, and cancelling too', async () => {
    const { checkout } = await renderPlaced();
    expect(textOf(one(checkout, '[part=receipt] h3'))).to.equal('Delivery booked.');
    expect(textOf(one(checkout, '.eta'))).to.equal('Estimated arrival 2–3 days');
    expect(factsOf(checkout)).to.deep.equal({
      'Delivery total': 'Rp 15,000',
      Courier: 'JNE Reguler',
      Insurance: 'Not insured',
      Reference: `${one(checkout, '#reference-label + dd code').textContent} Copy`,
      'Order number': 'order-1 Copy',
      'Tracking number': '0112 Copy',
    });
    const visible = all(checkout, '[part=receipt] :is(dt, button, summary)').filter((part) => part.checkVisibility());
    expect(visible.map(textOf)).to.deep.equal([
      'Delivery total',
      'Courier',
      'Tracking number',
      'Copy',
      'Order details',
    ]);
    expect(one(checkout, 'details [part=cancel]').checkVisibility()).to.equal(false);
  });

  it('says the arrival and the extras of the order, and when its tracking number comes', async () => {
    const { checkout } = await renderPlaced({
      withExtras: true,
      answer: { courier: {} },
      prepare: (checkout) => Object.assign(checkout, { readyAt: new Date(2036, 10, 24, 9) }),
    });
    Object.assign(checkout, { readyAt: new Date(2037, 0, 1, 9), insurance: false });
    await settled(checkout);
    expect(textOf(one(checkout, '.eta'))).to.equal('Estimated arrival Wed 26 – Thu 27 Nov 2036');
    expect(factsOf(checkout)).to.include({
      Shipping: 'Rp 15,000',
      'Pay at the door': 'Rp 165,000',
      Insurance: 'Covered up to Rp 150,000',
      'Tracking number': 'Follows once the parcel is processed',
    });
    expect(all(checkout, '#copy-waybill').length).to.equal(0);
  });

  for (const [lang, bill] of [
    ['en', { Goods: 'Rp 150,000', Shipping: 'Rp 15,000', Insurance: 'Rp 750', 'Cash on delivery': 'Rp 4,000' }],
    ['id', { Barang: 'Rp150.000', 'Ongkos kirim': 'Rp15.000', Asuransi: 'Rp750', 'Bayar di Tempat': 'Rp4.000' }],
  ] as const)
    it(`splits the sum as the bill of the choice does, by the same names, in ${lang}`, async () => {
      const fees = { insurance_fee: 750, cash_on_delivery_fee: 4_000, price: 19_750 };
      const read = {} as Record<string, string>;
      const { checkout } = await renderPlaced({
        withExtras: true,
        rates: [rate(fees)],
        prepare: async (checkout) => {
          Object.assign(checkout, { lang, cashOnDeliveryAmount: 150_000 });
          await settled(checkout);
          for (const line of all(checkout, '.bill .line'))
            read[textOf(line.querySelector('.label') as Element)] = textOf(line.querySelector('.fee') as Element);
        },
      });
      const plain = Object.fromEntries(Object.entries(read).map(([label, amount]) => [label, amount.replace('+', '')]));
      expect(plain).to.deep.equal(bill);
      expect(factsOf(checkout)).to.include(bill);
    });

  for (const [method, steps] of [
    ['pickup', 'Confirmed Picked up On its way Delivered'],
    ['drop_off', 'Confirmed Handed over On its way Delivered'],
  ] as const)
    it(`says who brings the parcel to the courier after ${method}`, async () => {
      const { checkout } = await renderPlaced({
        prepare: (checkout) => {
          checkout.contacts = { ...contacts, origin_collection_method: method };
        },
      });
      expect(textOf(one(checkout, '.steps'))).to.equal(steps);
    });

  it('does nothing at a tap within a second on what has come under the finger', async () => {
    const { checkout, clicked } = await renderPlaced({
      answer: { track: 'aaaa.bbbb.cccc' },
      prepare: (checkout) => Object.assign(checkout, { trackingPage: '#lacak' }),
    });
    const shown = performance.now();
    /** A tap so many milliseconds later. @returns whether the browser does what the control is for */
    const tap = (selector: string, after: number, since = shown, detail = 1) => {
      const event = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail });
      Object.defineProperty(event, 'timeStamp', { value: since + after });
      return one(checkout, selector).dispatchEvent(event);
    };
    const controls = ['[part=track]', '#copy-waybill', 'summary', '[part=cancel]'];
    for (const after of [150, 400, 700, 999])
      expect(
        controls.map((control) => tap(control, after, clicked)),
        `${after} ms after the click`,
      ).to.deep.equal(controls.map(() => false));
    await settled(checkout);
    expect([all(checkout, '.why').length, one<HTMLDetailsElement>(checkout, 'details').open]).to.deep.equal([0, false]);
    expect(tap('summary', 1_001)).to.equal(true);
    expect(one<HTMLDetailsElement>(checkout, 'details').open).to.equal(true);
    expect(tap('[part=cancel]', 1_001)).to.equal(true);
    await settled(checkout);
    expect(tap('.confirm', 999), 'the question has just come under the finger').to.equal(false);
    expect(tap('summary', 0, shown, 0), 'a key').to.equal(true);
  });

  it('says both prices if the courier charges another one', async () => {
    const { checkout } = await renderPlaced({ answer: { price: 16_100 } });
    expect(factsOf(checkout)).to.include({ 'Delivery total': 'Rp 16,100' });
    expect(textOf(one(checkout, '.placed'))).to.include(
      'The courier charges Rp 16,100. The price shown was Rp 15,000.',
    );
  });

  it('gives way to the rates after a cancellation. The bar says the price of ordering again', async () => {
    const { checkout, cancel } = await renderPlaced();
    await cancel();
    expect(textOf(one(checkout, '[part=status]'))).to.match(/^Your order has been cancelled. JNE Reguler$/);
    expect(textOf(one(checkout, '.bar'))).to.equal('Delivery total Rp 15,000 Order again');
    expect(one(checkout, 'ship-rate-comparison').checkVisibility()).to.equal(true);
    await expectAccessible(checkout);
  });

  it('takes focus from a control that it replaces, and not from the page', async () => {
    const { checkout, form, cancel } = await renderPlaced();
    const placeAgain = async (control: HTMLElement) => {
      await cancel();
      control.focus();
      await checkout.placeOrder();
      await settled(checkout);
      await frame();
      return focused();
    };
    expect((await placeAgain(one(checkout, 'input[type=radio]')))?.part.value).to.equal('status');
    const button = form.appendChild(document.createElement('button'));
    expect((await placeAgain(button)) === button).to.equal(true);
  });

  it('leaves the rates in place if the same goods were ordered before a reload', async () => {
    const { page, orders } = shop(rate());
    const first = await renderCheckout(page());
    first.click();
    await next(first.checkout, 'ship-order-placed');
    await leavePage();
    const { checkout, click } = await renderCheckout(page());
    click();
    await reaches(checkout, 'placed');
    expect(orders).to.have.length(1);
    expect(textOf(one(checkout, '.headline'))).to.equal(
      'You have already ordered this. Nothing was ordered a second time.',
    );
    expect(textOf(one(checkout, '[role=status]'))).to.include('already ordered');
    expect(one(checkout, 'ship-rate-comparison').checkVisibility()).to.equal(true);
    expect(textOf(one(checkout, '.bar'))).to.equal('Delivery total Rp 15,000 Order again');
  });
});

describe('the link of a receipt to the tracking page', () => {
  const track = 'aaaa.bbbb.cccc';
  const links = (element: Element) => all(element, '[part=track]').map((link) => link.getAttribute('href'));
  const onPage = (checkout: CheckoutElement) => Object.assign(checkout, { trackingPage: '/lacak' });

  it('has the token of the order as its fragment. The token is no part of an event', async () => {
    const events: Event[] = [];
    const { checkout } = await renderPlaced({
      answer: { track },
      prepare: (checkout) => {
        onPage(checkout);
        checkout.addEventListener('ship-order-placed', (event) => events.push(event));
      },
    });
    expect(links(checkout)).to.deep.equal([`/lacak#t=${track}`]);
    expect(textOf(one(checkout, '[part=track]'))).to.equal('Track parcel');
    expect(checkout.track).to.equal(track);
    expect(events).to.have.lengthOf(1);
    expect(JSON.stringify({ ...events[0] })).to.not.include(track);
    expect(checkout.outerHTML).to.not.include(track);
    await expectAccessible(checkout);
  });

  it('leads to the page that the shop names, and to no script', async () => {
    const { checkout } = await renderPlaced({ answer: { track } });
    for (const [page, href] of [
      ['/lacak#', `/lacak#t=${track}`],
      ['/lacak?lang=id#status', `/lacak?lang=id#t=${track}`],
      ['https://toko.test/lacak#/a#b', `https://toko.test/lacak#t=${track}`],
      ['#lacak', `#t=${track}`],
      ['javascript:alert(1)', undefined],
      [' Java\nScript:alert(1)//', undefined],
      ['data:text/html,x', undefined],
      ['https://', undefined],
      [null, undefined],
    ]) {
      Object.assign(checkout, { trackingPage: page });
      await settled(checkout);
      expect(links(checkout), `${page}`).to.deep.equal(href ? [href] : []);
      expect(textOf(one(checkout, '[part=receipt]'))).to.include('Delivery total');
    }
  });

  it('is not there without a token', async () => {
    const { checkout } = await renderPlaced({ prepare: onPage });
    expect([links(checkout), checkout.track]).to.deep.equal([[], undefined]);
  });

  it('goes with its token when the next order starts', async () => {
    const { checkout } = await renderPlaced({ answer: { track }, prepare: onPage });
    checkout.reset();
    await settled(checkout);
    expect([links(checkout), checkout.track]).to.deep.equal([[], undefined]);
  });

  it('is not kept over a reload', async () => {
    const service = shop(rate());
    service.answers.orders = () => json({ success: true, object: 'order', id: 'order-1', status: 'confirmed', track });
    const first = await renderCheckout(service.page());
    first.click();
    await next(first.checkout, 'ship-order-placed');
    expect(first.checkout.track).to.equal(track);
    await leavePage();
    expect(JSON.stringify({ ...sessionStorage })).to.not.include(track);
    const { checkout, click } = await renderCheckout(service.page());
    onPage(checkout);
    click();
    await reaches(checkout, 'placed');
    expect([links(checkout), checkout.track]).to.deep.equal([[], undefined]);
  });
});

describe('the numbers of a receipt', () => {
  const copyWith = async (writeText: ((text: string) => Promise<void>) | undefined) => {
    const { checkout } = await renderPlaced();
    const given = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: writeText && { writeText } });
    one(checkout, '#copy-waybill').focus();
    one(checkout, '#copy-waybill').click();
    for (let frames = 0; frames < 3; frames += 1) await frame();
    if (given) Object.defineProperty(navigator, 'clipboard', given);
    else Reflect.deleteProperty(navigator, 'clipboard');
    return checkout;
  };

  it('are copied by a click, on screen and for screen readers', async () => {
    const copied: string[] = [];
    const checkout = await copyWith(async (text) => void copied.push(text));
    expect(copied).to.deep.equal(['0112']);
    expect([one(checkout, '#copy-waybill'), one(checkout, '#copy-id')].map(textOf)).to.deep.equal(['Copied', 'Copy']);
    expect(textOf(one(checkout, '[role=status]'))).to.equal('Copied');
    const labels = one(checkout, '#copy-id').getAttribute('aria-labelledby')?.split(' ') ?? [];
    expect(labels.map((id) => textOf(one(checkout, `#${id}`))).join(' ')).to.equal('Copy Order number');
  });

  it('can be copied by hand if the page has no clipboard: screen and screen reader say how. Focus stays', async () => {
    const checkout = await copyWith(undefined);
    const how = 'Press and hold the number to copy it.';
    expect(textOf(one(checkout, '[role=status]'))).to.equal(how);
    expect(all(checkout, '.number').map((number) => textOf(number).includes(how))).to.deep.equal([true, false, false]);
    expect([one(checkout, '#copy-waybill'), one(checkout, '#copy-id')].map(textOf)).to.deep.equal(['Copy', 'Copy']);
    expect(focused()?.id).to.equal('copy-waybill');
  });
});
