import { html, type LitElement, nothing, render } from 'lit';
import '../../../src/define.ts';
import '../../../src/elements/area-search/area-search-element.ts';
import type { OrderRequest, Rate } from '../../../src/contract/index.ts';
import type { AreaSearchElement } from '../../../src/elements/area-search/area-search-element.ts';
import type { CheckoutElement, OrderButtonElement } from '../../../src/elements/index.ts';
import { areas } from '../../support/areas.ts';
import { contacts, item, shipment } from '../../support/fixtures.ts';
import { all, settled, textOf } from '../../support/inside.ts';
import { type AreaReply, HeldAreas } from './held-areas.ts';
import { type Outcome, type Reply, Service } from './service.ts';
import type { Settings } from './settings.ts';
import { focusedControl, switchFocus, turn } from './spotlight.ts';

/** Milliseconds. Longer than the elements wait for the end of typing. Timers fire in the order of their time, so a slow machine changes nothing. */
const shoppersPause = 400;

/** Updates of one element in one task. Only an endless loop has more. */
const mostUpdates = 100;

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => {
  updates.clear();
  waiting.shift()?.();
};

/** Updates in this task, by element. */
const updates = new Map<object, number>();

/** After everything that is due. Not `setTimeout`, which waits 4 ms when it is nested. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve);
    // The channel as a whole, because a port that nobody names is collected as garbage.
    channel.port2.postMessage(undefined);
  });

/** Rupiah, in the order of the text. */
export const amountsIn = (element: Element | undefined): number[] =>
  [...(element ? textOf(element) : '').matchAll(/Rp\s*([\d.,]+)/g)].map(([, digits]) =>
    Number(digits?.replace(/\D/g, '')),
  );

/** What the shopper reads of the order that a press would place. */
export interface OrderOnScreen {
  key: string | undefined;
  place: unknown;
  note: string;
  insurance: boolean;
  collected: boolean;
  goods: number;
  /** The amounts in the bar. */
  sums: readonly number[];
}

/** What an event has said of the choice. `unknown`: the page has set it, which no event says. */
export type Told = { rate: Rate | undefined; payNow: number | undefined; payAtDoor: number | undefined } | 'unknown';

/** The newest input of the search that nothing has overruled. */
type SearchInput = { typed: string } | { postalCode: number };

/** What is wrong, and the name of the promise that it breaks. */
export class Broken extends Error {
  readonly promise: string;

  constructor(promise: string, what: string) {
    super(`${promise}: ${what}`);
    this.promise = promise;
  }
}

const hostOf = (element: Element) => (element.getRootNode() as Partial<ShadowRoot>).host ?? null;

let count = 0;

/** The page whose turn it is. An error that nobody catches is its own. */
let playing: Page | undefined;
// Registered before the test runner's own, which would blame the test that runs.
for (const type of ['error', 'unhandledrejection'] as const)
  addEventListener(type, (event) => {
    const thrown = 'reason' in event ? event.reason : event.error;
    if (!playing && !(thrown instanceof Broken)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!(thrown instanceof Broken)) playing?.fail('throws', `${thrown}`);
  });

