/** The plugin for Vendure: `ship-elements/vendure`. */
export { handlerCode } from './deliveries.ts';
export type { DeliveryState, FulfillmentFields, OrderFields, VariantFields } from './fields.ts';
export type { ShipElementsOptions, Warehouse } from './options.ts';
export { ShipElementsPlugin } from './plugin.ts';
export { calculatorCode, checkerCode } from './shipping.ts';
