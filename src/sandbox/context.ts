import type { CustomRate, Rupiah } from '../contract/index.ts';
import type { Circumstances } from './faults/index.ts';
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

/** What one request is answered with. */
export interface Context {
  /** Asked once a request: no request sees two days. */
  now: Date;
  account: Account;
  store: Store;
  circumstances: Circumstances;
}
