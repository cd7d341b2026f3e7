import type { Rupiah } from '../contract/index.ts';
import type { Gateway, GatewayStore } from '../gateway/index.ts';
import type { Cart, GrantDetails, TokenKeys } from '../tokens/index.ts';
import type { OtherService } from './deliver.ts';
import type { Choice } from './form.ts';
import type { PaymentProvider } from './providers/provider.ts';
import type { PurchaseNews, PurchaseView } from './view.ts';

/** The options of `createPurchases`. */
export interface PurchasesOptions {
  /** The gateway in this process. */
  gateway: Pick<Gateway, 'quote' | 'confirm' | 'order' | 'find' | 'cancel'>;
  /** As the shop signs with them. */
  keys: TokenKeys;
  /** The gateway's own store. */
  store: GatewayStore;
  /** Rupiah that the shop bears if a delivery costs more than the shopper has accepted. 0 by default: a person decides. */
  mostExtra?: Rupiah;
  /** Hours that an accepted purchase waits for its payment: the longest lifetime at your provider, a year at most. 48 by default. */
  payWithin?: number;
  /**
   * Makes the shop's own number of a purchase, without a dot at its end. `INV-` and 8 letters and digits by default. Each is a new one: no
   * `INV-7-2` if `INV-7` has a further parcel, which has that number.
   */
  reference?: () => string;
  /**
   * Hears of each purchase that was shipped, refused, cancelled, owes money or needs a person, as it stands by then, and what of it is news. Once, or
   * again a minute later if it throws, takes longer than ten seconds or if the process ends: then `key` of the news is the same. What is still to be
   * sent waits for it no longer than that.
   */
  onChange?: (purchase: PurchaseView, news: readonly PurchaseNews[]) => unknown;
  /** A line for what cannot go on by itself. `console.warn` by default. */
  log?: (line: string) => void;
  /** The present by default. */
  now?: () => Date;
}

/** What a shopper has accepted of one parcel. */
export interface AcceptedParcel {
  /** The cart as the shop would sign it now. */
  cart: Omit<Cart, 'session' | 'reference' | 'cash_on_delivery_type'>;
  contacts: GrantDetails;
  choice: Choice;
}

/** A transaction in the shop's own words: the provider's id of it, and all its rupiah until now. */
export interface Transaction {
  id: string;
  rupiah: number;
}

