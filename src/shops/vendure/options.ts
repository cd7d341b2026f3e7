import type { GatewayOptions, Sender, Store } from '../../gateway/index.ts';
import { GatewayOptionsError } from '../../gateway/index.ts';
import type { Cart } from '../../tokens/index.ts';

/** The options of the gateway, and what a shop of Vendure's adds to them. */
export interface ShipElementsOptions extends Omit<GatewayOptions, 'store' | 'basePath' | 'orders' | 'cancels'> {
  /** Where deliveries are kept: `openLibsqlStore('shipping.db')` or `openPostgresStore(url)`. */
  store: Store | Promise<Store>;
  /** Where parcels start: a postal code, an area or coordinates. */
  origin: Cart['origin'];
  /** Who sends parcels: at least `origin_contact_name`, `origin_contact_phone` and `origin_address`. */
  sender: Sender;
  /** The path of the gateway on Vendure's server. `/shipping` by default. */
  path?: string;
  /** What the courier collects with cash on delivery, and how soon it pays the shop. */
  cashOnDelivery?: Pick<Cart, 'cash_on_delivery_collects' | 'cash_on_delivery_type'>;
  /** Milliseconds between two attempts at deliveries that wait for the service. 5,000 by default; 0 for never. */
  settleEvery?: number;
}

const senderFields = ['origin_contact_name', 'origin_contact_phone', 'origin_address'] as const;

/** @throws {GatewayOptionsError} with a sentence for each option of the plugin that is wrong. The gateway checks its own */
export function checkOptions({ origin, sender, store, path = '/', settleEvery = 0 }: ShipElementsOptions): void {
  const { origin_postal_code, origin_area_id, origin_latitude, origin_longitude } = Object(origin) as Cart['origin'];
  const isLocated = origin_postal_code ?? origin_area_id ?? (origin_latitude && origin_longitude);
  const missing = senderFields.filter((field) => !sender?.[field]);
  const problems = [
    ...(store ? [] : ['store is missing: give what openLibsqlStore or openPostgresStore returned.']),
    ...(isLocated ? [] : ['origin must have origin_postal_code, origin_area_id or both coordinates.']),
    ...(path.startsWith('/') ? [] : ['path must begin with a slash, for example /shipping.']),
    ...(Number.isInteger(settleEvery) && settleEvery >= 0 ? [] : ['settleEvery must be whole milliseconds, or 0.']),
    ...missing.map((field) => `sender.${field} is missing: couriers need it to fetch a parcel.`),
  ];
  if (problems.length) throw new GatewayOptionsError(problems);
}