/** A shop's page: a form with a checkout, a search of the destination, and an order button. */
export class Page {
  readonly service = new Service((order) => this.#handleOrder(order));
  readonly areas = new HeldAreas();
  readonly form = document.createElement('form');
  readonly checkout: CheckoutElement;
  readonly search: AreaSearchElement | undefined;
  /** An order button elsewhere in the page. */
  readonly button: OrderButtonElement | undefined;
  /** A button of the page's own. */
  readonly help: HTMLElement;
  readonly #fieldset: HTMLFieldSetElement;

  /** The first promise that was broken. */
  broken: Broken | undefined;
  told: Told = { rate: undefined, payNow: undefined, payAtDoor: undefined };
  /** Whether something may be chosen: not after an order, until the shopper or the page chooses. */
  mayChoose = true;
  /** The page has chosen during an order. That counts afterwards. */
  #hasChosen = false;
  /** The page has moved a part, which takes focus away. */
  hasMoved = false;
  newest: SearchInput | undefined;
  /** What the destination may be: what was given last, and what a part may have taken back. The area of the search comes first. */
  destinations: (number | null)[];
  /** The order that was placed last, as it was on screen at the press. */
  placed: OrderOnScreen | undefined;
  goods = 150_000;
  #place: number | '' | null;
  /** The postal code that the page has set last, in the checkout or in the search. */
  #code: number | '' | null;
  #status = '';
  #note = 'leave it';
  /** What was on screen at the presses that nothing was ordered for. */
  readonly #presses: OrderOnScreen[] = [];
  /** What was on screen when it was ordered, by reference. */
  readonly #ordered = new Map<string, OrderOnScreen>();
  readonly #answers: ((agrees: boolean) => void)[] = [];
  readonly #removed = new Map<HTMLElement, Element>();
  readonly #watched = new WeakSet<object>();
  #endTurn = () => {};

  constructor(settings: Settings) {
    count += 1;
    const { button, search, value, preselect, rows, reference, readyAt } = settings;
    const given = Number(search);
    this.newest = given ? { postalCode: given } : undefined;
    this.#place = settings.place;
    this.#code = given || settings.place;
    this.destinations = [given || settings.place];
    const mode = button === 'none' ? 'none' : 'order';
    // Out of sight, so that nothing is asked before it is wanted: that would depend on the time.
    this.form.setAttribute('style', 'position: fixed; inset-inline-start: -9999px; inline-size: 40rem');
    this.form.lang = 'en';
    render(
      html`<fieldset>
          ${
            search === 'none'
              ? nothing
              : html`<ship-area-search
                  for="checkout-${count}" name="area" .client=${this.areas.client} postal-code=${search === 'empty' ? nothing : search}
                ></ship-area-search>`
          }
          <ship-checkout
            id="checkout-${count}" name="shipping" required couriers="jne,sicepat"
            ?all-rates=${!rows} rows=${rows || nothing} preselect=${preselect || nothing} value=${value ?? nothing}
            ready-at=${readyAt || nothing} reference=${(button === 'own' && reference) || nothing} order-mode=${mode}
            .shipment=${this.#shipment} .contacts=${this.#contacts} .client=${this.service.client}
          ></ship-checkout>
          ${
            button === 'elsewhere'
              ? html`<ship-order-button for="checkout-${count}" order-mode="order" reference=${reference}></ship-order-button>`
              : nothing
          }
        </fieldset>
        <button type="button">Help</button>`,
      this.form,
    );
    this.checkout = this.form.querySelector('ship-checkout') as CheckoutElement;
    this.search = this.form.querySelector<AreaSearchElement>('ship-area-search') ?? undefined;
    this.button = this.form.querySelector<OrderButtonElement>('ship-order-button') ?? undefined;
    this.help = this.form.querySelector('form > button') as HTMLElement;
    this.#fieldset = this.form.querySelector('fieldset') as HTMLFieldSetElement;
    // Pages that wait meanwhile must not hear it: to them the shopper would have left.
    this.form.addEventListener('focusin', (event) => event.stopPropagation());
    this.#listen(settings);
  }

  async open(): Promise<void> {
    this.#endTurn = await turn();
    playing = this;
    document.body.append(this.form);
    await this.settle();
  }

  close(): void {
    switchFocus(() => focusedControl()?.blur());
    this.form.remove();
    playing = undefined;
    this.#endTurn();
  }

  /** Waits until everything that is known is rendered. */
  async settle(): Promise<void> {
    for (let time = 0; time < 2; time += 1) {
      this.#watchUpdates();
      try {
        // One that the page has removed may wait for a part that was never in the page.
        for (const part of this.parts) if (part.isConnected) await settled(part);
      } catch (thrown) {
        this.fail('throws', `${thrown}`);
      }
      // The browser takes focus from a control that can no longer have it.
      void this.form.offsetHeight;
      await nextTask();
    }
    const { status } = this.checkout;
    const hadOrder = ['placed', 'cancelled'].includes(this.#status);
    if (hadOrder && !['placed', 'cancelling', 'cancelled'].includes(status)) this.mayChoose = this.#hasChosen;
    this.#status = status;
    this.#hasChosen &&= this.isOrdering;
  }

  /** The shopper reads. Others play meanwhile. */
  async pause(): Promise<void> {
    const focused = focusedControl();
    switchFocus(() => focused?.blur());
    playing = undefined;
    this.#endTurn();
    await new Promise((over) => setTimeout(over, shoppersPause));
    this.#endTurn = await turn();
    playing = this;
    switchFocus(() => focused?.focus());
  }

  fail(promise: string, what: string): Broken {
    this.broken ??= new Broken(promise, what);
    return this.broken;
  }

  get parts(): (CheckoutElement | AreaSearchElement | OrderButtonElement)[] {
    return [this.search, this.checkout, this.button].filter((part) => part !== undefined);
  }

  /** The part that has focus. */
  get focused() {
    return this.parts.find((part) => part === document.activeElement);
  }

  /** Whether an order is in progress: then what the page sets waits. */
  get isOrdering(): boolean {
    return ['asking', 'quoting', 'ordering', 'unconfirmed', 'placed', 'cancelling'].includes(this.checkout.status);
  }

  // What is on screen

  /** Whether no element around it hides it. Not `checkVisibility`, which needs a layout. */
  #isShown(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.assignedSlot ?? at.parentElement ?? hostOf(at))
      if (getComputedStyle(at).display === 'none') return false;
    return true;
  }

  /** The controls that a shopper can see and use. */
  all(selector: string): HTMLElement[] {
    return this.parts
      .flatMap((part) => (part.isConnected ? all(part, selector) : []))
      .filter((found) => !found.matches(':disabled') && this.#isShown(found));
  }

  find(selector: string): HTMLElement | undefined {
    return this.all(selector)[0];
  }

  get rows(): { key: string; isChecked: boolean; isLacking: boolean; amount: number | undefined }[] {
    return all(this.checkout, '[part=row]').flatMap((row) => {
      const radio = row.querySelector('input') as HTMLInputElement;
      const amount = amountsIn(row.querySelector('[part=price]') ?? undefined)[0];
      const isLacking = row.querySelector('[part=reason]') !== null;
      return this.#isShown(radio) ? { key: radio.value, isChecked: radio.checked, isLacking, amount } : [];
    });
  }

  isSwitchedOn(id: 'insurance' | 'cash-on-delivery'): boolean {
    return all<HTMLInputElement>(this.checkout, `#${id}`).some(({ checked }) => checked);
  }

  /** The amounts in the bar, and not what the sum was before a price has changed. Undefined if there is none on screen. */
  get sums(): number[] | undefined {
    const bar = this.parts.flatMap((part) => all(part, '.sum')).find((sum) => sum.isConnected && this.#isShown(sum));
    return (
      bar && all(bar, ':scope > *').flatMap((line) => (/was|sebelumnya/.test(textOf(line)) ? [] : amountsIn(line)))
    );
  }

  get orderOnScreen(): OrderOnScreen {
    return {
      key: this.rows.find(({ isChecked }) => isChecked)?.key,
      place: this.checkout.shipment?.destination_postal_code,
      note: this.#note,
      insurance: this.isSwitchedOn('insurance'),
      collected: this.isSwitchedOn('cash-on-delivery'),
      goods: this.goods,
      sums: this.sums ?? [],
    };
  }

  // What the shopper does

  /** Focuses and presses a control, if the shopper can see and use it. Waits first, as a shopper does. */
  async press(selector: string, nth = 0, times = 1): Promise<void> {
    await this.settle();
    const control = this.all(selector)[nth];
    if (!control) return;
    if (/radio|checkbox/.test((control as HTMLInputElement).type) || selector.startsWith('.lack'))
      this.mayChoose = true;
    control.focus();
    for (let time = 0; time < times; time += 1) control.click();
  }

  async order(times: number): Promise<void> {
    await this.settle();
    if (!this.find('[part=button]')) return;
    this.#presses.push(this.orderOnScreen);
    await this.press('[part=button]', 0, times);
  }

  async focusOn(nth: number): Promise<void> {
    await this.settle();
    const controls = this.all('input, button, select, summary, a[href]');
    controls[nth % controls.length]?.focus();
  }

  async type(text: string): Promise<void> {
    await this.settle();
    const input = this.#searchInput;
    if (!input || input.disabled) return;
    input.focus();
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    this.newest = { typed: text };
  }

  /** What the shopper does in the search overrules what was typed or set before. */
  async inSearch(does: () => Promise<void>): Promise<void> {
    this.newest = undefined;
    if (this.destinations.includes(Number(this.search?.postalCode))) this.destinations.push(null);
    await does();
  }

  async key(key: string): Promise<void> {
    await this.settle();
    const input = this.#searchInput;
    if (!input || input !== focusedControl()) return;
    input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
  }

  reset(): void {
    this.newest = undefined;
    this.maySetChoice();
    this.#mayShipToSearch();
    this.form.reset();
  }

  /** What the browser does after Back. It finds the fields that are in the form. */
  restore(value: string | null): void {
    const { search, checkout } = this;
    this.newest = undefined;
    this.maySetChoice();
    if (search?.isConnected) search.formStateRestoreCallback('null');
    const state = JSON.stringify({ value, insurance: false, cashOnDelivery: true });
    if (checkout.isConnected) checkout.formStateRestoreCallback(state);
  }

  get typed(): string | undefined {
    return this.#searchInput?.value;
  }

  get #searchInput(): HTMLInputElement | undefined {
    return this.search?.isConnected ? all<HTMLInputElement>(this.search, '#input')[0] : undefined;
  }

  // What the page does

  /** Without a destination, that of the search stays. An empty text takes it back. */
  shipTo(place: number | '' | null): void {
    // A code that is repeated is no newer input than a text.
    if (this.newest && (place !== this.#code || 'postalCode' in this.newest)) this.newest = undefined;
    this.#place = place;
    this.#code = place;
    this.destinations = [place || null];
    if (place === null) this.#mayShipToSearch();
    this.checkout.shipment = this.#shipment;
  }

  /** The goods are set again, and the destination that the checkout has. */
  setCart(value: number): void {
    this.goods = value;
    this.checkout.shipment = { ...this.checkout.shipment, items: this.#shipment.items };
  }

  /** The page chooses, or lets choose. During an order it waits. */
  maySetChoice(): void {
    this.mayChoose = true;
    this.#hasChosen = this.isOrdering;
  }

  setValue(key: string | null): void {
    this.maySetChoice();
    this.told = 'unknown';
    this.checkout.value = key;
  }

  setNote(note: string): void {
    this.#note = note;
    this.checkout.contacts = this.#contacts;
  }

  setPostalCode(code: string): void {
    const { search } = this;
    const before = search?.postalCode;
    // A property that is set again changes nothing.
    if (!search || before === code) return;
    search.postalCode = code;
    this.#code = Number(code);
    this.newest = code ? { postalCode: Number(code) } : undefined;
    if (code) this.destinations = [Number(code)];
    else if (before) this.destinations.push(null);
  }

  /** The postal code that the page has set in the search may be the destination again. */
  #mayShipToSearch(): void {
    const code = Number(this.search?.postalCode);
    if (code) this.destinations.push(code);
  }

  setArea(nth: number): void {
    if (!this.search) return;
    this.newest = undefined;
    this.search.area = areas[nth];
  }

  disable(what: 'checkout' | 'fieldset' | 'search', isDisabled: boolean): void {
    const part = what === 'fieldset' ? this.#fieldset : this[what];
    if (part) part.disabled = isDisabled;
  }

  move(name: 'checkout' | 'search' | 'button'): void {
    const part = this[name];
    part?.parentElement?.append(part);
    this.hasMoved = true;
  }

  putBack(): void {
    for (const [part, parent] of this.#removed) parent.append(part);
    this.#removed.clear();
    this.#mayShipToSearch();
    this.hasMoved = true;
  }

  remove(name: 'checkout' | 'search' | 'button'): void {
    const part = this[name];
    if (!part?.parentElement) return;
    this.#removed.set(part, part.parentElement);
    part.remove();
    this.hasMoved = true;
  }

  answer(agrees: boolean): void {
    for (const answer of this.#answers.splice(0)) answer(agrees);
  }

  // What the services do

  /** Requests are asked after a pause in typing, so what was edited is asked by then. */
  async answerRates(how: Reply, late: number): Promise<void> {
    await this.settle();
    if (!this.service.asks.length && ['loading', 'stale'].includes(this.checkout.status)) await this.pause();
    this.service.asks.at(-1 - late)?.reply(how);
  }

  async answerAreas(how: AreaReply, late: number): Promise<void> {
    if (!this.search?.isConnected) return;
    await this.settle();
    if (!this.areas.asks.length) await this.pause();
    this.areas.asks.at(-1 - late)?.reply(how);
  }

  answerOrder(how: Outcome, late: number): void {
    this.service.writes.at(-1 - late)?.settle(how);
  }

  /** Everything is answered, until the page waits for nothing. */
  async finish(): Promise<void> {
    this.putBack();
    await this.settle();
    const { service, areas, checkout } = this;
    const restless = ['stale', 'loading', 'asking', 'quoting', 'ordering', 'cancelling'];
    for (let time = 0; time < 20; time += 1) {
      this.answer(true);
      for (const ask of [...service.asks]) ask.reply('rates');
      for (const ask of [...areas.asks]) ask.reply('found');
      for (const write of [...service.writes]) write.settle('done');
      await this.settle();
      const isAsked = service.asks.length || service.writes.length || areas.asks.length;
      if (!isAsked && !restless.includes(checkout.status)) return;
      if (!isAsked) await this.pause();
    }
    this.fail('rests', `every question is answered, and the checkout is ${checkout.status}`);
  }

  // What the page hears

  #listen({ listens }: Settings): void {
    const { checkout } = this;
    // At each part: one that the page has removed is not in the form.
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      handle: (event: HTMLElementEventMap[Name]) => void,
    ) => {
      for (const part of this.parts)
        part.addEventListener(name, (event) => event.target === part && handle(event as HTMLElementEventMap[Name]));
    };
    listen('ship-rate-change', ({ rate, payNow, payAtDoor }) => {
      this.told = { rate, payNow, payAtDoor };
    });
    listen('ship-order-placed', ({ id }) => {
      const placed = this.service.orders.find((order) => order.id === id);
      this.placed = this.#ordered.get(`${placed?.body.reference_id}`);
    });
    for (const { event, habit } of listens)
      listen(event, (heard) => {
        if (habit === 'disables the checkout') checkout.disabled = true;
        if (habit === 'disables the fieldset') this.#fieldset.disabled = true;
        if (habit === 'begins the next order') checkout.reset();
        if (habit === 'gives up the choice') this.setValue(null);
        if (habit === 'changes the cart') this.setCart(300_000);
        if (habit === 'says no') heard.preventDefault();
        if (habit === 'answers later' && 'waitUntil' in heard)
          heard.waitUntil(
            new Promise<void>((agree, refuse) => {
              this.#answers.push((agrees) => (agrees ? agree() : refuse(new Error('The page does not agree.'))));
            }),
          );
      });
  }

  /** What is ordered was on screen at a press, and each press orders once. */
  #handleOrder(body: OrderRequest): void {
    const reference = `${body.reference_id}`;
    const sent = {
      ...{ key: `${body.courier_company}/${body.courier_type}`, place: body.destination_postal_code },
      ...{ note: body.order_note, insurance: body.courier_insurance !== undefined },
      collected: body.destination_cash_on_delivery,
    };
    const isIt = (press: OrderOnScreen) => {
      const { key, place, note, insurance } = press;
      const collected = press.collected ? press.sums.at(-1) : undefined;
      return JSON.stringify({ key, place, note, insurance, collected }) === JSON.stringify(sent);
    };
    const earlier = this.#ordered.get(reference);
    if (earlier && isIt(earlier)) return;
    const press = this.#presses.findLast(isIt);
    if (!press) {
      this.fail('ordered', `${JSON.stringify(sent)} was on screen at no press: ${JSON.stringify(this.#presses)}`);
      return;
    }
    this.#presses.splice(this.#presses.indexOf(press), 1);
    this.#ordered.set(reference, press);
    const price = press.sums.length === 1 && press.collected ? Number(press.sums[0]) - press.goods : press.sums[0];
    const said = this.service.priceSaid(`${sent.key}`, sent.place, press.insurance, press.collected);
    if (price !== said) this.fail('ordered', `it costs ${said}, and ${price} was on screen at the press`);
  }

  /** Nothing else ends an endless loop of updates: it leaves no time for a timer. */
  #watchUpdates(): void {
    const elements = this.parts.flatMap((part) => [part, ...all(part, '*')]) as Partial<LitElement>[];
    for (const element of elements) {
      if (!element.addController || this.#watched.has(element)) continue;
      this.#watched.add(element);
      element.addController({
        hostUpdate: () => {
          const times = (updates.get(element) ?? 0) + 1;
          updates.set(element, times);
          if (times > mostUpdates) throw this.fail('ends', `<${(element as Element).localName}> updates without end`);
        },
      });
    }
  }

  get #shipment() {
    const { destination_postal_code: _none, ...goods } = shipment;
    const place = this.#place === null ? {} : { destination_postal_code: this.#place };
    return { ...goods, ...place, items: [{ ...item, quantity: 1, value: this.goods }] };
  }

  get #contacts() {
    return { ...contacts, order_note: this.#note };
  }
}
