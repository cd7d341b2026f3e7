import {
  createAreaClient,
  createParcelClient,
  createPromiseClient,
  createShippingClient,
  type WriteStorage,
} from '../../src/client/index.ts';
import { isBehind, type Rate } from '../../src/contract/index.ts';
import type { ShipOrderSubmitEvent, ShipRateChangeEvent } from '../../src/elements/core/events.ts';
import { eventsBetween } from '../../src/elements/core/events-between.ts';
import { inProgress } from '../../src/elements/core/order.ts';
import { OrderTask } from '../../src/elements/core/order-task.ts';
import * as prices from '../../src/elements/core/prices.ts';
import { RatesTask } from '../../src/elements/core/rates-task.ts';
import type { Action, State } from '../../src/elements/core/state.ts';
import * as views from '../../src/elements/core/views.ts';
import { effectiveSwitches, type Payments } from '../../src/extras/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { PlainHost } from '../store/plain-host.ts';
import { purchaseOfParcel } from './on-the-wire.ts';
import { type Checkout, type Choice, contacts, couriers, place } from './shop.ts';
import { Process, type World } from './world.ts';

const baseUrl = 'https://gateway.test';

/** A request of a page, to the gateway or to the shop. */
export type Ask = (from: Process, what: string, request: Request) => Promise<Response>;

/** What is outside of the shop. */
interface Outside {
  /** The service of a living order, such as `jne/reg`. Undefined if there is none. */
  onItsWay(reference: string): Promise<string | undefined>;
  /** The shopper is at the payment provider. @returns false if the payment is declined */
  pay(payment: string, rupiah: number): Promise<boolean>;
  /** How many parcels the page shows. */
  parcels: number;
}

/** What was on screen of one parcel when the shopper clicked. */
interface ShownParcel extends Payments {
  service: string;
  price: number;
}

/** What was on screen when the shopper clicked: the first parcel, and the payments for all of them. */
export interface Click extends ShownParcel {
  reference: string;
  parcels: readonly ShownParcel[];
}

/** A tab of the shopper's browser. A reload is another page of the same tab. */
export class Tab {
  readonly #world: World;
  readonly #ask: Ask;
  readonly #name: string;
  readonly #clicks: Click[];
  readonly #outside: Outside;
  /** The tab's session storage. */
  readonly stored = new Map<string, string>();
  #page: Page;

  constructor(world: World, name: string, ask: Ask, clicks: Click[], outside: Outside) {
    this.#outside = outside;
    this.#world = world;
    this.#ask = ask;
    this.#name = name;
    this.#clicks = clicks;
    this.#page = this.#opened();
  }

  get page(): Page {
    return this.#page;
  }

  reload(): void {
    this.#page.close();
    this.#page = this.#opened();
  }

  #opened(): Page {
    const store: WriteStorage = {
      getItem: (key) => this.stored.get(key) ?? null,
      setItem: (key, value) => void this.stored.set(key, value),
      removeItem: (key) => void this.stored.delete(key),
    };
    const page = new Page(this.#world, this.#name, this.#ask, store, this.#clicks, this.#outside);
    void page.load();
    return page;
  }
}

/** A page of the shop with a checkout that has no screen. */
export class Page {
  readonly process: Process;
  readonly #world: World;
  readonly #ask: Ask;
  readonly #clicks: Click[];
  readonly #outside: Outside;
  readonly #fetch: typeof fetch;
  readonly #host: PlainHost;
  readonly #rates: RatesTask;
  readonly #orders: OrderTask;
  /** States of the parcel that it has read, and whole answers about it. */
  readonly seen: string[] = [];
  readonly answers: string[] = [];
  #isTracking = false;
  /** The order of what it has read. */
  #tracked = '';

