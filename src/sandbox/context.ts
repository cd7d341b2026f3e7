import type { CustomRate, Locators, Rupiah } from '../contract/index.ts';
import type { Store } from './store/index.ts';

/** What the service knows of the merchant, whatever a request says. */
export interface Account {
  /** Applied to every quote and order, before those a rates request brings along. */
  customRates: readonly CustomRate[];
  /**
   * The cargo courier's insurance: percent of the declared value, and the least in rupiah (contract/README.md §3.4).
   */
  cargoInsurance: { percent: number; minimum: Rupiah };
  /** From where it ships, where a rates request leaves that to it (contract/README.md §3.6). */
  origin: AccountOrigin;
}

export type AccountOrigin = Pick<
  Locators,
  'origin_area_id' | 'origin_postal_code' | 'origin_latitude' | 'origin_longitude'
>;

/** What is not as usual while one request is answered: a scenario's doing. */
export interface Conditions {
  /** Times the usual shipping fee. */
  priceLevel?: number;
  /** Services that are gone: `jne/reg`. */
  withdrawn?: readonly string[];
  /** Couriers refuse to collect when they are ordered, whatever the quote said. */
  noCashOnDelivery?: true;
}

/** What one request is answered with. */
export interface Context {
  /** Asked once a request: no request sees two days. */
  now: Date;
  account: Account;
  store: Store;
  conditions: Conditions;
}
