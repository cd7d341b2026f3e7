import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import { InvalidRequestError, type ShippingClient } from '../../client/index.ts';
import type { Rate } from '../../contract/index.ts';
import {
  type Breakdown,
  type ExtraSettings,
  type Extras,
  extraRows,
  type Shipment,
  type Switches,
  switches,
} from '../../quote/index.ts';
import { type FieldState, Selection, type SelectionNotice } from '../state/selection.ts';
import { version } from '../version.ts';
import { amount, filled, flag, isOn, momentOf } from './converters.ts';
import { FormParticipation } from './form-participation.ts';
import { showStates } from './internals.ts';
import { newsSentence } from './news.ts';
import { isByShopper, selectionEvents } from './notices.ts';
import { OfferRenewal } from './offer-renewal.ts';
import { QuoteTask } from './quote-task.ts';
import { prepareRoot, Widget, widgetProperties } from './widget.ts';
import type { Words } from './words.ts';

/** React 18, and 19 before the element is defined, write `[object Object]`. */
const objectAsText =
  'was an object, and came as text: import ship-elements/define before the page is rendered, or take ship-elements/react';

const converters = { amount: { converter: amount }, text: {} };

/** The properties of the extras: a switch, and what goes with it. */
const extraSettings = extraRows.flatMap(({ property, attribute, settings }) => [
  { property, declaration: { attribute, converter: flag } },
  ...settings.map(({ property, attribute, kind }) => ({
    property,
    declaration: { attribute, ...converters[kind] },
  })),
]);

export interface RateFieldElement extends Switches, ExtraSettings {}