  constructor(world: World, name: string, ask: Ask, store: WriteStorage, clicks: Click[], outside: Outside) {
    this.#outside = outside;
    this.#world = world;
    this.#ask = ask;
    this.#clicks = clicks;
    this.process = new Process(name);
    const clock = world.clockOf(this.process);
    this.#fetch = (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      return ask(this.process, `${name} asks the gateway for ${pathname.replace('/v1/', '')}`, request);
    };
    const client = createShippingClient({ baseUrl, store, clock, fetch: this.#fetch });
    this.#host = new PlainHost(client);
    this.#rates = new RatesTask(this.#host, 300, clock);
    this.#orders = new OrderTask(this.#host, 30_000, clock);
    this.#host.store.subscribe((action, before) => this.#check(before, this.state, action));
    this.#host.orderTarget.addEventListener('ship-order-submit', (event) =>
      this.#submit(event as ShipOrderSubmitEvent),
    );
  }

  get state(): State {
    return this.#host.store.state;
  }

  get status(): string {
    return this.state.order.phase.status;
  }

  /** Reads the cart of the shop. Without an answer the page stays empty until it is reloaded. */
  async load(): Promise<void> {
    const checkout = await this.#read<Checkout>('checkout').catch(() => undefined);
    if (!checkout || checkout.order) return;
    const { reference, cart, items } = checkout;
    this.#host.store.dispatch({
      type: 'set',
      input: {
        couriers,
        shipment: { ...place, items: items.map((item) => ({ ...item })) },
        contacts: { ...contacts },
        orderMode: ({ page: 'order', shop: 'none', draft: 'draft' } as const)[checkout.orders],
        cart,
        reference,
      },
    });
    if (!this.#host.isConnected) this.#host.connect();
  }

  choose(number: number): void {
    const rows = prices.rates(this.state);
    const row = rows[number % rows.length];
    if (row) this.#host.store.dispatch({ type: 'choose', key: serviceKey(row) });
  }

  switch(name: 'insurance' | 'cashOnDelivery'): void {
    this.#host.store.dispatch({ type: 'switch', name, on: !views.requestedSwitches(this.state)[name] });
  }

  refresh(): void {
    this.#rates.refresh();
  }

  /** A double tap is one order. */
  order(taps: number): void {
    for (let tap = 0; tap < taps; tap++)
      void (this.state.input.orderMode === 'none' ? this.#submitForm() : this.#orders.place());
  }

  /** As the form of a page with `order-mode="none"`. Whoever reads what is to be paid goes to the provider. */
  async #submitForm(): Promise<void> {
    const { state } = this;
    const [rate, payments] = [views.rate(state), views.payments(state)];
    if (!views.submittable(state) || !rate || !payments) return;
    const { reference } = state.input;
    const rows = this.#rows(rate, payments);
    this.#noteClick(reference, rate, payments, rows);
    const { insurance, cashOnDelivery } = views.switches(state);
    const { requested } = prices.extrasOf(state.input);
    const others = rows.slice(1).map((row) => ({
      ...{ offer: row.offer ?? undefined, service: serviceKey(row) },
      ...effectiveSwitches(requested, row),
    }));
    const choice: Choice = {
      ...{ offer: views.offer(state), service: serviceKey(rate), insurance, cashOnDelivery, reference },
      ...{ again: false, others },
    };
    const answer = await this.#read<{ pay?: { id: string; rupiah: number } }>('submit', choice).catch(() => undefined);
    const isDeclined = answer?.pay && !(await this.#outside.pay(answer.pay.id, answer.pay.rupiah));
    // The provider sends the shopper back to the same form.
    if (isDeclined && this.process.isAlive) await this.#submitForm();
  }

  /** Of each parcel. They go by one service after the other, but with COD by the chosen one. */
  #rows(chosen: Rate, { payAtDoor }: Payments): Rate[] {
    const rows = prices.rates(this.state);
    const at = rows.indexOf(chosen);
    return Array.from({ length: this.#outside.parcels }, (_none, parcel) => {
      const row = rows[(at + parcel) % rows.length];
      return payAtDoor || at < 0 || !row?.offer || row.estimate ? chosen : row;
    });
  }

  cancel(): void {
    void this.#orders.cancel();
  }

  /** Searches a district. What it finds belongs to what was typed. */
  async search(text: string): Promise<void> {
    const client = createAreaClient({ baseUrl, clock: this.#world.clockOf(this.process), fetch: this.#fetch });
    const found = await client.searchAreas({ input: text }).catch(() => undefined);
    const other = found?.areas.find(({ name }) => !name?.toLowerCase().includes(text));
    if (found && (other || !found.areas.length))
      this.#world.break(`${this.process.name} searches ${text} and finds ${other?.name ?? 'nothing'}.`);
  }

  /** Looks at a product, whose page says when it would arrive. */
  async look(): Promise<void> {
    const clock = this.#world.clockOf(this.process);
    const { rate } =
      (await createPromiseClient({ baseUrl, clock, fetch: this.#fetch })
        .promise({ destination_postal_code: place.destination_postal_code, weight: 1_000 })
        .catch(() => undefined)) ?? {};
    for (const { hand_over, last } of rate?.arrivals ?? [])
      if (new Date(hand_over.slice(0, 10)).getUTCDay() === 0 || last < hand_over)
        this.#world.break(`${this.process.name} reads: handed over on ${hand_over}, and there on ${last}.`);
  }

  /** Looks where the parcel is. What a later answer says is never behind an earlier one. */
  async track(): Promise<void> {
    const { placed } = this.state.order;
    if (!placed?.track || this.#isTracking) return;
    this.#isTracking = true;
    const parcel = await createParcelClient({ baseUrl, clock: this.#world.clockOf(this.process), fetch: this.#fetch })
      .track(placed.track)
      .catch(() => undefined);
    this.#isTracking = false;
    if (!parcel) return;
    const { history } = parcel;
    // The next order has another parcel.
    if (placed.reference !== this.#tracked) this.seen.length = 0;
    this.#tracked = placed.reference;
    const status = parcel.status ?? '';
    const [before = ''] = this.seen.slice(-1);
    if (before && isBehind(status, before))
      this.#world.break(`${this.process.name} reads that the parcel is ${status} after it was ${before}.`);
    const states = history.map((row) => row.status);
    if (new Set(states).size < states.length)
      this.#world.break(`${this.process.name} reads a state of the parcel twice: ${states.join(', ')}.`);
    this.seen.push(status);
    this.answers.push(JSON.stringify(parcel));
  }

  async setQuantity(quantity: number): Promise<void> {
    await this.#read('cart', { quantity }).catch(() => {});
    await this.load();
  }

  /** In another tab, of which this one hears nothing. */
  async useVoucher(): Promise<void> {
    await this.#read('cart', { quantity: 2, voucher: 20_000 }).catch(() => {});
  }

  /** It hears nothing any more. */
  close(): void {
    this.process.kill();
    this.#host.disconnect();
  }

  async #read<Answer>(what: string, body?: object): Promise<Answer> {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const request = new Request(`https://shop.test/${what}`, init);
    const answer = await this.#ask(this.process, `${this.process.name} asks the shop for ${what}`, request);
    if (!answer.ok) throw new Error(`The shop's server answered ${answer.status}.`);
    return answer.json() as Promise<Answer>;
  }

  #submit(event: ShipOrderSubmitEvent): void {
    if (this.state.input.orderMode === 'draft') return;
    const { rate, reference, again, insurance, cashOnDelivery } = event;
    const choice: Choice = {
      offer: rate?.offer ?? undefined,
      service: rate && serviceKey(rate),
      ...{ insurance, cashOnDelivery, reference, again },
    };
    event.grant = this.#read<{ grant?: string; error?: string }>('grant', choice).then(({ grant, error }) => {
      if (!grant) throw new Error(error);
      return grant;
    });
  }

  /** No choice and no price changes without an event with a reason, and none while an order is in progress. */
  #check(before: State, after: State, action: Action): void {
    if (!this.process.isAlive) return;
    const world = this.#world;
    const { phase } = after.order;
    if (phase.status !== before.order.phase.status) this.#tellPhase(after);
    if (before.order.phase.status === 'ordering') {
      const { reference, rate } = before.order.phase.submission;
      if (phase.status === 'refused') void this.#checkRefusal(reference, phase.error);
      if (phase.status === 'placed' && rate && !phase.order.other)
        void this.#checkPlaced(phase.order.reference, serviceKey(rate));
    }
    const [payments, chosen] = [views.payments(after), views.rate(after)];
    if (action.type === 'place' && phase.status === 'asking' && payments && chosen)
      this.#noteClick(phase.attempt.reference, chosen, payments);
    const events = eventsBetween(before, after, action);
    const told = events.find((event): event is ShipRateChangeEvent => event.type === 'ship-rate-change');
    const named = (state: State) => {
      const row = views.rate(state);
      return row ? `${serviceKey(row)} for ${row.price}` : 'nothing';
    };
    const isOfPage = before.queued.length > after.queued.length;
    if (!isOfPage && !told && named(before) !== named(after))
      world.break(`The choice changed from ${named(before)} to ${named(after)} without an event.`);
    if (told && !told.reason) world.break('An event of the choice has no reason.');
    if (inProgress(before.order) && inProgress(after.order) && named(before) !== named(after))
      world.break(`The choice changed from ${named(before)} to ${named(after)} during an order.`);
  }

  /**
   * A shopper who reads that nothing was ordered buys it elsewhere. Of drafts two refusals say nothing of an earlier one, which is sent to
   * nobody by itself: the cart is not valid, or staff have erased the reference.
   */
  async #checkRefusal(reference: string, error: Error & { operation?: string; reason?: string }): Promise<void> {
    const isDraft = error.operation === 'createDraftOrder';
    if (isDraft && (error.reason?.startsWith('token-') || /was erased/.test(error.message))) return;
    if (views.isReferenceUsed(error) || !(await this.#outside.onItsWay(reference))) return;
    this.#world.break(`${this.process.name} says that ${reference} is refused, and it is on its way.`);
  }

  async #checkPlaced(reference: string, service: string): Promise<void> {
    const found = await this.#outside.onItsWay(reference);
    if (found && found !== service)
      this.#world.break(`${this.process.name} says that ${reference} is placed by ${service}, and it is by ${found}.`);
  }

  #tellPhase(state: State): void {
    const { phase } = state.order;
    const error = 'error' in phase && phase.error ? ` (${phase.error.message.split('\n')[0]})` : '';
    this.#world.tell(`${this.process.name}: the order is ${phase.status}${error}.`);
  }

  #noteClick(reference: string, rate: Rate, payments: Payments, rows: readonly Rate[] = [rate]): void {
    const parcels = rows.map((row) => {
      const payNow = payments.payNow && payments.payNow + row.price - rate.price;
      return { service: serviceKey(row), price: row.price, payNow, payAtDoor: payments.payAtDoor };
    });
    const total = (name: keyof Payments) => parcels.reduce((sum, one) => sum + one[name], 0);
    const [payNow, payAtDoor] = [total('payNow'), total('payAtDoor')];
    // After a refusal the page orders under a further number of the same purchase.
    const click = {
      reference: purchaseOfParcel(reference),
      service: serviceKey(rate),
      price: rate.price,
      payNow,
      payAtDoor,
      parcels,
    };
    this.#clicks.push(click);
    this.#world.tell(
      `${this.process.name}: the shopper orders ${reference} by ${parcels.map((one) => `${one.service} for ${one.price}`).join(' and ')}, and reads: Rp ${payNow} now, Rp ${payAtDoor} at the door.`,
    );
  }
}