/** The shop's half of purchases. Each verb can be repeated, and answers what is true now and what is owed. */
export interface Purchases {
  /**
   * The purchase of a cart: begun once, found from then on. If it `isDone`, show its receipt: no form of it orders anything more.
   * @param visit the cart in the shopper's cookie or account: a text of 1 to 512 characters
   * @param options.after begins the one that follows this reference, once: the shopper wants to order again, or has put something into the cart. It must
   * be the newest one, and done
   */
  begin(visit: string, options?: { after?: string | undefined }): Promise<PurchaseView>;
  /**
   * The shopper has accepted a price. Offer, names and addresses are checked before anything is stored, and everything is stored before any
   * money is taken. The same choice again changes nothing. After a refusal the shopper may choose again: the earlier choice is called off at
   * the gateway, and its parcel has another number. While a payment has no answer, nothing that costs another sum is accepted: `unconfirmed`.
   * @param parcels one, or one for each parcel of the cart
   * @param options.atNewPrice a page that orders by itself asks: the shopper has accepted a new price there, or orders the same again
   * @throws {PurchaseError}
   */
  accept(
    key: { visit: string; reference: string },
    parcels: AcceptedParcel | readonly AcceptedParcel[],
    options?: { atNewPrice?: boolean },
  ): Promise<PurchaseView>;
  /**
   * A grant for a page that orders by itself. It is left two minutes to do so.
   * @param parcel which of the purchase, from 0
   * @throws {PurchaseError} `not-now` if its money is not all there
   */
  grant(reference: string, parcel?: number): Promise<string>;
  /**
   * Takes what is due now, if anything is, at a provider that answers at once.
   * @param takePayment asks the provider, which must take the money of one number once. It answers with the provider's own number of the
   * transaction, or with `null` if nothing was taken and nothing will be: the next payment has another number. Anything else, also what it
   * throws, is no answer: the same number is asked for again, because the money may be taken. `attention` names it after ten minutes
   * @throws {PurchaseError} `declined`, or `unconfirmed` without an answer, whose reason is in the log
   */
  take(
    reference: string,
    takePayment: (number: string, rupiah: Rupiah) => Promise<string | null>,
  ): Promise<PurchaseView>;
  /** So much was paid. @param payment `view.pay.id` */
  paid(payment: string, transaction: Transaction): Promise<PurchaseView>;
  /** Nothing was taken. The next payment has another number. `"declined INV-7"` of `attention` is `declined('INV-7', { id: 'INV-7 declined' })`. */
  declined(payment: string, transaction: Pick<Transaction, 'id'>): Promise<PurchaseView>;
  /** So much was given back by the shop, or taken back by the provider, of this transaction in all. */
  givenBack(payment: string, transaction: Transaction): Promise<PurchaseView>;
  /** Answers a provider's callback: 200 once it counts, 400 or 403 with the reason if it does not, 404 for an unknown purchase. */
  callback(provider: PaymentProvider, request: Request): Promise<Response>;
  /** Orders now what is paid. Without it, `settle` does. */
  ship(reference: string): Promise<PurchaseView>;
  /**
   * A person has the refused deliveries ordered again, and bears up to so many rupiah more for each, until it is placed or refused. If none was refused,
   * those that their couriers have ended, under another number, at the price of now, while names and addresses are kept.
   * @param options.service `sicepat/reg`: by this service, under another number. If it costs less, the difference is owed to the shopper
   * @throws {PurchaseError} `choice` if that service is not offered for it, or costs more than `mostExtra` bears. `not-now` once the money went back
   * @throws {GatewayError} if the service at hand has no price now
   * @throws {TypeError} if `mostExtra` is no whole number of rupiah
   */
  retry(reference: string, options?: { mostExtra?: Rupiah; service?: string }): Promise<PurchaseView>;
  /**
   * The services that `retry` takes for those parcels now, the cheapest first: each brings all of them, and costs at most `mostExtra` more for each. None once
   * their money went back. It asks for the prices of each, which count in `limits.quotes`: call it after a click, not for every look at a page.
   * @throws {GatewayError} if there are no prices now
   */
  services(reference: string, options?: { mostExtra?: Rupiah }): Promise<OtherService[]>;
  /**
   * The shop asks for no more money: what stands costs what was paid.
   * @param missing what you have read as missing, in rupiah: if another sum is missing by now, nothing is waived. All that is missing by default
   * @throws {PurchaseError} `not-now` if another sum is missing
   */
  waive(reference: string, missing?: Rupiah): Promise<PurchaseView>;
  /**
   * The couriers that were not cancelled go on, and `attention` says it no more. What it costs stands. It also ends what `attention` says of a payment
   * that your provider calls paid after it went back.
   */
  letGo(reference: string): Promise<PurchaseView>;
  /**
   * Cancels all of it. What was never sent is called off at once, whatever the service answers.
   * @param options.visit a shopper cancels, with the cookie of this visit
   * @param options.only `refused`: the parcels that were refused, and those that were held back because of them (`other-parcel`).
   * The others go on
   */
  cancel(reference: string, options?: { visit?: string; only?: 'refused' }): Promise<PurchaseView>;
  /**
   * For the page that the shopper comes back to: by the token of `link`, or by visit and reference. Your staff find it by its reference alone.
   * Undefined if there is none.
   */
  find(
    key: { token: unknown } | { visit: string; reference: string } | { reference: string },
  ): Promise<PurchaseView | undefined>;
  /** @returns `page#p=TOKEN`: shows the purchase for 30 days, in every browser. It cancels nothing */
  link(page: string, reference: string): Promise<string>;
  /** All that needs a person, the oldest first. */
  attention(): Promise<PurchaseView[]>;
  /** The gateway's news of one order: what it says is read at once, not within the hour. */
  hear(reference: string): Promise<void>;
  /** Ships, cancels, closes and tells what is due. Call it by a schedule where no process lives long, beside the `settle` of the gateway. @returns how many were due */
  settle(options?: { signal?: AbortSignal }): Promise<number>;
  /** Runs `settle` every five seconds, until the signal. It does not keep a process alive. */
  start(options?: { signal?: AbortSignal }): Promise<void>;
}
