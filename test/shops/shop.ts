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
   * Checks out: pays now, or with the shop's payment method for cash on delivery. Then the shop asks once for the delivery,
   * by itself or by its staff. An answer that is lost is no error here.
   * @returns the shop's id of the order
   */
  buy(payment: 'prepaid' | 'cash-on-delivery'): Promise<string>;
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
  order(id: string): Promise<ShopOrder>;
  /** The staff cancel the delivery. */
  cancel(id: string): Promise<void>;
  /** What the shop does on a schedule. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export type StartShop = (service: ServiceAddress) => Promise<Shop>;
