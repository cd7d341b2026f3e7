import { expect } from 'chai';
import type { OrderRequest, Rate } from '../../../src/contract/index.ts';
import type { ShipOrderSubmitEvent, ShipRateChangeEvent } from '../../../src/elements/core/events.ts';
import { eventsBetween } from '../../../src/elements/core/events-between.ts';
import { inProgress } from '../../../src/elements/core/order.ts';
import * as prices from '../../../src/elements/core/prices.ts';
import type { Action, State } from '../../../src/elements/core/state.ts';
import * as views from '../../../src/elements/core/views.ts';
import { isBlocked } from '../../../src/extras/index.ts';
import { serviceKey } from '../../../src/quote/index.ts';
import { contacts, shipment } from '../../support/fixtures.ts';
import { checkoutWithoutScreen, settled } from '../plain-host.ts';
import type { Sequence, Step } from './inputs.ts';
import { priceOf, Service } from './service.ts';

const off = { insurance: false, cashOnDelivery: false };

const named = (row: Rate | undefined) => row && `${serviceKey(row)} ${row.price}`;

/** A page of the shop. The test says how it answers `ship-order-submit`. */
interface Page extends ReturnType<typeof checkoutWithoutScreen> {
  gone: boolean;
  says: 'yes' | 'later' | 'no' | 'fails';
  /** Answers with the promise of `later`. */
  answer(says: 'yes' | 'no'): void;
}

