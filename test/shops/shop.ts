import type { Locator, Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import type { Rate } from '../../src/contract/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import type { TokenKeys } from '../../src/server.ts';
import { type Offer, signOffer } from '../../src/tokens/index.ts';

/** Where the shop finds the shipping service. */
export interface ServiceAddress {
  /** The base URL, without `/v1`. */
  url: string;
  key: string;
}

/** The switches of the shopper. */
export interface Switches {
  insured: boolean;
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

/** An order as the shop's staff see it. */
export interface ShopOrder {
  /** Rupiah that the shopper has paid to the shop. */
  charged: number;
  /** Rupiah that the courier collects. */
  collected: number;
  /** `waiting` until the service has confirmed the delivery. */
  delivery: 'waiting' | 'placed' | 'cancelled';
  /** The id of the order at the service. */
  shippingId: string | undefined;
  waybill: string | undefined;
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
  }));

/** Sells at an offer that is 1,000 rupiah lower than the one of the gateway. */
export async function sellAtLowerOffer(visit: Visit, keys: TokenKeys): Promise<string> {
  const switches = { insured: false, cashOnDelivery: false };
  const [rate] = await visit.rates(switches);
  const claims = decodeJwt<Offer>(rate?.offer ?? '');
  const parts = claims.parts && { ...claims.parts, shipping: claims.parts.shipping - 1_000 };
  const offer = await signOffer({ ...claims, price: claims.price - 1_000, parts }, keys);
  await visit.choose({ ...switches, service: `${claims.courier}/${claims.service}`, offer });
  return visit.checkOut('prepaid');
}

/** Chooses JNE Reguler in the widget. Resolves with the switch of the insurance. */
export async function chooseOnPage(page: Page): Promise<Locator> {
  const checkout = page.locator('ship-checkout');
  await checkout.locator('input[type=radio]').first().waitFor();
  const more = checkout.locator('[part=more][aria-expanded=false]');
  if (await more.count()) await more.click();
  await checkout.locator('input[value="jne/reg"]').check();
  return checkout.locator('#insurance');
}
