import { expect } from 'chai';
import * as fc from 'fast-check';
import { html, render } from 'lit';
import '../../src/define.ts';
import type { Rate } from '../../src/contract/index.ts';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { type Sequence, type Step, sequences } from '../store/sequences/inputs.ts';
import { priceOf, Service } from '../store/sequences/service.ts';
import { contacts, shipment } from '../support/fixtures.ts';
import { all, one, settled, textOf } from '../support/inside.ts';

// Some sequences of test/store/sequences in a page. They run side by side, so several checkouts share the page.

const [seed, count] = [20_261_121, 50];

/** Everything that is due runs first. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const amountOf = (element: Element) => Number(/Rp\s*([\d,]+)$/.exec(textOf(element))?.[1]?.replaceAll(',', ''));

/** A shop's page with a checkout, and a shopper. */
class Page {
  readonly service = new Service(() => {
    this.#writesAtOnce = Math.max(this.#writesAtOnce, this.service.writes.length);
  });
  readonly form = document.createElement('form');
  readonly checkout: CheckoutElement;
  #place: number | null = 40_111;
  #note = 'leave it';
  #writesAtOnce = 0;
  /** The rate that events have told the page. */
  #told: Rate | undefined;
  /** What was on screen when the shopper ordered. */
  readonly #clicked: object[] = [];