/**
 * A form field that is about one shipment: what the checkout and the comparison have in common. Alone it owns its selection;
 * inside a checkout it shows the checkout's.
 *
 * @prop {boolean} insured - Insurance is switched on. The attribute is the default; the shopper may switch it off.
 * @prop {number | undefined} insuranceAmount - Rupiah to insure; the value of the items where not given.
 * @prop {boolean} cashOnDelivery - Cash on delivery is switched on. The attribute is the default.
 * @prop {number | undefined} cashOnDeliveryAmount - Rupiah to collect, at most 15,000,000; the value of the items where not given.
 * @prop {'7_days' | '5_days' | '3_days' | undefined} cashOnDeliveryType - When the courier pays the shop; `7_days` where not given.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the properties of the extras come from their table
export abstract class RateFieldElement extends LitElement {
  static override properties: PropertyDeclarations = {
    ...widgetProperties,
    name: { converter: filled, reflect: true },
    required: { converter: flag, reflect: true },
    value: { attribute: false },
    defaultValue: { attribute: 'value' },
    shipment: { type: Object },
    couriers: {},
    cart: {},
    readyAt: { attribute: 'ready-at' },
    rows: { type: Number },
    logos: { type: Object },
    view: {},
    recommended: {},
    ...Object.fromEntries(extraSettings.map(({ property, declaration }) => [property, declaration])),
  };

  static readonly version = version;

  static readonly formAssociated = true;

  static {
    for (const { property } of extraSettings) {
      Object.defineProperty(RateFieldElement.prototype, property, {
        configurable: true,
        enumerable: true,
        get(this: RateFieldElement) {
          return this.selection.getExtra(property);
        },
        set(this: RateFieldElement, value: Extras[typeof property]) {
          this.selection.setExtra(property, value);
        },
      });
    }
  }

  /** Where the gateway (or a sandbox) answers, without `/v1`. */
  baseUrl = '';

  /** A client of the page's own, instead of `base-url`. */
  client: ShippingClient | undefined;

  /** Words to say instead of the built-in English or Indonesian ones. */
  words: Partial<Words> | undefined = {};

  /** Shows, lets nothing be changed, and submits nothing. */
  disabled = false;

  /** The name of its form fields: itself, `-insured` and `-cash-on-delivery`. */
  name = '';

  /** The form waits for a choice. */
  required = false;

  /** So many rates of a flat list are shown, the rest waits behind a button; room is kept for them while they are on their way. */
  rows = 4;

  /** The shop's own pictures of couriers: URLs by courier code. The others have none. As an attribute: JSON. */
  logos: Readonly<Record<string, string>> | undefined;

  /** `list` for a flat list; otherwise more than eight rates are grouped by speed. */
  view = '';

  /** The service that the shop recommends, `jne/reg`; where it says none, the cheapest that arrives within three days. */
  recommended: string | undefined;

  #readyAt: Date | undefined;

  readonly #selection = new Selection();
  readonly #form = new FormParticipation(this, () => {
    const { name, required, selection, widget } = this;
    return {
      name,
      required,
      value: selection.submittable ? selection.value : null,
      offer: selection.offer,
      switches: selection.switches,
      restorable: JSON.stringify({ value: selection.keptValue, ...selection.wishes }),
      missingSentence() {
        const { words, formatRupiah } = widget.locale;
        const { missing, resting, news } = selection;
        if (missing.length) return words.incomplete(missing);
        return resting && news ? newsSentence(news, words, formatRupiah) : words.chooseRate;
      },
      anchor: () => this.anchor,
    };
  });

  /** @internal */
  protected readonly widget: Widget = new Widget(
    this,
    () => {
      this.#form.sync();
      showStates(this.#form.internals, { ...this.states, 'user-invalid': this.userInvalid });
    },
    () => {
      const { shipment, wishes, quote, status, error, value, rate, news } = this.selection;
      const placed = this.widget.checkout?.order.placed;
      return [shipment, ...Object.values(wishes), quote, status, error, value, rate, news, placed];
    },
  );

  /** @internal */
  protected readonly quotes = new QuoteTask(this, this.#selection, () => this.#asked);

  constructor() {
    super();
    new OfferRenewal(
      this,
      this.#selection,
      () => this.#asked,
      (error) => this.widget.fail(error),
    );
    this.#selection.subscribe((notice) => this.#handleNotice(notice));
  }

  /** What is shipped, from where and to where. As an attribute: JSON. */
  get shipment(): Partial<Shipment> | undefined {
    return this.selection.shipment;
  }

  set shipment(shipment: Partial<Shipment> | undefined) {
    this.selection.shipment = shipment;
  }

  /** The couriers to compare, comma-separated codes; empty means all. */
  get couriers(): string {
    return this.selection.couriers;
  }

  set couriers(couriers: string) {
    this.selection.couriers = couriers;
  }

  /**
   * The cart as the shop's server has signed it (`signCart`), for the gateway; empty where there is none. It belongs to the
   * shipment's items: set both together.
   */
  get cart(): string {
    return this.selection.cart;
  }

  set cart(cart: string | null | undefined) {
    this.selection.cart = cart;
  }

  /**
   * When the shop hands the parcel over: with it, arrivals are dates. An ISO time with its zone, `2026-11-24T09:00+07:00`, or a
   * Date.
   */
  get readyAt(): Date | undefined {
    const { checkout } = this.widget;
    return checkout ? checkout.readyAt : this.#readyAt;
  }

  set readyAt(moment: Date | string | null | undefined) {
    const given = moment ? momentOf(moment) : undefined;
    // The same moment is the same object: rows that say it are not rendered again.
    if (given?.getTime() !== this.#readyAt?.getTime()) this.#readyAt = given;
    if (!moment || given) return;
    const remedy = 'must be a time with its zone, as 2026-11-24T09:00+07:00, or a Date';
    this.widget.fail(new InvalidRequestError('quoteRates', [{ path: 'ready-at', remedy }]));
  }

  /** The chosen service, `jne/reg`, or null. Setting it fires no event; it shows once the service is quoted. */
  get value(): string | null {
    return this.selection.value;
  }

  set value(key: string | null) {
    this.selection.value = key;
  }

  /** The chosen service at first. The attribute is the default that a form's reset returns to. */
  get defaultValue(): string | null {
    return this.selection.defaultValue;
  }

  set defaultValue(key: string | null) {
    this.selection.defaultValue = key;
  }

  /** The chosen rate, as the service quoted it last. */
  get rate(): Rate | undefined {
    return this.selection.rate;
  }

  /** The parts of its price; undefined where the service's numbers do not add up. */
  get breakdown(): Breakdown | undefined {
    return this.selection.breakdown;
  }

  get form(): HTMLFormElement | null {
    return this.#form.internals.form;
  }

  get labels(): NodeList {
    return this.#form.internals.labels;
  }

  get validity(): ValidityState {
    return this.#form.internals.validity;
  }

  get validationMessage(): string {
    return this.#form.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.#form.internals.willValidate;
  }

  checkValidity(): boolean {
    return this.#form.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#form.internals.reportValidity();
  }

  setCustomValidity(message: string): void {
    this.#form.customMessage = message;
    this.widget.show();
  }

  override focus(options?: FocusOptions): void {
    this.anchor?.focus(options);
  }

  formResetCallback(): void {
    this.#form.reset();
    const wishes = switches(({ attribute }) => isOn(this.getAttribute(attribute)));
    this.selection.restore({ value: undefined, ...wishes }, 'reset');
  }

  formDisabledCallback(disabled: boolean): void {
    this.#form.disabled = disabled;
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    const restored = typeof state === 'string' ? fieldState(state) : undefined;
    if (restored) this.selection.restore(restored, 'restored');
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    // Lit reads JSON that it cannot parse as null.
    const unread = value !== null && (name === 'shipment' || name === 'logos') && this[name] === null;
    if (!unread) return;
    const remedy = value === String({}) ? objectAsText : 'must be JSON: check its quotes';
    this.widget.fail(new InvalidRequestError('quoteRates', [{ path: name, remedy }]));
  }

  /** @internal */
  follow(): void {
    this.requestUpdate();
  }

  /** @internal */
  protected get selection(): Selection {
    return this.widget.checkout?.selection ?? this.#selection;
  }

  /** Who is asked for rates; in a checkout the checkout asks. */
  get #asked(): ShippingClient | undefined {
    return this.isConnected && !this.widget.checkout ? this.widget.client : undefined;
  }

  /** @internal Disabled by itself or by a fieldset around it. */
  protected get isDisabled(): boolean {
    return this.disabled || this.#form.disabled;
  }

  /** @internal */
  protected get labelText(): string {
    return this.widget.checkout?.labelText ?? this.#form.labelText;
  }

  /** @internal */
  protected get userInvalid(): boolean {
    return this.widget.checkout?.userInvalid ?? this.#form.userInvalid;
  }

  /** @internal Where the browser's bubble points, and where focus goes: the choice, or what there is in its place. */
  protected get anchor(): HTMLElement | undefined {
    const find = (selector: string) => this.ratesRoot?.querySelector<HTMLElement>(selector);
    return find('input[type=radio]:checked') ?? find('input[type=radio]') ?? find('.rows') ?? undefined;
  }

  /** @internal What the rates are listed in; none before the first update. */
  protected abstract get ratesRoot(): ParentNode | null | undefined;

  /** @internal The custom states, those that match among them. */
  protected abstract get states(): Record<string, boolean>;

  /** What the page has set comes together before rates are asked, on a server too. */
  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#selection.settle();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return prepareRoot(this, () => super.createRenderRoot());
  }

  /** What became of its own selection goes out: to the screen, to the form, and to the page. */
  #handleNotice(notice: SelectionNotice | undefined): void {
    this.requestUpdate();
    if (notice?.type === 'input') this.#form.touch();
    const events = notice ? selectionEvents(notice, this.#selection) : [];
    // What goes out at once has the form's value written ahead of it.
    if (notice && isByShopper(notice)) this.widget.sendNow(...events);
    else {
      this.#form.sync();
      for (const event of events) this.widget.send(event);
    }
  }
}

/** A state that this element has written; undefined for any other text. */
function fieldState(text: string): FieldState | undefined {
  try {
    const { value, ...kept } = JSON.parse(text);
    return { value, ...kept };
  } catch {
    return undefined;
  }
}
