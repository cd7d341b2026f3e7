import type { CustomRate, Locators, Rupiah } from '../contract/index.ts';
import type { Webhooks } from './parcels/index.ts';
import type { SandboxStore } from './store/index.ts';

/** The merchant's account at the service. */
export interface Account {
  /** Discounts and surcharges for every quote and order. Those of a rates request come after them. */
  customRates: readonly CustomRate[];
  /** The cargo courier's insurance: percent of the declared value, and the minimum in rupiah (contract/README.md §3.4). */
  cargoInsurance: { percent: number; minimum: Rupiah };
  /** The origin of rates requests that leave it to the account (contract/README.md §3.6). */
  origin: AccountOrigin;
}

export type AccountOrigin = Pick<
  Locators,
  'origin_area_id' | 'origin_postal_code' | 'origin_latitude' | 'origin_longitude'
>;

/** What a scenario changes for one request. */
export interface Conditions {
  /** Multiplies the shipping fee. */
  priceLevel?: number;
  /** Removed services: `jne/reg`. */
  withdrawn?: readonly string[];
  /** Orders with cash on delivery are refused, even if the quote has it. */
  noCashOnDelivery?: true;
}

/** What a handler needs to answer one request. */
export interface Context {
  /** Read once for each request, so that no request sees two days. */
  now: Date;
  account: Account;
  store: SandboxStore;
  conditions: Conditions;
  webhooks: Webhooks;
}
