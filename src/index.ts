/** The npm root: client, types and element classes. It registers no tags; `ship-elements/define` does. */
export * from './client.ts';
export type * from './contract/index.ts';
export * from './elements/index.ts';
export {
  type Arrival,
  type Badge,
  type Breakdown,
  type CashOnDeliveryCollects,
  type ExtraSettings,
  type Extras,
  type OrderContacts,
  type PaidBreakdown,
  type Part,
  type PartKind,
  type Payments,
  type Shipment,
  type ShipmentPart,
  type Switches,
  serviceKey,
} from './quote/index.ts';
