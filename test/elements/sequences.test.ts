import { expect } from 'chai';
import * as fc from 'fast-check';
import { html, render } from 'lit';
import '../../src/define.ts';
import type { Rate } from '../../src/contract/index.ts';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { type Sequence, type Step, sequences } from '../store/sequences/inputs.ts';
import { type Outcome, priceOf, type Reply, Service } from '../store/sequences/service.ts';
import { contacts, shipment } from '../support/fixtures.ts';
import { all, one, settled, textOf } from '../support/inside.ts';

// Some sequences of test/store/sequences in a page. They run side by side, so several checkouts share the page.

const [seed, count] = [20_261_121, 50];

const pass = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const amountOf = (element: Element) =>
  Number(
    textOf(element)
      .match(/Rp\s*([\d,]+)$/)?.[1]
      ?.replaceAll(',', ''),
  );

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

  constructor({ preset, reference }: Sequence) {
    render(
      html`<ship-checkout
        lang="en" picker="open" view="list" name="shipping" order-mode="order" required couriers="jne,sicepat"
        value=${preset ?? ''} reference=${reference} .shipment=${this.#shipment} .order=${this.#contacts}
        .client=${this.service.clientOf({ gone: false })}
      ></ship-checkout>`,
      this.form,
    );
    this.checkout = one<CheckoutElement>(this.form, 'ship-checkout');
    this.checkout.addEventListener('ship-rate-change', ({ rate: chosen, reason }) => {
      expect(reason, 'the reason of a change').to.be.a('string');
      this.#told = chosen;
    });
    this.checkout.addEventListener('ship-order-submit', () => this.#clicked.push(this.#orderOnScreen()));
    document.body.append(this.form);
  }

  /** Steps that a page without a reload does not have change nothing. */
  async take(step: Step): Promise<void> {
    const { checkout, form, service } = this;
    switch (step.act) {
      case 'ship to':
        this.#place = step.code as number | null;
        checkout.shipment = this.#shipment;
        break;
      case 'switch':
        return this.#click(step.name === 'insured' ? '#insurance' : '#cash-on-delivery');
      case 'choose':
        return this.#click(`[type=radio][value="${step.key}"]`);
      case 'order':
        return this.#click('[part=button]', 2);
      case 'compare':
        checkout.couriers = String(step.couriers);
        break;
      case 'set value':
        await this.settled();
        // During an order it would wait, and no event would say so.
        if (!['ready', 'refused', 'price-changed'].includes(checkout.status)) break;
        checkout.value = step.key as string | null;
        await this.settled();
        // Setting a property fires no event.
        this.#told = checkout.rate;
        break;
      case 'set contacts':
        this.#note = String(step.note);
        checkout.order = this.#contacts;
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
        service.asks.at(-1 - Number(step.late))?.reply(step.how as Reply);
        break;
      case 'service answers':
        service.writes.at(-1 - Number(step.late))?.settle(step.how as Outcome);
    }
  }

  /** Waits until everything that is known is rendered. */
  async settled(): Promise<void> {
    for (let tasks = 0; tasks < 4; tasks += 1) {
      await pass();
      await settled(this.checkout);
    }
  }

  /** Answers every request, until the checkout waits for none. */
  async finish(): Promise<void> {
    const { service, checkout, form } = this;
    if (!checkout.isConnected) form.append(checkout);
    for (let round = 0; round < 20; round += 1) {
      for (const ask of [...service.asks]) ask.reply('rates');
      for (const write of [...service.writes]) write.settle('done');
      await this.settled();
      const isWaiting = /^(stale|loading|asking|quoting|ordering)$/.test(checkout.status);
      if (checkout.status === 'error') void checkout.refresh();
      else if (!service.asks.length && !service.writes.length && !isWaiting) return;
      // An edited shipment rests for 300 ms before it is asked for.
      else if (!service.asks.length && !service.writes.length) await pass(310);
    }
    throw new Error(`The checkout stays ${checkout.status}.`);
  }

  /** What holds at any time, if all that is known is rendered. */
  check(): void {
    const { checkout, form } = this;
    const { value, rate: chosen, status, insured, cashOnDelivery } = checkout;
    if (!checkout.isConnected) {
      // The price of an order is asked to the end. Nothing is ordered with it while the checkout is away.
      const held = this.service.asks.length;
      expect(held, 'questions of a checkout that has left').to.equal(status === 'quoting' ? 1 : 0);
      return;
    }
    const sent = Object.fromEntries(new FormData(form));
    expect(checkout.validity.valid, 'valid').to.equal('shipping' in sent);
    if ('shipping' in sent) {
      expect(sent.shipping, 'submitted')
        .to.equal(value)
        .and.equal(chosen && serviceKey(chosen));
      expect('shipping-cash-on-delivery' in sent, 'COD submitted').to.equal(cashOnDelivery);
      if (chosen?.available_for_insurance) expect('shipping-insured' in sent, 'insurance submitted').to.equal(insured);
    }
    if (chosen && status !== 'placed') {
      expect(serviceKey(chosen), 'the chosen rate').to.equal(value);
      // A price of one part is in its row alone.
      for (const total of all(checkout, '.total dd')) expect(amountOf(total), 'the total').to.equal(chosen.price);
    }
    expect(this.#told?.price, 'the price that events have told').to.equal(chosen?.price);
    if (status === 'ready') {
      const isCollected = cashOnDelivery && checkout.rates.some((row) => row.available_for_cash_on_delivery);
      for (const row of checkout.rates) this.#checkPrice(row, isCollected);
      const checked = all<HTMLInputElement>(checkout, '[part=row] [type=radio]:checked').map((radio) => radio.value);
      expect(checked, 'checked').to.deep.equal(value === null ? [] : [value]);
    }
    this.#checkOrders();
  }

  #checkPrice(row: Rate, isCollected: boolean): void {
    const key = serviceKey(row);
    const expected = priceOf(key, Number(this.#place), this.checkout.insured, isCollected);
    expect(row.price, `the price of ${key}`).to.equal(expected);
    const radio = all(this.checkout, `[type=radio][value="${key}"]`).at(0);
    const shown = radio?.closest('[part=row]')?.querySelector('[part=price]');
    if (shown) expect(amountOf(shown), `the price of ${key} on screen`).to.equal(expected);
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

  #orderOnScreen(): object {
    const { value, rate: chosen, insured, cashOnDelivery } = this.checkout;
    const isInsured = insured && chosen?.available_for_insurance !== false;
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

async function play(sequence: Sequence): Promise<Page> {
  const page = new Page(sequence);
  const done: string[] = [];
  try {
    await page.settled();
    await page.finish();
    for (const step of sequence.steps) {
      done.push(JSON.stringify(step));
      await page.take(step);
      if (step.atOnce) continue;
      await page.settled();
      page.check();
    }
    await page.finish();
    page.check();
    return page;
  } catch (error) {
    throw new Error(`${(error as Error).message}, after:\n${done.join('\n')}`, { cause: error });
  } finally {
    page.form.remove();
  }
}

describe('a checkout that many things happen to', () => {
  it(`shows, tells, submits and orders what was asked for last, in ${count} random sequences`, async () => {
    const pages = await Promise.all(fc.sample(sequences, { seed, numRuns: count }).map(play));
    const ordered = pages.filter(({ service }) => service.orders.length);
    expect(ordered.length, 'sequences with an order').to.be.at.least(5);
  }).timeout(120_000);
});
