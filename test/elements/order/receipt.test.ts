import { expect } from 'chai';
import { html } from 'lit';
import type { ShippingClient } from '../../../src/client/index.ts';
import type { Rate } from '../../../src/contract/index.ts';
import type { CheckoutElement, OrderBody } from '../../../src/elements/index.ts';
import { momentText } from '../../../src/elements/words/arrival-text.ts';
import { readersZone } from '../../../src/quote/index.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { all, next, one, render, settled, textOf } from '../../support/elements.ts';
import { contacts, json, rate, shipment } from '../../support/fixtures.ts';
import { shop } from '../../support/shop.ts';
import { leavePage, reaches, renderButton, renderCheckout } from './rendered.ts';

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

describe('a sentence that sends the shopper elsewhere', () => {
  const links = { contactUrl: 'https://wa.me/6281', addressUrl: '#street' };
  const linksOf = (checkout: CheckoutElement) =>
    all(checkout, '.message a').map((link) => `${textOf(link)} ${link.getAttribute('href')}`);
  const refusal = (error: string, code?: number) => json({ success: false, error, code }, { status: 400 });

  it('links to the shop or to the address, whether rates or the order are refused', async () => {
    const service = shop(rate());
    const { checkout, click } = await renderCheckout(service.client);
    Object.assign(checkout, links);
    service.answers.orders = () => refusal('unknown place', 40002020);
    click();
    await reaches(checkout, 'refused');
    expect(linksOf(checkout)).to.deep.equal(['Change the address #street']);
    for (const [answer, expected] of [
      [refusal('No sufficient balance to call rates API'), ['contact the shop https://wa.me/6281']],
      [refusal('unknown place', 40001001), ['Change the address #street']],
      [json({ success: true, pricing: [] }), ['Change the address #street']],
    ] as const) {
      service.answers.rates = () => answer.clone();
      const again = await renderCheckoutWithout(service);
      expect(linksOf(again)).to.deep.equal(expected);
    }
  });

  it('has no link where the page has no address of the shop', async () => {
    const service = shop(rate());
    service.answers.rates = () => refusal('No sufficient balance to call rates API');
    const checkout = await renderCheckoutWithout(service, {});
    expect(linksOf(checkout)).to.deep.equal([]);
  });

  /** A checkout that gets no rates. */
  async function renderCheckoutWithout(service: ReturnType<typeof shop>, given: object = links) {
    await leavePage();
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout lang="en" couriers="jne" .client=${service.page()} .shipment=${structuredClone(shipment)}></ship-checkout>
    `);
    Object.assign(checkout, given);
    await reaches(checkout, 'error', 'empty');
    return checkout;
  }
});

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

  it('opens with the courier and the arrival, has one bill, and ends with the way to cancel and to save it. The service’s numbers are folded', async () => {
    const { checkout } = await renderPlaced();
    expect(textOf(one(checkout, '[part=receipt] h3'))).to.equal('Order received');
    expect(textOf(one(checkout, '.eta'))).to.equal('Estimated arrival 2–3 days');
    expect(factsOf(checkout)).to.deep.equal({
      'Delivery total': 'Rp 15,000',
      Courier: 'JNE Reguler',
      Insurance: 'Not insured',
      Reference: `${one(checkout, '#reference-label + dd code').textContent} Copy`,
      'Shipment number': 'order-1 Copy',
      'Tracking number': '0112 Copy',
    });
    const visible = all(checkout, '[part=receipt] :is(dt, button, summary)').filter((part) => part.checkVisibility());
    expect(visible.map(textOf)).to.deep.equal([
      'Courier',
      'Delivery total',
      'Tracking number',
      'Copy',
      'Order details',
      'Cancel order',
      'Save receipt',
    ]);
  });

  it('begins with the shop’s own number, and keeps it once it is cancelled, for whoever asks the shop', async () => {
    const { checkout, cancel } = await renderPlaced({
      prepare: (checkout) => Object.assign(checkout, { reference: 'RT-4F7K' }),
    });
    expect(all(checkout, '.placed dt').map(textOf)[0]).to.equal('Order number');
    expect(factsOf(checkout)).to.include({ 'Order number': 'RT-4F7K Copy', 'Shipment number': 'order-1 Copy' });
    expect(factsOf(checkout)).to.not.have.property('Reference');
    await cancel();
    expect(textOf(one(checkout, '[part=status]'))).to.include('Order number RT-4F7K');
    const number = one(checkout, '.message code');
    for (let width = 214; width > 100; width -= 6) {
      (number.parentElement as HTMLElement).style.inlineSize = `${width}px`;
      expect(number.getBoundingClientRect().height, `unbroken at ${width} px`).to.be.below(30);
    }
  });

  for (const [method, next] of [
    ['pickup', 'Next: the courier collects the parcel from the shop on Mon 24 Nov 2036.'],
    ['drop_off', 'Next: the shop brings the parcel to the courier on Mon 24 Nov 2036.'],
  ] as const)
    it(`says what happens next after ${method}`, async () => {
      const { checkout } = await renderPlaced({
        prepare: (checkout) => {
          checkout.contacts = { ...contacts, origin_collection_method: method };
          checkout.readyAt = new Date(2036, 10, 24, 9);
        },
      });
      expect(textOf(one(checkout, '.next')).replaceAll('\u00a0', ' ')).to.equal(next);
    });

  it('says nothing of a hand-over whose day is over', async () => {
    const { checkout } = await renderPlaced({
      prepare: (checkout) => Object.assign(checkout, { readyAt: new Date(2020, 10, 24, 9) }),
    });
    expect(all(checkout, '.next')).to.deep.equal([]);
  });

  /** By the clock of a gateway that is hours behind this one. */
  const tokenFor = (seconds: number) => {
    const iat = Math.floor(Date.now() / 1000) - 7200;
    return `head.${btoa(JSON.stringify({ iat, exp: iat + seconds }))}.sign`;
  };

  const termsOf = async (checkout: CheckoutElement) => {
    one(checkout, '[part=cancel]').click();
    await settled(checkout);
    return textOf(one(checkout, '#terms'));
  };

  it('says until when it can be cancelled, once its row is opened', async () => {
    const { checkout } = await renderPlaced();
    const row = one(checkout, '[part=cancel]');
    expect([row.ariaExpanded, all(checkout, '#terms')]).to.deep.equal(['false', []]);
    expect(await termsOf(checkout)).to.match(/ You can cancel until the courier has the parcel\.$/);
    expect([row.ariaExpanded, one(checkout, 'select').matches(':focus')]).to.deep.equal(['true', true]);
    row.click();
    await settled(checkout);
    expect(all(checkout, '#terms')).to.deep.equal([]);
  });

  it('says until when the gateway cancels it, also if the clock of the device is hours ahead', async () => {
    const start = Date.now();
    const { checkout } = await renderPlaced({ answer: { cancel: tokenFor(15 * 60) } });
    const said = (await termsOf(checkout)).replaceAll('\u00a0', ' ');
    const moments = [start, Date.now()].map((now) => new Date(now + 15 * 60_000));
    const sentences = moments.map((moment) => {
      const { inZone } = momentText(moment, readersZone(), { language: 'en', now: start });
      return ` You can cancel here until ${inZone}.`.replaceAll('\u00a0', ' ');
    });
    expect(
      sentences.filter((sentence) => said.endsWith(sentence)),
      said,
    ).to.have.length.above(0);
  });

  it('leads to the shop once the gateway does not cancel it any more', async () => {
    const { checkout } = await renderPlaced({
      answer: { cancel: tokenFor(0) },
      prepare: (checkout) => Object.assign(checkout, { contactUrl: 'https://shop.example/help' }),
    });
    expect(all(checkout, '[part=cancel]')).to.deep.equal([]);
    expect(textOf(one(checkout, '.terms'))).to.match(
      /^The order can no longer be cancelled here\. Please contact the shop/,
    );
    expect(one(checkout, '.terms a').getAttribute('href')).to.equal('https://shop.example/help');
  });

  it('is printed without the question about a cancellation, also while that is open', async () => {
    const { checkout } = await renderPlaced();
    await termsOf(checkout);
    const sheets = one(checkout, '[part=status]').getRootNode() as ShadowRoot;
    const rules = sheets.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
    const printed = rules.flatMap((rule) =>
      rule instanceof CSSMediaRule && rule.conditionText === 'print' ? [...rule.cssRules] : [],
    ) as CSSStyleRule[];
    const hidden = printed.filter(({ style }) => style.display === 'none').map(({ selectorText }) => selectorText);
    const shown = all(checkout, '[part=status] :is(button, select, label, #terms)');
    expect(shown).to.not.have.length(0);
    expect(shown.filter((part) => !part.closest(hidden.join())).map(textOf)).to.deep.equal([]);
  });

  const money = async (setting: Setting, refund?: CheckoutElement['refund']) => {
    const rendered = await renderPlaced({
      ...setting,
      prepare: (checkout) => Object.assign(checkout, { refund, contactUrl: 'mailto:halo@shop.example' }),
    });
    const { checkout, cancel } = rendered;
    one(checkout, '[part=cancel]').click();
    await settled(checkout);
    // A link ends before the point.
    const sentence = (selector: string) =>
      textOf(one(checkout, selector))
        .replace(' .', '.')
        .replace(/ You can cancel .*/, '');
    const before = sentence('.why p');
    await cancel();
    return { checkout, before, after: sentence('[part=status] p') };
  };

  it('says what comes back, where and until when, before the question about a cancellation and after', async () => {
    const { checkout, before, after } = await money({}, { amount: 351_600, to: 'your GoPay', by: '2036-12-03' });
    const comes = 'Rp 351,600 goes back to your GoPay, by Wed 3 Dec 2036.';
    expect([before, after]).to.deep.equal([comes, `${comes} Not there yet? Contact the shop.`]);
    expect(all(checkout, '.ends > *').map(textOf), 'the shop comes first').to.deep.equal([
      'Contact the shop',
      'Order again',
    ]);
    expect(textOf(one(checkout, '.headline'))).to.equal('Your order has been cancelled. Nothing will be sent.');
    // What the shopper may want now comes before another order.
    const [first] = all(checkout, ':is(a, button)').filter((control) => control.closest('[part=status], .bar'));
    expect(first?.getAttribute('href')).to.equal('mailto:halo@shop.example');
  });

  for (const [lang, refund, sum] of [
    ['en', undefined, { 'Total with delivery': 'Rp 165,000' }],
    ['en', { amount: 0 }, { 'Total with delivery': 'Rp 165,000' }],
    ['en', { amount: 164_999 }, { 'Total with delivery': 'Rp 165,000' }],
    ['en', { amount: 165_000 }, { Paid: 'Rp 165,000' }],
    // Paid for a dearer choice: the page says how much.
    ['en', { amount: 165_001 }, { 'Total with delivery': 'Rp 165,000' }],
    ['id', { amount: 165_000 }, { 'Sudah dibayar': 'Rp165.000' }],
  ] as const)
    it(`names the sum in ${lang}, and calls it paid if exactly that would come back: ${refund?.amount}`, async () => {
      const { checkout } = await renderPlaced({
        prepare: (checkout) => Object.assign(checkout, { lang, refund, cashOnDeliveryAmount: 150_000 }),
      });
      const [label = '', amount = ''] = Object.entries(sum)[0] ?? [];
      expect(textOf(one(checkout, '.paid'))).to.equal(`${label} ${amount}`);
    });

  it('says what is paid beside what the courier collects, where it collects the goods alone', async () => {
    const { checkout } = await renderPlaced({
      withExtras: true,
      prepare: (checkout) =>
        Object.assign(checkout, {
          ...{ cashOnDeliveryAmount: 150_000, cashOnDeliveryCollects: 'goods' },
          refund: { amount: 15_000 },
        }),
    });
    expect(all(checkout, '.paid').map(textOf)).to.deep.equal(['Paid Rp 15,000', 'Pay at the door Rp 150,000']);
    checkout.refund = undefined;
    await settled(checkout);
    // It may be paid, so it is not asked for once more.
    expect(all(checkout, '.paid').map(textOf)[0]).to.equal('Delivery total Rp 15,000');
  });

  const none = 'You have paid nothing, and nothing will be collected.';
  const ask = 'Have you paid already? Contact the shop for a refund.';
  for (const [title, sentence, setting, refund] of [
    ['leads to the shop if the page says nothing of the money', ask, {}, undefined],
    ['knows that COD is not paid yet', none, { withExtras: true }, undefined],
    ['says that nothing is paid if the page says so', none, {}, { amount: 0 }],
  ] as const)
    it(`${title}, before a cancellation and after`, async () => {
      expect(await money(setting, refund)).to.include({ before: sentence, after: sentence });
    });

  it('links to the shop', async () => {
    const { checkout } = await renderPlaced();
    expect(all(checkout, '[part~=contact]')).to.deep.equal([]);
    checkout.contactUrl = 'javascript:alert(1)';
    await settled(checkout);
    expect(all(checkout, '[part~=contact]')).to.deep.equal([]);
    checkout.contactUrl = '/bantuan';
    await settled(checkout);
    expect(one(checkout, '[part~=contact]').getAttribute('href')).to.equal('/bantuan');
  });

  for (const lang of ['en', 'id'])
    it(`breaks no label of its buttons on a phone, in ${lang}`, async () => {
      const { checkout } = await renderPlaced({
        prepare: (checkout) => Object.assign(checkout, { lang, contactUrl: '/help' }),
      });
      for (const width of [248, 288, 328, 360]) {
        checkout.style.inlineSize = `${width}px`;
        const heights = all(checkout, '.ends > *').map((button) => button.getBoundingClientRect().height);
        expect(Math.max(...heights), `${width} px`).to.be.below(50);
      }
    });

  it('has a tracking number of 17 characters in one line on the narrowest phone', async () => {
    const { checkout } = await renderPlaced({ answer: { courier: { waybill_id: 'WYB-1674989993291' } } });
    (checkout.parentElement as HTMLElement).style.inlineSize = '248px';
    const range = document.createRange();
    range.selectNodeContents(one(checkout, '#waybill-label + dd code'));
    expect(new Set([...range.getClientRects()].map(({ top }) => top)).size).to.equal(1);
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
      'Covered up to Rp 150,000': '',
      'Tracking number': 'Follows once the parcel is processed',
    });
    expect(all(checkout, '#copy-waybill').length).to.equal(0);
    expect(Number.parseFloat(getComputedStyle(one(checkout, '.later dd')).fontSize)).to.be.at.least(13);
  });

  for (const [lang, cod, feeName, bill] of [
    [
      'en',
      'Cash on delivery',
      'COD fee',
      { Goods: 'Rp 150,000', Shipping: 'Rp 15,000', Insurance: 'Rp 750', 'Cash on delivery': 'Rp 4,000' },
    ],
    [
      'id',
      'Bayar di Tempat',
      'Biaya COD',
      { Barang: 'Rp150.000', 'Ongkos kirim': 'Rp15.000', Asuransi: 'Rp750', 'Bayar di Tempat': 'Rp4.000' },
    ],
  ] as const)
    it(`splits the sum as the bill of the choice does, by the same names but for the fee of COD, in ${lang}`, async () => {
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
      // Beside what is paid at the door, the name of the switch would be a second sum.
      const { [cod]: fee, ...others } = bill as Record<string, string>;
      expect(factsOf(checkout)).to.include({ ...others, [feeName]: fee });
      expect(factsOf(checkout)).to.not.have.property(cod);
    });

  const choices = [true, false].flatMap((insurance) =>
    [true, false].flatMap((cod) =>
      (['total', 'goods'] as const).flatMap((collects) =>
        [150_000, undefined].flatMap((goods) => [4_000, 0].map((fee) => ({ insurance, cod, collects, goods, fee }))),
      ),
    ),
  );
  it('has rows that add up to its sums, as the bill of the choice has, whatever is switched on and whoever says what the goods cost', async () => {
    const amount = (text: string) => Number(/Rp\s([\d,]+)\D*$/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
    const total = (elements: readonly Element[]) => elements.reduce((sum, element) => sum + amount(textOf(element)), 0);
    for (const { insurance, cod, collects, goods, fee } of choices) {
      const fees = { insurance_fee: insurance ? 750 : 0, cash_on_delivery_fee: cod ? fee : 0 };
      const price = 15_000 + fees.insurance_fee + fees.cash_on_delivery_fee;
      const which = JSON.stringify({ insurance, cod, collects, goods, fee });
      const { checkout } = await renderPlaced({
        rates: [rate({ ...fees, price })],
        prepare: async (checkout) => {
          const extras = { insurance, cashOnDelivery: cod, cashOnDeliveryCollects: collects };
          Object.assign(checkout, { ...extras, cashOnDeliveryAmount: goods });
          await settled(checkout);
          await reaches(checkout, 'ready');
          const lines = all(checkout, '.bill .line');
          const on = lines.filter((line) => line.matches('.base') || line.querySelector('input')?.checked);
          const rows = on.map((line) => line.querySelector('.fee') as Element);
          const unsaid = goods === undefined ? all(checkout, '#cash-on-delivery:checked ~ .hint') : [];
          const said = total([...rows, ...unsaid]);
          const shown = total(all(checkout, '.bar .sum > *'));
          expect(shown, which).to.equal(price + (cod || goods ? 150_000 : 0));
          // The price alone is said once.
          if (said) expect(said, `the bill: ${which}`).to.equal(shown);
        },
      });
      const facts = all(checkout, '.facts > dl > div');
      const sums = facts.filter((fact) => fact.matches('.paid'));
      const rows = facts.filter((fact) => !sums.includes(fact));
      expect(total(sums), `the sums: ${which}`).to.equal(price + (cod || goods ? 150_000 : 0));
      if (total(rows)) expect(total(rows), `the receipt: ${which}`).to.equal(total(sums));
      else expect(cod || goods || insurance, `no rows: ${which}`).to.equal(false);
      await leavePage();
      sessionStorage.clear();
    }
  });

  it('has no rows for a sum at the door whose parts only the page knows', async () => {
    const service = shop(rate());
    service.answers.orders = () => json({ success: true, object: 'order', id: 'order-1', status: 'confirmed' });
    const { button, click } = await renderButton(service.client);
    button.order = {
      ...(button.order as OrderBody),
      destination_cash_on_delivery: 390_500,
      destination_cash_on_delivery_type: '7_days',
    };
    await settled(button);
    click();
    await next(button, 'ship-order-placed');
    await settled(button);
    expect(all(button, '.facts > dl > div').map((fact) => textOf(fact).replace(/ Follows.*/, ''))).to.deep.equal([
      'Pay at the door Rp 390,500',
      'Tracking number',
    ]);
  });

  it('has the delivery that is free as the bill has it', async () => {
    let bill = '';
    const { checkout } = await renderPlaced({
      rates: [rate({ price: 0, shipping_fee: 15_000, shipping_fee_discount: 15_000 })],
      prepare: async (checkout) => {
        checkout.cashOnDeliveryAmount = 150_000;
        await settled(checkout);
        bill = textOf(one(checkout, '[part=breakdown] .fee'));
      },
    });
    expect(bill).to.equal('Rp 15,000 Rp 0');
    expect(factsOf(checkout)).to.include({ Goods: 'Rp 150,000', Shipping: bill, 'Total with delivery': 'Rp 150,000' });
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
    // They count from their paint.
    for (let frames = 0; frames < 3; frames += 1) await frame();
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

  it('gives way to what a cancellation means. The rates come back, with none of them chosen, for who orders again', async () => {
    const { checkout, cancel } = await renderPlaced();
    await cancel();
    expect(textOf(one(checkout, '[part=status]'))).to.equal(
      'Your order has been cancelled. Nothing will be sent. Have you paid already? Contact the shop for a refund. Order again',
    );
    expect(all(checkout, '.bar').filter((bar) => bar.checkVisibility())).to.deep.equal([]);
    await expectAccessible(checkout);
    one(checkout, '.message button').focus();
    one(checkout, '.message button').click();
    await settled(checkout);
    expect(textOf(one(checkout, 'ship-order-button').shadowRoot?.querySelector('.bar') as Element)).to.equal(
      'Choose a delivery option.',
    );
    expect(checkout.value).to.equal(null);
    expect((await focused())?.part.value).to.equal('radio');
  });

  it('takes focus from a control that it replaces, and not from the page', async () => {
    const { checkout, form, cancel } = await renderPlaced();
    const placeAgain = async (control: HTMLElement) => {
      await cancel();
      checkout.reset();
      await settled(checkout);
      one(checkout, 'input[type=radio]').click();
      await settled(checkout);
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

  for (const reference of ['RT-4F7K', ''])
    it(`stands in place of the rates after a reload, with what is known, ${reference || 'without a number of the shop'}. "Order again" brings the rates back`, async () => {
      const { page, orders } = shop(rate());
      const first = await renderCheckout(page(), { reference });
      first.click();
      await next(first.checkout, 'ship-order-placed');
      await leavePage();
      const checkout = await renderCheckoutAgain(page(), reference);
      expect(orders).to.have.length(1);
      expect(textOf(one(checkout, '.headline'))).to.equal(
        'You have already ordered this. Nothing was ordered a second time.',
      );
      expect(textOf(one(checkout, '[role=status]'))).to.include('already ordered');
      const { reference_id: id } = orders[0] ?? {};
      const visible = all(checkout, '[part=status] :is(dt, code, a, button)').filter((part) => part.checkVisibility());
      expect(visible.map(textOf)).to.deep.equal([
        ...[reference ? 'Order number' : 'Reference', id, 'Copy', 'Shipment number', 'order-1', 'Copy'],
        ...['Cancel order', 'Contact the shop', 'Order again'],
      ]);
      expect(textOf(one(checkout, '[part=status]'))).to.not.include('Rp');
      expect(all(checkout, '.bar').filter((bar) => bar.checkVisibility())).to.deep.equal([]);
      expect(one(checkout, 'ship-rate-comparison').checkVisibility()).to.equal(false);
      await expectAccessible(checkout);
      await checkout.placeOrder();
      expect(orders, 'no call of the page orders a second time').to.have.length(1);
      const again = all(checkout, '.ends button').at(-1) as HTMLElement;
      again.click();
      await next(checkout, 'ship-rates');
      await settled(checkout);
      one(checkout, 'input[type=radio]').click();
      await settled(checkout);
      one(checkout, '[part=button]').click();
      await next(checkout, 'ship-order-placed');
      expect(orders).to.have.length(2);
    });

  /** The checkout of a page that is loaded again. */
  async function renderCheckoutAgain(client: ShippingClient, reference: string) {
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout
        lang="en" name="shipping" couriers="jne" order-mode="order" preselect="recommended" reference=${reference} contact-url="/help"
        .client=${client} .shipment=${structuredClone(shipment)} .contacts=${contacts}
      ></ship-checkout>
    `);
    await reaches(checkout, 'placed');
    return checkout;
  }
});

