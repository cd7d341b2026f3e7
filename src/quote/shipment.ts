import {
  type CashOnDeliveryType,
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

/** What is shipped, from where and to where: the part of a rates request that the page knows. */
export interface Shipment extends Locators {
  items: Item[];
}

/** Who sends and who receives: the part of an order that is personal data. */
export type OrderContacts = Omit<
  OrderDetails,
  | keyof OrderLocators
  | 'items'
  | 'courier_insurance'
  | 'destination_cash_on_delivery'
  | 'destination_cash_on_delivery_type'
  | 'delivery_type'
> & { delivery_type?: OrderDetails['delivery_type'] };

/** The two switches, and the amounts they stand for. */
export interface Extras {
  insured: boolean;
  /** Rupiah; the declared value where not given. */
  insuranceAmount?: Rupiah | undefined;
  cashOnDelivery: boolean;
  /** Rupiah to collect; the declared value where not given. */
  cashOnDeliveryAmount?: Rupiah | undefined;
  cashOnDeliveryType?: CashOnDeliveryType | undefined;
}

/** Σ value × quantity, in rupiah: what the cargo courier's insurance is derived from (contract/README.md §3.4). */
export function declaredValue(items: readonly Pick<Item, 'value' | 'quantity'>[]): Rupiah {
  const sum = items.reduce((total, { value, quantity }) => total + value * quantity, 0);
  return Number.isFinite(sum) ? sum : 0;
}

export type ShipmentPart = 'items' | 'origin' | 'destination';

/** What a shipment still lacks before rates can be asked: every rates call is charged, so none is sent in vain. */
export function missingParts(shipment: Partial<Shipment> | undefined): ShipmentPart[] {
  const missing: ShipmentPart[] = [];
  if (!itemsOf(shipment).length) missing.push('items');
  if (!located(shipment ?? {}, 'origin')) missing.push('origin');
  if (!located(shipment ?? {}, 'destination')) missing.push('destination');
  return missing;
}

/** The items of a shipment that a page may have put together wrongly; the check before sending names what is wrong. */
export function itemsOf(shipment: Partial<Shipment> | undefined): Item[] {
  const items: unknown = shipment?.items;
  return Array.isArray(items) ? items.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** The extras in the words of the wire; a key that is not asked for is not sent. */
function extrasOnTheWire(extras: Extras, items: readonly Item[]) {
  const value = declaredValue(items);
  return {
    ...(extras.insured && { courier_insurance: extras.insuranceAmount ?? value }),
    ...(extras.cashOnDelivery && {
      destination_cash_on_delivery: extras.cashOnDeliveryAmount ?? value,
      destination_cash_on_delivery_type: extras.cashOnDeliveryType ?? '7_days',
    }),
  };
}

/** @param couriers courier codes. */
export function ratesRequest(shipment: Shipment, couriers: readonly string[], extras: Extras): RatesRequest {
  return { ...shipment, couriers: couriers.join(','), ...extrasOnTheWire(extras, shipment.items) };
}

/** The order for a chosen rate. Codes pass untouched: what was quoted is what is ordered. */
export function orderRequest(shipment: Shipment, contacts: OrderContacts, rate: Rate, extras: Extras): OrderRequest {
  return {
    ...contacts,
    ...nestedLocators(shipment),
    delivery_type: contacts.delivery_type ?? 'now',
    items: shipment.items,
    courier_company: rate.courier_code,
    courier_type: rate.courier_service_code,
    ...extrasOnTheWire(
      { ...extras, insured: extras.insured && rate.available_for_insurance !== false },
      shipment.items,
    ),
  };
}

/** Asks once more for the price of a rate, by the order that it is for: what was quoted may have moved since. */
export function requoteRequest(order: Omit<OrderDetails, 'delivery_type'>, rate: Rate): RatesRequest {
  const { items, courier_insurance, destination_cash_on_delivery, destination_cash_on_delivery_type } = order;
  return {
    ...flatLocators(order),
    couriers: rate.courier_code,
    items,
    ...(courier_insurance && { courier_insurance }),
    ...(destination_cash_on_delivery && { destination_cash_on_delivery, destination_cash_on_delivery_type }),
  };
}
