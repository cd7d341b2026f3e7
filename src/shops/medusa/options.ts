import { type GatewayOptions, GatewayOptionsError, type Sender } from '../../gateway/index.ts';
import type { Cart } from '../../tokens/index.ts';

/** The options of the gateway, and what a Medusa shop adds to them. */
export interface ShipElementsOptions
  extends Omit<GatewayOptions, 'store' | 'basePath' | 'orders' | 'cancels' | 'sender'> {
  /** Where deliveries are kept: the `databaseUrl` of Medusa, or the path of a libSQL file. */
  database: string;
  /** Where parcels start: a postal code, an area or coordinates. */
  origin: Cart['origin'];
  /** Who sends parcels: at least `origin_contact_name`, `origin_contact_phone` and `origin_address`. */
  sender: Sender;
  /** Payment providers that mean "cash on delivery", for example `["pp_system_default"]`. Without it there is none. */
  cashOnDeliveryProviders?: readonly string[];
  /** When the courier pays the collected cash to the shop. `7_days` by default. */
  cashOnDeliveryType?: Cart['cash_on_delivery_type'];
  /** Grams of a product without a weight. Without it such a product cannot be delivered. */
  defaultWeight?: number;
}

const senderFields = ['origin_contact_name', 'origin_contact_phone', 'origin_address'] as const;

/** @throws {GatewayOptionsError} with a sentence for each option of the plugin that is wrong. The gateway checks its own */
export function checkOptions(options: ShipElementsOptions | undefined): asserts options is ShipElementsOptions {
  const { database, origin, sender, cashOnDeliveryProviders, defaultWeight } = Object(options) as ShipElementsOptions;
  const { origin_postal_code, origin_area_id, origin_latitude, origin_longitude } = Object(origin) as Cart['origin'];
  const isLocated = origin_postal_code ?? origin_area_id ?? (origin_latitude && origin_longitude);
  const missing = senderFields.filter((field) => !sender?.[field]);
  const problems = [
    ...(typeof database === 'string' && database
      ? []
      : ['database must be the URL of a Postgres, or the path of a file.']),
    ...(isLocated ? [] : ['origin must have origin_postal_code, origin_area_id or both coordinates.']),
    ...missing.map((field) => `sender.${field} is missing: couriers need it to fetch a parcel.`),
    ...(cashOnDeliveryProviders === undefined || Array.isArray(cashOnDeliveryProviders)
      ? []
      : ['cashOnDeliveryProviders must list payment providers, for example ["pp_system_default"].']),
    ...(defaultWeight === undefined || defaultWeight > 0 ? [] : ['defaultWeight must be grams, above 0.']),
  ];
  if (problems.length) throw new GatewayOptionsError(problems);
}
