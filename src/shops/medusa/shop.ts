import { createShippingGateway, type Gateway, openLibsqlStore, openPostgresStore } from '../../gateway/index.ts';
import type { TokenKeys } from '../../tokens/index.ts';
import { checkOptions, type ShipElementsOptions } from './options.ts';

/** The path of the gateway on Medusa's server. */
export const path = '/shipping';

/** What all parts of the plugin share. */
export interface Shop {
  options: ShipElementsOptions;
  keys: TokenKeys;
  gateway: Gateway;
}

let current: Shop | undefined;

/**
 * Medusa checks the options of a provider when it starts, before anything else of the plugin runs.
 * @throws {GatewayOptionsError} with a sentence for each option that is missing or wrong
 */
export async function openShop(options: ShipElementsOptions | undefined): Promise<void> {
  checkOptions(options);
  const {
    database,
    origin: _,
    cashOnDeliveryProviders: __,
    cashOnDeliveryType: ___,
    defaultWeight: ____,
    ...given
  } = options;
  const open = /^postgres(ql)?:/.test(database) ? openPostgresStore : openLibsqlStore;
  // Pages place no orders: `orders` is `none` by default. The shop's own server orders in process.
  const gateway = createShippingGateway({ ...given, store: await open(database), basePath: path });
  current = { options, keys: { account: options.account, ...options.secrets }, gateway };
}

export function shopOf(): Shop {
  if (!current) throw new Error('Add ship-elements/medusa to the fulfillment providers in medusa-config.');
  return current;
}
