/** The plugin for Vendure: `ship-elements/vendure`. */
export type { Warehouse } from '../base/index.ts';
export {
  calculatorCode,
  type DeliveryState,
  type FulfillmentFields,
  type OrderFields,
  type VariantFields,
} from './custom-fields.ts';
export { handlerCode } from './fulfillments.ts';
export { type AcceptedDelivery, acceptedDelivery, confirmationVars } from './mail.ts';
export type { ShipElementsOptions } from './options.ts';
export { ShipElementsPlugin } from './plugin.ts';
export { checkerCode } from './shipping.ts';
export { WaybillEvent } from './waybill-event.ts';
