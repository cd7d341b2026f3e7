/** The plugin for Vendure: `ship-elements/vendure`. */
export type { FulfillmentFields, OrderFields, VariantFields } from './fields.ts';
export { handlerCode } from './fulfillment.ts';
export type { ShipElementsOptions } from './options.ts';
export { ShipElementsPlugin } from './plugin.ts';
export { calculatorCode, checkerCode } from './shipping-method.ts';
