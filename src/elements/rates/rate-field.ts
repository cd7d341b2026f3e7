import type { PropertyDeclarations, PropertyValues } from 'lit';
import { InvalidRequestError, requireWritable } from '../../client/index.ts';
import {
  type CashOnDeliveryPayout,
  cashOnDeliveryPayouts,
  type ExtraWord,
  extraNames,
  extraTable,
  perExtra,
  type Rate,
  RatesRequest,
  type Rupiah,
  rupiahOf,
} from '../../contract/index.ts';
import type { CashOnDeliveryCollects, Extras, Switches } from '../../extras/index.ts';
import type { ArrivalCalendar, PaidBreakdown, Shipment } from '../../quote/index.ts';
import { asError } from '../core/asking.ts';
import { Slotted, watchSight } from '../core/browser.ts';
import { OfferRenewal } from '../core/offer-renewal.ts';
import {
  differs,
  flag,
  Given,
  isOn,
  momentOf,
  objectOf,
  setInput,
  warnOfFractions,
  warnUnknown,
} from '../core/page-input.ts';
import * as prices from '../core/prices.ts';
import { AheadTask, RatesTask } from '../core/rates-task.ts';
import { type FieldContent, ShipField } from '../core/ship-field.ts';
import type { Input } from '../core/state.ts';
import type { Store } from '../core/store.ts';
import { StoreOwner } from '../core/store-owner.ts';
import { copyOf } from '../core/submission.ts';
import { upcoming } from '../core/update.ts';
import * as views from '../core/views.ts';
import { choiceLanguages } from '../words/languages.ts';
import type { Languages } from '../words/locale.ts';
import { missingSentence, worthRetrying } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';
import { pageListOf, pageQuote } from './page-quote.ts';

/** React 18, 19 before the element is defined, and a page that SvelteKit renders write `[object Object]`. */
const objectAsText = 'is text of an object: write it as JSON, or in React use ship-elements/react';

const extraWords: readonly ExtraWord[] = extraNames.map((name) => extraTable[name].word);

/** What a page sets and reads of the rates for one shipment: in the checkout, and in the comparison. */
export abstract class RateField extends ShipField implements Switches {
  static override properties: PropertyDeclarations = {
    value: { attribute: false },
    defaultValue: { attribute: 'value' },
    shipment: {},
    couriers: {},
    cart: {},
    addressUrl: { attribute: 'address-url' },
    switches: {},
    insurance: { converter: flag },
    insuranceAmount: { attribute: 'insurance-amount' },
    cashOnDelivery: { attribute: 'cash-on-delivery', converter: flag },
    cashOnDeliveryAmount: { attribute: 'cash-on-delivery-amount' },
    cashOnDeliveryCollects: { attribute: 'cash-on-delivery-collects' },
    cashOnDeliveryPayout: { attribute: 'cash-on-delivery-payout' },
    readyAt: { attribute: 'ready-at' },
    calendar: { attribute: false },
    preselect: {},
    recommended: {},
    rows: { type: Number },
    logos: { attribute: false },
    allRates: { attribute: 'all-rates', converter: flag },
  };

  /** @internal */
  static override readonly languages: Languages<Words> = choiceLanguages;

  /** @internal */
  override readonly owner: StoreOwner = new StoreOwner(this);
  /** @internal It also tells of a list that comes later (`quoteHtml`). */
  protected readonly slotted = new Slotted(this, ['legend', ...prices.comparisonStates]);
  #rates: RatesTask | undefined;
  /** As the page has set it, with the district of a search. */
  #shipment: Partial<Shipment> | null | undefined;
  /** The destination of the page. */
  readonly #pagesOwn = new Given();
  /** The district of a search beside it. It stays until the page has another destination. */
  #searched: Destination | undefined;
  /** Why properties cannot be used, by their names. Nothing is asked until each is corrected. */
  readonly #problems = new Map<string, Error>();

  /** At most so many rates are in the short list. */
  rows = 4;

  /** The shop's own pictures of couriers: URLs by courier code. */
  logos: Readonly<Record<string, string>> | undefined;