/** A shop with a checkout that has no screen. It checks the promises of the design as it goes. */
export class Shop {
  readonly service = new Service((body) => this.#checkOrder(body));
  readonly seen = new Set<string>();
  /** Promises that were broken. Errors of listeners and handlers would be swallowed. */
  readonly #broken: string[] = [];
  readonly #settings: Omit<Sequence, 'begun' | 'steps'>;
  #page: Page;
  #note = 'leave it';
  #place: number | null = 40_111;
  #carts = 0;
  /** What was on screen at the newest click, by reference. */
  readonly #clicked = new Map<string | undefined, string>();

  constructor(settings: Omit<Sequence, 'begun' | 'steps'>) {
    this.#settings = settings;
    this.#page = this.#open();
    this.#page.host.connect();
  }

  get state(): State {
    return this.#page.host.store.state;
  }

  take(step: Step): unknown {
    const { host, rates, orders } = this.#page;
    const { store } = host;
    switch (step.act) {
      case 'ship to':
        this.#place = step.code;
        return store.dispatch({ type: 'set', input: { shipment: this.#shipment } });
      case 'switch':
        return store.dispatch({ type: 'switch', name: step.name, on: !views.requestedSwitches(this.state)[step.name] });
      case 'choose':
        return store.dispatch({ type: 'choose', key: step.key });
      case 'set value':
        return store.dispatch({ type: 'set-value', key: step.key });
      case 'compare':
        return store.dispatch({ type: 'set', input: { couriers: step.couriers } });
      case 'sign cart':
        this.#carts += 1;
        return store.dispatch({ type: 'set', input: { cart: `cart ${this.#carts}` } });
      case 'set contacts':
        this.#note = step.note;
        return store.dispatch({ type: 'set', input: { contacts: this.#contacts } });
      case 'reset':
        return store.dispatch({ type: 'reset', switches: off });
      case 'renew':
        return store.dispatch({ type: 'renew' });
      case 'refresh':
        return rates.refresh();
      case 'cancel':
        return orders.cancel();
      case 'next order':
        return store.dispatch({ type: 'next-order' });
      case 'leave':
        return host.isConnected ? host.disconnect() : undefined;
      case 'return':
        return host.isConnected ? undefined : host.connect();
      case 'reply':
        return this.service.asks.at(-1 - step.late)?.reply(step.how);
      case 'service answers':
        return this.service.writes.at(-1 - step.late)?.settle(step.how);
      case 'page answers':
        return this.#page.answer(step.says);
      case 'order':
        // A double click.
        this.#page.says = step.says;
        void orders.place();
        return orders.place();
      case 'reload':
        return this.#reload(step.restored);
    }
  }

  /** What is shown, chosen and submitted was answered for exactly the input as it is now. */
  expectPromises(): void {
    expect(this.#broken).to.deep.equal([]);
    const { state } = this;
    const { effective } = prices.extrasOf(state.input);
    const place = Number(state.input.shipment?.destination_postal_code);
    const status = prices.status(state);
    this.seen.add(status);
    const chosen = views.rate(state);
    if (views.submittable(state)) {
      if (status !== 'ready' || !chosen || isBlocked(chosen, effective)) expect.fail(`${status}: a rate is submitted`);
      const price = priceOf(serviceKey(chosen), place, effective.insurance, effective.cashOnDelivery);
      if (chosen.price !== price) expect.fail(`${chosen.price} is submitted, not ${price}`);
    }
    if (views.suspended(state)) this.seen.add('suspended');
    if (prices.blockedEverywhere(state)) this.seen.add('nobody collects');
    if (prices.question(state)?.extras.insurance === false) this.seen.add('asked without insurance');
    if (status !== 'ready' || inProgress(state.order)) return;
    const isCollected = effective.cashOnDelivery && !prices.blockedEverywhere(state);
    for (const row of prices.rates(state)) {
      const price = priceOf(serviceKey(row), place, effective.insurance, isCollected);
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
      const isBusy = ['asking', 'quoting', 'ordering', 'cancelling'].includes(phase.status);
      const isLost = phase.status === 'unconfirmed' && phase.submission;
      if (isLost && views.isReferenceUsed(phase.error)) return;
      if (isLost) this.take({ act: 'order', says: 'yes' });
      else if (prices.error(this.state)) this.take({ act: 'refresh' });
      else if (!isBusy && !this.service.asks.length && !this.service.writes.length) return;
    }
    expect.fail(`it never comes to rest: ${prices.status(this.state)}, ${this.state.order.phase.status}`);
  }

  /** The page is closed. It hears nothing any more. */
  close(): void {
    this.#page.answer('no');
    this.#page.gone = true;
    this.#page.host.disconnect();
  }

  get #shipment() {
    return { ...shipment, destination_postal_code: this.#place as number };
  }

  get #contacts() {
    return { ...contacts, order_note: this.#note };
  }

  #open(): Page {
    const settings = { gone: false, says: 'yes', answer() {} } as Pick<Page, 'gone' | 'says' | 'answer'>;
    const page = Object.assign(settings, checkoutWithoutScreen(this.service.clientOf(settings), { widgetKey: 'shop' }));
    const { store, orderTarget } = page.host;
    store.subscribe((action, before) => page.gone || this.#checkAction(before, store.state, action));
    orderTarget.addEventListener('ship-order-submit', (event) => {
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
    const { preset, reference } = this.#settings;
    store.dispatch({ type: 'set-default', key: preset });
    const input = { couriers: 'jne,sicepat', shipment: this.#shipment, contacts: this.#contacts, reference };
    store.dispatch({ type: 'set', input: { ...input, orderMode: 'order' } });
    return page;
  }

  #reload(restored: boolean): void {
    const [key, switches] = [views.chosenKey(this.state), views.requestedSwitches(this.state)];
    this.close();
    this.#page = this.#open();
    if (restored) this.#page.host.store.dispatch({ type: 'restore', key, switches });
    this.#page.host.connect();
  }

  /** A choice never changes without an event, and not at all while an order is in progress. */
  #checkAction(before: State, after: State, action: Action): void {
    const events = eventsBetween(before, after, action);
    for (const { type } of events) this.seen.add(type);
    const told = events.find((event): event is ShipRateChangeEvent => event.type === 'ship-rate-change');
    const [was, is] = [views.rate(before), views.rate(after)];
    // The page knows what it has set. What it sets during an order is applied when the order ends.
    const isOfPage = action.type === 'set-value' || before.queued.length > after.queued.length;
    if (told ? named(told.rate) !== named(is) : !isOfPage && named(was) !== named(is))
      this.#broken.push(`${action.type}: ${named(was)} is ${named(is)}, the event says ${named(told?.rate)}`);
    const isFrozen = inProgress(before.order) && inProgress(after.order);
    if (isFrozen && (was !== is || before.input.shipment !== after.input.shipment))
      this.#broken.push(`${action.type} changes the choice or the shipment of an order in progress`);
    const { phase } = after.order;
    // Contacts that the page gives in its listener belong to the click.
    if ((action.type === 'place' || action.type === 'seal') && phase.status === 'asking')
      this.#clicked.set(phase.attempt.reference, onScreen(after));
    if (action.type === 'placed' || action.type === 'placed-before') {
      this.seen.add(action.type);
      for (const order of this.service.orders)
        if (order.body.reference_id === action.order.reference) order.told = true;
    }
  }

  /** What is sent is what was on screen at the click, and nothing is ordered twice. */
  #checkOrder(body: OrderRequest): void {
    const { reference_id: reference } = body;
    const other = this.service.orders.find((order) => {
      return !order.cancelled && !order.told && order.body.reference_id !== reference;
    });
    if (other) this.#broken.push(`${reference} is sent, and the shopper does not know of ${other.body.reference_id}`);
    const sent = inWords({
      ...{ place: body.destination_postal_code, note: body.order_note },
      service: `${body.courier_company}/${body.courier_type}`,
      insured: body.courier_insurance !== undefined,
      collected: body.destination_cash_on_delivery ?? 0,
    });
    const wanted = this.#clicked.get(reference);
    if (sent !== wanted) this.#broken.push(`${sent} is ordered, and ${wanted} was on screen`);
  }
}

/** The order that the shopper sees. */
function onScreen(state: State): string {
  const rate = views.rate(state);
  if (!rate) return 'no rate';
  const { insurance, cashOnDelivery, cashOnDeliveryAmount: goods } = prices.extrasOf(state.input).effective;
  return inWords({
    service: serviceKey(rate),
    place: state.input.shipment?.destination_postal_code,
    note: state.input.contacts?.order_note,
    insured: insurance && rate.available_for_insurance !== false,
    collected: cashOnDelivery ? goods + rate.price : 0,
  });
}

interface Ordered {
  service: string;
  place: unknown;
  note: string | null | undefined;
  insured: boolean;
  /** Rupiah at the door: the goods, and the delivery as it was shown. */
  collected: number;
}

const inWords = ({ service, place, note, insured, collected }: Ordered): string =>
  `${service} to ${place}, ${note}${insured ? ', insured' : ''}${collected ? `, with COD of ${collected}` : ''}`;
