import { expect } from 'chai';
import * as fc from 'fast-check';
import { html, render } from 'lit';
import '../../src/define.ts';
import type { Rate } from '../../src/contract/index.ts';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { clientOf } from '../support/clients.ts';
import { contacts, item, json, rate } from '../support/fixtures.ts';
import { all, one, settled, textOf } from '../support/inside.ts';

/** The same sequences in every run. They run side by side, so several checkouts share the page. */
const [seed, count] = [20_261_121, 50];

type Reply = 'success' | 'removed' | '500' | 'network' | 'refused';

type Step = { settle: boolean } & (
  | { act: 'ship to'; code: number | null }
  | { act: 'pack'; quantity: number }
  | { act: 'switch'; id: 'insurance' | 'cash-on-delivery' }
  | { act: 'compare'; couriers: string }
  | { act: 'choose' | 'set value'; key: string }
  | { act: 'reset' | 'leave' | 'return' | 'refresh' | 'order' }
  | { act: 'reply'; how: Reply; late: number }
);

const keys = ['jne/reg', 'jne/oke', 'sicepat/reg'];

/** The fields of each act, and how often it comes among the others. */
const acts: Record<Step['act'], [often: number, fields: Record<string, fc.Arbitrary<unknown>>]> = {
  'ship to': [4, { code: fc.constantFrom(40111, 40222, 40333, null) }],
  pack: [1, { quantity: fc.constantFrom(1, 2) }],
  switch: [4, { id: fc.constantFrom('insurance', 'cash-on-delivery') }],
  compare: [1, { couriers: fc.constantFrom('jne', 'jne,sicepat') }],
  choose: [6, { key: fc.constantFrom(...keys) }],
  'set value': [1, { key: fc.constantFrom(...keys) }],
  reset: [1, {}],
  leave: [1, {}],
  return: [2, {}],
  refresh: [2, {}],
  order: [3, {}],
  reply: [
    16,
    {
      how: fc.oneof(
        { weight: 3, arbitrary: fc.constant('success') },
        { weight: 1, arbitrary: fc.constantFrom('removed', '500', 'network', 'refused') },
      ),
      late: fc.constantFrom(0, 0, 1, 2),
    },
  ],
};

const sequences = fc.array(
  fc.oneof(
    ...Object.entries(acts).map(([act, [weight, fields]]) => ({
      weight,
      arbitrary: fc.record({ act: fc.constant(act), ...fields, settle: fc.boolean() }),
    })),
  ),
  { minLength: 4, maxLength: 20, size: 'max' },
) as fc.Arbitrary<Step[]>;

// biome-ignore lint/suspicious/noExplicitAny: requests are read as JSON.
type Body = any;

/** The price tells which question it answers: place, quantity, service, insurance and cash on delivery. */
function priceOf(key: string, to: number, quantity: number, insured: boolean, collected: boolean): Partial<Rate> {
  const shipping_fee = (to % 1000) * 100 + quantity * 10_000 + keys.indexOf(key) * 1_000;
  const insurance_fee = insured && key !== 'sicepat/reg' ? 1 : 0;
  const cash_on_delivery_fee = collected && key !== 'jne/oke' ? 2 : 0;
  const price = shipping_fee + insurance_fee + cash_on_delivery_fee;
  return { shipping_fee, insurance_fee, cash_on_delivery_fee, price };
}

function pricing(body: Body): Rate[] {
  const insured = body.courier_insurance !== undefined;
  const collected = body.destination_cash_on_delivery !== undefined;
  const asked = keys.filter((key) => body.couriers.split(',').includes(key.split('/')[0]));
  return asked.map((key) => {
    const [courier_code = '', courier_service_code = ''] = key.split('/');
    return rate({
      ...{ courier_code, courier_service_code, company: courier_code, type: courier_service_code },
      ...{ courier_name: courier_code, courier_service_name: courier_service_code },
      available_for_cash_on_delivery: key !== 'jne/oke',
      available_for_insurance: key !== 'sicepat/reg',
      ...priceOf(key, body.destination_postal_code, body.items[0].quantity, insured, collected),
    });
  });
}

interface Call {
  signal: AbortSignal;
  order: boolean;
  reply(how: Reply): void;
}