  /** Shows every rate at once. Otherwise the list is short, and opens. */
  allRates = false;

  /**
   * `recommended` or `cheapest` chooses that rate when the rates arrive. Otherwise nothing is chosen for the shopper.
   * @type {'recommended' | 'cheapest' | ''}
   */
  preselect: 'recommended' | 'cheapest' | '' = '';

  /** The service that the shop recommends, `jne/reg`. By default the cheapest that arrives within three days. */
  recommended: string | undefined;

  /** The goods, the origin and the destination. As an attribute: JSON. A copy: set it again after changing it. */
  get shipment(): Partial<Shipment> | undefined {
    return this.#shipment ?? undefined;
  }

  set shipment(value: Partial<Shipment> | string | null | undefined) {
    const given = objectOf(value);
    const { destination, rest } = parted(Object(given));
    // Goods without a destination leave it as it is.
    if (Object.keys(destination).length && this.#pagesOwn.isNew(destination)) this.#searched = undefined;
    const isKept = this.#searched && given && typeof given === 'object';
    this.#setShipment(isKept ? { ...rest, ...this.#searched } : given);
  }

  /**
   * @internal A search beside it writes its district, and takes it back without one.
   * @param isShoppers whether the shopper has chosen it. The page may then repeat its own destination
   */
  takeDestination(destination: Destination, isShoppers: boolean): void {
    this.#searched = Object.keys(destination).length ? destination : undefined;
    if (!isShoppers) this.#pagesOwn.forget();
    this.#setShipment({ ...parted(this.#shipment ?? {}).rest, ...destination });
  }

  /** The couriers to compare: codes, comma-separated or in an array. Empty means all. */
  get couriers(): string {
    return this.#input.couriers;
  }

  set couriers(couriers: string | readonly string[] | null | undefined) {
    this.set({ couriers: String(couriers ?? '') });
  }

  /** Where the shopper corrects the address: `#street` of the page, or another page. A refused address links to it. */
  addressUrl = '';

  /** The cart that the shop's server has signed (`signCart`), for the gateway. Set it together with the shipment. */
  get cart(): string {
    return this.#input.cart;
  }

  set cart(cart: string | null | undefined) {
    this.set({ cart: cart || '' });
  }

  /**
   * The switches for the shopper: `insurance cash-on-delivery` by default, `""` for none. An extra without a switch is as the page
   * sets it.
   */
  get switches(): string {
    return this.#input.offered.map((name) => extraTable[name].word).join(' ');
  }

  set switches(given: string | null | undefined) {
    this.#setOffered(given);
  }

  /** Insurance is switched on. The attribute is the default, and the shopper may switch it off. */
  get insurance(): boolean {
    return this.#input.extras.insurance === true;
  }

  set insurance(insurance: boolean) {
    this.#setExtras({ insurance });
  }

  /** Rupiah to insure. The value of the items by default. */
  get insuranceAmount(): Rupiah | undefined {
    return this.#input.extras.insuranceAmount;
  }

  set insuranceAmount(given: Rupiah | string | null | undefined) {
    this.#setAmount('insuranceAmount', 'insurance-amount', given);
  }

  /** Cash on delivery is switched on. The attribute is the default. */
  get cashOnDelivery(): boolean {
    return this.#input.extras.cashOnDelivery === true;
  }

  set cashOnDelivery(cashOnDelivery: boolean) {
    this.#setExtras({ cashOnDelivery });
  }

  /**
   * Rupiah that the goods cost: the courier collects them with COD, and the sum at the button has them. For COD, the value of the items by
   * default. The subtotal of a signed `cart` comes first.
   */
  get cashOnDeliveryAmount(): Rupiah | undefined {
    return this.#input.extras.cashOnDeliveryAmount;
  }

  set cashOnDeliveryAmount(given: Rupiah | string | null | undefined) {
    this.#setAmount('cashOnDeliveryAmount', 'cash-on-delivery-amount', given);
  }

  /**
   * `total`, the default: with COD, the courier collects goods and delivery in one sum. `goods`: it collects the goods, and the delivery
   * is paid now. The claim `cash_on_delivery_collects` of a signed `cart` comes first. At most 15,000,000 rupiah are collected.
   * @type {'total' | 'goods' | undefined}
   */
  get cashOnDeliveryCollects(): CashOnDeliveryCollects | undefined {
    return this.#input.extras.cashOnDeliveryCollects;
  }

  set cashOnDeliveryCollects(cashOnDeliveryCollects: CashOnDeliveryCollects | undefined) {
    this.#setExtras({ cashOnDeliveryCollects });
  }

  /**
   * When the courier pays the shop: `7_days` (default), `5_days` or `3_days`. Another word of the service passes, with a warning.
   * @type {'7_days' | '5_days' | '3_days' | undefined}
   */
  get cashOnDeliveryPayout(): CashOnDeliveryPayout | undefined {
    return this.#input.extras.cashOnDeliveryPayout;
  }

  set cashOnDeliveryPayout(cashOnDeliveryPayout: CashOnDeliveryPayout | undefined) {
    // The service may know more of them, so an unknown one passes.
    if (cashOnDeliveryPayout) warnUnknown('cash-on-delivery-payout', [cashOnDeliveryPayout], cashOnDeliveryPayouts);
    this.#setExtras({ cashOnDeliveryPayout });
  }

  /** When the shop hands the parcel over: an ISO time with its zone, `2026-11-24T09:00+07:00`, or a Date. Arrivals are dates then. */
  get readyAt(): Date | undefined {
    return this.#input.readyAt;
  }

  set readyAt(moment: Date | string | null | undefined) {
    this.#setReadyAt(moment);
  }

  /** What `shopCalendar()` returns, for a shop without a gateway that has its `calendar`. Arrivals are dates then, and change at the cut-off. */
  get calendar(): ArrivalCalendar | undefined {
    return this.#input.calendar;
  }

  set calendar(calendar: ArrivalCalendar | null | undefined) {
    const isUsable = typeof calendar?.promise === 'function';
    this.set({ calendar: isUsable ? calendar : undefined });
    if (calendar && !isUsable) this.#fail('calendar', 'must be what shopCalendar() returned');
  }

  /**
   * The chosen service, `jne/reg`, or null. Setting it fires no event. It shows once the service is quoted. A null that is set before
   * anything is chosen, as frameworks do, changes nothing: `preselect` still chooses.
   */
  get value(): string | null {
    return views.value(this.state);
  }

  set value(key: string | null | undefined) {
    this.#setKey('set-value', key);
  }

  /** The service that is chosen at first. The attribute is the default that a form's reset returns to. */
  get defaultValue(): string | null {
    return upcoming(this.state).choice.default;
  }

  set defaultValue(key: string | null | undefined) {
    this.#setKey('set-default', key);
  }

  /** The chosen rate, as the service quoted it last. */
  get rate(): Rate | undefined {
    return views.rate(this.state);
  }

  /** The parts of its price, and how it is paid. Undefined if the service's numbers do not add up. */
  get breakdown(): PaidBreakdown | undefined {
    return views.paidBreakdown(this.state);
  }

  /** Asks for the rates again. Resolves after the answer or the failure. */
  async refresh(): Promise<void> {
    this.#setShipment(this.#shipment);
    await this.#rates?.refresh();
  }

  override focus(options?: FocusOptions): void {
    this.#anchor?.focus(options);
  }

  /** The default choice, and the switches of the attributes. */
  override formResetCallback(): void {
    super.formResetCallback();
    const switches = perExtra((name) => isOn(this.getAttribute(extraTable[name].word)));
    this.store.dispatch({ type: 'reset', switches: this.#switchesOf(switches) });
  }

  /** The browser brings back what it has kept. Anything else is ignored. */
  formStateRestoreCallback(state: string | File | FormData | null): void {
    const kept = readState(`${state}`);
    if (kept) this.store.dispatch({ type: 'restore', key: kept.key, switches: this.#switchesOf(kept.switches) });
  }

  /** @internal */
  protected override handleOnline(): void {
    if (worthRetrying(prices.error(this.state))) void this.#rates?.refresh();
  }

  /** @internal It owns its store: it asks for rates, and renews offers. */
  own(_store: Store): void {
    this.#rates = new RatesTask(this);
    new OfferRenewal(this);
    new AheadTask(this, watchSight(this));
  }

  /** @internal */
  protected override isShoppersOwn(attribute: string): boolean {
    const name = extraNames.find((extra) => extraTable[extra].word === attribute);
    return name !== undefined && this.#input.switched[name] && this.#input.offered.includes(name);
  }

  /** @internal Its parts show the store, so they need no clock. */
  protected override get changesWithTime(): boolean {
    return this.#rates !== undefined && prices.isDated(this.state);
  }

  /** @internal */
  protected override handleTime(): void {
    this.store.dispatch({ type: 'tick' });
  }

  /** @internal The root that lists the rates. None before the first update. */
  abstract get ratesRoot(): ParentNode | null | undefined;

  /** @internal Never a price, which a server could not trust. */
  protected override get content(): FieldContent | undefined {
    const { state, voice } = this;
    if (!this.#rates) return undefined;
    const switches = views.switches(state);
    const on = extraNames.flatMap((extra) => (switches[extra] ? [[extraTable[extra].word, 'on']] : []));
    return {
      value: views.submittable(state) ? views.value(state) : null,
      beside: { offer: views.offer(state) ?? '', ...Object.fromEntries(on) },
      restorable: JSON.stringify({ value: views.chosenKey(state), ...views.requestedSwitches(state) }),
      missingSentence: () => missingSentence(state, voice) ?? voice.words.chooseRate,
      anchor: () => this.#anchor,
    };
  }

  /** @internal What the page's shipment lacks. */
  protected completed(shipment: Partial<Shipment> | undefined): Partial<Shipment> | undefined {
    return shipment;
  }

  /** Passes on the properties that Lit holds. */
  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { recommended, preselect } = this;
    warnUnknown('preselect', [preselect || 'cheapest'], ['recommended', 'cheapest']);
    if (!this.#rates) return;
    this.set({ recommended: recommended ?? undefined, preselect: preselect ?? '' });
    this.#takePageQuote();
  }

  /**
   * Takes over the list that a server has written (`quoteHtml`): its prices if they answer the question, what is chosen there, and focus. Its
   * radios leave the form when the element has its value.
   */
  #takePageQuote(): void {
    const list = pageListOf(this);
    if (!list || prices.missing(this.state).length) return;
    const radios = [...list.querySelectorAll<HTMLInputElement>('[data-rate]')];
    const focused = list.querySelector<HTMLElement>(':focus')?.dataset.rate;
    const chosen = radios.find(({ checked, defaultChecked }) => checked && !defaultChecked)?.dataset.rate;
    const switches = views.requestedSwitches(this.state);
    if (chosen) this.store.dispatch({ type: 'restore', key: chosen, switches });
    const question = prices.question(this.state);
    const answered = question && pageQuote(question, list.dataset.quote, radios, this.clock.now());
    if (answered) this.store.dispatch(answered);
    list.remove();
    if (!focused) return;
    void this.updateComplete.then(() => {
      const shown = [...(this.ratesRoot?.querySelectorAll('input') ?? [])];
      (shown.find(({ value }) => value === focused) ?? this).focus();
    });
  }

  /** @internal */
  protected set(input: Partial<Input>): void {
    setInput(this.store, input);
  }

  /** What the page reads back: while an order is in progress, what applies after it. */
  get #input(): Input {
    return upcoming(this.state).input;
  }

  /** The element that the browser's bubble points at and focus goes to. */
  get #anchor(): HTMLElement | undefined {
    const find = (selector: string) => this.ratesRoot?.querySelector<HTMLElement>(selector);
    return find('input[type=radio]:checked') ?? find('input[type=radio]') ?? find('.rows') ?? undefined;
  }

  /** Reports a property with a wrong value to the page. */
  #fail(path: string, remedy: string): void {
    this.store.dispatch({ type: 'report', error: new InvalidRequestError('quoteRates', [{ path, remedy }]) });
  }

  #setExtras(extras: Extras): void {
    if (differs(this.#input.extras, extras)) this.store.dispatch({ type: 'set-extras', extras });
  }

  #setAmount(name: 'insuranceAmount' | 'cashOnDeliveryAmount', path: string, given: unknown): void {
    let [amount, problem]: [Rupiah?, Error?] = [];
    try {
      amount = rupiahOf(numberOf(given), path);
    } catch (thrown) {
      const remedy = asError(thrown).message.slice(path.length + 1, -1);
      problem = new InvalidRequestError('quoteRates', [{ path, remedy }], thrown);
    }
    this.#setExtras({ [name]: amount });
    this.set({ problem: this.#problemOf(path, problem) });
    if (problem) this.store.dispatch({ type: 'report', error: problem });
  }

  #setShipment(given: Partial<Shipment> | string | null | undefined): void {
    const isText = typeof given === 'string';
    // Text that is not JSON.
    if (isText) this.#fail('shipment', given === String({}) ? objectAsText : 'must be JSON');
    this.#shipment = isText ? undefined : given;
    const { shipment } = this;
    warnUnknown('field of a shipment', Object.keys(shipment ?? {}), Object.keys(RatesRequest.shape));
    warnOfFractions(shipment?.items);
    try {
      // Names the field that JSON cannot hold.
      requireWritable('quoteRates', shipment);
      this.set({ shipment: copyOf(this.completed(shipment)), problem: this.#problemOf('shipment') });
    } catch (thrown) {
      this.set({ problem: this.#problemOf('shipment', asError(thrown)) });
    }
  }

  #setKey(type: 'set-value' | 'set-default', given: string | null | undefined): void {
    if (typeof (given ?? '') === 'string') this.store.dispatch({ type, key: given || null });
    else this.#fail('value', 'must be the text of a service, as jne/reg');
  }

  #setOffered(given: string | null | undefined): void {
    // A framework may hand over a list, or false.
    const words = String(given ?? extraWords)
      .split(/[\s,]+/)
      .filter((word) => word && word !== 'false');
    this.set({ offered: extraNames.filter((name) => words.includes(extraTable[name].word)) });
    warnUnknown('extra', words, extraWords);
  }

  #setReadyAt(moment: Date | string | null | undefined): void {
    const given = moment ? momentOf(moment) : undefined;
    this.set({ readyAt: given });
    if (moment && !given) this.#fail('ready-at', 'must be a time with its zone, as 2026-11-24T09:00+07:00');
  }

  /** A form resets and restores the switches that the shopper has. The others stay as the page has set them. */
  #switchesOf(switches: Switches): Switches {
    const { extras, offered } = this.#input;
    return perExtra((name) => (offered.includes(name) ? switches : extras)[name] === true);
  }

  /** Records that a property can be used, or why not. Returns the first problem of all properties. */
  #problemOf(name: string, problem?: Error): Error | undefined {
    this.#problems.delete(name);
    if (problem) this.#problems.set(name, problem);
    const [first] = this.#problems.values();
    return first;
  }
}

type Destination = Pick<Partial<Shipment>, 'destination_area_id' | 'destination_postal_code'>;

/** A district is an id and a postal code. Coordinates stay. */
function parted({ destination_area_id, destination_postal_code, ...rest }: Partial<Shipment>) {
  const destination = {
    ...(destination_area_id !== undefined && { destination_area_id }),
    ...(destination_postal_code !== undefined && { destination_postal_code }),
  };
  return { destination: destination as Destination, rest: rest as Partial<Shipment> };
}

/** Reads a field's state as the browser keeps it. Undefined if the text is not such a state. */
function readState(text: string): { key: string | null; switches: Switches } | undefined {
  try {
    const { value: key, ...switches } = JSON.parse(text);
    const isKey = key === null || typeof key === 'string';
    const isState = isKey && extraNames.every((name) => typeof switches[name] === 'boolean');
    return isState ? { key, switches } : undefined;
  } catch {
    return undefined;
  }
}

/** Makes a number of a bigint. NaN counts as absent, such as that of `parseInt('')`. */
const numberOf = (given: unknown): unknown => {
  const value = typeof given === 'bigint' ? Number(given) : given;
  return Number.isNaN(value) ? undefined : value;
};
