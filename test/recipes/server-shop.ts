import type { Rate } from '../../src/contract/index.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { serviceKey } from '../../src/quote/index.ts';
import type { ScenarioName } from '../../src/sandbox/index.ts';
import type { Destination } from '../../src/server.ts';
import { cart, openSandboxShop } from '../gateway/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: recipes are JavaScript.
export const recipe = async (name: string): Promise<any> => import(`../../demo/recipes/${name}`);

/** A gateway over a sandbox, as a recipe for a server needs it. */
export const openShop = (options: Partial<GatewaySettings> = {}, scenario: ScenarioName = 'normal') =>
  openSandboxShop({ orders: 'order', ...options }, { scenario });

/** The row of JNE Reguler, with insurance and COD. */
export async function rowOf(shop: ReturnType<typeof openShop>, signed = cart, place: Destination = {}) {
  const { body } = await shop.quote({ courier_insurance: 1, destination_cash_on_delivery: 1, ...place }, signed);
  return body.pricing.find((row: Rate) => serviceKey(row) === 'jne/reg');
}

/** Rupiah for the carriage alone. */
export const carriageOf = (row: { price: number; insurance_fee: number; cash_on_delivery_fee: number }) =>
  row.price - row.insurance_fee - row.cash_on_delivery_fee;
