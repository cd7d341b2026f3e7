import { GatewayOptionsError } from '../../gateway/index.ts';
import type { Cart } from '../../tokens/index.ts';
import { problemsOf, type ShopOptions } from '../base/index.ts';

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
export function checkOptions(options: ShipElementsOptions | undefined): asserts options is ShipElementsOptions {
  const { cashOnDeliveryProviders, cashOnDeliveryPayout, defaultWeight } = Object(options) as ShipElementsOptions;
  const isList = Array.isArray(cashOnDeliveryProviders) && cashOnDeliveryProviders.every((id) => /^pp_\w/.test(id));
  const problems = [
    ...problemsOf(options, { cash_on_delivery_type: cashOnDeliveryPayout }),
    ...(cashOnDeliveryProviders === undefined || isList
      ? []
      : ['cashOnDeliveryProviders must list ids of payment providers, for example ["pp_system_default"].']),
    ...(defaultWeight === undefined || defaultWeight > 0 ? [] : ['defaultWeight must be grams, above 0.']),
  ];
  if (problems.length) throw new GatewayOptionsError(problems);
}
