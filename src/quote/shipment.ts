import {
  calledVehicles,
  coordinateOf,
  flatLocators,
  type Item,
  type Locators,
  located,
  nestedLocators,
  type OrderDetails,
  type OrderLocators,
  type OrderRequest,
  type Rate,
  type RatesRequest,
  type Rupiah,
} from '../contract/index.ts';
import { insuranceOf } from './eligibility.ts';
import {
  declaredValue,
  type ExtraField,
  type Extras,
  orderFields,
  ratesFields,
  ratesFieldsOf,
  settleExtras,
} from './extras.ts';

/** What is shipped, from where and to where: the part of a rates request that the page knows. */
export interface Shipment extends Locators {
  items: Item[];
}

/** Who sends and who receives: the part of an order that is personal data. */
export type OrderContacts = Omit<OrderDetails, keyof OrderLocators | 'items' | ExtraField | 'delivery_type'> & {
  delivery_type?: OrderDetails['delivery_type'];
};

export type ShipmentPart = 'items' | 'origin' | 'destination';

/** What a shipment still lacks before rates can be asked: every rates call is charged, so none is sent in vain. */
export function missingParts(shipment: Partial<Shipment> | undefined): ShipmentPart[] {
  const missing: ShipmentPart[] = [];
  // What is there and is no item is not missing: the check before sending names it.
  const items: unknown = shipment?.items;
  if (!items || (Array.isArray(items) && !items.length)) missing.push('items');
  if (!located(shipment ?? {}, 'origin')) missing.push('origin');
  if (!located(shipment ?? {}, 'destination')) missing.push('destination');
  return missing;
}

/** The items of a shipment that a page may have put together wrongly. */
export function itemsOf(shipment: Partial<Shipment> | undefined): Item[] {
  const items: unknown = shipment?.items;
  return Array.isArray(items) ? items.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** @param couriers courier codes. */
export function ratesRequest(shipment: Shipment, couriers: readonly string[], extras: Extras): RatesRequest {
  const settled = settleExtras(extras, declaredValue(itemsOf(shipment)));
  return { ...shipment, couriers: couriers.join(','), ...ratesFields(settled) };
}

/** What says where a parcel goes, and what was quoted, is the shipment's word, whatever else a page has put among its contacts. */
const quoted =
  /_(area_id|location_id|postal_code|coordinate|latitude|longitude)$|^(items|courier_.*|destination_cash_on_delivery.*)$/;

export type CollectionMethod = NonNullable<OrderDetails['origin_collection_method']>;

/** The courier picks up where it can. Undefined where the rate names no method (contract/README.md §3.9). */
export const collectionMethod = ({ available_collection_method: offered }: Rate): CollectionMethod | undefined =>
  (['pickup', 'drop_off'] as const).find((method) => offered?.includes(method));

/** The order for a chosen rate. Codes pass untouched: what was quoted is what is ordered. */
export function orderRequest(shipment: Shipment, contacts: OrderContacts, rate: Rate, extras: Extras): OrderRequest {
  const settled = settleExtras(extras, declaredValue(itemsOf(shipment)));
  const method = contacts.origin_collection_method || collectionMethod(rate);
  const people = Object.fromEntries(Object.entries(contacts).filter(([field]) => !quoted.test(field)));
  return {
    ...(people as OrderContacts),
    ...nestedLocators(shipment),
    ...(method && { origin_collection_method: method }),
    delivery_type: contacts.delivery_type || 'now',
    items: shipment.items,
    courier_company: rate.courier_code,
    courier_type: rate.courier_service_code,
    ...orderFields(settled, rate),
  };
}

/** Rupiah that an order insures; undefined for none. The cargo courier's are the declared value (contract/README.md §3.4). */
export function insuredAmount(
  order: Pick<OrderDetails, 'items' | 'courier_insurance'>,
  rate: Rate,
): Rupiah | undefined {
  const amount = insuranceOf(rate) === 'mandatory' ? declaredValue(itemsOf(order)) : order.courier_insurance;
  return amount || undefined;
}

/** Asks once more for the price of a rate, by the order that it is for: what was quoted may have moved since. */
export function requoteRequest(order: Omit<OrderDetails, 'delivery_type'>, rate: Rate): RatesRequest {
  return {
    ...flatLocators(order),
    couriers: rate.courier_code,
    items: order.items,
    ...ratesFieldsOf(order),
  };
}

/**
 * Of some couriers, those that would be quoted if the destination were a point on the map (contract/README.md §3.6); none where the
 * origin is none either, which no shopper can mend.
 */
export function lackingMapPin(couriers: readonly string[], shipment: Partial<Shipment> | undefined): string[] {
  if (!shipment || !coordinateOf(shipment, 'origin') || coordinateOf(shipment, 'destination')) return [];
  return couriers.filter((courier) => calledVehicles.includes(courier));
}
