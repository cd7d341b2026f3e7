import {
  calledVehicles,
  coordinateOf,
  type ExtraField,
  extraFieldNames,
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
import {
  availabilityOf,
  type CompleteExtras,
  completeExtras,
  declaredValue,
  type Extras,
  extraFields,
  extraFieldsOf,
  orderedWith,
  paymentsOf,
} from '../extras/index.ts';

/** Items, origin and destination: the part of a rates request that the page knows. */
export interface Shipment extends Locators {
  items: Item[];
}

/** Sender and receiver: the part of an order that is personal data. */
export type OrderContacts = Omit<OrderDetails, keyof OrderLocators | 'items' | ExtraField | 'delivery_type'> & {
  delivery_type?: OrderDetails['delivery_type'];
};

/** What a price cannot be asked without. */
export type ShipmentPart = 'items' | 'origin' | 'destination';

/** The parts that a shipment still lacks. Rates are asked only once it is complete, because every call is charged. */
export function missingParts(shipment: Partial<Shipment> | undefined): ShipmentPart[] {
  const missing: ShipmentPart[] = [];
  // Items of a wrong type are not missing: the client's check names them.
  const items: unknown = shipment?.items;
  if (!items || (Array.isArray(items) && !items.length)) missing.push('items');
  if (!located(shipment ?? {}, 'origin')) missing.push('origin');
  const destination = isUnfinished(shipment?.destination_postal_code)
    ? { ...shipment, destination_postal_code: undefined }
    : (shipment ?? {});
  if (!located(destination, 'destination')) missing.push('destination');
  return missing;
}

/** A postal code that the shopper is still typing: it has five digits in the end. */
const isUnfinished = (postalCode: unknown): boolean => /^\d{1,4}$/.test(String(postalCode ?? '').trim());

/** The items of a shipment. Leaves out what is no item, because a page may pass anything. */
export function itemsOf(shipment: Partial<Shipment> | undefined): Item[] {
  const items: unknown = shipment?.items;
  return Array.isArray(items) ? items.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** @param couriers courier codes */
export function ratesRequest(shipment: Shipment, couriers: readonly string[], extras: CompleteExtras): RatesRequest {
  return { ...shipment, couriers: couriers.join(','), ...extraFields(extras) };
}

/** Fields that come from the shipment and the quote. The page's contacts must not override them. */
const quotedField = /_(area_id|location_id|postal_code|coordinate|latitude|longitude)$|^(items|courier_.*)$/;
const isQuoted = (field: string) => quotedField.test(field) || extraFieldNames.some((name) => name === field);

/** Whether the courier picks the parcel up, or the shop drops it off. */
export type CollectionMethod = NonNullable<OrderDetails['origin_collection_method']>;

/** The courier picks the parcel up if it can. Undefined if the rate names no method (contract/README.md §3.9). */
export const collectionMethod = ({ available_collection_method: offered }: Rate): CollectionMethod | undefined =>
  (['pickup', 'drop_off'] as const).find((method) => offered?.includes(method));

/**
 * The order for a chosen rate. Codes are passed on unchanged: the quoted service is the one that is ordered. With COD, the courier
 * collects what the shopper pays at the door.
 */
export function orderRequest(shipment: Shipment, contacts: OrderContacts, rate: Rate, extras: Extras): OrderRequest {
  const complete = completeExtras(extras, declaredValue(itemsOf(shipment)));
  const { cashOnDelivery, cashOnDeliveryAmount: goods, cashOnDeliveryCollects: collects } = complete;
  const { payAtDoor } = paymentsOf({ goods, price: rate.price, cashOnDelivery, collects });
  const method = contacts.origin_collection_method || collectionMethod(rate);
  const people = Object.fromEntries(Object.entries(contacts).filter(([field]) => !isQuoted(field)));
  return {
    ...(people as OrderContacts),
    ...nestedLocators(shipment),
    ...(method && { origin_collection_method: method }),
    delivery_type: contacts.delivery_type || 'now',
    items: shipment.items,
    courier_company: rate.courier_code,
    courier_type: rate.courier_service_code,
    ...extraFields({ ...complete, ...orderedWith(complete, rate), cashOnDeliveryAmount: payAtDoor }),
  };
}

/** Rupiah that an order insures. Undefined for none. The cargo courier insures the declared value (contract/README.md §3.4). */
export function insuredAmount(
  order: Pick<OrderDetails, 'items' | 'courier_insurance'>,
  rate: Rate,
): Rupiah | undefined {
  const amount =
    availabilityOf('insurance', rate) === 'mandatory' ? declaredValue(itemsOf(order)) : order.courier_insurance;
  return amount || undefined;
}

/** Asks for the price of a rate again, for exactly what is ordered: the price may have changed since the quote. */
export function requoteRequest(order: Omit<OrderDetails, 'delivery_type'>, rate: Rate): RatesRequest {
  return {
    ...flatLocators(order),
    couriers: rate.courier_code,
    items: order.items,
    ...extraFieldsOf(order),
  };
}

/**
 * The couriers that would be quoted if the destination had coordinates (contract/README.md §3.6). None if the origin has none
 * either, because a shopper cannot change that.
 */
export function lackingMapPin(couriers: readonly string[], shipment: Partial<Shipment> | undefined): string[] {
  if (!shipment || !coordinateOf(shipment, 'origin') || coordinateOf(shipment, 'destination')) return [];
  return couriers.filter((courier) => calledVehicles.includes(courier));
}