/** A service that replies when the sequence says so, and knows an order by its reference. */
class Service {
  readonly held = new Set<Call>();
  readonly orders: Body[] = [];
  ordersAtOnce = 0;
  readonly client = clientOf(async (request, signal) => {
    if (request.method === 'GET') return json({ success: true, couriers: [] });
    const order = request.url.endsWith('/orders');
    const body: Body = await request.json();
    if (order && [...this.held].some((other) => other.order && !other.signal.aborted)) this.ordersAtOnce += 1;
    return new Promise<Response>((resolve, reject) => {
      const call: Call = {
        signal,
        order,
        reply: (how) => {
          this.held.delete(call);
          const answer = order ? this.#place(body, how) : this.#quote(body, how);
          if (how === 'network') reject(new TypeError('Failed to fetch'));
          else resolve(answer);
        },
      };
      this.held.add(call);
    });
  }, memory());

  #quote(body: Body, how: Reply): Response {
    if (how === '500') return new Response('', { status: 500 });
    if (how === 'refused') return json({ success: false, error: 'no courier', code: 40001010 }, { status: 400 });
    const rows = pricing(body);
    return json({ success: true, pricing: how === 'removed' ? rows.slice(1) : rows });
  }

  /** With `network` and `500` the order is placed, and its answer is lost. */
  #place(body: Body, how: Reply): Response {
    const { reference_id } = body;
    const known = this.orders.find((order) => order.reference_id === reference_id);
    const refuse = (code: number, details: object = {}) =>
      json({ success: false, error: 'refused', code, details }, { status: 400 });
    if (known) return refuse(40002060, { order_id: known.id, waybill_id: null, reference_id });
    if (how === 'refused' || how === 'removed') return refuse(40002027);
    const id = `order-${this.orders.length + 1}`;
    this.orders.push({ ...body, id });
    return how === '500' ? new Response('', { status: 500 }) : json({ success: true, id, status: 'confirmed' });
  }
}

/** Each checkout remembers its own orders. */
function memory() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

const pass = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const keyOf = (row: Rate | undefined) => row && `${row.courier_code}/${row.courier_service_code}`;
const amountOf = (element: Element) =>
  Number(
    textOf(element)
      .match(/Rp\s*([\d,]+)$/)?.[1]
      ?.replaceAll(',', ''),
  );

/** A shop's page with a checkout, and a shopper. */
class Page {
  readonly service = new Service();
  readonly form = document.createElement('form');
  readonly checkout: CheckoutElement;
  #to: number | null = 40111;
  #quantity = 1;
  /** The rate that events have told the page. */
  #told: Rate | undefined;
  /** What was on screen when the shopper ordered. */
  #clicked: object[] = [];

