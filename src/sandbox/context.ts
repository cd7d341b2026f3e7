import {
  type CustomRate,
  extraFieldNames,
  inForce,
  type Locators,
  olderRules,
  type Rupiah,
} from '../contract/index.ts';
import type { OrderRecord, SandboxStore } from './order-store.ts';

/** Measures waits and rate limits. It runs even if the option `now` stands still. */
export interface Clock {
  /** Milliseconds, monotonic. */
  elapsed(): number;
  /** Resolves after so many milliseconds. Rejects with the reason of the signal if it aborts first. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  elapsed: () => performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', stop, { once: true });
    }),
};

const laterFields = ['custom_rates', ...extraFieldNames];

/**
 * Removes the fields that the service did not know on that day, because it ignores them (contract/README.md §5). Reads the older
 * `later` as `scheduled` (contract/README.md §2.3).
 */
export function asReadOn(moment: Date, request: Record<string, unknown>): Record<string, unknown> {
  const known = without(request, inForce(olderRules.customRatesInsuranceAndCashOnDelivery, moment) ? [] : laterFields);
  if (known.delivery_type === 'later') known.delivery_type = 'scheduled';
  if (!Array.isArray(known.items) || inForce(olderRules.productCategory, moment)) return known;
  const items = known.items.map((item) => (item && typeof item === 'object' ? without(item, ['category']) : item));
  return { ...known, items };
}

function without(record: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

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

/** Where the sandbox sends webhooks to. */
export interface WebhookOptions {
  url: string;
  /** The header with the secret. `authorization` by default. */
  header?: string;
  secret: string;
  /** Each has the time of its state as `updated_at`, by the sandbox's clock. False by default: published samples have none. */
  times?: boolean;
  /** `globalThis.fetch` by default. */
  fetch?: typeof globalThis.fetch;
}

/** Sends webhooks, one after another. Each is sent once: whether the service repeats one that fails is not known. */
export interface Webhooks {
  /** The order has entered its state. */
  send(order: OrderRecord): void;
  /** Resolves when all of them are answered, or have failed. */
  sent(): Promise<void>;
}
