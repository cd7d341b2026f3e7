import type { ILockingModule, MedusaContainer, RemoteQueryFunction } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { createShippingGateway, type Gateway, GatewayOptionsError, type GatewayStore } from '../../gateway/index.ts';
import { openPostgresStore } from '../../gateway/store/postgres.ts';
import type { Cart, TokenKeys } from '../../tokens/index.ts';
import { gatewayOptions, keysOf, problemsOf, type ShopOptions } from '../base/index.ts';

/** The options of the gateway, and what a Medusa shop adds to them. */
export interface ShipElementsOptions extends ShopOptions {
  /** Payment providers that mean "cash on delivery", for example `["pp_system_default"]`. Without it there is none. */
  cashOnDeliveryProviders?: readonly string[];
  /** When the courier pays the collected cash to the shop. `7_days` by default. */
  cashOnDeliveryPayout?: Cart['cash_on_delivery_type'];
  /** Grams of a product without a weight. Without it such a product cannot be delivered. */
  defaultWeight?: number;
}

/** @throws {GatewayOptionsError} with a sentence for each option of the plugin that is wrong. The gateway checks its own */
function checkOptions(options: ShipElementsOptions | undefined): asserts options is ShipElementsOptions {
  const { cashOnDeliveryProviders, cashOnDeliveryPayout, defaultWeight } = Object(options) as ShipElementsOptions;
  const isList = Array.isArray(cashOnDeliveryProviders) && cashOnDeliveryProviders.every((id) => /^pp_\w/.test(id));
  const problems = [
    ...problemsOf(options, { cash_on_delivery_type: cashOnDeliveryPayout }),
    ...(cashOnDeliveryProviders === undefined || isList
      ? []
      : ['cashOnDeliveryProviders must list ids of payment providers, for example ["pp_system_default"].']),
    ...(defaultWeight === undefined || defaultWeight >= 1 ? [] : ['defaultWeight must be grams, 1 or more.']),
  ];
  if (problems.length) throw new GatewayOptionsError(problems);
}

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
interface Problems {
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

/** Reads across Medusa's modules. */
export type Query = Pick<RemoteQueryFunction, 'graph'>;

/** What the plugin's module holds. */
export const shopIn = (container: Pick<MedusaContainer, 'resolve'>): MedusaShop =>
  container.resolve<{ shop: MedusaShop }>(moduleName).shop;

export const queryIn = (container: Pick<MedusaContainer, 'resolve'>): Query =>
  container.resolve<Query>(ContainerRegistrationKeys.QUERY);

/** Seconds that work on an order waits for other work on it. */
const longestWait = 60;

/** Works on an order alone, by Medusa's locking module: two cancellations at once spoil an order of Medusa's. */
export const alone = <Result>(
  container: Pick<MedusaContainer, 'resolve'>,
  order: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  container.resolve<ILockingModule>(Modules.LOCKING).execute(`ship-elements ${order}`, work, { timeout: longestWait });

/** @throws {MedusaError} if there is none with this id */
export async function first<Row>(query: Query, entity: string, fields: string[], id: string): Promise<Row> {
  const asked = { entity, fields, filters: { id } } as Parameters<Query['graph']>[0];
  const { data } = await query.graph(asked, { throwIfKeyNotFound: true });
  return data[0] as Row;
}
