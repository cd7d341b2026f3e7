import type { Locator, Page } from '@playwright/test';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import type { Rate } from '../../src/contract/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import type { TokenKeys } from '../../src/server.ts';
import { clockSkew, type Offer, signOffer } from '../../src/tokens/index.ts';

/** Where the shop finds the shipping service. */
export interface ServiceAddress {
  /** The base URL, without `/v1`. */
  url: string;
  key: string;
}

/** The switches of the shopper. */
export interface Switches {
  insurance: boolean;
  cashOnDelivery: boolean;
}

/** A delivery that the shop offers. */
export interface OfferedRate {
  /** `jne/reg`. */
  service: string;
  /** Rupiah that the shop shows, for the switches of the question. */
  price: number;
  offer: string;
  /** The price is the shop's own fallback. */
  estimate: boolean;
  /** Until when the shop promises its dates. Empty without dates. */
  cutOff: string;
}

/** What the shopper submits. */
export interface Choice extends Switches {
  service: string;
  offer: string;
}

/** One shopper, with goods in the cart and a complete address. */
export interface Visit {
  /** Rupiah: the price of the goods. */
  goods: number;
  rates(switches: Switches): Promise<OfferedRate[]>;
  /**
   * Makes the choice the cart's delivery.
   * @returns rupiah that the shop adds to the cart for delivery
   * @throws if the shop refuses the choice
   */
  choose(choice: Choice): Promise<number>;
  /**
   * Pays now, or with the shop's payment method for cash on delivery. The delivery is not ordered yet.
   * @returns the shop's id of the order
   */
  checkOut(payment: 'prepaid' | 'cash-on-delivery'): Promise<string>;
}

/** The payment step, and what a shopper can change during it. */
export interface VisitWithPayment extends Visit {
  /** Goes to the payment. `checkOut` does this, and then pays. */
  toPayment(): Promise<void>;
  /**
   * Pays what is due.
   * @returns the shop's id of the order
   */
  pay(payment: 'prepaid' | 'cash-on-delivery'): Promise<string>;
  /** Changes the postal code of the shipping address. @throws if the shop refuses it */
  moveTo(postalCode: number): Promise<void>;
  /** Changes the quantity of the goods in the cart. @throws if the shop refuses it */
  take(quantity: number): Promise<void>;
  /** Applies a coupon of 7 % to the goods, or removes it. Only in a shop whose orders are made by their payment. @throws if the shop refuses it */
  useCoupon?(isOn: boolean): Promise<void>;
  /** Goes back from the payment, although its page stays open. Only in a shop where that is a step. */
  goBack?(): Promise<void>;
  /**
   * The money arrives by the webhook of the payment provider. Only in a shop whose orders are made by their payment.
   * @returns the shop's id of the order
   */
  arrive?(): Promise<string>;
}

/** An order as the shop's staff see it. */
export interface ShopOrder {
  /** Rupiah that the shopper has paid to the shop. */
  charged: number;
  /** Rupiah that the courier collects. */
  collected: number;
  /** `waiting` until the service has confirmed the delivery. `refused`: nothing was ordered, and staff decide. */
  delivery: 'waiting' | 'placed' | 'cancelled' | 'refused';
  /** The id of the order at the service. */
  shippingId: string | undefined;
  waybill: string | undefined;
}

/** What the staff's page says about the delivery of an order. */
export interface DeliveryView {
  /** The state in words, in English. */
  words: string;
  waybill: string | undefined;
  trackingLink: string | undefined;
  /** Why a person must look, in words. Undefined if that is not needed. */
  attention: string | undefined;
  /** What is worth knowing and needs no decision. Undefined where the shop has no place for it. */
  note?: string | undefined;
}

/** What a shop's prices and rules can do to the total of an order. */
export interface Pricing {
  /** Percent of the goods. */
  discount?: number;
  freeDelivery?: boolean;
  /** Percent that is added to the prices of goods. */
  tax?: number;
}

/**
 * What staff do beside sending and cancelling a delivery. `merchantsDay` runs in each shop whose driver has it. The shop
 * has a second process over the same databases, and another shipping method "pick up in store" for 0 rupiah.
 */
