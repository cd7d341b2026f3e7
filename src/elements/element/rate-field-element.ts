import type { PropertyDeclarations, PropertyValues } from 'lit';
import { InvalidRequestError, requireWritable } from '../../client/index.ts';
import type { CashOnDeliveryType, Rate, Rupiah } from '../../contract/index.ts';
import type { CashOnDeliveryCollects, Extras, PaidBreakdown, Shipment } from '../../quote/index.ts';
import { copyOf } from '../store/copy-of.ts';
import type { Input } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import * as views from '../store/views.ts';
import { missingSentence } from '../words/sentences.ts';
import { amount, filled, flag, momentOf } from './converters.ts';
import { defaultSwitches, FormParticipation, readState, writtenState } from './form-participation.ts';
import { OfferRenewal } from './offer-renewal.ts';
import { asError, RatesTask } from './rates-task.ts';
import { ShipElement } from './ship-element.ts';

/** React 18, and 19 before the element is defined, write `[object Object]`. */
const objectAsText =
  'was an object, and came as text: import ship-elements/define before the page is rendered, or use ship-elements/react';

/** A form field about one shipment: the base class of the checkout and the comparison. */
export abstract class RateFieldElement extends ShipElement {
  static override properties: PropertyDeclarations = {
    name: { converter: filled, reflect: true },
    required: { converter: flag, reflect: true },
    value: { attribute: false },
    defaultValue: { attribute: 'value' },
    shipment: { type: Object },
    couriers: {},
    cart: {},
    insured: { converter: flag },
    insuranceAmount: { attribute: 'insurance-amount', converter: amount },
    cashOnDelivery: { attribute: 'cash-on-delivery', converter: flag },
    cashOnDeliveryAmount: { attribute: 'cash-on-delivery-amount', converter: amount },
    cashOnDeliveryCollects: { attribute: 'cash-on-delivery-collects' },
    cashOnDeliveryType: { attribute: 'cash-on-delivery-type' },
    readyAt: { attribute: 'ready-at' },
    preselect: {},
    recommended: {},
    rows: { type: Number },
    logos: { type: Object },
    view: {},
  };

  static readonly formAssociated = true;

  /** The name of its form fields: itself, `-offer`, `-insured` and `-cash-on-delivery`. */
  name = '';

  /** The form waits for a choice. */
  required = false;

  /** At most so many rates are in the short list. */
  rows = 5;

  /** The shop's own pictures of couriers: URLs by courier code. As an attribute: JSON. */
  logos: Readonly<Record<string, string>> | undefined;

  /** `list` shows every rate at once. Otherwise the list is short, and opens. */
  view = '';

  /** `recommended` or `cheapest` chooses that rate when the rates arrive. Otherwise nothing is chosen for the shopper. */
  preselect = '';

  /** The service that the shop recommends, `jne/reg`. By default the cheapest that arrives within three days. */
  recommended: string | undefined;

  /** @internal */
  protected ratesTask: RatesTask | undefined;
  #form: FormParticipation | undefined;
  #isFieldsetDisabled = false;
  #givenShipment: Partial<Shipment> | undefined;

  /** The goods, the origin and the destination. As an attribute: JSON. A copy: set it again after changing it. */
  get shipment(): Partial<Shipment> | undefined {
    return this.#givenShipment ?? undefined;
  }

  set shipment(given: Partial<Shipment> | undefined) {
    this.#givenShipment = given;
    const shipment = given ?? undefined;
    try {
      this.#set({ shipment: copyOf(shipment), problem: undefined });
    } catch (thrown) {
      this.#set({ problem: unwritable(shipment) ?? asError(thrown) });
    }
  }

  /** The couriers to compare, comma-separated codes. Empty means all. */
  get couriers(): string {
    return this.state.input.couriers;
  }

  set couriers(couriers: string | null | undefined) {
    this.#set({ couriers: couriers ?? '' });
  }

  /** The cart that the shop's server has signed (`signCart`), for the gateway. Set it together with the shipment. */
  get cart(): string {
    return this.state.input.cart;
  }

  set cart(cart: string | null | undefined) {
    this.#set({ cart: cart || '' });
  }

  /** Insurance is switched on. The attribute is the default, and the shopper may switch it off. */
  get insured(): boolean {
    return this.state.input.extras.insured === true;
  }