  constructor({ preset, reference }: Omit<Sequence, 'begun' | 'steps'>) {
    render(
      html`<ship-checkout
        lang="en" picker-open all-rates name="shipping" order-mode="order" required couriers="jne,sicepat"
        value=${preset ?? ''} reference=${reference} .shipment=${this.#shipment} .contacts=${this.#contacts}
        .client=${this.service.clientOf({ gone: false })}
      ></ship-checkout>`,
      this.form,
    );
    this.checkout = one<CheckoutElement>(this.form, 'ship-checkout');
    this.checkout.addEventListener('ship-rate-change', ({ rate }) => {
      this.#told = rate;
    });
    this.checkout.addEventListener('ship-order-submit', () => this.#clicked.push(this.#orderOnScreen));
    document.body.append(this.form);
  }

  /** Steps that a page without a reload does not have change nothing. */
  async take(step: Step): Promise<void> {
    const { checkout, form, service } = this;
    switch (step.act) {
      case 'ship to':
        this.#place = step.code;
        checkout.shipment = this.#shipment;
        break;
      case 'switch':
        return this.#click(step.name === 'insured' ? '#insurance' : '#cash-on-delivery');
      case 'choose':
        return this.#click(`[type=radio][value="${step.key}"]`);
      case 'order':
        return this.#click('[part=button]', 2);
      case 'compare':
        checkout.couriers = step.couriers;
        break;
      case 'set value':
        await this.settled();
        // During an order it would wait, and no event would say so.
        if (!['ready', 'refused', 'price-changed'].includes(checkout.status)) break;
        checkout.value = step.key;
        await this.settled();
        // Setting a property fires no event.
        this.#told = checkout.rate;
        break;
      case 'set contacts':
        this.#note = step.note;
        checkout.contacts = this.#contacts;
        break;
      case 'reset':
        form.reset();
        break;
      case 'leave':
        checkout.remove();
        break;
      case 'return':
        form.append(checkout);
        break;
      case 'refresh':
        void checkout.refresh();
        break;
      case 'reply':
        service.asks.at(-1 - step.late)?.reply(step.how);
        break;
      case 'service answers':
        service.writes.at(-1 - step.late)?.settle(step.how);
    }
  }

  /** Waits until everything that is known is rendered. */
  async settled(): Promise<void> {
    for (let tasks = 0; tasks < 4; tasks += 1) {
      await nextTask();
      await settled(this.checkout);
    }
  }

  /** Answers every request, until the checkout waits for none. */
  async finish(): Promise<void> {
    const { service, checkout, form } = this;
    if (!checkout.isConnected) form.append(checkout);
    const waiting = ['stale', 'loading', 'error', 'asking', 'quoting', 'ordering'];
    do {
      for (const ask of [...service.asks]) ask.reply('rates');
      for (const write of [...service.writes]) write.settle('done');
      if (checkout.status === 'error') void checkout.refresh();
      await this.settled();
    } while (service.asks.length || service.writes.length || waiting.includes(checkout.status));
  }

  /** What holds at any time, if all that is known is rendered. */
  check(): void {
    const { service, checkout } = this;
    // The price of an order is asked to the end. Nothing is ordered with it while the checkout is away.
    const held = checkout.status === 'quoting' ? 1 : 0;
    if (!checkout.isConnected) expect(service.asks.length, 'questions of a checkout that has left').to.equal(held);
    else {
      this.#checkForm();
      this.#checkPrices();
    }
    this.#checkOrders();
  }

  /** The form submits what is shown, and events have told the page of it. */
  #checkForm(): void {
    const { value, rate, status, insured, cashOnDelivery, validity } = this.checkout;
    const sent = Object.fromEntries(new FormData(this.form));
    expect(validity.valid, 'valid').to.equal('shipping' in sent);
    expect(this.#told?.price, 'the price that events have told').to.equal(rate?.price);
    if (rate && status !== 'placed') expect(serviceKey(rate), 'the chosen rate').to.equal(value);
    if (!('shipping' in sent) || !rate) return;
    expect([sent.shipping, serviceKey(rate)], 'submitted').to.deep.equal([value, value]);
    expect('shipping-cash-on-delivery' in sent, 'COD submitted').to.equal(cashOnDelivery);
    if (rate.available_for_insurance) expect('shipping-insured' in sent, 'insurance submitted').to.equal(insured);
  }

  #checkPrices(): void {
    const { checkout } = this;
    const { value, rate, rates, status, insured, cashOnDelivery } = checkout;
    if (rate && !cashOnDelivery && status === 'ready')
      for (const sum of all(checkout, '.sum strong')) expect(amountOf(sum), 'the sum').to.equal(rate.price);
    if (status !== 'ready') return;
    const isCollected = cashOnDelivery && rates.some((row) => row.available_for_cash_on_delivery);
    for (const row of rates) {
      const key = serviceKey(row);
      const [price] = all(checkout, '[part=row]').filter(
        (shown) => one<HTMLInputElement>(shown, 'input').value === key,
      );
      const shown = price ? amountOf(one(price, '[part=price]')) : row.price;
      const expected = priceOf(key, Number(this.#place), insured, isCollected);
      expect([row.price, shown], `the price of ${key}, and on screen`).to.deep.equal([expected, expected]);
    }
    const checked = all<HTMLInputElement>(checkout, '[part=row] [type=radio]:checked').map((radio) => radio.value);
    // A choice that takes no COD stays checked, and cannot be ordered.
    const lacking = all<HTMLInputElement>(checkout, '.lacking [type=radio]:checked').map((radio) => radio.value);
    expect(checked, 'checked').to.deep.equal(value === null ? lacking : [value]);
  }

  /** There is no cancellation in these sequences, so a shopper never has two orders. */
  #checkOrders(): void {
    const { orders } = this.service;
    expect(orders.length, 'orders').to.be.at.most(1);
    expect(this.#writesAtOnce, 'orders that are sent at once').to.be.at.most(1);
    for (const { body } of orders)
      expect(this.#clicked, 'what was on screen at a click').to.deep.include({
        ...{ key: `${body.courier_company}/${body.courier_type}`, place: body.destination_postal_code },
        ...{ note: body.order_note, insured: body.courier_insurance !== undefined },
        collected: body.destination_cash_on_delivery !== undefined,
      });
  }

  get #orderOnScreen(): object {
    const { value, rate, insured, cashOnDelivery } = this.checkout;
    const isInsured = insured && rate?.available_for_insurance !== false;
    return { key: value, place: this.#place, note: this.#note, insured: isInsured, collected: cashOnDelivery };
  }

  get #shipment() {
    return { ...shipment, destination_postal_code: this.#place as number };
  }

  get #contacts() {
    return { ...contacts, order_note: this.#note };
  }

  async #click(selector: string, times = 1): Promise<void> {
    await this.settled();
    for (let time = 0; time < times; time += 1) all(this.checkout, selector).at(0)?.click();
  }
}

async function play({ begun, steps, ...settings }: Sequence): Promise<Page> {
  const page = new Page(settings);
  const done: Step[] = [];
  try {
    await page.settled();
    for (const step of [...begun, ...steps]) {
      done.push(step);
      await page.take(step);
      if (step.atOnce) continue;
      await page.settled();
      page.check();
    }
    await page.finish();
    page.check();
    return page;
  } catch (error) {
    throw new Error(`${(error as Error).message}, after ${JSON.stringify(done)}`, { cause: error });
  } finally {
    page.form.remove();
  }
}

describe('a checkout that many things happen to', () => {
  it(`shows, tells, submits and orders what was asked for last, in ${count} random sequences`, async () => {
    const pages = await Promise.all(fc.sample(sequences, { seed, numRuns: count }).map(play));
    const ordered = pages.filter(({ service }) => service.orders.length);
    expect(ordered.length, 'sequences with an order').to.be.at.least(25);
  }).timeout(120_000);
});
