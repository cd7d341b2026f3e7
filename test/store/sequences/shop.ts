import { expect } from 'chai';
import type { Rate } from '../../../src/contract/index.ts';
import type { ShipOrderSubmitEvent, ShipRateChangeEvent } from '../../../src/elements/element/events.ts';
import { eventsBetween } from '../../../src/elements/element/events-between.ts';
import { inProgress } from '../../../src/elements/store/order.ts';
import { termsOf } from '../../../src/elements/store/questions.ts';
import * as views from '../../../src/elements/store/views.ts';
import { type Switches, serviceKey } from '../../../src/quote/index.ts';
import { contacts, shipment } from '../../support/fixtures.ts';
import { checkoutWithoutScreen, settled } from '../plain-host.ts';
import type { Sequence, Step } from './inputs.ts';
import { type Outcome, priceOf, type Reply, Service, type Write } from './service.ts';

/** What was on screen at a click on the order button. */
interface Intent {
  service: string;
  place: unknown;
  note: string | null | undefined;
  insured: boolean;
  /** Rupiah at the door: the goods, and the delivery as it was shown. */
  collected: number;
  reference: string;
}

const off = { insured: false, cashOnDelivery: false };

/** A shop whose page has a checkout without a screen. It checks its promises as it goes. */
export class Shop {
  readonly service = new Service((write) => this.#checkWrite(write));
  readonly seen = new Set<string>();
  /** Promises that were broken. Errors of listeners and handlers would be swallowed. */
  readonly #broken: string[] = [];
  readonly #sequence: Sequence;
  #page: ReturnType<Shop['open']>;
  #note = 'leave it';
  #place: number | null = 40_111;
  #intents: Intent[] = [];

  constructor(sequence: Sequence) {
    this.#sequence = sequence;
    this.#page = this.open();
    this.#page.host.connect();
  }

  get state() {
    return this.#page.host.store.state;
  }

  get isBusy(): boolean {
    return ['asking', 'quoting', 'ordering', 'cancelling'].includes(this.state.order.phase.status);
  }

  take(step: Omit<Step, 'atOnce'>): void {
    const { host, rates, orders } = this.#page;
    const { store } = host;
    switch (step.act) {
      case 'ship to':
        this.#place = step.code as number | null;
        store.dispatch({ type: 'set', input: { shipment: this.#shipment } });
        break;
      case 'switch': {
        const name = step.name as keyof Switches;
        store.dispatch({ type: 'switch', name, on: !views.wishes(store.state)[name] });
        break;
      }
      case 'choose':
        store.dispatch({ type: 'choose', key: String(step.key) });
        break;
      case 'set value':
        store.dispatch({ type: 'set-value', key: step.key as string | null });
        break;
      case 'compare':
        store.dispatch({ type: 'set', input: { couriers: String(step.couriers) } });
        break;
      case 'reset':
        store.dispatch({ type: 'reset', switches: off });
        break;
      case 'refresh':
        void rates.refresh();
        break;
      case 'renew':
        store.dispatch({ type: 'renew' });
        break;
      case 'leave':
        if (host.isConnected) host.disconnect();
        break;
      case 'return':
        if (!host.isConnected) host.connect();
        break;
      case 'reply':
        this.service.asks.at(-1 - Number(step.late))?.reply(step.how as Reply);
        break;
      case 'order':
        this.#order(String(step.says));
        break;
      case 'page answers':
        this.#page.answer(String(step.says));
        break;
      case 'service answers':
        this.service.writes.at(-1 - Number(step.late))?.settle(step.how as Outcome);
        break;
      case 'set contacts':
        this.#note = String(step.note);
        // Contacts that come before the listeners have run belong to the click.
        if (this.#isAsked) Object.assign(this.#intents.at(-1) as Intent, { note: this.#note });
        store.dispatch({ type: 'set', input: { contacts: this.#contacts } });
        break;
      case 'cancel':
        void orders.cancel();
        break;
      case 'reload':
        this.#reload(step.restored === true);
    }
  }

  /** What is shown, chosen and submitted was answered for exactly the input as it is now. */
  expectPromises(): void {
    expect(this.#broken).to.deep.equal([]);
    const { state } = this;
    const { standing } = termsOf(state.input);
    const place = Number(state.input.shipment?.destination_postal_code);
    const status = views.status(state);
    this.seen.add(status);
    const chosen = views.rate(state);
    if (views.submittable(state)) {
      if (!chosen || !['ready'].includes(status)) expect.fail(`${status}: a rate is submitted`);
      const price = priceOf(serviceKey(chosen), place, standing.insured, standing.cashOnDelivery);
      if (chosen.price !== price) expect.fail(`${chosen.price} is submitted, not ${price}`);
    }
    if (status !== 'ready' || inProgress(state.order)) return;
    const isCollected = standing.cashOnDelivery && !views.nobodyCollects(state);
    for (const row of views.rates(state)) {
      const price = priceOf(serviceKey(row), place, standing.insured, isCollected);
      if (row.price !== price) expect.fail(`${serviceKey(row)} is shown for ${row.price}, not ${price}`);
    }
  }

  /** Everyone answers in the end, and an order without an answer is checked. */
  async end(): Promise<void> {
    this.take({ act: 'return' });
    for (let turn = 0; turn < 12; turn += 1) {
      await settled(6);
      this.#page.answer('yes');
      for (const write of [...this.service.writes]) write.settle('done');
      for (const ask of [...this.service.asks]) ask.reply('rates');
      await settled(6);
      const { phase } = this.state.order;
      const isLost = phase.status === 'unconfirmed' && phase.submission;
      if (isLost && views.isReferenceUsed(phase.error)) return;
      if (isLost) this.#order('yes');
      else if (views.error(this.state)) this.take({ act: 'refresh' });
      else if (!this.isBusy && !this.service.asks.length && !this.service.writes.length) return;
    }
    expect.fail(`it never comes to rest: ${views.status(this.state)}, ${this.state.order.phase.status}`);
  }

  close(): void {
    this.#page.answer('no');
    this.#page.gone = true;
    this.#page.host.disconnect();
    for (const ask of [...this.service.asks]) ask.reply('network');
  }

  get #isAsked(): boolean {
    const { phase } = this.state.order;
    return phase.status === 'asking' && !phase.attempt.body;
  }

  get #shipment() {
    return { ...shipment, destination_postal_code: this.#place as number };
  }

  get #contacts() {
    return { ...contacts, order_note: this.#note };
  }

  protected open() {
    const page = { gone: false, says: 'yes', answer: (_says: string): void => {} };
    const { host, rates, orders } = checkoutWithoutScreen(this.service.clientOf(page), { place: 'shop' });
    const { store } = host;
    let known: Rate | undefined;
    store.subscribe((action, before) => {
      if (page.gone) return;
      const events = eventsBetween(before, store.state, action);
      for (const { type } of events) this.seen.add(type);
      const told = events.find((event): event is ShipRateChangeEvent => event.type === 'ship-rate-change');
      const after = views.rate(store.state);
      const name = (row: Rate | undefined) => row && `${serviceKey(row)} ${row.price}`;
      // The page knows what it has set. What it sets in an order is applied when the order ends.
      const isOfPage =
        ['set-value', 'set-default'].includes(action.type) || before.queued.length > store.state.queued.length;
      if (told ? name(told.rate) !== name(after) : !isOfPage && name(known) !== name(after))
        this.#broken.push(
          `${action.type}: ${name(known)} is ${name(after)}, the event says ${told && name(told.rate)}`,
        );
      known = after;
      const isFrozen = inProgress(before.order) && inProgress(store.state.order);
      if (isFrozen && (views.rate(before) !== after || before.input.shipment !== store.state.input.shipment))
        this.#broken.push(`${action.type} changes the choice or the shipment of an order in progress`);
      if (action.type === 'placed' || action.type === 'placed-before') {
        const order = this.service.orders.find(({ body }) => body.reference_id === action.order.reference);
        if (order) order.told = true;
        this.seen.add(action.type);
      }
    });
    host.orderTarget.addEventListener('ship-order-submit', (event) => {
      const submit = event as ShipOrderSubmitEvent;
      if (page.says === 'no') submit.preventDefault();
      else if (page.says === 'fails') submit.waitUntil(Promise.reject(new Error('no')));
      else if (page.says === 'later')
        submit.waitUntil(
          new Promise<void>((resolve, reject) => {
            page.answer = (says) => (says === 'yes' ? resolve() : reject(new Error('no')));
          }),
        );
    });
    const { preset, reference } = this.#sequence;
    store.dispatch({ type: 'set-default', key: preset });
    const input = { couriers: 'jne,sicepat', shipment: this.#shipment, contacts: this.#contacts, reference };
    store.dispatch({ type: 'set', input: { ...input, orderMode: 'order' } });
    return Object.assign(page, { host, rates, orders });
  }

  #reload(restored: boolean): void {
    const { state } = this;
    const [key, wishes] = [views.chosenKey(state), views.wishes(state)];
    this.#page.answer('no');
    this.#page.gone = true;
    this.#page.host.disconnect();
    this.#page = this.open();
    if (restored) this.#page.host.store.dispatch({ type: 'restore', key, switches: wishes });
    this.#page.host.connect();
  }

  /** A double click. */
  #order(says: string): void {
    const { host, orders } = this.#page;
    const { store } = host;
    const before = store.state;
    this.#page.says = says;
    const rate = views.rate(before);
    void orders.place();
    void orders.place();
    const { phase } = store.state.order;
    if (phase.status !== 'asking' || before.order.phase.status === 'asking') return;
    if (!rate) throw new Error('An order without a rate is asked for.');
    const { insured, cashOnDelivery, cashOnDeliveryAmount: goods } = termsOf(before.input).standing;
    this.#intents.push({
      service: serviceKey(rate),
      place: before.input.shipment?.destination_postal_code,
      note: before.input.contacts?.order_note,
      insured: insured && rate.available_for_insurance !== false,
      collected: cashOnDelivery ? goods + rate.price : 0,
      reference: phase.attempt.reference,
    });
  }

  /** What is sent is what was on screen at the click, and nothing is ordered twice. */
  #checkWrite({ operation, body }: Write): void {
    if (operation !== 'order') return;
    const intent = this.#intents.findLast(({ reference }) => reference === body.reference_id);
    const other = this.service.orders.find(
      ({ cancelled, told, body: { reference_id } }) => !cancelled && !told && reference_id !== body.reference_id,
    );
    if (other)
      this.#broken.push(`${body.reference_id} is sent, and ${other.body.reference_id} is not known to the shopper`);
    const wanted = intent && inWords(intent);
    const sent = inWords({
      ...{ place: body.destination_postal_code, note: body.order_note },
      service: `${body.courier_company}/${body.courier_type}`,
      insured: body.courier_insurance !== undefined,
      collected: body.destination_cash_on_delivery ?? 0,
    });
    if (sent !== wanted) this.#broken.push(`${sent} is ordered, and ${wanted} was on screen`);
  }
}

const inWords = ({ service, place, note, insured, collected }: Omit<Intent, 'reference'>): string =>
  `${service} to ${place}, ${note}${insured ? ', insured' : ''}${collected ? `, with COD of ${collected}` : ''}`;