export interface Day {
  /** The same shop in its other process. */
  other: Pick<Shop, 'send' | 'cancel' | 'settle'>;
  /** A shopper with one piece of goods for 99,999 rupiah, in a shop with these prices. */
  visitAt(pricing: Pricing): Promise<VisitWithPayment>;
  /** @param area the id of an area of this postal code, which the shopper has chosen. Only in a shop with areas */
  visit(postalCode?: number, area?: string): Promise<VisitWithPayment>;
  /** The same offer, signed by the shop's keys so that it ends soon: see `endingOffer`. */
  endingOffer(offer: string): Promise<string>;
  /** Rupiah that all payments of the order must be. */
  total(id: string): Promise<number>;
  /** Staff correct the contact or the address of an order. They set an area only in a shop with areas, and a country only where the shop lets them. */
  correct(id: string, change: { phone?: string; postalCode?: number; area?: string; country?: string }): Promise<void>;
  /** Staff set the quantity of the goods of an order, and its payment follows. Medusa alone can leave it out. */
  setQuantity(id: string, quantity: number, isPaid?: boolean): Promise<void>;
  /**
   * Staff swap the goods for others that cost the same.
   * @returns the name of the other goods
   */
  swap(id: string): Promise<string>;
  /** Staff correct the size of the goods in the catalogue. Only in a shop whose orders are made by their payment. */
  correctGoods?(): Promise<void>;
  /**
   * Staff add goods to an order.
   * @returns their name. Only in a shop that has this
   */
  add?(id: string): Promise<string>;
  /** Staff pay so many rupiah back, or everything. Only in a shop that has this. */
  payBack?(id: string, amount?: number): Promise<void>;
  /** The authorised payment of the newest order is cancelled, before any money is taken. Only in a shop that has this. */
  cancelPayment?(id: string): Promise<void>;
  /** Staff take so many rupiah off what an order costs. Only in a shop that has this. */
  reduce?(id: string, amount: number): Promise<void>;
  /** Staff note that the shop has the money that the courier was to collect. Only in a shop that has this. */
  settleCash?(id: string): Promise<void>;
  /** What the shopper reads by the shop's API of the delivery that they have bought. Only in a shop that has one. */
  promised?(id: string): Promise<{ service: string; first: string; last: string }>;
  /** Staff ship the order without ship-elements. */
  sendByHand(id: string): Promise<void>;
  /** Staff cancel the whole order and pay the money back. @throws with the shop's words if the order cannot be cancelled now */
  cancelOrder(id: string): Promise<void>;
  /** Staff erase the person who ordered, by the means of the shop. */
  erase(id: string): Promise<void>;
  /** The button that tries again. @throws with the shop's words if it does not succeed */
  tryAgain(id: string, acceptHigherPrice?: boolean): Promise<void>;
  /** Staff let a parcel go on that the service has not cancelled. Only in a shop that cancels an order after its delivery. */
  keep?(id: string): Promise<void>;
  view(id: string): Promise<DeliveryView>;
  /** The language of the next answers to the staff: `en` at first. Only in a shop that has this. */
  speak?(language: string): void;
}

/**
 * A shop system that runs. It has a fallback rate for `jne/reg`, offers JNE and SiCepat, and uses default values otherwise.
 * It never settles by itself.
 */
export interface Shop {
  /** The address of the storefront's page. */
  page: string;
  /** @param postalCode of the shopper, 40111 by default. Another one is a question that no cache can answer */
  visit(postalCode?: number): Promise<Visit>;
  /** Sells a prepaid delivery for less than the service charges. Resolves with the id of the order. */
  sellTooCheap(): Promise<string>;
  order(id: string): Promise<ShopOrder>;
  /**
   * The shop orders the delivery, by itself or by its staff. An answer that is lost is no error here.
   * @throws with the shop's words if the price has risen and the higher one was not accepted
   */
  send(id: string, acceptHigherPrice?: boolean): Promise<void>;
  /** The staff cancel the delivery. */
  cancel(id: string): Promise<void>;
  /** What the shop does on a schedule. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export type StartShop = (service: ServiceAddress) => Promise<Shop>;

/** The rows of the gateway, as the shop offers them. */
export const offeredRates = (pricing: Rate[]): OfferedRate[] =>
  pricing.map((rate) => ({
    service: serviceKey(rate),
    price: Number(rate.price),
    offer: rate.offer ?? '',
    estimate: rate.estimate === true,
    cutOff: rate.arrivals?.[0]?.cut_off ?? '',
  }));

/** Sells at an offer that is 1,000 rupiah lower than the one of the gateway. */
export async function sellAtLowerOffer(visit: Visit, keys: TokenKeys): Promise<string> {
  const switches = { insurance: false, cashOnDelivery: false };
  const [rate] = await visit.rates(switches);
  const claims = decodeJwt<Offer>(rate?.offer ?? '');
  const parts = claims.parts && { ...claims.parts, shipping: claims.parts.shipping - 1_000 };
  const offer = await signOffer({ ...claims, price: claims.price - 1_000, parts }, keys);
  await visit.choose({ ...switches, service: `${claims.courier}/${claims.service}`, offer });
  return visit.checkOut('prepaid');
}

/** Milliseconds that the clocks of two machines may differ by: an offer is valid for so long after its end. */
export const clockTolerance = 1_000 * clockSkew;

/** The same offer, signed so that it is refused after five seconds, or after so many. */
export function endingOffer(offer: string, keys: TokenKeys, seconds = 5): Promise<string> {
  const claims = decodeJwt<Offer>(offer);
  const lifetime = Number(claims.exp) - Number(claims.iat);
  return signOffer(claims, keys, new Date(Date.now() - clockTolerance - (lifetime - seconds) * 1_000));
}

/** Chooses JNE Reguler in the widget. Resolves with the switch of the insurance. */
export async function chooseOnPage(page: Page): Promise<Locator> {
  const checkout = page.locator('ship-checkout');
  await checkout.locator('input[type=radio]').first().waitFor();
  const more = checkout.locator('[part=more][aria-expanded=false]');
  if (await more.count()) await more.click();
  const rate = checkout.locator('input[value="jne/reg"]');
  // A press on what has just appeared does not count.
  while (!(await rate.isChecked())) await rate.click();
  // Until when to order for the dates: the shop has a calendar.
  await checkout.locator('.until:not(.invisible)').waitFor();
  return checkout.locator('#insurance');
}

/** Opens the link to a parcel. The tracking page shows the waybill, also after a reload, and its address keeps no token. */
export async function followOnPage(page: Page, link: Locator): Promise<void> {
  await link.click();
  const waybill = page.locator('ship-tracking code');
  await waybill.waitFor();
  await page.reload();
  await waybill.waitFor();
  expect(page.url()).to.match(/\/track\.html$/);
}

/** Asks for the parcel as the tracking page does: the gateway asks the service. */
export async function track(link: string | undefined): Promise<void> {
  const { origin, hash } = new URL(link ?? '');
  const headers = { authorization: `Bearer ${hash.replace('#t=', '')}` };
  const answer = await fetch(`${origin}/shipping/v1/tracking`, { headers });
  expect(answer.status).to.equal(200);
}
