/** The npm root: client, types and element classes. It registers no tags; `ship-elements/define` does. */

export * from './client.ts';
export type * from './contract/index.ts';
export * from './elements/index.ts';
export type { CashOnDeliveryCollects, ExtraSettings, Extras, Payments, Switches } from './extras/index.ts';
export {
  type Arrival,
  type ArrivalCalendar,
  type Badge,
  type Breakdown,
  type OrderContacts,
  type PaidBreakdown,
  type Part,
  type PartKind,
  type Shipment,
  type ShipmentPart,
  type ShopCalendar,
  serviceKey,
  shopCalendar,
} from './quote/index.ts';