  constructor() {
    render(
      html`<ship-checkout
        lang="en" picker="open" name="shipping" order-mode="order" required couriers="jne,sicepat"
        .shipment=${this.#shipment} .order=${contacts} .client=${this.service.client}
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

  async take(step: Step): Promise<void> {
    const { checkout, form, service } = this;
    switch (step.act) {
      case 'ship to':
        this.#to = step.code;
        checkout.shipment = this.#shipment;
        break;
      case 'pack':
        this.#quantity = step.quantity;
        checkout.shipment = this.#shipment;
        break;
      case 'switch':
        return this.#click(`#${step.id}`);
      case 'choose':
        return this.#click(`[type=radio][value="${step.key}"]`);
      case 'order':
        return this.#click('[part=button]', 2);
      case 'compare':
        checkout.couriers = step.couriers;
        break;
      case 'set value':
        checkout.value = step.key;
        await this.settled();
        // Setting a property fires no event.
        this.#told = checkout.rate;
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
        [...service.held].at(-1 - step.late)?.reply(step.how);
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
    if (!this.checkout.isConnected) this.form.append(this.checkout);
    for (let round = 0; round < 20; round += 1) {
      for (const call of this.service.held) call.reply('success');
      await this.settled();
      const { status } = this.checkout;
      if (status === 'error') void this.checkout.refresh();
      else if (!this.service.held.size && !/^(stale|loading|quoting|ordering)$/.test(status)) return;
      // An edited shipment rests for 300 ms before it is asked for.
      else if (!this.service.held.size) await pass(310);
    }
    throw new Error(`The checkout stays ${this.checkout.status}.`);
  }

  /** What holds at any time, if all that is known is rendered. */
  check(): void {
    const { checkout, form } = this;
    const { value, rate: chosen, status, insured, cashOnDelivery } = checkout;
    if (!checkout.isConnected) {
      const held = [...this.service.held].filter(({ signal, order }) => !signal.aborted && !order);
      // The price of an order is asked to the end. Nothing is ordered with it while the checkout is away.
      expect(held.length, 'questions of a checkout that has left').to.equal(status === 'quoting' ? 1 : 0);
      return;
    }
    const sent = Object.fromEntries(new FormData(form));
    expect(checkout.validity.valid, 'valid').to.equal('shipping' in sent);
    if ('shipping' in sent) {
      expect(sent.shipping, 'submitted').to.equal(value).and.equal(keyOf(chosen));
      expect('shipping-cash-on-delivery' in sent, 'COD submitted').to.equal(cashOnDelivery);
      if (chosen?.available_for_insurance) expect('shipping-insured' in sent, 'insurance submitted').to.equal(insured);
    }
    if (chosen && status !== 'placed') {
      expect(keyOf(chosen), 'the chosen rate').to.equal(value);
      // A price of one part is in its row alone.
      for (const total of all(checkout, '.total dd')) expect(amountOf(total), 'the total').to.equal(chosen.price);
    }
    expect(keyOf(this.#told), 'the rate that events have told').to.equal(keyOf(chosen));
    expect(this.#told?.price, 'the price that events have told').to.equal(chosen?.price);
    if (status === 'ready') for (const row of checkout.rates) this.#checkPrice(row);
    const checked = all<HTMLInputElement>(checkout, '[part=row] [type=radio]:checked').map((radio) => radio.value);
    if (status === 'ready') expect(checked, 'checked').to.deep.equal(value === null ? [] : [value]);
    this.#checkOrders();
  }

  #checkPrice(row: Rate): void {
    const { insured, cashOnDelivery } = this.checkout;
    const key = keyOf(row) ?? '';
    const expected = priceOf(key, this.#to ?? 0, this.#quantity, insured, cashOnDelivery);
    expect(row.price, `the price of ${key}`).to.equal(expected.price);
    const radio = all(this.checkout, `[type=radio][value="${key}"]`).at(0);
    const shown = radio?.closest('[part=row]')?.querySelector('[part=price]');
    if (shown) expect(amountOf(shown), `the price of ${key} on screen`).to.equal(expected.price);
  }

  /** There is no cancellation in these sequences, so a shopper never has two orders. */
  #checkOrders(): void {
    const { orders } = this.service;
    expect(orders.length, 'orders').to.be.at.most(1);
    expect(this.service.ordersAtOnce, 'orders that were sent while another one was').to.equal(0);
    for (const order of orders) {
      const stored = {
        key: `${order.courier_company}/${order.courier_type}`,
        to: order.destination_postal_code,
        quantity: order.items[0].quantity,
        insured: order.courier_insurance !== undefined,
        collected: order.destination_cash_on_delivery !== undefined,
      };
      expect(this.#clicked, 'what was on screen at a click').to.deep.include(stored);
    }
  }

  #orderOnScreen(): object {
    const { value, rate: chosen, insured, cashOnDelivery } = this.checkout;
    return {
      key: value,
      to: this.#to,
      quantity: this.#quantity,
      insured: insured && chosen?.available_for_insurance !== false,
      collected: cashOnDelivery,
    };
  }

  get #shipment() {
    const items = [{ ...item, quantity: this.#quantity }];
    return { origin_postal_code: 12440, ...(this.#to && { destination_postal_code: this.#to }), items };
  }

  async #click(selector: string, times = 1): Promise<void> {
    await this.settled();
    for (let time = 0; time < times; time += 1) all(this.checkout, selector).at(0)?.click();
  }
}

async function play(steps: Step[]): Promise<Page> {
  const page = new Page();
  const done: string[] = [];
  try {
    await page.settled();
    await page.finish();
    for (const step of steps) {
      done.push(JSON.stringify(step));
      await page.take(step);
      if (!step.settle) continue;
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
