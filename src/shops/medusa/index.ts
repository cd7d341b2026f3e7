export { validateDelivery } from './checkout.ts';
export type { Choice, StoredChoice } from './choice.ts';
export { cancelDeliveries, type StaffView, type StoredDelivery, settle } from './delivery.ts';
export { default as shipElementsModule, ShipElementsModule } from './module.ts';
export type { ShipElementsOptions } from './options.ts';
export { default as provider, ShipElementsProvider } from './provider.ts';
export { getDelivery, getShipping, postDelivery, postSettle, shippingRoutes } from './routes.ts';

import provider from './provider.ts';

/** The fulfillment provider of the plugin: `ship-elements/medusa`. */
export default provider;
