import type { CustomRate, Rupiah } from '../contract/index.ts';
import type { Store } from './store/index.ts';

/** What the service knows of the merchant, whatever a request says. */
export interface Account {
  /** Applied to every quote and order, before those a rates request brings along. */
  customRates: readonly CustomRate[];
  /**
   * The cargo courier's insurance: percent of the declared value, and the least in rupiah (contract/README.md §3.4).
   */
  cargoInsurance: { percent: number; minimum: Rupiah };
}

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