describe('the link of a receipt to the tracking page', () => {
  const track = 'aaaa.bbbb.cccc';
  const links = (element: Element) => all(element, '[part=track]').map((link) => link.getAttribute('href'));
  const onPage = (checkout: CheckoutElement) => Object.assign(checkout, { trackingPage: '/lacak' });

  it('breaks no word of the courier beside it, at 200 % on a phone', async () => {
    const { checkout } = await renderPlaced({ answer: { track }, prepare: onPage });
    Object.assign((checkout.parentElement as HTMLElement).style, { fontSize: '32px', inlineSize: '312px' });
    const words = document.createRange();
    words.selectNodeContents(one(checkout, '.own b'));
    const lines = new Set([...words.getClientRects()].map(({ top }) => top));
    expect(lines.size).to.be.at.most(`${words}`.split(' ').length);
  });

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
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout
        lang="en" name="shipping" couriers="jne" order-mode="order"
        .client=${service.page()} .shipment=${structuredClone(shipment)} .contacts=${contacts}
      ></ship-checkout>
    `);
    onPage(checkout);
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
    expect(labels.map((id) => textOf(one(checkout, `#${id}`))).join(' ')).to.equal('Copy Shipment number');
  });

  it('can be copied by hand if the page has no clipboard: screen and screen reader say how. Focus stays', async () => {
    const checkout = await copyWith(undefined);
    const how = 'Press and hold the number to copy it.';
    expect(textOf(one(checkout, '[role=status]'))).to.equal(how);
    expect(all(checkout, '.number').map((number) => textOf(number).includes(how))).to.deep.equal([
      ...[false, true, false, false],
    ]);
    expect([one(checkout, '#copy-waybill'), one(checkout, '#copy-id')].map(textOf)).to.deep.equal(['Copy', 'Copy']);
    expect(focused()?.id).to.equal('copy-waybill');
  });
});
