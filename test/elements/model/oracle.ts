import { all, one, textOf } from '../../support/inside.ts';
import { amountsIn, type Page } from './page.ts';

/**
 * What must hold after each step, whatever has happened. It reads the screen, the form and the events, and compares them with each other,
 * and with what the page has set and the services have said. It does not compute what the elements compute.
 */
export class Oracle {
  readonly #page: Page;
  /** The part that had focus. */
  #focused: HTMLElement | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Called when everything that follows from a step is rendered. */
  check(): void {
    this.#checkFocus();
    this.#checkSearch();
    this.#checkNextOrder();
    if (!this.#page.checkout.isConnected) {
      this.#checkAway();
      return;
    }
    this.#checkEvents();
    this.#checkForm();
    this.#checkPrices();
    this.#checkSum();
  }

  #expect(promise: string, holds: unknown, what: () => string): void {
    if (!holds) this.#page.fail(promise, what());
  }

  /** Focus stays in the part that has it, until the shopper leaves it or the page takes it away. */
  #checkFocus(): void {
    const { focused, help, hasMoved } = this.#page;
    const before = this.#focused;
    const isFree = !before?.isConnected || before.matches(':disabled') || document.activeElement === help;
    const hasLeft = !focused && (isFree || hasMoved);
    this.#page.hasMoved = false;
    this.#expect(
      'focus',
      !before || focused || hasLeft,
      () => `focus was in <${before?.localName}>, and is on the body`,
    );
    this.#focused = focused?.matches(':disabled') ? undefined : focused;
  }

  #checkSearch(): void {
    const page = this.#page;
    const { search, checkout, newest, typed } = page;
    if (!search?.isConnected || !checkout.isConnected) return;
    const { area } = search;
    const { destination_postal_code: code, destination_area_id: id } = checkout.shipment ?? {};
    const expected = area ? [Number(area.postal_code)] : page.destinations;
    const place = Number(code) || null;
    this.#expect('destination', expected.includes(place), () => `it is ${place}, not ${expected.join(' or ')}`);
    this.#expect('destination', id === area?.id, () => `the area is ${id}, not ${area?.id}`);
    // An area that is given up leaves nothing behind.
    page.destinations = [area ? null : place];

    // What was typed or set last stays.
    if (!newest || search.matches(':disabled')) return;
    if ('typed' in newest) {
      const isThere = page.focused !== search || typed === newest.typed;
      this.#expect('typing', isThere, () => `“${newest.typed}” was typed, and “${typed}” is there`);
    } else {
      const isKnown = Number(area?.postal_code) === newest.postalCode || typed === `${newest.postalCode}`;
      this.#expect('typing', isKnown, () => `the page has set ${newest.postalCode}, and “${typed}” is there`);
    }
  }

  /** After an order, nothing is chosen by itself: one more press would order again. */
  #checkNextOrder(): void {
    const { checkout, mayChoose } = this.#page;
    this.#expect(
      'next order',
      mayChoose || checkout.value === null,
      () => `${checkout.value} is chosen by itself after an order`,
    );
  }

  /** A checkout that has left asks nothing. The price of an order is asked to the end, and nothing is ordered with it. */
  #checkAway(): void {
    const { checkout, service } = this.#page;
    const most = checkout.status === 'quoting' ? 1 : 0;
    this.#expect(
      'away',
      service.asks.length <= most,
      () => `${service.asks.length} questions are open, and the checkout is away`,
    );
  }

  /** Events have told the page of the choice, and of what it costs. */
  #checkEvents(): void {
    const page = this.#page;
    const { rate } = page.checkout;
    if (page.told === 'unknown') {
      if (!page.isOrdering) page.told = { rate, payNow: undefined, payAtDoor: undefined };
      return;
    }
    const said = ({ rate }: { rate: typeof page.checkout.rate }) =>
      rate && `${rate.courier_code}/${rate.courier_service_code} for ${rate.price}`;
    this.#expect(
      'told',
      said(page.told) === said({ rate }),
      () => `it is ${said({ rate })}, and events said ${said(page.told as never)}`,
    );
  }

  /** The form submits what is on screen and chosen. */
  #checkForm(): void {
    const page = this.#page;
    const { checkout, rows } = page;
    const sent = Object.fromEntries(new FormData(page.form));
    const checked = rows.filter(({ isChecked }) => isChecked);
    const isReady = this.#ratesStatus === 'ready';
    if (!('shipping' in sent)) {
      const isFree = page.isOrdering || checkout.matches(':disabled') || !isReady;
      const isHonest = isFree || checked.every(({ isLacking }) => isLacking);
      this.#expect('form', isHonest, () => `${checked[0]?.key} is checked, and the form submits nothing`);
      return;
    }
    this.#expect(
      'form',
      sent.shipping === checkout.value,
      () => `${sent.shipping} is submitted, not ${checkout.value}`,
    );
    if (this.#isReceipt) return;
    this.#expect(
      'form',
      checked[0]?.key === sent.shipping,
      () => `${sent.shipping} is submitted, and ${checked[0]?.key} is checked on screen`,
    );
    for (const [field, id] of [
      ['insurance', 'insurance'],
      ['cash-on-delivery', 'cash-on-delivery'],
    ] as const)
      this.#expect(
        'form',
        `shipping-${field}` in sent === page.isSwitchedOn(id),
        () => `${field}: the form says something else than the switch`,
      );
  }

  /** Each row shows the price that the service has last said for this place and these switches. */
  #checkPrices(): void {
    const page = this.#page;
    const { checkout, service, rows, isOrdering } = page;
    if (this.#ratesStatus !== 'ready' || this.#isReceipt || isOrdering) return;
    const place = checkout.shipment?.destination_postal_code;
    const { insurance, cashOnDelivery } = checkout;
    this.#expect('prices', rows.length || page.find('.message button'), () => 'no row is on screen');
    for (const { key, amount } of rows) {
      const said = (collected: boolean) => service.priceSaid(key, place, insurance, collected);
      const price = (cashOnDelivery ? said(true) : undefined) ?? said(false);
      this.#expect('prices', amount === price, () => `${key} is shown for ${amount}, and the service said ${price}`);
    }
    const title = textOf(one(checkout, '#title'));
    this.#expect('prices', title.includes(`${place}`), () => `“${title}” is above prices to ${place}`);
  }

  /** The sum in the bar is what the shopper pays: by the rows and switches on screen, and by the newest event. */
  #checkSum(): void {
    const page = this.#page;
    const { checkout, sums, told, goods, isOrdering } = page;
    const { rate, cashOnDeliveryCollects } = checkout;
    if (this.#isReceipt) {
      this.#checkReceipt();
      return;
    }
    if (!sums || !rate || this.#ratesStatus !== 'ready' || isOrdering) return;
    const price = Number(page.rows.find(({ isChecked }) => isChecked)?.amount);
    const isCollected = page.isSwitchedOn('cash-on-delivery');
    const total = cashOnDeliveryCollects === 'goods' ? [price, goods] : [price + goods];
    const shown = isCollected ? total : [price];
    this.#expect('sum', `${sums}` === `${shown}`, () => `the bar says ${sums}, and the list ${shown}`);
    if (told === 'unknown' || told.payNow === undefined || told.payAtDoor === undefined) return;
    const paid = !told.payAtDoor
      ? [told.payNow - goods]
      : told.payNow
        ? [told.payNow, told.payAtDoor]
        : [told.payAtDoor];
    this.#expect('sum', `${sums}` === `${paid}`, () => `the bar says ${sums}, and the event ${paid}`);
  }

  #checkReceipt(): void {
    const shown = all(this.#page.form, '.facts .paid dd').flatMap(amountsIn);
    const { placed } = this.#page;
    const paid = placed?.collected ? placed.sums : placed?.sums.slice(0, 1);
    this.#expect(
      'sum',
      `${shown}` === `${paid}`,
      () => `the receipt says ${shown}, and ${paid} was on screen at the press`,
    );
  }

  /** The status of the rates, also while an order says something else. */
  get #ratesStatus(): string {
    return one<HTMLElement & { status: string }>(this.#page.checkout, 'ship-rate-comparison').status;
  }

  /** Whether the receipt has taken the place of the rates. */
  get #isReceipt(): boolean {
    return one(this.#page.checkout, 'ship-rate-comparison').hasAttribute('hidden');
  }
}