  set insured(insured: boolean) {
    this.#setExtras({ insured });
  }

  /** Rupiah to insure. The value of the items by default. */
  get insuranceAmount(): Rupiah | undefined {
    return this.state.input.extras.insuranceAmount;
  }

  set insuranceAmount(given: Rupiah | undefined) {
    this.#setExtras({ insuranceAmount: numberOf(given) });
  }

  /** Cash on delivery is switched on. The attribute is the default. */
  get cashOnDelivery(): boolean {
    return this.state.input.extras.cashOnDelivery === true;
  }

  set cashOnDelivery(cashOnDelivery: boolean) {
    this.#setExtras({ cashOnDelivery });
  }

  /** Rupiah that the goods cost, for COD. The value of the items by default. The subtotal of a signed `cart` comes first. */
  get cashOnDeliveryAmount(): Rupiah | undefined {
    return this.state.input.extras.cashOnDeliveryAmount;
  }

  set cashOnDeliveryAmount(given: Rupiah | undefined) {
    this.#setExtras({ cashOnDeliveryAmount: numberOf(given) });
  }

  /**
   * `total`, the default: with COD, the courier collects goods and delivery in one sum. `goods`: it collects the goods, and the delivery
   * is paid now. The claim `cash_on_delivery_collects` of a signed `cart` comes first. At most 15,000,000 rupiah are collected.
   */
  get cashOnDeliveryCollects(): CashOnDeliveryCollects | undefined {
    return this.state.input.extras.cashOnDeliveryCollects;
  }

  set cashOnDeliveryCollects(cashOnDeliveryCollects: CashOnDeliveryCollects | undefined) {
    this.#setExtras({ cashOnDeliveryCollects });
  }

  /** When the courier pays the shop: `7_days` (default), `5_days` or `3_days`. */
  get cashOnDeliveryType(): CashOnDeliveryType | undefined {
    return this.state.input.extras.cashOnDeliveryType;
  }

  set cashOnDeliveryType(cashOnDeliveryType: CashOnDeliveryType | undefined) {
    this.#setExtras({ cashOnDeliveryType });
  }

  /** When the shop hands the parcel over: an ISO time with its zone, `2026-11-24T09:00+07:00`, or a Date. Arrivals are dates then. */
  get readyAt(): Date | undefined {
    return this.state.input.readyAt;
  }

  set readyAt(moment: Date | string | null | undefined) {
    const given = moment ? momentOf(moment) : undefined;
    // The same moment stays the same object: rows that show it are not rendered again.
    if (given?.getTime() !== this.readyAt?.getTime()) this.#set({ readyAt: given });
    if (!moment || given) return;
    const remedy = 'must be a time with its zone, as 2026-11-24T09:00+07:00, or a Date';
    this.fail(new InvalidRequestError('quoteRates', [{ path: 'ready-at', remedy }]));
  }

  /** The chosen service, `jne/reg`, or null. Setting it fires no event. It shows once the service is quoted. */
  get value(): string | null {
    return views.value(this.state);
  }

  set value(key: string | null) {
    this.store.dispatch({ type: 'set-value', key: key || null });
  }

  /** The service that is chosen at first. The attribute is the default that a form's reset returns to. */
  get defaultValue(): string | null {
    return this.state.choice.default;
  }

  set defaultValue(key: string | null) {
    this.store.dispatch({ type: 'set-default', key });
  }

  /** The chosen rate, as the service quoted it last. */
  get rate(): Rate | undefined {
    return views.rate(this.state);
  }

  /** The parts of its price, and how it is paid. Undefined if the service's numbers do not add up. */
  get breakdown(): PaidBreakdown | undefined {
    return views.priceParts(this.state);
  }

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  get labels(): NodeList {
    return this.internals.labels;
  }

