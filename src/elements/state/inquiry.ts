import type { Rate, Rupiah } from '../../contract/index.ts';
import {
  type Extras,
  type SettledExtras,
  type Shipment,
  type ShipmentPart,
  type Switches,
  switches,
} from '../../quote/index.ts';
import { codes } from '../shared/converters.ts';
import { copyOf } from './copy-of.ts';
import { Observable } from './observable.ts';
import { type Question, type Reading, read, type Terms } from './terms.ts';

/** What page and shopper want to have compared, and what the service is asked by it. */
export abstract class Inquiry<Notice> extends Observable<Notice> {
  #terms: Terms = {
    shipment: undefined,
    couriers: '',
    picks: [],
    cart: '',
    extras: { ...switches(() => false), cashOnDeliveryType: '7_days' },
  };
  /** From the click on an order until it is done with, a copy: what is ordered is what was shown. */
  #frozen: Terms | undefined;
  /** What page and form have said of the choice since. */
  #deferred: (() => void)[] = [];
  #given: { readonly rates: readonly Rate[] } | undefined;
  #reading: { of: Terms; reading: Reading } | undefined;

  get shipment(): Partial<Shipment> | undefined {
    return this.#terms.shipment;
  }

  set shipment(shipment: Partial<Shipment> | undefined) {
    this.setTerms({ shipment });
  }

  /** The courier codes that are compared, comma-separated: what the shopper has picked, or else what the page wants. */
  get couriers(): string {
    const { couriers, picks } = this.#terms;
    return picks.join() || couriers;
  }

  /** Set to what it is, it says nothing new: a page that repeats what the shopper has picked asks for nothing. */
  set couriers(couriers: string) {
    if (couriers !== this.couriers) this.setTerms({ couriers, picks: [] });
  }

  /** The courier codes that the page wants compared, whatever the shopper has picked of them; none means all. */
  get offeredCouriers(): readonly string[] {
    return codes(this.#shown.couriers);
  }

  /** The courier codes that the shopper wants to see of these; none means all. */
  get picks(): readonly string[] {
    return this.#shown.picks;
  }

  get cart(): string {
    return this.#terms.cart;
  }

  /** Signed anew it is asked anew, and the choice goes by its price as ever: that the text is another one is no news. */
  set cart(cart: string | null | undefined) {
    this.setTerms({ cart: cart || '' });
  }

  getExtra<Name extends keyof Extras>(name: Name): Extras[Name] {
    return this.#terms.extras[name];
  }

  /** What is no number is no amount: `parseInt('')` of a page, say. */
  setExtra<Name extends keyof Extras>(name: Name, value: Extras[Name]): void {
    const given = typeof value === 'bigint' ? Number(value) : Number.isNaN(value) ? undefined : value;
    this.setExtras({ [name]: given });
  }

  /** Rates of the page's own; none are asked then. */
  set givenRates(rates: readonly Rate[] | undefined) {
    this.#given = rates && { rates };
    this.notify();
  }

  get missing(): readonly ShipmentPart[] {
    return this.#given ? [] : this.reading.missing;
  }

  /** Rupiah: Σ value × quantity. */
  get declared(): Rupiah {
    return this.reading.declared;
  }

  /** The extras as they stand: switched on only where there is something to cover or to collect. */
  get extras(): SettledExtras {
    return this.reading.standing;
  }

  /** The extras as they are wished for, their amounts filled in. */
  get wishedExtras(): SettledExtras {
    return this.reading.wished;
  }

  /** The switches as the page or the shopper has set them, possible or not. */
  get wishes(): Switches {
    return switches(({ property }) => this.#terms.extras[property] === true);
  }

  /** Undefined while there is nothing to be asked. */
  get question(): Question | undefined {
    return this.#given ? undefined : this.reading.question;
  }

  /** Keeps what is shown, asked and submitted as it is, whatever the page sets or changes, until it is let go. */
  freeze(): void {
    this.#frozen ??= copyOf(this.#terms);
  }

  unfreeze(): void {
    if (!this.#frozen) return;
    this.#frozen = undefined;
    for (const change of this.#deferred.splice(0)) change();
    // The page that lets it go may be amid its own update: what has waited does not wait for the next one.
    this.settle();
    this.notify();
  }

  get isFrozen(): boolean {
    return this.#frozen !== undefined;
  }

  /** Brings together what the page has set: once all of it is set, and before rates are asked. */
  abstract settle(): void;

  /** A new object each time that the page sets them. */
  protected get given(): { readonly rates: readonly Rate[] } | undefined {
    return this.#given;
  }

  /** The shipment that is shown and asked about: while an order is under way, the one that is ordered. */
  protected get shownShipment(): Partial<Shipment> | undefined {
    return this.#shown.shipment;
  }

  /** What the terms that are shown come to. */
  protected get reading(): Reading {
    const of = this.#shown;
    if (this.#reading?.of !== of) this.#reading = { of, reading: read(of) };
    return this.#reading.reading;
  }

  /** Has what the page may have changed in place read again. */
  protected readAgain(): void {
    this.#reading = undefined;
  }

  protected setTerms(terms: Partial<Terms>): void {
    this.#terms = { ...this.#terms, ...terms };
    this.notify();
  }

  protected setExtras(extras: Extras): void {
    this.setTerms({ extras: { ...this.#terms.extras, ...extras } });
  }

  /** Does it later, where an order is under way. */
  protected isDeferred(change: () => void): boolean {
    if (this.isFrozen) this.#deferred.push(change);
    return this.isFrozen;
  }

  get #shown(): Terms {
    return this.#frozen ?? this.#terms;
  }
}
