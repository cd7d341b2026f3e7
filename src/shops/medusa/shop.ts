import { createShippingGateway, type Gateway, type GatewayStore } from '../../gateway/index.ts';
import { openPostgresStore } from '../../gateway/store/postgres.ts';
import type { TokenKeys } from '../../tokens/index.ts';
import { gatewayOptions, keysOf } from '../base/index.ts';
import { checkOptions, type ShipElementsOptions } from './options.ts';

/** The path of the gateway on Medusa's server. */
export const path = '/shipping';

/** The name of the plugin's module in Medusa's container. */
export const moduleName = 'shipElements';

/** What all parts of the plugin share. */
export interface MedusaShop {
  options: ShipElementsOptions;
  keys: TokenKeys;
  gateway: Gateway;
  problems: Problems;
  close(): Promise<void>;
}

/** Why the delivery of an order was refused at the last attempt, for the staff. Kept for a day. */
export interface Problems {
  of(order: string): Promise<string | undefined>;
  keep(order: string, message: string): Promise<void>;
}

/** Seconds. */
const day = 24 * 3_600;

/**
 * @param databaseUrl the Postgres of Medusa. The gateway has tables of its own in it
 * @throws {GatewayOptionsError} with a sentence for each option that is missing or wrong
 */
export async function openShop(options: ShipElementsOptions | undefined, databaseUrl: string): Promise<MedusaShop> {
  checkOptions(options);
  const { cashOnDeliveryProviders: _, cashOnDeliveryPayout: __, defaultWeight: ___, ...given } = options;
  // Pages place no orders: `orders` is `none` by default. The shop's own server orders in process.
  const gatewayWith = (store: GatewayStore) =>
    createShippingGateway({ ...gatewayOptions(given), store, basePath: path });
  // The gateway names wrong options. It does so although Postgres may be slow or down.
  gatewayWith({ ledger: {} } as GatewayStore);
  const store = await openPostgresStore(databaseUrl);
  const gateway = gatewayWith(store);
  const nameOf = (order: string) => `problem ${options.account} ${order}`;
  const problems: Problems = {
    of: async (order) => (await store.cache.get(nameOf(order))) || undefined,
    keep: (order, message) => store.cache.set(nameOf(order), message, day),
  };
  return { options, keys: keysOf(options), gateway, problems, close: () => store.close() };
}