  get validity(): ValidityState {
    return this.internals.validity;
  }

  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  setCustomValidity(message: string): void {
    if (this.#form) this.#form.customMessage = message;
    this.sync();
  }

  /** Asks for the rates again. Resolves after the answer or the failure. */
  async refresh(): Promise<void> {
    this.shipment = this.#givenShipment;
    await this.ratesTask?.refresh();
  }

  override focus(options?: FocusOptions): void {
    this.anchor?.focus(options);
  }

  formResetCallback(): void {
    this.#form?.reset();
    this.store.dispatch({ type: 'reset', switches: defaultSwitches(this) });
  }

  formDisabledCallback(disabled: boolean): void {
    this.#isFieldsetDisabled = disabled;
    // The browser may call this during an update of this element, which would lose the request.
    void this.updateComplete.then(() => this.requestUpdate());
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    const restored = typeof state === 'string' ? readState(state) : undefined;
    if (!restored) return;
    const { key, ...switches } = restored;
    this.store.dispatch({ type: 'restore', key, switches });
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    // Lit reads JSON that it cannot parse as null.
    const isUnread =
      (name === 'shipment' && value !== null && this.#givenShipment === null) ||
      (name === 'logos' && value !== null && this.logos === null);
    if (!isUnread) return;
    const remedy = value === String({}) ? objectAsText : 'must be JSON: check its quotes';
    this.fail(new InvalidRequestError('quoteRates', [{ path: name, remedy }]));
  }

  /** @internal Disabled by itself or by a fieldset around it. */
  protected get isDisabled(): boolean {
    return this.disabled || this.#isFieldsetDisabled;
  }

  /** @internal */
  protected get labelText(): string {
    return this.#form?.labelText ?? '';
  }

  /** @internal */
  protected get userInvalid(): boolean {
    return this.#form?.userInvalid ?? false;
  }

  /** @internal The element that the browser's bubble points at and focus goes to. */
  protected get anchor(): HTMLElement | undefined {
    const find = (selector: string) => this.ratesRoot?.querySelector<HTMLElement>(selector);
    return find('input[type=radio]:checked') ?? find('input[type=radio]') ?? find('.rows') ?? undefined;
  }

  /** @internal The root that lists the rates. None before the first update. */
  protected abstract get ratesRoot(): ParentNode | null | undefined;

  /** @internal */
  protected override own(_store: Store): void {
    this.#form = new FormParticipation(this, this.internals, () => this.#content);
    this.ratesTask = new RatesTask(this);
    new OfferRenewal(this);
    this.addEventListener('input', ({ target }) => {
      if (target !== this) return;
      this.#form?.touch();
      this.sync();
    });
  }

  /** @internal */
  protected override sync(): void {
    this.#form?.sync();
    super.sync();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!this.#form) return;
    const { recommended, preselect } = this;
    this.#set({ recommended: recommended ?? undefined, preselect: preselect ?? '' });
  }

  /** @internal Reports properties with wrong values to the page. */
  protected fail(error: Error): void {
    this.store.dispatch({ type: 'report', error });
  }

  get #content() {
    const { state, name, required } = this;
    return {
      ...{ name, required, offer: views.offer(state), switches: views.switches(state) },
      value: views.submittable(state) ? views.value(state) : null,
      restorable: writtenState({ key: views.chosenKey(state), ...views.wishes(state) }),
      missingSentence: () => missingSentence(state, this.voice) ?? this.voice.words.chooseRate,
      anchor: () => this.anchor,
    };
  }

  #set(input: Partial<Input>): void {
    const { input: now } = this.state;
    const names = Object.keys(input) as (keyof Input)[];
    // Frameworks set every property again. An equal shipment in a new object is no change.
    const isSame = (name: keyof Input) =>
      now[name] === input[name] || (name === 'shipment' && JSON.stringify(now[name]) === JSON.stringify(input[name]));
    if (!names.every(isSame)) this.store.dispatch({ type: 'set', input });
  }

  #setExtras(extras: Extras): void {
    const now = this.state.input.extras;
    const names = Object.keys(extras) as (keyof Extras)[];
    if (names.some((name) => now[name] !== extras[name])) this.store.dispatch({ type: 'set-extras', extras });
  }
}

/** Makes a number of a bigint. NaN counts as absent, such as that of `parseInt('')`. */
const numberOf = (given: unknown): number | undefined => {
  const value = typeof given === 'bigint' ? Number(given) : given;
  return Number.isNaN(value) ? undefined : (value as number | undefined);
};

/** Names the field that JSON cannot hold. */
function unwritable(shipment: unknown): Error | undefined {
  try {
    requireWritable('quoteRates', shipment);
    return undefined;
  } catch (error) {
    return asError(error);
  }
}
