/** The plugin for Vendure: `ship-elements/vendure`. */
export type { Warehouse } from '../base/index.ts';
export { handlerCode, WaybillEvent } from './deliveries.ts';
export {
  calculatorCode,
  type DeliveryState,
  type FulfillmentFields,
  type OrderFields,
  type VariantFields,
} from './fields.ts';
export type { ShipElementsOptions } from './options.ts';
export { ShipElementsPlugin } from './plugin.ts';
export { checkerCode } from './shipping.ts';
