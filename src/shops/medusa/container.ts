import type { MedusaContainer, RemoteQueryFunction } from '@medusajs/framework/types';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import { type Basket, cartFields } from './cart.ts';
import { type MedusaShop, moduleName } from './shop.ts';

/** Reads across Medusa's modules. */
export type Query = Pick<RemoteQueryFunction, 'graph'>;

/** What the plugin's module holds. */
export const shopIn = (container: Pick<MedusaContainer, 'resolve'>): MedusaShop =>
  container.resolve<{ shop: MedusaShop }>(moduleName).shop;

export const queryIn = (container: Pick<MedusaContainer, 'resolve'>): Query =>
  container.resolve<Query>(ContainerRegistrationKeys.QUERY);

/** @throws {MedusaError} if there is none with this id */
export async function first<Row>(query: Query, entity: string, fields: string[], id: string): Promise<Row> {
  const asked = { entity, fields, filters: { id } } as Parameters<Query['graph']>[0];
  const { data } = await query.graph(asked, { throwIfKeyNotFound: true });
  return data[0] as Row;
}

export const cartWith = (container: Pick<MedusaContainer, 'resolve'>, id: string): Promise<Basket> =>
  first<Basket>(queryIn(container), 'cart', cartFields, id);
